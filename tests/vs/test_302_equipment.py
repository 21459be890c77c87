"""Equipment (302): each rule and letter, told by its outcome."""

from typing import Any

import pytest
from tests.vs.table import Table

RESOURCES = [{"Old Arsenal": {}}, {"Old Arsenal": {}}, {"Old Arsenal": {}}, {"Old Arsenal": {}}]


def recruiting(mine: dict[str, Any], theirs: dict[str, Any] | None = None) -> Table:
    """A's recruit step with points enough."""
    position = {
        "turn": "5",
        "active": "A",
        "step": "recruit",
        "A": {"resource points": "5", **mine},
        "B": theirs or {},
    }
    return Table(position)


def attacking(mine: dict[str, Any], theirs: dict[str, Any], **turn: str) -> Table:
    """A's attack step; both have four resources."""
    position = {
        "turn": "5",
        "active": "A",
        "step": "attack",
        **turn,
        "A": {"resource row": RESOURCES, **mine},
        "B": {"resource row": RESOURCES, **theirs},
    }
    return Table(position)


@pytest.mark.rule("VS 302.1")
def test_302_1_only_the_type_line_makes_a_card_equipment() -> None:
    table = recruiting({"hand": ["Dual Sidearms", "Sudden Blow"], "front row": ["Stone Sentry"]})
    assert table.codes("recruit Dual Sidearms targeting Stone Sentry") == []
    assert table.codes("recruit Sudden Blow") == ["not-recruitable"]


@pytest.mark.rule("VS 302.2")
def test_302_2_the_opponent_never_recruits_in_my_step() -> None:
    mine = {"hand": ["Dual Sidearms"], "front row": ["Stone Sentry"]}
    theirs = {"hand": ["Dual Sidearms"], "front row": ["Street Brawler"]}
    table = recruiting(mine, theirs)
    table.do("pass")
    line = "recruit Dual Sidearms targeting Street Brawler"
    assert table.codes(line, player=1) == ["not-your-recruit-step"]


@pytest.mark.rule("VS 302.2")
def test_302_2_the_chain_must_be_empty_again() -> None:
    hand = ["Dual Sidearms", "Swift Courier"]
    table = recruiting({"hand": hand, "front row": ["Stone Sentry"]})
    table.do("recruit Swift Courier")
    line = "recruit Dual Sidearms targeting Stone Sentry"
    assert table.codes(line) == ["chain-not-empty"]
    table.passes()
    table.do("front row 2")
    assert table.codes(line) == []


@pytest.mark.rule("VS 302.3")
def test_302_3_the_cost_is_paid_on_announcing() -> None:
    table = recruiting({"hand": ["Goblin Glider"], "front row": ["Stone Sentry"]})
    table.do("recruit Goblin Glider targeting Stone Sentry")
    assert table.game.state.points[(0, "resource points")] == 3
    assert table.zone("Goblin Glider") == ("chain", -1)
    assert table.game.to_act == 0


@pytest.mark.rule("VS 302.3a")
@pytest.mark.parametrize(
    ("fields", "code"),
    [({"stunned": "yes"}, "bearer-stunned"), ({"attached": ["Twofold Mask"]}, "bearer-full")],
)
def test_302_3a_states_of_the_bearer(fields: dict[str, Any], code: str) -> None:
    table = recruiting({"hand": ["Dual Sidearms"], "front row": [{"Stone Sentry": fields}]})
    assert table.codes("recruit Dual Sidearms targeting Stone Sentry") == [code]


@pytest.mark.rule("VS 302.3a")
def test_302_3a_an_exhausted_character_is_a_legal_bearer() -> None:
    bearer = {"Stone Sentry": {"exhausted": "yes"}}
    table = recruiting({"hand": ["Dual Sidearms"], "front row": [bearer]})
    assert table.codes("recruit Dual Sidearms targeting Stone Sentry") == []


@pytest.mark.rule("VS 302.3b")
def test_302_3b_second_equipment_has_no_legal_target() -> None:
    bearer = {"Stone Sentry": {"attached": ["Dual Sidearms"]}}
    table = recruiting({"hand": ["Goblin Glider"], "front row": [bearer]})
    assert table.codes("recruit Goblin Glider") == ["no-bearer"]


@pytest.mark.rule("VS 302.3b")
def test_302_3b_a_stunned_porter_has_room_for_one_only() -> None:
    porter = {"Loaded Porter": {"stunned": "yes", "attached": ["Dual Sidearms"]}}
    table = recruiting({"hand": ["Goblin Glider"], "front row": [porter]})
    codes = table.codes("recruit Goblin Glider targeting Loaded Porter")
    assert codes == ["bearer-full", "bearer-stunned"]


