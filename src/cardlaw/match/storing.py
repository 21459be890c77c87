"""Games in files: a stored game is its record, written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardlaw.front import Game
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.record import from_json, to_json

#: the largest file that is read, in bytes
LARGEST = 64 << 20
REMEDY = "go on with another saved game, or begin a new one"


class BadFile(ValueError):
    """A file that cannot be used; the text is a sentence that begins with the file's name."""


def save_match(game: Game, path: Path, words: Tongue) -> None:
    """Write the record of a game. ValueError says why it cannot be.

    A file that is no record is never overwritten.
    """
    if path.exists() and not _is_record(path):
        raise ValueError(words.text("save.taken", file=str(path)))
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(to_json(game.record()))
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ValueError(
            words.text("save.failed", file=str(path), reason=error.strerror or str(error))
        ) from None


def _is_record(path: Path) -> bool:
    try:
        return _looks_saved(from_json(path.read_bytes()))
    except (OSError, ValueError):
        return False


def _looks_saved(data: dict[str, Any]) -> bool:
    start = data.get("start")
    return isinstance(start, dict) and "game" in start and "answers" in data


def load_match(path: Path, language: str = "en") -> Game:
    """The game of a record's file. BadFile says what is wrong with it."""
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise BadFile(f"{path}: this file is too large for a saved game")
        raw = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror or error}") from None
    try:
        data = from_json(raw)
    except ValueError:
        data = {}
    if not _looks_saved(data):
        raise BadFile(f"{path}: this is no saved game, or it was cut off; {REMEDY}")
    try:
        return Game.load(data, lang=language)
    except ValueError as error:
        # What has a cause quotes the interpreter, which tells a player nothing.
        reason = f" ({error})" if error.__cause__ is None else ""
        raise BadFile(
            f"{path}: this saved game is damaged, or of another version{reason}; {REMEDY}"
        ) from None
