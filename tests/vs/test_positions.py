"""Positions that the game forbids: each fault is named, and all of them at once."""

from typing import Any

import pytest
from tests.vs.table import Table

from cardlaw.kernel.setup import Fault

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("unknown-zone", {"A": {"third row": ["Stone Sentry"]}}),
    ("unknown-field", {"A": {"front row": [{"Stone Sentry": {"tapped": "yes"}}]}}),
    ("unknown-step", {"step": "upkeep"}),
    ("unknown-word", {"weather": "fair"}),
    ("unknown-player", {"A": {"front row": [{"Stone Sentry": {"owner": "C"}}]}}),
    ("not-a-number", {"A": {"endurance": "lots"}}),
    ("not-a-truth", {"A": {"front row": [{"Stone Sentry": {"stunned": "maybe"}}]}}),
    ("not-a-mapping", {"A": {"front row": [{"Stone Sentry": {"counters": "two"}}]}}),
    ("number-too-small", {"A": {"resource points": "-1"}}),
    ("number-too-small", {"turn": "0"}),
    ("field-elsewhere", {"A": {"hand": [{"Stone Sentry": {"column": "1"}}]}}),
    ("field-elsewhere", {"A": {"front row": [{"Stone Sentry": {"controller": "B"}}]}}),
    ("field-elsewhere", {"A": {"resource row": [{"Stone Sentry": {"column": "1"}}]}}),
    ("unknown-face", {"A": {"resource row": [{"Stone Sentry": {"face": "upp"}}]}}),
    ("no-attacker", {"step": "attack", "attack": "going"}),
    ("not-a-character", {"A": {"front row": ["Dual Sidearms"]}}),
    ("not-equipment", {"A": {"front row": [{"Stone Sentry": {"attached": ["Swift Courier"]}}]}}),
    (
        "equipment-on-equipment",
        {"A": {"front row": [{"Stone Sentry": {"attached": [
            {"Dual Sidearms": {"attached": ["Goblin Glider"]}}]}}]}},
    ),
    ("bearer-not-in-play", {"A": {"hand": [{"Stone Sentry": {"attached": ["Dual Sidearms"]}}]}}),
    (
        "bearer-hidden",
        {"A": {"hidden front row": [{"Pale Lady": {"attached": ["Dual Sidearms"]}}]}},
    ),
    (
        "too-much-equipment",
        {"A": {"front row": [{"Stone Sentry": {"attached": ["Dual Sidearms", "Twofold Mask"]}}]}},
    ),
    (
        "position-twice",
        {"A": {"front row": [{"Stone Sentry": {"column": "1"}}, {"Dock Hand": {"column": "1"}}]}},
    ),
    ("column-too-far", {"A": {"front row": [{"Stone Sentry": {"column": "99"}}]}}),
    ("foreign-zone", {"A": {"hand": [{"Stone Sentry": {"owner": "B"}}]}}),
    ("face-up-resource", {"A": {"resource row": [{"Stone Sentry": {"face": "up"}}]}}),
    ("state-outside-play", {"A": {"hand": [{"Stone Sentry": {"stunned": "yes"}}]}}),
    ("stunned-thing", {"A": {"resource row": [{"Old Arsenal": {"stunned": "yes"}}]}}),
    ("unknown-modifier", {"A": {"front row": [{"Stone Sentry": {"until end of turn": ["big"]}}]}}),
    ("passed-with-priority", {"priority": "A", "passed": "A"}),
    ("wrong-primary", {"step": "recovery", "primary": "B"}),
    ("no-attacker", {"step": "attack", "B": {"front row": [{"Dock Hand": {"defender": "yes"}}]}}),
    ("attack-outside-step", {"A": {"front row": [{"Dock Hand": {"attacker": "yes"}}]}}),
    (
        "unknown-stage",
        {"step": "attack", "attack": "over",
         "A": {"front row": [{"Dock Hand": {"attacker": "yes"}}]}},
    ),
    (
        "stunned-fighter",
        {"step": "attack",
         "A": {"front row": [{"Dock Hand": {"attacker": "yes", "stunned": "yes"}}]}},
    ),
    (
        "attackers-of-another-player",
        {"step": "attack", "B": {"front row": [{"Dock Hand": {"attacker": "yes"}}]}},
    ),
    (
        "two-defenders",
        {"step": "attack", "struck": "B",
         "A": {"front row": [{"Dock Hand": {"attacker": "yes"}}]},
         "B": {"front row": [{"Lamp Lighter": {"defender": "yes"}}]}},
    ),
    (
        "defender-of-the-attacker",
        {"step": "attack",
         "A": {"front row": [{"Dock Hand": {"attacker": "yes"}},
                             {"Swift Courier": {"defender": "yes"}}]}},
    ),
    ("unknown-card", {"A": {"recruited": ["Nobody"]}}),
]  # fmt: skip


def position(change: dict[str, Any]) -> dict[str, Any]:
    return {"turn": "4", "active": "A", "step": "recruit", "A": {}, "B": {}, **change}


def test_there_are_enough_kinds_of_faults() -> None:
    assert len({code for code, _ in FAULTS}) >= 20


@pytest.mark.parametrize(("code", "change"), FAULTS)
def test_a_forbidden_position_says_why(code: str, change: dict[str, Any]) -> None:
    with pytest.raises(Fault) as found:
        Table(position(change))
    fault = found.value
    assert [fault.code, *(more.code for more in fault.more)] == [code]
    assert fault.text.endswith(".") and fault.remedy.endswith(".")


def test_all_faults_of_a_position_are_told_at_once() -> None:
    change = {
        "step": "upkeep",
        "A": {"endurance": "lots", "front row": [{"Dual Sidearms": {"tapped": "yes"}}]},
    }
    with pytest.raises(Fault) as found:
        Table(position(change))
    codes = {found.value.code, *(more.code for more in found.value.more)}
    assert codes == {"unknown-step", "not-a-number", "not-a-character", "unknown-field"}


def test_a_whole_position_in_the_middle_of_an_attack() -> None:
    table = Table(
        position(
            {
                "step": "attack",
                "attack": "going",
                "passed": "B",
                "A": {"front row": [{"Stone Sentry": {"attacker": "yes"}}]},
                "B": {"front row": [{"Street Brawler": {"defender": "yes", "reinforced": "yes"}}]},
            }
        )
    )
    table.do("pass")
    assert table.value("Street Brawler", "stunned") is True
    assert table.game.state.points[(1, "endurance")] == 47, "reinforced: nothing breaks through"


def test_limits_used_up_and_knowledge_are_set() -> None:
    change = {
        "A": {
            "front row": [
                {"Elastic Tinker": {"used": "1", "attached": ["Dual Sidearms"]}},
                "Dock Hand",
            ],
            "hand": [{"Goblin Glider": {"known to": ["B"]}}],
        }
    }
    table = Table(position(change))
    assert table.codes("use Elastic Tinker") == ["used-up"]
    assert table.game.state.knows[table.object("Goblin Glider")] == 3
