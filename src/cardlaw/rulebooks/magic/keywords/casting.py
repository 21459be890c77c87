"""Keywords of cards that are cast in other ways: madness and its kin (CR 702.35 and others)."""

from __future__ import annotations

from cardlaw.cards.nodes import Ability, Activated, Cost, Keyword, On, Select, Triggered, ValueOf
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.clauses import CastBy
from cardlaw.rulebooks.magic.copy_nodes import CopyToken
from cardlaw.rulebooks.magic.instructions import Compare, ExchangeWithHand
from cardlaw.rulebooks.magic.nodes import CastCost, Paid

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


#: keywords by which a card is cast from the graveyard -> what is discarded, where it goes, rule
_DISCARDING = {
    "jump-start": (Select(), "exile", "CR 702.133a"),
    "retrace": (Select(types=("land",)), "", "CR 702.81a"),
}


@rules("CR 702.133a", "CR 702.81a")
def cast_again(ability: Keyword) -> list[Spelt]:
    """Jump-start and retrace: from the graveyard, with a discard besides."""
    what, then, rule = _DISCARDING[ability.name]
    again = CastCost(
        name=ability.name,
        cost=Cost(discard=what),
        instead=True,
        besides=True,
        zone="graveyard",
        then=then,
        text=ability.name,
    )
    return [(again, ability.name, rule, None)]


@rules("CR 702.65a")
def aura_swap(ability: Keyword) -> list[Spelt]:
    """Aura swap: exchange this Aura with one in hand."""
    swap = ExchangeWithHand(what=Select(kinds=("Aura",)))
    node = Activated(do=(swap,), cost=price(ability), text=label(ability, "aura swap"))
    return [(node, "aura swap", "CR 702.65a", None)]


@rules("CR 702.157a")
def squad(ability: Keyword) -> list[Spelt]:
    """Squad: a cost that may be paid many times, and as many copies as it was paid."""
    extra = CastCost(
        name="squad",
        cost=price(ability),
        optional=True,
        many=True,
        text=label(ability, "squad"),
    )
    number = ValueOf(what="paid squad", of=Select())
    copies = Triggered(
        on=(On(event="enters"),),
        when=(Paid(name="squad"),),
        do=(CopyToken(of=Select(who="self"), amount=number),),
        text="squad",
    )
    return [(extra, "squad", "CR 702.157a", None), (copies, "squad", "CR 702.157a", None)]
