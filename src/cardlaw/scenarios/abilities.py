"""Which ability or spell the first words of a text mean."""

from __future__ import annotations

import re

from cardlaw.cards.nodes import Activated, Triggered
from cardlaw.kernel.choice import Option
from cardlaw.rulebooks.magic.actions import TapForMana
from cardlaw.rulebooks.magic.activate import Activate, abilities
from cardlaw.rulebooks.magic.board import Held
from cardlaw.rulebooks.magic.face import Face, Skill, printed
from cardlaw.scenarios.names import Called, starts

_SYMBOL = re.compile(r"\{[^}]*\}")
#: the first words of triggered abilities
_TRIGGERED = ("When ", "Whenever ", "At the beginning ")
_KEYWORDS = ("equip", "fortify", "reconfigure")


def activations(called: Called, option: Option, words: str) -> bool:
    """Whether an option activates an ability whose text begins so."""
    shape = called.game.book.by_verb.get(option[0])
    if isinstance(shape, TapForMana):
        return _adds(option, words)
    if not isinstance(shape, Activate):
        return False
    held = abilities(called.state, option[1], shape.kind)
    return any(is_ability(called, option[1], each, words) for each in held)


def is_from(called: Called, option: Option, name: str) -> bool:
    """Whether an option uses an object of that name, or an ability that such an object grants."""
    shape = called.game.book.by_verb.get(option[0])
    if called.is_called(option[1], name):
        return True
    if not isinstance(shape, Activate):
        return False
    held = abilities(called.state, option[1], shape.kind)
    return any(called.is_called(each.source, name) for each in held)


def ability_number(called: Called, first: Option, words: str) -> int:
    """The number of the ability of an announced permanent that some first words mean; or -1."""
    shape = called.game.book.by_verb[first[0]]
    assert isinstance(shape, Activate)
    held = abilities(called.state, first[1], shape.kind)
    fits = [n for n, each in enumerate(held) if is_ability(called, first[1], each, words)]
    return fits[0] if fits else -1


def _adds(option: Option, words: str) -> bool:
    """Whether tapping for mana is meant by "{T}: Add {G}"."""
    if not words.startswith("{T}: Add"):
        return False
    symbols = _SYMBOL.findall(words.split("Add", 1)[1])
    return not symbols or "".join(symbols) == "".join(f"{{{c}}}" for c in str(option[2]))


def is_ability(called: Called, obj: int, held: Held, words: str) -> bool:
    """Whether an ability's text begins with these words, or has the cost that they begin with."""
    node = held.skill.node
    if not isinstance(node, Activated):
        return False
    word = words.casefold()
    keyword = next((k for k in _KEYWORDS if word.startswith(k)), "")
    if keyword or held.skill.keyword in _KEYWORDS:
        rest = word.removeprefix(keyword).strip(" \u2014")
        quality = held.skill.quality
        kinds = [kind.casefold() for kind in (*quality.kinds, *quality.types)] if quality else []
        named = rest.split(" ")[0] in kinds
        return held.skill.keyword == keyword and (named or rest in held.skill.label.casefold())
    name = printed(called.state, held.source).name
    if node.text:
        return starts(node.text, words, name) or starts(printed(called.state, obj).name, words, "")
    return _has_cost(node, words)


def _has_cost(node: Activated, words: str) -> bool:
    cost = words.split(":", maxsplit=1)[0]
    symbols = [symbol for symbol in _SYMBOL.findall(cost) if symbol != "{this}"]
    taps = "{T}" in symbols
    mana = "".join(s for s in symbols if s not in ("{T}", "{Q}"))
    if taps and not node.cost.exhaust:
        return False
    if mana and not node.cost.pay.startswith(mana):
        return False
    if "acrifice" in cost and node.cost.sacrifice is None:
        return False
    return not ("emove" in cost and not node.cost.remove_counters)


def is_item_called(called: Called, key: int, words: str) -> bool:
    """Whether an item on the pile is the spell or ability that some first words mean."""
    item = called.state.pile[key]
    if item.kind == "spell":
        name = called.name_of(item.source.id)
        return name.casefold().startswith(words.removeprefix("Cast ").casefold())
    if words.startswith("Cast "):
        return False
    face = printed(called.state, item.source.id)
    skill = face.compiled.skills.get(item.text[-1]) if item.text else None
    if skill is None:
        return False
    if skill.keyword and words.casefold().startswith(skill.keyword):
        return True
    if isinstance(skill.node, Triggered) and not skill.node.text:
        return words.startswith(_TRIGGERED) and _is_only_trigger(face, skill)
    return starts(getattr(skill.node, "text", ""), words, face.name)


def _is_only_trigger(face: Face, skill: Skill) -> bool:
    """Whether a card has no other triggered ability, so that any first words of one mean it."""
    skills = face.compiled.skills.values()
    return not any(isinstance(s.node, Triggered) for s in skills if s is not skill)
