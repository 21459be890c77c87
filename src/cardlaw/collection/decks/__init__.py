"""Deck lists: one neutral deck, read from the files that programs and people write."""

from cardlaw.collection.decks.deck import Deck, Entry
from cardlaw.collection.decks.reading import read_deck, read_deck_text

__all__ = ["Deck", "Entry", "read_deck", "read_deck_text"]
