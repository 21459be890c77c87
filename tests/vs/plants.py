"""Faults to be planted into a good line, one by one and in pairs, with the breach of each.

A scene is a position, a line that is legal in it, and lines that are played first. A plant spoils
one aspect of it. Plants of different aspects go together; ``hides`` names aspects that nobody asks
about any more once the plant is there.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any, NamedTuple

from tests.vs.table import Table

CARDS: list[dict[str, Any]] = [
    {
        "name": "House of Rest", "type": "location", "nonunique": True,
        "text": [{"ability": "activated", "cost": {"exhaust": True},
                  "do": [{"do": "points", "kind": "endurance", "amount": 1}]}],
    },
    {
        "name": "Ban on Gear", "type": "location", "nonunique": True,
        "text": [{"ability": "static", "affects": {"types": ["character"]},
                  "gives": [{"gives": "forbid", "what": "be equipped"}]}],
    },
    {
        "name": "Truce", "type": "location", "nonunique": True,
        "text": [{"ability": "static", "affects": {"types": ["character"], "named": "Striker"},
                  "gives": [{"gives": "forbid", "what": "attack"}]}],
    },
    {
        "name": "Team Car", "type": "equipment", "cost": 1,
        "text": [{"ability": "equip only", "select": {"kinds": ["Gotham Knights"]}}],
    },
    {"name": "Plain Belt", "type": "equipment", "cost": 1},
    {"name": "Worn Belt", "type": "equipment", "cost": 1},
    {"name": "Bearer", "type": "character", "cost": 3, "atk": 4, "def": 4,
     "affiliations": ["Harbor Watch"]},
    {"name": "Striker", "type": "character", "cost": 3, "atk": 4, "def": 4,
     "affiliations": ["Harbor Watch"]},
    {"name": "Nomad", "type": "character", "cost": 1, "atk": 1, "def": 1},
    {"name": "Mark", "type": "character", "cost": 2, "atk": 1, "def": 3},
    {"name": "Shield", "type": "character", "cost": 2, "atk": 1, "def": 3},
    {"name": "Brother", "type": "character", "cost": 2, "atk": 1, "def": 3,
     "affiliations": ["Brotherhood"]},
    {"name": "Cousin", "type": "character", "cost": 2, "atk": 1, "def": 3},
    {"name": "Faithful", "type": "character", "cost": 2, "atk": 1, "def": 3,
     "affiliations": ["Harbor Watch"], "text": [{"ability": "keyword", "name": "loyalty"}]},
    {
        "name": "Engineer", "type": "character", "cost": 2, "atk": 1, "def": 3,
        "text": [{"ability": "activated", "cost": {"exhaust": True, "pay": "1 resource points"},
                  "timing": "recruit step", "limit": 1,
                  "do": [{"do": "draw"}]}],
    },
    {"name": "Stand-in", "type": "character", "cost": 2, "atk": 1, "def": 3,
     "text": [{"ability": "keyword", "name": "substitute"}]},
    {
        "name": "Quiet Theft", "type": "plot twist", "threshold": 2,
        "text": [{
            "ability": "spell",
            "targets": [
                {"select": {"types": ["equipment"]}},
                {"name": "second", "select": {
                    "types": ["character"], "kinds": ["Brotherhood"], "controller": "you",
                    "equipped": False}},
            ],
            "do": [{"do": "attach", "what": {"who": "target"}, "to": {"who": "second"}}],
        }],
    },
    {
        "name": "Barracks", "type": "location", "threshold": 2,
        "text": [],
    },
]  # fmt: skip


class Scene:
    """A position, the line that is asked about, and what is played before."""

    def __init__(self, position: dict[str, Any], line: str) -> None:
        self.position = deepcopy(position)
        self.line = line
        self.before: list[str] = []

    def card(self, player: str, zone: str, name: str) -> dict[str, Any]:
        """The fields of a card in a zone."""
        for entry in self.position[player][zone]:
            if name in entry:
                fields: dict[str, Any] = entry[name]
                return fields
        raise KeyError(name)

    def put(self, player: str, zone: str, name: str, **fields: Any) -> None:
        """Add a card to a zone."""
        self.position[player].setdefault(zone, []).append({name: dict(fields)})

    def take(self, player: str, zone: str, name: str) -> dict[str, Any]:
        """Take a card out of a zone; returns its fields."""
        fields = self.card(player, zone, name)
        self.position[player][zone] = [e for e in self.position[player][zone] if name not in e]
        return fields

    def codes(self) -> list[str]:
        """The breaches of the line, sorted."""
        table = Table(self.position, CARDS)
        table.do(*self.before)
        return table.codes(self.line)


Planting = Callable[[Scene], None]


class Plant(NamedTuple):
    """A fault: the line it spoils, its breach, how it is planted, what it touches and hides."""

    scene: str
    code: str
    plant: Planting
    touches: frozenset[str]
    hides: frozenset[str] = frozenset()


def side(**zones: list[Any]) -> dict[str, Any]:
    """A player's cards: every name with its own fields."""
    return {zone.replace("_", " "): [{name: {}} for name in names] for zone, names in zones.items()}


