"""Whole games: random play between the starter decks ends by the rules (CR 104)."""

import os

import pytest

from cardlaw.conformance import Subject
from cardlaw.conformance.games import check_game
from cardlaw.conformance.suite import Report
from cardlaw.kernel.because import events
from cardlaw.kernel.game import Game
from cardlaw.rulebooks import magic
from cardlaw.rulebooks.magic import BOOK

GAMES = 1000 if os.environ.get("CARDLAW_DEEP") == "1" else 100
#: how many games are one test, so that two cores share the work
PORTION = 10
#: at one of so many moments all promises of a position are asked for
EVERY = 400
#: random players take some two thousand answers, those who equip for nothing ten times as many
MOST_ANSWERS = 60_000
#: the rules by which a player of two loses: life, an empty library, poison
ENDINGS = {"CR 704.5a", "CR 704.5b", "CR 704.5c"}


def start(seed: int) -> Game:
    """A game between the starter decks, each of which begins in turn."""
    first, second = BOOK.starters()
    return magic.new_game((first, second) if seed % 2 else (second, first), seed)


STARTERS = Subject(BOOK, start, magic.__name__, answers=MOST_ANSWERS)


def ends_by_the_rules(game: Game) -> None:
    """Somebody has lost by a state-based action, and every card lies in one zone."""
    assert game.over, "the game does not end"
    state = game.state
    every = events(game)
    # State-based actions are done together (CR 704.3): others may stand between loss and victory.
    lost = [event.rule for event in every if event.kind == "lost the game"]
    assert lost and set(lost) <= ENDINGS
    assert (every[-1].kind, every[-1].rule) == ("won the game", "CR 104.2a")
    lying = [obj for zone in state.order.values() for obj in zone]
    assert sorted(lying) == sorted(state.owner)


@pytest.mark.parametrize("portion", range(GAMES // PORTION))
def test_games_between_the_starter_decks_hold_every_promise(portion: int) -> None:
    report = Report()
    for number in range(portion * PORTION, (portion + 1) * PORTION):
        ends_by_the_rules(check_game(STARTERS, number, report, EVERY))
    assert report.counts["games to the end"] == PORTION
