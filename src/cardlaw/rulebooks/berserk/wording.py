"""The wording of Berserk's cards in English and Russian: texts as data and back (401, 414)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from cardlaw.cards.defaults import defaults_of
from cardlaw.cards.language import (
    ENGLISH,
    Draft,
    Grammar,
    Language,
    Line,
    NotUnderstood,
    PrintWord,
    ReadWord,
    Unfaced,
    ability_of,
    named,
    naming,
)
from cardlaw.cards.pronouns import spoken
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import (
    LABEL_BEGINS,
    NAME_BEGINS,
    NAME_ENDS,
    OWN,
    Word,
    glued,
    lines_of,
    marked,
    name_read,
    name_said,
    names_in,
    signed_read,
    signed_said,
)
from cardlaw.rulebooks.berserk.book import BOOK
from cardlaw.rulebooks.berserk.faces import BerserkFace, read_face
from cardlaw.rulebooks.berserk.named import in_short
from cardlaw.rulebooks.berserk.nodes import VOCABULARY
from cardlaw.rulebooks.berserk.shorthand import EVENTS, collapsed, expanded
from cardlaw.rulebooks.berserk.trial import trial

RUSSIAN = "ru"
_HERE = Path(__file__).parent
_KINDS = tomllib.loads((_HERE / "kinds.toml").read_text(encoding="utf-8"))
#: language -> a word of card data as that language has it: classes, words of abilities
_CLASSES: dict[str, dict[str, str]] = {
    ENGLISH: {name: name for name in _KINDS["classes"]},
    RUSSIAN: _KINDS["classes"],
}
_ABILITIES: dict[str, dict[str, str]] = {ENGLISH: {}, RUSSIAN: _KINDS["abilities"]}
#: words that begin with a capital letter wherever they stand
_CAPITALS: dict[str, dict[str, str]] = {
    tongue: {word.casefold(): word for word in words}
    for tongue, words in _KINDS["capitals"].items()
}
#: a text in which this stands is Russian
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_THIS = re.compile(r"\bthis (card|creature|equipment|artifact|terrain)\b", re.IGNORECASE)
#: what is no text in either language: names and the card's own name
_NAMES = re.compile(rf"{NAME_BEGINS}[^{NAME_ENDS}]*{NAME_ENDS}|«[^«»]*»|\[[^\[\]]*\]|{OWN}")
_QUOTED = re.compile(r'"[^"]*"')
_LABEL = re.compile(r"^([^\u2014:.,\u2039]+) \u2014 (?=[^.]*:)")

# -- a record's text as lines ----------------------------------------------------------------------


def lines(record: CardRecord) -> tuple[Line, ...]:
    """The lines of a card's text: each in its language, names and labels one word each."""
    own = {record.name, str(record.printed.get("name_ru", ""))} - {""}
    declared = record.printed.get("classes", ())
    # kinds of equipment and of terrains are words of the grammar
    classes = {w for w in declared if w[:1].isupper()} if isinstance(declared, tuple) else set()
    known = {name for row in _CLASSES.values() for name in row.values()}
    found = []
    for said in lines_of(record.oracle_text, own - known - classes):
        text = _LABEL.sub(_label, _THIS.sub(OWN, _QUOTED.sub(_granting, said)))
        tongue = RUSSIAN if _CYRILLIC.search(_NAMES.sub("", text)) else ENGLISH
        found.append(Line(marked(text, _names(tongue, frozenset(classes))), "line", "", tongue))
    return tuple(found)


def _granting(found: re.Match[str]) -> str:
    """In an ability that the card grants its name means the card itself, whoever has it then."""
    word = "давшая карта" if _CYRILLIC.search(found[0]) else "the granting card"
    return found[0].replace(OWN, word)


def _label(found: re.Match[str]) -> str:
    return f"{LABEL_BEGINS}{_small(found[1])}{NAME_ENDS} \u2014 "


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


@lru_cache(maxsize=256)
def _names(tongue: str, declared: frozenset[str]) -> re.Pattern[str]:
    """The classes that a text of a language may name."""
    return names_in({*_CLASSES[tongue].values(), *declared})


# -- classes of words ------------------------------------------------------------------------------

_STRENGTH = re.compile(r"\d+-\d+-\d+")


def _strength(word: Word) -> list[int] | None:
    if not _STRENGTH.fullmatch(word.plain):
        return None
    return [int(number) for number in word.plain.split("-")]


def _said_strength(value: Any) -> list[str] | None:
    three = isinstance(value, list) and len(value) == 3 and all(type(n) is int for n in value)
    return ["-".join(map(str, value))] if three else None


_MOST = 99
_FEW = frozenset((2, 3, 4))
_MANY = frozenset(range(_MOST + 1)) - _FEW - {1}


def _names_of_cards(tongue: str) -> tuple[ReadWord, PrintWord]:
    """The class of names of cards, between guillemets; card data have the English names."""

    def table() -> dict[str, str]:
        if tongue == ENGLISH:
            return {}
        return {name: face.name_ru for name, face in BOOK.library().items() if face.name_ru}

    def read(word: Word) -> str | None:
        if word.plain[0] != "«":
            return None
        back = {said: name for name, said in table().items()}
        return back.get(word.plain[1:-1], word.plain[1:-1])

    def said(value: Any) -> list[str] | None:
        return [f"«{table().get(value, value)}»"] if isinstance(value, str) and value else None

    return read, said


def _whole(numbers: frozenset[int]) -> tuple[ReadWord, PrintWord]:
    """The class of some whole numbers: the nouns after them have a form of their own."""

    def read(word: Word) -> int | None:
        fits = word.plain.isdigit() and int(word.plain) in numbers
        return int(word.plain) if fits else None

    def said(value: Any) -> list[str] | None:
        return [str(value)] if type(value) is int and value in numbers else None

    return read, said


