"""Cards that a case defines by what is printed on them: the card language reads their text."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from cardlaw.cards.record import CardRecord
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.library.cache import Readings
from cardlaw.library.support import support
from cardlaw.library.texts import LANGUAGES, texts_of

Plain = dict[str, Any]

#: what a card has that is defined by nodes; its text is then only shown
NODES = ("abilities", "keywords")
#: the words of a type line, in their order; the last stand behind a dash
TYPES, SUBTYPES = ("supertypes", "types", "type"), "subtypes"


class NotRead(ValueError):
    """A text that the card language does not understand: one sentence."""


def has_words(data: Plain) -> bool:
    """Whether a card's text stands there in words, and nothing else says what it does."""
    text = data.get("text")
    return isinstance(text, str) and bool(text.strip()) and not any(map(data.get, NODES))


def with_abilities(book: Rulebook, data: Plain) -> Plain:
    """A card's data with what its text does, read word by word. NotRead says what was not."""
    if book.key not in LANGUAGES:
        raise NotRead(f"{book.title} has no card language")
    read: Plain = msgspec.json.decode(_read(book.key, msgspec.json.encode(data)))
    return read


@lru_cache(maxsize=200)
def _read(game: str, raw: bytes) -> bytes:
    data: Plain = msgspec.json.decode(raw)
    found = support(record_of(data), Readings(texts_of(game)))
    if found.face is None:
        raise NotRead("; ".join(found.reasons) or "this is no card of the game")
    read: Plain = msgspec.json.decode(msgspec.json.encode(found.face))
    shown = any(f.name == "text" and f.type is str for f in msgspec.structs.fields(found.face))
    given = data if shown else {key: value for key, value in data.items() if key != "text"}
    return msgspec.json.encode({**read, **given})


def record_of(data: Plain) -> CardRecord:
    """What is printed on a card, of the data that a case gives."""
    types = [word for key in TYPES for word in _listed(data.get(key))]
    line = " ".join(word.title() if "types" in data else word for word in types)
    below = " ".join(_listed(data.get(SUBTYPES)))
    known = {"name", "text", "cost", SUBTYPES, *TYPES}
    printed = {key: _value(value) for key, value in data.items() if key not in known}
    if "types" in data:
        size = {key: data[key] for key in ("power", "toughness", "loyalty") if key in data}
        return CardRecord(
            name=str(data.get("name", "")),
            mana_cost=str(data.get("cost", "")),
            type_line=f"{line} — {below}" if below else line,
            oracle_text=data["text"],
            **size,
        )
    printed |= {"cost": _value(data["cost"])} if "cost" in data else {}
    return CardRecord(
        name=str(data.get("name", "")), type_line=line, oracle_text=data["text"], printed=printed
    )


def _listed(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [str(word) for word in value] if isinstance(value, list) else []


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_value, value))
    plain = isinstance(value, str) and value.lstrip("-").isdecimal()
    return int(value) if plain else value
