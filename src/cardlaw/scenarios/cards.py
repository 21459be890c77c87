"""The cards of scenarios: by name from what the package ships, or from another source."""

from __future__ import annotations

from typing import Protocol

import msgspec

from cardlaw.collection.naming import key_of
from cardlaw.rulebooks.magic.book import BOOK
from cardlaw.rulebooks.magic.face import Face, read_face

#: what fills libraries: a card that nothing asks for
FILLER = {"name": "Filler", "cost": "{20}", "types": ["artifact"], "source": "a card of our own"}


class Unsupported(msgspec.Struct, frozen=True):
    """A card that cannot be played exactly, and why: the clause that is not understood."""

    card: str
    reason: str


class Source(Protocol):
    """Where faces come from besides the shipped library."""

    def face(self, name: str) -> Face | Unsupported | None:
        """The face of a card, why it cannot be had, or None if the name is not known."""


class Cards:
    """Finds faces by the names that scenarios use."""

    def __init__(self, aliases: dict[str, str | None], source: Source | None = None) -> None:
        self.aliases = aliases
        self.source = source
        self._shipped: dict[str, Face] = {}
        for face in BOOK.library().values():
            if not face.token:
                self._shipped[key_of(face.name)] = face
        self._found: dict[str, Face | Unsupported] = {}
        self.filler = read_face(FILLER)

    def face(self, name: str) -> Face | Unsupported:
        """The face of a card, or why it cannot be had."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._look(name)
        return found

    def _look(self, name: str) -> Face | Unsupported:
        known = self.aliases.get(name, name)
        if known is None:
            return Unsupported(name, "no such card is known")
        for other in dict.fromkeys((known, known.split(" // ")[0])):
            found = self.source.face(other) if self.source is not None else None
            if isinstance(found, Face):
                return found
            shipped = self._shipped.get(key_of(other))
            if shipped is not None:
                return shipped
            if found is not None:
                return found
        return Unsupported(name, "no card of this name is known")
