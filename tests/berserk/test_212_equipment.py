"""Equipment: bearers that change, leave, fly; moving, order of dying, summoning (212, 503)."""

import pytest
from tests.berserk.table import Table, creature


def battle(mine: list[object], theirs: list[object], **words: object) -> dict[str, object]:
    return {"step": "main", "A": {"field": mine, **words}, "B": {"field": theirs}}


@pytest.mark.rule("BE12 212.3")
def test_212_3_a_bearer_that_becomes_a_symbiote_loses_its_equipment() -> None:
    table = Table(
        battle(
            [{"Leech Binder": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}],
            [{"Troll": {"cell": "C1'", "attached": ["Great Axe"]}}, {"Sarg": {"cell": "A3'"}}],
        )
    )
    table.do("use bind of Leech Binder targeting Troll")
    assert table.zone("Great Axe") == ("graveyard", 1)


@pytest.mark.rule("BE09 214.8")
def test_214_8_the_bearer_enters_the_graveyard_before_its_equipment() -> None:
    table = Table(
        battle(
            [{"Land Breaker": {"cell": "C1"}}, {"Ranger": {"cell": "D1'"}}],
            [
                {"Troll": {"cell": "C3'", "wounds": 9, "attached": ["Great Axe"]}},
                {"Sarg": {"cell": "A3'"}},
            ],
        ),
        chance=[1],
    )
    table.do("use shot of Ranger targeting Troll")
    state = table.game.state
    names = [state.faces[state.card[o]].name for o in state.zone("graveyard", 1)]
    assert names == ["Troll", "Great Axe"]


@pytest.mark.rule("BE09 402.3a")
def test_402_3a_on_the_stack_an_unanswered_destruction_takes_both() -> None:
    table = Table(
        battle(
            [{"Ranger": {"cell": "D1'"}}, {"Nomad": {"cell": "A3"}}],
            [
                {"Troll": {"cell": "C3'", "wounds": 9, "attached": ["Great Axe"]}},
                {"Sarg": {"cell": "A3'"}},
            ],
        ),
        chance=[1],
        options={"deaths": "on-the-stack"},
    )
    table.do("use shot of Ranger targeting Troll")
    assert table.zone("Troll") == ("graveyard", 1)
    assert table.zone("Great Axe") == ("graveyard", 1)
    assert len(table.told("destruction announced")) == 1


@pytest.mark.rule("BE12 212.7")
def test_212_7_the_cell_of_equipment_is_its_bearers() -> None:
    table = Table(
        battle([{"Troll": {"cell": "C1", "attached": ["Great Axe"]}}], [{"Sarg": {"cell": "A3'"}}])
    )
    assert table.value("Great Axe", "cell") == "C1"
    table.do("move Troll to C2")
    assert table.value("Great Axe", "cell") == "C2"
    assert table.told("carried")[0][0] == "BE12 212.8"


@pytest.mark.rule("BE12 212.4")
def test_212_4_equipment_with_two_classes_conflicts_with_each() -> None:
    table = Table(
        {
            "step": "reveal",
            "A": {
                "field": [
                    {"Troll": {"cell": "B1", "attached": ["Great Axe"]}},
                    {"Remover": {"cell": "C1"}},
                    {"Sarg": {"cell": "D1"}},
                    {"Spiked Plate": {"cell": "C3"}},
                ]
            },
            "B": {"field": [{"Kappa": {"cell": "C1'"}}]},
        },
        [{"name": "Spiked Plate", "type": "equipment", "classes": ["armor", "weapon"]}],
    )
    assert table.codes("equip Spiked Plate to Troll") == ["class-taken"]
    assert table.codes("equip Spiked Plate to Remover") == []


