"""The preparation of a turn (chapter 310): which closed cards do not open, and who is thirsty."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.words import STUNNED, is_closed

Work = Generator[Choice, Option, list[int]]


def opens(state: State, closed: Iterable[int]) -> list[int]:
    """The closed cards that nothing keeps from opening."""
    return [obj for obj in closed if not state.status.get(obj, 0) & STUNNED]


def staying_space(state: State, choice: Choice) -> OneOf:
    """Opening all the rest, or one more card that stays closed; they are named in their order."""
    return OneOf([("open the rest",), *(("leave closed", obj) for obj in choice.args)])


@rules("BE09 310.2")
def stay_closed(state: State, player: int, event: int) -> Work:
    """Ask which closed cards of a player shall not open; nobody has priority meanwhile."""
    staying: list[int] = []
    if state.options["staying-closed"] == "never":
        return staying
    closed = [obj for obj in state.board().squads[player] if is_closed(state, obj)]
    waiting = sorted(opens(state, closed))
    while waiting:
        answer = yield Choice("opening", player, tuple(waiting))
        if answer == ("open the rest",):
            break
        obj = answer[1]
        state.event("stays closed", "BE09 310.2", (event, state.answer), obj)
        staying.append(obj)
        waiting = [other for other in waiting if other > obj]
    return staying
