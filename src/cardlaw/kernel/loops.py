"""Loops: a position that repeats without a real decision, and one that grows without end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cardlaw.kernel.state import State
from cardlaw.kernel.tables import BORN, KNOWS, LAST, SERIAL, STAMP, TABLES, Effect, PileItem, Ref
from cardlaw.kernel.tables import Waiting as WaitingRow

if TYPE_CHECKING:
    from cardlaw.kernel.moment import Step

#: words of the table turn that count and so never repeat
COUNTING = frozenset(("clock", "numbers", "serials", "chance", "objects"))
_LEFT_OUT = frozenset((BORN, KNOWS, LAST, SERIAL))


def fingerprint(state: State) -> bytes:
    """Bytes that two positions share when they are equal up to ids, timestamps and knowledge."""
    ids = {obj: rank for rank, obj in enumerate(sorted(state.where))}
    numbers: dict[int, int] = {}
    for keys in (sorted(state.effects), sorted(state.pile), sorted(state.waiting)):
        for number in keys:
            numbers.setdefault(number, len(numbers))
    stamps = sorted({*state.stamp.values(), *(effect.stamp for effect in state.effects.values())})
    rank = {stamp: n for n, stamp in enumerate(stamps)}
    rows: list[Any] = [[sorted(ids.values())]]
    tables: tuple[dict[Any, Any], ...] = state.tables
    for index, (name, _) in enumerate(TABLES):
        table = tables[index]
        if index in _LEFT_OUT:
            continue
        items = []
        for key, value in table.items():
            if name == "turn" and key in COUNTING:
                continue
            if name == "used" and key[0] in state.book.bookkeeping:
                continue
            if name in ("effects", "pile", "waiting"):
                items.append([numbers[key], _row(state, value, rank)])
            elif index == STAMP:
                items.append([key, rank[value]])
            elif name == "lists" and key == "pile":
                items.append([key, [numbers[n] for n in value]])
            else:
                items.append([key, _value(state, value)])
        items.sort(key=lambda item: repr(item[0]))
        rows.append(items)
    return msgspec.msgpack.encode(rows)


def _row(state: State, row: Any, rank: dict[int, int]) -> Any:
    if isinstance(row, Effect):
        return _value(state, tuple(row._replace(stamp=rank[row.stamp], event=0)))
    if isinstance(row, PileItem | WaitingRow):
        return _value(state, tuple(row._replace(event=0)))
    return _value(state, row)


def _value(state: State, value: Any) -> Any:
    if isinstance(value, Ref):
        return ["ref", value.id, state.born.get(value.id, 0) - value.born]
    if isinstance(value, tuple):
        return [_value(state, item) for item in value]
    return value


class LoopWatch:
    """Watches the procedures between two answers, and answers that only pass, for a repetition.

    It starts to compare positions only after many quiet procedures, so that it costs nothing in
    normal play, and then marks them as Brent's method does: at each power of two.
    """

    __slots__ = ("count", "mark", "passes", "patience", "quiet")

    ENDINGS = 4
    QUIET = 48

    def __init__(self, step: Step, rolled: bool, patience: int, quiet: int) -> None:
        self.passes = step.passes
        self.patience = patience
        self.quiet = quiet
        # Dice do not end a loop: what began before an answer of Chance counts on.
        self.count = step.prev.rolls if rolled and step.prev is not None else 0
        self.mark: bytes | None = None

    def see(self, state: State, step: Step) -> str | None:
        """Called before each procedure: "repeats", "grows" or None."""
        self.count += 1
        step.rolls = self.count
        if self.count % (self.patience + 1) == 0:
            if self.count > self.ENDINGS * self.patience:
                raise RuntimeError("a loop goes on although the rulebook has ended it")
            return "grows"
        if self.count > self.QUIET:
            now = fingerprint(state)
            if now == self.mark:
                return "repeats"
            if self.count & (self.count - 1) == 0 or self.mark is None:
                self.mark = now
        elif self.passes > self.quiet and self.count == 1:
            return self._see_passes(fingerprint(state), step)
        return None

    def _see_passes(self, now: bytes, step: Step) -> str | None:
        if step.passes > self.patience:
            return "grows"
        earlier = step.prev
        while earlier is not None and earlier.passes > self.quiet:
            if earlier.mark == now:
                return "repeats"
            if earlier.mark is not None:
                break
            earlier = earlier.prev
        if step.passes & (step.passes - 1) == 0 or step.passes == self.quiet + 1:
            step.mark = now
        return None
