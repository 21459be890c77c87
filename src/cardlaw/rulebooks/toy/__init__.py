"""A small game that uses every part of the kernel: the example for a new rulebook."""

from cardlaw.rulebooks.toy.book import BOOK, new_game
from cardlaw.rulebooks.toy.words import ToyFace

__all__ = ["BOOK", "ToyFace", "new_game"]
