"""Words of a text, and how leniently one word stands for another."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import WRatio

Words = tuple[str, ...]

ARTICLES = frozenset(("a", "an", "the"))
#: what stands between the parts of a sentence without a meaning of its own
CONNECTORS = frozenset(("and", "&", "then", "also"))

_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-"})
_EDGES = '.,;:!?"()[]'
#: the price of a match that ignores punctuation, and of each letter that is wrong
LOOSE, TYPO = 1, 8


@lru_cache(maxsize=20_000)
def words(text: str) -> Words:
    """The words of a text in lower case, without commas and full stops around them."""
    return tuple(word.casefold() for word in split(text))


def split(text: str) -> list[str]:
    """The same words with the capitals as they were typed."""
    found = (word.strip(_EDGES) for word in text.translate(_QUOTES).split())
    return [word for word in found if word]


@lru_cache(maxsize=20_000)
def loose(word: str) -> str:
    """A word without punctuation; a word with digits keeps it, since C2' is not C2."""
    if any(letter.isdigit() for letter in word):
        return word
    return "".join(letter for letter in word if letter.isalnum()) or word


@lru_cache(maxsize=100_000)
def price(known: str, typed: str) -> int | None:
    """How far a typed word is from a known one: 0 the same, None another word."""
    if known == typed:
        return 0
    known, typed = loose(known), loose(typed)
    if known == typed:
        return LOOSE
    shorter = min(len(known), len(typed))
    if shorter < 4 or any(letter.isdigit() for letter in known + typed):
        return None
    most = 1 if shorter < 8 else 2
    distance = OSA.distance(known, typed, score_cutoff=most)
    return TYPO * distance if distance <= most else None


def match(known: Words, typed: Words, at: int) -> tuple[int, int] | None:
    """Where known words end that begin at a place of a text, and their price; None if they do not.

    Articles may be left out or put in.
    """
    total = 0
    for word in known:
        while at < len(typed) and typed[at] in ARTICLES and typed[at] != word:
            at += 1
        cost = price(word, typed[at]) if at < len(typed) else None
        if cost is None:
            if word in ARTICLES:
                continue
            return None
        total += cost
        at += 1
    return at, total


def nearest(text: str, known: list[str], most: int = 3) -> tuple[str, ...]:
    """The known names that are most like a text, the best first."""
    pool = {name.casefold(): name for name in reversed(known)}
    found = process.extract(text.casefold(), list(pool), scorer=WRatio, limit=most, score_cutoff=60)
    return tuple(pool[name] for name, _, _ in found)


def cut(text: str, most: int = 200) -> str:
    """A text for a message: not too long."""
    return text if len(text) <= most else text[: most - 3] + "..."
