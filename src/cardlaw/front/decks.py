"""Decks at the front door: from names to the faces with which a game begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cardlaw import rulebooks
from cardlaw.collection import CardLibrary, Deck, Match, Store
from cardlaw.kernel.law import CardNotSupported
from cardlaw.kernel.rulebook import Rulebook


@lru_cache(maxsize=8)
def shipped(key: str) -> CardLibrary:
    """The cards that the package ships for a game, by its key."""
    return CardLibrary(rulebooks.find(key))


def faces_of(book: Rulebook, deck: Deck | Sequence[Any]) -> list[Any]:
    """The faces of a deck: names are looked up among the package's cards, then the user's.

    ValueError names a card that nobody knows, CardNotSupported those whose text cannot be played.
    """
    cards = deck.names() if isinstance(deck, Deck) else list(deck)
    named = dict.fromkeys(card for card in cards if isinstance(card, str))
    found = _matches(book, named)
    unplayable = [match.name for match in found.values() if match.card is match.record]
    if unplayable:
        raise CardNotSupported(_sentence(unplayable))
    return [found[card].card if isinstance(card, str) else card for card in cards]


def _matches(book: Rulebook, names: Iterable[str]) -> dict[str, Match]:
    """What each name means; the user's store is opened only for what the package does not have."""
    found = {name: shipped(book.key).find(name) for name in names}
    missing = [name for name, match in found.items() if not match.found]
    store = Store.existing() if missing else None
    if store is not None:
        with store:
            library = CardLibrary(book, store)
            found.update((name, library.find(name)) for name in missing)
    for name in missing:
        if not found[name].found:
            near = ", ".join(found[name].near)
            raise ValueError(f"the card {name!r} is unknown" + (f"; near: {near}" if near else ""))
    return found


def _sentence(names: list[str]) -> str:
    """Why a game does not begin."""
    few = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    return (
        f"no game can begin with {few}: the package does not ship"
        f" {'it' if len(names) == 1 else 'them'}, and texts of your own cards cannot be played yet"
    )
