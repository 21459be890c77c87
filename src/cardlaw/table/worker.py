"""A worker: the process in which games live; it reads requests from a pipe and answers them.

Requests for different tables are worked on side by side, so that a long thought at one does not
keep the others waiting. The server never sends two at once for one table.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import BinaryIO

import msgspec

from cardlaw.judge.coverage import real_books
from cardlaw.judge.writing import write_position
from cardlaw.table import drawing, errands
from cardlaw.table.dealing import deal
from cardlaw.table.desk import drawing as desk
from cardlaw.table.desk.editing import write_text
from cardlaw.table.desk.touching import asked_back
from cardlaw.table.errands import (
    HEAD,
    Answered,
    AnyErrand,
    AnyReply,
    Asked,
    Deal,
    DeckChoice,
    Done,
    TableErrand,
    framed,
)
from cardlaw.table.logbook import keep_log
from cardlaw.table.lookback import NotFair, branch
from cardlaw.table.picture import Look
from cardlaw.table.sitting import PERSON, Outcome, Sitting

#: so many tables are worked on side by side
SIDE_BY_SIDE = 16
#: seconds after which another table's request goes on
TURN = 0.002

log = logging.getLogger("cardlaw.table.worker")


class Worker:
    """The tables of one process."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source = source
        self.sink = sink
        self.tables: dict[str, Sitting] = {}
        self._writing = Lock()

    def run(self) -> None:
        """Answer requests until the server is gone."""
        reader = msgspec.msgpack.Decoder(Asked)
        pool = ThreadPoolExecutor(SIDE_BY_SIDE)
        while len(head := self.source.read(HEAD)) == HEAD:
            raw = self.source.read(int.from_bytes(head, "big"))
            pool.submit(self.answer, reader.decode(raw))
        # What is still being thought about has nobody to be told to.
        os._exit(0)

    def answer(self, asked: Asked) -> None:
        """Answer one request."""
        try:
            reply = self.reply(asked.errand)
        except Exception as error:  # whatever a game does, the other tables go on
            log.exception("a request failed")
            reply = errands.Failed(reason=f"{type(error).__name__}: {error}")
        frame = framed(Answered(asked.number, reply))
        with self._writing:
            self.sink.write(frame)
            self.sink.flush()

    def rehearse(self) -> None:
        """Begin a game of each rulebook and draw it, so that the first real one opens at once.

        What is read then (rules, cards, texts, templates) is kept; the games are not.
        """
        for book in real_books():
            if self.tables:
                return  # somebody plays already, and is not to wait for this
            decks = (DeckChoice(), DeckChoice())
            given = Deal(game=book.key, decks=decks, seats=(PERSON, "random"), secret=b"", seed=0)
            dealt = deal(given)
            assert dealt.start is not None
            table = Sitting(dealt.start, dealt.lines)
            drawing.page(table.face(Look()), 0, Look(), "")
            table.go_on()

    def reply(self, errand: AnyErrand) -> AnyReply:
        """What a request leads to."""
        if isinstance(errand, errands.TableErrand):
            return self.at_table(errand)
        if isinstance(errand, errands.Deal):
            return deal(errand)
        if isinstance(errand, errands.Rehearse):
            self.rehearse()
            return Done()
        if isinstance(errand, errands.Touched):
            return errands.Html(html=desk.touched(errand.touch, errand.origin))
        return errands.Html(html=desk.desk(errand.wish, errand.origin, errand.lost))

    def at_table(self, errand: TableErrand) -> AnyReply:
        """What a request that concerns one table leads to."""
        if isinstance(errand, errands.Open):
            self.tables[errand.table] = table = Sitting(errand.start, errand.lines)
            table.invite = errand.invite
            return Done(more=table.more, over=table.match.game.over)
        table = self.tables[errand.table]
        if isinstance(errand, errands.Back | errands.AskedBack | errands.Branch):
            return _past(table, errand)
        return self._at(table, errand)

    def _at(self, table: Sitting, errand: TableErrand) -> AnyReply:
        """What a request leads to that concerns a table as it is."""
        match errand:
            case errands.Joined():
                return _done(table.joined())
            case errands.Close():
                del self.tables[errand.table]
            case errands.Page():
                face = table.face(errand.look)
                page = drawing.page(face, errand.seat, errand.look, errand.table)
                return errands.Html(html=page)
            case errands.Draw():
                updates = {errand.seat: table.picture(errand.seat, errand.look)}
                return _done(Outcome(updates=updates, more=table.more))
            case errands.Do():
                return _done(table.do(errand.seat, errand.sent, errand.page))
            case errands.GoOn():
                return _done(table.go_on(errand.pace))
            case errands.Unwatched():
                table.unwatched(errand.seat)
        return Done(more=table.more)


def _past(table: Sitting, errand: errands.Back | errands.AskedBack | errands.Branch) -> AnyReply:
    """What a request leads to that concerns a moment of a game."""
    face = table.face(errand.look)
    match errand:
        case errands.Back():
            given = (errand.seat, errand.at, errand.look, errand.table, table.company)
            return errands.Html(html=desk.back(face, *given))
        case errands.AskedBack():
            reply = asked_back(face, errand.seat, errand.at, errand.sent)
            return errands.Html(html=msgspec.json.encode(reply).decode())
        case errands.Branch():
            return _branched(table, errand)


def _branched(table: Sitting, errand: errands.Branch) -> errands.Branched:
    """A moment of a game as a case, or why that would not be fair."""
    face = table.face(errand.look)
    try:
        game = branch(face, errand.seat, errand.at, table.company)
    except NotFair as unfair:
        return errands.Branched(refused=str(unfair))
    written = write_position(game.kernel, game.labels)
    return errands.Branched(case=write_text(written.data), lost=list(written.lost))


def _done(outcome: Outcome) -> Done:
    return Done(
        lines=outcome.lines,
        updates={seat: msgspec.json.encode(each) for seat, each in outcome.updates.items()},
        more=outcome.more,
        over=outcome.over,
        refused=outcome.refused,
        answer=outcome.answer,
        place=outcome.place,
    )


def main() -> None:
    """The process: the pipe is its input and output, what is printed goes to the errors."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setswitchinterval(TURN)
    keep_log("%(levelname)s %(name)s: %(message)s")
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    Worker(source, sink).run()


if __name__ == "__main__":
    main()
