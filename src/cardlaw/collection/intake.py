"""Importing a file of cards: piece by piece into a waiting room, then all of it at once."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from cardlaw.cards.record import CardRecord
from cardlaw.collection.forms import Found, Printing, Unfit, renewed, together
from cardlaw.collection.listing import listed, read_item
from cardlaw.collection.naming import halves_of, key_of
from cardlaw.collection.scanner import Item, Scanner
from cardlaw.collection.schema import guarded, transaction
from cardlaw.collection.source import Source
from cardlaw.collection.store import Store, decoded, encoded
from cardlaw.collection.words import CardFault
from cardlaw.collection.written import ENDING, read_written
from cardlaw.judge.faults import shortened

#: cards that are written at once
BATCH = 2000
#: examples that a summary names for each reason
EXAMPLES = 3
LONGEST_NAME = 300

_BYTE = re.compile(r"\(byte (\d+)\)")
_NAME = re.compile(rb'"name"\s*:\s*"((?:[^"\\]|\\.){1,200})"')


class Skips(msgspec.Struct):
    """Why things were left out: how many for a reason, some of their names, a detail."""

    count: int = 0
    names: list[str] = []
    detail: str = ""


class Tally(msgspec.Struct):
    """What an import has found so far."""

    skipped: dict[str, Skips] = {}

    def skip(self, unfit: Unfit) -> None:
        """Note something that is no card for the store."""
        row = self.skipped.setdefault(unfit.reason, Skips())
        row.count += 1
        if len(row.names) < EXAMPLES and unfit.name:
            row.names.append(shortened(unfit.name))
        row.detail = row.detail or shortened(unfit.detail, 120)


class Summary(NamedTuple):
    """What an import did: cards by name, printings, and what was left out."""

    new: int
    changed: int
    unchanged: int
    printings: int
    skipped: dict[str, Skips]
    #: at which item an import that was interrupted went on, or 0
    resumed: int = 0

    @property
    def cards(self) -> int:
        """How many cards the file holds."""
        return self.new + self.changed + self.unchanged


Watch = Callable[[Source, int], None]


def no_watch(source: Source, items: int) -> None:
    """Nobody looks at the progress."""


def import_file(store: Store, path: Path, watch: Watch = no_watch) -> Summary:
    """Take over the cards of a file: all of them, or none if the file is at fault (CardFault).

    An interrupted import of the same file goes on where it was. ``watch`` is told of the progress
    with the source and the number of items read. A file whose name ends in .toml holds cards that
    a user wrote, of the store's game.
    """
    if path.suffix.casefold() == ENDING:
        return _import_written(store, path)
    with Source(path) as source, guarded(store.name):
        room = WaitingRoom(store.base, source.digest(), source.name)
        reading = Reading(source, room)
        try:
            reading.read(watch)
        except CardFault:
            room.clear()
            raise
        return room.take_over(reading.resumed)


def _import_written(store: Store, path: Path) -> Summary:
    """Take over the cards of a file that a user wrote."""
    written = read_written(path)
    if written.game != store.game:
        raise CardFault("other-game", str(path), 1, game=written.game, store=store.game)
    with Source(path) as source, guarded(store.name):
        room = WaitingRoom(store.base, source.digest(), source.name)
        room.stage([Printing(record, record.name) for record in written.cards], len(written.cards))
        return room.take_over(0)


class Reading:
    """One file that is read into the waiting room."""

    def __init__(self, source: Source, room: WaitingRoom) -> None:
        self.source = source
        self.room = room
        self.resumed = room.done
        self.last = ""

    def read(self, watch: Watch) -> None:
        scanner = Scanner(self.source.read, self.source.name)
        batch: list[Printing] = []
        number = 0
        try:
            for number, (kind, item) in enumerate(listed(scanner), 1):
                if number <= self.resumed:
                    continue
                batch.extend(self.printings(kind, item))
                if number % BATCH == 0:
                    self.room.stage(batch, number)
                    batch.clear()
                    watch(self.source, number)
        except CardFault as fault:
            raise self.with_place(fault, number) from None
        self.room.stage(batch, number)
        watch(self.source, number)
        if not self.room.staged():
            raise CardFault("no-cards", self.source.name, n=number)

    def printings(self, kind: str, item: Item) -> Iterator[Printing]:
        """The cards of an item; what is unfit goes to the tally."""
        for found in self.found(kind, item):
            if isinstance(found, Unfit):
                self.room.tally.skip(found)
            elif len(found.name) > LONGEST_NAME:
                self.room.tally.skip(Unfit("no-name", found.name))
            else:
                self.last = found.name
                yield found

    def found(self, kind: str, item: Item) -> list[Found]:
        try:
            return read_item(kind, item)
        except msgspec.ValidationError as error:
            return [Unfit("wrong-kind", named(item), str(error))]
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self.broken(item, str(error)) from None

    def broken(self, item: Item, problem: str) -> CardFault:
        try:
            item.raw.decode()
        except UnicodeDecodeError as error:
            line = item.line + item.raw.count(b"\n", 0, error.start)
            at = item.offset + error.start
            return CardFault("not-utf8", self.source.name, line, bytes=at)
        found = _BYTE.search(problem)
        at = int(found[1]) if found is not None else 0
        line = item.line + item.raw.count(b"\n", 0, at)
        reason = _BYTE.sub("", problem).removeprefix("JSON is malformed:").strip()
        return CardFault(
            "broken-card", self.source.name, line, card=named(item), reason=reason,
            bytes=item.offset + at,
        )  # fmt: skip

    def with_place(self, fault: CardFault, number: int) -> CardFault:
        """A fault with the last card that was whole."""
        values = {**fault.values, "n": number, "last": self.last or "-"}
        line = fault.mark.line if fault.mark is not None else 0
        return CardFault(fault.code, fault.file, line, **values)


def named(item: Item) -> str:
    """The name in a card that cannot be read, for a message, or how it begins."""
    found = _NAME.search(item.raw)
    raw = found[1] if found is not None else item.raw[:40]
    return shortened(raw.decode("utf-8", "replace"))


class WaitingRoom:
    """Where the cards of a file wait until all of them are there."""

    def __init__(self, base: sqlite3.Connection, digest: str, file: str) -> None:
        self.base = base
        with transaction(base):
            # An older state of the same file will not be finished any more.
            base.execute("DELETE FROM imports WHERE file = ? AND digest <> ?", (file, digest))
            base.execute(
                "INSERT INTO imports (digest, file, done, tally) VALUES (?, ?, 0, ?)"
                " ON CONFLICT (digest) DO UPDATE SET file = excluded.file",
                (digest, file, msgspec.json.encode(Tally())),
            )
        row = base.execute("SELECT id, done, tally FROM imports WHERE digest = ?", (digest,))
        self.number, self.done, raw = row.fetchone()
        self.tally = msgspec.json.decode(raw, type=Tally)

    def stage(self, printings: Iterable[Printing], done: int) -> None:
        """Let cards in, and note how far the file is read. The first of a name and side counts."""
        rows: list[tuple[int, str, str, bytes]] = []
        places: list[tuple[int, str, str, str]] = []
        for printing in printings:
            record = printing.record
            rows.append((self.number, printing.name, printing.side, encoded(record)))
            sets = {code: "" for code in printing.sets if code}
            if record.set_code:
                sets[record.set_code] = record.collector_number
            places.extend((self.number, code, at, printing.name) for code, at in sets.items())
        with transaction(self.base):
            self.base.executemany("INSERT OR IGNORE INTO staged VALUES (?, ?, ?, ?)", rows)
            self.base.executemany(
                "INSERT OR IGNORE INTO staged_printings VALUES (?, ?, ?, ?)", places
            )
            self.base.execute(
                "UPDATE imports SET done = ?, tally = ? WHERE id = ?",
                (done, msgspec.json.encode(self.tally), self.number),
            )

    def staged(self) -> bool:
        """Whether any card waits."""
        rows = self.base.execute("SELECT 1 FROM staged WHERE import = ? LIMIT 1", (self.number,))
        return rows.fetchone() is not None

    def clear(self) -> None:
        """Send everybody away."""
        with transaction(self.base):
            self.base.execute("DELETE FROM imports WHERE id = ?", (self.number,))

    def take_over(self, resumed: int) -> Summary:
        """Move all cards into the store, at once."""
        counts = {"new": 0, "changed": 0, "unchanged": 0}
        with transaction(self.base):
            for name, record in self._cards():
                counts[self._put(name, record)] += 1
            added = self.base.execute(
                "INSERT OR IGNORE INTO printings SELECT staged_printings.code,"
                " staged_printings.number, cards.id FROM staged_printings"
                " JOIN cards ON cards.name = staged_printings.name"
                " WHERE staged_printings.import = ?",
                (self.number,),
            ).rowcount
            self.base.execute("DELETE FROM imports WHERE id = ?", (self.number,))
        return Summary(**counts, printings=added, skipped=self.tally.skipped, resumed=resumed)

    def _cards(self) -> Iterator[tuple[str, CardRecord]]:
        rows = self.base.execute(
            "SELECT name, side, record FROM staged WHERE import = ? ORDER BY name, side",
            (self.number,),
        ).fetchall()
        for name, group in groupby(rows, key=lambda row: str(row[0])):
            sides = {side: decoded(raw) for _, side, raw in group}
            yield name, sides[""] if "" in sides else together(sides)

    def _put(self, name: str, record: CardRecord) -> str:
        """Write a card, and say what has become of it."""
        row = self.base.execute("SELECT id, record FROM cards WHERE name = ?", (name,)).fetchone()
        if row is None:
            raw = encoded(record)
            card = self.base.execute(
                "INSERT INTO cards (name, record) VALUES (?, ?)", (name, raw)
            ).lastrowid
        else:
            card, old = row
            raw = encoded(renewed(name, decoded(old), record))
            if raw == old:
                return "unchanged"
            self.base.execute("UPDATE cards SET record = ? WHERE id = ?", (raw, card))
            self.base.execute("DELETE FROM names WHERE card = ?", (card,))
        keys = {key_of(face.name): 1 for face in (record, *record.other_faces)}
        # a game prints a name without its version, or one in another language
        printed = [record.printed.get(word) for word in ("name", "name_ru")]
        keys |= {key_of(other): 1 for other in printed if isinstance(other, str) and other}
        keys |= dict.fromkeys(halves_of(key_of(name)), 1)
        keys[key_of(name)] = 0
        self.base.executemany(
            "INSERT OR IGNORE INTO names VALUES (?, ?, ?)",
            [(key, card, face) for key, face in keys.items()],
        )
        return "new" if row is None else "changed"
