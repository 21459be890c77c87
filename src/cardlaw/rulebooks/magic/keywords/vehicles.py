"""Keywords of Vehicles: crew (CR 702.122)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.cards.nodes import Ability, Activated, Change, Cost, Keyword, Select, Toll
from cardlaw.rulebooks.magic.keywords.fighting import SELF, label
from cardlaw.rulebooks.magic.nodes import Become


def crew(ability: Keyword) -> tuple[Ability, ...]:
    """Tap untapped creatures with total power N: this becomes an artifact creature this turn."""
    others = Select(types=("creature",), controller="you", except_self=True)
    taps = Toll(do="tap", what=others, amount=ability.number, worth="power")
    becomes = Change(what=SELF, gives=(Become(types=("artifact", "creature"), add=True),))
    return (Activated(do=(becomes,), cost=Cost(also=(taps,)), text=label(ability)),)


MEANINGS: dict[str, tuple[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "crew": ("CR 702.122a", crew),
}
PRINTED: frozenset[str] = frozenset(("crew",))
