"""The turn, combat, mana and the stack (CR 106, 117, 500 to 514, 601)."""

import pytest
from tests.magic.table import Table, main_phase

from cardlaw.rulebooks.magic.mana import Source, parse_mana, pay_with, payments


def forests(number: int) -> list[Source]:
    return [Source(n, ("G",), ("Forest",)) for n in range(1, number + 1)]


@pytest.mark.rule("CR 107.4a")
def test_107_4a_coloured_mana_needs_its_colour() -> None:
    assert list(payments(parse_mana("{1}{R}"), (0,) * 6, forests(3))) == []
    assert list(payments(parse_mana("{1}{G}"), (0,) * 6, forests(3))) == [(1, 2)]


@pytest.mark.rule("CR 107.4b")
def test_107_4b_generic_mana_is_paid_with_any() -> None:
    mixed = [*forests(1), Source(5, ("R",), ("Mountain",)), Source(6, ("W", "U"), ("Dual",))]
    ways = list(payments(parse_mana("{2}"), (0,) * 6, mixed))
    assert sorted(ways) == [(1, 5), (1, 6), (5, 6)]
    assert pay_with(parse_mana("{U}{U}"), (0,) * 6, mixed) is None


@pytest.mark.rule("CR 106.4")
def test_106_4_what_is_left_of_two_mana_stays_in_the_pool() -> None:
    table = Table(main_phase(["Sol Ring", "Grizzly Bears", "Bonesplitter"]))
    table.do("equip Bonesplitter to Grizzly Bears")
    assert table.game.book.property_of_player(table.game.state, 0, "mana") == "{C}"


@pytest.mark.rule("CR 703.4q")
def test_703_4q_unspent_mana_is_lost_with_the_step() -> None:
    table = Table(main_phase(["Forest"], a={"mana": "{G}"}))
    table.passes()
    assert table.game.book.property_of_player(table.game.state, 0, "mana") is None


@pytest.mark.rule("CR 117.3c")
def test_117_3c_whoever_acts_keeps_priority() -> None:
    table = Table(main_phase(["Mountain"], a={"hand": ["Lightning Bolt"]}))
    table.do("cast Lightning Bolt targeting B")
    assert table.game.to_act == 0
    table.passes()
    assert table.life(1) == 17


@pytest.mark.rule("CR 510.4")
@pytest.mark.rule("CR 702.4b")
def test_510_4_double_strike_deals_damage_twice() -> None:
    doc = {
        "active": "A",
        "step": "declare blockers",
        "A": {"battlefield": [{"Kor Duelist": {"attacking": "yes", "attached": ["Shuko"]}}]},
        "B": {"battlefield": []},
    }
    table = Table(doc)
    table.passes()
    assert table.life(1) == 18
    table.passes()
    assert table.life(1) == 16


@pytest.mark.rule("CR 702.19b")
def test_702_19b_trample_passes_on_what_is_more_than_lethal() -> None:
    doc = {
        "active": "A",
        "step": "declare blockers",
        "A": {"battlefield": [{"Colossal Dreadmaw": {"attacking": "yes"}}]},
        "B": {"battlefield": [{"Grizzly Bears": {"blocking": "Colossal Dreadmaw"}}]},
    }
    table = Table(doc)
    table.passes()
    options = list(table.game.legal)
    assert options[0] == (2,) and options[-1] == (6,)
    table.do("assign 2")
    assert table.life(1) == 16
    assert table.zone("Grizzly Bears") == "graveyard"


@pytest.mark.rule("CR 510.1c")
def test_510_1c_damage_is_divided_among_several_blockers() -> None:
    doc = {
        "active": "A",
        "step": "declare blockers",
        "A": {"battlefield": [{"Hill Giant": {"attacking": "yes"}}]},
        "B": {
            "battlefield": [
                {"Grizzly Bears": {"blocking": "Hill Giant"}},
                {"Elite Vanguard": {"blocking": "Hill Giant"}},
            ]
        },
    }
    table = Table(doc)
    table.passes()
    table.do("assign 2")
    assert table.zone("Grizzly Bears") == "graveyard"
    assert table.zone("Elite Vanguard") == "graveyard"


@pytest.mark.rule("CR 508.1d")
def test_508_1d_what_must_attack_attacks() -> None:
    doc = {
        "active": "A",
        "step": "declare attackers",
        "A": {"battlefield": ["Juggernaut", "Grizzly Bears"]},
        "B": {"battlefield": []},
    }
    table = Table(doc)
    assert table.codes("attack with Grizzly Bears with nobody else") == ["must-attack"]
    table.do("attack with Juggernaut")
    assert table.value("Juggernaut", "attacking") is True


@pytest.mark.rule("CR 514.2")
def test_514_2_damage_and_effects_wear_off_together() -> None:
    doc = main_phase(
        [{"Hill Giant": {"damage": "4", "until end of turn": ["+0/+2"]}}],
        step="end",
        b={"library": ["Forest", "Forest"]},
    )
    table = Table(doc)
    table.passes()
    assert table.zone("Hill Giant") == "battlefield"
    assert table.value("Hill Giant", "damage") == 0


@pytest.mark.rule("CR 704.5b")
def test_704_5b_drawing_from_an_empty_library_loses() -> None:
    table = Table({**main_phase([]), "turn": "4", "step": "upkeep"})
    table.passes()
    assert table.game.over
    assert table.game.book.property_of_game(table.game.state, "winner") == "B"


@pytest.mark.rule("CR 104.4b")
def test_104_4b_a_loop_that_nobody_can_stop_is_a_draw() -> None:
    flicker = {
        "name": "Endless Mirror",
        "types": ["artifact"],
        "abilities": [
            {
                "ability": "triggered",
                "on": [{"event": "becomes tapped", "what": {"who": "self"}}],
                "do": [
                    {"do": "state", "what": {"who": "self"}, "state": "tapped", "on": False},
                    {"do": "state", "what": {"who": "self"}, "state": "tapped"},
                ],
            },
            {
                "ability": "activated",
                "cost": {"exhaust": True},
                "do": [{"do": "draw", "amount": 0}],
            },
        ],
    }
    table = Table(main_phase(["Endless Mirror"]), [flicker])
    table.do("activate Endless Mirror")
    for _ in range(600):
        if table.game.over:
            break
        table.do("pass")
    assert table.game.over
    assert table.game.book.property_of_game(table.game.state, "drawn") is True
