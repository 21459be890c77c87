"""Stored tables that are damaged: refused with a sentence, or harmless in play, in every game."""

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from tests.kernel.games import game

from cardlaw.kernel.choice import mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.record import from_json, load_position, position, to_json
from cardlaw.rulebooks.toy import BOOK

Data = dict[str, Any]


def stored(found: Game) -> Data:
    """A position as it comes back from a file."""
    return from_json(to_json(position(found)))


def go_on(found: Game, answers: int, seed: int) -> None:
    """Play some random answers."""
    for step in range(answers):
        if found.over:
            return
        found.push(found.space().sample(mix(seed, step)))


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values of plain data."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in pairs:
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))
        yield (*path, key)


def damage(data: Data, dice: random.Random) -> None:
    """Replace or take out one value somewhere in the tables."""
    *path, last = dice.choice(list(places(data["tables"])))
    inner: Any = data["tables"]
    for key in path:
        inner = inner[key]
    if dice.random() < 0.4:
        del inner[last]
    else:
        inner[last] = dice.choice([-999, -1, 0, 1, 999, "x", "hand", None, [], [1, 2], True, {}])


@pytest.mark.parametrize("key", ["toy", "vs", "magic", "berserk"])
def test_a_damaged_position_is_refused_or_plays(key: str) -> None:
    rules = import_module(f"cardlaw.rulebooks.{key}.book" if key != "toy" else "tests.kernel.games")
    sentences = []
    for seed in range(4):
        found = game(seed) if key == "toy" else rules.new_game(rules.BOOK.starters(), seed)
        go_on(found, 30 + 20 * seed, seed)
        raw = stored(found)
        for number in range(15):
            data = from_json(to_json(raw))
            damage(data, random.Random(100 * seed + number))
            try:
                loaded = load_position(rules.BOOK, data)
            except ValueError as error:
                sentences.append(str(error))
                continue
            go_on(loaded, 12, number)
    assert len(sentences) > 30
    assert not [text for text in sentences if not text or "\n" in text]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda t: t["turn"][0].__setitem__(1, "x"), r"got `str` - at `\$.turn\[0\]\[1\]`"),
        (lambda t: t["where"][0][1].__setitem__(0, "cellar"), "'cellar' of player"),
        (lambda t: t["order"][0][1].pop(), "is not listed once"),
        (lambda t: t["order"][0][1].append(t["order"][0][1][0]), "is not listed once"),
        (lambda t: t["card"][0].__setitem__(1, 999), "has face 999, and there are"),
        (lambda t: t["owner"].pop(), "in the table 'owner'"),
        (lambda t: t["host"].append([1, 9999]), "of 1, attached to 9999, one is no object"),
        (lambda t: t["pile"].clear(), "the order of the pile"),
        (lambda t: t.update(cellar=[]), "unknown field `cellar`"),
    ],
)
def test_the_sentence_names_what_is_damaged(spoil: Callable[[Any], object], sentence: str) -> None:
    data = stored(game(1, 10))
    spoil(data["tables"])
    with pytest.raises(ValueError, match=sentence):
        load_position(BOOK, data)


def test_a_character_without_a_position_is_refused() -> None:
    rules = import_module("cardlaw.rulebooks.vs.book")
    found = rules.new_game(rules.BOOK.starters(), 3)
    for step in range(400):
        if found.state.place:
            break
        found.push(found.space().sample(mix(3, step)))
    data = stored(found)
    assert data["tables"]["place"]
    data["tables"]["place"].pop()
    with pytest.raises(ValueError, match="cannot have the place None in the zone"):
        load_position(rules.BOOK, data)
