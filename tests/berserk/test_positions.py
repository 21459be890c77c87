"""Positions that the game forbids: each fault is found, and several are found together."""

from typing import Any

import pytest
from tests.berserk.table import Table

from cardlaw.kernel.setup import Fault

TROLL = {"Troll": {"cell": "C1"}}


def battle(*field: dict[str, Any], **words: Any) -> dict[str, Any]:
    """A position of A's main phase with some cards of A on the field."""
    return {
        "step": "main",
        "A": {"field": [{"Remover": {"cell": "E3"}}, *field], **words},
        "B": {"field": [{"Sarg": {"cell": "E3'"}}]},
    }


FAULTS: dict[str, dict[str, Any]] = {
    "unknown-step": {**battle(), "step": "tea"},
    "unknown-word": {**battle(), "weather": "fair"},
    "unknown-player": {**battle(), "active": "C"},
    "unknown-stage": {**battle(), "stage": "middle"},
    "not-a-number": {**battle(), "turn": "soon"},
    "all-passed": {**battle(), "passed": ["A", "B"]},
    "passed-and-priority": {**battle(), "passed": ["A"], "priority": "A"},
    "unknown-zone": battle(hand=[TROLL]),
    "unknown-cell": battle({"Troll": {"cell": "C7"}}),
    "without-cell": battle({"Troll": {}}),
    "cell-taken-twice": battle(TROLL, {"Nomad": {"cell": "C1"}}),
    "cell-outside-the-field": battle(graveyard=[{"Troll": {"cell": "C1"}}]),
    "cell-of-its-own": battle(
        {"Troll": {"cell": "C1", "attached": [{"Great Axe": {"cell": "C2"}}]}}
    ),
    "negative": battle({"Troll": {"cell": "C1", "wounds": "-1"}}),
    "too-large": battle({"Troll": {"cell": "C1", "tokens": "99999"}}),
    "not-yes-or-no": battle({"Troll": {"cell": "C1", "closed": "perhaps"}}),
    "unknown-field": battle({"Troll": {"cell": "C1", "mood": "bad"}}),
    "unknown-effect": battle({"Troll": {"cell": "C1", "until end of turn": ["?!"]}}),
    "unknown-ability": battle({"Troll": {"cell": "C1", "used": ["dance"]}}),
    "dead-already": battle({"Troll": {"cell": "C1", "wounds": "10"}}),
    "wounds-outside-battle": battle(graveyard=[{"Troll": {"wounds": "2"}}]),
    "wounds-on-the-invulnerable": battle(**{"auxiliary zone": [{"Windy Barrow": {"wounds": "1"}}]}),
    "equipment-without-bearer": battle({"Great Axe": {"cell": "C2"}}),
    "symbiote-without-host": battle({"Bark Leech": {"cell": "C2"}}),
    "terrain-on-the-field": battle({"Windy Barrow": {"cell": "C2"}}),
    "flyer-on-the-field": battle({"Draks": {"cell": "C2"}}),
    "not-a-flyer": battle(**{"additional zone": ["Troll"]}),
    "not-a-terrain": battle(**{"auxiliary zone": ["Troll"]}),
    "too-many-terrains": battle(**{"auxiliary zone": ["Windy Barrow", "Iron Hills"]}),
    "hidden-too-long": battle({"Troll": {"cell": "C1", "hidden": "yes"}}),
    "hidden-outside-the-field": battle(graveyard=[{"Troll": {"hidden": "yes"}}]),
    "no-class": battle({"Nomad": {"cell": "C1", "attached": ["Great Axe"]}}),
    "class-taken": battle({"Troll": {"cell": "C1", "attached": ["Great Axe", "Restless Blade"]}}),
    "bearer-restricted": battle({"Troll": {"cell": "C1", "attached": ["Aegis"]}}),
    "not-borne": battle({"Troll": {"cell": "C1", "attached": ["Nomad"]}}),
    "borne-on-borne": battle(
        {"Troll": {"cell": "C1", "attached": [{"Great Axe": {"attached": ["Dwarven Mail"]}}]}}
    ),
    "unique-twice": battle(
        {"Zendar": {"cell": "C1", "as": "One"}}, {"Zendar": {"cell": "C2", "as": "Two"}}
    ),
    "moved-without-legs": battle({"Stone Idol": {"cell": "C1", "moved": "1"}}),
}


def faults(position: dict[str, Any]) -> list[str]:
    """The codes of a position's faults; empty when there is none."""
    try:
        Table(position)
    except Fault as fault:
        return [fault.code, *(more.code for more in fault.more)]
    return []


def test_a_good_position_has_no_fault() -> None:
    assert faults(battle(TROLL)) == []


@pytest.mark.parametrize("code", FAULTS)
def test_a_forbidden_position_is_refused(code: str) -> None:
    assert code in faults(FAULTS[code])


def test_all_faults_of_a_position_are_told_together() -> None:
    position = battle({"Nomad": {"cell": "C1", "attached": ["Great Axe"]}}, {"Troll": {}})
    position["weather"] = "fair"
    assert sorted(faults(position)) == ["no-class", "unknown-word", "without-cell"]


def test_a_fault_says_where_and_what() -> None:
    with pytest.raises(Fault, match=r"Troll is on the field and needs a cell\.") as found:
        Table(battle({"Troll": {}}))
    assert found.value.mark is not None
