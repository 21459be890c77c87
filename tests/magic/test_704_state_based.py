"""State-based actions that happen at once (CR 704)."""

import pytest
from tests.magic.table import Table, main_phase

from cardlaw.kernel.record import from_json, load_position, position, to_json
from cardlaw.notation.board import laid_out

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


USURP = {
    "name": "Usurp",
    "types": ["sorcery"],
    "cost": "{0}",
    "abilities": [
        {
            "ability": "spell",
            "targets": [{"select": {"types": ["creature"]}}],
            "do": [
                {"do": "destroy", "what": {"who": "target"}},
                {"do": "move", "what": {"zone": "graveyard", "owner": "you"}, "to": "battlefield"},
            ],
        }
    ],
}


@pytest.mark.rule("CR 704.3")
@pytest.mark.rule("CR 704.5j")
def test_704_3_what_has_lost_its_bearer_waits_for_the_choice_of_the_legend_rule() -> None:
    """A game can be stored and shown in between, when nothing has come off yet."""
    table = Table(
        main_phase(
            ["Captain", {"Wind Drake": {"attached": ["Bonesplitter"]}}],
            a={"hand": ["Usurp"], "graveyard": ["Captain"]},
        ),
        [CAPTAIN, USURP],
    )
    table.do("cast Usurp targeting Wind Drake", "pass", "pass")
    assert table.game.choice is not None and table.game.choice.kind == "legend"
    blade = table.object("Bonesplitter")
    assert blade in laid_out(table.game.state, "battlefield", 0)
    raw = to_json(position(table.game))
    again = load_position(table.game.book, from_json(raw))
    assert to_json(position(again)) == raw
    again.push(next(iter(again.space())))
    assert blade not in again.state.host
