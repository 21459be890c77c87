"""Saying and reading lines: lenient about how people type, strict about what they mean."""

import itertools
import random
from importlib import import_module

import pytest
from tests.conftest import DEEP

from cardlaw import rulebooks
from cardlaw.judge.cases import case_from_bytes, read_case
from cardlaw.judge.opening import Opening
from cardlaw.judge.shipped import case_files
from cardlaw.kernel.action import Act, lines
from cardlaw.kernel.choice import Line
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import AmbiguousAction, UnknownAction
from cardlaw.notation import Names, NotUnderstood, SeveralMeanings, read, say
from cardlaw.notation.reading import Reader
from cardlaw.notation.saying import say_line

POSITION = """
cardlaw: 1
game: toy
title: x
position:
  A:
    hand: [Axe, Spark, Spark, Bear]
    board: [Raven, Axe: {as: old axe}, Ogre]
  B:
    board: [Bear, Ogre: {as: their ogre}]
    deck: [Raven]
"""


def opened(text: str = POSITION) -> tuple[Game, dict[int, str]]:
    opening = Opening(case_from_bytes(text.encode()))
    return opening.game, opening.labels


def understood(text: str, player: int = 0) -> str:
    game, labels = opened()
    return say(game, read(game, text, player, labels), labels)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("equip old axe targeting Raven", "equip old axe targeting Raven #1"),
        ("EQUIP the old axe, targeting the raven!", "equip old axe targeting Raven #1"),
        ("equip old axe tarrgeting raven", "equip old axe targeting Raven #1"),
        ("play Axe", "play Axe"),
        ("play the axe in hand", "play Axe"),
        ("zap spark targeting their ogre", "zap Spark #1 targeting their ogre"),
        ("zap spark targeting B's bear", "zap Spark #1 targeting Bear #2"),
        ("play bear", "play Bear #1"),
        ("pass", "pass"),
        ("targeting Ogre zap Spark", ""),
    ],
)
def test_lines_are_read_leniently(typed: str, meant: str) -> None:
    if meant:
        assert understood(typed) == meant
    else:
        with pytest.raises(UnknownAction):
            understood(typed)


def test_a_part_that_is_not_mentioned_stays_open() -> None:
    game, labels = opened()
    assert len(read(game, "zap Spark", 0, labels)) == 1


def test_copies_that_nothing_tells_apart_are_not_asked() -> None:
    game, labels = opened()
    first = Names(game.state, labels).find("Spark #1")
    assert read(game, "zap Spark targeting their ogre", 0, labels)[0] == ("zap", first[0])


def test_an_unknown_verb_names_the_known_ones() -> None:
    with pytest.raises(NotUnderstood, match="equip"):
        understood("eqiupp old axe targeting raven")


def test_an_unknown_name_names_the_nearest() -> None:
    with pytest.raises(NotUnderstood) as found:
        understood("equip old axe targeting Ravenous One")
    assert any("Raven" in name for name in found.value.near)


def test_an_ambiguous_line_lists_its_candidates() -> None:
    text = POSITION.replace("their ogre", "other").replace("Bear, Ogre", "Bear: {shields: 1}, Ogre")
    text = text.replace("board: [Bear: {shields: 1}", "board: [Bear, Bear: {shields: 1}")
    game, labels = opened(text)
    with pytest.raises(SeveralMeanings) as found:
        read(game, "zap spark targeting B's bear", 0, labels)
    assert len(found.value.candidates) == 2
    assert isinstance(found.value, AmbiguousAction)


@pytest.mark.parametrize("text", ["", " ", ",", "zap", "targeting", "42", "\n", "é" * 500, "#"])
def test_nonsense_is_an_unknown_action(text: str) -> None:
    with pytest.raises(UnknownAction):
        understood(text)


def walk(key: str, seed: int, steps: int) -> list[Game]:
    """Moments of a random game."""
    game: Game = import_module(f"cardlaw.rulebooks.{key}").new_game(
        rulebooks.find(key).starters(), seed
    )
    chosen = random.Random(seed)
    found = []
    for _ in range(steps):
        if game.over:
            break
        found.append(game.copy())
        game.push(game.legal.sample(chosen.getrandbits(64)))
    return found


def some_lines(game: Game, chosen: random.Random) -> list[Line]:
    """Legal lines of a moment."""
    choice, space = game.choice, game.space()
    assert choice is not None
    options = [space.sample(chosen.getrandbits(64)) for _ in range(3)]
    if choice.kind != "action":
        return [(option,) for option in options]
    found: list[Line] = []
    for option in options:
        shape = game.book.shape_of(option)
        found += itertools.islice(lines(game.state, shape, Act(choice.player, option)), 3)
    return found


@pytest.mark.parametrize("key", rulebooks.known())
def test_what_is_said_is_read_as_the_same_line(key: str) -> None:
    chosen = random.Random(5)
    count = 0
    for seed in range(60 if DEEP else 2):
        for game in walk(key, seed, 120):
            assert game.choice is not None
            names = Names(game.state)
            for line in some_lines(game, chosen):
                text = say_line(game, line, names)
                assert Reader(game, game.choice.player, names).read(text) == line, text
                count += 1
    assert count > 300


@pytest.mark.parametrize("key", [key for key in rulebooks.known() if key != "toy"])
def test_the_lines_of_published_positions_are_read_as_they_are_said(key: str) -> None:
    count = 0
    for path in case_files():
        if path.parent.name != key:
            continue
        opening = Opening(read_case(path))
        game, names = opening.game, opening.names()
        choice = game.choice
        if choice is None:
            continue
        found: list[Line] = []
        for option in itertools.islice(game.space(), 30):
            if choice.kind == "action":
                act = Act(choice.player, option)
                found += itertools.islice(lines(game.state, game.book.shape_of(option), act), 4)
            else:
                found.append((option,))
        for line in found:
            text = say_line(game, line, names)
            assert Reader(game, choice.player, names).read(text) == line, text
            count += 1
    assert count > 100
