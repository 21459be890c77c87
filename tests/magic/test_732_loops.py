"""Fragmented loops: who has to break one, and what that does to copies and positions (CR 732.3)."""

import pytest
from tests.magic.table import Doc, Table

from cardlaw.kernel.because import events
from cardlaw.kernel.record import from_json, load_position, position, to_json
from cardlaw.rulebooks.magic import BOOK


def flight(verb: str, targeted: bool) -> Doc:
    """An ability that costs nothing and gives or takes flying until end of turn."""
    who = "target" if targeted else "self"
    gives = [{"gives": verb, "keywords": ["flying"]}]
    done = {"do": "change", "what": {"who": who}, "until": "turn", "gives": gives}
    targets = [{"select": {"types": ["creature"]}}] if targeted else []
    return {"ability": "activated", "targets": targets, "do": [done]}


CARDS = [
    {
        "name": "Heron",
        "types": ["creature"],
        "power": 1,
        "toughness": 1,
        "abilities": [flight("gain", False)],
    },
    {"name": "Net", "types": ["artifact"], "abilities": [flight("lose", True)]},
]
UP = ("activate Heron", "pass", "pass")
DOWN = ("pass", "activate Net targeting Heron", "pass", "pass")


def table(cards: list[Doc] | None = None) -> Table:
    board = {"A": {"battlefield": ["Heron"]}, "B": {"battlefield": ["Net"]}}
    return Table({"active": "A", "step": "precombat main", **board}, cards or CARDS)


@pytest.mark.rule("CR 732.3")
def test_732_3_the_active_player_breaks_the_loop() -> None:
    found = table()
    found.do(*UP, *DOWN)
    game = found.game
    assert found.codes("activate Heron") == ["fragmented-loop"]
    assert found.why("activate Heron").breaches[0].rule == "CR 732.3"
    assert [option[0] for option in game.space()] == ["pass"]
    (told,) = [event for event in events(game) if event.kind == "fragmented loop"]
    assert len(told.causes) == 2
    before = game.position_mark()
    again = load_position(BOOK, from_json(to_json(position(game))))
    other = game.copy()
    for each in (again, other):
        assert [option[0] for option in each.space()] == ["pass"]
    assert game.undo()
    found.do("pass")
    assert game.position_mark() == before
    assert found.codes("activate Heron") == ["fragmented-loop"]


@pytest.mark.rule("CR 732.3")
def test_732_3_the_other_player_is_not_bound() -> None:
    found = table()
    found.do(*DOWN, "activate Heron", "pass", "pass")
    found.do("pass")
    assert found.codes("activate Net targeting Heron") == []


@pytest.mark.rule("CR 732.3")
def test_732_3_one_player_alone_makes_no_fragmented_loop() -> None:
    found = table()
    found.do(*UP, *UP)
    assert found.codes("activate Heron") == []


@pytest.mark.rule("CR 732.3")
def test_732_3_a_game_that_counts_is_not_the_same_again() -> None:
    heron = {**CARDS[0], "abilities": [flight("gain", False)]}
    heron["abilities"][0]["do"].append({"do": "points", "kind": "life", "amount": 1})
    found = table([heron, CARDS[1]])
    found.do(*UP, *DOWN)
    assert found.codes("activate Heron") == []


@pytest.mark.rule("CR 732.3")
def test_732_3_a_new_turn_is_another_position() -> None:
    found = table()
    found.do(*UP, *DOWN, "pass", "pass")
    assert found.game.state.turn["step"] != 0
    assert found.codes("activate Heron", 0) == []
