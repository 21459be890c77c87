"""Checking a deck: which cards its lines mean, and every rule that its building breaks."""

from __future__ import annotations

from typing import NamedTuple

from cardlaw.collection.decks import Deck, Entry
from cardlaw.collection.decks.deck import COMMANDER, MAIN, SIDEBOARD
from cardlaw.collection.library import CardLibrary, Match
from cardlaw.kernel.deck import DeckList, Listed
from cardlaw.kernel.law import Ruling


class Line(NamedTuple):
    """A line of a deck and the card that it means."""

    section: str
    entry: Entry
    match: Match


class Checked(NamedTuple):
    """A deck with the card of each line, and the ruling on how it is built."""

    deck: Deck
    form: str
    lines: tuple[Line, ...]
    ruling: Ruling

    @property
    def unknown(self) -> tuple[Line, ...]:
        """The lines that name no known card."""
        return tuple(line for line in self.lines if not line.match.found)


def check_deck(deck: Deck, library: CardLibrary, form: str = "") -> Checked:
    """Look up every line and judge the building of the deck.

    ValueError for a format that the game does not have.
    """
    form = form or next(iter(library.book.deck_formats), "")
    lines = tuple(Line(section, entry, library.match(entry)) for section, entry in deck.entries())
    ruling = library.book.judge_deck(deck_list(lines, form), form)
    return Checked(deck, form, lines, ruling)


def deck_list(lines: tuple[Line, ...], form: str) -> DeckList:
    """The deck that a rulebook judges; unknown cards count only for its size."""
    return DeckList(
        main=_section(lines, MAIN, form),
        sideboard=_section(lines, SIDEBOARD, form),
        commander=_section(lines, COMMANDER, form),
    )


def _section(lines: tuple[Line, ...], section: str, form: str) -> tuple[Listed, ...]:
    return tuple(
        Listed(
            line.match.name or line.entry.name,
            line.match.card,
            line.entry.count,
            line.match.standing(form),
        )
        for line in lines
        if line.section == section
    )
