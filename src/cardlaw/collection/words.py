"""Texts of the collection in four languages, and its faults: one sentence each with the place."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cardlaw.judge.faults import sentence, shortened
from cardlaw.judge.tongue import ENGLISH, OWN, Tongue, book_folder
from cardlaw.kernel.setup import Fault, Mark

FOLDER = Path(__file__).with_name("locale")
#: a longer value is cut
LONGEST = 200


@lru_cache(maxsize=32)
def tongue(language: str = ENGLISH, book: str = "") -> Tongue:
    """Texts in a language: the collection's, those of a rulebook (by its key), the judge's."""
    books = (book_folder(book),) if book else ()
    return Tongue(language, (FOLDER, *books, OWN))


class CardFault(Fault):
    """What is wrong with a file of cards, a deck list or the store, with named values.

    ``file`` is the name that people know; ``mark`` the line and column, if there is one.
    """

    def __init__(self, code: str, file: str = "", line: int = 0, /, **values: object) -> None:
        short = {k: shortened(v, LONGEST) if isinstance(v, str) else v for k, v in values.items()}
        words = tongue()
        mark = Mark(line, 0) if line else None
        super().__init__(code, words.text(f"fault.{code}", **short), mark)
        self.file = file
        self.values = short
        self.remedy = words.text(f"mend.{code}", **short) if words.has(f"mend.{code}") else ""

    def told(self, words: Tongue) -> str:
        """The fault in one line: the file, the line, the sentence, the remedy."""
        place = self.file
        if place and self.mark is not None:
            place = f"{place}:{self.mark.line}"
        text = sentence(words.text(f"fault.{self.code}", **self.values))
        key = f"mend.{self.code}"
        remedy = f" {sentence(words.text(key, **self.values))}" if words.has(key) else ""
        return f"{place}: {text}{remedy}" if place else f"{text}{remedy}"

    def __str__(self) -> str:
        return self.told(tongue())
