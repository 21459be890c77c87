"""Texts of the table in the browser: its own catalogue, then those of the match and the game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cardlaw.judge.tongue import OWN as JUDGE
from cardlaw.judge.tongue import Tongue, book_folder
from cardlaw.match.words import OWN as MATCH

OWN = Path(__file__).with_name("locale")


@lru_cache(maxsize=32)
def table_words(language: str, book: str = "") -> Tongue:
    """The texts of a table of a rulebook (by its key), or of the lobby, in a language."""
    folders = (book_folder(book),) if book else ()
    return Tongue(language, (OWN, MATCH, *folders, JUDGE))
