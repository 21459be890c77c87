"""Cards that a user writes by hand: a TOML file in the wording of its game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from cardlaw.cards.record import CardRecord
from cardlaw.collection.schema import USUAL_GAME
from cardlaw.collection.source import Source
from cardlaw.collection.words import CardFault
from cardlaw.library.texts import LANGUAGES, texts_of

ENDING = ".toml"
MOST_BYTES = 32 << 20
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")
_CARD = re.compile(r"^[ \t]*\[\[[ \t]*cards[ \t]*\]\]", re.MULTILINE)


class Written(NamedTuple):
    """The cards of a file that were written by hand, and their game."""

    game: str
    cards: tuple[CardRecord, ...]


def games() -> list[str]:
    """The games of which cards can be written by hand."""
    return [game for game in LANGUAGES if texts_of(game).language.written is not None]


def game_of(path: Path) -> str:
    """The game of a file of cards. CardFault if a file written by hand does not tell."""
    return _read(path)[0] if path.suffix.casefold() == ENDING else USUAL_GAME


def read_written(path: Path) -> Written:
    """The cards of a file. CardFault says in one sentence what is wrong with it, and where."""
    game, data, text = _read(path)
    name = str(path)
    written = texts_of(game).language.written
    assert written is not None
    rows = data.get("cards")
    if not isinstance(rows, list) or not rows:
        raise CardFault("no-cards-written", name)
    places = [text.count("\n", 0, found.start()) + 1 for found in _CARD.finditer(text)]
    cards: list[CardRecord] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows):
        line = places[number] if number < len(places) else 1
        try:
            record = written(row)
        except ValueError as error:
            raise CardFault("broken-written", name, line, reason=str(error)) from None
        if record.name in seen:
            raise CardFault("written-twice", name, line, card=record.name, first=seen[record.name])
        seen[record.name] = line
        cards.append(record)
    return Written(game, tuple(cards))


def _read(path: Path) -> tuple[str, dict[str, Any], str]:
    """The game of a file, its data and its text."""
    name = str(path)
    raw = b""
    with Source(path) as source:
        while piece := source.read():
            raw += piece
            if len(raw) > MOST_BYTES:
                raise CardFault("file-too-large", name, most=1)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise CardFault("not-utf8", name, line, bytes=error.start) from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        reason = _AT_LINE.sub("", str(error))
        raise CardFault("broken-toml", name, line, reason=reason) from None
    except RecursionError:
        raise CardFault("broken-toml", name, 1, reason="too many brackets") from None
    game = data.get("game")
    if not isinstance(game, str) or game not in games():
        raise CardFault("no-game", name, 1, known=", ".join(games()))
    return game, data, text
