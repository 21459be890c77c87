"""How many cards are fully supported, what the others wait for, which phrases few cards use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import msgspec

from cardlaw.cards.record import CardRecord
from cardlaw.library.cache import Readings
from cardlaw.library.support import Level, support

_SYMBOLS = re.compile(r"(?:\{[^{}]*\})+")
_CHANGE = re.compile(r"[+-]\d+/[+-]\d+")
_NUMBER = re.compile(r"\b\d+\b")


class Wanted(msgspec.Struct, frozen=True):
    """A line that is all that keeps so many cards from being Full."""

    line: str
    cards: int
    stops_at: str


class Single(msgspec.Struct, frozen=True):
    """A line of the phrase table that one card alone uses, and that card."""

    phrase: str
    card: str


class Coverage(msgspec.Struct, frozen=True):
    """Counts of cards by their level; ``counted`` leaves those out that are outside.

    ``wanted`` are the lines that most cards wait for, numbers and costs made alike. ``single`` are
    the phrases that one card alone uses.
    """

    cards: int
    counted: int
    full: int
    partial: int
    unread: int
    outside: int
    two_readings: tuple[str, ...]
    wanted: tuple[Wanted, ...]
    productions: int
    single: tuple[Single, ...]

    @property
    def share_of_single(self) -> float:
        """The share of the phrases in use that one card alone uses."""
        return len(self.single) / self.productions if self.productions else 0.0

    @property
    def share(self) -> float:
        """The share of Full among the cards that count."""
        return self.full / self.counted if self.counted else 0.0


def skeleton(line: str) -> str:
    """A line with its numbers and costs made alike."""
    line = _SYMBOLS.sub("{m}", line)
    return _NUMBER.sub("N", _CHANGE.sub("+N/+N", line))


def coverage(records: Iterable[CardRecord], readings: Readings, most: int = 20) -> Coverage:
    """Count the support of cards."""
    levels: Counter[Level] = Counter()
    wanted: Counter[str] = Counter()
    stops: dict[str, str] = {}
    users: Counter[str] = Counter()
    user: dict[str, str] = {}
    double: list[str] = []
    for record in records:
        found = support(record, readings)
        levels[found.level] += 1
        used = {phrase for _, read in found.lines for phrase in read.productions}
        users.update(used)
        user.update(dict.fromkeys(used, record.name))
        missing = {skeleton(line.text): read for line, read in found.lines if read.reason}
        double += [line.text for line, read in found.lines if read.reason == "two readings"]
        if len(missing) == 1:
            ((line, read),) = missing.items()
            wanted[line] += 1
            stops[line] = " ".join(read.words[read.at : read.at + 4])
    total = sum(levels.values())
    return Coverage(
        cards=total,
        counted=total - levels[Level.OUTSIDE],
        full=levels[Level.FULL],
        partial=levels[Level.PARTIAL],
        unread=levels[Level.UNREAD],
        outside=levels[Level.OUTSIDE],
        two_readings=tuple(dict.fromkeys(double)),
        wanted=tuple(Wanted(line, n, stops[line]) for line, n in wanted.most_common(most)),
        productions=len(users),
        single=tuple(Single(it, user[it]) for it in sorted(users) if users[it] == 1),
    )
