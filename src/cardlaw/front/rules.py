"""A rulebook at the front door: its cards, and new games."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cardlaw import rulebooks
from cardlaw.front.game import Game
from cardlaw.judge.positions import key_of
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.notation.tokens import nearest


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
        decks: tuple[Sequence[Any], Sequence[Any]] | None = None,
        seed: int = 0,
        options: dict[str, str] | None = None,
        lang: str = "en",
    ) -> Game:
        """A new game with two decks (names of cards, or faces), by default the starters.

        ValueError names an unknown card or option.
        """
        book = self.book
        chosen = decks if decks is not None else book.starters()
        library = {key_of(name): name for name in book.library()}
        lists = tuple([self._card(card, library) for card in deck] for deck in chosen)
        module = import_module(f"cardlaw.rulebooks.{self.key}")
        return Game(module.new_game(lists, seed, options), lang=lang)

    def _card(self, card: Any, library: dict[str, str]) -> Any:
        if not isinstance(card, str):
            return card
        name = library.get(key_of(card))
        if name is None:
            near = ", ".join(nearest(card, list(library.values())))
            raise ValueError(f"the card {card!r} is unknown" + (f"; near: {near}" if near else ""))
        return name

    def __repr__(self) -> str:
        return f"<{self.book.title} {self.book.edition}>"


def rules_of(key: str) -> Rules:
    """The front door of a rulebook by its key. ValueError if there is none."""
    if key not in rulebooks.known():
        raise ValueError(f"there is no rulebook {key!r}; there are {', '.join(rulebooks.known())}")
    return Rules(key)
