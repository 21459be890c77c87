"""Keywords of cards that come later, in another place or for more (CR 702.49, 702.52 and on)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cardlaw.cards.nodes import (
    Activated,
    Cost,
    During,
    Keyword,
    Move,
    On,
    PutCounters,
    Select,
    Static,
    Toll,
    Triggered,
)
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.clauses import ASIDE, IsAside, PlaySuspended, SetAside
from cardlaw.rulebooks.magic.instructions import CastFree, Either, IfCounters, Mill
from cardlaw.rulebooks.magic.keywords.casting import SELF, Spelt, label, price
from cardlaw.rulebooks.magic.keywords.lasting import LAST_COUNTER
from cardlaw.rulebooks.magic.nodes import CastCost, Later
from cardlaw.rulebooks.magic.replacement_nodes import Would


@rules("CR 702.143a")
def foretell(ability: Keyword) -> list[Spelt]:
    """Foretell: for {2} exiled face down, cast for this cost on a later turn."""
    words, rule = label(ability, "foretell"), "CR 702.143a"
    away = Activated(
        do=(SetAside(how="foretold"),), cost=Cost(pay="{2}"), zone=ASIDE, text="foretell"
    )
    cast = CastCost(
        name="foretell",
        cost=price(ability),
        instead=True,
        zone="exile",
        when=(IsAside(how="foretold"),),
        text=words,
    )
    return [(away, "foretell", rule, None), (cast, "foretell", rule, None)]


@rules("CR 702.170a")
def plot(ability: Keyword) -> list[Spelt]:
    """Plot: exiled for this cost, cast as a sorcery for nothing on a later turn."""
    words = label(ability, "plot")
    away = Activated(do=(SetAside(how="plotted"),), cost=price(ability), zone=ASIDE, text=words)
    cast = CastCost(
        name="plot", instead=True, zone="exile", when=(IsAside(how="plotted"),), text="plot"
    )
    return [(away, "plot", "CR 702.170a", None), (cast, "plot", "CR 702.170a", None)]


@rules("CR 702.62a", "CR 702.62b")
def suspend(ability: Keyword) -> list[Spelt]:
    """Suspend N: exiled for a cost with N time counters, played for nothing after the last."""
    rule, here = "CR 702.62a", Select(who="self", zone="exile")
    words = f"suspend {ability.number} {price(ability).pay}".strip()
    away = Activated(
        do=(SetAside(how="suspended", counters=ability.number),),
        cost=price(ability),
        zone=ASIDE,
        text=words,
    )
    ticks = Triggered(
        on=(On(event="upkeep", whose="you"),),
        when=(IfCounters(what=here, kind="time", least=1),),
        do=(PutCounters(what=here, kind="time", amount=-1),),
        zone="exile",
        text="suspend",
    )
    last = On(event=LAST_COUNTER, to="time")
    play = Triggered(on=(last,), do=(PlaySuspended(),), zone="exile", text="suspend")
    return [(node, "suspend", rule, None) for node in (away, ticks, play)]


@rules("CR 702.88a", "CR 702.88b")
def rebound(ability: Keyword) -> list[Spelt]:
    """Rebound: once exiled as it resolves, it may be cast in its player's next upkeep."""
    again = Triggered(on=(On(event="upkeep", whose="you"),), do=(CastFree(what=SELF),))
    node = Activated(do=(Later(ability=again),), zone=ASIDE, text="rebound")
    return [(node, "rebound", "CR 702.88a", None)]


#: the steps in which an attacker is unblocked: blockers have been declared
_AFTER_BLOCKS = ("declare blockers", "first combat damage", "combat damage", "end of combat")


@rules("CR 702.49a", "CR 702.49c")
def ninjutsu(ability: Keyword) -> list[Spelt]:
    """Ninjutsu: from the hand onto the battlefield in place of an unblocked attacker."""
    attacker = Select(
        types=("creature",), controller="you", states=("attacking",), not_states=("blocked",)
    )
    cost = price(ability)
    given = (Toll(do="reveal"), Toll(do="return", what=attacker))
    node = Activated(
        do=(Move(what=SELF, to="battlefield", under="you", tapped=True, attacking="same"),),
        cost=msgspec.structs.replace(cost, also=(*cost.also, *given)),
        when=(Either(of=tuple(During(step=step) for step in _AFTER_BLOCKS)),),
        zone="hand",
        text=label(ability, "ninjutsu"),
    )
    return [(node, "ninjutsu", "CR 702.49a", None)]


@rules("CR 702.52a", "CR 702.52b")
def dredge(ability: Keyword) -> list[Spelt]:
    """Dredge: from the graveyard to the hand in place of a draw, after milling N cards."""
    number = ability.number
    instead = Would(
        event="draw",
        then=(Mill(amount=number), Move(what=SELF, to="hand")),
        may=True,
        zone="graveyard",
        library=number,
    )
    node = Static(affects=SELF, gives=(instead,), text=f"dredge {number}")
    return [(node, "dredge", "CR 702.52a", None)]


@rules("CR 702.96a", "CR 702.96b")
def overload(ability: Keyword) -> list[Spelt]:
    """Overload: a cost for which each object that fits is affected rather than a target."""
    words = label(ability, "overload")
    way = CastCost(name="overload", cost=price(ability), instead=True, text=words)
    return [(way, "overload", "CR 702.96a", None)]


#: the keywords of this module
SPELT: dict[str, Callable[[Keyword], list[Spelt]]] = {
    "foretell": foretell,
    "plot": plot,
    "ninjutsu": ninjutsu,
    "dredge": dredge,
    "overload": overload,
    "suspend": suspend,
    "rebound": rebound,
}
