"""Which kinds of action there are, and which can be legal now (CR 116, 117)."""

from __future__ import annotations

from cardlaw.kernel.action import Shape
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.actions import Activate, Cast, Pass, PlayLand, TapForMana
from cardlaw.rulebooks.magic.steps import sorcery_time

PRIORITY_SHAPES: tuple[Shape, ...] = (
    Pass(),
    PlayLand(),
    Cast(),
    Activate("equip", "equip", "to"),
    Activate("fortify", "fortify", "to"),
    Activate("reconfigure", "reconfigure", "to"),
    Activate("activate", "", "targeting"),
    TapForMana(),
)

#: what can be legal when nothing can be done as a sorcery
FAST_SHAPES = tuple(
    shape for shape in PRIORITY_SHAPES if shape.verb in ("pass", "cast", "activate", "tap")
)


def possible_shapes(state: State, player: int) -> tuple[Shape, ...]:
    """The kinds of action that can be legal now for the player with priority."""
    if sorcery_time(state, player) or state.board().parts.get("allow equip any time"):
        return PRIORITY_SHAPES
    return FAST_SHAPES
