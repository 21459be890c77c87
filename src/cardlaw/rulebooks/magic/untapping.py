"""What happens to permanents that would untap: stun counters (CR 122.1d)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State

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
