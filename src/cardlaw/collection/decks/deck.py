"""A deck as a list names it: cards by name and number of copies, in sections."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

#: the sections of a deck, in the order in which they are shown
MAIN, SIDEBOARD, COMMANDER, COMPANION = "main", "sideboard", "commander", "companion"
SECTIONS = (MAIN, SIDEBOARD, COMMANDER, COMPANION)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many copies of a card by its name, the printing if the list names one, and the line."""

    count: int
    name: str
    set: str = ""
    number: str = ""
    #: the line of the file, or 0
    line: int = 0


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck list: a title and its sections, as written, before any name is looked up."""

    title: str = ""
    main: tuple[Entry, ...] = ()
    sideboard: tuple[Entry, ...] = ()
    commander: tuple[Entry, ...] = ()
    companion: tuple[Entry, ...] = ()
    #: the form in which it was written: "text", "dck", "cod", "mtgjson"
    form: str = ""

    def section(self, name: str) -> tuple[Entry, ...]:
        """The entries of a section of ``SECTIONS``."""
        entries: tuple[Entry, ...] = getattr(self, name)
        return entries

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """All entries with the name of their section."""
        for name in SECTIONS:
            for entry in self.section(name):
                yield name, entry

    def count(self, section: str = MAIN) -> int:
        """How many cards a section has."""
        return sum(entry.count for entry in self.section(section))

    def names(self, section: str = MAIN) -> list[str]:
        """The names of a section, each as often as it has copies."""
        return [entry.name for entry in self.section(section) for _ in range(entry.count)]


class Draft:
    """A deck that is being read, section by section."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.title = ""
        self.sections: dict[str, list[Entry]] = {name: [] for name in SECTIONS}

    def add(self, section: str, entry: Entry) -> None:
        """Add an entry to a section."""
        self.sections[section].append(entry)

    @property
    def empty(self) -> bool:
        """Whether nothing has been read yet."""
        return not any(self.sections.values())

    def deck(self) -> Deck:
        """The deck that was read."""
        found = {name: tuple(entries) for name, entries in self.sections.items()}
        return Deck(title=self.title, form=self.form, **found)
