"""State-based actions that happen at once (CR 704)."""

import pytest
from tests.magic.table import Table, main_phase

MOURNER = {
    "name": "Mourner",
    "types": ["artifact"],
    "abilities": [
        {
            "ability": "triggered",
            "on": [{"event": "dies", "what": {"types": ["creature"], "not_types": ["legendary"]}}],
            "do": [
                {
                    "do": "points",
                    "kind": "life",
                    "amount": {"amount": "value", "what": "power", "of": {"who": "it"}},
                }
            ],
        }
    ],
}
CAPTAIN = {
    "name": "Captain",
    "types": ["creature"],
    "supertypes": ["legendary"],
    "power": 2,
    "toughness": 2,
    "abilities": [
        {
            "ability": "static",
            "affects": {"who": "other", "types": ["creature"], "controller": "you"},
            "gives": [{"gives": "get", "value": "power", "amount": 3}],
        }
    ],
}


@pytest.mark.rule("CR 704.8")
@pytest.mark.rule("CR 608.2h")
def test_704_8_what_dies_together_is_remembered_as_it_was_before() -> None:
    """The bears had power 5 as they died, although the captain died with them."""
    table = Table(
        main_phase(
            ["Mourner", "Captain", "Grizzly Bears", *["Plains"] * 4], a={"hand": ["Wrath of God"]}
        ),
        [MOURNER, CAPTAIN],
    )
    table.do("cast Wrath of God")
    table.passes(2)
    assert table.life(0) == 25
