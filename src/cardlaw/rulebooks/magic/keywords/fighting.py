"""Keywords of attacking and blocking that trigger (CR 702.25, 702.39, 702.45, 702.83 and later)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.cards.nodes import (
    Ability,
    Change,
    Exists,
    Get,
    Keyword,
    On,
    Points,
    PutCounters,
    Select,
    Target,
    Token,
    Triggered,
    ValueOf,
)
from cardlaw.rulebooks.magic.copy_nodes import CopyToken
from cardlaw.rulebooks.magic.instructions import Compare, SacrificeChosen
from cardlaw.rulebooks.magic.nodes import Later, Sacrifice

SELF = Select(who="self")
YOURS = Select(types=("creature",), controller="you")
ATTACKS = On(event="attacks")


def grows(amount: int, who: Select = SELF) -> Change:
    """It gets +N/+N until end of turn."""
    return Change(what=who, gives=(Get(value="both", amount=amount),))


def counters(amount: int = 1, who: Select = SELF) -> PutCounters:
    """Put +1/+1 counters on it."""
    return PutCounters(what=who, kind="+1/+1", amount=amount)


def label(ability: Keyword) -> str:
    """The keyword as it is printed."""
    number = str(ability.number or "")
    return " ".join(word for word in (ability.name, number, ability.cost, *ability.words) if word)


def exalted(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever a creature you control attacks alone, it gets +1/+1."""
    alone = Exists(what=Select(states=("attacking",)), most=1)
    on = On(event="attacks", what=YOURS, given=(alone,))
    return (Triggered(on=(on,), do=(grows(1, Select(who="it")),), text=label(ability)),)


def battle_cry(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this attacks, each other attacking creature gets +1/+0."""
    others = Select(who="other", types=("creature",), states=("attacking",))
    do = Change(what=others, gives=(Get(value="power", amount=1),))
    return (Triggered(on=(ATTACKS,), do=(do,), text=label(ability)),)


def bushido(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this blocks or becomes blocked, it gets +N/+N."""
    on = (On(event="blocks"), On(event="becomes blocked"))
    return (Triggered(on=on, do=(grows(ability.number),), text=label(ability)),)


def flanking(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever a creature without flanking blocks this, that creature gets -1/-1."""
    plain = Select(types=("creature",), not_keywords=("flanking",))
    on = On(event="becomes blocked", by=plain)
    return (Triggered(on=(on,), do=(grows(-1, Select(who="by")),), text=label(ability)),)


def rampage(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this becomes blocked, it gets +N/+N for each blocker beyond the first."""
    more = ValueOf(what="blockers beyond the first", of=SELF, times=ability.number)
    do = Change(what=SELF, gives=(Get(value="both", amount=more),))
    return (Triggered(on=(On(event="becomes blocked"),), do=(do,), text=label(ability)),)


def annihilator(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this attacks, the defending player sacrifices N permanents."""
    do = SacrificeChosen(what=Select(), amount=ability.number, player="opponent")
    return (Triggered(on=(ATTACKS,), do=(do,), text=label(ability)),)


def afflict(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this becomes blocked, the defending player loses N life."""
    do = Points(kind="life", amount=-ability.number, player="opponent")
    return (Triggered(on=(On(event="becomes blocked"),), do=(do,), text=label(ability)),)


def mentor(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this attacks, a +1/+1 counter for an attacking creature with lesser power."""
    lesser = Select(types=("creature",), states=("attacking",), than_self=("power less",))
    do = counters(1, Select(who="target"))
    target = Target(select=lesser)
    return (Triggered(on=(ATTACKS,), do=(do,), targets=(target,), text=label(ability)),)


def training(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this and a creature with greater power attack, a +1/+1 counter for this."""
    greater = Select(
        who="other", types=("creature",), states=("attacking",), than_self=("power greater",)
    )
    on = On(event="attacks", given=(Exists(what=greater),))
    return (Triggered(on=(on,), do=(counters(),), text=label(ability)),)


def dethrone(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this attacks the player with the most life, a +1/+1 counter for it."""
    most = Compare(
        left=ValueOf(what="life", of=Select(who="opponent")),
        right=ValueOf(what="life", of=Select(who="you")),
    )
    on = On(event="attacks", to="player", given=(most,))
    return (Triggered(on=(on,), do=(counters(),), text=label(ability)),)


def mobilize(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this attacks, so many Warriors that attack too, until the end step."""
    number = ability.number if ability.amount is None else ability.amount
    made = Token(face="1/1 red Warrior creature", amount=number, tapped=True, attacking="chosen")
    gone = Triggered(on=(On(event="end"),), do=(Sacrifice(what=Select(who="created")),))
    return (Triggered(on=(ATTACKS,), do=(made, Later(ability=gone)), text=label(ability)),)


def myriad(ability: Keyword) -> tuple[Ability, ...]:
    """Whenever this attacks, a copy for each opponent besides the one who is attacked."""
    others = ValueOf(what="further opponents", of=Select())
    copies = CopyToken(of=SELF, amount=others)
    return (Triggered(on=(ATTACKS,), do=(copies,), text=label(ability)),)


MEANINGS: dict[str, tuple[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "exalted": ("CR 702.83b", exalted),
    "battle cry": ("CR 702.91a", battle_cry),
    "bushido": ("CR 702.45a", bushido),
    "flanking": ("CR 702.25a", flanking),
    "rampage": ("CR 702.23a", rampage),
    "annihilator": ("CR 702.86a", annihilator),
    "afflict": ("CR 702.130a", afflict),
    "mentor": ("CR 702.134a", mentor),
    "training": ("CR 702.149a", training),
    "dethrone": ("CR 702.105a", dethrone),
    "mobilize": ("CR 702.181a", mobilize),
    "myriad": ("CR 702.116a", myriad),
}
