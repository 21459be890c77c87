"""Reading the lines of a card with a game's phrase table, and printing them back."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from cardlaw.cards.language import ENGLISH, Grammar, Language, Line, NotUnderstood
from cardlaw.cards.phrases import Table, read_tables
from cardlaw.cards.printing import Defaults, Printer
from cardlaw.cards.reading import NotRead, Reader
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import words_of


class ReadLine(msgspec.Struct, frozen=True):
    """What became of a line: its value, or why it has none and from which word on.

    ``productions`` are the lines of the phrase table that its reading used.
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


class Wording:
    """A grammar at work: reads lines of one language, and prints them."""

    def __init__(self, grammar: Grammar, starts: tuple[str, ...], defaults: Defaults) -> None:
        self.table: Table = read_tables(grammar.phrases, grammar.words)
        readers = {name: pair[0] for name, pair in grammar.words.items()}
        printers = {name: pair[1] for name, pair in grammar.words.items()}
        self.reader = Reader(self.table, readers, [f"c_{start}" for start in starts])
        self.printer = Printer(self.table, printers, defaults)
        self.spelt = grammar.spelt


class Texts:
    """A game's card language at work, in each of its languages."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._wordings: dict[str, Wording] = {}

    def wording(self, tongue: str = ENGLISH) -> Wording:
        """The grammar of a language, made when it is first asked for. KeyError: there is none."""
        found = self._wordings.get(tongue)
        if found is None:
            language = self.language
            found = Wording(language.grammars[tongue], language.starts, language.defaults)
            self._wordings[tongue] = found
        return found

    @property
    def printer(self) -> Printer:
        """The printer of the English wording."""
        return self.wording().printer

    def read(self, line: Line) -> ReadLine:
        """Read a line, settle it, print it back: only what survives all three is understood."""
        wording = self.wording(line.tongue)
        try:
            values, productions = wording.reader.parse(line.text, line.start)
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
        if not wording.printer.says(line.start, said, words):
            return ReadLine(reason="does not print back", value=value, words=tuple(words))
        return ReadLine(value=value, words=tuple(words), productions=productions)

    def record_of(self, face: Any, tongue: str = ENGLISH) -> CardRecord:
        """A shipped face as a record with its text, in the first wording of each line.

        The text is English where the game's cards are not written in the language that is asked
        for. NotUnderstood: the game's faces are not printed, or a line has no wording.
        """
        language = self.language
        wording = self.wording(tongue if tongue in language.grammars else ENGLISH)
        if language.unfaced is None or wording.spelt is None:
            raise NotUnderstood(f"cards of {language.game} are not printed")
        record, lines = language.unfaced(face)
        text = []
        for start, data in lines:
            words = wording.printer.say(start, language.spoken(data, start))
            if words is None:
                raise NotUnderstood(f"{record.name}: nothing says {data}")
            text.append(wording.spelt(words, record))
        return msgspec.structs.replace(record, oracle_text="\n".join(text))

    def record_as_far_as_said(self, face: Any, tongue: str = ENGLISH) -> CardRecord:
        """A shipped face as a record; where a line has no wording, the text says so instead."""
        try:
            return self.record_of(face, tongue)
        except NotUnderstood as error:
            if self.language.unfaced is None:
                raise
            record = self.language.unfaced(face).record
            return msgspec.structs.replace(record, oracle_text=str(error).replace("\n", " "))


def _magic() -> Language:
    from cardlaw.rulebooks.magic.wording import LANGUAGE  # noqa: PLC0415

    return LANGUAGE


def _vs() -> Language:
    from cardlaw.rulebooks.vs.wording import LANGUAGE  # noqa: PLC0415

    return LANGUAGE


def _berserk() -> Language:
    from cardlaw.rulebooks.berserk.wording import LANGUAGE  # noqa: PLC0415

    return LANGUAGE


#: game -> its card language, made when it is asked for
LANGUAGES: dict[str, Callable[[], Language]] = {"magic": _magic, "vs": _vs, "berserk": _berserk}


@lru_cache(maxsize=4)
def texts_of(game: str) -> Texts:
    """The card language of a game by its name. KeyError: the game has none."""
    return Texts(LANGUAGES[game]())
