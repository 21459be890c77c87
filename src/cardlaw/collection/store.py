"""The user's store of cards: records by name, by face, by printing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from cardlaw.cards.record import CardRecord
from cardlaw.collection.naming import key_of
from cardlaw.collection.schema import USUAL_GAME, data_folder, file_of, guarded, open_database
from cardlaw.judge.faults import shortened
from cardlaw.notation.tokens import nearest

_DECODER = msgspec.json.Decoder(CardRecord)


def encoded(record: CardRecord) -> bytes:
    """A record as the store keeps it: without the printing from which it was read."""
    return msgspec.json.encode(_unprinted(record))


def decoded(raw: bytes) -> CardRecord:
    """A record from what the store keeps."""
    return _DECODER.decode(raw)


def _unprinted(record: CardRecord) -> CardRecord:
    others = tuple(map(_unprinted, record.other_faces))
    return msgspec.structs.replace(record, set_code="", collector_number="", other_faces=others)


class Stored(NamedTuple):
    """A card of the store: its whole name, of all faces or halves, and the record of the first."""

    name: str
    record: CardRecord


class Store:
    """Cards of a game that the user brought, in a database in a folder of the user's data.

    Errors are CardFault: one sentence with the file.
    """

    def __init__(self, folder: Path | None = None, game: str = USUAL_GAME) -> None:
        self.folder = folder if folder is not None else data_folder()
        self.game = game
        path = self.folder / file_of(game)
        self.name = shortened(str(path), 1000)
        self.base = open_database(path)

    @classmethod
    def existing(cls, folder: Path | None = None, game: str = USUAL_GAME) -> Store | None:
        """The store of a game if there is one; nothing is made."""
        folder = folder if folder is not None else data_folder()
        return cls(folder, game) if (folder / file_of(game)).is_file() else None

    def __len__(self) -> int:
        with guarded(self.name):
            return int(self.base.execute("SELECT count(*) FROM cards").fetchone()[0])

    def __iter__(self) -> Iterator[Stored]:
        """All cards, by name."""
        yield from self._found("SELECT name, record FROM cards ORDER BY name")

    def _found(self, query: str, *values: str) -> list[Stored]:
        with guarded(self.name):
            rows = self.base.execute(query, values).fetchall()
        return [Stored(name, decoded(raw)) for name, raw in rows]

    def get(self, name: str) -> CardRecord | None:
        """The record of the card whose whole name is exactly this."""
        found = self._found("SELECT name, record FROM cards WHERE name = ?", name)
        return found[0].record if found else None

    def called(self, name: str) -> list[Stored]:
        """The cards that a name may mean, written leniently: whole names before faces.

        An exact name alone is meant even where others are like it.
        """
        exact = self._found("SELECT name, record FROM cards WHERE name = ?", name)
        return exact or self._found(
            "SELECT cards.name, cards.record FROM names JOIN cards ON cards.id = names.card"
            " WHERE names.key = ?1 AND names.face ="
            " (SELECT min(face) FROM names WHERE key = ?1) ORDER BY cards.name",
            key_of(name),
        )

    def printed(self, code: str, number: str) -> list[Stored]:
        """The cards of a set with a collector number."""
        return self._found(
            "SELECT cards.name, cards.record FROM printings"
            " JOIN cards ON cards.id = printings.card"
            " WHERE printings.code = ? AND printings.number = ? ORDER BY cards.name",
            code.upper(),
            number,
        )

    def is_set(self, code: str) -> bool:
        """Whether a code is one of a set with known cards."""
        with guarded(self.name):
            rows = self.base.execute("SELECT 1 FROM printings WHERE code = ? LIMIT 1", (code,))
            return rows.fetchone() is not None

    @cached_property
    def names(self) -> list[str]:
        """All names, sorted."""
        with guarded(self.name):
            rows = self.base.execute("SELECT name FROM cards ORDER BY name").fetchall()
        return [name for (name,) in rows]

    def like(self, name: str, most: int = 3) -> tuple[str, ...]:
        """The names that are most like one that is unknown, the best first."""
        return nearest(name, self.names, most)

    def close(self) -> None:
        """Close the database."""
        try:
            self.base.close()
        except sqlite3.Error:  # nothing is lost: all writes are whole transactions
            return

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
