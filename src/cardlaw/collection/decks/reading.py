"""Reading a deck list: which form a file has, and its text whatever its encoding."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cardlaw.collection.decks.cod import read_cod
from cardlaw.collection.decks.dck import is_forge, read_dck
from cardlaw.collection.decks.deck import Deck, Draft
from cardlaw.collection.decks.mtgjson import read_mtgjson
from cardlaw.collection.decks.text import read_text
from cardlaw.collection.words import CardFault
from cardlaw.judge.faults import shortened

#: no deck list is longer
MOST_BYTES = 1 << 20
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]")

_FORMS: dict[str, Callable[[str, str], Draft]] = {
    "text": read_text,
    "dck": read_dck,
    "cod": read_cod,
    "mtgjson": read_mtgjson,
}


def read_deck(path: Path) -> Deck:
    """The deck of a file, as it is written. CardFault says what is wrong and where."""
    name = shortened(str(path), 1000)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CardFault("unreadable", name, reason=reason or str(error)) from None
    return read_deck_bytes(raw, name)


def read_deck_bytes(raw: bytes, name: str) -> Deck:
    """The deck of a file's bytes; the form follows from the name's ending and the content."""
    if len(raw) > MOST_BYTES:
        raise CardFault("deck-too-large", name, most=MOST_BYTES >> 20)
    return read_deck_text(_decoded(raw, name), name)


def read_deck_text(text: str, name: str = "deck") -> Deck:
    """The deck of a text; the form follows from the name's ending and the content."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    draft = _FORMS[_form(text, name)](text, name)
    if draft.empty:
        raise CardFault("no-cards-in-deck", name)
    return draft.deck()


def _form(text: str, name: str) -> str:
    start = text.lstrip()[:1]
    if start == "<":
        return "cod"
    if start == "{":
        return "mtgjson"
    ending = Path(name).suffix.casefold()
    if ending == ".dck" or (is_forge(text) and "[main]" in text.casefold()):
        return "dck"
    return {".cod": "cod", ".json": "mtgjson"}.get(ending, "text")


def _decoded(raw: bytes, name: str) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or what older programs wrote."""
    encodings = ("utf-8-sig", "cp1252")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ("utf-16",) * 2
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _CONTROL.search(text) is None:
            return text
        break
    raise CardFault("no-text", name)
