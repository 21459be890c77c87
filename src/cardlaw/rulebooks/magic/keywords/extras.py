"""Keywords of casting that ask for more or copy the spell: escape, storm and others (CR 702)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cardlaw.cards.nodes import (
    Activated,
    Cost,
    Does,
    Keyword,
    On,
    Select,
    Set,
    Toll,
    Triggered,
    ValueOf,
)
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.copy_nodes import CopySpell, CopyToken
from cardlaw.rulebooks.magic.keywords.casting import SELF, Spelt, label, price
from cardlaw.rulebooks.magic.nodes import CastCost, Paid, Search


@rules("CR 702.138a")
def escape(ability: Keyword) -> list[Spelt]:
    """Escape: cast from the graveyard, for a cost and N other cards from there."""
    cost = price(ability)
    others = Toll(
        do="exile", what=Select(zone="graveyard", except_self=True), amount=ability.number
    )
    way = CastCost(
        name="escape",
        cost=msgspec.structs.replace(cost, also=(*cost.also, others)),
        instead=True,
        zone="graveyard",
        text=label(ability, "escape"),
    )
    return [(way, "escape", "CR 702.138a", None)]


#: what may be sacrificed for bargain
_BARGAINS = Select(
    any_of=(
        Select(types=("artifact",)),
        Select(types=("enchantment",)),
        Select(states=("token",)),
    )
)


@rules("CR 702.166a")
def bargain(ability: Keyword) -> list[Spelt]:
    """Bargain: an artifact, enchantment or token may be sacrificed as an additional cost."""
    cost = Cost(sacrifice=_BARGAINS)
    node = CastCost(name="bargain", cost=cost, optional=True, text="bargain")
    return [(node, "bargain", "CR 702.166a", None)]


def _when_paid(name: str, rule: str, event: str, *do: Does) -> Spelt:
    """What triggers on a spell being cast, or on what it becomes entering, if a cost was paid."""
    on = (On(event=event),)
    return (Triggered(on=on, when=(Paid(name=name),), do=do, text=name), name, rule, None)


@rules("CR 702.153a")
def casualty(ability: Keyword) -> list[Spelt]:
    """Casualty N: a creature of such power may be sacrificed; then the spell is copied."""
    strong = Select(types=("creature",), values={"power": (ability.number, None)})
    words = f"casualty {ability.number}"
    way = CastCost(name="casualty", cost=Cost(sacrifice=strong), optional=True, text=words)
    copy = CopySpell(what=SELF, retarget=True)
    rule = "CR 702.153a"
    return [(way, "casualty", rule, None), _when_paid("casualty", rule, "casts", copy)]


@rules("CR 702.56a")
def replicate(ability: Keyword) -> list[Spelt]:
    """Replicate: a cost that may be paid any number of times, for a copy each time."""
    words = label(ability, "replicate")
    way = CastCost(name="replicate", cost=price(ability), optional=True, many=True, text=words)
    times = ValueOf(what="paid replicate", of=Select())
    copies = CopySpell(what=SELF, amount=times, retarget=True)
    rule = "CR 702.56a"
    return [(way, "replicate", rule, None), _when_paid("replicate", rule, "casts", copies)]


@rules("CR 702.175a")
def offspring(ability: Keyword) -> list[Spelt]:
    """Offspring: an additional cost for a 1/1 copy of the creature as it enters."""
    words = label(ability, "offspring")
    way = CastCost(name="offspring", cost=price(ability), optional=True, text=words)
    child = CopyToken(of=SELF, but=(Set(value="both", amount=1),))
    rule = "CR 702.175a"
    return [(way, "offspring", rule, None), _when_paid("offspring", rule, "enters", child)]


@rules("CR 702.40a")
def storm(ability: Keyword) -> list[Spelt]:
    """Storm: a copy for each other spell cast before it this turn."""
    before = ValueOf(what="spells cast before it", of=Select())
    copies = CopySpell(what=SELF, amount=before, retarget=True)
    node = Triggered(on=(On(event="casts"),), do=(copies,), text="storm")
    return [(node, "storm", "CR 702.40a", None)]


@rules("CR 702.29e", "CR 702.29f")
def typecycling(ability: Keyword) -> list[Spelt]:
    """Typecycling: discard this card and search for a card of a type."""
    cost = price(ability)
    node = Activated(
        do=(Search(what=ability.select or Select(types=("land",)), to="hand"),),
        cost=msgspec.structs.replace(cost, also=(*cost.also, Toll(do="discard"))),
        zone="hand",
        text=f"{''.join(ability.words) or 'type'}cycling {ability.cost}".strip(),
    )
    return [(node, "cycling", "CR 702.29e", None)]


@rules("CR 702.47a", "CR 702.47b", "CR 702.47c")
def splice(ability: Keyword) -> list[Spelt]:
    """Splice: from the hand, the text of this card may be added to another spell for a cost."""
    words = label(ability, "splice")
    way = CastCost(name="splice", cost=price(ability), called=True, text=words)
    return [(way, "splice", "CR 702.47a", ability.select)]


#: the keywords of this module
SPELT: dict[str, Callable[[Keyword], list[Spelt]]] = {
    "escape": escape,
    "bargain": bargain,
    "casualty": casualty,
    "replicate": replicate,
    "offspring": offspring,
    "splice": splice,
    "storm": storm,
    "typecycling": typecycling,
}
