"""Keywords of Vehicles and Mounts: crew, saddle (CR 702.122, 702.171)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.cards.nodes import (
    Ability,
    Activated,
    Change,
    Cost,
    Keyword,
    Select,
    SetState,
    Toll,
)
from cardlaw.rulebooks.magic.keywords.fighting import SELF, label
from cardlaw.rulebooks.magic.nodes import Become


def crew(ability: Keyword) -> tuple[Ability, ...]:
    """Tap untapped creatures with total power N: this becomes an artifact creature this turn."""
    others = Select(types=("creature",), controller="you", except_self=True)
    taps = Toll(do="tap", what=others, amount=ability.number, worth="power")
    becomes = Change(what=SELF, gives=(Become(types=("artifact", "creature"), add=True),))
    return (Activated(do=(becomes,), cost=Cost(also=(taps,)), text=label(ability)),)


def saddle(ability: Keyword) -> tuple[Ability, ...]:
    """Tap other untapped creatures with total power N: this is saddled this turn."""
    others = Select(types=("creature",), controller="you", except_self=True)
    taps = Toll(do="tap", what=others, amount=ability.number, worth="power")
    node = Activated(
        do=(SetState(what=SELF, state="saddled"),),
        cost=Cost(also=(taps,)),
        timing="sorcery",
        text=label(ability),
    )
    return (node,)


MEANINGS: dict[str, tuple[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "crew": ("CR 702.122a", crew),
    "saddle": ("CR 702.171a", saddle),
}
PRINTED: frozenset[str] = frozenset(("crew", "saddle"))
