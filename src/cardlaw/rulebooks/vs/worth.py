"""How good a position is for a player: a guess for players that look ahead, not a rule."""

from __future__ import annotations

from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.select import traits_of

#: the scale: a point of endurance is ten
ENDURANCE = 10
CARD = 12
RESOURCE = 40
#: what a character is worth beyond its numbers, and what is left of it while it is stunned
CHARACTER = 20
STUNNED = 4
#: an attacker that need not stay behind the front row, and one that can attack this turn
PLACED, READY = 6, 2


def worth(state: State, player: int) -> int:
    """One side's endurance, characters, resources and cards, less those of the other side."""
    return _side(state, player) - _side(state, 1 - player)


def settled(state: State) -> bool:
    """Whether the chain is empty and no attack goes on."""
    return not state.lists.get("pile") and not state.turn.get("attack", 0)


def _side(state: State, player: int) -> int:
    value = ENDURANCE * state.points.get((player, words.ENDURANCE), 0)
    value += CARD * len(state.zone(words.HAND, player))
    value += RESOURCE * len(words.resources(state, player))
    return value + sum(_character(state, obj) for obj in words.characters(state, player))


def _character(state: State, obj: int) -> int:
    traits = traits_of(state, obj)
    value = CHARACTER + 6 * max(0, traits.atk) + 5 * max(0, traits.defence)
    if words.has(state, obj, words.STUNNED):
        return value // STUNNED
    front: bool = state.place.get(obj, (words.FRONT, 1))[0] == words.FRONT
    value += PLACED * (front is not traits.range)
    return value + READY * (not words.has(state, obj, words.EXHAUSTED))
