"""How fast the rulebooks are: random play, copies, undo, as medians of several runs.

Time is that of the process, so that other programs on the machine disturb little. The cyclic
garbage collector rests while games are played, and the table says so.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from importlib import import_module
from statistics import median
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from cardlaw import rulebooks
from cardlaw.kernel.choice import Option, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.rulebook import Rulebook

RUNS = 5
#: a run plays whole walks until so many seconds have passed
SECONDS = 0.8
#: a walk ends with the game or after so many answers
ANSWERS = 400
#: how many moments copies and undo are measured at, and how often at each
MOMENTS = 40
TIMES = 10


class Figures(NamedTuple):
    """The speed of one rulebook; times are in microseconds."""

    title: str
    #: decisions a second where there was more than one option, all of them listed
    decisions: float
    #: walks a second: games to their end, or to ``ANSWERS`` answers
    walks: float
    #: options per decision
    options: float
    copy: float
    #: what a copy inside a procedure costs more for each answer given there, when it goes on
    answer: float
    undo: float


class _Played(NamedTuple):
    decisions: int
    options: int
    walks: int
    seconds: float


def run(
    books: Sequence[Rulebook] | None = None, runs: int = RUNS, seconds: float = SECONDS
) -> list[Figures]:
    """Measure each rulebook with its starter decks; by default every real game."""
    if books is None:
        found = [rulebooks.find(key) for key in rulebooks.known()]
        books = [book for book in found if not book.example]
    return [measure(book, runs, seconds) for book in books]


def measure(book: Rulebook, runs: int = RUNS, seconds: float = SECONDS) -> Figures:
    """The figures of one rulebook; each is the median of its runs."""
    start = starting(book)
    _play(start, 0, seconds / 4)
    played = [_rested(start, 1 + 1000 * number, seconds) for number in range(runs)]
    moments = _moments(start)
    return Figures(
        book.title,
        median(p.decisions / p.seconds for p in played),
        median(p.walks / p.seconds for p in played),
        median(p.options / max(1, p.decisions) for p in played),
        median(_copy_time(moments) for _ in range(runs)),
        median(_answer_time(moments) for _ in range(runs)),
        median(_undo_time(moments) for _ in range(runs)),
    )


def starting(book: Rulebook) -> Callable[[int], Game]:
    """How a game between the starter decks of a rulebook begins, by its seed."""
    new_game = import_module(f"cardlaw.rulebooks.{book.key}").new_game
    decks = book.starters()

    def start(seed: int) -> Game:
        game = new_game(decks, seed)
        assert isinstance(game, Game)
        return game

    return start


def _option(game: Game, seed: int, step: int) -> tuple[Option, int]:
    """A random option and how many there were, from the full list.

    Minor options (mana abilities) are listed but not taken: costs are paid when they arise.
    """
    space = game.space()
    number = space.count()
    if number > 5000:
        return space.sample(mix(seed, step)), number
    options = list(space)
    if len(options) == 1:
        return options[0], 1
    minor = game.book.minor
    taken = [option for option in options if not minor(option)] or options
    return taken[mix(seed, step) % len(taken)], len(taken)


def _play(start: Callable[[int], Game], seed: int, seconds: float) -> _Played:
    decisions = options = walks = 0
    begin = process_time()
    while True:
        game = start(seed + walks)
        for step in range(ANSWERS):
            if game.over:
                break
            option, count = _option(game, seed + walks, step)
            if count > 1:
                decisions += 1
                options += count
            game.push(option)
        walks += 1
        passed = process_time() - begin
        if passed >= seconds:
            return _Played(decisions, options, walks, passed)


def _rested(start: Callable[[int], Game], seed: int, seconds: float) -> _Played:
    """A run without the cyclic collector, whose passes grow with the journals of all games."""
    gc.collect()
    gc.disable()
    try:
        return _play(start, seed, seconds)
    finally:
        gc.enable()


def _moments(start: Callable[[int], Game]) -> list[Game]:
    """Games at moments spread over some walks, half of them inside procedures if there are any."""
    between: list[Game] = []
    inside: list[Game] = []
    for walk in range(60):
        game = start(walk)
        for step in range(ANSWERS):
            if game.over:
                break
            kept = inside if game.in_procedure else between
            if (walk + step) % 9 == 0 or game.in_procedure:
                kept.append(game.copy())
            game.push(_option(game, walk, step)[0])
        if len(between) >= MOMENTS and len(inside) >= MOMENTS:
            break
    spread = max(1, len(between) // MOMENTS)
    return between[::spread][:MOMENTS] + inside[:: max(1, len(inside) // MOMENTS)][:MOMENTS]


def _copy_time(moments: list[Game]) -> float:
    """Microseconds for a copy between procedures."""
    games = [game for game in moments if not game.in_procedure]
    begin = process_time()
    for _ in range(TIMES):
        for game in games:
            game.copy()
    return (process_time() - begin) / (TIMES * len(games)) * 1e6


def _answer_time(moments: list[Game]) -> float:
    """Microseconds that going on inside a procedure costs a copy, for each answer given there."""
    games = [game for game in moments if game.in_procedure]
    answers = sum(len(game.moment.fed) for game in games)
    if not answers:
        return 0.0
    total = 0.0
    for _ in range(TIMES):
        copies = [game.copy() for game in games]
        begin = process_time()
        for copy in copies:
            copy.ready()
        total += process_time() - begin
    return total / (TIMES * answers) * 1e6


def _undo_time(moments: list[Game]) -> float:
    """Microseconds to take one answer back."""
    total = 0.0
    undone = 0
    for game in moments:
        copy = game.copy()
        copy.auto_chance = False
        options = [_option(copy, 1, n)[0] for n in range(TIMES)]
        for option in options:
            copy.push(option)
            begin = process_time()
            copy.undo_step()
            total += process_time() - begin
            undone += 1
    return total / undone * 1e6


def table(figures: Sequence[Figures]) -> Table:
    """The figures as a table, one row a rulebook."""
    result = Table(title=f"Random play on one core, collector off, medians of {RUNS} runs")
    result.add_column("\nrulebook", overflow="fold")
    for name in (
        "decisions\na second",
        "walks a\nsecond",
        "\noptions",
        "copy\nµs",
        "more per\nanswer µs",
        "undo\nµs",
    ):
        result.add_column(name, justify="right", no_wrap=True)
    for row in figures:
        result.add_row(
            row.title,
            f"{row.decisions:,.0f}",
            f"{row.walks:,.1f}",
            f"{row.options:.1f}",
            f"{row.copy:.1f}",
            f"{row.answer:.1f}",
            f"{row.undo:.1f}",
        )
    return result


def show(figures: Sequence[Figures], console: Console | None = None) -> None:
    """Print the figures, with colours if the terminal has them."""
    (console or Console()).print(table(figures))
