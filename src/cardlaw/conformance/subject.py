"""What is tested: a rulebook, how its games begin, and how far a random walk goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from cardlaw.kernel.choice import CHANCE, Choice, Option, Permutation, Space, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.state import canonical

#: spaces with more options than this are sampled, not listed
MANY = 5000


class Subject:
    """A rulebook under test.

    ``start`` makes a new game from a seed; ``positions`` make games from the middle of a turn, such
    as those of a case. ``module`` is imported by the fresh process and must export ``BOOK``.
    ``answers`` ends a walk, and a game in which more than ``objects`` objects exist is left: copies
    that make copies fill any table. Of the breaches of random illegal lines at least ``codes`` must
    differ, and none may be more than ``share`` of all.
    """

    def __init__(
        self,
        book: Rulebook,
        start: Callable[[int], Game],
        module: str = "",
        positions: Sequence[Callable[[], Game]] = (),
        answers: int = 120,
        codes: int = 20,
        share: float = 0.25,
        objects: int = 10_000,
    ) -> None:
        self.book = book
        self.start = start
        self.module = module
        self.positions = positions
        self.answers = answers
        self.codes = codes
        self.share = share
        self.objects = objects

    def begin(self, number: int) -> Game:
        """The game of a walk: of every four walks one begins at a position, if there are any."""
        if self.positions and number % 4 == 3:
            return self.positions[number // 4 % len(self.positions)]()
        return self.start(number)


class Picture(NamedTuple):
    """All that must be equal when two games stand at the same moment."""

    tables: bytes
    asks: Choice | None
    options: tuple[Option, ...]
    length: int


def demand(holds: object, message: str) -> None:
    """Raise AssertionError with a message unless something holds, even under ``python -O``."""
    if not holds:
        raise AssertionError(message)


def listed(space: Space) -> tuple[Option, ...]:
    """The options in their order; of a space that is too large, its size and three samples."""
    if space.count() <= MANY:
        return tuple(space)
    return ((space.count(),), *(space.sample(n) for n in (1, 2, 3)))


def picture(game: Game) -> Picture:
    """What a game looks like now, to compare with later."""
    length = game.state.base + len(game.state.entries)
    return Picture(canonical(game.state), game.choice, listed(game.space()), length)


def differ(one: Picture, two: Picture) -> str:
    """In words: what is not the same in two pictures; the empty string if nothing."""
    if one == two:
        return ""
    if one.tables != two.tables:
        rows, others = msgspec.msgpack.decode(one.tables), msgspec.msgpack.decode(two.tables)
        for name in rows:
            if rows[name] != others[name]:
                here = [row for row in rows[name] if row not in others[name]]
                there = [row for row in others[name] if row not in rows[name]]
                return f"table {name!r}: {here[:3]} became {there[:3]}"
    if one.asks != two.asks:
        return f"the question {one.asks} became {two.asks}"
    if one.options != two.options:
        return f"the options {one.options[:8]} became {two.options[:8]}"
    if one.length != two.length:
        return f"the journal has {two.length} entries, not {one.length}"
    return "the bytes of the tables"


def same(one: Picture, two: Picture, what: str) -> None:
    """Demand that two pictures are equal."""
    if one is not two and one != two:
        raise AssertionError(f"{what}: {differ(one, two)}")


def pick(game: Game, number: int) -> Option:
    """A random option; passing is taken less often than it is offered, so that things happen."""
    space = game.space()
    if game.to_act == CHANCE:
        return game.chance.answer(space, game.state.turn.get("chance", 0))
    if isinstance(space, Permutation) or space.count() > MANY:
        return space.sample(number)
    options = list(space)
    demand(options, f"the question {game.choice} has no option")
    busy = [option for option in options if not option or not game.book.idle(option)]
    if busy and number % 3:
        options = busy
    return options[mix(number, 1) % len(options)]


def wander(subject: Subject, number: int) -> Iterator[Game]:
    """A game at each step of one random walk, to look at and not to change."""
    game = subject.begin(number)
    for step in range(subject.answers):
        if game.over:
            return
        yield game
        game.push(pick(game, mix(number, step)))


def take_back(game: Game) -> None:
    """Take back what the last ``push`` did."""
    demand(game.undo(), "there is nothing to take back after an answer")
