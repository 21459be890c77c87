"""Which kinds of action there are, and which can be legal now (CR 116, 117)."""

from __future__ import annotations

from cardlaw.kernel.action import Shape, offer
from cardlaw.kernel.choice import Option
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.actions import Cast, Pass, PlayLand, TapForMana
from cardlaw.rulebooks.magic.activate import Activate
from cardlaw.rulebooks.magic.aside import ROWS
from cardlaw.rulebooks.magic.setting_aside import ACTIONS, Aside
from cardlaw.rulebooks.magic.steps import sorcery_time
from cardlaw.rulebooks.magic.turning import Turn

PRIORITY_SHAPES: tuple[Shape, ...] = (
    Pass(),
    PlayLand(),
    Cast(),
    Activate("equip", "equip", "to"),
    Activate("fortify", "fortify", "to"),
    Activate("reconfigure", "reconfigure", "to"),
    Activate("activate", "", "targeting"),
    TapForMana(),
    Turn(),
    *(Aside(keyword) for keyword in ACTIONS),
)

#: what can be legal when nothing can be done as a sorcery
_FAST_VERBS = ("pass", "cast", "activate", "tap", "turn", *ACTIONS)
FAST_SHAPES = tuple(shape for shape in PRIORITY_SHAPES if shape.verb in _FAST_VERBS)


def offered(state: State, player: int) -> list[Option]:
    """What a player with priority may do now, found once while nothing changes that it reads.

    Steps that only pass follow one another in one epoch; what an offer reads besides the shaping
    tables is the time for sorceries and lands, life and mana, and how often something was used;
    the turn, where cards wait in exile for a later one.
    """
    memory = state.remembered()
    turn = state.turn
    slowly = sorcery_time(state, player)
    key = (
        "offer",
        player,
        slowly,
        turn["number"] if state.lists.get(ROWS) else 0,
        turn.get("lands", 0),
        tuple(state.points.items()),
        tuple(state.used.items()),
    )
    found: list[Option] | None = memory.get(key)
    if found is None:
        everything = slowly or state.board().parts.get("allow equip any time")
        shapes = PRIORITY_SHAPES if everything else FAST_SHAPES
        found = memory[key] = offer(state, shapes, player)
    return found
