"""Deck lists as lines of text: Arena, MTGO, .dec, .mwDeck, and lists typed by hand."""

from __future__ import annotations

import re

from cardlaw.collection.decks.deck import COMMANDER, COMPANION, MAIN, SIDEBOARD, Draft, Entry
from cardlaw.collection.words import CardFault
from cardlaw.judge.faults import shortened

#: no list has more copies of one card
MOST_COPIES = 1000
#: no list names more different things
MOST_ENTRIES = 2000

#: headings that programs put above a section; None: cards that are not part of the deck
_HEADINGS: dict[str, str | None] = {
    "deck": MAIN,
    "main": MAIN,
    "maindeck": MAIN,
    "main deck": MAIN,
    "mainboard": MAIN,
    "sideboard": SIDEBOARD,
    "side": SIDEBOARD,
    "side board": SIDEBOARD,
    "commander": COMMANDER,
    "commanders": COMMANDER,
    "companion": COMPANION,
    "maybeboard": None,
    "considering": None,
    "tokens": None,
}
#: headings by kind of card, which change no section
_KINDS = frozenset(
    [
        "creatures",
        "lands",
        "spells",
        "instants",
        "sorceries",
        "artifacts",
        "enchantments",
        "planeswalkers",
        "battles",
        "other",
        "equipment",
    ]
)
_HEADING = re.compile(r"^\[?([A-Za-z ]+?)\]?:?\s*(?:\(\d+\))?:?$")
_TITLE = re.compile(r"^(?://+|#)?\s*(?:name|deck name|title)\s*:\s*(.+)$", re.IGNORECASE)
_SIDE = re.compile(r"^SB:\s*", re.IGNORECASE)
_COUNT = re.compile(r"^(\d+)(?:[xX×]|\s+x)?\s+(?=\S)")
_BRACKETED = re.compile(r"^\[([A-Za-z0-9_]{0,8})(?::([^\]\s]{1,12}))?\]\s*")
_PRINTING = re.compile(r"\s+[(\[]([A-Za-z0-9_]{2,8})[)\]](?:\s+#?([^\s#*]{1,12}))?$")
_TAIL = re.compile(
    r"\s+(?:\(\d{1,3}\)|\*[A-Za-z]{1,3}\*|\^[^^]*\^|#!?\S[^#]*|\[[A-Z][^\]]*[{,][^\]]*\])$"
)


def read_text(text: str, name: str) -> Draft:
    """A deck from lines of text. CardFault names the line that cannot be read."""
    return _Lines(name).read(text)


class _Lines:
    """One list that is being read, and the section where it stands."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.draft = Draft("text")
        self.section: str | None = MAIN
        self.about = False
        self.headed = False
        self.entries = 0

    def read(self, text: str) -> Draft:
        lines = [line.strip() for line in text.split("\n")]
        bare = _in_two_blocks(lines) and not any(_marks(line) for line in lines)
        for number, line in enumerate(lines, 1):
            if line:
                self.line(line, number)
            elif bare and not self.draft.empty:
                self.section = SIDEBOARD
        return self.draft

    def line(self, line: str, number: int) -> None:
        title = _TITLE.match(line)
        if title is not None and self.draft.empty and not self.draft.title:
            self.draft.title = shortened(title[1], 200)
        elif line.startswith(("//", "#", ";")):
            self.comment(line)
        elif line.casefold() == "about":
            self.about = True
        elif self.about and line.casefold().startswith("name "):
            self.draft.title = shortened(line[5:], 200)
            self.about = False
        elif not self.heading(line):
            self.about = False
            self.card(line, number)

    def comment(self, line: str) -> None:
        """Some programs write headings as comments."""
        words = line.lstrip("/#; ").strip()
        if _heads(words):
            self.heading(words)

    def heading(self, line: str) -> bool:
        found = _HEADING.match(line)
        word = found[1].strip().casefold() if found is not None else ""
        if word in _HEADINGS:
            self.section = _HEADINGS[word]
            return True
        return word in _KINDS

    def card(self, line: str, number: int) -> None:
        section = self.section
        side = _SIDE.match(line)
        if side is not None:
            line, section = line[side.end() :], SIDEBOARD
        count = _COUNT.match(line)
        if count is None and re.match(r"^[\d-]", line) and not re.search(r"[^\W\d_]", line):
            raise CardFault("no-card-in-line", self.name, number, text=line)
        copies = copies_of(count[1], self.name, number) if count is not None else 1
        rest = line[count.end() :] if count is not None else line
        self.entries += 1
        if self.entries > MOST_ENTRIES:
            raise CardFault("too-many-lines", self.name, number, most=MOST_ENTRIES)
        if section is not None and copies:
            self.draft.add(section, entry_of(rest, copies, number))


def copies_of(word: str, name: str, line: int) -> int:
    """A number of copies in digits. CardFault for one that no list has."""
    if len(word) > 9 or int(word) > MOST_COPIES:
        raise CardFault("too-many-copies", name, line, n=word, most=MOST_COPIES)
    return int(word)


def _in_two_blocks(lines: list[str]) -> bool:
    """Whether one gap parts the list: MTGO writes the sideboard below it, without a heading."""
    blocks = [line for n, line in enumerate(lines) if line and (not n or not lines[n - 1])]
    return len(blocks) == 2


def _marks(line: str) -> bool:
    """Whether a line says itself where the sideboard is."""
    return _SIDE.match(line) is not None or _heads(line.lstrip("/#; "))


def _heads(line: str) -> bool:
    found = _HEADING.match(line)
    return found is not None and found[1].strip().casefold() in _HEADINGS


def entry_of(text: str, count: int, line: int) -> Entry:
    """An entry from a name with a set and a number before or after it, or neither."""
    set_code = number = ""
    text = text.strip()
    found = _BRACKETED.match(text)
    if found is not None and text[found.end() :]:
        set_code, number = found[1], found[2] or ""
        text = text[found.end() :]
    while (tail := _TAIL.search(text)) is not None and tail.start():
        text = text[: tail.start()]
    while (after := _PRINTING.search(text)) is not None and after.start():
        set_code, number = after[1], after[2] or ""
        text = text[: after.start()]
    return Entry(count, shortened(text, 200), set_code.upper(), number, line)
