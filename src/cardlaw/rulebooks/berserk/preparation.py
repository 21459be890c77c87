"""The preparation of a turn (chapter 310): which closed cards do not open, and who is thirsty."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.happen import WOUNDED, happen
from cardlaw.rulebooks.berserk.meaning import can_be_wounded
from cardlaw.rulebooks.berserk.places import adjacent
from cardlaw.rulebooks.berserk.select import char_of
from cardlaw.rulebooks.berserk.words import CREATURE, STUNNED, is_closed, is_hidden

THIRST = "thirst"

Work = Generator[Choice, Option, list[int]]


def opens(state: State, closed: Iterable[int]) -> list[int]:
    """The closed cards that nothing keeps from opening."""
    return [obj for obj in closed if not state.status.get(obj, 0) & STUNNED]


def _opening(state: State, player: int) -> list[int]:
    """A player's closed cards that would open, in the order of their numbers."""
    closed = [obj for obj in state.board().squads[player] if is_closed(state, obj)]
    return sorted(opens(state, closed))


@rules("BE09 414.1")
def _thirsty(state: State, player: int, event: int) -> Work:
    """Closed cards with thirst wound a creature beside them, or stay closed."""
    staying: list[int] = []
    for obj in _opening(state, player):
        number = char_of(state, obj).keywords.get(THIRST, 0)
        if not number:
            continue
        board = state.board()
        near = [
            other
            for other, char in sorted(board.chars.items())
            if char.type == CREATURE and adjacent(board, obj, other) and not is_hidden(state, other)
        ]
        answer = yield Choice("thirst", player, (obj, *near))
        if answer == ("none",):
            state.event("stays closed", "BE09 414.1", (event, state.answer), obj)
            staying.append(obj)
        elif can_be_wounded(state, answer[1], event):
            happen(state, WOUNDED, "BE09 414.1", (event, state.answer), answer[1], number)
    return staying


def thirst_space(state: State, choice: Choice) -> OneOf:
    """The creatures that a thirsty card may wound, or none."""
    return OneOf([*(("wound", obj) for obj in choice.args[1:]), ("none",)])


def staying_space(state: State, choice: Choice) -> OneOf:
    """Opening all the rest, or one more card that stays closed; they are named in their order."""
    return OneOf([("open the rest",), *(("leave closed", obj) for obj in choice.args)])


@rules("BE09 310.2")
def stay_closed(state: State, player: int, event: int) -> Work:
    """Ask which closed cards of a player shall not open; nobody has priority meanwhile."""
    staying = yield from _thirsty(state, player, event)
    if state.options["staying-closed"] == "never":
        return staying
    waiting = [obj for obj in _opening(state, player) if obj not in staying]
    while waiting:
        answer = yield Choice("opening", player, tuple(waiting))
        if answer == ("open the rest",):
            break
        obj = answer[1]
        state.event("stays closed", "BE09 310.2", (event, state.answer), obj)
        staying.append(obj)
        waiting = [other for other in waiting if other > obj]
    return staying
