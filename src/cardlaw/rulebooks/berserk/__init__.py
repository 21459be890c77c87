"""Berserk, edition BE12 with gaps filled from BE09: the rulebook and new games."""

from cardlaw.rulebooks.berserk.book import BOOK, new_game
from cardlaw.rulebooks.berserk.faces import BerserkFace, read_face

__all__ = ["BOOK", "BerserkFace", "new_game", "read_face"]
