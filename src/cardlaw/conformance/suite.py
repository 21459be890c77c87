"""The whole suite: random walks through a rulebook's games, with every check at its pace."""

from __future__ import annotations

from collections import Counter

from cardlaw.conformance import causes, chance, offers, records, secrets, steps, words
from cardlaw.conformance.subject import (
    Picture,
    Subject,
    demand,
    pick,
    picture,
    same,
)
from cardlaw.kernel.choice import CHANCE, Option, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.record import Data, from_json, record, to_json

#: How often the checks run that cost more than a step: at one step of so many. What is not listed
#: runs at every step: undo, the journal's entries, the zones.
PACE = {
    "copy": 2,
    "board": 2,
    "refusal": 3,
    "rows": 4,
    "position": 4,
    "words": 4,
    "plays": 4,
    "offer": 12,
    "faces": 8,
    "ids": 16,
    "imagined": 24,
}


class Report:
    """How often each check ran, for a test that wants to know that it did."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        #: breach codes of the refused lines
        self.codes: Counter[str] = Counter()
        self.records: list[Data] = []

    def add(self, name: str, times: int = 1) -> None:
        """Count a check that found something to check."""
        self.counts[name] += times


def basic_tests(subject: Subject, walks: int = 100, seed: int = 0) -> Report:
    """Every check on random walks: AssertionError says what does not hold and where.

    The walks are numbered from ``seed``; the same numbers walk the same ways.
    """
    report = Report()
    for number in range(seed, seed + walks):
        try:
            check_walk(subject, number, report)
        except AssertionError as error:
            raise AssertionError(f"{subject.book.title}, walk {number}: {error}") from error
    return report


def check_walk(subject: Subject, number: int, report: Report) -> Game:
    """One random walk, checked at every step and as a whole. Returns the game at its end."""
    game = subject.begin(number)
    # Every other walk opens the rolls and shuffles too, so that they are taken back one by one.
    game.auto_chance = number % 2 == 0
    cards = steps.cards_of(game.state)
    causes.check_entries(game, game.root().entries, game.root().base)
    _go_ahead(subject, game, number)
    pictures: dict[int, Picture] = {}
    last: Picture | None = None
    for step in range(subject.answers):
        if game.over:
            break
        option = pick(game, mix(number, step))
        where = f"answer {step} ({game.choice}, {option})"
        try:
            now = picture(game)
            if last is not None:
                same(last, now, "the same answer gives another position")
            pictures[sum(1 for _ in game.steps())] = now
            last = check_moment(game, option, mix(number, step), report, now)
            steps.check_conserved(game, cards)
        except AssertionError as error:
            raise AssertionError(f"{where}: {error}") from error
        mark = game.step
        game.push(option)
        check_written(game, mark, report)
        report.add("steps")
    check_whole(game, number, pictures, report)
    return game


def _go_ahead(subject: Subject, game: Game, number: int) -> None:
    """Every third walk is checked from a later moment on, so that ends of games come up too."""
    if number % 3 == 2:
        for step in range(mix(number, -1) % (3 * subject.answers)):
            if game.over:
                game.undo()
                return
            game.push(pick(game, mix(number, -2 - step)))


def check_written(game: Game, mark: object, report: Report) -> None:
    step = game.step
    while step is not mark and step.prev is not None:
        causes.check_entries(game, step.entries, step.base)
        report.add("entries", len(step.entries))
        step = step.prev
    now = game.state.base + len(game.state.entries)
    settled = not game.over and game.moment.since == now
    report.add("settled", int(settled))
    steps.check_zones(game.state, settled=settled)


def check_moment(game: Game, option: Option, number: int, report: Report, now: Picture) -> Picture:
    """The checks of one moment, each at its pace. Returns the picture after the option."""

    def due(name: str) -> bool:
        turn = mix(number, list(PACE).index(name)) % PACE[name] == 0
        report.add(name, int(turn))
        return turn

    after = steps.check_undo(game, option, now)
    if game.in_procedure:
        report.add("steps inside procedures")
    if due("copy"):
        same(after, steps.check_copy(game, option, now), "a copy goes on differently")
    if due("board"):
        steps.check_board(game)
    if due("rows"):
        steps.check_row_order(game, option)
    if due("position"):
        records.check_position(game, option)
    _check_offered(game, number, report, due("offer"), due("plays"), due("words"))
    if due("refusal"):
        _check_refused(game, number, report)
    if chance.check_chance(game):
        report.add("chance")
    player = number >> 8 & 1
    if due("faces") and secrets.check_faces(game, player, number):
        report.add("faces exchanged")
    if due("ids") and secrets.check_ids(game, player, number):
        report.add("ids exchanged")
    if due("imagined") and secrets.check_imagined(game, player, number):
        report.add("imagined otherwise")
    return after


def _check_offered(
    game: Game, number: int, report: Report, offer: bool, plays: bool, spoken: bool
) -> None:
    if offer and game.choice is not None and game.choice.kind in ("action", "part"):
        found = offers.check_offer(game, number)
        report.add("offers compared")
        report.add("options offered", found.options)
        report.add("options refused", found.refused)
    line = offers.check_plays(game, number) if plays or spoken else None
    if spoken:
        if line is not None:
            words.check_words(game, line)
        words.check_answers(game, number)


def _check_refused(game: Game, number: int, report: Report) -> None:
    for line in offers.illegal_lines(game, number, 2):
        ruling = steps.check_refusal(game, line)
        offers.check_ruling(game.book, ruling)
        report.codes.update(ruling.codes)
        report.add("lines refused")
    offers.check_other_option(game)
    if number % 5 == 0:
        offers.check_unknown(game)
        choice = game.choice
        if choice is not None and choice.kind == "action" and not game.over:
            options = list(game.space())
            line = offers.complete(game, options[number % len(options)], number)
            steps.check_abandoned(game, line)


def check_whole(game: Game, number: int, pictures: dict[int, Picture], report: Report) -> None:
    """The checks of a finished walk: its record, its causes, what the players could follow."""
    raw = to_json(record(game))
    report.records.append(from_json(raw))
    records.check_replay(game, pictures)
    records.check_all_undone(game, pictures)
    report.add("causes", causes.check_causes(game))
    for player in (0, 1):
        if secrets.check_history(game, player, number):
            report.add("histories exchanged")
    if not game.over and game.to_act != CHANCE:
        steps.check_concession(game, number % 2)
    report.add("walks")
    report.add("walks to the end", int(game.over))
    demand(to_json(record(game)) == raw, "looking at a game changed its record")
