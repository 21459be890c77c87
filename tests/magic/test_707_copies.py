"""Copies: how they are called, what their texts mean by themselves, taking back (CR 707)."""

import pytest
from tests.magic.table import Doc, Table, main_phase

from cardlaw.kernel.state import canonical

MIMIC: Doc = {
    "name": "Mimic Slime",
    "cost": "{0}",
    "types": ["creature"],
    "power": 0,
    "toughness": 0,
    "abilities": [
        {
            "ability": "static",
            "affects": {"who": "self"},
            "gives": [{"gives": "enter as copy", "of": {"types": ["creature"]}}],
        }
    ],
}
BREATHER: Doc = {
    "name": "Fire Breather",
    "cost": "{R}",
    "types": ["creature"],
    "power": 1,
    "toughness": 1,
    "abilities": [
        {
            "ability": "activated",
            "cost": {"pay": "{0}"},
            "do": [
                {
                    "do": "change",
                    "what": {"who": "self"},
                    "until": "turn",
                    "gives": [{"gives": "get", "value": "power", "amount": 1}],
                }
            ],
            "text": "breathe",
        }
    ],
}
ECHO: Doc = {
    "name": "Echo",
    "cost": "{0}",
    "types": ["instant"],
    "abilities": [
        {
            "ability": "spell",
            "targets": [{"select": {"types": ["instant"], "zone": "stack"}}],
            "do": [{"do": "copy spell", "what": {"who": "target"}, "retarget": True}],
        }
    ],
}


def with_hand(battlefield: list[object], hand: list[str]) -> Doc:
    """A main phase with cards in the first player's hand."""
    position: Doc = main_phase(battlefield)
    position["A"]["hand"] = hand
    return position


@pytest.mark.rule("CR 707.5")
def test_707_5_a_text_that_is_copied_means_the_copy_by_itself() -> None:
    table = Table(with_hand(["Fire Breather"], ["Mimic Slime"]), [MIMIC, BREATHER])
    table.do("cast Mimic Slime")
    table.passes()
    table.do("copy Fire Breather", "activate Mimic Slime")
    table.passes()
    assert table.value("Mimic Slime", "power") == 2
    assert table.value("Fire Breather", "power") == 1


@pytest.mark.rule("CR 707.5")
def test_707_5_a_copy_says_what_it_is_and_is_taken_back_whole() -> None:
    table = Table(with_hand(["Fire Breather"], ["Mimic Slime"]), [MIMIC, BREATHER])
    table.do("cast Mimic Slime")
    table.passes()
    before = canonical(table.game.state)
    table.do("copy Fire Breather")
    state, copy = table.game.state, table.object("Mimic Slime")
    assert state.book.details(state, copy)[:2] == ["Fire Breather", "1/1"]
    assert state.book.values_of(state, copy)["name"] == "Fire Breather"
    table.game.undo()
    assert canonical(table.game.state) == before


@pytest.mark.rule("CR 707.10c")
def test_707_10c_a_new_target_is_the_one_that_is_told() -> None:
    table = Table(with_hand(["Mountain", "Hill Giant"], ["Lightning Bolt", "Echo"]), [ECHO])
    table.do("cast Lightning Bolt targeting B", "cast Echo targeting Lightning Bolt")
    table.passes()
    table.do("target Hill Giant")
    state = table.game.state
    copy = state.pile[state.lists["pile"][-1]]
    giant = table.object("Hill Giant")
    assert ("target", giant, -1) in copy.answers
    assert copy.data[0][0].id == giant
