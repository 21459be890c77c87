"""Equipment: who bears it, and what becomes of it (CR 301.5, 701.3, 702.6)."""

import pytest
from tests.magic.table import Table, main_phase


@pytest.mark.rule("CR 301.5c")
@pytest.mark.rule("CR 400.7")
def test_301_5c_a_bearer_that_returns_is_a_new_object() -> None:
    table = Table(
        main_phase(
            [{"Grizzly Bears": {"attached": ["Bonesplitter"]}}, "Plains"],
            a={"hand": ["Ephemerate"]},
        )
    )
    born = table.game.state.born[table.object("Grizzly Bears")]
    table.do("cast Ephemerate targeting Grizzly Bears")
    table.passes()
    assert table.game.state.born[table.object("Grizzly Bears")] == born + 2
    assert table.bearer("Bonesplitter") is None
    assert table.zone("Bonesplitter") == "battlefield"


@pytest.mark.rule("CR 301.5c")
def test_301_5c_one_bearer_at_a_time() -> None:
    table = Table(main_phase(["Shuko", "Grizzly Bears", "Hill Giant"]))
    for name in ("Grizzly Bears", "Hill Giant", "Grizzly Bears"):
        table.do(f"equip Shuko to {name}")
        table.passes()
        assert table.bearer("Shuko") == name
    assert (table.value("Grizzly Bears", "power"), table.value("Hill Giant", "power")) == (3, 3)


@pytest.mark.rule("CR 301.5d")
def test_301_5d_control_of_the_equipment_changes_nothing_about_the_creature() -> None:
    thief = {
        "name": "Borrow",
        "cost": "{U}",
        "types": ["sorcery"],
        "abilities": [
            {
                "ability": "spell",
                "targets": [{"select": {"kinds": ["Equipment"]}}],
                "do": [{"do": "control", "what": {"who": "target"}}],
            }
        ],
    }
    table = Table(
        main_phase(
            ["Island", "Silvercoat Lion"],
            [{"Grizzly Bears": {"attached": ["Shuko"]}}],
            a={"hand": ["Borrow"]},
        ),
        [thief],
    )
    table.do("cast Borrow targeting Shuko")
    table.passes()
    state = table.game.state
    assert state.controller[table.object("Shuko")] == 0
    assert state.controller[table.object("Grizzly Bears")] == 1
    assert table.bearer("Shuko") == "Grizzly Bears"
    table.do("equip Shuko to Silvercoat Lion")
    table.passes()
    assert table.bearer("Shuko") == "Silvercoat Lion"


@pytest.mark.rule("CR 702.6a")
def test_702_6a_the_ability_resolves_even_if_the_controller_of_the_equipment_changed() -> None:
    table = Table(
        main_phase(
            ["Lizard Blades", "Hill Giant", "Mountain", "Plains"],
            ["Island"] * 4,
            b={"hand": ["Ray of Command"]},
        )
    )
    table.do("reconfigure Lizard Blades by reconfigure {2} to Hill Giant", "pass")
    table.do("cast Ray of Command targeting Lizard Blades")
    table.passes(2)
    assert table.bearer("Lizard Blades") == "Hill Giant"


@pytest.mark.rule("CR 702.6d")
def test_702_6d_two_equip_abilities_are_two_offers() -> None:
    table = Table(main_phase(["Blackblade Reforged", "Isamaru, Hound of Konda", *["Plains"] * 7]))
    table.do("equip Blackblade Reforged ...")
    assert [option[2] for option in table.game.legal] == [0, 1]


@pytest.mark.rule("CR 704.5n")
@pytest.mark.rule("CR 704.3")
def test_704_5n_the_sweep_is_repeated_until_nothing_applies() -> None:
    """The Germ lives by the husk; without it both the sweep of the Germ and of the husk follow."""
    table = Table(
        main_phase(["Swamp", "Swamp", "Swamp", "Grizzly Bears"], a={"hand": ["Flayer Husk"]})
    )
    table.do("cast Flayer Husk")
    table.passes(2)
    table.do("equip Flayer Husk to Grizzly Bears")
    table.passes()
    kinds = [entry[0] for step in table.game.steps() for entry in step.entries]
    assert kinds.index("put into graveyard") < kinds.index("ceased to exist")


@pytest.mark.rule("CR 303.4d")
def test_303_4d_an_aura_that_is_a_creature_falls_off_and_dies() -> None:
    awaken = {
        "name": "Wake the Charm",
        "cost": "{U}",
        "types": ["sorcery"],
        "abilities": [
            {
                "ability": "spell",
                "targets": [{"select": {"types": ["enchantment"]}}],
                "do": [
                    {
                        "do": "change",
                        "what": {"who": "target"},
                        "gives": [
                            {"gives": "become", "types": ["creature"], "add": True},
                            {"gives": "set", "value": "both", "amount": 4},
                        ],
                    }
                ],
            }
        ],
    }
    table = Table(
        main_phase(
            [{"Grizzly Bears": {"attached": ["Holy Strength"]}}, "Island"],
            a={"hand": ["Wake the Charm"]},
        ),
        [awaken],
    )
    table.do("cast Wake the Charm targeting Holy Strength")
    table.passes()
    assert table.zone("Holy Strength") == "graveyard"
