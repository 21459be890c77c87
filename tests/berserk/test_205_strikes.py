"""Simple strikes: the table, who rolls, defenders, armor, and what a strike costs (205, 216)."""

import pytest
from tests.berserk.table import Table, creature

from cardlaw.rulebooks.berserk.strike import fight, grade, weakened

#: the published table: difference of the results -> what the attacker and the other one deal
ROWS = {
    5: (3, 0), 4: (3, 1), 3: (2, 0), 2: (2, 1), 1: (1, 0),
    -1: (1, 0), -2: (0, 0), -3: (0, 1), -4: (1, 2), -5: (0, 2),
}  # fmt: skip


@pytest.mark.rule("BE09 205.6")
@pytest.mark.parametrize(("difference", "dealt"), ROWS.items())
def test_205_6_the_table(difference: int, dealt: tuple[int, int]) -> None:
    assert fight(6, 6 - difference) == dealt


@pytest.mark.rule("BE09 205.6")
def test_205_6_beyond_the_ends_of_the_table() -> None:
    assert fight(9, 1) == (3, 0)
    assert fight(-1, 7) == (0, 2)


@pytest.mark.rule("BE09 205.6")
@pytest.mark.parametrize("both", range(1, 7))
def test_205_6_a_draw_up_to_four_is_the_attackers(both: int) -> None:
    assert fight(both, both) == ((1, 0) if both <= 4 else (0, 1))


@pytest.mark.rule("BE09 216.7")
def test_216_7_only_exchanges_are_weakened_and_then_one_side_hits() -> None:
    found = {d: weakened(6, 6 - d) for d in range(-6, 7)}
    assert {d for d, row in found.items() if row is not None} == {2, 4, -4}
    assert found[4] == (2, 0)
    assert found[2] == (1, 0)
    assert found[-4] == (0, 1)


@pytest.mark.rule("BE09 205.4")
def test_205_4_grades_of_a_single_roll() -> None:
    assert [grade(n) for n in range(1, 7)] == [1, 1, 1, 2, 2, 3]


def duel(chance: list[int], **defender: object) -> Table:
    """A strikes B's creature; each has another card that can do something."""
    cards = [creature("Lion"), creature("Bull", **defender.pop("card", {}))]  # type: ignore[dict-item]
    return Table(
        {
            "step": "main",
            "A": {"field": [{"Lion": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}]},
            "B": {"field": [{"Bull": {"cell": "C1'", **defender}}, {"Nomad": {"cell": "A3'"}}]},
        },
        cards,
        chance=chance,
    )


@pytest.mark.rule("BE09 209.3")
def test_209_3_a_closed_creature_does_not_strike_back() -> None:
    table = duel([1], closed=True)
    table.do("strike with Lion against Bull")
    assert table.value("Bull", "wounds") == 1
    assert table.value("Lion", "wounds") == 0


@pytest.mark.rule("BE09 216.11")
def test_216_11_a_dying_creature_still_strikes_back() -> None:
    table = duel([6, 4], wounds=6)
    table.do("strike with Lion against Bull", "keep the exchange")
    assert table.zone("Bull") == ("graveyard", 1)
    assert table.value("Lion", "wounds") == 1


@pytest.mark.rule("BE09 420.5")
def test_420_5_armor_stops_wounds_once_a_turn() -> None:
    armor = {"abilities": [{"ability": "keyword", "name": "armor", "number": 2}]}
    table = duel([6, 1], card=armor)
    table.do("strike with Lion against Bull")
    assert table.value("Bull", "wounds") == 1


@pytest.mark.rule("BE09 422.4")
def test_422_4_experience_counts_for_the_roll() -> None:
    skilled = {"abilities": [{"ability": "keyword", "name": "defense experience", "number": 3}]}
    table = duel([6, 1], card=skilled)
    table.do("strike with Lion against Bull", "weaken the exchange")
    assert table.value("Bull", "wounds") == 1
    assert table.value("Lion", "wounds") == 0


@pytest.mark.rule("BE09 414.1")
def test_414_1_an_unanswered_strike_meets_neither_defender_nor_answer() -> None:
    fierce = {"abilities": [{"ability": "keyword", "name": "unanswered strike"}]}
    table = Table(
        {
            "step": "main",
            "A": {"field": [{"Fang": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}]},
            "B": {"field": [{"Sarg": {"cell": "C1'"}}, {"Remover": {"cell": "B1'"}}]},
        },
        [creature("Fang", **fierce)],
        chance=[4],
    )
    table.do("strike with Fang against Sarg")
    assert table.value("Sarg", "wounds") == 2
    assert table.value("Fang", "wounds") == 0


@pytest.mark.rule("BE09 216.12")
def test_216_12_the_attacker_closes_and_acts_no_more() -> None:
    table = duel([6, 1])
    table.do("strike with Lion against Bull")
    assert table.value("Lion", "closed") is True
    assert table.codes("move Lion to C2") == ["closed"]
    assert table.codes("strike with Lion against Bull") == ["closed"]


@pytest.mark.rule("BE09 211.6")
def test_211_6_a_flyer_defends_against_a_flyer_only() -> None:
    field = {
        "step": "main",
        "A": {
            "field": [{"Nomad": {"cell": "C1"}}, {"Kheshir": {"cell": "A3"}}],
            "additional zone": ["Darki"],
        },
        "B": {
            "field": [{"Troll": {"cell": "C1'"}}, {"Remover": {"cell": "B1'"}}],
            "additional zone": ["Laming"],
        },
    }
    table = Table(field, chance=[6, 1])
    table.do("strike with Darki against Troll", "defend with Laming")
    assert table.value("Troll", "wounds") == 0
    ground = Table(
        {**field, "priority": "B", "stage": "target", "pile": ["strike with Nomad against Troll"]}
    )
    assert "flyer-does-not-defend" in ground.codes("defend with Laming", 1)


@pytest.mark.rule("BE09 217.1")
def test_217_1_control_ends_with_the_turn() -> None:
    table = Table(
        {
            "step": "main",
            "A": {"field": [{"Puppeteer": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}]},
            "B": {"field": [{"Troll": {"cell": "C1'"}}, {"Sarg": {"cell": "A3'"}}]},
        }
    )
    table.do("use strings of Puppeteer targeting Troll")
    assert table.game.state.controller[table.object("Troll")] == 0
    table.do("pass")
    assert table.game.state.controller[table.object("Troll")] == 1
