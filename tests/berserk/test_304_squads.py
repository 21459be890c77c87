"""Recruiting, deploying, the reveal, and whole games (304-307)."""

import pytest
from tests.berserk.table import Table, creature

from cardlaw.kernel.choice import mix
from cardlaw.kernel.game import Game
from cardlaw.rulebooks.berserk import BOOK, new_game


def recruiting(deal: list[str], **words: object) -> Table:
    return Table(
        {"step": "recruitment", "A": {"deal": deal, **words}, "B": {"deal": ["Troll"]}},
        [
            creature("Elf", element="forest"), creature("Orc", element="steppe"),
            creature("Imp", element="darkness"), creature("Gnome", element="mountains"),
        ],
    )  # fmt: skip


@pytest.mark.rule("BE09 304.6")
def test_304_6_one_element_gains_a_crystal_and_a_third_costs_one() -> None:
    table = recruiting(["Elf", "Orc", "Imp", "Gnome"])
    gold = []
    for name in ("Elf", "Orc", "Imp", "Gnome"):
        table.do(f"take {name}")
        gold.append(BOOK.property_of_player(table.game.state, 0, "gold"))
    assert gold == [24, 23, 22, 21]
    assert BOOK.property_of_player(table.game.state, 0, "silver") == 10


@pytest.mark.rule("BE09 101.3")
def test_101_3_the_second_player_has_one_silver_more() -> None:
    state = recruiting(["Elf"]).game.state
    assert [state.points[p, "silver"] for p in (0, 1)] == [22, 23]
    assert [state.points[p, "gold"] for p in (0, 1)] == [23, 23]


@pytest.mark.rule("BE09 202.2")
def test_202_2_gold_pays_for_what_silver_does_not() -> None:
    table = recruiting(["Elf"], gold=5, silver=1)
    table.do("take Elf")
    found = [BOOK.property_of_player(table.game.state, 0, word) for word in ("gold", "silver")]
    assert found == [5 - 2 + 1, 0]


@pytest.mark.rule("BE09 206.6")
def test_206_6_what_is_taken_is_hidden_from_the_opponent() -> None:
    from cardlaw.kernel.view import see

    table = recruiting(["Elf", "Orc"])
    before = see(table.game, 1).points
    table.do("take Elf")
    assert see(table.game, 1).points == before
    assert all(obj.name != "Elf" for obj in see(table.game, 1).objects)


@pytest.mark.rule("BE09 305.3")
def test_305_3_with_ten_cards_one_must_stand_outside() -> None:
    cards = [f"Soldier {n}" for n in range(10)]
    table = Table(
        {"step": "deployment", "A": {"recruitment": cards}, "B": {"recruitment": ["Troll"]}},
        [creature(name) for name in cards],
    )
    assert table.codes("place Soldier 0 at A2") == []
    assert table.codes("place Soldier 0 at A1") == ["zone-not-full"]
    table.do("place Soldier 0 at A2")
    assert table.codes("place Soldier 1 at A3") == ["zone-not-full"]


@pytest.mark.rule("BE09 306.2a")
def test_306_2a_the_second_player_keeps_a_card_hidden_until_the_first_turn_ends() -> None:
    table = Table(
        {
            "step": "reveal",
            "A": {"field": [{"Nomad": {"cell": "C1"}}]},
            "B": {
                "field": [
                    {"Troll": {"cell": "C3'"}},
                    {"Sarg": {"cell": "C1'"}},
                    {"Great Axe": {"cell": "B3'"}},
                    {"Remover": {"cell": "D1'"}},
                ]
            },
        }
    )
    table.do("keep Troll hidden")
    assert table.codes("keep Great Axe hidden", 1) == ["must-be-turned-up"]
    table.do("turn up Great Axe")
    assert table.codes("equip Great Axe to Troll", 1) == ["bearer-hidden"]
    table.do("equip Great Axe to Sarg")
    assert table.value("Troll", "hidden") is True
    while table.game.state.turn.get("turn", 0) <= 1:
        table.do("pass")
    assert table.value("Troll", "hidden") is False


@pytest.mark.rule("BE09 415.2")
def test_415_2_a_hidden_card_that_is_shot_at_is_turned_up() -> None:
    table = Table(
        {
            "turn": 1,
            "step": "main",
            "A": {"field": [{"Ranger": {"cell": "C1'"}}, {"Nomad": {"cell": "A3"}}]},
            "B": {"field": [{"Troll": {"cell": "C3'", "hidden": True}}]},
        },
        chance=[6],
    )
    table.do("use shot of Ranger targeting Troll")
    while table.game.to_act == 1:
        table.do("pass")
    assert table.value("Troll", "hidden") is False
    assert table.value("Troll", "wounds") == 3


def played(seed: int) -> Game:
    """A random game to its end."""
    game = new_game(BOOK.starters(), seed, {"turn-limit": "50"})
    number = 0
    while not game.over:
        game.push(game.space().sample(mix(seed, number)))
        number += 1
    return game


@pytest.mark.rule("BE09 102.3a")
@pytest.mark.parametrize("seed", range(6))
def test_102_3a_random_games_end(seed: int) -> None:
    game = played(seed)
    assert game.state.turn["result"] in (1, 2, 3)
    assert game.state.turn.get("turn", 0) <= 50


@pytest.mark.rule("BE09 102.3a")
def test_102_3a_who_has_no_creature_left_has_lost() -> None:
    table = Table(
        {
            "step": "main",
            "A": {"field": [{"Ranger": {"cell": "C1'"}}]},
            "B": {
                "field": [{"Troll": {"cell": "C3'", "wounds": 9}}, {"Stone Idol": {"cell": "A3'"}}]
            },
        },
        chance=[6],
    )
    table.do("use shot of Ranger targeting Troll")
    assert table.game.over
    assert BOOK.property_of_game(table.game.state, "winner") == "A"
