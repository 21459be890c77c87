"""Readings of lines, kept in the user's data folder: each distinct line is read once."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import msgspec
from platformdirs import user_cache_path

from cardlaw.cards.language import Line
from cardlaw.library.texts import ReadLine, Texts

_DECODER = msgspec.json.Decoder(ReadLine)


def file_of(game: str) -> str:
    """The name of the file with the readings of a game's texts."""
    return f"readings-{game}.sqlite"


def version(texts: Texts) -> str:
    """A fingerprint of the card language: of its phrases and of the modules that read them."""
    found = hashlib.blake2b(digest_size=12)
    phrases = (path for grammar in texts.language.grammars.values() for path in grammar.phrases)
    for path in (*phrases, *texts.language.sources):
        found.update(path.read_bytes())
    return found.hexdigest()


class Readings:
    """Reads lines, and remembers them across runs.

    A cache that cannot be opened or written is done without: it holds nothing that reading the
    line again doesn't give.
    """

    def __init__(self, texts: Texts, folder: Path | None = None) -> None:
        self.texts = texts
        self.version = version(texts)
        self.known: dict[Line, ReadLine] = {}
        self.fresh: list[tuple[str, str, str, bytes]] = []
        self.base: sqlite3.Connection | None = None
        folder = folder if folder is not None else user_cache_path("cardlaw")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.base = sqlite3.connect(folder / file_of(texts.language.game), timeout=5)
            self._prepare(self.base)
        except (OSError, sqlite3.Error):
            self.base = None

    def _prepare(self, base: sqlite3.Connection) -> None:
        with base:
            base.execute(
                "CREATE TABLE IF NOT EXISTS lines (version TEXT, tongue TEXT, start TEXT,"
                " line TEXT, reading BLOB, PRIMARY KEY (version, tongue, start, line))"
                " WITHOUT ROWID"
            )
            base.execute("DROP TABLE IF EXISTS readings")
            base.execute("DELETE FROM lines WHERE version != ?", (self.version,))
        rows = base.execute("SELECT tongue, start, line, reading FROM lines")
        for tongue, start, line, raw in rows:
            self.known[Line(line, start, tongue=tongue)] = _DECODER.decode(raw)

    def read(self, line: Line) -> ReadLine:
        """What became of a line, from the cache or by reading it."""
        key = line._replace(prefix="")
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.texts.read(line)
            raw = msgspec.json.encode(found)
            self.fresh.append((line.tongue, line.start, line.text, raw))
        return found

    def save(self) -> None:
        """Write what was read anew."""
        if self.base is None or not self.fresh:
            return
        rows = [(self.version, *row) for row in self.fresh]
        try:
            with self.base:
                self.base.executemany("INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?, ?)", rows)
        except sqlite3.Error:
            return
        self.fresh.clear()

    def __enter__(self) -> Readings:
        return self

    def __exit__(self, *raised: object) -> None:
        self.save()
        if self.base is not None:
            self.base.close()
