"""Stealth: cards that stay face down at the reveal and are turned up at will (306.2a, 415.5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.berserk.table import Position, Table, creature

from cardlaw.conformance import Subject, basic_tests
from cardlaw.conformance.games import check_game
from cardlaw.conformance.suite import Report
from cardlaw.kernel.choice import mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.record import load_position, position
from cardlaw.kernel.view import see
from cardlaw.rulebooks import berserk
from cardlaw.rulebooks.berserk import BOOK

SECRET: list[Position] = [{"ability": "keyword", "name": "stealth"}]
SHARP: list[Position] = [
    *SECRET,
    {"ability": "playable", "name": "stab", "fast": True, "targets": [{"select": {}}],
     "do": [{"do": "damage", "amount": 1, "what": {"who": "target"}}]},
]  # fmt: skip
CARDS = [
    creature("Orc", classes=["Orc"]),
    creature("Poacher", abilities=SECRET),
    creature("Stabber", abilities=SHARP),
    creature("Falcon", subtype="flyer", abilities=SECRET),
    {"name": "Bog", "type": "terrain", "abilities": SECRET},
    {"name": "Knife", "type": "equipment", "classes": ["weapon"]},
]
CELLS = ("B1", "C1", "D1", "B2", "C2", "B3", "C3")
NAMES = ("Orc", "Poacher", "Stabber", "Falcon", "Bog", "Knife", "Orc")


def revealing(seed: int, options: dict[str, str] | None = None) -> Game:
    """The reveal of two squads with stealth in them, differently placed for each seed."""
    sides: dict[str, Any] = {}
    for player, sign in (("A", ""), ("B", "'")):
        own = sorted(NAMES, key=lambda name: mix(seed, NAMES.index(name) * 2 + len(sign)))
        placed = zip(CELLS, own, strict=True)
        sides[player] = {"field": [{name: {"cell": cell + sign}} for cell, name in placed]}
    game = Table({"turn": 0, "step": "reveal", **sides}, CARDS, options).game
    # without the labels and fixed dice of the position, as any stored battle
    return load_position(BOOK, {**position(game), "fixed": []})


@pytest.mark.rule("BE09 306.2a")
@pytest.mark.parametrize("stealth", ["until-turned-up", "first-turn"])
def test_306_2a_walks_with_stealth_hold_every_promise(stealth: str) -> None:
    def start(seed: int) -> Game:
        return revealing(seed, {"stealth": stealth})

    report = basic_tests(Subject(BOOK, start, berserk.__name__, answers=60), 8)
    assert report.counts["faces exchanged"] >= 5
    assert report.counts["offers compared"] >= 20


@pytest.mark.rule("BE09 306.2a")
def test_306_2a_the_other_sees_the_same_whichever_card_has_stealth() -> None:
    views = []
    for names in (("Orc", "Poacher"), ("Poacher", "Orc")):
        field = [{name: {"cell": cell}} for name, cell in zip(names, ("B1", "C1"), strict=True)]
        enemy = {"field": [{"Orc": {"cell": "C1'", "as": "enemy"}}]}
        table = Table({"turn": 0, "step": "reveal", "A": {"field": field}, "B": enemy}, CARDS)
        views.append(see(table.game, 1).bytes())
        assert table.game.to_act == 0
    assert views[0] == views[1]


@pytest.mark.rule("BE09 306.2a")
def test_306_2a_without_stealth_in_the_game_the_first_player_is_not_asked() -> None:
    position = {
        "turn": 0, "step": "reveal",
        "A": {"field": [{"Orc": {"cell": "B1"}}]}, "B": {"field": [{"Orc": {"cell": "C3'"}}]},
    }  # fmt: skip
    table = Table(position, [creature("Orc")])
    assert table.game.to_act == 1
    assert table.value("A's Orc", "hidden") is False


@pytest.mark.rule("BE09 415.5")
def test_415_5_a_flyer_and_a_terrain_go_where_they_belong_when_turned_up() -> None:
    position = {
        "turn": 4, "step": "main", "active": "A",
        "A": {"field": [{"Falcon": {"cell": "B1", "hidden": "yes"}},
                        {"Bog": {"cell": "C2", "hidden": "yes"}}, {"Orc": {"cell": "C1"}}]},
        "B": {"field": [{"Orc": {"cell": "E1'", "as": "enemy"}}]},
    }  # fmt: skip
    table = Table(position, CARDS)
    table.do("turn up Falcon", "turn up Bog")
    assert table.zone("Falcon") == ("additional zone", -1)
    assert table.zone("Bog") == ("auxiliary zone", -1)
    assert table.game.to_act == 0


@pytest.mark.rule("BE09 415.2")
def test_415_2_accumulating_turns_a_hidden_card_up() -> None:
    miser = creature("Miser", abilities=[*SECRET, {"ability": "keyword", "name": "accumulates"}])
    position = {
        "turn": 4, "step": "main", "active": "A",
        "A": {"field": [{"Miser": {"cell": "B1", "hidden": "yes"}}]},
        "B": {"field": [{"Orc": {"cell": "E1'"}}]},
    }  # fmt: skip
    table = Table(position, [miser, CARDS[0]])
    table.do("accumulate with Miser")
    assert table.value("Miser", "hidden") is False


@pytest.mark.rule("BE09 306.2a")
def test_306_2a_whole_battles_with_stealth_end() -> None:
    report = Report()
    subject = Subject(BOOK, revealing, berserk.__name__, answers=20_000)
    for number in range(3):
        assert check_game(subject, number, report, 300).over
    assert report.counts["games to the end"] == 3
