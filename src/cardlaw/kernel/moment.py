"""Moments and steps: where a game stands between two answers, and what each answer wrote."""

from __future__ import annotations

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.rulebook import Spec
from cardlaw.kernel.state import ANSWER, Entry, State

#: an answer as the procedure got it: the option and the head under which it was noted
Fed = tuple[Option, str]


class Moment:
    """Where a game stands between two answers: the open choice and the procedure that asks it."""

    __slots__ = ("answer", "began", "choice", "epoch", "fed", "proc", "since")

    def __init__(
        self,
        choice: Choice | None,
        proc: Spec | None,
        fed: tuple[Fed, ...],
        since: int,
        answer: int,
        began: int,
        epoch: int,
    ) -> None:
        self.choice = choice
        self.proc = proc
        #: the answers given in this procedure so far, forced ones included
        self.fed = fed
        #: the length of the journal when the procedure began
        self.since = since
        #: the event of the last answer when the procedure began
        self.answer = answer
        #: the epoch when the procedure began
        self.began = began
        self.epoch = epoch


def begun(state: State, proc: Spec | None) -> Moment:
    """The moment at which a procedure begins, or at which the game is over."""
    since = state.base + len(state.entries)
    return Moment(None, proc, (), since, state.answer, state.epoch, state.epoch)


def asked(moment: Moment, choice: Choice, fed: tuple[Fed, ...], epoch: int) -> Moment:
    """The moment at which the procedure asks, after some answers."""
    return Moment(choice, moment.proc, fed, moment.since, moment.answer, moment.began, epoch)


class Step:
    """One answer and the entries that followed it. Steps form a chain that copies share."""

    __slots__ = (
        "acted",
        "acts",
        "answer",
        "base",
        "deed",
        "entries",
        "head",
        "last",
        "mark",
        "moment",
        "opens",
        "passes",
        "prev",
        "rolls",
        "sign",
        "turn",
    )

    def __init__(self, prev: Step | None, base: int) -> None:
        self.prev = prev
        self.base = base
        self.entries: list[Entry] = []
        self.answer: Option | None = None
        self.head = ANSWER
        #: the moment at which the answer was given
        self.moment: Moment | None = None
        #: whether a play begins here
        self.opens = False
        #: how many answers in a row only passed within one turn, this one included
        self.passes = 0
        #: how many procedures have begun since an answer that was not Chance's
        self.rolls = 0
        self.turn = 0
        #: the event of the answer before this one
        self.last = -1
        #: the position after this step for the search for loops, at some steps only
        self.mark: bytes | None = None
        #: for loops that need actions of both players: bits of those who have acted this turn,
        #: whether this answer was an action, the last action of this turn before it, and two
        #: numbers of the position before it
        self.acted = 0
        self.acts = False
        self.deed: Step | None = None
        self.sign: tuple[int, int] = (0, 0)
