"""Looking up the cards that a deck or a person names: the package's own and the user's."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardlaw.cards.record import CardRecord
from cardlaw.collection.decks import Entry
from cardlaw.collection.naming import REBALANCED, halves_of, key_of
from cardlaw.collection.store import Store, Stored
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.notation.tokens import nearest

MOST_NEAR = 3


class Match(NamedTuple):
    """What a name means: a card of the game, or none and what it may have meant."""

    #: the name of the card as its game prints it; empty if none was found
    name: str
    #: the shipped face, or the user's record
    card: Any = None
    #: the user's record, for a shipped card too; it has legalities
    record: CardRecord | None = None
    #: a key of the catalogue about how it was found: "rebalanced", "unknown-set"; or empty
    note: str = ""
    near: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is such a card."""
        return bool(self.name)

    def standing(self, form: str) -> str:
        """What the user's data say of the card in a format; empty if they do not tell."""
        if self.record is None or not self.record.legalities:
            return ""
        return self.record.legalities.get(form, "not_legal")


class CardLibrary:
    """All cards of a game that can be looked up: those of the package, then the user's."""

    def __init__(self, book: Rulebook, store: Store | None = None) -> None:
        self.book = book
        self.store = store if store is not None and store.game == book.key else None
        self._faces = {
            book.name_of(face): face for face in book.library().values() if book.is_card(face)
        }
        self._shipped: dict[str, list[str]] = {}
        for name, face in self._faces.items():
            for other in dict.fromkeys((name, *book.names_of(face))):
                row = self._shipped.setdefault(key_of(other), [])
                if name not in row:
                    row.append(name)

    @property
    def names(self) -> list[str]:
        """All known names."""
        stored = self.store.names if self.store is not None else []
        return list(dict.fromkeys((*self._faces, *stored)))

    def find(self, name: str) -> Match:
        """The card that a name means, written leniently."""
        if name in self._faces:
            return self._own(name)
        stored = self.store.called(name) if self.store is not None else []
        if len(stored) == 1 and stored[0].name == name:
            return self._stored(stored[0])
        shipped = self._shipped.get(key_of(name), [])
        if len(shipped) == 1:
            return self._own(shipped[0])
        if shipped:
            return Match("", near=tuple(shipped))
        if len(stored) == 1:
            return self._stored(stored[0])
        if stored:
            return Match("", near=tuple(card.name for card in stored))
        return self._otherwise(name)

    def match(self, entry: Entry) -> Match:
        """The card of a line of a deck list: by its name, whatever printing the line names."""
        found = self.find(entry.name)
        if not found.found and entry.set:
            # What looked like a set may be part of the name.
            whole = self.find(f"{entry.name} ({entry.set})")
            if whole.found:
                return whole
            return self._by_printing(entry, found)
        known = self.store is not None and bool(self.store.names)
        if found.found and entry.set and known and not self._has_set(entry.set):
            return found._replace(note=found.note or "unknown-set")
        return found

    def _has_set(self, code: str) -> bool:
        return self.store is not None and self.store.is_set(code)

    def _own(self, name: str) -> Match:
        record = self.store.get(name) if self.store is not None else None
        return Match(name, self._faces[name], record)

    def _stored(self, stored: Stored) -> Match:
        name, record = stored
        if name in self._faces:
            return self._own(name)
        if record.name in self._faces and name.startswith(record.name):
            return Match(record.name, self._faces[record.name], record)
        return Match(name, record, record)

    def _otherwise(self, name: str) -> Match:
        """For an unknown name, the printed card that a digital one changes, or what is near."""
        halves = halves_of(key_of(name))
        if all(half.startswith(REBALANCED) for half in halves):
            printed = " // ".join(half.removeprefix(REBALANCED) for half in halves)
            found = self.find(printed)
            if found.found:
                return found._replace(note="rebalanced")
        shipped = self._shipped.get(halves[0], [])
        if len(halves) > 1 and len(shipped) == 1:
            return self._own(shipped[0])
        return Match("", near=nearest(name, self.names, MOST_NEAR))

    def _by_printing(self, entry: Entry, found: Match) -> Match:
        """An unknown name whose printing is known: that card is what was meant, perhaps."""
        if self.store is None or not entry.number:
            return found
        printed = tuple(card.name for card in self.store.printed(entry.set, entry.number))
        near = dict.fromkeys((*printed, *found.near))
        return found._replace(near=tuple(near)[:MOST_NEAR])
