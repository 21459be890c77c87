"""States of objects (701): which of them an effect can bring about now."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import board_of
from cardlaw.rulebooks.vs.occasions import SETTING
from cardlaw.rulebooks.vs.powers import COSMIC
from cardlaw.rulebooks.vs.select import traits_of


def change_of_state(state: State, obj: int, word: str, on: bool) -> str:
    """The event by which an object comes into a state or out of it; empty if it cannot."""
    if word in ("stunned", "exhausted"):
        return _worn_out(state, obj, word, on)
    if word == "face up":
        up = state.where[obj][0] == words.RESOURCES and words.has(state, obj, words.FACE_UP)
        return "turned down" if up and not on else ""
    return _in_attack(state, obj, word, on)


@rules("VS 701.12", "VS 708.11")
def _worn_out(state: State, obj: int, word: str, on: bool) -> str:
    stunned = words.has(state, obj, words.STUNNED)
    exhausted = words.has(state, obj, words.EXHAUSTED)
    if word == "stunned":
        if not words.in_area(state, obj) or stunned == on:
            return ""
        if on and not may_be_stunned(state, obj):
            return ""
    elif (
        not words.in_play(state, obj)
        or exhausted == on
        or (stunned and not on)
        or not on
        and not may_ready(state, obj)
    ):
        return ""
    return SETTING[word][0 if on else 1]


@rules("VS 103")
def may_be_stunned(state: State, obj: int) -> bool:
    """Whether nothing forbids a character to become stunned."""
    return "be stunned" not in traits_of(state, obj).forbidden


@rules("VS 103")
def may_ready(state: State, obj: int) -> bool:
    """Whether nothing forbids an object to become ready."""
    traits = board_of(state).traits.get(obj)
    return traits is None or "ready" not in traits.forbidden


@rules("VS 6", "VS 507", "VS 701.12")
def _in_attack(state: State, obj: int, word: str, on: bool) -> str:
    if not words.in_area(state, obj) or state.turn.get("attack", 0) != words.GOING:
        return ""
    attacks = words.has(state, obj, words.ATTACKER)
    defends = words.has(state, obj, words.DEFENDER)
    fit = {
        "attacker": attacks,
        "defender": not attacks and not defends and not words.has(state, obj, words.STUNNED),
        "reinforced": defends and words.has(state, obj, words.REINFORCED) != on,
        "powered up": attacks or defends,
    }[word]
    return SETTING[word][0 if on else 1] if fit else ""


@rules("VS 701")
def cosmic_room(state: State, obj: int) -> int:
    """How many cosmic counters an object may still get: one, and none while it is stunned."""
    if words.has(state, obj, words.STUNNED) or not words.in_area(state, obj):
        return 0
    return 0 if (obj, COSMIC) in state.counters else 1
