"""Checks of positions, records and replays, here and in a fresh process."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

import msgspec

from cardlaw.conformance.subject import Picture, Subject, demand, picture, same
from cardlaw.kernel.choice import Option
from cardlaw.kernel.game import OUTSIDE, Game
from cardlaw.kernel.record import (
    Data,
    from_json,
    load_position,
    position,
    record,
    replay,
    to_json,
)
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.state import plain


def check_position(game: Game, option: Option) -> None:
    """A position stored and loaded is the same, byte for byte, and goes on in the same way."""
    raw = to_json(position(game))
    loaded = load_position(game.book, from_json(raw))
    where = "in a procedure" if game.in_procedure else "between procedures"
    same(picture(game), picture(loaded), f"loading a position {where} changes it")
    demand(
        to_json(position(loaded)) == raw,
        f"a position stored {where}, loaded and stored again has other bytes",
    )
    loaded.auto_chance = game.auto_chance
    straight = game.copy()
    straight.push(option)
    loaded.push(option)
    same(picture(straight), picture(loaded), f"{option} goes on differently after loading")


def check_replay(game: Game, pictures: Mapping[int, Picture]) -> None:
    """The record gives the whole game again; ``pictures`` are those before answers, by number."""
    raw = to_json(record(game))
    data = from_json(raw)
    again = load_position(game.book, data["start"])
    again.auto_chance = False
    for number, (answer, _) in enumerate(data["answers"]):
        if number in pictures:
            same(pictures[number], picture(again), f"the replay differs before answer {number}")
        _give(again, plain(answer))
    same(picture(game), picture(again), "the replay ends differently")
    whole = replay(game.book, data)
    demand(to_json(record(whole)) == raw, "the record of a replayed record has other bytes")


def check_all_undone(game: Game, pictures: Mapping[int, Picture]) -> None:
    """Taking back every answer shows each earlier moment again; ``pictures`` as above."""
    back = game.copy()
    for number in range(sum(1 for _ in game.steps()) - 1, -1, -1):
        demand(back.undo_step(), f"answer {number} cannot be taken back")
        if number in pictures:
            what = f"taking back everything differs before answer {number}"
            same(pictures[number], picture(back), what)
    demand(not back.undo_step(), "more answers can be taken back than were given")


def _give(game: Game, option: Option) -> None:
    if option[:1] and option[0] in OUTSIDE:
        game.end_by(option)
    else:
        game.push(option)


def digests(book: Rulebook, data: Data) -> list[str]:
    """A digest of the game before each answer of a record and after the last."""
    game = load_position(book, data["start"])
    game.auto_chance = False
    result = []
    for answer, _ in [*data["answers"], (None, False)]:
        now = picture(game)
        text = repr((now.asks, now.options, now.length)).encode()
        result.append(hashlib.blake2b(now.tables + text, digest_size=12).hexdigest())
        if answer is not None:
            _give(game, plain(answer))
    return result


def check_fresh_process(subject: Subject, records: Sequence[Data]) -> None:
    """Records replay byte for byte in another process under another hash seed."""
    demand(subject.module, "the subject names no module to import in a fresh process")
    known = os.environ.get("PYTHONHASHSEED", "random")
    seed = "4711" if known != "4711" else "1147"
    answer = subprocess.run(
        [sys.executable, "-m", "cardlaw.conformance.fresh", subject.module],
        input=msgspec.json.encode(list(records)),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=True,
    )
    there = msgspec.json.decode(answer.stdout, type=list[list[str]])
    demand(len(there) == len(records), "the fresh process lost a record")
    for number, data in enumerate(records):
        here = digests(subject.book, from_json(to_json(data)))
        for step, (mine, other) in enumerate(zip(here, there[number], strict=True)):
            demand(
                mine == other,
                f"record {number} differs in a fresh process before answer {step}",
            )