def _scenes() -> dict[str, Scene]:
    houses: dict[str, Any] = {"resource row": [{"House of Rest": {"face": "up"}}]}
    step = {"turn": "4", "active": "A", "step": "recruit"}
    recruit = {
        **step,
        "A": {
            **houses,
            **side(hand=["Plain Belt"], front_row=["Bearer"]),
            "resource points": "3",
        },
        "B": side(front_row=["Nomad"]),
    }
    character = {
        **step,
        "A": {
            **houses,
            **side(hand=["Faithful"], front_row=["Bearer"]),
            "resource points": "3",
        },
        "B": {},
    }
    attack = {
        **step,
        "step": "attack",
        "A": {**houses, **side(front_row=["Striker", "Bearer"])},
        "B": side(front_row=["Mark"]),
    }
    twist = {
        **step,
        "A": {
            "hand": [{"Quiet Theft": {}}],
            "resource row": [{"House of Rest": {"face": "up"}}, {"Barracks": {}}],
            "front row": [{"Brother": {}}],
        },
        "B": {"front row": [{"Mark": {"attached": [{"Worn Belt": {}}]}}]},
    }
    power = {
        **step,
        "A": {**houses, **side(front_row=["Engineer"]), "resource points": "1"},
        "B": {},
    }
    flip = {
        **step,
        "A": {"resource row": [{"Barracks": {}}, {"House of Rest": {"face": "up"}}]},
        "B": {},
    }
    form = {
        **step,
        "step": "formation",
        "A": {**houses, **side(front_row=["Bearer"])},
        "B": {},
    }
    substitute: dict[str, Any] = {
        **step,
        "A": {**houses, **side(hand=["Stand-in"], front_row=["Bearer"])},
        "B": {},
    }
    reinforce: dict[str, Any] = {
        **step,
        "step": "attack",
        "primary": "B",
        "priority": "A",
        "A": {
            "front row": [{"Bearer": {"defender": "yes"}}],
            "support row": [{"Striker": {}}],
        },
        "B": {"front row": [{"Mark": {"attacker": "yes"}}]},
    }
    power_up = deepcopy(reinforce)
    power_up["A"]["hand"] = [{"Bearer": {"as": "fuel"}}]
    power_up["A"]["front row"] = [{"Bearer": {"defender": "yes", "as": "fighter"}}]
    return {
        "equip": Scene(recruit, "recruit Plain Belt targeting Bearer"),
        "recruit": Scene(character, "recruit Faithful"),
        "attack": Scene(attack, "attack Mark with Striker and Bearer"),
        "strike": Scene({**attack, "B": {}}, "attack B directly with Striker"),
        "play": Scene(twist, "play Quiet Theft targeting Worn Belt and Brother"),
        "use": Scene(power, "use Engineer"),
        "flip": Scene(flip, "flip Barracks"),
        "move": Scene(form, "move Bearer to support row 1"),
        "substitute": Scene(substitute, "substitute Stand-in for Bearer"),
        "reinforce": Scene(reinforce, "reinforce Bearer with Striker"),
        "power up": Scene(power_up, "power up fighter with fuel"),
    }


SCENES = _scenes()


def step_to(step: str, primary: str = "") -> Planting:
    """The position is in another step."""

    def plant(scene: Scene) -> None:
        scene.position["step"] = step
        if primary:
            scene.position["primary"] = primary
            scene.position["priority"] = "A"

    return plant


def chain(scene: Scene) -> None:
    scene.before.append("use House of Rest")


def field(player: str, zone: str, name: str, key: str, value: Any) -> Planting:
    """A card has another state."""

    def plant(scene: Scene) -> None:
        scene.card(player, zone, name)[key] = value

    return plant


def points(value: str) -> Planting:
    def plant(scene: Scene) -> None:
        scene.position["A"]["resource points"] = value

    return plant


def priority(scene: Scene) -> None:
    scene.position["priority"] = "B"


def move(player: str, zone: str, name: str, to_player: str, to_zone: str) -> Planting:
    """A card lies in another zone."""

    def plant(scene: Scene) -> None:
        fields = scene.take(player, zone, name)
        if to_zone != "resource row":
            fields.pop("face", None)
        scene.put(to_player, to_zone, name, **fields)

    return plant


