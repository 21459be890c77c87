"""Keeping games: beginning them, appending to their journals, reading them again."""

from __future__ import annotations

import time
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from cardlaw.table.journal import Kind, Line
from cardlaw.table.sitting import PERSON, Start
from cardlaw.table.store.opening import StoreFault, open_database
from cardlaw.table.store.schema import about, browsers, games, journal, seats
from cardlaw.table.store.writer import Writer


class Stored(NamedTuple):
    """A game as it is stored: its start, its lines, the last message of each page."""

    book: str
    start: Start
    lines: list[Line]
    pages: dict[str, int]


class Saved(NamedTuple):
    """A game at which a browser holds a seat, for the lobby."""

    id: str
    book: str
    seats: tuple[str, str]
    shared: bool
    seat: int
    #: seconds since 1970
    begun: int
    over: bool

    @property
    def opponent(self) -> str:
        """Who sits opposite: the name of a program, "friend", or "both" at one screen."""
        other = self.seats[1 - self.seat]
        if other != PERSON:
            return other
        return "both" if self.shared else "friend"


class Store:
    """The games of a database. Methods wait for the database: call them from a thread of their own.

    StoreFault if the database fails.
    """

    def __init__(self, url: str = "") -> None:
        self.engine: Engine = open_database(url)
        self.writer = Writer(self.engine)
        with self.engine.connect() as connection:
            row = connection.execute(select(about.c.value).where(about.c.name == "database"))
            #: tells this database from others
            self.name = str(row.scalar_one())

    def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        self.writer.close()
        self.engine.dispose()

    # -- writing ---------------------------------------------------------------------------------

    def begin(self, game: str, book: str, start: Start, lines: list[Line], holder: bytes) -> None:
        """Keep a new game; the first seat of a person, or both at one screen, go to a holder."""
        people = [seat for seat, name in enumerate(start.seats) if name == PERSON]
        held = people if start.shared else people[:1]

        def write(connection: Connection) -> None:
            connection.execute(
                insert(games).values(
                    id=game,
                    book=book,
                    position=start.position,
                    first=start.seats[0],
                    second=start.seats[1],
                    shared=start.shared,
                    secret=start.secret,
                    seed=start.seed,
                    begun=int(time.time()),
                    over=False,
                )
            )
            rows = [
                {"game": game, "seat": seat, "holder": holder if seat in held else None}
                for seat in people
            ]
            connection.execute(insert(seats), rows)
            _append(connection, game, 0, lines)

        self.writer.write(write)

    def append(self, game: str, number: int, lines: list[Line], over: bool = False) -> None:
        """Append lines after the first ``number``. StoreFault if others stand there already."""

        def write(connection: Connection) -> None:
            _append(connection, game, number, lines)
            if over:
                connection.execute(update(games).where(games.c.id == game).values(over=True))

        self.writer.write(write)

    def invite(self, game: str, seat: int, secret: bytes) -> bool:
        """Let a link give a free seat away. Whether the seat is free."""

        def write(connection: Connection) -> bool:
            found = connection.execute(
                update(seats)
                .where(seats.c.game == game, seats.c.seat == seat, seats.c.holder.is_(None))
                .values(invited=secret)
            )
            return found.rowcount == 1

        return self.writer.write(write)

    def join(self, secret: bytes, holder: bytes) -> tuple[str, int] | None:
        """Give the seat of a link to a holder: the game and the seat; None if it gives none."""

        def write(connection: Connection) -> tuple[str, int] | None:
            row = connection.execute(
                update(seats)
                .where(seats.c.invited == secret, seats.c.holder.is_(None))
                .values(holder=holder, invited=None)
                .returning(seats.c.game, seats.c.seat)
            ).first()
            return None if row is None else (row.game, row.seat)

        return self.writer.write(write)

    def invites_to(self, secret: bytes, holder: bytes) -> bool:
        """Whether the link with a secret leads to a game at which a holder sits already."""
        with _reading(self.engine) as connection:
            given = select(seats.c.game).where(seats.c.invited == secret)
            held = select(seats).where(seats.c.holder == holder, seats.c.game.in_(given))
            return connection.execute(held).first() is not None

    def add_browser(self, holder: bytes) -> None:
        """Know a browser by the hash of its token."""
        self.writer.write(
            lambda connection: connection.execute(insert(browsers).values(holder=holder))
        )

    # -- reading ---------------------------------------------------------------------------------

    def knows_browser(self, holder: bytes) -> bool:
        """Whether a token with this hash was given to a browser."""
        with _reading(self.engine) as connection:
            found = connection.execute(select(browsers).where(browsers.c.holder == holder))
            return found.first() is not None

    def seats_of(self, game: str, holder: bytes) -> frozenset[int]:
        """The seats of a game that a holder has."""
        with _reading(self.engine) as connection:
            rows = connection.execute(
                select(seats.c.seat).where(seats.c.game == game, seats.c.holder == holder)
            )
            return frozenset(row.seat for row in rows)

    def free_seats(self, game: str) -> list[int]:
        """The seats of a game that wait for a person."""
        with _reading(self.engine) as connection:
            rows = connection.execute(
                select(seats.c.seat).where(seats.c.game == game, seats.c.holder.is_(None))
            )
            return sorted(row.seat for row in rows)

    def saved(self, holder: bytes, most: int = 50) -> list[Saved]:
        """The games at which a holder has a seat, the newest first."""
        with _reading(self.engine) as connection:
            rows = connection.execute(
                select(games, func.min(seats.c.seat).label("seat"))
                .join(seats, seats.c.game == games.c.id)
                .where(seats.c.holder == holder)
                .group_by(games.c.id)
                .order_by(games.c.over, games.c.begun.desc(), games.c.id)
                .limit(most)
            )
            return [
                Saved(
                    row.id,
                    row.book,
                    (row.first, row.second),
                    row.shared,
                    row.seat,
                    row.begun,
                    row.over,
                )
                for row in rows
            ]

    def load(self, game: str) -> Stored | None:
        """A game with its whole journal; None if there is none of that name."""
        with _reading(self.engine) as connection:
            row = connection.execute(select(games).where(games.c.id == game)).first()
            if row is None:
                return None
            start = Start(row.position, (row.first, row.second), row.secret, row.seed, row.shared)
            rows = connection.execute(
                select(journal).where(journal.c.game == game).order_by(journal.c.number)
            )
            lines = [
                Line(Kind(each.kind), msgspec.json.decode(each.data), each.seat, each.page, each.n)
                for each in rows
            ]
        pages: dict[str, int] = {}
        for line in lines:
            if line.page is not None and line.n is not None:
                pages[line.page] = max(line.n, pages.get(line.page, 0))
        return Stored(row.book, start, lines, pages)


class _Reading:
    """A connection to read from, whose faults are told as those of the store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __enter__(self) -> Connection:
        try:
            self._connection = self._engine.connect()
        except SQLAlchemyError as error:
            raise StoreFault(f"the database cannot be read: {error}") from error
        return self._connection

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._connection.close()
        if isinstance(error, SQLAlchemyError):
            raise StoreFault(f"the database cannot be read: {error}") from error


def _reading(engine: Engine) -> _Reading:
    return _Reading(engine)


def _append(connection: Connection, game: str, number: int, lines: list[Line]) -> None:
    if lines:
        connection.execute(
            insert(journal),
            [
                {
                    "game": game,
                    "number": number + place,
                    "kind": line.kind.value,
                    "data": msgspec.json.encode(line.data).decode(),
                    "seat": line.seat,
                    "page": line.page,
                    "n": line.n,
                }
                for place, line in enumerate(lines)
            ],
        )
