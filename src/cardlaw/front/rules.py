"""A rulebook at the front door: its cards, and new games."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cardlaw import rulebooks
from cardlaw.collection import Deck
from cardlaw.front.decks import faces_of
from cardlaw.front.game import Game
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.library.support import Level


class Rules:
    """A rulebook at the front door: ``magic.new_game(decks=(a, b), seed=7)``."""

    def __init__(self, key: str) -> None:
        self.key = key

    @property
    def book(self) -> Rulebook:
        """The rulebook itself."""
        return rulebooks.find(self.key)

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards that the package ships."""
        return tuple(self.book.library())

    def starters(self) -> tuple[Sequence[str], Sequence[str]]:
        """Two decks to begin with."""
        return self.book.starters()

    def new_game(
        self,
        decks: tuple[Deck | Sequence[Any], Deck | Sequence[Any]] | None = None,
        seed: int = 0,
        options: dict[str, str] | None = None,
        lang: str = "en",
        least: Level = Level.FULL,
    ) -> Game:
        """A new game with two decks (names of cards, faces, or decks that were read), by default
        the starters.

        ``least`` says how far the user's own cards must be supported: with less than
        ``Level.FULL`` a card is played without the lines that are not understood. ValueError
        names an unknown card or option, CardNotSupported cards that are supported less.
        """
        book = self.book
        chosen = decks if decks is not None else book.starters()
        lists = tuple(faces_of(book, deck, least) for deck in chosen)
        module = import_module(f"cardlaw.rulebooks.{self.key}")
        return Game(module.new_game(lists, seed, options), lang=lang)

    def __repr__(self) -> str:
        return f"<{self.book.title} {self.book.edition}>"


def rules_of(key: str) -> Rules:
    """The front door of a rulebook by its key. ValueError if there is none."""
    if key not in rulebooks.known():
        raise ValueError(f"there is no rulebook {key!r}; there are {', '.join(rulebooks.known())}")
    return Rules(key)
