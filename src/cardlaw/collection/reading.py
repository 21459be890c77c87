"""Which of the user's cards can be played: how far their texts are read, and their faces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from cardlaw.cards.language import Draft, NotUnderstood
from cardlaw.collection.library import Match
from cardlaw.kernel.law import CardNotSupported
from cardlaw.library.cache import Readings
from cardlaw.library.support import Level, Support, support
from cardlaw.library.texts import LANGUAGES, texts_of

#: from the most to the least of a card that is understood
ORDER = (Level.FULL, Level.PARTIAL, Level.UNREAD, Level.OUTSIDE)
#: so many cards are named in one message
MOST_NAMED = 3


def support_of(matches: Iterable[Match], game: str) -> dict[str, Support]:
    """How far each of the user's cards of a game is supported, by name.

    Shipped cards are left out, but for those that state less than the printed card.
    """
    found = list(matches)
    own = {match.name: match.record for match in found if match.record is match.card}
    records = {name: record for name, record in own.items() if record is not None}
    lacks = LANGUAGES[game]().incomplete if game in LANGUAGES else None
    for match in found:
        if lacks is not None and match.found and match.name not in own and lacks(match.card):
            records[match.name] = texts_of(game).record_as_far_as_said(match.card)
    if not records:
        return {}
    with Readings(texts_of(game)) as readings:
        return {name: support(record, readings) for name, record in records.items()}


def faces_of(found: dict[str, Support], game: str, least: Level = Level.FULL) -> dict[str, Any]:
    """The face of each card. CardNotSupported names those that are less than ``least``.

    A card that is less than Full is played without the lines that are not understood.
    """
    weak = {name: s for name, s in found.items() if ORDER.index(s.level) > ORDER.index(least)}
    faces = {name: _face(s, game) for name, s in found.items() if name not in weak}
    faceless = [name for name, face in faces.items() if face is None]
    weak.update((name, found[name]) for name in faceless)
    if weak:
        raise CardNotSupported(_refused(weak))
    return faces


def _face(found: Support, game: str) -> Any:
    """The face of a Full card, or one of the lines that are understood; None if there is none."""
    if found.level is Level.FULL:
        return found.face
    lines = [(line, read) for line, read in found.lines if read.understood]
    if found.level is Level.OUTSIDE:
        return None
    draft = Draft(
        found.record, tuple(line for line, _ in lines), tuple(read.value for _, read in lines)
    )
    try:
        face = texts_of(game).language.face(draft)
    except NotUnderstood:
        return None
    left, every = len(found.lines) - len(lines), len(found.lines)
    if not left:
        return face
    return msgspec.structs.replace(face, source=f"read without {left} of {every} lines")


def _refused(weak: dict[str, Support]) -> str:
    """Why no game begins, in one sentence."""
    said = [f"{name} is {s.level.value} ({_reason(s)})" for name, s in weak.items()]
    more = f" and {len(said) - MOST_NAMED} more" if len(said) > MOST_NAMED else ""
    return (
        f"no game can begin with cards that are not fully supported: {'; '.join(said[:MOST_NAMED])}"
        f"{more}"
    )


def _reason(found: Support) -> str:
    first = found.reasons[0] if found.reasons else "nothing of it is read"
    return " ".join(first.split()).rstrip(".")
