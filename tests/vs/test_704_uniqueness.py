"""The uniqueness rule (704): when it looks, what it takes, what it leaves."""

from typing import Any

import pytest
from tests.vs.table import Table

WARDEN = "Iron Warden, Gatekeeper"
OLD_GUARD = "Iron Warden, Old Guard"


def recruiting(hand: list[Any], front: list[Any], row: list[Any] | None = None) -> Table:
    """A's recruit step with six points."""
    mine = {"resource points": "6", "hand": hand, "front row": front, "resource row": row or []}
    return Table({"turn": "6", "active": "A", "step": "recruit", "A": mine, "B": {}})


def recruit(table: Table, name: str, place: str) -> None:
    table.do(f"recruit {name}")
    table.passes()
    table.do(place)


@pytest.mark.rule("VS 704.1")
def test_704_1_a_recruited_character_sends_its_name_away() -> None:
    older = {WARDEN: {"attached": ["Dual Sidearms"], "as": "older"}}
    table = recruiting([{OLD_GUARD: {"as": "newer"}}], [older])
    recruit(table, "newer", "front row 1")
    assert table.zone("older") == ("KO'd pile", 0)
    assert table.zone("Dual Sidearms") == ("KO'd pile", 0)
    assert table.zone("newer") == ("visible area", 0)


@pytest.mark.rule("VS 704.1")
def test_704_1_put_away_is_not_koed() -> None:
    table = recruiting([{OLD_GUARD: {"as": "newer"}}], [{WARDEN: {"as": "older"}}, "Mourner"])
    recruit(table, "newer", "front row 1")
    assert "KO'd" not in table.events()
    assert "triggered" not in table.events()
    assert table.game.state.points[(0, "endurance")] == 50


@pytest.mark.rule("VS 704.1")
def test_704_1_a_negated_newcomer_sends_nobody_away() -> None:
    table = recruiting([{OLD_GUARD: {"as": "newer"}}], [{WARDEN: {"as": "older"}}])
    table.do("recruit newer")
    assert table.zone("older") == ("visible area", 0)


@pytest.mark.rule("VS 704.1")
def test_704_1_army_characters_do_not_crowd_each_other_out() -> None:
    table = recruiting([{"Dock Hand": {"as": "second"}}], [{"Dock Hand": {"as": "first"}}])
    recruit(table, "second", "front row 2")
    assert table.zone("first") == table.zone("second") == ("visible area", 0)


@pytest.mark.rule("VS 704.1a")
@pytest.mark.parametrize(
    ("newcomer", "stays"), [(OLD_GUARD, True), (WARDEN, False)]
)  # fmt: skip
def test_704_1a_the_versions_must_differ(newcomer: str, stays: bool) -> None:
    table = recruiting(
        [{newcomer: {"as": "newer"}}],
        [{WARDEN: {"as": "older"}}],
        [{"Many Faces": {"face": "up"}}],
    )
    recruit(table, "newer", "front row 2" if stays else "front row 1")
    assert (table.zone("older") == ("visible area", 0)) == stays


@pytest.mark.rule("VS 704.1a")
def test_704_1a_a_face_down_plot_twist_helps_nobody() -> None:
    table = recruiting([{OLD_GUARD: {"as": "newer"}}], [{WARDEN: {"as": "older"}}], ["Many Faces"])
    recruit(table, "newer", "front row 1")
    assert table.zone("older") == ("KO'd pile", 0)


@pytest.mark.rule("VS 704.1a")
def test_704_1a_on_the_chain_is_not_in_force() -> None:
    table = recruiting([{OLD_GUARD: {"as": "newer"}}], [{WARDEN: {"as": "older"}}], ["Many Faces"])
    table.do("recruit newer", "play Many Faces")
    older = table.object("older")
    assert table.value("Many Faces", "face") == "up"
    assert not table.game.state.board().traits[older].apart
    table.passes()
    assert table.game.state.board().traits[older].apart


@pytest.mark.rule("VS 704.2")
def test_704_2_flipping_costs_the_older_location() -> None:
    row = [{"Old Arsenal": {"face": "up", "as": "older"}}, {"Old Arsenal": {"as": "newer"}}]
    table = recruiting([], [], row)
    table.do("flip newer")
    assert table.zone("older") == ("KO'd pile", 0)
    assert table.value("newer", "face") == "up"
    assert table.game.to_act == 0, "flipping does not use the chain"


@pytest.mark.rule("VS 704.2")
def test_704_2_a_face_down_copy_has_no_name() -> None:
    row = [{"Old Arsenal": {"as": "one"}}, {"Old Arsenal": {"as": "two"}}]
    table = recruiting([], [], row)
    table.do("flip one")
    assert table.zone("two") == ("resource row", 0)


@pytest.mark.rule("VS 704.3")
def test_704_3_a_second_unique_equipment_on_the_same_bearer_is_illegal() -> None:
    bearer = {"Stone Sentry": {"attached": [{"Harbor Crown": {"as": "old"}}]}}
    table = recruiting([{"Harbor Crown": {"as": "new"}}], [bearer])
    assert table.codes("recruit new targeting Stone Sentry") == ["bearer-full"]


@pytest.mark.rule("VS 704.4")
def test_704_4_a_change_of_control_is_not_looked_at() -> None:
    position = {
        "turn": "6", "active": "A", "step": "attack",
        "A": {"hand": ["Turncoat"], "front row": [{WARDEN: {"as": "mine"}}],
              "resource row": ["Old Arsenal"] * 4},
        "B": {"front row": [{WARDEN: {"as": "theirs"}}]},
    }  # fmt: skip
    table = Table(position)
    table.do("play Turncoat targeting theirs")
    table.passes()
    table.do("front row 2")
    assert table.zone("mine") == table.zone("theirs") == ("visible area", 0)
    assert "checked uniqueness" not in table.events()


@pytest.mark.rule("VS 704.3")
def test_704_3_a_bearer_of_the_same_name_goes_and_takes_its_equipment_along() -> None:
    cards = [
        {"name": "Gull", "version": "First", "type": "character", "cost": 2, "atk": 2, "def": 2},
        {"name": "Gull", "version": "Unique", "type": "equipment", "cost": 1},
    ]
    position = {
        "turn": "6", "active": "A", "step": "recruit",
        "A": {"resource points": "6", "front row": [{"Gull, First": {"as": "bird"}}],
              "hand": [{"Gull": {"as": "boat"}}]},
        "B": {},
    }  # fmt: skip
    table = Table(position, cards)
    table.do("recruit boat targeting bird")
    table.passes()
    assert table.zone("bird") == ("KO'd pile", 0)
    assert table.zone("boat") == ("KO'd pile", 0)
