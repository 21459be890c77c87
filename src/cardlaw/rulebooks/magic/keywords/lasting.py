"""Keywords that ask for something each upkeep, and some that follow damage or death (CR 702)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.cards.nodes import (
    Ability,
    Does,
    Exists,
    Forbid,
    If,
    Keyword,
    On,
    Points,
    PutCounters,
    Select,
    Static,
    Token,
    Triggered,
    ValueOf,
)
from cardlaw.rulebooks.magic.instructions import IfCounters
from cardlaw.rulebooks.magic.keywords.fighting import ATTACKS, SELF, label
from cardlaw.rulebooks.magic.nodes import Enters, IfDone, Later, Pay, Sacrifice, TopCards

IT = Select(who="it")
UPKEEP = On(event="upkeep", whose="you")
#: the word of triggers for the last counter of a kind (``to``) that is removed
LAST_COUNTER = "loses its last counter"
#: the state of what came under its controller's control since that player's last turn began
NEW = "newly controlled"


def _or_sacrifice(pay: Pay) -> IfDone:
    return IfDone(first=(pay,), otherwise=(Sacrifice(what=SELF),))


def echo(ability: Keyword) -> tuple[Ability, ...]:
    """In the upkeep, if it came since the last one: sacrifice it unless you pay."""
    new = Exists(what=Select(who="self", states=(NEW,)))
    do = _or_sacrifice(Pay(cost=ability.cost))
    return (Triggered(on=(UPKEEP,), when=(new,), do=(do,), text=label(ability)),)


def cumulative_upkeep(ability: Keyword) -> tuple[Ability, ...]:
    """In the upkeep: an age counter, then pay for each of them or sacrifice it."""
    ages = ValueOf(what="age counters", of=SELF)
    do: tuple[Does, ...] = (
        PutCounters(what=SELF, kind="age"),
        _or_sacrifice(Pay(cost=ability.cost, times=ages)),
    )
    return (Triggered(on=(UPKEEP,), do=do, text=label(ability)),)


def _starts(ability: Keyword, kind: str) -> Static:
    gives = (Enters(counters=kind, amount=ability.number),)
    return Static(affects=SELF, gives=gives, text=label(ability))


def fading(ability: Keyword) -> tuple[Ability, ...]:
    """Enters with N fade counters; each upkeep one is removed, or it is sacrificed."""
    has = IfCounters(what=SELF, kind="fade", least=1)
    less = PutCounters(what=SELF, kind="fade", amount=-1)
    do = If(when=(has,), then=(less,), otherwise=(Sacrifice(what=SELF),))
    return (_starts(ability, "fade"), Triggered(on=(UPKEEP,), do=(do,), text=label(ability)))


def vanishing(ability: Keyword) -> tuple[Ability, ...]:
    """Enters with N time counters; each upkeep one is removed; after the last one it goes."""
    has = IfCounters(what=SELF, kind="time", least=1)
    less = PutCounters(what=SELF, kind="time", amount=-1)
    gone = Triggered(
        on=(On(event=LAST_COUNTER, to="time"),), do=(Sacrifice(what=SELF),), text="vanishing"
    )
    ticks = Triggered(on=(UPKEEP,), when=(has,), do=(less,), text=label(ability))
    return (*((_starts(ability, "time"),) if ability.number else ()), ticks, gone)


def graft(ability: Keyword) -> tuple[Ability, ...]:
    """Enters with N +1/+1 counters, which may move onto creatures that enter later."""
    other = On(event="enters", what=Select(types=("creature",), except_self=True))
    has = IfCounters(what=SELF, kind="+1/+1", least=1)
    do: tuple[Does, ...] = (
        PutCounters(what=SELF, kind="+1/+1", amount=-1),
        PutCounters(what=IT, kind="+1/+1"),
    )
    moves = Triggered(on=(other,), when=(has,), do=do, may=True, text=label(ability))
    return (_starts(ability, "+1/+1"), moves)


def afterlife(ability: Keyword) -> tuple[Ability, ...]:
    """When it dies, N flying Spirits."""
    face = "1/1 white and black Spirit creature with flying"
    do = Token(face=face, amount=ability.number)
    return (Triggered(on=(On(event="dies"),), do=(do,), text=label(ability)),)


def decayed(ability: Keyword) -> tuple[Ability, ...]:
    """It can't block; when it attacks, it is sacrificed at the end of combat."""
    gone = Triggered(on=(On(event="end of combat"),), do=(Sacrifice(what=SELF),))
    return (
        Static(affects=SELF, gives=(Forbid(what="block"),), text=label(ability)),
        Triggered(on=(ATTACKS,), do=(Later(ability=gone),), text=label(ability)),
    )


HITS = On(event="deals combat damage", to="player")


def ingest(ability: Keyword) -> tuple[Ability, ...]:
    """Combat damage to a player: that player exiles the top card of their library."""
    return (Triggered(on=(HITS,), do=(TopCards(player="that"),), text=label(ability)),)


def poisonous(ability: Keyword) -> tuple[Ability, ...]:
    """Combat damage to a player: that player gets N poison counters."""
    do = Points(kind="poison", amount=ability.number, player="that")
    return (Triggered(on=(HITS,), do=(do,), text=label(ability)),)


MEANINGS: dict[str, tuple[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "echo": ("CR 702.30a", echo),
    "cumulative upkeep": ("CR 702.24a", cumulative_upkeep),
    "fading": ("CR 702.32a", fading),
    "vanishing": ("CR 702.63a", vanishing),
    "graft": ("CR 702.58a", graft),
    "afterlife": ("CR 702.135a", afterlife),
    "decayed": ("CR 702.147a", decayed),
    "ingest": ("CR 702.115a", ingest),
    "poisonous": ("CR 702.70a", poisonous),
}
PRINTED: frozenset[str] = frozenset(("fading", "vanishing", "graft", "decayed"))
