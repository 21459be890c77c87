"""Names of cards as people and programs write them, and the keys by which they are compared."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ß": "ss", "ı": "i"}
)
_APART = re.compile(r"\s*(?://+|\|\||(?<!\d)/(?!\d))\s*")
_NOT_WORD = re.compile(r"[^\w+]+")
#: how the digital edition marks a card that it changed
REBALANCED = "a-"


@lru_cache(maxsize=100_000)
def key_of(name: str) -> str:
    """A name without case, accents, punctuation and doubled spaces; halves stay apart by " // "."""
    halves = [half for half in _APART.split(name) if half.strip()]
    return " // ".join(filter(None, map(_plain, halves))) or _plain(name) or name.casefold().strip()


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    folded = "".join(c for c in folded if not unicodedata.combining(c))
    marked = folded.strip().startswith(REBALANCED)
    words = _NOT_WORD.sub(" ", folded.replace("'", "").replace("’", "").replace("`", ""))
    plain = " ".join(words.split())
    return REBALANCED + plain.removeprefix("a ") if marked else plain


def halves_of(key: str) -> list[str]:
    """The keys of the halves or faces of a key, in order."""
    return key.split(" // ")
