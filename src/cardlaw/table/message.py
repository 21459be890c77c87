"""What travels between a page and the table: one small record a message, JSON on the wire.

A page counts its messages (``n``), so that one that is sent again after a lost connection is
recognised; ``v`` is the version that it showed when somebody clicked. A version is an opaque
number: it tells neither how much has happened nor how much of it was hidden.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from cardlaw.judge.tongue import LANGUAGES

#: the longest text in a message, in characters
LONGEST = 2000
#: JavaScript holds no larger whole number
LARGEST = 2**53 - 1

Number = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]
#: what somebody points at: a card by the view's number, a player (-1, -2), a place in words
Click = Annotated[int, msgspec.Meta(ge=-2, le=LARGEST)] | Text
Clicks = Annotated[list[Click], msgspec.Meta(max_length=40)]
#: the random name of a page that was loaded
Page = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{8,64}\\Z")]
Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]
#: what one seat can ask the other one to agree to
Offer: TypeAlias = Literal["undo", "draw", "shortcut"]
Language = Annotated[str, msgspec.Meta(pattern=f"^(?:{'|'.join(LANGUAGES)})\\Z")]


class Message(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """Anything that a page sends: its number on that page and the version that was shown."""

    n: Number
    v: Number = 0


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection: which page it is, and for which seat."""

    page: Page
    seat: Seat | None = None
    language: Language = "en"
    cards: Language = "en"


class Take(Message, frozen=True, tag="take"):
    """An option, by its place among those that were offered."""

    option: Number


class Say(Message, frozen=True, tag="line"):
    """An action in words."""

    line: Text


class Rest(Message, frozen=True, tag="rest"):
    """Pass from now on: until something happens, until the turn is over, until a step begins."""

    until: Literal["event", "turn", "step"]
    step: Text = ""


class StopAt(Message, frozen=True, tag="stops"):
    """Set or remove the stop at a step."""

    step: Text


class Hold(Message, frozen=True, tag="hold"):
    """Be asked also while one's own action waits, or no longer."""


class Undo(Message, frozen=True, tag="undo"):
    """Take back the last play if that is fair."""


class UndoAnyway(Message, frozen=True, tag="undo-anyway"):
    """Ask the other player to agree to taking back the last play."""


class Draw(Message, frozen=True, tag="draw"):
    """Offer a draw."""


class Agree(Message, frozen=True, tag="agree"):
    """Agree to what the other player has asked for, and to nothing else."""

    what: Offer


class Decline(Message, frozen=True, tag="decline"):
    """Do not agree to it."""

    what: Offer


class Concede(Message, frozen=True, tag="concede"):
    """Give up."""


class TakeSeat(Message, frozen=True, tag="seat"):
    """At a screen for both seats: look from the other one."""

    seat: Seat


class Gather(Message, frozen=True, tag="gather"):
    """What was clicked so far, in any order: cards by the view's numbers, players, places."""

    clicks: Clicks


class Ask(Message, frozen=True, tag="ask"):
    """A question that changes nothing; which fields matter depends on what is asked."""

    what: Literal["why", "explain", "because", "rule", "card", "hint", "bearers"]
    clicks: Clicks = []
    card: Click | None = None
    #: the value that is explained, in the game's word
    value: Text = ""
    #: the number in the seat's story; 0: what happened last
    number: Number = 0
    rule: Text = ""
    #: an action in words
    line: Text = ""


class Speak(Message, frozen=True, tag="language"):
    """Show the table in another language, or the cards."""

    language: Language
    cards: Language | None = None


Sent: TypeAlias = (
    Hello
    | Take
    | Say
    | Rest
    | StopAt
    | Hold
    | Undo
    | UndoAnyway
    | Draw
    | Agree
    | Decline
    | Concede
    | TakeSeat
    | Gather
    | Ask
    | Speak
)

_reader = msgspec.json.Decoder(Sent)


def read_message(raw: str | bytes) -> Sent:
    """A message of a page. ValueError says what is wrong with it."""
    try:
        return _reader.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"this is no message: {error}") from None


class Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has changed for a seat: parts of the page by element id, and lines to append to one.

    ``to`` is the number of the message that this answers, of the page that sent it.
    """

    v: int
    to: int | None = None
    parts: dict[str, str] = {}
    more: dict[str, str] = {}


class Refused(msgspec.Struct, frozen=True):
    """A message was not carried out: the reasons with their rules, as HTML."""

    to: int | None
    refused: str


class Told(msgspec.Struct, frozen=True):
    """An answer to a question that changes nothing, as HTML for a place of the page."""

    to: int
    answer: str
    place: str = "hint"
