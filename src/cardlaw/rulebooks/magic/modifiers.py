"""Changes until end of turn in the words of a position: "+2/+0", "gains flying", "base 1/1"."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardlaw.cards.nodes import Change, Control, Gain, Get, Gives, Lose, Script, Select, Set
from cardlaw.kernel.setup import Placement
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, Effect
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.nodes import Become, Switch

_CHANGE = re.compile(r"([+-]\d+)/([+-]\d+)")
_BASE = re.compile(r"base (\d+)/(\d+)")
_GAINS = re.compile(r"(gains|loses) (.+)")
_BECOMES = re.compile(r"becomes an? (?:(\d+)/(\d+) )?([a-z ]*?)(?: with all creature types)?")


def read(word: str) -> tuple[Gives, ...] | None:
    """The parts of a change in words; None for words that aren't one."""
    if word == "switched":
        return (Switch(),)
    if word == "loses all abilities":
        return (Lose(all_abilities=True),)
    found = _CHANGE.fullmatch(word)
    if found:
        return _pair(Get, int(found[1]), int(found[2]))
    found = _BASE.fullmatch(word)
    if found:
        return _pair(Set, int(found[1]), int(found[2]))
    found = _GAINS.fullmatch(word)
    if found:
        words = (found[2],)
        return (Gain(keywords=words) if found[1] == "gains" else Lose(keywords=words),)
    found = _BECOMES.fullmatch(word)
    if found and found[3].split():
        types = tuple(found[3].split())
        gives: list[Gives] = [
            Become(types=types, add=True, all_creature_types=word.endswith("creature types"))
        ]
        if found[1]:
            gives.extend(_pair(Set, int(found[1]), int(found[2])))
        return tuple(gives)
    return None


def _pair(node: type[Get] | type[Set], power: int, toughness: int) -> tuple[Gives, ...]:
    return (node(value="power", amount=power), node(value="toughness", amount=toughness))


def face_of(
    words: list[tuple[str, Placement]], bad: Callable[[str, Placement], None]
) -> tuple[Face | None, dict[int, int]]:
    """A face whose text holds all changes of a position, and the number of each one's node."""
    abilities = []
    for word, placement in words:
        gives = read(word)
        if word in ("controlled by A", "controlled by B"):
            control = Control(what=Select(), until="turn")
            abilities.append(Script(do=(control,)))
        elif gives is None:
            bad(word, placement)
            abilities.append(Script(do=()))
        else:
            abilities.append(Script(do=(Change(what=Select(), gives=gives),)))
    if not abilities:
        return None, {}
    face = Face(name="the position", abilities=tuple(abilities), token=True)
    numbers = {}
    for index, ability in enumerate(abilities):
        if ability.do:
            numbers[index] = face.compiled.number(ability.do[0])
    return face, numbers


def begin(state: State, obj: int, text: tuple[int, int], word: str) -> None:
    """Note one change as a continuous effect on an object."""
    you = 1 if word == "controlled by B" else 0
    row = Effect(text, -1, you, (state.ref(obj),), "turn", state.tick(), state.base, ())
    state.put(EFFECTS, state.number(), row)
