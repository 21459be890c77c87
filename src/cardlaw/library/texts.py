"""Reading the lines of a card with a game's phrase table, and printing them back."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from cardlaw.cards.language import Language, Line, NotUnderstood
from cardlaw.cards.phrases import Table, read_tables
from cardlaw.cards.printing import Printer
from cardlaw.cards.reading import NotRead, Reader
from cardlaw.cards.words import words_of


class ReadLine(msgspec.Struct, frozen=True):
    """What became of a line: its value, or why it has none and from which word on.

    ``productions`` are the places of the phrases that its reading used.
    """

    value: Any = None
    reason: str = ""
    at: int = 0
    words: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()
    productions: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        return not self.reason


class Texts:
    """A game's card language at work."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.table: Table = read_tables(language.phrases, language.words)
        readers = {name: pair[0] for name, pair in language.words.items()}
        printers = {name: pair[1] for name, pair in language.words.items()}
        starts = [f"c_{start}" for start in language.starts]
        self.reader = Reader(self.table, readers, starts)
        self.printer = Printer(self.table, printers, language.defaults)

    def read(self, line: Line) -> ReadLine:
        """Read a line, settle it, print it back: only what survives all three is understood."""
        try:
            values, productions = self.reader.parse(line.text, line.start)
        except NotRead as error:
            return ReadLine(
                reason=str(error),
                at=error.at,
                words=tuple(error.words),
                strange=tuple(error.strange),
            )
        words = [word.plain for word in words_of(line.text)]
        found: list[tuple[Any, Any]] = []
        reason = ""
        for value in values:
            try:
                data = self.language.settled(value, line.start)
            except NotUnderstood as error:
                reason = str(error)
                continue
            if all(data != other for _, other in found):
                found.append((value, data))
        if not found:
            return ReadLine(reason=reason, words=tuple(words))
        if len(found) > 1:
            return ReadLine(reason="two readings", value=[v for v, _ in found], words=tuple(words))
        value, data = found[0]
        said = self.language.spoken(data, line.start)
        if not self.printer.says(line.start, said, words):
            return ReadLine(reason="does not print back", value=value, words=tuple(words))
        return ReadLine(value=value, words=tuple(words), productions=productions)


@lru_cache(maxsize=4)
def texts_of(game: str) -> Texts:
    """The card language of a game by its name. KeyError: the game has none."""
    from cardlaw.rulebooks.magic.wording import LANGUAGE  # noqa: PLC0415

    return Texts({"magic": LANGUAGE}[game])