def _in_tongue(table: Mapping[str, str]) -> tuple[ReadWord, PrintWord]:
    """The class of names, by the table of a language."""
    back = {said: name for name, said in table.items()}

    def read(word: Word) -> str | None:
        name = None if word.plain.startswith(LABEL_BEGINS) else name_read(word)
        return None if name is None else back.get(name, name)

    def said(value: Any) -> list[str] | None:
        return name_said(table.get(value, value) if isinstance(value, str) else None)

    return read, said


def _labels(table: Mapping[str, str]) -> tuple[ReadWord, PrintWord]:
    """The class of labels: the words of playable abilities, by the table of a language."""
    back = {said: name for name, said in table.items()}

    def read(word: Word) -> str | None:
        if not word.plain.startswith(LABEL_BEGINS):
            return None
        label = word.plain[len(LABEL_BEGINS) : -1]
        return back.get(label, label)

    def said(value: Any) -> list[str] | None:
        fits = isinstance(value, str) and value
        return [f"{LABEL_BEGINS}{table.get(value, value)}{NAME_ENDS}"] if fits else None

    return read, said


# -- values and data -------------------------------------------------------------------------------


def as_data(value: Any, start: str) -> Any:
    """The value of a line as card data: a list of abilities."""
    nodes = [ability_of(item, EVENTS, expanded, VOCABULARY) for item in value]
    return [msgspec.to_builtins(node) for node in nodes]


def as_said(data: Any, start: str) -> Any:
    """Card data as the phrase table says it."""
    return [spoken(collapsed(item), EVENTS) for item in data]


_BEGINS = re.compile(r"(^|[.\"] |\u2014 \")(\w)")


def _spelt(tongue: str) -> Any:
    def spelt(words: list[str], record: CardRecord) -> str:
        """The words of a line as they stand on a card."""
        line = glued(_shown(word, tongue) for word in words)
        line = re.sub(r"\bx\b", "X", line).replace("+ X", "+X")
        line = re.sub(r'" ([^"]*?) ?"', r'"\1"', line)
        if tongue == ENGLISH:
            line = re.sub(r"\b(a)(?= [aeiouAEIOU])", r"\1n", line)
        line = line.replace(OWN, "this card" if tongue == ENGLISH else "эта карта")
        return _BEGINS.sub(lambda found: found[1] + found[2].upper(), line)

    return spelt


def _shown(word: str, tongue: str) -> str:
    if word.startswith(LABEL_BEGINS):
        return word[len(LABEL_BEGINS) : -1]
    if word[0] == NAME_BEGINS:
        name = word[1:-1]
        return name if name in _CLASSES[tongue].values() else f"[{name}]"
    return _CAPITALS[tongue].get(word, word)


# -- faces -----------------------------------------------------------------------------------------


def finished(draft: Draft) -> Any:
    """The face of a card whose lines are all understood."""
    record = draft.record
    abilities = [
        ability
        for value, line in zip(draft.values, draft.lines, strict=True)
        for ability in as_data(value, line.start)
    ]
    data = {"name": record.name, "type": record.type_line, **record.printed}
    try:
        return read_face(_with_strike({**data, "abilities": abilities}))
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


def _with_strike(data: dict[str, Any]) -> dict[str, Any]:
    """A simple strike written as 1-2-3 as three numbers."""
    strike = data.get("strike")
    return {**data, "strike": strike.split("-")} if isinstance(strike, str) else data


def written(data: dict[str, Any]) -> CardRecord:
    """The record of a card that a user wrote. ValueError says what of it is no card."""
    name, text = named(data)
    with naming(name):
        if "abilities" in data:
            raise ValueError("what a card can do stands in its text")
        face = read_face(_with_strike({key: data[key] for key in data if key != "text"}))
    return msgspec.structs.replace(unfaced(face).record, oracle_text=text)


def unfaced(face: BerserkFace) -> Unfaced:
    """A shipped face as a record without text, and its lines as data."""
    printed = msgspec.to_builtins(face)
    for key in ("name", "type", "abilities"):
        printed.pop(key, None)
    if "strike" in printed:
        printed["strike"] = "-".join(map(str, printed["strike"]))
    printed = {key: tuple(v) if isinstance(v, list) else v for key, v in printed.items()}
    record = CardRecord(name=face.name, type_line=face.type, printed=printed)
    text = [msgspec.to_builtins(ability) for ability in in_short(face.abilities)]
    return Unfaced(record, tuple(("line", [ability]) for ability in text))


def _grammar(tongue: str) -> Grammar:
    words = {
        "label": _labels(_ABILITIES[tongue]),
        "name": _in_tongue(_CLASSES[tongue]),
        "cardname": _names_of_cards(tongue),
        "strength": (_strength, _said_strength),
        "signed": (signed_read, signed_said),
        "one": _whole(frozenset((1,))),
        "few": _whole(_FEW),
        "many": _whole(_MANY),
    }
    phrases = sorted((_HERE / "phrases" / tongue).glob("*.phrases"))
    return Grammar(tuple(phrases), words, _spelt(tongue))


LANGUAGE = Language(
    game="berserk",
    grammars={tongue: _grammar(tongue) for tongue in (ENGLISH, RUSSIAN)},
    starts=("line",),
    lines=lines,
    settled=as_data,
    spoken=as_said,
    defaults=defaults_of(VOCABULARY),
    face=finished,
    trial=trial,
    outside=frozenset(),
    sources=tuple(
        _HERE / name
        for name in ("wording.py", "shorthand.py", "nodes.py", "named.py", "kinds.toml")
    ),
    incomplete=lambda face: bool(face.missing),
    unfaced=unfaced,
    written=written,
)
