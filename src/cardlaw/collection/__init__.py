"""The user's own cards and decks: importing cards, deck lists, checking how a deck is built."""

from cardlaw.collection.check import Checked, Line, check_deck
from cardlaw.collection.decks import Deck, Entry, read_deck, read_deck_text
from cardlaw.collection.intake import Summary, import_file
from cardlaw.collection.library import CardLibrary, Match
from cardlaw.collection.schema import VARIABLE, data_folder
from cardlaw.collection.store import Store, Stored
from cardlaw.collection.words import CardFault

__all__ = [
    "VARIABLE",
    "CardFault",
    "CardLibrary",
    "Checked",
    "Deck",
    "Entry",
    "Line",
    "Match",
    "Store",
    "Stored",
    "Summary",
    "check_deck",
    "data_folder",
    "import_file",
    "read_deck",
    "read_deck_text",
]
