"""Cancelling (chapters 409, 423): actions that prove illegal, whose card is gone or cannot pay."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PileItem
from cardlaw.rulebooks.berserk.paying import unable
from cardlaw.rulebooks.berserk.stack import (
    DESTRUCTION,
    TRIGGER,
    chain_of,
    is_source,
    will_close,
)
from cardlaw.rulebooks.berserk.words import in_battle, is_closed


@rules("BE09 404.4", "BE09 409.1", "BE09 409.3")
def cancel(state: State, key: int, rule: str, cause: int) -> None:
    """Take an action off the stack as if it had never been announced."""
    item = state.pile[key]
    obj = item.source[0]
    told = state.event("cancelled", rule, (cause,), obj)
    if state.options["payment"] == "at-the-end":
        closes = in_battle(state, obj) and not is_closed(state, obj) and will_close(state, obj)
        state.event("unpaid", "BE09 409.3" if closes else "BE09 409.1", (told,), obj)
    pile.take_off(state, key)
    pile.give_priority(state, item.player)


@rules("BE09 409.2", "BE09 423.1")
def call_off(state: State, key: int, event: int) -> None:
    """Cancel an action that proves illegal when its target is fixed."""
    found = state.event("proves illegal", "BE09 423.1", (event,), state.pile[key].source[0])
    cancel(state, key, "BE09 409.2", found)


@rules("BE09 404.4", "BE09 405.4", "BE09 409.2")
def is_lost(state: State, key: int, item: PileItem, event: int) -> bool:
    """Cancel an action whose card is gone or cannot pay any longer. A trigger does not need it."""
    if item.kind in (TRIGGER, DESTRUCTION):
        return False
    if not is_source(state, item) or not in_battle(state, item.source[0]):
        cancel(state, key, "BE09 409.2", event)
        return True
    if unable(state, item) and not chain_of(item).begun:
        cancel(state, key, "BE09 404.4", event)
        return True
    return False
