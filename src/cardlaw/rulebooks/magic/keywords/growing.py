"""Keywords by which creatures grow or come back (CR 702.43, 702.79, 702.100 and others)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.cards.nodes import (
    Ability,
    Exists,
    Keyword,
    Move,
    On,
    Points,
    PutCounters,
    Select,
    SetState,
    Static,
    Target,
    Token,
    Triggered,
    ValueOf,
)
from cardlaw.rulebooks.magic.clauses import Exploit
from cardlaw.rulebooks.magic.instructions import IfCounters
from cardlaw.rulebooks.magic.keywords.fighting import SELF, counters, grows, label
from cardlaw.rulebooks.magic.nodes import Enters, IfDone, Pay

IT = Select(who="it")


def prowess(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever you cast a noncreature spell, this gets +1/+1."""
    on = On(event="casts", what=Select(not_types=("creature",), controller="you"))
    return (Triggered(on=(on,), do=(grows(1),), text=label(ability)),)


def evolve(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever a greater creature enters under your control, a +1/+1 counter for this."""
    words = ("power greater", "toughness greater")
    on = On(event="enters", what=Select(types=("creature",), controller="you", except_self=True))
    greater = Exists(what=Select(who="it", than_self=words))
    return (Triggered(on=(on,), do=(counters(),), when=(greater,), text=label(ability)),)


def renown(ability: Keyword) -> tuple[Ability, ...]:
    """When this deals combat damage to a player, if it isn't renowned: N counters, once."""
    on = On(event="deals combat damage", to="player")
    not_yet = Exists(what=Select(who="self", not_states=("renowned",)))
    do = (counters(ability.number), SetState(what=SELF, state="renowned"))
    return (Triggered(on=(on,), do=do, when=(not_yet,), text=label(ability)),)


def modular(ability: Keyword) -> tuple[Ability, ...]:
    """Enters with N +1/+1 counters; when it dies, an artifact creature may get them."""
    starts = Enters(counters="+1/+1", amount=ability.number)
    number = ValueOf(what="+1/+1 counters", of=IT)
    passes = Triggered(
        on=(On(event="dies"),),
        do=(PutCounters(what=Select(who="target"), kind="+1/+1", amount=number),),
        targets=(Target(select=Select(types=("artifact", "creature"))),),
        may=True,
        text=label(ability),
    )
    return (Static(affects=SELF, gives=(starts,), text=label(ability)), passes)


def undying(ability: Keyword) -> tuple[Ability, ...]:
    """When this dies without a +1/+1 counter, it comes back with one."""
    return (_comes_back(ability, "+1/+1"),)


def persist(ability: Keyword) -> tuple[Ability, ...]:
    """When this dies without a -1/-1 counter, it comes back with one."""
    return (_comes_back(ability, "-1/-1"),)


def _comes_back(ability: Keyword, kind: str) -> Triggered:
    none = IfCounters(what=IT, kind=kind, most=0)
    back = Move(what=IT, to="battlefield", counters=kind, amount=1)
    return Triggered(on=(On(event="dies"),), do=(back,), when=(none,), text=label(ability))


def fabricate(ability: Keyword) -> tuple[Ability, ...]:
    """When this enters, N +1/+1 counters on it, or else N Servos."""
    servo = Token(face="1/1 colorless Servo artifact creature", amount=ability.number)
    do = IfDone(first=(counters(ability.number),), otherwise=(servo,), may=True)
    return (Triggered(on=(On(event="enters"),), do=(do,), text=label(ability)),)


def exploit(ability: Keyword) -> tuple[Ability, ...]:
    """When this enters, you may sacrifice a creature."""
    return (Triggered(on=(On(event="enters"),), do=(Exploit(),), text=label(ability)),)


def extort(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever you cast a spell, you may pay to drain each opponent of 1 life."""
    drain = (
        Points(kind="life", amount=-1, player="opponent"),
        Points(kind="life", amount=1),
    )
    do = IfDone(first=(Pay(cost="{W/B}"),), then=drain)
    on = On(event="casts", what=Select(controller="you"))
    return (Triggered(on=(on,), do=(do,), text=label(ability)),)


MEANINGS: dict[str, tuple[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "prowess": ("CR 702.108a", prowess),
    "evolve": ("CR 702.100a", evolve),
    "renown": ("CR 702.112a", renown),
    "modular": ("CR 702.43a", modular),
    "fabricate": ("CR 702.123a", fabricate),
    "extort": ("CR 702.101a", extort),
    "exploit": ("CR 702.110a", exploit),
    "undying": ("CR 702.93a", undying),
    "persist": ("CR 702.79a", persist),
}
PRINTED: frozenset[str] = frozenset(("modular",))
