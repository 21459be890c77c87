"""Showing properties and their values in a language: words of the game are translated."""

from __future__ import annotations

import re

from cardlaw.judge.cases import Word
from cardlaw.judge.properties import Found, said
from cardlaw.judge.tongue import Tongue

_OWNED = re.compile(r"([AB])'s (.+)")


def show_word(words: Tongue, text: str) -> str:
    """A word of the game, a zone of a player, or a name, which stays as it is."""
    owned = _OWNED.fullmatch(text)
    if owned is not None and words.has(f"term.{owned[2]}"):
        return words.text("zone-of", player=owned[1], zone=words.term(owned[2]))
    kind, colon, number = text.partition(": ")
    return f"{words.term(kind)}{colon}{number}" if colon else words.term(text)


def show_found(words: Tongue, found: Found) -> str:
    """The value of a property."""
    if isinstance(found, tuple):
        return "[" + ", ".join(show_word(words, item) for item in found) + "]"
    return show_word(words, said(found))


def show_expected(words: Tongue, word: Word) -> str:
    """An expected value; a list is kept as lines of one word."""
    if not word.text.startswith("\n"):
        return show_word(words, word.text)
    return "[" + ", ".join(show_word(words, line) for line in word.text.split("\n") if line) + "]"
