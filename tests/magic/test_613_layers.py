"""Characteristics: layers, timestamps, dependency (CR 613)."""

import pytest
from tests.magic.table import Table, main_phase

from cardlaw.kernel.rulebook import Recorder


def static(name: str, affects: dict[str, object], *gives: dict[str, object]) -> dict[str, object]:
    """An enchantment with one static ability."""
    return {
        "name": name,
        "types": ["enchantment"],
        "abilities": [{"ability": "static", "affects": affects, "gives": list(gives)}],
    }


MOON = static(
    "Red Dawn",
    {"types": ["land"], "not_types": ["basic"]},
    {"gives": "become", "kinds": ["Mountain"]},
)
LORD = static(
    "Knighthood",
    {"types": ["creature"], "kinds": ["Knight"]},
    {"gives": "get", "value": "both", "amount": 1},
)
KNIGHTS = static(
    "Accolade",
    {"types": ["creature"]},
    {"gives": "gain", "kinds": ["Knight"], "keywords": ["haste"]},
)


@pytest.mark.rule("CR 613.8")
def test_613_8_an_older_ability_that_is_taken_away_waits_and_is_gone() -> None:
    table = Table(main_phase(["Tempered Sliver", "Humility"]))
    assert table.value("Tempered Sliver", "abilities") == ()


@pytest.mark.rule("CR 613.8")
def test_613_8_what_applies_to_lands_waits_for_what_makes_lands() -> None:
    """The older effect would miss the enchanted sword; it depends on the newer one."""
    green = static(
        "Verdure",
        {"kinds": ["Forest"]},
        {"gives": "become", "types": ["creature"], "add": True},
        {"gives": "set", "value": "both", "amount": 2},
    )
    table = Table(
        main_phase(
            [
                "Verdure",
                {"Bonesplitter": {"attached": ["Song of the Dryads"]}},
            ]
        ),
        [green],
    )
    assert table.value("Bonesplitter", "creature") is True


@pytest.mark.rule("CR 305.7")
def test_305_7_a_land_that_is_set_loses_its_own_abilities() -> None:
    table = Table(main_phase(["Mutavault", "Red Dawn"]), [MOON])
    assert table.value("Mutavault", "subtypes") == ("Mountain",)
    assert ("tap", table.object("Mutavault"), "R") in table.game.legal
    assert ("tap", table.object("Mutavault"), "C") not in table.game.legal


@pytest.mark.rule("CR 613.1d")
@pytest.mark.rule("CR 613.4c")
def test_613_1d_types_come_before_power() -> None:
    table = Table(main_phase(["Knighthood", "Grizzly Bears", "Accolade"]), [LORD, KNIGHTS])
    assert table.value("Grizzly Bears", "power") == 3
    assert table.value("Grizzly Bears", "haste") is True


@pytest.mark.rule("CR 613.6")
def test_613_6_an_effect_that_has_begun_goes_on() -> None:
    """The machines are creatures in layer 4, and so no longer noncreature in layer 7b."""
    table = Table(main_phase(["March of the Machines", "Loxodon Warhammer"]))
    assert table.value("Loxodon Warhammer", "power") == 3
    assert table.value("Loxodon Warhammer", "toughness") == 3


@pytest.mark.rule("CR 613.4d")
def test_613_4d_switching_comes_last() -> None:
    table = Table(
        main_phase(
            [{"Hill Giant": {"attached": ["Bonesplitter"], "until end of turn": ["switched"]}}]
        )
    )
    assert (table.value("Hill Giant", "power"), table.value("Hill Giant", "toughness")) == (3, 5)


@pytest.mark.rule("CR 208.3")
def test_208_3_a_noncreature_has_no_power() -> None:
    table = Table(main_phase(["Bonesplitter"]))
    assert table.value("Bonesplitter", "power") is None


@pytest.mark.rule("CR 613.1")
def test_613_1_every_step_of_a_value_is_noted() -> None:
    table = Table(
        main_phase([{"Grizzly Bears": {"attached": ["Bonesplitter"], "counters": {"+1/+1": "2"}}}])
    )
    recorder = Recorder()
    table.game.book.compute(table.game.state, recorder)
    steps = recorder.of(table.object("Grizzly Bears"), "power")
    assert [(note.before, note.after) for note in steps] == [(2, 4), (4, 6)]
    assert {note.rule for note in steps} == {"CR 613.4c"}
