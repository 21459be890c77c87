"""Every playable ability of the shipped cards is used once and changes something."""

from typing import Any

import pytest
from tests.berserk.table import Table

from cardlaw.kernel.because import events
from cardlaw.rulebooks.berserk import BOOK

LIBRARY = BOOK.library()
CHANGES = {
    "wounded", "healed", "died", "token gained", "poisoned", "changed", "control changed",
    "equipped", "summoned", "moved", "placed", "opened", "returned to deck", "blocked",
    "redirected",
}  # fmt: skip
ABILITIES = [(name, n) for name, face in LIBRARY.items() for n in face.sheet.playables]


def somewhere(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two squads with the card in the first, so placed that its ability has something to do."""
    face = LIBRARY[name]
    mine: list[Any] = [
        {"Leshy": {"cell": "D2", "wounds": 2}},
        {"Scout of Akkenia": {"cell": "E3", "closed": True}},
    ]
    first: dict[str, Any] = {"field": mine, "deck": ["Dwarven Mail", "Iron Hills", "Nomad"]}
    own = {name: {"tokens": 3, "as": "It"}}
    if face.type == "equipment":
        mine.append({"Kappa": {"cell": "C1", "attached": [own]}})
    elif face.type == "terrain":
        first["auxiliary zone"] = [own]
    else:
        own[name].update(cell="C1", **({"wounds": 1} if face.life > 1 else {}))
        mine.append(own)
    theirs: list[Any] = [
        {"Troll": {"cell": "C1'", "wounds": 8, "attached": ["Great Axe"]}},
        {"Remover": {"cell": "A1"}},
    ]
    second: dict[str, Any] = {
        "field": theirs,
        "auxiliary zone": ["Windy Barrow"],
        "additional zone": [{"Darki": {"wounds": 1}}],
    }
    return first, second


@pytest.mark.parametrize(("name", "number"), ABILITIES, ids=str)
def test_the_ability_changes_something(name: str, number: int) -> None:
    ability = LIBRARY[name].sheet.abilities[number]
    first, second = somewhere(name)
    position: dict[str, Any] = {"step": "main", "A": first, "B": second}
    if ability.moment:
        struck = "Kappa" if LIBRARY[name].type == "equipment" else "It"
        moment = {"active": "B", "priority": "A", "stage": ability.moment}
        position.update(moment, pile=[{"B": f"strike with Troll against {struck}"}])
    if name == "Orcish Yataghan":
        kappa = next(entry["Kappa"] for entry in first["field"] if "Kappa" in entry)
        kappa["until end of turn"] = ["class Orc"]
    table = Table(position)
    game, source = table.game, table.object("It")
    option = ("use", source, number)
    assert option in game.space(), f"{ability.name} of {name} is not offered"
    before = len(events(game))
    game.push(option)
    while game.choice is not None and game.choice.kind in ("part", "card", "target", "cell"):
        game.push(next(iter(game.space())))
    for _ in range(40):
        told = {event.kind for event in events(game)[before:]}
        if told & CHANGES or game.choice is None:
            break
        options = list(game.space())
        game.push(("pass",) if ("pass",) in options else options[0])
    assert told & CHANGES, f"{ability.name} of {name} changed nothing"