@pytest.mark.rule("VS 302.3c")
def test_302_3c_each_legal_bearer_is_offered_as_target() -> None:
    rows = {"front row": ["Stone Sentry", {"Swift Courier": {"stunned": "yes"}}]}
    table = recruiting({"hand": ["Dual Sidearms"], "support row": ["Dock Hand"], **rows})
    table.game.push(("recruit", table.object("Dual Sidearms")))
    targets = sorted(option[1] for option in table.game.legal)
    assert targets == sorted([table.object("Stone Sentry"), table.object("Dock Hand")])


@pytest.mark.rule("VS 302.4")
def test_302_4_the_card_is_the_effect_and_becomes_an_object() -> None:
    table = recruiting({"hand": ["Goblin Glider"], "front row": ["Stone Sentry"]})
    table.do("recruit Goblin Glider targeting Stone Sentry")
    table.passes()
    assert table.bearer("Goblin Glider") == table.object("Stone Sentry")
    assert table.zone("Goblin Glider") == ("equipment", 0)
    assert table.value("Stone Sentry", "ATK") == 8


@pytest.mark.rule("VS 302.4")
def test_302_4_a_target_on_another_side_now_is_illegal() -> None:
    theirs = {"hand": ["Turncoat"], "resource row": RESOURCES}
    mine = {"hand": ["Goblin Glider"], "front row": ["Stone Sentry"]}
    table = recruiting(mine, theirs)
    table.do("recruit Goblin Glider targeting Stone Sentry", "pass")
    table.do("play Turncoat targeting Stone Sentry")
    table.passes()
    table.do("front row 1")
    table.passes()
    assert table.zone("Goblin Glider") == ("KO'd pile", 0)
    assert "negated" in table.events()


@pytest.mark.rule("VS 302.5")
def test_302_5_bonus_and_icons_go_and_come_back() -> None:
    bearer = {"Stone Sentry": {"attached": ["Goblin Glider"]}}
    table = attacking({"front row": [bearer], "hand": ["Sudden Blow", "Second Wind"]}, {})
    table.do("play Sudden Blow targeting Stone Sentry")
    table.passes()
    assert [table.value("Stone Sentry", word) for word in ("ATK", "flight")] == [4, False]
    table.do("play Second Wind targeting Stone Sentry")
    table.passes()
    assert [table.value("Stone Sentry", word) for word in ("ATK", "flight")] == [8, True]


@pytest.mark.rule("VS 302.5")
def test_302_5_a_granted_power_goes_with_the_text() -> None:
    bearer = {"Stone Sentry": {"attached": ["Signal Whistle"]}}
    table = attacking({"front row": [bearer], "hand": ["Sudden Blow"]}, {})
    whistle = [option for option in table.game.legal if option[0] == "use"]
    assert [option[1] for option in whistle] == [table.object("Stone Sentry")]
    table.do("play Sudden Blow targeting Stone Sentry")
    table.passes()
    assert [option for option in table.game.legal if option[0] == "use"] == []


LEAVING = {
    "Called Away": ("hand", 0),
    "Buried Deep": ("deck", 0),
    "Written Out": ("removed cards", 0),
    "Desk Duty": ("resource row", 0),
}


@pytest.mark.rule("VS 302.6")
@pytest.mark.parametrize("card", LEAVING)
def test_302_6_whereever_the_bearer_goes_its_equipment_goes_to_the_pile(card: str) -> None:
    bearer = {"Stone Sentry": {"attached": [{"Goblin Glider": {"owner": "B"}}]}}
    table = attacking({"front row": [bearer]}, {"hand": [card]}, priority="B", passed="A")
    table.do(f"play {card} targeting Stone Sentry")
    table.passes()
    assert table.zone("Stone Sentry") == LEAVING[card]
    assert table.zone("Goblin Glider") == ("KO'd pile", 1)
    assert table.bearer("Goblin Glider") is None


@pytest.mark.rule("VS 302.6")
def test_302_6_equipment_is_put_there_and_not_koed() -> None:
    bearer = {"Stone Sentry": {"stunned": "yes", "attached": ["Goblin Glider"]}}
    table = attacking({"hand": ["Finishing Strike"]}, {"front row": [bearer]})
    table.do("play Finishing Strike targeting Stone Sentry")
    table.passes()
    assert table.events().count("KO'd") == 1
    assert table.zone("Goblin Glider") == ("KO'd pile", 1)


