"""How far a card is supported: Full, Partial or Unread, and why."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec

from cardlaw.cards.language import Draft, Line, NotUnderstood
from cardlaw.cards.record import CardRecord
from cardlaw.library.cache import Readings
from cardlaw.library.texts import ReadLine


class Level(Enum):
    """How much of a card the library understands."""

    FULL = "full"
    PARTIAL = "partial"
    UNREAD = "unread"
    #: the data hold a part of the card only, or it belongs to no game for two players
    OUTSIDE = "outside"


class Support(msgspec.Struct, frozen=True):
    """A card, how far it is supported, its face where it is Full, and what became of each line.

    ``reasons`` has one sentence for each thing that is missing; it is empty for a Full card.
    """

    record: CardRecord
    level: Level
    reasons: tuple[str, ...] = ()
    lines: tuple[tuple[Line, ReadLine], ...] = ()
    face: Any = None


def support(record: CardRecord, readings: Readings) -> Support:
    """Read a card: every line, then its face, then each ability in a position made for it."""
    language = readings.texts.language
    if record.layout in language.outside or record.name.startswith("A-"):
        return Support(record, Level.OUTSIDE, (f"the layout {record.layout} is outside",))
    lines = tuple((line, readings.read(line)) for line in language.lines(record))
    missing = tuple(f"{line.text}: {read.reason}" for line, read in lines if read.reason)
    if missing:
        some = len(missing) < len(lines)
        return Support(record, Level.PARTIAL if some else Level.UNREAD, missing, lines)
    draft = Draft(record, tuple(line for line, _ in lines), tuple(read.value for _, read in lines))
    try:
        face = language.face(draft)
    except NotUnderstood as error:
        return Support(record, Level.PARTIAL, (str(error),), lines)
    reasons = (*_unsaid(face, readings), *tried(face, language.trial))
    if reasons:
        return Support(record, Level.PARTIAL, reasons, lines)
    return Support(record, Level.FULL, (), lines, face)


def _unsaid(face: Any, readings: Readings) -> tuple[str, ...]:
    """The languages of the game in which a face has no text that means exactly it."""
    texts = readings.texts
    language = texts.language
    if len(language.grammars) < 2:
        return ()
    reasons = []
    for tongue in language.grammars:
        try:
            record = texts.record_of(face, tongue)
            lines = language.lines(record)
            read = [readings.read(line) for line in lines]
            unread = next((each.reason for each in read if each.reason), "")
            if unread:
                raise NotUnderstood(unread)
            values = tuple(each.value for each in read)
            same = language.face(Draft(record, lines, values)) == face
        except NotUnderstood as error:
            reasons.append(f"in the language {tongue}: {error}")
        else:
            if not same:
                reasons.append(f"in the language {tongue}: its text means something else")
    return tuple(reasons)


_TRIED: dict[bytes, tuple[str, ...]] = {}


def tried(face: Any, trial: Callable[[Any], tuple[str, ...]]) -> tuple[str, ...]:
    """The reasons that a trial gives; faces that differ in name only are tried once."""
    key = msgspec.json.encode(msgspec.structs.replace(face, name="", cost="", source=""))
    found = _TRIED.get(key)
    if found is None:
        found = _TRIED[key] = trial(face)
    return found
