"""VS System, edition 2.7."""

from cardlaw.rulebooks.vs.book import BOOK, FACTS, LIBRARY, OWN, STARTER, VsSystem, new_game
from cardlaw.rulebooks.vs.faces import Face, read_face

__all__ = [
    "BOOK",
    "FACTS",
    "LIBRARY",
    "OWN",
    "STARTER",
    "Face",
    "VsSystem",
    "new_game",
    "read_face",
]
