"""The printed side of a card: its cost, its frame, its text in a language, found once a game."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from cardlaw.kernel.rulebook import Rulebook
from cardlaw.match.lookups import written
from cardlaw.table.layouts import Layout
from cardlaw.table.picture import Card

#: how many made cards a game keeps
MOST_CARDS = 4000
_SYMBOL = re.compile(r"\{([^}]*)\}")


class Printed(NamedTuple):
    """What stands on a card whatever happens to it."""

    face: Any
    name: str
    cost: tuple[str, ...]
    cost_kind: str
    text: tuple[str, ...]


class Press:
    """The printed faces of a game, by their number in it."""

    def __init__(self, book: Rulebook, layout: Layout) -> None:
        self.book = book
        self.layout = layout
        self._found: dict[tuple[int, str], Printed] = {}
        #: cards by all that they show, made for earlier pictures
        self._cards: dict[tuple[object, ...], Card] = {}

    def card(self, key: tuple[object, ...]) -> Card | None:
        """The card that was made of the same before."""
        return self._cards.get(key)

    def keep(self, key: tuple[object, ...], card: Card) -> Card:
        """Keep a card for pictures to come."""
        if len(self._cards) >= MOST_CARDS:
            self._cards.clear()
        self._cards[key] = card
        return card

    def face(self, number: int, face: Any, language: str) -> Printed:
        """A face of the game in a language."""
        found = self._found.get((number, language))
        if found is None or found.face is not face:
            found = self._printed(face, language)
            self._found[number, language] = found
        return found

    def print_all(self, faces: tuple[Any, ...], language: str) -> None:
        """Print every face of the game, so that no later picture waits for a card language."""
        for number, face in enumerate(faces):
            self.face(number, face, language)

    def _printed(self, face: Any, language: str) -> Printed:
        kind = str(getattr(face, self.layout.cost_kind, "")) if self.layout.cost_kind else ""
        return Printed(
            face,
            self.book.names_in(face, language)[0],
            _cost(face, self.layout.costs),
            kind,
            tuple(line for line in written(self.book, face, language) if line),
        )


def _cost(face: Any, fields: tuple[str, ...]) -> tuple[str, ...]:
    """The symbols of a cost: "{2}{W}" as 2 and W, a number as itself."""
    for field in fields:
        value = getattr(face, field, None)
        if isinstance(value, str) and value:
            return tuple(_SYMBOL.findall(value)) or (value,)
        if isinstance(value, int) and (value or field == fields[-1]):
            return (str(value),)
    return ()


def printed_value(face: Any, field: str) -> str | None:
    """A printed number as it is compared with the value in play; None: the face has no such."""
    value = getattr(face, field, None)
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    return None if value is None else str(value)
