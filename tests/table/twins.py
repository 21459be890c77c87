"""Two tables that a seat cannot tell apart: what that seat never learns lies otherwise in one.

The same game is played at both, and every byte that leaves for the seat is compared.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import msgspec
from tests.conformance.subjects import module_of
from tests.table.wire import QUESTION, sent_by

from cardlaw import rulebooks
from cardlaw.agents import agent
from cardlaw.conformance.secrets import another_start
from cardlaw.front import Game
from cardlaw.kernel.choice import CHANCE, Option, mix
from cardlaw.kernel.game import Game as KernelGame
from cardlaw.kernel.record import Data, load_position, record
from cardlaw.kernel.state import plain
from cardlaw.match import Match
from cardlaw.table.message import Sent, Take, read_message
from cardlaw.table.offers import offered
from cardlaw.table.picture import Look
from cardlaw.table.sitting import PERSON, Outcome, Sitting, begin

PAGE = "a-page-of-tests"
SECRET = bytes(range(16))

#: what a seat sends at a moment, by the number of the moment
Asker: TypeAlias = Callable[[Sitting, int, int], list[Sent]]


class Typed(NamedTuple):
    """An answer that a seat gave."""

    seat: int
    option: Option


class Pair(NamedTuple):
    """The starts of two tables, and what the seats answer at both."""

    here: Data
    there: Data
    script: list[Typed]


def pairs(key: str, viewer: int, seed: int, length: int, most: int = 1) -> Iterator[Pair]:
    """Games that differ from a random one in what a seat does not learn in so many answers."""
    book = rulebooks.find(key)
    kernel = module_of(key).new_game(book.starters(), seed)
    match = Match(Game(kernel), (None, None))
    walker = agent("random", mix(seed, 5))
    script: list[Typed] = []
    while len(script) < length and (player := match.advance()) is not None:
        option = walker.answer(kernel)
        match.play(player, option)
        script.append(Typed(player, option))
    data = record(kernel)
    rolled = _rolled(kernel, data)
    for attempt in range(most):
        there = another_start(kernel, viewer, mix(seed, attempt))
        if there is not None:
            yield Pair({**data["start"], "fixed": rolled}, {**there, "fixed": rolled}, script)


def _rolled(kernel: KernelGame, data: Data) -> list[list[object]]:
    """What Chance has answered, by number, as a position fixes it."""
    found: list[list[object]] = []
    game = load_position(kernel.book, data["start"])
    game.auto_chance = False
    for answer, _ in data["answers"]:
        if game.choice is not None and game.choice.player == CHANCE:
            found.append([game.state.turn.get("chance", 0), answer])
        game.push(plain(answer))
    return found


def seated(key: str, start: Data) -> Sitting:
    """A table for two people with this start, before anybody is asked."""
    game = load_position(rulebooks.find(key), start)
    if game.choice is not None and game.choice.player == CHANCE:
        game.push(game.chance.answer(game.space(), game.state.turn.get("chance", 0)))
    return seated_at(game)


def seated_at(game: KernelGame) -> Sitting:
    """A table for two people in the middle of a game."""
    return Sitting(*begin(Game(game.copy()), (PERSON, PERSON), SECRET, 0))


class Difference(AssertionError):
    """A seat was shown something at one table that it was not shown at the other."""


class Twins:
    """The two tables of a pair, played side by side from the seat of one viewer."""

    def __init__(self, key: str, pair: Pair, viewer: int, look: Look) -> None:
        self.viewer = viewer
        self.script = pair.script
        self.tables = (seated(key, pair.here), seated(key, pair.there))
        self.number = 0
        #: how many bytes were compared
        self.compared = 0
        #: how many questions were asked
        self.asked = 0
        self._alike("the page", *(table.picture(viewer, look) for table in self.tables))

    @staticmethod
    def alike(viewer: int, look: Look, tables: tuple[Sitting, Sitting]) -> None:
        """Compare what a seat of two tables is shown at one moment."""
        compare("the page", viewer, *(table.picture(viewer, look) for table in tables))

    def play(self, asker: Asker) -> int:
        """Give the answers of the script as long as both tables allow them; how many that were.

        Before each answer the viewer sends what ``asker`` says.
        """
        for number, (seat, option) in enumerate(self.script):
            self._alike("who is waited for", *(table.waits_for for table in self.tables))
            for sent in asker(self.tables[0], self.viewer, number):
                self.asked += 1
                self.send(self.viewer, sent)
            if not all(self._offers(table, seat, option) for table in self.tables):
                return number
            self._step(seat, option)
        return len(self.script)

    def _offers(self, table: Sitting, seat: int, option: Option) -> bool:
        return any(offer.option == option for offer in offered(table.match, seat))

    def _step(self, seat: int, option: Option) -> None:
        outcomes = []
        self.number += 1
        for table in self.tables:
            chosen = [offer.option for offer in offered(table.match, seat)].index(option)
            take = Take(n=self.number, v=table.version(seat), option=chosen)
            outcomes.append(table.do(seat, take, PAGE))
            if outcomes[-1].refused:
                raise AssertionError(outcomes[-1].refused)
        self._compare(seat, option, outcomes)

    def send(self, seat: int, sent: Sent) -> Outcome:
        """Send the same from a seat of both tables, and compare what that leads to."""
        outcomes = [
            table.do(seat, msgspec.structs.replace(sent, v=table.version(seat)), PAGE)
            for table in self.tables
        ]
        self._compare(seat, sent, outcomes)
        return outcomes[0]

    def _compare(self, seat: int, sent: object, outcomes: list[Outcome]) -> None:
        seen = [
            (
                outcome.updates.get(self.viewer),
                (outcome.refused, outcome.answer, outcome.place) if seat == self.viewer else None,
            )
            for outcome in outcomes
        ]
        self._alike(f"what follows {sent} of {seat}", *seen)

    def _alike(self, what: str, here: object, there: object) -> None:
        self.compared += compare(what, self.viewer, here, there)


def compare(what: str, viewer: int, here: object, there: object) -> int:
    """How many bytes two things have that are sent. Difference where they differ."""
    mine, theirs = msgspec.json.encode(here), msgspec.json.encode(there)
    if mine != theirs:
        unlike = (n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b)
        at = next(unlike, min(len(mine), len(theirs)))
        around = slice(max(0, at - 120), at + 80)
        told = f"{mine[around]!r}\n  {theirs[around]!r}"
        raise Difference(f"{what} differs for {viewer}:\n  {told}")
    return len(mine)


def nothing(table: Sitting, viewer: int, number: int) -> list[Sent]:
    """Ask nothing."""
    return []


def questions(table: Sitting, viewer: int, number: int) -> list[Sent]:
    """Ask some of what the page asks when something is pointed at, and why not some cards."""
    shown = "".join(table.screens[viewer].parts.values())
    asked = sorted({json.dumps(each) for each in sent_by(QUESTION, shown)})
    picked = [json.loads(asked[mix(number, n) % len(asked)]) for n in range(3) if asked]
    picked += [
        {"do": "ask", "what": what, "clicks": [click]}
        for n, what in enumerate(("why", "card", "bearers"))
        for click in clicks_on(shown)[mix(number, 10 + n) % 3 :: 3][:2]
    ]
    picked.append({"do": "ask", "what": "because", "number": number})
    return [read_message(json.dumps({"n": 1, **each})) for each in picked]


def gatherings(table: Sitting, viewer: int, number: int) -> list[Sent]:
    """Click on everything once."""
    shown = "".join(table.screens[viewer].parts.values())
    return [
        read_message(json.dumps({"n": 1, "do": "gather", "clicks": [click]}))
        for click in clicks_on(shown)
    ]


def clicks_on(shown: str) -> list[int]:
    """The cards that can be clicked."""
    return sorted({int(found) for found in re.findall(r'data-card="(\d+)"', shown)})
