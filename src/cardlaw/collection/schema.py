"""The database of the user's cards: its tables, its version, opening it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from cardlaw.collection.words import CardFault
from cardlaw.judge.faults import shortened

#: names the folder instead of the user's own
VARIABLE = "CARDLAW_DATA"
#: whose cards data files hold that do not say of which game they are
USUAL_GAME = "magic"
VERSION = 1
#: marks the file as ours
_APPLICATION = 0x4C41575F
#: seconds to wait for another program that writes
_PATIENCE = 10.0

_TABLES = """
CREATE TABLE cards (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    record BLOB NOT NULL
);
CREATE TABLE names (
    key TEXT NOT NULL,
    card INTEGER NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
    face INTEGER NOT NULL,
    PRIMARY KEY (key, card)
) WITHOUT ROWID;
CREATE TABLE printings (
    code TEXT NOT NULL,
    number TEXT NOT NULL,
    card INTEGER NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
    PRIMARY KEY (code, number, card)
) WITHOUT ROWID;
CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL,
    done INTEGER NOT NULL,
    tally BLOB NOT NULL
);
CREATE TABLE staged (
    import INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    side TEXT NOT NULL,
    record BLOB NOT NULL,
    PRIMARY KEY (import, name, side)
) WITHOUT ROWID;
CREATE TABLE staged_printings (
    import INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    number TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (import, code, number, name)
) WITHOUT ROWID;
"""


def data_folder() -> Path:
    """The folder of the user's data: the variable CARDLAW_DATA, or where the system keeps such."""
    given = os.environ.get(VARIABLE, "")
    return Path(given) if given else user_data_path("cardlaw", appauthor=False)


def file_of(game: str) -> str:
    """The name of the file with the cards of a game."""
    return "cards.sqlite" if game == USUAL_GAME else f"cards-{game}.sqlite"


def open_database(path: Path) -> sqlite3.Connection:
    """A database, made if there is none. CardFault says why it cannot be opened."""
    name = shortened(str(path), 1000)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CardFault("store-unwritable", name, reason=error.strerror or str(error)) from None
    with guarded(name):
        base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        try:
            _prepare(base, name)
        except BaseException:
            base.close()
            raise
    return base


def _prepare(base: sqlite3.Connection, name: str) -> None:
    mark, version = (_pragma(base, word) for word in ("application_id", "user_version"))
    known = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if known and mark != _APPLICATION:
        raise CardFault("no-store", name)
    if version > VERSION:
        raise CardFault("newer-store", name, version=version, known=VERSION)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = NORMAL")
    base.execute("PRAGMA foreign_keys = ON")
    if version < VERSION:
        with transaction(base):
            # Another program may have been faster.
            if _pragma(base, "user_version") < VERSION:
                for statement in filter(str.strip, _TABLES.split(";")):
                    base.execute(statement)
                base.execute(f"PRAGMA application_id = {_APPLICATION}")
                base.execute(f"PRAGMA user_version = {VERSION}")


def _pragma(base: sqlite3.Connection, word: str) -> int:
    return int(base.execute(f"PRAGMA {word}").fetchone()[0])


@contextmanager
def transaction(base: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing, and nobody else writes meanwhile."""
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise
    base.execute("COMMIT")


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """The database's own errors as sentences."""
    try:
        yield
    except sqlite3.OperationalError as error:
        busy = "locked" in str(error) or "busy" in str(error)
        code = "store-busy" if busy else "store-unwritable"
        raise CardFault(code, name, reason=str(error)) from None
    except sqlite3.DatabaseError as error:
        raise CardFault("no-store", name, reason=str(error)) from None
