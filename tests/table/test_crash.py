"""kill -9 at random moments: what was acknowledged is in the journal once, after any restart."""

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.table.forking import Forked, Forks, forks
from tests.table.guests import Guest, Seat
from websockets.exceptions import ConnectionClosed

from cardlaw.table.journal import Kind, Line
from cardlaw.table.sitting import Sitting, Start
from cardlaw.table.store import Store
from cardlaw.table.store.schema import journal

KILLS = 200 if os.environ.get("CARDLAW_DEEP") == "1" else 30
#: the longest time between an action on its way and the end of the server, in seconds
LATEST = 0.06
#: a message: the table, and its number on the page
Sent = tuple[str, int]
GAME = {"game": "vs", "opponent": "random", "seed": "11"}


class Crash:
    """A guest who plays on while the server is killed under them."""

    def __init__(self, start: Forks, database: str, seed: int) -> None:
        self.forks = start
        self.database = database
        self.luck = random.Random(seed)
        self.server: Forked = start.start(database)
        self.guest = Guest(self.server.base)
        self.page = "page-of-a-guest"
        self.tables: list[str] = []
        self.count = 0
        #: the messages that were answered as done, by table
        self.done: set[Sent] = set()
        #: the message that was not answered when the server died
        self.open: dict[str, object] | None = None
        #: the messages that were refused
        self.refused: set[Sent] = set()
        self.seat: Seat | None = None

    def life(self) -> None:
        """One life of the server, from where the last one ended to the next kill."""
        try:
            seat = self.connect()
            if self.open is not None:
                self.note(seat.send_again(self.open))
            for _ in range(self.luck.randrange(3)):
                self.act(seat)
            self.act(seat, kill=True)
        except (ConnectionClosed, EOFError):
            pass
        # A game may have ended before the last action: each life ends by a kill.
        self.server.kill()
        if self.seat is not None:
            self.seat.leave()
        self.server = self.forks.start(self.database)
        self.guest.base = self.server.base

    def connect(self) -> Seat:
        """The page connects again, under the name it had."""
        if not self.guest.table:
            self.guest.begin(**GAME)
            self.tables.append(self.guest.table.rpartition("/")[2])
        self.seat = self.guest.sit(self.page)
        self.seat.count = self.count
        return self.seat

    def act(self, seat: Seat, kill: bool = False) -> None:
        """Take an option at random; the server may be killed while the action is on its way."""
        while not seat.options():
            if "The game is over" in seat.parts["ask"]:
                self.guest.table, self.open = "", None
                return
            seat.receive()
        self.count += 1
        message = {"do": "take", "option": self.luck.choice(seat.options())}
        self.open = {**message, "n": self.count, "v": seat.version}
        if kill:
            seat.post(self.open)
            time.sleep(self.luck.random() * LATEST)
            self.server.kill()
            self.note(seat.answer(self.count))
        else:
            self.note(seat.send_again(self.open))

    def note(self, answer: dict[str, object]) -> None:
        """An answer has come: whatever it acknowledges must never be lost."""
        assert self.open is not None
        number = self.open["n"]
        assert isinstance(number, int)
        found = self.refused if "refused" in answer else self.done
        found.add((self.tables[-1], number))
        self.open = None


def check(crash: Crash) -> None:
    """Everything acknowledged stands in the journals, nothing twice, and they can be played."""
    store = Store(crash.database)
    try:
        compare(store, crash.page, crash.done, crash.refused)
        for table in crash.tables:
            stored = store.load(table)
            assert stored is not None
            assert Sitting(stored.start, stored.lines).count == len(stored.lines)
    finally:
        store.close()


def compare(store: Store, page: str, done: set[Sent], refused: set[Sent]) -> None:
    """The messages that led to lines are those that were acknowledged, each once."""
    with store.engine.connect() as connection:
        rows = connection.execute(select(journal.c.game, journal.c.page, journal.c.n)).all()
    kept = Counter((row.game, row.n) for row in rows if row.page == page)
    assert done <= kept.keys()
    assert set(kept.values()) <= {1}
    # Of what nobody was told only the last may be there; what was refused may not.
    assert len(kept.keys() - done) <= 1 and not kept.keys() & refused


def kills(crash: Crash) -> None:
    for _ in range(KILLS):
        crash.life()
    crash.server.kill()
    assert len(crash.done) > KILLS // 2
    check(crash)


def test_killed_at_random_moments_sqlite_keeps_each_acknowledged_action_once(
    tmp_path: Path,
) -> None:
    with forks(tmp_path / "errors.txt") as start:
        kills(Crash(start, f"sqlite:///{tmp_path / 'table.sqlite'}", seed=1))


def test_killed_at_random_moments_postgresql_keeps_each_acknowledged_action_once(
    tmp_path: Path, postgresql_url: str
) -> None:
    with forks(tmp_path / "errors.txt") as start:
        kills(Crash(start, postgresql_url, seed=2))


def test_a_lost_action_and_one_that_was_refused_but_done_are_found(tmp_path: Path) -> None:
    """The proof that the tests above can fail."""
    store = Store(f"sqlite:///{tmp_path / 'table.sqlite'}")
    start = Start(b"{}", ("person", "person"), b"s" * 16)
    lines = [Line(Kind.DRAW, None, 0, "page-one", number) for number in (1, 2)]
    store.begin("game", "vs", start, lines, b"h" * 32)
    compare(store, "page-one", {("game", 1), ("game", 2)}, set())
    compare(store, "page-one", {("game", 1)}, set())
    for done, refused in (
        ({("game", 1), ("game", 2), ("game", 3)}, set()),
        (set(), set()),
        ({("game", 1)}, {("game", 2)}),
    ):
        with pytest.raises(AssertionError):
            compare(store, "page-one", done, refused)
    store.close()
