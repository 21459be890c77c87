"""Deck lists of the .dck form, in the two flavours of Forge and of XMage."""

from __future__ import annotations

import re

from cardlaw.collection.decks.deck import COMMANDER, MAIN, SIDEBOARD, Draft, Entry
from cardlaw.collection.decks.text import copies_of, entry_of
from cardlaw.collection.words import CardFault
from cardlaw.judge.faults import shortened

_SECTION = re.compile(r"^\[([A-Za-z ]+)\]$")
_FORGE_SECTIONS = {"main": MAIN, "sideboard": SIDEBOARD, "commander": COMMANDER}
_FORGE_LINE = re.compile(r"^(\d+)\s+(.+)$")
_XMAGE_LINE = re.compile(r"^(SB:)?\s*(\d+)\s+(\[[^\]]*\]\s*\S.*)$")
#: what XMage writes besides cards
_XMAGE_WORDS = re.compile(r"^(LAYOUT|AUTHOR|NAME)\b", re.IGNORECASE)


def is_forge(text: str) -> bool:
    """Whether a .dck file is of Forge's flavour: it has sections in brackets."""
    return any(_SECTION.match(line.strip()) for line in text.split("\n"))


def read_dck(text: str, name: str) -> Draft:
    """A deck from a .dck file. CardFault names the line that cannot be read."""
    return _forge(text, name) if is_forge(text) else _xmage(text, name)


def _forge(text: str, name: str) -> Draft:
    draft = Draft("dck")
    section: str | None = None
    within = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        heading = _SECTION.match(line)
        if heading is not None:
            within = heading[1].strip().casefold()
            section = _FORGE_SECTIONS.get(within)
        elif within in ("metadata", "general", "shop"):
            word, _, value = line.partition("=")
            if word.strip().casefold() == "name":
                draft.title = shortened(value, 200)
        elif line and section is not None and not line.startswith("#"):
            found = _FORGE_LINE.match(line)
            if found is None:
                raise CardFault("no-card-in-line", name, number, text=line)
            parts = found[2].split("|")
            card = parts[0].strip().rstrip("+").strip()
            if not card:
                raise CardFault("no-card-in-line", name, number, text=line)
            printing = parts[1].strip().upper() if len(parts) > 1 else ""
            copies = copies_of(found[1], name, number)
            if copies:
                draft.add(section, Entry(copies, shortened(card, 200), printing, "", number))
    return draft


def _xmage(text: str, name: str) -> Draft:
    draft = Draft("dck")
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith(("#", "//")):
            continue
        if _XMAGE_WORDS.match(line):
            word, _, value = line.partition(":")
            if word.casefold() == "name":
                draft.title = shortened(value, 200)
            continue
        found = _XMAGE_LINE.match(line)
        if found is None:
            raise CardFault("no-card-in-line", name, number, text=line)
        copies = copies_of(found[2], name, number)
        section = SIDEBOARD if found[1] else MAIN
        if copies:
            draft.add(section, entry_of(found[3], copies, number))
    return draft
