"""What is known of objects that have gone, and showing cards (CR 608.2h, 113.7a, 701.20)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref


def last_value(state: State, ref: Ref, word: str) -> int:
    """A value of an object as it last existed on the battlefield."""
    last = state.last.get(ref)
    if last is None:
        return 0
    return {"power": last[1], "toughness": last[2]}.get(word) or 0


@rules("CR 608.2h")
def counters_on(state: State, ref: Ref, kind: str) -> int:
    """The counters of a kind on an object, or what it had when it left; "" for all kinds."""
    if state.is_current(ref):
        found = [(k, n) for (obj, k), n in sorted(state.counters.items()) if obj == ref.id]
    else:
        last = state.last.get(ref)
        found = list(last[12]) if last is not None else []
    return sum(n for k, n in found if kind in ("", k))


@rules("CR 701.20a")
def reveal(state: State, obj: int, causes: tuple[int, ...], rule: str = "CR 701.20a") -> None:
    """Show a card to all players."""
    state.event("revealed", rule, causes, obj)
    state.reveal(obj)


def counter_kinds(state: State, ref: Ref) -> set[str]:
    """The kinds of counters that are on an object, or were when it left."""
    if state.is_current(ref):
        return {kind for obj, kind in state.counters if obj == ref.id}
    last = state.last.get(ref)
    return {kind for kind, _ in last[12]} if last is not None else set()