@pytest.mark.rule("BE12 212.2")
def test_212_2_another_class_changes_nothing() -> None:
    table = Table(
        battle(
            [
                {
                    "Troll": {
                        "cell": "C1",
                        "attached": ["Great Axe"],
                        "until end of turn": ["no class", "class Elf"],
                    }
                }
            ],
            [{"Sarg": {"cell": "A3'"}}],
        )
    )
    assert table.value("Troll", "classes") == ("Elf",)
    assert table.value("Troll", "strike") == "4-6-7"


@pytest.mark.rule("BE12 212.3")
def test_212_3_borrowed_wings_end_and_the_flyer_lands_without_equipment() -> None:
    table = Table(
        battle(
            [
                {"Wing Giver": {"cell": "C1"}},
                {"Troll": {"cell": "D1", "attached": ["Dwarven Mail"]}},
                {"Nomad": {"cell": "A3"}},
            ],
            [{"Sarg": {"cell": "A3'"}}],
        )
    )
    table.do("use wings of Wing Giver targeting Troll")
    assert table.zone("Troll") == ("additional zone", -1)
    assert table.zone("Dwarven Mail") == ("graveyard", 0)
    table.do("pass", "land on D2")
    assert table.value("Troll", "cell") == "D2"


@pytest.mark.rule("BE12 212.9")
def test_212_9_every_kind_of_attack_is_refused() -> None:
    kinds = ["shot", "throw", "discharge", "special strike", "magic strike"]
    abilities = [
        {"ability": "playable", "name": kind, "kind": kind, "strength": [1, 1, 1],
         "targets": [{"select": {}}]}
        for kind in kinds
    ]  # fmt: skip
    table = Table(
        battle(
            [{"Arsenal": {"cell": "C1"}}],
            [{"Troll": {"cell": "C1'", "attached": ["Great Axe"]}}],
            **{"auxiliary zone": ["Windy Barrow"]},
        ),
        [creature("Arsenal", abilities=abilities)],
    )
    for kind in kinds:
        equipment = table.codes(f"use {kind} of Arsenal targeting Great Axe")
        terrain = table.codes(f"use {kind} of Arsenal targeting Windy Barrow")
        assert equipment == ["target-is-equipment"], kind
        assert terrain == ["target-is-terrain"], kind


@pytest.mark.rule("BE12 503.3")
def test_503_3_what_was_halted_stays_quiet_until_something_is_announced() -> None:
    table = Table(
        {
            "step": "main",
            "A": {
                "field": [{"Nomad": {"cell": "C1"}}],
                "additional zone": [{"Wind Walker": {"until end of turn": ["flight"]}}],
            },
            "B": {"field": [{"Sarg": {"cell": "A3'"}}]},
        }
    )
    table.do("pass", "land on B2")
    assert table.zone("Wind Walker") == ("additional zone", -1)
    assert table.told("rule effects stopped")[0][0] == "BE12 503.3"
    assert table.game.to_act == 1


@pytest.mark.rule("BE09 103.5")
@pytest.mark.parametrize("active", ["A", "B"])
def test_103_5_of_two_who_die_at_once_the_active_players_dies_first(active: str) -> None:
    burst = {
        "ability": "playable", "name": "burst", "kind": "spell",
        "do": [{"do": "damage", "what": {"types": ["creature"], "except_self": True}, "amount": 9}],
    }  # fmt: skip
    cards = [creature("Burster", abilities=[burst]), creature("Victim")]
    victims: tuple[object, object] = (
        {"Victim": {"cell": "A1", "as": "one"}},
        {"Victim": {"cell": "A1'", "as": "two"}},
    )
    position = battle(
        [victims[0], {"Burster": {"cell": "C1", "as": "bomb A"}}],
        [victims[1], {"Burster": {"cell": "C1'", "as": "bomb B"}}],
    )
    table = Table({**position, "active": active}, cards)
    table.do(f"use burst of bomb {active}")
    died = [table.names.labels.get(values[0]) for _, values in table.told("died")]
    mine, other = ("one", "two") if active == "A" else ("two", "one")
    assert died.index(mine) < died.index(other)
