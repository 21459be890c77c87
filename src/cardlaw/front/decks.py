"""Decks at the front door: from names to the faces with which a game begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cardlaw import rulebooks
from cardlaw.collection import CardLibrary, Deck, Match, Store
from cardlaw.collection import reading as texts
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.library.support import Level

#: so many unknown cards are named in one message
MOST_NAMED = 3


class UnknownCards(ValueError):
    """Cards of a deck that nobody knows, by name, with the known names that are near."""

    def __init__(self, near: dict[str, tuple[str, ...]]) -> None:
        self.near = near
        said = [
            f"the card {name!r} is unknown" + (f"; near: {', '.join(known)}" if known else "")
            for name, known in near.items()
        ]
        more = f"; and {len(said) - MOST_NAMED} more" if len(said) > MOST_NAMED else ""
        super().__init__("; ".join(said[:MOST_NAMED]) + more)


@lru_cache(maxsize=8)
def shipped(key: str) -> CardLibrary:
    """The cards that the package ships for a game, by its key."""
    return CardLibrary(rulebooks.find(key))


def faces_of(book: Rulebook, deck: Deck | Sequence[Any], least: Level = Level.FULL) -> list[Any]:
    """The faces of a deck: names are looked up among the package's cards, then the user's.

    UnknownCards names those that nobody knows, CardNotSupported those of the user's cards that
    are supported less than ``least``.
    """
    cards = deck.names() if isinstance(deck, Deck) else list(deck)
    found = _matches(book, dict.fromkeys(card for card in cards if isinstance(card, str)))
    own = texts.faces_of(texts.support_of(found.values(), book.key), book.key, least)
    faces = {name: own.get(match.name, match.card) for name, match in found.items()}
    return [faces[card] if isinstance(card, str) else card for card in cards]


def _matches(book: Rulebook, names: Iterable[str]) -> dict[str, Match]:
    """What each name means; the user's store is opened only for what the package does not have."""
    found = {name: shipped(book.key).find(name) for name in names}
    missing = [name for name, match in found.items() if not match.found]
    store = Store.existing(game=book.key) if missing else None
    if store is not None:
        with store:
            library = CardLibrary(book, store)
            found.update((name, library.find(name)) for name in missing)
    unknown = {name: found[name].near for name in missing if not found[name].found}
    if unknown:
        raise UnknownCards(unknown)
    return found
