"""The user's own cards in scenarios: those that are Full, read from their texts."""

from __future__ import annotations

from cardlaw.collection import Store
from cardlaw.library.cache import Readings
from cardlaw.library.support import Level, support
from cardlaw.rulebooks.magic.face import Face
from cardlaw.scenarios.cards import Unsupported


class OwnCards:
    """Faces of the cards of a store, each read when it is asked for."""

    def __init__(self, store: Store, readings: Readings) -> None:
        self.store = store
        self.readings = readings

    def face(self, name: str) -> Face | Unsupported | None:
        """The face of a Full card, the first thing that is missing, or None for no such card."""
        found = self.store.called(name)
        if not found:
            return None
        result = support(found[0].record, self.readings)
        if result.level is Level.FULL:
            face: Face = result.face
            return face
        return Unsupported(name, result.reasons[0] if result.reasons else result.level.value)
