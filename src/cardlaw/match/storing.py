"""Games in files: a stored game is its record, written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from cardlaw.front import Game
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.record import from_json, to_json

#: the largest file that is read, in bytes
LARGEST = 64 << 20


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
        data = from_json(path.read_bytes())
    except (OSError, ValueError):
        return False
    return "start" in data and "answers" in data


def load_match(path: Path, language: str = "en") -> Game:
    """The game of a record's file. ValueError says what is wrong with it."""
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise ValueError(f"{path}: this file is too large for a stored game")
        data = from_json(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if "start" not in data:
        raise ValueError(f"{path}: this is no stored game")
    try:
        return Game.load(data, lang=language)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
