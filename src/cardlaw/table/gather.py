"""Gathering one action from clicks in any order: which lines hold them all, what may come next.

Only what the seat is offered counts, so nothing is told that the seat does not know. The walk over
the parts of actions is bounded; when it was cut short, that is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cardlaw.kernel.action import Act, Part, Shape, part_options
from cardlaw.kernel.choice import Line, Option
from cardlaw.kernel.state import State
from cardlaw.match.match import MOST, Match
from cardlaw.notation.saying import automatic, open_part
from cardlaw.table.pointing import Click, clicks_of, objects_seen

#: how many options of parts one walk may look at
BUDGET = 4000
#: how many actions are listed in words
MOST_LISTED = 12
#: how many things somebody may click before doing something
MOST_CLICKED = 40


class NotOffered(ValueError):
    """What was clicked belongs to nothing that the seat may do; ``clicks`` says what."""

    def __init__(self, clicks: tuple[Click, ...]) -> None:
        super().__init__("no action that may be done has all of what was clicked")
        self.clicks = clicks


@dataclass(frozen=True)
class Way:
    """An action that has everything that was clicked."""

    line: Line
    words: str
    #: whether it is about nothing else than what was clicked
    exact: bool


@dataclass(frozen=True)
class Gathered:
    """What clicks have gathered so far."""

    #: the only action that is left, to be done now; None when there are several, when more could
    #: be added to it, and when it is about something that was not clicked
    do: Line | None
    #: the actions that are left, those about nothing else first; not more than ``MOST_LISTED``
    ways: tuple[Way, ...]
    #: how many actions are left, as far as was looked
    count: int
    #: what may be clicked next, in the order of the numbers of the view, places last
    further: tuple[Click, ...]
    #: whether there was too much to look at all of it
    cut: bool


@dataclass
class _Walk:
    """One walk over the actions that a seat may do."""

    state: State
    wanted: frozenset[Click]
    left: int = BUDGET
    cut: bool = False
    #: each line, what can be clicked of it, and what of that nobody has clicked
    found: list[tuple[Line, frozenset[Click], frozenset[Click]]] = field(default_factory=list)
    further: set[Click] = field(default_factory=set)
    #: what a list that would end here could still take, such as one more attacker
    more: set[Click] = field(default_factory=set)

    def lines(
        self, shape: Shape, act: Act, line: Line, held: frozenset[Click], named: frozenset[Click]
    ) -> None:
        """Note each line that goes on from here and has all of what is wanted.

        ``held`` is what can be clicked of it so far, ``named`` that without what goes by itself.
        """
        part = shape.next_part(self.state, act)
        if part is None:
            if self.wanted <= held:
                self.found.append((line, held, named - self.wanted))
                self.further |= held
            return
        aside: set[Click] = set()
        before = len(self.found)
        usual = automatic(self.state, shape, part, act)
        for answer, clicks in self.answers(shape, part, act, held, usual, aside):
            more = named if answer == usual else named | clicks
            self.lines(shape, act.plus(answer), (*line, answer), held | clicks, more)
        if len(self.found) > before:
            self.further |= aside
            if part.automatic == "done":
                self.more |= aside

    def answers(
        self,
        shape: Shape,
        part: Part,
        act: Act,
        held: frozenset[Click],
        usual: Option | None,
        aside: set[Click],
    ) -> Iterator[tuple[Option, frozenset[Click]]]:
        """The answers to follow. Of a part that needs no answer, only what is clicked or no card.

        What else could be clicked for such a part is put ``aside``.
        """
        fields = ("term:part", *part.fields)
        for answer in part_options(self.state, shape, part, act):
            if self.left <= 0:
                self.cut = True
                return
            self.left -= 1
            clicks = frozenset(clicks_of(self.state, fields, answer))
            new = clicks - held
            if usual is None or answer == usual or not clicks or (new and new <= self.wanted):
                yield answer, clicks
            else:
                aside |= clicks


def gather(match: Match, seat: int, clicked: Sequence[Click]) -> Gathered:
    """The actions that a seat may do now and that have everything that was clicked.

    NotOffered when there is none, or when the seat is not asked anything.
    """
    kernel = match.game.kernel
    wanted = frozenset(clicked)
    choice = kernel.choice
    if choice is None or choice.player != seat or len(wanted) > MOST_CLICKED:
        raise NotOffered(tuple(clicked))
    seen = objects_seen(kernel.state, seat)
    if any(type(click) is int and click >= 0 and click not in seen for click in wanted):
        raise NotOffered(tuple(clicked))
    walk = _walked(match, seat, wanted)
    if not walk.found:
        raise NotOffered(tuple(clicked))
    found = sorted(walk.found, key=lambda each: (each[1] != wanted, len(each[1])))
    # What nobody has pointed at is shown before it is done, though it be the only one.
    done = len(found) == 1 and not (walk.cut or walk.more - wanted or found[0][2])
    game = match.seat_game(seat)
    ways = tuple(Way(line, game.say(line), held == wanted) for line, held, _ in found[:MOST_LISTED])
    further = _in_order((walk.further | walk.more) - wanted, seen)
    return Gathered(found[0][0] if done else None, ways, len(found), further, walk.cut)


def _walked(match: Match, seat: int, wanted: frozenset[Click], budget: int = BUDGET) -> _Walk:
    kernel = match.game.kernel
    state, book, choice = kernel.state, kernel.book, kernel.choice
    assert choice is not None
    walk = _Walk(state, wanted, budget)
    asked = open_part(kernel)
    firsts = _firsts(match, wanted)
    for option, held in firsts:
        if asked is not None:
            shape, act, _ = asked
            walk.lines(shape, act.plus(option), (option,), held, held)
        elif choice.kind == "action":
            walk.lines(book.shape_of(option), Act(seat, option), (option,), held, held)
        elif wanted <= held:
            walk.found.append(((option,), held, held - wanted))
            walk.further |= held
    walk.cut = walk.cut or kernel.space().count() > MOST
    return walk


def _firsts(match: Match, wanted: frozenset[Click]) -> list[tuple[Option, frozenset[Click]]]:
    """The options of the open question with what can be clicked of them, what is wanted first.

    They stand in an order that a view has, so that the end of a budget tells nothing.
    """
    kernel = match.game.kernel
    choice, state = kernel.choice, kernel.state
    assert choice is not None
    if kernel.space().count() > MOST:
        return []
    found = [
        (option, frozenset(clicks_of(state, kernel.book.option_fields(choice, option), option)))
        for option in kernel.space()
    ]
    return sorted(found, key=lambda pair: (-len(pair[1] & wanted), sorted(map(str, pair[1]))))


def _in_order(clicks: set[Click] | frozenset[Click], seen: dict[int, int]) -> tuple[Click, ...]:
    """What can be clicked of a page: players and the cards seen by number, then places."""
    numbers = sorted(c for c in clicks if type(c) is int and (c < 0 or c in seen))
    return (*numbers, *sorted(c for c in clicks if type(c) is str))


def lit(match: Match, seat: int) -> tuple[Click, ...]:
    """With what something may be done now: what the options of the open question name.

    It is cheap, as every drawing of a table asks it. What only a later part of an action names,
    such as a bearer, may be clicked first all the same.
    """
    choice = match.game.kernel.choice
    if choice is None or choice.player != seat:
        return ()
    clicks = {click for _, held in _firsts(match, frozenset()) for click in held}
    return _in_order(clicks, objects_seen(match.game.kernel.state, seat))
