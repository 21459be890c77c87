"""Whole games: random play between the starter decks ends by the rules (VS 101 to 408)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from cardlaw.conformance import Subject
from cardlaw.conformance.games import check_game
from cardlaw.conformance.suite import Report
from cardlaw.kernel.action import Act
from cardlaw.kernel.because import events
from cardlaw.kernel.choice import mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.rulebook import Recorder
from cardlaw.rulebooks import vs
from cardlaw.rulebooks.vs import BOOK, OWN

DEEP = os.environ.get("CARDLAW_DEEP") == "1"
GAMES = 1000 if DEEP else 100
#: how many games are one test, so that two cores share the work
PORTION = 10
#: at one of so many moments all promises of a position are asked for
EVERY = 200
#: a game of random play with the starter decks lasts some twelve turns
MOST_TURNS, MOST_ANSWERS = 60, 6000
#: rules that say how others are meant, and that act through those
GENERAL = {"VS 103", "VS 504", "VS 513", "VS 513.3c"}
#: at every so manyeth decision all lines are asked why not
SOMETIMES = 29


def walk(game: Game, seed: int) -> Iterator[int]:
    """Play a game to its end at random; the number of each answer."""
    for step in range(MOST_ANSWERS):
        if game.over:
            return
        yield step
        options = list(game.space())
        game.push(options[mix(seed, step) % len(options)])
    raise AssertionError(f"the game with the seed {seed} does not end")


def ends_by_the_rules(game: Game) -> None:
    """Somebody has won by 102, in good time, and every card lies in one zone."""
    state = game.state
    last = [event for event in events(game) if event.kind in ("lost the game", "won the game")]
    assert last and {event.rule for event in last} == {"VS 102"}
    assert state.turn["turn"] <= MOST_TURNS
    assert Counter(state.owner.values()) == {0: 60, 1: 60}
    lying = [obj for zone in state.order.values() for obj in zone]
    assert sorted(lying) == sorted(state.owner)


STARTERS = Subject(
    BOOK, lambda seed: vs.new_game(BOOK.starters(), seed), vs.__name__, answers=MOST_ANSWERS
)


@pytest.mark.parametrize("portion", range(GAMES // PORTION))
def test_games_between_the_starter_decks_hold_every_promise(portion: int) -> None:
    report = Report()
    for number in range(portion * PORTION, (portion + 1) * PORTION):
        ends_by_the_rules(check_game(STARTERS, number, report, EVERY))
    assert report.counts["games to the end"] == PORTION


# -- the starter set uses every rule ---------------------------------------------------------------

CHARACTERS = [name for name, face in OWN.items() if face.type == "character"]
OTHERS = [name for name in OWN if name not in CHARACTERS]
TWINS = [name for name, face in OWN.items() if face.name == "Iron Warden"]
CROWNS = [name for name, face in OWN.items() if face.version == "Unique"]
HIDDEN = [name for name, face in OWN.items() if face.concealed]
MOVING = [name for name, face in OWN.items() if " area'" in repr(face.text)]
APART = [name for name, face in OWN.items() if "Apart" in repr(face.text)]


def deck(seed: int) -> Sequence[str]:
    """Sixty cards of the starter set, mostly characters."""
    pools = [CHARACTERS if number < 34 else OTHERS for number in range(60)]
    return [pool[mix(seed, number) % len(pool)] for number, pool in enumerate(pools)]


def sixty(*names: str) -> Sequence[str]:
    """A deck of few cards, each many times."""
    return [names[number % len(names)] for number in range(60)]


def narrow_decks() -> list[Sequence[str]]:
    """Versions of one name with unique equipment, and what hides or comes out of hiding."""
    return [sixty(*TWINS, *CROWNS, *APART), sixty(*HIDDEN, *MOVING)]


def used(game: Game, seed: int) -> set[str]:
    """The rules that a random game goes by: of its events, values and refusals."""
    found: set[str] = set()
    for step in walk(game, seed):
        if step % SOMETIMES == 0 and game.choice is not None and game.choice.kind == "action":
            found |= asked(game)
    recorder = Recorder()
    BOOK.compute(game.state, recorder)
    return found | {note.rule for note in recorder.notes} | {e.rule for e in events(game)}


def asked(game: Game) -> set[str]:
    """The rules of what can be said about any line of the player who acts."""
    player = game.to_act
    assert player is not None
    return {
        finding.rule
        for shape in BOOK.shapes
        for first in list(shape.every(game.state, player))[:60]
        for finding in shape.findings(game.state, Act(player, first))
    }


RANDOM = Subject(
    BOOK,
    lambda seed: vs.new_game((deck(2 * seed), deck(2 * seed + 1)), seed),
    vs.__name__,
    answers=MOST_ANSWERS,
)


@pytest.mark.parametrize("portion", range(GAMES // PORTION // 5))
def test_games_between_random_decks_hold_every_promise(portion: int) -> None:
    report = Report()
    for number in range(portion * PORTION, (portion + 1) * PORTION):
        ends_by_the_rules(check_game(RANDOM, number, report, EVERY))


def test_the_starter_set_uses_every_rule_that_acts() -> None:
    acting = {rule.id for rule in BOOK.index if rule.kind == "acts"} - GENERAL
    found: set[str] = set()
    for own in narrow_decks():
        for seed in range(4):
            found |= used(vs.new_game((own, own), seed), seed)
    for seed in range(40):
        if acting <= found:
            break
        found |= used(vs.new_game((deck(2 * seed), deck(2 * seed + 1)), seed), seed)
    assert acting - found == set()
