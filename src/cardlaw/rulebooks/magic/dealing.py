"""What texts say about dealing damage: by whom, how much, to whom (CR 120, 608.2h)."""

from __future__ import annotations

from cardlaw.cards.nodes import Damage, Select, ValueOf
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import Board, meant, named_refs
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    damageable,
    deal,
    players,
    share_of,
)

#: each of several objects that deal damage, one after the other
_DEALER = Select(who="dealer")


@rules("CR 120.8", "CR 120.1")
def damage(state: State, node: Damage, doing: Doing) -> Course:
    """The source deals damage."""
    sources = [doing.scope.source]
    if node.source is not None:
        sources = dealers(state, node.source, doing)
    hit: list[tuple[int, int]] = []
    if node.what is not None:
        amount = amount_of(state, node.amount, doing)
        hit = [(who, amount) for who in damageable(state, node.what, doing)]
    for player in players(state, node.player, doing) if node.player else ():
        hit.append((-1 - player, share_of(state, node.amount, player, doing)))
    packets = [(source, who, number) for source in sources for who, number in hit]
    if isinstance(node.amount, ValueOf) and node.amount.of == _DEALER:
        packets = [(s, who, each_deals(state, s, node.amount, doing)) for s, who, _ in packets]
    doing.scope.named["hurt"] = [state.ref(who) for who, number in hit if who > 0 and number]
    yield from deal(state, packets, doing.cause, combat=0)


@rules("CR 608.2h")
def each_deals(state: State, source: Ref, amount: ValueOf, doing: Doing) -> int:
    """What one of several sources deals: a value of its own."""
    doing.scope.named["dealer"] = [source]
    return amount_of(state, amount, doing)


@rules("CR 120.7", "CR 608.2h")
def dealers(state: State, select: Select, doing: Doing) -> list[Ref]:
    """What deals damage, where it is not the source of the ability; it may have left."""
    board: Board = state.board()
    if select.who in ("", "each", "other"):
        return [state.ref(obj) for obj in meant(state, board, select, doing.scope)]
    return [ref for ref in named_refs(state, select, doing.scope) if ref.id > 0]


def register() -> None:
    """Add this effect to those that a text can do."""
    DO[Damage] = damage