@pytest.mark.rule("VS 302.7")
@pytest.mark.parametrize(
    ("equipment", "stays"),
    [("Dual Sidearms", False), ("Shrouded Cloak", False), ("Twofold Mask", True)],
)
def test_302_7_only_concealed_optional_equipment_moves_along(equipment: str, stays: bool) -> None:
    bearer = {"Stone Sentry": {"attached": [equipment]}}
    table = attacking({"front row": [bearer], "hand": ["Slip Away"]}, {})
    table.do("play Slip Away targeting Stone Sentry")
    table.passes()
    assert table.bearer(equipment) == table.object("Stone Sentry"), "the move has not happened yet"
    table.do("hidden support row 1")
    assert (table.bearer(equipment) is not None) == stays
    assert table.value("Stone Sentry", "area") == "hidden"


@pytest.mark.rule("VS 302.7")
def test_302_7_the_icon_counts_on_a_stunned_bearer_too() -> None:
    bearer = {"Stone Sentry": {"stunned": "yes", "attached": ["Twofold Mask"]}}
    table = attacking({"front row": [bearer], "hand": ["Slip Away"]}, {})
    table.do("play Slip Away targeting Stone Sentry")
    table.passes()
    table.do("hidden front row 1")
    assert table.bearer("Twofold Mask") == table.object("Stone Sentry")


@pytest.mark.rule("VS 302.8")
def test_302_8_the_bearers_controller_checks_uniqueness() -> None:
    card = {"name": "Lead Crown", "version": "Unique", "type": "equipment", "cost": 1,
            "text": [{"ability": "equip only", "select": {"controller": "opponent"}}]}  # fmt: skip
    position = {
        "turn": "5", "active": "A", "step": "recruit",
        "A": {"resource points": "5", "hand": [{"Lead Crown": {"as": "new"}}],
              "front row": [{"Stone Sentry": {"attached": [{"Lead Crown": {"as": "mine"}}]}}]},
        "B": {"front row": [{"Street Brawler": {"attached": [{"Lead Crown": {"as": "old"}}]}},
                            "Equal Match"]},
    }  # fmt: skip
    table = Table(position, [card])
    table.do("recruit new targeting Equal Match")
    table.passes()
    assert table.zone("old") == ("KO'd pile", 1)
    assert table.bearer("mine") == table.object("Stone Sentry")


@pytest.mark.rule("VS 302.8a")
def test_302_8a_version_and_uniqueness_stay_while_the_text_is_off() -> None:
    bearer = {"Stone Sentry": {"stunned": "yes", "attached": ["Harbor Crown"]}}
    table = recruiting({"front row": [bearer]})
    assert table.value("Harbor Crown", "text") == "inactive"
    assert table.value("Harbor Crown", "unique") is True
    assert table.value("Harbor Crown", "version") == "Unique"


@pytest.mark.rule("VS 302.9")
@pytest.mark.parametrize(("equipment", "legal"), [("Dual Sidearms", True), ("Batmobile", False)])
def test_302_9_put_into_play_attached_needs_a_legal_bearer(equipment: str, legal: bool) -> None:
    table = recruiting({"hand": [equipment], "front row": ["Quartermaster"]})
    table.do("use Quartermaster")
    table.passes()
    table.do(equipment)
    where = ("equipment", 0) if legal else ("hand", 0)
    assert table.zone(equipment) == where


@pytest.mark.rule("VS 302.10")
def test_302_10_control_passes_with_a_transfer() -> None:
    mine = {"front row": ["Blob"], "hand": ["Misappropriation"]}
    theirs = {"front row": [{"Street Brawler": {"attached": ["Goblin Glider"]}}]}
    table = attacking(mine, theirs)
    table.do("play Misappropriation targeting Goblin Glider and Blob")
    table.passes()
    glider = table.object("Goblin Glider")
    assert table.game.state.controller[glider] == 0
    assert table.game.state.owner[glider] == 1
    assert table.zone("Goblin Glider") == ("equipment", 0)


@pytest.mark.rule("VS 302.10")
@pytest.mark.parametrize(
    ("option", "controller"),
    [("equipment-keeps-controller", 1), ("equipment-follows-bearer", 0)],
)
def test_302_10_a_bearer_that_changes_sides(option: str, controller: int) -> None:
    position = {
        "turn": "5", "active": "A", "step": "attack",
        "A": {"resource row": RESOURCES, "hand": ["Turncoat"]},
        "B": {"front row": [{"Street Brawler": {"attached": ["Goblin Glider"]}}]},
    }  # fmt: skip
    table = Table(position, options={"bearer-changes-control": option})
    table.do("play Turncoat targeting Street Brawler")
    table.passes()
    table.do("front row 1")
    assert table.game.state.controller[table.object("Goblin Glider")] == controller
    assert table.bearer("Goblin Glider") == table.object("Street Brawler")
