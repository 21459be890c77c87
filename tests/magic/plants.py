"""Faults to be planted into good lines, each with the breach that it must give.

A scene is a position with a legal line. A plant changes the scene so that exactly one more breach
is found. ``touches`` names what a plant changes: plants that touch different things go together.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any, NamedTuple

from tests.magic.table import Table, main_phase

Doc = dict[str, Any]


class Scene:
    """A position, who asks about which line, and what was played before."""

    def __init__(self, position: Doc, line: str, player: int = 0, cards: Any = ()) -> None:
        self.position = position
        self.line = line
        self.player = player
        self.cards = list(cards)
        self.before: list[str] = []

    def copy(self) -> "Scene":
        return deepcopy(self)

    def fields(self, name: str) -> Doc:
        """The fields of a permanent, to be changed."""
        for player in ("A", "B"):
            zone = self.position[player]["battlefield"]
            for at, entry in enumerate(zone):
                if entry == name:
                    zone[at] = {name: {}}
                if entry == name or isinstance(entry, dict) and name in entry:
                    found: Doc = zone[at][name]
                    return found
        raise KeyError(name)

    def take(self, name: str) -> None:
        """Take a permanent off the battlefield."""
        for player in ("A", "B"):
            zone = self.position[player]["battlefield"]
            kept = [e for e in zone if e != name and not (isinstance(e, dict) and name in e)]
            self.position[player]["battlefield"] = kept

    def codes(self) -> list[str]:
        table = Table(self.position, self.cards)
        table.do(*self.before)
        return table.codes(self.line, self.player)


Change = Callable[[Scene], None]


class Plant(NamedTuple):
    """One fault of one scene."""

    scene: str
    code: str
    change: Change
    touches: frozenset[str]


LIMITED = {
    "name": "Careful Monk",
    "types": ["creature"],
    "power": 1,
    "toughness": 1,
    "abilities": [
        {"ability": "activated", "limit": 1, "do": [{"do": "points", "kind": "life", "amount": 1}]}
    ],
}
BATTERY = {
    "name": "Battery",
    "types": ["artifact"],
    "abilities": [
        {
            "ability": "activated",
            "cost": {"remove_counters": "charge", "counters": 1, "pay": "2 life"},
            "do": [{"do": "draw"}],
        }
    ],
}
BOLT = ["Mountain"]


def _scenes() -> dict[str, Scene]:
    bolt = {"hand": ["Lightning Bolt"], "library": ["Island"]}
    attackers: Doc = {
        "active": "A",
        "step": "declare attackers",
        "A": {"battlefield": ["Grizzly Bears", "Sol Ring", "Gray Ogre"]},
        "B": {"battlefield": ["Hill Giant"]},
    }
    blockers: Doc = {
        "active": "A",
        "step": "declare blockers",
        "begun": "no",
        "A": {
            "battlefield": [
                {"Hill Giant": {"attacking": "yes"}},
                {"Colossal Dreadmaw": {"attacking": "yes"}},
                "Gray Ogre",
            ]
        },
        "B": {"battlefield": ["Grizzly Bears", "Goblin Piker"]},
    }
    equip = main_phase(
        ["Bonesplitter", "Grizzly Bears", "Forest", "Mountain", "Darksteel Ingot"],
        ["Hill Giant"],
        a={"hand": ["Lightning Bolt"]},
    )
    return {
        "equip": Scene(equip, "equip Bonesplitter to Grizzly Bears"),
        "bolt": Scene(
            main_phase(["Mountain"], ["Wind Drake", "Shuko"], a=bolt),
            "cast Lightning Bolt targeting Wind Drake",
        ),
        "creature": Scene(
            main_phase(
                ["Forest", "Plains", "Mountain"],
                a={"hand": ["Grizzly Bears", "Lightning Bolt", "Island"]},
            ),
            "cast Grizzly Bears",
        ),
        "land": Scene(
            main_phase(["Mountain"], a={"hand": ["Island", "Lightning Bolt"]}), "play Island"
        ),
        "ability": Scene(
            main_phase(["Mother of Runes", "Grizzly Bears"], ["Hill Giant"]),
            "activate Mother of Runes targeting Grizzly Bears",
        ),
        "mana": Scene(main_phase(["Forest"], ["Sol Ring"]), "tap Forest for G"),
        "attack": Scene(attackers, "attack with Grizzly Bears with nobody else"),
        "block": Scene(
            blockers, "block with Grizzly Bears blocking Hill Giant with nobody else", 1
        ),
        "altar": Scene(
            main_phase(["Ashnod's Altar", "Grizzly Bears", "Sol Ring"], ["Hill Giant"]),
            "activate Ashnod's Altar sacrificing Grizzly Bears",
        ),
        "limit": Scene(main_phase(["Careful Monk"]), "activate Careful Monk", 0, [LIMITED]),
        "loyalty": Scene(
            main_phase(["The Aetherspark", "Mountain"], a=bolt), "activate The Aetherspark by -5"
        ),
        "battery": Scene(
            main_phase([{"Battery": {"counters": {"charge": "1"}}}]),
            "activate Battery",
            0,
            [BATTERY],
        ),
        "unattach": Scene(
            main_phase([{"Hill Giant": {"attached": ["Lizard Blades"]}}, "Mountain", "Plains"]),
            "reconfigure Lizard Blades by unattach {2}",
        ),
    }


SCENES = _scenes()
SCENES["loyalty"].fields("The Aetherspark")["counters"] = {"loyalty": "6"}


def turn_of_b(scene: Scene) -> None:
    scene.position["active"] = "B"
    scene.position["priority"] = "A"


def upkeep(scene: Scene) -> None:
    scene.position["step"] = "upkeep"


def stack(scene: Scene) -> None:
    scene.before.append("cast Lightning Bolt targeting B paying with Mountain")


def field(name: str, word: str, value: Any) -> Change:
    """A permanent has another state."""

    def change(scene: Scene) -> None:
        scene.fields(name)[word] = value

    return change


def taps(*names: str) -> Change:
    """Permanents are tapped."""

    def change(scene: Scene) -> None:
        for name in names:
            scene.fields(name)["tapped"] = "yes"

    return change


def gains(name: str, words: str) -> Change:
    """A permanent has an ability until end of turn."""

    def change(scene: Scene) -> None:
        scene.fields(name).setdefault("until end of turn", []).append(f"gains {words}")

    return change


def speak(old: str, new: str) -> Change:
    """The line names something else."""

    def change(scene: Scene) -> None:
        scene.line = scene.line.replace(old, new)

    return change


def put_into(name: str, player: str, zone: str) -> Change:
    """A permanent lies in another zone."""

    def change(scene: Scene) -> None:
        scene.take(name)
        scene.position[player].setdefault(zone, []).append(name)

    return change


def discard(name: str) -> Change:
    """A card of A's hand lies in the graveyard."""

    def change(scene: Scene) -> None:
        scene.position["A"]["hand"].remove(name)
        scene.position["A"].setdefault("graveyard", []).append(name)

    return change


