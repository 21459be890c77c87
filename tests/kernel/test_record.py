"""Positions and records: everywhere in a game, with rolls and fixed results, and broken ones."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.games import game, only, option, table

from cardlaw.kernel.choice import CHANCE, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.record import from_json, load_position, position, record, replay, to_json
from cardlaw.kernel.state import canonical
from cardlaw.rulebooks.toy import BOOK


def through_json(data: dict[str, Any]) -> dict[str, Any]:
    """The data as it comes back from a file."""
    return from_json(to_json(data))


@given(seed=st.integers(0, 500), answers=st.integers(0, 90), open_dice=st.booleans())
@settings(max_examples=30)
def test_a_game_comes_back_from_any_moment(seed: int, answers: int, open_dice: bool) -> None:
    found = game(seed, answers, auto_chance=not open_dice)
    loaded = load_position(BOOK, through_json(position(found)))
    loaded.auto_chance = found.auto_chance
    again = replay(BOOK, through_json(record(found)))
    again.auto_chance = found.auto_chance
    assert canonical(found.state) == canonical(loaded.state) == canonical(again.state)
    assert found.choice == loaded.choice == again.choice
    assert to_json(position(found)) == to_json(position(loaded)) == to_json(position(again))
    assert to_json(record(again)) == to_json(record(found))
    for step in range(12):
        if found.over:
            break
        answer = option(found, mix(seed, step))
        if found.to_act == CHANCE:
            answer = found.space().sample(step)
        for other in (found, loaded, again):
            other.push(answer)
        assert canonical(found.state) == canonical(loaded.state) == canonical(again.state)


def equipped(fixed: int) -> Game:
    """A charm is put on a bear; the die is fixed."""
    found = table(board=["Bear", "Charm"])
    found.chance.fixed[0] = (fixed,)
    found.play((("equip", only(found, "Charm")), ("target", only(found, "Bear"))))
    return found


@pytest.mark.parametrize("fixed", range(1, 7))
def test_fixed_results_are_part_of_positions_and_records(fixed: int) -> None:
    found = equipped(fixed)
    games = [
        found,
        load_position(BOOK, through_json(position(found))),
        replay(BOOK, through_json(record(found))),
        found.copy(),
    ]
    for other in games:
        other.push(("pass",))
        other.push(("pass",))
        shield = other.state.counters.get((only(other, "Bear"), "shield"), 0)
        assert shield == (fixed == 6)


def test_a_record_keeps_what_belongs_to_one_play() -> None:
    found = equipped(6)
    found.push(("pass",))
    found.push(("pass",))
    again = replay(BOOK, through_json(record(found)))
    assert again.undo() and again.undo()
    found.undo()
    found.undo()
    assert canonical(again.state) == canonical(found.state)


@pytest.mark.parametrize("end", ["concede", "agree"])
def test_a_record_ends_as_the_game_ended(end: str) -> None:
    found = game(4, 20)
    if end == "concede":
        found.concede(1)
    else:
        found.agree_draw()
    again = replay(BOOK, through_json(record(found)))
    assert again.over
    assert canonical(again.state) == canonical(found.state)
    loaded = load_position(BOOK, through_json(position(found)))
    assert loaded.over and loaded.choice is None


def test_a_record_with_an_answer_that_is_none_is_refused() -> None:
    data = record(game(1, 10))
    data["answers"][4] = [["play", 999], True]
    with pytest.raises(ValueError, match="answer 5 of the record"):
        replay(BOOK, data)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.update(format=2),
        lambda d: d.update(game="vs"),
        lambda d: d.pop("tables"),
        lambda d: d.pop("seed"),
        lambda d: d["tables"].pop("where"),
        lambda d: d.update(procedure=["no such procedure", []]),
        lambda d: d.update(procedure=["action", [1, 2, 3]]),
        lambda d: d.update(answers=[[["play", 999], "answer"]]),
        lambda d: d.update(answers=7),
        lambda d: d.update(faces=[{"name": 3}]),
        lambda d: d.update(tables=[]),
    ],
)
def test_a_broken_position_is_one_error(spoil: Callable[[dict[str, Any]], object]) -> None:
    data = through_json(position(game(1, 10)))
    spoil(data)
    with pytest.raises(ValueError, match=r"this is|no answer|this version"):
        load_position(BOOK, data)


def test_a_position_of_another_edition_says_so() -> None:
    data = through_json(position(game(1, 10)))
    data["edition"] = "0"
    with pytest.raises(ValueError, match=r"of edition '0' of .*, not of '1'"):
        load_position(BOOK, data)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"\xff", b"3"])
def test_bytes_that_are_no_record_are_one_error(raw: bytes) -> None:
    with pytest.raises(ValueError, match="no record or position"):
        from_json(raw)


def test_storing_changes_nothing() -> None:
    found = table(hand=["Spark"], board=["Bear"], other=["Ogre"])
    found.push(("zap", only(found, "Spark")))
    before, choice, fed = canonical(found.state), found.choice, found.moment.fed
    position(found)
    record(found)
    assert (canonical(found.state), found.choice, found.moment.fed) == (before, choice, fed)
    data = position(found)
    assert data["procedure"] == ["action", [0]]
    assert data["answers"] == [[["zap", only(found, "Spark")], "answer"]]
