"""Keywords of cards that are cast in other ways: madness and its kin (CR 702.35 and others)."""

from __future__ import annotations

from cardlaw.cards.nodes import Ability, Cost, Keyword, On, Select, Triggered, ValueOf
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.clauses import CastBy
from cardlaw.rulebooks.magic.instructions import Compare
from cardlaw.rulebooks.magic.nodes import CastCost

#: an ability, its keyword, its rule, a quality of its target
Spelt = tuple[Ability, str, str, Select | None]
#: the word of triggers for a card that is exiled as it is discarded
DISCARDED_INTO_EXILE = "is discarded into exile"
SELF = Select(who="self")


def label(ability: Keyword, word: str) -> str:
    """A keyword as it is printed, with its cost."""
    words = " ".join((word, *ability.words))
    return f"{words} {ability.cost}".strip()


def price(ability: Keyword) -> Cost:
    """The cost of a keyword, in mana or in more than that."""
    return ability.price or Cost(pay=ability.cost)


@rules("CR 702.35a", "CR 702.35b")
def madness(ability: Keyword) -> list[Spelt]:
    """Madness: discarded into exile, from where its owner may cast it for this cost."""
    words = label(ability, "madness")
    way = CastCost(name="madness", cost=price(ability), instead=True, called=True, text=words)
    offer = Triggered(
        on=(On(event=DISCARDED_INTO_EXILE),),
        do=(CastBy(what=SELF, way="madness", otherwise="graveyard"),),
        zone="exile",
        text="madness",
    )
    return [(way, "madness", "CR 702.35a", None), (offer, "madness", "CR 702.35a", None)]


@rules("CR 702.117a")
def surge(ability: Keyword) -> list[Spelt]:
    """Surge: an alternative cost if its player has cast another spell this turn."""
    cast = ValueOf(what="spells cast", of=Select(who="you"))
    node = CastCost(
        name="surge",
        cost=price(ability),
        instead=True,
        when=(Compare(left=cast, right=1),),
        text=label(ability, "surge"),
    )
    return [(node, "surge", "CR 702.117a", None)]
