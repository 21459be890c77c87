"""Whole battles: random play between the shipped decks ends by the rules (BE09 102 to 313)."""

from __future__ import annotations

import os
from itertools import combinations

import pytest

from cardlaw.conformance import Subject
from cardlaw.conformance.games import check_game
from cardlaw.conformance.suite import Report
from cardlaw.kernel.because import events
from cardlaw.kernel.game import Game
from cardlaw.rulebooks import berserk
from cardlaw.rulebooks.berserk import BOOK

GAMES = 1000 if os.environ.get("CARDLAW_DEEP") == "1" else 100
#: how many games are one test, so that two cores share the work
PORTION = 10
#: at one of so many moments all promises of a position are asked for
EVERY = 400
#: a battle of brisk random play lasts some thousand answers
MOST_ANSWERS = 20_000
DECKS = list(BOOK.decks().values())
#: each deck against each other one and against itself
PAIRS = [*combinations(DECKS, 2), *((deck, deck) for deck in DECKS)]
#: the rules by which a battle ends: no creatures, a draw, endless effects
ENDINGS = {"BE09 102.2a", "BE09 102.4", "BE12 503.3"}


def start(seed: int) -> Game:
    """A battle between two of the decks, either of which goes first."""
    first, second = PAIRS[seed % len(PAIRS)]
    decks = (first, second) if seed // len(PAIRS) % 2 else (second, first)
    return berserk.new_game(decks, seed)


BETWEEN_DECKS = Subject(BOOK, start, berserk.__name__, answers=MOST_ANSWERS)


def ends_by_the_rules(game: Game) -> None:
    """The battle is over by a rule that ends it, and every card lies in one place of its own."""
    assert game.over, "the battle does not end"
    state = game.state
    assert events(game)[-1].rule in ENDINGS
    lying = [obj for zone in state.order.values() for obj in zone]
    assert sorted(lying) == sorted(state.owner)
    on_field = ("field", -1)
    assert {state.where[obj] for pair in state.host.items() for obj in pair} <= {on_field}


@pytest.mark.parametrize("portion", range(GAMES // PORTION))
def test_battles_between_the_shipped_decks_hold_every_promise(portion: int) -> None:
    report = Report()
    for number in range(portion * PORTION, (portion + 1) * PORTION):
        ends_by_the_rules(check_game(BETWEEN_DECKS, number, report, EVERY))
    assert report.counts["games to the end"] == PORTION
