"""Tapping, and untapping with stun counters in its place (CR 122.1d, 701.26)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import TAPPED

#: the kind of such counters
STUN = "stun"


@rules("CR 122.1d", "CR 701.26b")
def untaps(
    state: State, objs: Iterable[int], rule: str, causes: tuple[int, ...]
) -> list[Happening]:
    """The events of tapped permanents that would untap: a stun counter is removed instead."""
    return [
        Happening("put counters", "CR 122.1d", causes, (obj, STUN, -1))
        if state.counters.get((obj, STUN))
        else Happening("untapped", rule, causes, (obj,))
        for obj in objs
    ]


@rules("CR 701.26a", "CR 701.26b")
def turned(
    state: State, objs: Iterable[int], causes: tuple[int, ...], *, tap: bool
) -> list[Happening]:
    """The events of tapping or untapping those permanents that aren't so already."""
    things = [obj for obj in objs if bool(state.status.get(obj, 0) & TAPPED) != tap]
    if tap:
        return [Happening("tapped", "CR 701.26a", causes, (obj,)) for obj in things]
    return untaps(state, things, "CR 701.26b", causes)
