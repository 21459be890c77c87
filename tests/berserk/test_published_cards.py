"""Published cards at work: what each does in a battle, by its facts."""

from typing import Any

from tests.berserk.table import Table


def field(*cards: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What a side has on the field, and in its other zones."""
    return {"field": list(cards), **more}


def test_spiked_armor_wounds_whoever_strikes_its_bearer() -> None:
    table = Table(
        {
            "step": "main",
            "A": field({"Troll": {"cell": "C1"}}),
            "B": field(
                {"Hirdman": {"cell": "C1'", "closed": True, "attached": ["Spiked Armor"]}},
                {"Nomad": {"cell": "A3'"}},
            ),
        },
        chance=[5],
    )
    table.do("strike with Troll against Hirdman")
    # the five is a six with the attack experience of a Troll
    assert table.value("Hirdman", "wounds") == 5
    assert table.value("Troll", "wounds") == 5


def test_the_hammer_of_snor_strikes_again_and_its_bearer_stays_closed() -> None:
    table = Table(
        {
            "step": "main",
            "A": field({"Gully Dwarf": {"cell": "C1", "attached": ["Hammer of Snor"]}}),
            "B": field({"Nomad": {"cell": "C1'", "closed": True}}, {"Troll": {"cell": "A3'"}}),
        },
        chance=[5],
    )
    table.do("strike with Gully Dwarf against Nomad")
    table.do("yes")
    # a medium strike, one more because Nomad is closed, and the hammer by the strike alone
    medium = 1
    assert table.value("Nomad", "wounds") == 2 * medium + 1
    assert table.value("Gully Dwarf", "stunned") is True


def test_sagyrma_makes_the_first_attack_of_a_turn_strong_and_no_other() -> None:
    table = Table(
        {
            "step": "main",
            "A": field(
                {"Nomad": {"cell": "C1", "as": "one"}},
                {"Nomad": {"cell": "D1", "as": "two"}},
                **{"auxiliary zone": ["Sagyrma"]},
            ),
            "B": field({"Troll": {"cell": "C1'", "closed": True}}),
        },
        chance=[1, 1],
    )
    table.do("strike with one against Troll")
    assert table.value("Troll", "wounds") == 3
    table.do("strike with two against Troll")
    assert table.value("Troll", "wounds") == 4


def test_the_arrow_thrower_hits_the_cards_behind_its_target_too() -> None:
    table = Table(
        {
            "step": "main",
            "A": field({"Arrow-thrower of Akkenia": {"cell": "C2"}}, {"Nomad": {"cell": "A1"}}),
            "B": field(
                {"Troll": {"cell": "C1'"}},
                {"Hold-Tree": {"cell": "C2'"}},
                {"Vail": {"cell": "C3'"}},
            ),
        }
    )
    table.do("use throw of Arrow-thrower of Akkenia targeting Troll")
    if table.game.choice is not None and table.game.choice.kind == "target":
        table.do("choose Hold-Tree")
    wounds = [table.value(name, "wounds") for name in ("Troll", "Hold-Tree", "Vail")]
    assert wounds == [3, 2, 1]


def test_an_invader_of_the_ice_hummocks_closes_and_who_walks_on_does_not() -> None:
    table = Table(
        {
            "step": "main",
            "A": field({"Knight of Tullen": {"cell": "C1"}}),
            "B": field({"Troll": {"cell": "A3'"}}, **{"auxiliary zone": ["Ice Hummocks of Yor"]}),
        }
    )
    table.do("move Knight of Tullen to C1'")
    assert table.value("Knight of Tullen", "closed") is True


def test_kor_gathol_silences_the_enemy_terrain_while_mountains_stand() -> None:
    mine = [
        {name: {"cell": cell}}
        for name, cell in (("Hirdman", "A1"), ("Felagi", "B1"), ("Medling", "C1"))
    ]
    table = Table(
        {
            "step": "main",
            "active": "B",
            "A": field(*mine, **{"auxiliary zone": ["Kor-Gathol"]}),
            "B": field(
                {"Dverg": {"cell": "A3'", "wounds": 2}}, **{"auxiliary zone": ["Druids' Glade"]}
            ),
        }
    )
    assert not table.why("use heal of Druids' Glade targeting Dverg", 1).legal


def test_the_snowball_comes_back_and_wounds_a_bearer_that_is_new() -> None:
    table = Table(
        {
            "step": "main",
            "A": field(
                {"Torvald": {"cell": "C1", "attached": ["Snowball"]}}, {"Ulfsark": {"cell": "A1"}}
            ),
            "B": field({"Troll": {"cell": "C3'"}}),
        }
    )
    table.do("use throw of Snowball targeting Troll")
    assert table.value("Troll", "wounds") == 1
    assert table.zone("Snowball") == ("graveyard", 0)
    table.do("pass", "pass")
    while table.game.choice is not None and table.game.choice.kind != "may":
        options = list(table.game.space())
        table.game.push(("open the rest",) if ("open the rest",) in options else ("pass",))
    table.do("yes", "choose Ulfsark")
    assert table.bearer("Snowball") == table.object("Ulfsark")
    assert table.value("Ulfsark", "wounds") == 2
    assert table.value("Torvald", "wounds") == 0


def test_the_scepter_blocks_an_attacker_that_is_not_dearer_than_its_bearer() -> None:
    def battle(attacker: str) -> Table:
        return Table(
            {
                "step": "main",
                "active": "B",
                "priority": "A",
                "stage": "target",
                "pile": [{"B": f"strike with {attacker} against Talayna"}],
                "A": field({"Talayna": {"cell": "C1", "attached": ["Scepter of Power"]}}),
                "B": field({attacker: {"cell": "C1'"}}),
            }
        )

    assert battle("Troll").why("use block of Scepter of Power", 0).legal
    assert not battle("Blunt-Snout").why("use block of Scepter of Power", 0).legal
