"""What is done before recruiting and before the reveal (303, 306): who may, and when."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN
from cardlaw.rulebooks.berserk.words import (
    EARLY,
    RECRUITING,
    REVEALING,
    first_player,
    step,
)

#: the rule of each moment
RULES: dict[str, str] = dict(zip(EARLY, ("BE09 303", "BE09 306.1"), strict=True))


@rules("BE09 303", "BE09 306.1")
def early_moment(state: State) -> str:
    """The moment before recruiting or the reveal, while it lasts; the empty string otherwise.

    It is skipped where no card of the game has an ability for it, which everybody may know.
    """
    now = step(state)
    if now == RECRUITING:
        moment = EARLY[0]
    elif now == REVEALING and not state.turn.get("revealed", 0):
        moment = EARLY[1]
    else:
        return ""
    here = moment in state.texts.early and state.turn.get(moment, 0) < 2
    return moment if here else ""


@rules("BE09 303", "BE09 306.1")
def early_player(state: State, moment: str) -> int:
    """Who acts in such a moment: the first player until passing, then the second."""
    first = first_player(state)
    return first if not state.turn.get(moment, 0) else 1 - first


@rules("BE09 303", "BE09 306.1")
def pass_early(state: State, moment: str, player: int, cause: int) -> None:
    """Passing is final: the other player goes on, or the moment is over."""
    state.event("passed", RULES[moment], (cause,), player)
    state.put(TURN, moment, state.turn.get(moment, 0) + 1)
