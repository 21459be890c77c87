"""Cards that wait in exile after a special action: since when, and why (CR 702.143, 702.170)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref

#: the list of those cards: object, version, how, the number of the turn
ROWS = "set aside"


def note_aside(state: State, obj: int, how: str) -> None:
    """A card waits in exile from now on, as part of the event begun last."""
    kept = (row for row in state.lists.get(ROWS, ()) if state.is_current(Ref(row[0], row[1])))
    row = (obj, state.born.get(obj, 0), how, state.turn["number"])
    state.set_list(ROWS, (*kept, row))


@rules("CR 702.143a", "CR 702.170a")
def waits_since_earlier(state: State, ref: Ref, how: str) -> bool:
    """Whether a card became foretold, or plotted, in an earlier turn."""
    rows = state.lists.get(ROWS, ())
    now = state.turn["number"]
    return any(row[:3] == (ref.id, ref.born, how) and row[3] < now for row in rows)


@rules("CR 702.143f")
def foretold_cards(state: State) -> list[int]:
    """The foretold cards that are still face down in exile."""
    rows = state.lists.get(ROWS, ())
    return [r[0] for r in rows if r[2] == "foretold" and state.is_current(Ref(r[0], r[1]))]
