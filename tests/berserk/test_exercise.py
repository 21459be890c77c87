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


#: what an ability needs beside the usual crowd: of the card itself, its bearer, both squads
CLOSED_BEARER = {"closed": True}
NEEDS: dict[str, dict[str, Any]] = {
    "Bjersard": {"bearer": "Theodoric", "borne": CLOSED_BEARER},
    "Needle of Darkness": {"bearer": "Slua Witch", "borne": CLOSED_BEARER},
    "Mantle of Toa-Dan": {"bearer": "Alharis"},
    "Scepter of Power": {"bearer": "Talayna"},
    "Helgat": {"own": {"attached": ["Great Axe"]}},
    "Orc Veteran": {"mine": [{"Kappa": {"cell": "B1", "attached": ["Dwarven Mail"]}}]},
    "Ost": {"active": "A", "pile": [{"A": "strike with Ice Imp against Remover"}]},
    "Dwarf King (2023)": {
        "mine": [{"Hirdman": {"cell": "D1"}}],
        "theirs": [{"Void Mage": {"cell": "D1'"}}],
        "pile": [{"B": "use discharge of Void Mage targeting Leshy"}],
    },
    "Demon of Envy": {"theirs": [{"Void Mage": {"cell": "B1'"}}, {"Kelem": {"cell": "D1'"}}]},
}


def somewhere(name: str, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two squads with the card in the first, so placed that its ability has something to do."""
    face, needs = LIBRARY[name], NEEDS.get(name, {})
    mine: list[Any] = [
        {"Leshy": {"cell": "D2", "wounds": 2}},
        {"Scout of Akkenia": {"cell": "E3", "closed": True}},
        {"Pool Maiden": {"cell": "A3", "wounds": 1}},
        {"Unniya": {"cell": "B3"}},
        {"Eyvdall": {"cell": "C3"}},
        {"Archer of Dzar": {"cell": "D3"}},
        {"Snigl": {"cell": "E2"}},
        {"Ice Imp": {"cell": "A2"}},
        *needs.get("mine", []),
    ]
    first: dict[str, Any] = {
        "field": mine,
        "deck": ["Dwarven Mail", "Iron Hills", "Nomad", "Potion of Foresight"],
        "graveyard": ["Slinger"],
    }
    own = {name: {"tokens": 3, "as": "It", **needs.get("own", {})}}
    if LIBRARY[name].sheet.abilities[number].name == "rage":
        own[name]["closed"] = True
    if face.type == "equipment":
        bearer = needs.get("bearer", "Kappa")
        mine.append({bearer: {"cell": "C1", "attached": [own], **needs.get("borne", {})}})
    elif face.type == "terrain":
        first["auxiliary zone"] = [own]
    elif face.subtype == "flyer":
        own[name]["wounds"] = 1
        first["additional zone"] = [own]
    else:
        own[name].update(cell="C1", **({"wounds": 1} if face.life > 1 else {}))
        mine.append(own)
    theirs: list[Any] = [
        {"Troll": {"cell": "C1'", "wounds": 8, "attached": ["Great Axe"]}},
        {"Remover": {"cell": "A1"}},
        {"Deadman": {"cell": "A3'"}},
        *needs.get("theirs", []),
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
    first, second = somewhere(name, number)
    position: dict[str, Any] = {"step": "main", "A": first, "B": second}
    if ability.moment:
        needs = NEEDS.get(name, {})
        struck = needs.get("bearer", "Kappa") if LIBRARY[name].type == "equipment" else "It"
        pile = needs.get("pile", [{"B": f"strike with Troll against {struck}"}])
        moment = {"active": needs.get("active", "B"), "priority": "A", "stage": ability.moment}
        position.update(moment, pile=pile)
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
