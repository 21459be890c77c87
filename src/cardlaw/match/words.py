"""Texts of a match in a language: its own catalogue, the rulebook's, the judge's."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cardlaw.judge.tongue import OWN as JUDGE
from cardlaw.judge.tongue import Tongue, book_folder

OWN = Path(__file__).with_name("locale")


@lru_cache(maxsize=32)
def match_words(language: str, book: str) -> Tongue:
    """The texts of a match of a rulebook (by its key) in a language."""
    return Tongue(language, (OWN, book_folder(book), JUDGE))
