"""Looking back: the moments of a game as a seat lived them, and branching one off.

A moment is a position right after something that the seat could follow, seen with what the seat
knew then. Answers of others that told the seat nothing are no moments of their own, so that their
number stays unknown.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum

from cardlaw.front import Game
from cardlaw.kernel.game import Game as KernelGame
from cardlaw.kernel.moment import Step
from cardlaw.kernel.state import ANSWER
from cardlaw.kernel.view import followed
from cardlaw.match import Match
from cardlaw.match.telling import Told
from cardlaw.table.words import table_words


class Company(Enum):
    """Who sits at a table, as far as it matters for what may be shown."""

    #: one person against a program
    PROGRAM = "program"
    #: one person who plays both seats, or two at one screen
    ONE_SCREEN = "one screen"
    #: two people, each at a page of their own
    APART = "apart"


class NotFair(ValueError):
    """Something that would give one player an advantage over another while the game goes on."""


@dataclass(frozen=True)
class Moment:
    """One moment of a game for a seat: its number from 0, and what had just happened."""

    number: int
    told: tuple[Told, ...]


@dataclass(frozen=True)
class TimeLine:
    """The moments of a game as a seat lived them. The first is the position at the start."""

    moments: tuple[Moment, ...]
    #: the last answer before each moment; it never leaves the process
    steps: tuple[Step, ...]

    def __len__(self) -> int:
        return len(self.moments)

    def nearest(self, number: int) -> int:
        """The moment that there is, for any number that somebody asks for."""
        return max(0, min(number, len(self.moments) - 1))


def time_line(match: Match, seat: int) -> TimeLine:
    """The moments of a match for a seat, in order."""
    kernel = match.game.kernel
    steps = [kernel.root(), *kernel.steps()]
    bases = [step.base for step in steps]
    told: dict[int, list[Told]] = {0: []}
    for event in followed(kernel, seat):
        if event.kind == ANSWER and event.values[0] == seat:
            told.setdefault(bisect_right(bases, event.id) - 1, [])
    for each in match.story(seat):
        told.setdefault(bisect_right(bases, each.event) - 1, []).append(each)
    order = sorted(told)
    return TimeLine(
        tuple(Moment(number, tuple(told[at])) for number, at in enumerate(order)),
        tuple(steps[at] for at in order),
    )


def _past(kernel: KernelGame, step: Step) -> KernelGame:
    """The game as it stood after an answer."""
    past = kernel.copy()
    past.back_to(step)
    return past


def look_back(match: Match, seat: int, number: int) -> Match:
    """The match at one of the seat's moments, to be drawn for that seat and nobody else.

    What the seat knows of it is what it knew then. Nothing can be played in it.
    """
    line = time_line(match, seat)
    past = _past(match.game.kernel, line.steps[line.nearest(number)])
    game = Game(past, match.game.labels, match.game.lang)
    return Match(game, match.seats, resumed=True)


def branch(match: Match, seat: int, number: int, company: Company) -> Game:
    """The whole game at one of the seat's moments, with all that is hidden, to try things.

    NotFair while two people who sit apart still play: the desk would show the other's cards, and
    cards drawn at random instead of them would still come from the other's deck.
    """
    kernel = match.game.kernel
    if company is Company.APART and not kernel.over:
        words = table_words(match.words.language, match.game.book.key)
        raise NotFair(words.text("back.not-fair"))
    line = time_line(match, seat)
    past = _past(kernel, line.steps[line.nearest(number)])
    return Game(past, match.game.labels, match.game.lang)