def add(player: str, zone: str, name: str, **fields: Any) -> Planting:
    """Another card lies there too."""

    def plant(scene: Scene) -> None:
        scene.put(player, zone, name, **fields)

    return plant


def speak(old: str, new: str) -> Planting:
    """The line names something else."""

    def plant(scene: Scene) -> None:
        assert old in scene.line
        scene.line = scene.line.replace(old, new)

    return plant


def both(*plants: Planting) -> Planting:
    def plant(scene: Scene) -> None:
        for one in plants:
            one(scene)

    return plant


def _plant(scene: str, code: str, plant: Planting, touches: str, hides: str = "") -> Plant:
    return Plant(scene, code, plant, frozenset(touches.split()), frozenset(hides.split()))


A_FRONT = ("A", "front row")
PLANTS: tuple[Plant, ...] = (
    # recruiting equipment
    _plant("equip", "not-your-recruit-step", step_to("attack"), "step"),
    _plant("equip", "chain-not-empty", chain, "chain"),
    _plant("equip", "not-enough-resource-points", points("0"), "points"),
    _plant("equip", "no-priority", priority, "priority chain"),
    _plant("equip", "bearer-stunned", field(*A_FRONT, "Bearer", "stunned", "yes"), "stun bearer"),
    _plant(
        "equip", "bearer-full",
        field(*A_FRONT, "Bearer", "attached", [{"Shrouded Cloak": {}}]), "worn bearer",
    ),
    _plant(
        "equip", "bearer-hidden", move(*A_FRONT, "Bearer", "A", "hidden front row"), "place",
    ),
    _plant(
        "equip", "bearer-restricted",
        both(move("A", "hand", "Plain Belt", "A", "deck"), add("A", "hand", "Team Car"),
             speak("Plain Belt", "Team Car")), "card",
    ),
    _plant("equip", "bearer-not-yours", speak("Bearer", "Nomad"), "place stun worn"),
    _plant("equip", "bearer-forbidden", add("A", "resource row", "Ban on Gear", face="up"), "ban"),
    _plant(
        "equip", "bearer-not-a-character", speak("Bearer", "House of Rest"),
        "place", "stun worn ban card",
    ),
    _plant(
        "equip", "not-in-hand", move("A", "hand", "Plain Belt", "A", "KO'd pile"),
        "card", "step chain points",
    ),
    # recruiting a character
    _plant("recruit", "not-your-recruit-step", step_to("formation"), "step"),
    _plant("recruit", "chain-not-empty", chain, "chain"),
    _plant("recruit", "not-enough-resource-points", points("1"), "points"),
    _plant("recruit", "not-loyal", move(*A_FRONT, "Bearer", "A", "deck"), "place"),
    # attacking a character
    _plant("attack", "not-your-attack-step", step_to("formation"), "step"),
    _plant("attack", "chain-not-empty", chain, "chain"),
    _plant("attack", "attacker-exhausted", field(*A_FRONT, "Bearer", "exhausted", "yes"), "state"),
    _plant("attack", "attacker-stunned", field(*A_FRONT, "Striker", "stunned", "yes"), "state"),
    _plant(
        "attack", "attacker-without-range", move(*A_FRONT, "Bearer", "A", "support row"), "row",
    ),
    _plant(
        "attack", "no-shared-affiliation",
        both(add(*A_FRONT, "Nomad"), speak("with Striker and Bearer", "with Striker and Nomad")),
        "team state row",
    ),
    _plant("attack", "attack-forbidden", add("A", "resource row", "Truce", face="up"), "ban"),
    _plant("attack", "defender-stunned", field("B", "front row", "Mark", "stunned", "yes"), "mark"),
    _plant(
        "attack", "defender-hidden", move("B", "front row", "Mark", "B", "hidden front row"),
        "hidden",
    ),
    _plant(
        "attack", "defender-protected",
        both(move("B", "front row", "Mark", "B", "support row"), add("B", "front row", "Shield")),
        "hidden mark",
    ),
    _plant(
        "attack", "defender-not-a-character", speak("Mark", "House of Rest"), "hidden mark",
    ),
    # attacking a player
    _plant("strike", "not-your-attack-step", step_to("recruit"), "step"),
    _plant("strike", "direct-attack-barred", add("B", "front row", "Mark"), "barred"),
    _plant("strike", "attacker-exhausted", field(*A_FRONT, "Striker", "exhausted", "yes"), "state"),
    _plant("strike", "player-not-opposing", speak("attack B", "attack A"), "barred"),
    # playing a plot twist
    _plant(
        "play", "threshold-not-met",
        move("A", "resource row", "Barracks", "A", "deck"), "row",
    ),
    _plant(
        "play", "not-in-hand-or-row", move("A", "hand", "Quiet Theft", "A", "KO'd pile"),
        "hand", "row",
    ),
    _plant(
        "play", "target-equipped",
        field(*A_FRONT, "Brother", "attached", [{"Shrouded Cloak": {}}]), "worn who",
    ),
    _plant(
        "play", "target-of-another-affiliation",
        both(add(*A_FRONT, "Cousin"), speak("Brother", "Cousin")), "who",
    ),
    _plant(
        "play", "target-of-another-type", speak("and Brother", "and House of Rest"),
        "who", "stun worn",
    ),
    _plant("play", "bearer-stunned", field(*A_FRONT, "Brother", "stunned", "yes"), "stun who"),
    # using a power
    _plant("use", "wrong-time", step_to("attack"), "step"),
    _plant("use", "already-exhausted", field(*A_FRONT, "Engineer", "exhausted", "yes"), "state"),
    _plant("use", "used-up", field(*A_FRONT, "Engineer", "used", "1"), "limit"),
    _plant("use", "not-enough-resource-points", points("0"), "points"),
    _plant(
        "use", "text-inactive", field(*A_FRONT, "Engineer", "stunned", "yes"),
        "state", "step limit points",
    ),
    # flipping a location
    _plant(
        "flip", "already-face-up", field("A", "resource row", "Barracks", "face", "up"), "face",
    ),
    _plant(
        "flip", "threshold-not-met", move("A", "resource row", "House of Rest", "A", "deck"), "row",
    ),
    _plant(
        "flip", "not-your-resource", move("A", "resource row", "Barracks", "A", "hand"),
        "face", "row",
    ),
    _plant("flip", "not-a-location",
           both(add("A", "resource row", "Nomad"), speak("Barracks", "Nomad")), "face", "row"),
    # forming up
    _plant("move", "not-your-formation-step", step_to("recruit"), "step"),
    _plant("move", "chain-not-empty", chain, "chain"),
    _plant("move", "already-formed-up", field(*A_FRONT, "Bearer", "moved", "yes"), "moved"),
    _plant("move", "position-elsewhere", speak("support row 1", "hidden front row 1"), "to"),
    _plant("move", "position-taken", speak("support row 1", "front row 1"), "to"),
    # substitutes
    _plant("substitute", "not-your-recruit-step", step_to("attack"), "step"),
    _plant(
        "substitute", "payment-not-ready", field(*A_FRONT, "Bearer", "exhausted", "yes"),
        "state",
    ),
    _plant(
        "substitute", "payment-of-too-little-cost",
        both(add(*A_FRONT, "Nomad"), speak("Bearer", "Nomad")), "who state",
    ),
    _plant(
        "substitute", "not-in-hand", move("A", "hand", "Stand-in", "A", "KO'd pile"),
        "card", "step",
    ),
    # reinforcing and powering up
    _plant("reinforce", "already-reinforced",
           field(*A_FRONT, "Bearer", "reinforced", "yes"), "done"),
    _plant("reinforce", "payment-not-ready",
           field("A", "support row", "Striker", "exhausted", "yes"), "state"),
    _plant("reinforce", "not-adjacent", field("A", "support row", "Striker", "column", "3"), "at"),
    _plant("reinforce", "not-in-support-row",
           move("A", "support row", "Striker", "A", "front row"), "at"),
    _plant("reinforce", "no-shared-affiliation",
           both(move("A", "support row", "Striker", "A", "deck"), add("A", "support row", "Nomad"),
                speak("Striker", "Nomad")), "state at"),
    _plant("power up", "another-name",
           both(add("A", "hand", "Striker", **{"as": "other"}), speak("fuel", "other")), "card"),
    _plant("power up", "not-fighting", both(
            add("A", "hand", "Striker", **{"as": "other"}),
            speak("power up fighter with fuel", "power up Striker with other"),
        ),
           "who card"),
)  # fmt: skip


def pairs() -> Iterator[tuple[Plant, Plant]]:
    """Every two plants of one scene that go together."""
    for one, other in combinations(PLANTS, 2):
        clash = one.touches & (other.touches | other.hides) or other.touches & one.hides
        if one.scene == other.scene and not clash:
            yield one, other


def planted(*plants: Plant) -> list[str]:
    """The breaches of a scene with these faults in it, sorted."""
    good = SCENES[plants[0].scene]
    scene = Scene(good.position, good.line)
    for plant in plants:
        plant.plant(scene)
    return scene.codes()
