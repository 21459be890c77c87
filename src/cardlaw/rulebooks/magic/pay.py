"""Paying: tapping for mana, spending it, and the other costs (CR 601.2g, 601.2h, 605, 118)."""

from __future__ import annotations

from cardlaw.cards.nodes import Activated
from cardlaw.kernel.action import Act
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.costs import mana_sources, pool_of, put_pool
from cardlaw.rulebooks.magic.effects import add_mana
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import Skill
from cardlaw.rulebooks.magic.mana import ManaCost, cost_text, pay_with


@rules("CR 601.2g", "CR 601.2h", "CR 605.3b", "CR 118.3")
def pay_mana(
    state: State, player: int, cost: ManaCost, chosen: tuple[int, ...], causes: tuple[int, ...]
) -> None:
    """Tap the chosen permanents for mana and spend it together with the pool."""
    if cost.value == 0:
        return
    sources = {source.obj: source for source in mana_sources(state, player)}
    payment = pay_with(
        cost, pool_of(state, player), [sources[obj] for obj in chosen if obj in sources]
    )
    if payment is None:
        return  # what a position puts on the stack has been paid before
    for obj, mana in payment.added:
        tapped = happen(state, "tapped", "CR 605.3b", causes, obj)
        add_mana(state, player, mana, (tapped,))
    state.event("spent mana", "CR 601.2h", causes, player, cost_text(cost))
    put_pool(state, player, payment.left)


@rules("CR 602.1a", "CR 601.2h", "CR 701.21a", "CR 119.4", "CR 306.5d")
def pay_rest(state: State, skill: Skill, obj: int, act: Act, causes: tuple[int, ...]) -> None:
    """Pay the costs of an ability that are no mana."""
    node = skill.node
    assert isinstance(node, Activated)
    cost = node.cost
    if cost.exhaust:
        happen(state, "tapped", "CR 107.5", causes, obj)
    if cost.remove_counters:
        kind = cost.remove_counters
        happen(state, "put counters", "CR 118.3", causes, obj, kind, -cost.counters)
    if skill.life:
        happen(state, "paid life", "CR 119.4", causes, act.player, skill.life)
    given = act.given("discard")
    if given is not None:
        happen(state, "discarded", "CR 701.9a", causes, given[1])
    given = act.given("sacrifice")
    if given is not None:
        happen(state, "sacrificed", "CR 701.21a", causes, given[1])
    elif cost.sacrifice is not None:
        happen(state, "sacrificed", "CR 701.21a", causes, obj)
