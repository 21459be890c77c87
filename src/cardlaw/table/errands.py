"""What the server asks of a worker, and how both sides put it on a pipe."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from cardlaw.table.desk.bench import Wish
from cardlaw.table.desk.touching import Touch
from cardlaw.table.journal import Line
from cardlaw.table.message import Sent
from cardlaw.table.picture import Look
from cardlaw.table.sitting import Pace, Start

#: the bytes before each frame that say how long it is
HEAD = 4
#: no frame is longer
LONGEST = 256 << 20


class Errand(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A request to a worker."""


class TableErrand(Errand, frozen=True, kw_only=True):
    """A request that concerns one table."""

    table: str


class DeckChoice(msgspec.Struct, frozen=True):
    """A deck: a shipped one by its name, or the bytes of a list with the name of its file."""

    name: str = ""
    listed: bytes = b""


class Deal(Errand, frozen=True, kw_only=True):
    """Begin a game: answered with ``Dealt``."""

    game: str
    decks: tuple[DeckChoice, DeckChoice]
    seats: tuple[str, str]
    secret: bytes
    seed: int
    shared: bool = False
    language: str = "en"


class Open(TableErrand, frozen=True, kw_only=True):
    """Build a table from what is stored."""

    start: Start
    lines: list[Line]
    #: where a link for a free seat is made; empty: no seat is free
    invite: str = ""


class Joined(TableErrand, frozen=True, kw_only=True):
    """A friend has taken the free seat: answered with ``Done``."""


class Close(TableErrand, frozen=True, kw_only=True):
    """Forget a table."""


class Draw(TableErrand, frozen=True, kw_only=True):
    """The whole picture of a seat: answered with ``Done``."""

    seat: int
    look: Look


class Page(TableErrand, frozen=True, kw_only=True):
    """The page of a seat: answered with ``Html``."""

    seat: int
    look: Look


class Do(TableErrand, frozen=True, kw_only=True):
    """What a seat sent: answered with ``Done``."""

    seat: int
    page: str
    sent: Sent


class Back(TableErrand, frozen=True, kw_only=True):
    """A moment of a game as a seat saw it then: answered with ``Html``."""

    seat: int
    at: int
    look: Look


class Branch(TableErrand, frozen=True, kw_only=True):
    """A moment of a game as a case: answered with ``Branched``."""

    seat: int
    at: int
    look: Look


class Desk(Errand, frozen=True, kw_only=True):
    """Work at the judge's desk: answered with ``Html``."""

    wish: Wish
    #: where the server is, for links
    origin: str
    #: what a case that was branched off does not have, as keys of texts
    lost: list[str] = []


class Touched(Errand, frozen=True, kw_only=True):
    """What somebody clicked or asked at the desk: answered with ``Html``, a message as JSON."""

    touch: Touch
    origin: str


class AskedBack(TableErrand, frozen=True, kw_only=True):
    """A question about a moment of a game: answered with ``Html``, a message as JSON."""

    seat: int
    at: int
    look: Look
    sent: Sent


class GoOn(TableErrand, frozen=True, kw_only=True):
    """Let the program that is to act answer: answered with ``Done``."""

    pace: Pace = Pace.THINKING


class Rehearse(Errand, frozen=True, kw_only=True):
    """Read what every game needs, while nobody waits for it: answered with ``Done``."""


class Unwatched(TableErrand, frozen=True, kw_only=True):
    """Nobody looks from a seat any more."""

    seat: int


class Reply(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What a worker answers."""


class Done(Reply, frozen=True, kw_only=True):
    """The outcome of a request at a table; updates are the bytes of messages, by seat."""

    lines: list[Line] = []
    updates: dict[int, bytes] = {}
    more: bool = False
    over: bool = False
    refused: str = ""
    answer: str = ""
    place: str = ""


class Dealt(Reply, frozen=True, kw_only=True):
    """A new table, or what is wrong with the decks, a list of sentences for each."""

    start: Start | None = None
    lines: list[Line] = []
    faults: tuple[list[str], list[str]] = ([], [])


class Html(Reply, frozen=True, kw_only=True):
    """A page."""

    html: str


class Branched(Reply, frozen=True, kw_only=True):
    """A case, what of the moment it does not have, or why there is none."""

    case: str = ""
    lost: list[str] = []
    refused: str = ""


class Failed(Reply, frozen=True, kw_only=True):
    """The worker could not do it; the text is for the server's log."""

    reason: str


AnyErrand: TypeAlias = (
    Deal
    | Open
    | Joined
    | Close
    | Draw
    | Page
    | Do
    | GoOn
    | Unwatched
    | Back
    | Branch
    | Desk
    | Touched
    | AskedBack
    | Rehearse
)
AnyReply: TypeAlias = Done | Dealt | Html | Branched | Failed


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A request with its number."""

    number: int
    errand: AnyErrand


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """A reply with the number of its request."""

    number: int
    reply: AnyReply


_encoder = msgspec.msgpack.Encoder()


def framed(value: Any) -> bytes:
    """A value as a frame: its length, then its bytes."""
    raw = _encoder.encode(value)
    return len(raw).to_bytes(HEAD, "big") + raw
