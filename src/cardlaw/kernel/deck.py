"""Decks before a game: the cards of each section, and the refusal of a deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cardlaw.kernel.law import Breach, Ruling


class Listed(NamedTuple):
    """A card of a deck and the number of its copies."""

    name: str
    #: its face, or whatever else a rulebook reads in a deck; None for a card that nobody knows
    card: Any
    copies: int = 1
    #: what a list of a format says of the card, such as "banned"; empty if nothing does
    standing: str = ""


class DeckList(NamedTuple):
    """A deck whose names are known."""

    main: tuple[Listed, ...] = ()
    sideboard: tuple[Listed, ...] = ()
    commander: tuple[Listed, ...] = ()

    @property
    def everything(self) -> tuple[Listed, ...]:
        """The cards of all sections."""
        return (*self.main, *self.sideboard, *self.commander)


def known(section: tuple[Listed, ...]) -> tuple[Listed, ...]:
    """The cards of a section of which more than the name is known."""
    return tuple(listed for listed in section if listed.card is not None)


def count(section: tuple[Listed, ...]) -> int:
    """How many cards a section has."""
    return sum(listed.copies for listed in section)


def copies_by_name(listed: tuple[Listed, ...]) -> dict[str, int]:
    """How many copies each name has, in the order of the list."""
    found: dict[str, int] = {}
    for each in listed:
        found[each.name] = found.get(each.name, 0) + each.copies
    return found


def deck_list(cards: Sequence[Any], name_of: Callable[[Any], str]) -> DeckList:
    """A deck of one section from a card for each copy."""
    first: dict[str, Any] = {}
    counted: dict[str, int] = {}
    for card in cards:
        name = name_of(card)
        first.setdefault(name, card)
        counted[name] = counted.get(name, 0) + 1
    return DeckList(tuple(Listed(name, first[name], n) for name, n in counted.items()))


class IllegalDeck(ValueError):
    """A deck that the rules forbid. ``ruling`` has every breach."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__("; ".join(_said(breach) for breach in ruling.breaches))


def _said(breach: Breach) -> str:
    values = ", ".join(str(value) for value in breach.values)
    return f"{breach.code} ({breach.rule}){': ' if values else ''}{values}"
