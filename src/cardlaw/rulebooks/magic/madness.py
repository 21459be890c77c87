"""Cards that go into exile as they are discarded (CR 702.35)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.face import printed


@rules("CR 702.35a")
def goes_into_exile(state: State, obj: int) -> bool:
    """Whether a card is exiled as it is discarded."""
    return any(way.node.name == "madness" for way in printed(state, obj).compiled.casting)
