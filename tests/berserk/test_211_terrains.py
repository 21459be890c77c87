"""Terrains and symbiotes: limits of control, hosts that move, die or change sides (210, 211)."""

from typing import Any

import pytest
from tests.berserk.table import Position, Table, creature

SEIZE = {
    "ability": "playable",
    "name": "seize",
    "targets": [{"select": {"controller": "opponent"}}],
    "do": [{"do": "control", "what": {"who": "target"}, "until": "battle"}],
}


def battle(
    mine: list[Any],
    theirs: list[Any],
    terrains: tuple[list[str], list[str]] = ([], []),
) -> Position:
    return {
        "step": "main",
        "A": {"field": mine, "auxiliary zone": terrains[0]},
        "B": {"field": theirs, "auxiliary zone": terrains[1]},
    }


@pytest.mark.rule("BE12 211.3")
def test_211_3_control_of_a_second_terrain_is_not_gained() -> None:
    def thief(mine: list[str]) -> Table:
        return Table(
            battle(
                [{"Thief": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}],
                [{"Troll": {"cell": "C3'"}}],
                (mine, ["Windy Barrow"]),
            ),
            [creature("Thief", abilities=[SEIZE])],
        )

    line = "use seize of Thief targeting Windy Barrow"
    table = thief([])
    table.do(line)
    assert table.game.state.controller[table.object("Windy Barrow")] == 0
    assert thief(["Iron Hills"]).codes(line) == ["second-terrain"]


@pytest.mark.rule("BE12 211.4")
def test_211_4_after_one_has_left_the_permission_is_gone() -> None:
    position = battle(
        [{"Land Breaker": {"cell": "C1"}}, {"Mirage Walker": {"cell": "D1"}}],
        [{"Troll": {"cell": "C3'"}}],
        (["Windy Barrow", "Iron Hills"], []),
    )
    position["A"]["second terrain"] = "yes"
    position["A"]["field"].append({"Land Caller": {"cell": "B1"}})
    position["A"]["deck"] = ["Druids' Glade"]
    table = Table(position)
    assert table.game.book.property_of_player(table.game.state, 0, "second terrain") is True
    table.do("use ruin of Land Breaker targeting Iron Hills")
    assert table.game.book.property_of_player(table.game.state, 0, "second terrain") is False
    table.do("use call of Land Caller")
    assert table.told("nothing came")[-1][0] == "BE12 211.3"


@pytest.mark.rule("BE09 210.8")
def test_210_8_a_symbiote_moves_with_its_host() -> None:
    table = Table(
        battle(
            [{"Nomad": {"cell": "C1", "attached": ["Bark Leech"]}}], [{"Troll": {"cell": "C3'"}}]
        )
    )
    assert table.codes("move Bark Leech to C2") == ["symbiote-cannot-move"]
    table.do("move Nomad to C2")
    assert table.value("Bark Leech", "cell") == "C2"


@pytest.mark.rule("BE09 210.9")
def test_210_9_a_symbiote_strikes_for_itself_and_is_struck_apart_from_its_host() -> None:
    table = Table(
        battle(
            [{"Nomad": {"cell": "C1", "attached": ["Bark Leech"]}}, {"Kheshir": {"cell": "A3"}}],
            [{"Troll": {"cell": "C1'"}}],
        ),
        chance=[6, 1],
    )
    table.do("strike with Bark Leech against Troll")
    assert table.value("Troll", "wounds") == 2
    assert table.value("Nomad", "closed") is False


@pytest.mark.rule("BE09 210.12")
def test_210_12_the_symbiote_stays_with_its_player() -> None:
    table = Table(
        battle(
            [{"Puppeteer": {"cell": "C2"}}, {"Nomad": {"cell": "A3"}}],
            [{"Troll": {"cell": "C1'", "attached": ["Bark Leech"]}}, {"Sarg": {"cell": "A3'"}}],
        )
    )
    table.do("use strings of Puppeteer targeting Troll")
    controller = table.game.state.controller
    assert [controller[table.object(name)] for name in ("Troll", "Bark Leech")] == [0, 1]


@pytest.mark.rule("BE09 210.3")
def test_210_3_a_symbiote_dies_when_its_host_takes_wing() -> None:
    table = Table(
        battle(
            [{"Wing Giver": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}],
            [{"Troll": {"cell": "C1'", "attached": ["Bark Leech"]}}, {"Sarg": {"cell": "A3'"}}],
        )
    )
    table.do("use wings of Wing Giver targeting Troll")
    assert table.zone("Bark Leech") == ("graveyard", 1)
    assert [rule for rule, _ in table.told("died")] == ["BE09 210.3"]


@pytest.mark.rule("BE12 211.1")
def test_211_1_a_hidden_terrain_goes_when_it_is_turned_up() -> None:
    table = Table(
        {
            "turn": 1,
            "step": "main",
            "A": {"field": [{"Nomad": {"cell": "C1"}}]},
            "B": {
                "field": [
                    {"Windy Barrow": {"cell": "C3'", "hidden": True}},
                    {"Sarg": {"cell": "A1'"}},
                ]
            },
        }
    )
    while table.game.state.turn["turn"] == 1:
        table.do("pass")
    assert table.zone("Windy Barrow") == ("auxiliary zone", -1)
    assert table.told("placed in auxiliary zone")[0][0] == "BE12 211.1"
