"""Positions that the game forbids: each fault is named, all of them at once."""

from typing import Any

import pytest
from tests.magic.table import Table

from cardlaw.kernel.setup import Fault

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("unknown-zone", {"A": {"bench": ["Grizzly Bears"]}}),
    ("unknown-field", {"A": {"battlefield": [{"Grizzly Bears": {"asleep": "yes"}}]}}),
    ("unknown-field", {"A": {"hand": [{"Grizzly Bears": {"tapped": "yes"}}]}}),
    ("unknown-step", {"step": "recruit"}),
    ("unknown-word", {"weather": "fair"}),
    ("unknown-player-word", {"A": {"endurance": "50"}}),
    ("no-player", {"active": "C"}),
    ("no-number", {"A": {"life": "many"}}),
    ("no-truth", {"A": {"battlefield": [{"Grizzly Bears": {"tapped": "perhaps"}}]}}),
    ("too-small", {"turn": "0"}),
    ("too-small", {"A": {"battlefield": [{"Grizzly Bears": {"damage": "-1"}}]}}),
    ("no-mana", {"A": {"mana": "lots"}}),
    ("no-counters", {"A": {"battlefield": [{"Grizzly Bears": {"counters": "two"}}]}}),
    ("no-permanent", {"A": {"battlefield": ["Lightning Bolt"]}}),
    ("whose-permanent", {"battlefield": ["Grizzly Bears"]}),
    ("token-elsewhere", {"A": {"hand": ["Rebel Token"]}}),
    ("attached-elsewhere", {"A": {"hand": [{"Grizzly Bears": {"attached": ["Shuko"]}}]}}),
    (
        "attached-no-attachment",
        {"A": {"battlefield": [{"Grizzly Bears": {"attached": ["Sol Ring"]}}]}},
    ),
    (
        "attached-bearer-no-creature",
        {"A": {"battlefield": [{"Sol Ring": {"attached": ["Shuko"]}}]}},
    ),
    (
        "attached-bearer-no-land",
        {"A": {"battlefield": [{"Sol Ring": {"attached": ["Darksteel Garrison"]}}]}},
    ),
    ("attached-cannot-enchant", {"A": {"battlefield": [{"Sol Ring": {"attached": ["Pacifism"]}}]}}),
    (
        "attached-bearer-protected",
        {"A": {"battlefield": [{"Guardian of the Guildpact": {"attached": ["Pacifism"]}}]}},
    ),
    (
        "attached-only-to-others",
        {"A": {"battlefield": [{"Grizzly Bears": {"attached": ["Gate Smasher"]}}]}},
    ),
    ("attacking-outside-combat", {"A": {"battlefield": [{"Grizzly Bears": {"attacking": "yes"}}]}}),
    (
        "attacker-not-active",
        {
            "step": "declare blockers",
            "B": {"battlefield": [{"Grizzly Bears": {"attacking": "yes"}}]},
        },
    ),
    (
        "blocks-nobody",
        {
            "step": "declare blockers",
            "B": {"battlefield": [{"Grizzly Bears": {"blocking": "Hill Giant"}}]},
        },
    ),
    ("passed-and-priority", {"priority": "A", "passed": ["A"]}),
    (
        "unknown-modifier",
        {"A": {"battlefield": [{"Grizzly Bears": {"until end of turn": ["grows a little"]}}]}},
    ),
]


@pytest.mark.parametrize(
    ("code", "position"), FAULTS, ids=[f"{n}-{f[0]}" for n, f in enumerate(FAULTS)]
)
def test_a_forbidden_position_is_named(code: str, position: dict[str, Any]) -> None:
    with pytest.raises(Fault) as error:
        Table({"active": "A", "step": "main", **position})
    assert code in [fault.code for fault in (error.value, *error.value.more)]
    assert error.value.text.endswith(".")


def test_all_faults_of_a_position_are_told() -> None:
    position = {"step": "recruit", "weather": "fair", "A": {"life": "many", "bench": ["Shuko"]}}
    with pytest.raises(Fault) as error:
        Table(position)
    codes = {fault.code for fault in (error.value, *error.value.more)}
    assert codes == {"unknown-step", "unknown-word", "no-number", "unknown-zone"}


def test_a_whole_position_is_set_up() -> None:
    table = Table(
        {
            "turn": "7",
            "active": "B",
            "step": "declare blockers",
            "priority": "A",
            "passed": ["B"],
            "A": {
                "life": "12",
                "mana": "{G}{G}",
                "battlefield": [{"Grizzly Bears": {"blocking": "Hill Giant", "damage": "1"}}],
                "graveyard": ["Shuko"],
                "exile": ["Forest"],
            },
            "B": {
                "battlefield": [{"Hill Giant": {"attacking": "yes", "tapped": "yes"}}],
                "hand": ["Murder"],
            },
        }
    )
    assert table.game.to_act == 0
    assert table.life(0) == 12
    assert table.value("Hill Giant", "blocked") is True
    table.do("pass")
    assert table.zone("Grizzly Bears") == "graveyard"