def enchanted(name: str) -> Change:
    return field(name, "attached", ["Pacifism"])


def word(name: str, value: str) -> Change:
    """A word of the position is another."""

    def change(scene: Scene) -> None:
        scene.position[name] = value

    return change


def add(name: str) -> Change:
    """A has another permanent."""

    def change(scene: Scene) -> None:
        scene.position["A"]["battlefield"].append(name)

    return change


def life(value: str) -> Change:
    def change(scene: Scene) -> None:
        scene.position["A"]["life"] = value

    return change


def twice(scene: Scene) -> None:
    scene.before.append("activate Careful Monk")
    scene.before.extend(["pass", "pass"])


def _plants() -> Iterator[tuple[str, str, Change, str]]:
    for scene in ("equip", "creature", "land"):
        yield scene, "not-your-turn", turn_of_b, "turn"
        yield scene, "not-main-phase", upkeep, "step"
        yield scene, "stack-not-empty", stack, "stack hand"
    yield "equip", "not-enough-mana", taps("Forest", "Mountain", "Darksteel Ingot"), "mana hand"
    yield "equip", "not-its-controller", field("Bonesplitter", "controller", "B"), "gear"
    yield "equip", "target-wrong-type", speak("to Grizzly Bears", "to Darksteel Ingot"), "target"
    yield "equip", "target-not-yours", field("Grizzly Bears", "controller", "B"), "bears target"
    yield "equip", "target-shroud", gains("Grizzly Bears", "shroud"), "shroud target"
    protected = gains("Grizzly Bears", "protection from everything")
    yield "equip", "target-protected", protected, "protection target"
    gone = put_into("Grizzly Bears", "A", "graveyard")
    yield "equip", "target-elsewhere", gone, "bears shroud protection target"
    yield "bolt", "not-in-hand", discard("Lightning Bolt"), "card mana target drake"
    yield "bolt", "not-enough-mana", field("Mountain", "tapped", "yes"), "mana"
    yield "bolt", "target-hexproof", gains("Wind Drake", "hexproof"), "target drake hexproof"
    yield "bolt", "target-shroud", gains("Wind Drake", "shroud"), "target shroud"
    red = gains("Wind Drake", "protection from red")
    yield "bolt", "target-protected", red, "target protection"
    from_red = gains("Wind Drake", "hexproof from red")
    yield "bolt", "target-hexproof-from", from_red, "target from"
    yield "bolt", "target-no-damage", speak("Wind Drake", "Shuko"), "target"
    yield "creature", "not-enough-mana", field("Forest", "tapped", "yes"), "mana"
    yield "land", "not-a-land", speak("Island", "Lightning Bolt"), "card stack"
    yield "land", "land-not-in-hand", discard("Island"), "card"
    yield "land", "land-already-played", word("lands played", "1"), "turn"
    yield from _more_plants()


