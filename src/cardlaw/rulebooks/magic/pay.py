"""Paying: tapping for mana, spending it, and the other costs (CR 601.2g, 601.2h, 605, 118)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlaw.cards.nodes import Activated
from cardlaw.kernel.action import Act, Procedure
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, Scope
from cardlaw.rulebooks.magic.costs import mana_sources, pool_of, put_pool
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import Skill
from cardlaw.rulebooks.magic.mana import (
    EMPTY,
    TYPES,
    ManaCost,
    Payment,
    Pool,
    Source,
    both_pools,
    cost_text,
    pay_with,
)
from cardlaw.rulebooks.magic.occurrences import TAPPED_FOR_MANA
from cardlaw.rulebooks.magic.producing import add_mana, tapped_for_mana
from cardlaw.rulebooks.magic.snow import for_cost, keep_snow
from cardlaw.rulebooks.magic.special import spend, together
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.tolls import pay_tolls

if TYPE_CHECKING:
    from cardlaw.rulebooks.magic.announce import Announcement

#: ways to tap a permanent in place of spending mana
HELP = {"convoke": "CR 702.51a", "improvise": "CR 702.126a"}


@rules("CR 601.2g", "CR 601.2h", "CR 605.3b", "CR 118.3")
def pay_mana(
    state: State,
    player: int,
    cost: ManaCost,
    chosen: tuple[int, ...],
    causes: tuple[int, ...],
    sources_now: Sequence[Source] | None = None,
    special: Sequence[tuple[str, int]] = (),
    rule: str = "CR 601.2h",
) -> Procedure:
    """Tap the chosen permanents for mana and spend it together with the pool.

    ``sources_now`` are the sources, if more than tapping for mana pays this cost; ``special`` is
    the restricted mana that may be spent on it; ``rule`` says that it is paid.
    """
    if cost.value == 0:
        return
    known = mana_sources(state, player) if sources_now is None else sources_now
    sources = {source.obj: source for source in known}
    pool = both_pools(pool_of(state, player), together(list(special)))
    seen = for_cost(state, player, cost, pool)
    payment = pay_with(cost, seen, [sources[obj] for obj in chosen if obj in sources])
    if payment is None:
        return  # what a position puts on the stack has been paid before
    had = pool_of(state, player)
    for obj, mana in payment.added:
        yield from use_source(state, player, sources[obj], mana, causes)
    more = _triggered(state, player, payment, had)
    state.event("spent mana", "CR 107.4h" if cost.snow else rule, causes, player, cost_text(cost))
    if not special:
        left = both_pools(payment.left, more)
        put_pool(state, player, left)
        keep_snow(state, player, left, payment.snow)
        return
    added = "".join(mana for _, mana in payment.added)
    spent = tuple(
        had + added.count(symbol) - left
        for had, symbol, left in zip(pool, TYPES, payment.left, strict=True)
    )
    unspent = spend(state, player, list(special), spent)
    left = tuple(a - b for a, b in zip(payment.left, unspent, strict=True))
    left = both_pools(left, more)
    put_pool(state, player, left)
    keep_snow(state, player, left, payment.snow)


@rules("CR 605.4a")
def _triggered(state: State, player: int, payment: Payment, had: Pool) -> Pool:
    """The mana in the pool that came neither from there nor from what was tapped: by triggers."""
    texts: Texts = state.texts
    if TAPPED_FOR_MANA not in texts.words:
        return EMPTY
    added = "".join(mana for _, mana in payment.added)
    known = [before + added.count(symbol) for before, symbol in zip(had, TYPES, strict=True)]
    now = pool_of(state, player)
    return tuple(max(0, a - b) for a, b in zip(now, known, strict=True))


@rules("CR 605.3b", "CR 702.51a", "CR 702.66a", "CR 702.126a", "CR 701.21a", "CR 118.11")
def use_source(
    state: State, player: int, source: Source, mana: str, causes: tuple[int, ...]
) -> Procedure:
    """Tap a source for mana, or give it in place of mana."""
    board: Board = state.board()
    obj = source.obj
    if source.how == "delve":
        happen(state, "exiled", "CR 702.66a", causes, obj)
        return
    if source.how in HELP and mana not in board.mana.get(obj, ()):
        happen(state, "tapped", HELP[source.how], causes, obj)
        return
    event = happen(state, "tapped", "CR 605.3b", causes, obj)
    if source.how == "sacrifice":
        given = Happening("sacrificed", "CR 701.21a", causes, (obj,))
        event = (yield from PERFORMER.perform(state, [given]))[-1]
    added = add_mana(state, player, mana, (event,), obj)
    yield from tapped_for_mana(state, obj, player, mana, added)


@rules("CR 107.4f", "CR 119.4")
def pay_for_symbols(
    state: State, player: int, symbols: tuple[int, ...], causes: tuple[int, ...]
) -> None:
    """Pay two life for each Phyrexian symbol that isn't paid with mana."""
    if any(symbols):
        happen(state, "paid life", "CR 107.4f", causes, player, 2 * sum(symbols))


@rules("CR 601.2g", "CR 601.2h", "CR 602.2b")
def pay_announced(
    state: State, found: Announcement, cost: ManaCost, cause: int, event: int
) -> Procedure:
    """Pay all costs of an ability or a special action as it was announced."""
    act, skill = found.act, found.skill
    assert skill is not None
    pay = act.given("pay") or ("pay",)
    sources = found.sources(state) if found.tolls else None
    yield from pay_mana(state, act.player, cost, pay[1:], (cause,), sources, found.special(state))
    pay_for_symbols(state, act.player, found.in_life(), (cause,))
    yield from pay_rest(state, skill, found.scope, act, (event,))


@rules("CR 602.1a", "CR 601.2h", "CR 701.21a", "CR 119.4", "CR 306.5d", "CR 606.4")
def pay_rest(
    state: State, skill: Skill, scope: Scope, act: Act, causes: tuple[int, ...]
) -> Procedure:
    """Pay the costs of an ability that are no mana."""
    node = skill.node
    assert isinstance(node, Activated)
    cost, obj = node.cost, scope.source.id
    if cost.exhaust:
        happen(state, "tapped", "CR 107.5", causes, obj)
    if cost.remove_counters:
        kind = cost.remove_counters
        rule = "CR 606.4" if kind == "loyalty" else "CR 118.3"
        given = Happening("put counters", rule, causes, (obj, kind, -cost.counters))
        yield from PERFORMER.perform(state, [given])
    if skill.life:
        happen(state, "paid life", "CR 119.4", causes, act.player, skill.life)
    if skill.tolls:
        yield from pay_tolls(state, skill.tolls, act.answers, scope, causes)
