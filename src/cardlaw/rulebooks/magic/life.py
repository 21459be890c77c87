"""Gaining life: by lifelink, and players who can't (CR 119.7, 119.10, 120.3f)."""

from __future__ import annotations

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import is_forbidden
from cardlaw.rulebooks.magic.last_known import char_of_ref


@rules("CR 119.7", "CR 101.2")
def may_gain_life(state: State, cause: int, player: int) -> bool:
    """Whether a player may gain life; that nothing is gained is noted."""
    if not is_forbidden(state.board(), "gain life", player):
        return True
    state.event("gained no life", "CR 119.7", (cause,), player)
    return False


@rules("CR 120.3f", "CR 702.15b", "CR 119.10")
def life_by_damage(state: State, written: list[int]) -> list[Happening]:
    """The life that lifelink gains for damage that was dealt, where something may replace it."""
    found = []
    for number in written:
        kind, _, _, values = state.entries[number - state.base]
        if kind not in ("dealt damage", "damaged a player"):
            continue
        source, _, amount, _, born = values
        char = char_of_ref(state, Ref(source, born))
        if char.has("lifelink") and may_gain_life(state, number, char.controller):
            gain = (char.controller, amount)
            found.append(Happening("gained life", "CR 120.3f", (number,), gain))
    return found
