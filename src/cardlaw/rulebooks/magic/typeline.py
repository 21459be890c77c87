"""A card's record as a face: type line, cost, colours, numbers (CR 202, 204, 205, 208)."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from cardlaw.cards.language import Draft, NotUnderstood
from cardlaw.cards.pronouns import NoAntecedent, settled
from cardlaw.cards.record import CardRecord
from cardlaw.rulebooks.magic.face import Face, read_face
from cardlaw.rulebooks.magic.mana import COLORS, parse_mana
from cardlaw.rulebooks.magic.shorthand import EVENTS, expanded

SUPERTYPES = ("Basic", "Legendary", "Snow", "World", "Ongoing")
TYPES = (
    "Artifact",
    "Creature",
    "Enchantment",
    "Instant",
    "Kindred",
    "Land",
    "Planeswalker",
    "Sorcery",
)
_DASH = re.compile(r"\s+[\u2014\u2013-]\s+")


def face_of(draft: Draft) -> Face:
    """The face of a card whose lines are understood. NotUnderstood says what is not supported."""
    record = draft.record
    supertypes, types, subtypes = type_line(record.type_line)
    abilities, keywords = _text(draft)
    data: dict[str, Any] = {
        "name": record.name,
        "cost": record.mana_cost,
        "supertypes": supertypes,
        "types": types,
        "subtypes": subtypes,
        "keywords": keywords,
        "abilities": abilities,
        "source": "read from its text",
    }
    if not record.mana_cost or record.color_indicator:
        letters = record.color_indicator or record.colors
        data["colors"] = [COLORS[letter] for letter in letters]
    data.update(_numbers(record, types, abilities))
    try:
        parse_mana(record.mana_cost)
        face = read_face(data)
        compiled = face.compiled
    except (msgspec.ValidationError, ValueError, KeyError) as error:
        raise NotUnderstood(str(error)) from None
    _complete(face, compiled.enchants)
    return face


def _complete(face: Face, enchants: list[Any]) -> None:
    if "Aura" in face.subtypes and not enchants:
        raise NotUnderstood("an Aura needs 'enchant'")
    if not face.is_permanent and not face.abilities:
        raise NotUnderstood("a spell with no instructions")


def type_line(line: str) -> tuple[list[str], list[str], list[str]]:
    """Supertypes, types in lower case, and subtypes of a type line."""
    left, *right = _DASH.split(line, maxsplit=1)
    supertypes, types = [], []
    for word in left.split():
        if word in SUPERTYPES:
            supertypes.append(word.lower())
        elif word in TYPES:
            types.append(word.lower())
        else:
            raise NotUnderstood(f"the card type {word} is not supported")
    subtypes = right[0].replace("Time Lord", "Time-Lord").split() if right else []
    return supertypes, types, [word.replace("Time-Lord", "Time Lord") for word in subtypes]


def _text(draft: Draft) -> tuple[list[Any], list[str]]:
    abilities: list[Any] = []
    keywords: list[str] = []
    spell: dict[str, Any] = {"ability": "spell", "do": []}
    for line, value in zip(draft.lines, draft.values, strict=True):
        if line.start == "spell" and value.get("ability") in ("cast cost", "static"):
            abilities.append(_settled(value))
            continue
        if line.start == "spell":
            if set(value) - {"do"}:
                raise NotUnderstood("a spell with more than instructions")
            spell["do"] += value["do"]
            continue
        for item in value:
            if "keyword" in item:
                keywords.append(item["keyword"])
            else:
                abilities.append(_settled(item))
    if spell["do"]:
        abilities.insert(0, _settled(spell))
    return abilities, keywords


def _settled(ability: dict[str, Any]) -> Any:
    try:
        return expanded(settled(ability, EVENTS))
    except NoAntecedent as error:
        raise NotUnderstood(str(error)) from None


def _numbers(record: CardRecord, types: list[str], abilities: list[Any]) -> dict[str, int]:
    found = {}
    defining = any(item.get("text") == "defining" for item in abilities)
    fights = "creature" in types or "Vehicle" in record.type_line
    for word in ("power", "toughness", "loyalty"):
        text = getattr(record, word)
        if text is None or word != "loyalty" and not fights:
            continue
        if text.isdigit():
            found[word] = int(text)
        elif text == "*" and defining:
            found[word] = 0
        else:
            raise NotUnderstood(f"{word} {text} is not understood")
    return found
