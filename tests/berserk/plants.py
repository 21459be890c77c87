"""Faults to be planted into good lines, one by one and in pairs, with the breach of each.

A scene is a position and a line that is legal in it. A plant spoils one aspect; plants of different
aspects go together unless one names the other's aspect among those that it hides.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any, NamedTuple

from tests.berserk.table import Position, Table, creature

TEND = {
    "ability": "playable", "name": "tend", "fast": True,
    "targets": [{"select": {"types": ["creature"]}}],
    "do": [{"do": "counters", "what": {"who": "target"}, "kind": "token"}],
}  # fmt: skip
SHOT = {
    "ability": "playable", "name": "shot", "kind": "shot", "strength": [1, 1, 1], "range": 2,
    "limit": 1, "cost": {"exhaust": True, "remove_counters": "token", "counters": 2},
    "targets": [{"select": {"controller": "opponent"}}],
    "when": [{"if": "exists", "what": {"named": "Beacon"}}],
}  # fmt: skip
CARDS: list[Position] = [
    creature("Nurse", abilities=[TEND]),
    creature("Beacon"),
    creature("Striker", classes=["Troll"]),
    creature("Walker", classes=["Troll"]),
    creature("Archer", abilities=[SHOT]),
    creature("Mark", classes=["Troll"]),
    creature("Friend"),
    creature("Soarer", subtype="flyer", movement=0),
    creature("Leech", subtype="symbiote", movement=0, classes=["Troll"]),
    creature("Guard"),
    creature("Bearer", classes=["Troll"]),
    creature("Spare One", classes=["Dwarf"]),
    creature("Spare Two", classes=["Dwarf"]),
    creature("Wild Beast"),
    creature(
        "Ghost", classes=["Undead"], abilities=[{"ability": "keyword", "name": "incorporeal"}],
    ),
    creature(
        "Bare Hands", classes=["Troll"],
        abilities=[{"ability": "static", "affects": {"who": "self"},
                    "gives": [{"gives": "forbid", "what": "bear"}]}],
    ),
    creature("Straight Striker", abilities=[{"ability": "keyword", "name": "directed strike"}]),
    {"name": "Idol", "type": "artifact", "life": 6},
    {"name": "Axe", "type": "equipment", "classes": ["weapon"]},
    {"name": "Other Axe", "type": "equipment", "classes": ["weapon"]},
    {"name": "Spare Ring", "type": "equipment", "classes": ["potion"]},
    {
        "name": "Elven Axe", "type": "equipment", "classes": ["weapon"],
        "abilities": [{"ability": "keyword", "name": "only for", "select": {"kinds": ["Elf"]}}],
    },
    {
        "name": "Chains", "type": "equipment", "classes": ["armor"],
        "abilities": [{"ability": "static", "affects": {"who": "self"},
                       "gives": [{"gives": "forbid", "what": "enter enemy half"}]}],
    },
    {"name": "Barrow", "type": "terrain", "cost": 2},
    {"name": "Second Barrow", "type": "terrain", "cost": 2},
    creature("Wolf", element="forest"),
    creature("Lone Wolf", element="forest", unique=True),
    creature("Golden Wolf", element="forest", crystal="gold", cost=9),
    creature("Great Eagle", element="forest", subtype="flyer", cost=16, movement=0),
]  # fmt: skip


class Scene:
    """A position and the line that is asked about, by one player."""

    def __init__(self, position: Position, line: str, player: int = 0) -> None:
        self.position = deepcopy(position)
        self.line = line
        self.player = player

    def copy(self) -> "Scene":
        return Scene(self.position, self.line, self.player)

    def find(self, name: str) -> dict[str, Any]:
        """The fields of a card, wherever it is."""
        for player in ("A", "B"):
            for zone in self.position[player].values():
                for entry in zone if isinstance(zone, list) else ():
                    if isinstance(entry, dict) and name in entry:
                        fields: dict[str, Any] = entry[name]
                        return fields
        raise KeyError(name)

    def take(self, name: str) -> dict[str, Any]:
        """Remove a card from the position; its fields."""
        for player in ("A", "B"):
            for zone in self.position[player].values():
                for entry in list(zone) if isinstance(zone, list) else ():
                    if isinstance(entry, dict) and name in entry:
                        zone.remove(entry)
                        fields: dict[str, Any] = entry[name]
                        return fields
        raise KeyError(name)

    def put(self, player: str, zone: str, name: str, **fields: Any) -> None:
        self.position[player].setdefault(zone, []).append({name: fields})

    def swap(self, name: str, other: str) -> None:
        """Replace a card by another, in the line too."""
        fields = self.find(name)
        for player in ("A", "B"):
            for zone in self.position[player].values():
                for entry in zone if isinstance(zone, list) else ():
                    if isinstance(entry, dict) and entry.get(name) is fields:
                        entry[other] = entry.pop(name)
        self.line = self.line.replace(name, other)

    def move(self, name: str, player: str, zone: str, **fields: Any) -> None:
        old = self.take(name)
        kept = {k: v for k, v in old.items() if k not in ("cell", "attached")}
        self.put(player, zone, name, **{**kept, **fields})

    def table(self) -> Table:
        return Table(self.position, CARDS)

    def codes(self) -> list[str]:
        return self.table().codes(self.line, self.player)


def battle(**more: Any) -> Position:
    """The main phase of A; each player has a nurse who can always do something."""
    position: Position = {
        "step": "main",
        "active": "A",
        "priority": "A",
        "A": {"field": [{"Nurse": {"cell": "A3", "as": "My Nurse"}}], "auxiliary zone": []},
        "B": {"field": [{"Nurse": {"cell": "E3'", "as": "Their Nurse"}}], "auxiliary zone": []},
    }
    for player in ("A", "B"):
        position[player]["field"] += more.get(player, [])
    return position


SCENES: dict[str, Scene] = {
    "strike": Scene(
        battle(A=[{"Striker": {"cell": "C1"}}], B=[{"Mark": {"cell": "C1'"}}]),
        "strike with Striker against Mark",
    ),
    "move": Scene(battle(A=[{"Walker": {"cell": "C1"}}]), "move Walker to C1'"),
    "use": Scene(
        battle(
            A=[{"Archer": {"cell": "C1", "tokens": 2}}, {"Beacon": {"cell": "E3"}}],
            B=[{"Mark": {"cell": "C2'"}}],
        ),
        "use shot of Archer targeting Mark",
    ),
    "defend": Scene(
        {
            **battle(
                A=[{"Striker": {"cell": "C1"}}],
                B=[{"Mark": {"cell": "C1'"}}, {"Guard": {"cell": "B1'"}}],
            ),
            "priority": "B",
            "passed": ["A"],
            "stage": "target",
            "pile": [{"A": "strike with Striker against Mark"}],
        },
        "defend with Guard",
        1,
    ),
    "equip": Scene(
        {
            "step": "reveal",
            "active": "A",
            "A": {
                "field": [
                    {"Bearer": {"cell": "B1"}},
                    {"Spare One": {"cell": "C1"}},
                    {"Spare Two": {"cell": "D1"}},
                    {"Spare Ring": {"cell": "D3"}},
                    {"Axe": {"cell": "C3"}},
                ]
            },
            "B": {"field": [{"Beacon": {"cell": "C1'"}}]},
        },
        "equip Axe to Bearer",
    ),
    "take": Scene(
        {
            "step": "recruitment",
            "active": "A",
            "A": {"gold": 9, "silver": 10, "deal": [{"Wolf": {}}], "recruitment": []},
            "B": {},
        },
        "take Wolf",
    ),
    "place": Scene(
        {
            "step": "deployment",
            "active": "A",
            "A": {"recruitment": [{"Wolf": {}}, {"Beacon": {}}], "field": []},
            "B": {"recruitment": [{"Mark": {}}]},
        },
        "place Wolf at B1",
    ),
}


class Plant(NamedTuple):
    """A fault: its scene, its breach, the aspect that it spoils, the aspects that it hides."""

    scene: str
    code: str
    aspect: str
    spoil: Callable[[Scene], None]
    hides: tuple[str, ...] = ()


def field(name: str, **fields: Any) -> Callable[[Scene], None]:
    return lambda scene: scene.find(name).update(fields)


def word(**words: Any) -> Callable[[Scene], None]:
    return lambda scene: scene.position.update(words)


def player_word(player: str, **words: Any) -> Callable[[Scene], None]:
    return lambda scene: scene.position[player].update(words)


def taken(name: str) -> Callable[[Scene], None]:
    """A fault: a card is gone."""

    def plant(scene: Scene) -> None:
        scene.take(name)

    return plant


def swap(name: str, other: str) -> Callable[[Scene], None]:
    return lambda scene: scene.swap(name, other)


def line(old: str, new: str) -> Callable[[Scene], None]:
    def spoil(scene: Scene) -> None:
        scene.line = scene.line.replace(old, new)

    return spoil


def moved(name: str, player: str, zone: str, **fields: Any) -> Callable[[Scene], None]:
    return lambda scene: scene.move(name, player, zone, **fields)


def added(player: str, zone: str, name: str, **fields: Any) -> Callable[[Scene], None]:
    return lambda scene: scene.put(player, zone, name, **fields)


def both(*spoils: Callable[[Scene], None]) -> Callable[[Scene], None]:
    def spoil(scene: Scene) -> None:
        for each in spoils:
            each(scene)

    return spoil


FOREIGN_TURN = word(active="B", priority="A")
FINAL = word(step="final")
BUSY = word(pile=[{"B": "use tend of Their Nurse targeting Their Nurse"}])


def timing(scene: str) -> list[Plant]:
    return [
        Plant(scene, "not-your-turn", "turn", FOREIGN_TURN),
        Plant(scene, "not-main-phase", "step", FINAL),
        Plant(scene, "stack-not-empty", "stack", BUSY),
    ]


def banned(name: str, what: str) -> Callable[[Scene], None]:
    return field(name, **{"until end of turn": [f"cannot {what}"]})


OWN = ("open", "allowed", "moves")
PLANTS: list[Plant] = [
    *timing("strike"),
    Plant("strike", "closed", "open", field("Striker", closed=True)),
    Plant("strike", "forbidden", "allowed", banned("Striker", "strike")),
    Plant("strike", "not-adjacent", "target", field("Mark", cell="A3'")),
    Plant("strike", "target-is-equipment", "target",
          both(field("Mark", attached=["Axe"]), line("Mark", "Axe"))),
    Plant("strike", "target-is-terrain", "target",
          both(added("B", "auxiliary zone", "Barrow"), line("Mark", "Barrow"))),
    Plant("strike", "flyer-out-of-reach", "target",
          both(added("B", "additional zone", "Soarer"), line("Mark", "Soarer"))),
    Plant("strike", "artifact-cannot-strike", "who", swap("Striker", "Idol"), OWN),
    Plant("strike", "not-yours", "who",
          both(moved("Striker", "B", "field", cell="C1")), OWN),
    Plant("strike", "not-in-battle", "who", moved("Striker", "A", "graveyard"),
          (*OWN, "target")),
    *timing("move"),
    Plant("move", "closed", "open", field("Walker", closed=True)),
    Plant("move", "no-movement-left", "moves", field("Walker", moved=2)),
    Plant("move", "forbidden", "allowed", banned("Walker", "move")),
    Plant("move", "cell-forbidden", "cell ban", field("Walker", attached=["Chains"])),
    Plant("move", "cell-occupied", "cell", added("B", "field", "Mark", cell="C1'")),
    Plant("move", "not-a-step", "step to", field("Walker", cell="C2")),
    Plant("move", "artifact-cannot-move", "who", swap("Walker", "Idol"),
          (*OWN, "cell ban")),
    Plant("move", "not-yours", "who", moved("Walker", "B", "field", cell="C1"),
          (*OWN, "cell ban", "step to")),
    *timing("use"),
    Plant("use", "closed", "open", field("Archer", closed=True)),
    Plant("use", "too-few-tokens", "tokens", field("Archer", tokens=1)),
    Plant("use", "used-up", "used", field("Archer", used=["shot"])),
    Plant("use", "ability-lost", "lost",
          field("Archer", **{"until end of turn": ["no abilities"]})),
    Plant("use", "condition-fails", "condition", taken("Beacon")),
    Plant("use", "out-of-range", "range", field("Mark", cell="A3'")),
    Plant("use", "target-does-not-fit", "target",
          both(added("A", "field", "Friend", cell="D1"), line("Mark", "Friend")), ("range",)),
    Plant("use", "target-is-equipment", "target",
          both(field("Mark", attached=["Axe"]), line("Mark", "Axe")), ("range",)),
    Plant("use", "target-is-terrain", "target",
          both(added("B", "auxiliary zone", "Barrow"), line("Mark", "Barrow")), ("range",)),
    Plant("use", "not-yours", "who", moved("Archer", "B", "field", cell="C1"),
          ("turn", "step", "stack", "open", "tokens", "used", "lost", "condition", "range",
           "target")),
    Plant("defend", "closed", "open", field("Guard", closed=True)),
    Plant("defend", "forbidden", "allowed", banned("Guard", "defend")),
    Plant("defend", "not-adjacent-to-both", "place", field("Guard", cell="A3'"), OWN),
    Plant("defend", "directed-strike", "attacker",
          both(swap("Striker", "Straight Striker"),
               word(pile=[{"A": "strike with Straight Striker against Mark"}]))),
    Plant("defend", "too-late-to-defend", "stage", word(stage="protection")),
    Plant("defend", "artifact-cannot-defend", "who", swap("Guard", "Idol"),
          (*OWN, "place")),
    Plant("defend", "not-yours", "who", moved("Guard", "A", "field", cell="B1"),
          (*OWN, "place")),
    Plant("equip", "no-class", "class", swap("Bearer", "Wild Beast"), ("bearer",)),
    Plant("equip", "symbiote-bears-nothing", "bearer", swap("Bearer", "Leech"), ("class", "room")),
    Plant("equip", "incorporeal-bears-nothing", "bearer", swap("Bearer", "Ghost"),
          ("class", "room")),
    Plant("equip", "not-a-creature", "bearer", swap("Bearer", "Idol"), ("class", "text", "room")),
    Plant("equip", "bears-no-such-thing", "bearer", swap("Bearer", "Bare Hands"),
          ("class", "room")),
    Plant("equip", "bearer-restricted", "text", swap("Axe", "Elven Axe")),
    Plant("equip", "class-taken", "room", field("Bearer", attached=["Other Axe"]), ("class",)),
    Plant("take", "squad-full", "squad",
          player_word("A", recruitment=[{"Beacon": {"as": f"Beacon {n}"}} for n in range(15)],
                      gold=90)),
    Plant("take", "unique", "card",
          both(swap("Wolf", "Lone Wolf"),
               lambda scene: scene.position["A"]["recruitment"].append(
                   {"Lone Wolf": {"as": "Old Wolf"}}),
               field("Lone Wolf", **{"as": "New Wolf"}), line("Lone Wolf", "New Wolf")),
          ("squad",)),
    Plant("take", "too-little-gold", "card",
          both(swap("Wolf", "Golden Wolf"), player_word("A", gold=5))),
    Plant("take", "second-terrain", "card",
          both(swap("Wolf", "Second Barrow"),
               lambda scene: scene.position["A"]["recruitment"].append({"Barrow": {}})),
          ("squad",)),
    Plant("take", "flyers-too-dear", "card",
          both(swap("Wolf", "Great Eagle"), player_word("A", silver=40))),
    Plant("place", "outside-deployment-zone", "cell", line("B1", "B1'")),
    Plant("place", "zone-not-full", "cell", line("B1", "A3")),
    Plant("place", "cell-occupied", "cell", added("A", "field", "Friend", cell="B1")),
    Plant("place", "another-is-placed-first", "card", line("Wolf", "Beacon")),
]  # fmt: skip


def planted(*plants: Plant) -> list[str]:
    """The breaches of a scene's line when some faults are planted."""
    scene = SCENES[plants[0].scene].copy()
    for plant in plants:
        plant.spoil(scene)
    return scene.codes()


def pairs() -> Iterator[tuple[Plant, Plant]]:
    """All pairs of faults of one scene that can stand beside each other."""
    for one, two in combinations(PLANTS, 2):
        together = one.scene == two.scene and one.aspect != two.aspect
        if together and two.aspect not in one.hides and one.aspect not in two.hides:
            # a plant that replaces a card comes last, so that the other finds its card
            yield (two, one) if one.aspect in ("who", "bearer", "attacker") else (one, two)
