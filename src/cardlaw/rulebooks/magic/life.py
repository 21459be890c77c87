"""Players who can't gain life (CR 119.7)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import is_forbidden


@rules("CR 119.7", "CR 101.2")
def may_gain_life(state: State, cause: int, player: int) -> bool:
    """Whether a player may gain life; that nothing is gained is noted."""
    if not is_forbidden(state.board(), "gain life", player):
        return True
    state.event("gained no life", "CR 119.7", (cause,), player)
    return False
