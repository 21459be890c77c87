"""Positions and records as plain data: store a game at any moment, and replay it anywhere."""

from __future__ import annotations

from typing import Any

import msgspec

from cardlaw.kernel.choice import Chance
from cardlaw.kernel.game import OUTSIDE, Game
from cardlaw.kernel.law import UnknownAction
from cardlaw.kernel.moment import Step
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.state import State, fill, plain, rows_of
from cardlaw.kernel.stored import check_tables

FORMAT = 1

Data = dict[str, Any]


def position(game: Game) -> Data:
    """A game's position as plain data: the tables, and inside a procedure its begin and answers."""
    other = game.copy()
    moment = other.moment
    state = other.state
    later = other._entries_since(moment.since)
    state.revert(later)
    return {
        "format": FORMAT,
        "game": other.book.key,
        "edition": other.book.edition,
        "options": dict(sorted(state.options.items())),
        "faces": [msgspec.to_builtins(face) for face in state.faces],
        "tables": rows_of(state),
        "journal": moment.since,
        "answer": moment.answer,
        "procedure": None if moment.proc is None else [moment.proc[0], list(moment.proc[1])],
        "answers": [[list(option), head] for option, head in moment.fed],
        "seed": other.chance.seed,
        "fixed": [[n, list(option)] for n, option in sorted(other.chance.fixed.items())],
    }


def load_position(book: Rulebook, data: Data) -> Game:
    """A game from a stored position. ValueError if it is of another game or format, or broken."""
    try:
        return _load(book, data)
    except (
        AttributeError,
        LookupError,
        TypeError,
        StopIteration,
        msgspec.ValidationError,
    ) as error:
        raise ValueError(f"this is no position of {book.title}: {error!r}") from error


def _load(book: Rulebook, data: Data) -> Game:
    if data.get("format") != FORMAT:
        raise ValueError(f"this version reads format {FORMAT}, not {data.get('format')!r}")
    if data["game"] != book.key:
        raise ValueError(f"this is a position of {data['game']!r}, not of {book.title}")
    if data["edition"] != book.edition:
        told = f"of edition {data['edition']!r} of {book.title}, not of {book.edition!r}"
        raise ValueError(f"this is a position {told}")
    faces = tuple(book.read_face(face) for face in data["faces"])
    state = State(book, faces, book.read_options(dict(data["options"])))
    check_tables(book, len(faces), data["tables"])
    fill(state, data["tables"])
    state.base = msgspec.convert(data["journal"], int)
    state.answer = msgspec.convert(data["answer"], int)
    fixed = {n: plain(option) for n, option in data["fixed"]}
    game = Game(state, Chance(msgspec.convert(data["seed"], int), fixed))
    proc = data["procedure"]
    spec = None if proc is None else (proc[0], plain(proc[1]))
    # rows of which no board can be made are no position, and are refused now rather than in play
    state.board()
    return game.resume(spec, tuple((plain(option), head) for option, head in data["answers"]))


def record(game: Game) -> Data:
    """The whole game: the position at its start and every answer since, Chance's included."""
    opening = game.copy()
    opening.back_to(opening.root())
    return {
        "start": position(opening),
        "answers": [stored_answer(step) for step in game.steps()],
    }


def replay(book: Rulebook, data: Data) -> Game:
    """Play a record again. ValueError names the first answer that is no longer an option."""
    game = load_position(book, data["start"])
    for number, answer in enumerate(data["answers"]):
        try:
            answer_again(game, answer)
        except UnknownAction as error:
            raise ValueError(f"answer {number + 1} of the record, {error}") from None
    return game


def answer_again(game: Game, stored: list[Any]) -> None:
    """Give a stored answer of a record again. UnknownAction if it is no option now."""
    answer, opens = stored
    option = plain(answer)
    if option[:1] and option[0] in OUTSIDE:
        game.end_by(option)
        return
    if option not in game.space():
        raise UnknownAction(f"{option!r}, is no option there")
    game._answer(option, opens=opens)


def stored_answer(step: Step) -> list[Any]:
    """An answer of a game as a record holds it."""
    return [list(step.answer or ()), step.opens]


def to_json(data: Data) -> bytes:
    """The bytes of a position or record, the same in every process."""
    return msgspec.json.encode(data)


def from_json(raw: bytes) -> Data:
    """Read ``to_json``. ValueError says where the bytes are at fault."""
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"this is no record or position: {error}") from error
