"""Bestow: creature cards that are cast as Auras, and when they stop being Auras (CR 702.103)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.cards.nodes import Select
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.nodes import Become
from cardlaw.rulebooks.magic.prices import Way

#: the name of the alternative cost, and of the list of what is bestowed
BESTOW, BESTOWED = "bestow", "bestowed"
#: what a bestowed spell or permanent can enchant, and what it is
CREATURE = Select(types=("creature",))
AURA = Become(types=("enchantment",), kinds=("Aura",))


def is_bestowed(state: State, obj: int) -> bool:
    """Whether a spell or permanent is bestowed now."""
    return obj in state.lists.get(BESTOWED, ())


def cast_bestowed(ways: Sequence[Way]) -> bool:
    """Whether the alternative cost that was chosen is that of bestow."""
    return bool(ways) and any(way.node.instead and way.node.name == BESTOW for way in ways)


@rules("CR 702.103a")
def has_bestow(state: State, obj: int) -> bool:
    """Whether a card can be cast by bestow."""
    return any(way.node.name == BESTOW for way in printed(state, obj).compiled.casting)


@rules("CR 702.103b", "CR 702.103c")
def note_bestowed(state: State, obj: int) -> None:
    """A spell is bestowed from now on, as part of the event begun last."""
    state.set_list(BESTOWED, (*state.lists.get(BESTOWED, ()), obj))


@rules("CR 702.103e", "CR 702.103f", "CR 702.103g")
def forget_bestowed(state: State, obj: int) -> None:
    """What was bestowed is so no longer, as part of the event begun last."""
    if is_bestowed(state, obj):
        rest = (other for other in state.lists[BESTOWED] if other != obj)
        state.set_list(BESTOWED, tuple(rest))


@rules("CR 702.5a", "CR 702.103b")
def enchants_of(state: State, obj: int) -> list[Select]:
    """What the enchant abilities of an Aura ask of its host; bestow gives enchant creature."""
    own = printed(state, obj).compiled.enchants
    return [*own, CREATURE] if is_bestowed(state, obj) else own
