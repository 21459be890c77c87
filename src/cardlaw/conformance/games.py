"""Whole games: played to their end, with the checks of the suite at one moment of so many."""

from __future__ import annotations

from cardlaw.conformance import causes, steps
from cardlaw.conformance.subject import Picture, Subject, pick, picture
from cardlaw.conformance.suite import Report, check_moment, check_whole, check_written
from cardlaw.kernel.choice import CHANCE, Option, mix
from cardlaw.kernel.game import Game

#: at one of how many moments the checks run that cost more than a step
EVERY = 50
#: one of how many games is replayed, taken back and followed by each player as a whole
WHOLE = 10


def check_game(subject: Subject, number: int, report: Report, every: int = EVERY) -> Game:
    """One random game, to its end or to ``subject.answers`` answers. Returns the game.

    It is left before if more than ``subject.objects`` objects exist.

    After every step the journal, its causes and the zones are checked; one of ``every`` moments has
    the checks of a walk, and one of ``WHOLE`` games those of a whole walk. AssertionError says what
    does not hold and where.
    """
    game = subject.start(number)
    cards = steps.cards_of(game.state)
    causes.check_entries(game, game.root().entries, game.root().base)
    pictures: dict[int, Picture] = {}
    for step in range(subject.answers):
        if game.over or len(game.state.where) > subject.objects:
            break
        chosen = brisk(game, mix(number, step))
        try:
            if mix(number, step) % every == 0:
                now = picture(game)
                pictures[sum(1 for _ in game.steps())] = now
                check_moment(game, chosen, mix(number, step) // every, report, now)
            mark = game.step
            game.push(chosen)
            check_written(game, mark, report)
            steps.check_conserved(game, cards)
        except AssertionError as error:
            where = f"{subject.book.title}, game {number}, answer {step}"
            raise AssertionError(f"{where} ({game.choice}, {chosen}): {error}") from error
        report.add("steps")
    if number % WHOLE == 0:
        check_whole(game, number, pictures, report)
    report.add("games")
    report.add("games to the end", int(game.over))
    return game


def brisk(game: Game, number: int) -> Option:
    """A random option that brings the game forward: to pass, or what is minor, only at times."""
    if game.to_act == CHANCE or number % 8 == 0:
        return pick(game, number)
    space = game.space()
    if space.count() > 5000:
        return pick(game, number)
    book = game.book
    moves = [option for option in space if not book.idle(option) and not book.minor(option)]
    return moves[mix(number, 1) % len(moves)] if moves else pick(game, number)