def _more_plants() -> Iterator[tuple[str, str, Change, str]]:
    yield "ability", "already-tapped", field("Mother of Runes", "tapped", "yes"), "tapped"
    sick = field("Mother of Runes", "summoning sick", "yes")
    yield "ability", "summoning-sick", sick, "sick"
    yield "mana", "already-tapped", field("Forest", "tapped", "yes"), "tapped"
    yield "mana", "no-such-mana", speak("for G", "for W"), "kind"
    yield "mana", "not-its-controller", field("Forest", "controller", "B"), "owner"
    yield "attack", "attacker-tapped", field("Grizzly Bears", "tapped", "yes"), "tapped"
    tired = field("Grizzly Bears", "summoning sick", "yes")
    yield "attack", "attacker-sick", tired, "sick"
    yield "attack", "attacker-defender", gains("Grizzly Bears", "defender"), "defender"
    yield "attack", "attack-forbidden", enchanted("Grizzly Bears"), "aura"
    yield "attack", "must-attack", add("Juggernaut"), "juggernaut"
    yield (
        "attack",
        "attacker-no-creature",
        speak("Grizzly Bears", "Sol Ring"),
        ("tapped sick defender aura must"),
    )
    yield (
        "attack",
        "attacker-not-yours",
        speak("Grizzly Bears", "Hill Giant"),
        ("tapped sick defender aura must"),
    )
    yield "block", "blocker-tapped", field("Grizzly Bears", "tapped", "yes"), "tapped"
    yield "block", "cannot-reach", gains("Hill Giant", "flying"), "flying giant"
    green = gains("Hill Giant", "protection from green")
    yield "block", "attacker-protected", green, "protection giant"
    yield "block", "menace", gains("Hill Giant", "menace"), "menace giant"
    yield "block", "block-forbidden", enchanted("Grizzly Bears"), "aura"
    yield "block", "not-attacking", speak("Hill Giant", "Gray Ogre"), "giant"
    yield "altar", "sacrifice-not-yours", field("Grizzly Bears", "controller", "B"), "what"
    wrong = speak("sacrificing Grizzly Bears", "sacrificing Sol Ring")
    yield "altar", "sacrifice-wrong-kind", wrong, "what"
    yield "altar", "not-its-controller", field("Ashnod's Altar", "controller", "B"), "altar"
    yield "limit", "limit-reached", twice, "limit"
    yield "limit", "not-its-controller", field("Careful Monk", "controller", "B"), "limit"
    yield "loyalty", "loyalty-used", field("The Aetherspark", "loyalty used", "yes"), "used"
    few = field("The Aetherspark", "counters", {"loyalty": "3"})
    yield "loyalty", "too-few-counters", few, "counters"
    yield "loyalty", "not-main-phase", upkeep, "step"
    yield "loyalty", "stack-not-empty", stack, "stack"
    yield "battery", "not-enough-life", life("1"), "life"
    yield "battery", "too-few-counters", field("Battery", "counters", {}), "counters"
    yield "unattach", "not-main-phase", upkeep, "step"
    yield "unattach", "not-enough-mana", field("Mountain", "tapped", "yes"), "mana"


PLANTS = tuple(
    Plant(scene, code, change, frozenset(touches.split()))
    for scene, code, change, touches in _plants()
)


def pairs() -> Iterator[tuple[Plant, Plant]]:
    """All pairs of faults of one scene that touch different things."""
    for one, other in combinations(PLANTS, 2):
        if one.scene == other.scene and not one.touches & other.touches:
            yield one, other


def planted(*plants: Plant) -> list[str]:
    """The breaches of a scene with faults planted into it."""
    scene = SCENES[plants[0].scene].copy()
    for plant in plants:
        plant.change(scene)
    return scene.codes()
