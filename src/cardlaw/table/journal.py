"""The journal of a table: its lines, what each kind holds, and how a line is played again."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from cardlaw.kernel.game import Game
from cardlaw.kernel.moment import Step
from cardlaw.kernel.record import answer_again, stored_answer
from cardlaw.match import Match


class Kind(Enum):
    """What a line of the journal is; ``data`` holds what the comment says."""

    #: [option, whether a play begins here]: of a person, a program or Chance, or passed for one
    ANSWER = "answer"
    #: the number of answers that are left after others were taken back
    BACK = "back"
    #: the player who gives up
    CONCEDE = "concede"
    #: nothing: both have agreed on a draw
    DRAW = "draw"
    #: what the seat asks the other one to agree to: "undo" or "draw"
    OFFER = "offer"
    #: nothing: the other seat does not agree
    DECLINE = "decline"
    #: [steps in one's own turn, steps in the other's, whether one holds]: where a seat stops
    STOPS = "stops"


#: the lines after which the game stands elsewhere, so that an older click has lost its meaning
MOVES = frozenset((Kind.ANSWER, Kind.BACK, Kind.CONCEDE, Kind.DRAW))


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A line of the journal, as it is stored and as it goes to a worker.

    ``seat`` is whose it is, None for what nobody typed. ``page`` and ``n`` are the message that
    led to it; of several lines of one message the first has them.
    """

    kind: Kind
    data: Any = None
    seat: int | None = None
    page: str | None = None
    n: int | None = None


class Past:
    """The answers of a game that stand, and which of them were typed: what lines are taken from.

    Answers are a linked list in the kernel; here each has its number, so that new ones are found
    without looking at the old.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: list[Step] = [match.game.kernel.step]
        self._number: dict[Step, int] = {match.game.kernel.step: 0}

    def taken(self) -> list[Step]:
        """The answers given since this was last asked, from the first to the last."""
        found: list[Step] = []
        step: Step | None = self.match.game.kernel.step
        while step is not None and step not in self._number:
            found.append(step)
            step = step.prev
        found.reverse()
        for each in found:
            self._number[each] = len(self.steps)
            self.steps.append(each)
        return found

    def went_back(self) -> int:
        """Forget the answers that the game has taken back; how many are left."""
        last = self._number[self.match.game.kernel.step]
        for step in self.steps[last + 1 :]:
            del self._number[step]
        del self.steps[last + 1 :]
        return last

    def back_to(self, number: int) -> None:
        """Take back all answers but so many. LookupError if there are not so many."""
        match = self.match
        match.game.kernel.back_to(self.steps[number])
        self.went_back()
        typed = match.typed
        while typed and self._number.get(typed[-1][0], number) >= number:
            typed.pop()

    def again(self, line: Line) -> None:
        """Play a line of a stored journal again. ValueError, LookupError if it does not fit."""
        game: Game = self.match.game.kernel
        match line.kind:
            case Kind.ANSWER:
                if line.seat is not None and line.page is not None:
                    self.match.typed.append((game.step, line.seat))
                answer_again(game, line.data)
                self.taken()
            case Kind.BACK:
                self.back_to(line.data)
            case Kind.CONCEDE:
                game.concede(line.data)
                self.taken()
            case Kind.DRAW:
                game.agree_draw()
                self.taken()
            case Kind.STOPS if line.seat is not None:
                stops = self.match.stops[line.seat]
                own, other, stops.hold = line.data
                stops.own, stops.other = frozenset(own), frozenset(other)
            case _:
                pass


def lines_of(
    steps: list[Step], seat: int | None = None, page: str | None = None, n: int | None = None
) -> list[Line]:
    """The lines of new answers; the first is what somebody typed, if a page is named."""
    return [
        Line(Kind.ANSWER, stored_answer(step), seat, page, n)
        if not number
        else Line(Kind.ANSWER, stored_answer(step))
        for number, step in enumerate(steps)
    ]
