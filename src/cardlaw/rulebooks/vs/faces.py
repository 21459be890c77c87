"""Printed cards (chapters 2 and 3): what stands on a card, and which cards can be played."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path

import msgspec

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.vs.nodes import (
    VOCABULARY,
    Boost,
    Cosmic,
    EquipOnly,
    RecoverLater,
    TeamUp,
    ToPlay,
)
from cardlaw.rulebooks.vs.playable import unplayed
from cardlaw.rulebooks.vs.traits import Traits
from cardlaw.rulebooks.vs.unexecuted import misplaced
from cardlaw.rulebooks.vs.words import CHARACTER, EQUIPMENT, LOCATION, PLOT_TWIST

ARMY = "Army"
UNIQUE = "Unique"
COLORS = {CHARACTER: "red", EQUIPMENT: "grey", LOCATION: "green", PLOT_TWIST: "blue"}
#: what may be unknown of a card
PRINTED = ("version", "cost", "threshold", "atk", "def", "affiliations", "text")
_RECRUITED, _OF_THE_ROW = (CHARACTER, EQUIPMENT), (LOCATION, PLOT_TWIST)
#: what is printed on cards of some types only
_ONLY_ON: dict[str, tuple[str, ...]] = {
    "cost": _RECRUITED,
    "threshold": _OF_THE_ROW,
    **dict.fromkeys(("atk", "defence", "willpower", "flight", "range"), (CHARACTER,)),
    "nonunique": (LOCATION,),
}
_WORKING = (
    nodes.Static,
    nodes.Triggered,
    nodes.Activated,
    nodes.Replacement,
    Boost,
    Cosmic,
    TeamUp,
)


class Face(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """A printed card. ``version`` is the line under the name, ``text`` its abilities."""

    name: str
    type: str
    version: str = ""
    identity: str = ""
    cost: int = 0
    threshold: int = 0
    atk: int = 0
    defence: int = msgspec.field(default=0, name="def")
    willpower: int = 0
    flight: bool = False
    range: bool = False
    #: "" (not at all), "yes" or "optional"
    concealed: str = ""
    affiliations: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    #: a location that says that it is not unique
    nonunique: bool = False
    text: tuple[Ability, ...] = ()
    #: where the facts come from; empty for a card of our own
    source: str = ""
    #: what of the printed card no source gives as a whole; an unknown number counts as nothing
    unknown: tuple[str, ...] = ()

    @property
    def full_name(self) -> str:
        """The name with the version where one is printed."""
        plain = not self.version or self.version in (ARMY, UNIQUE)
        return self.name if plain else f"{self.name}, {self.version}"

    @property
    def color(self) -> str:
        """The colour of the card's background, which tells its type."""
        return "black" if self.type == CHARACTER and self.concealed else COLORS[self.type]

    def keyword(self, name: str) -> nodes.Keyword | None:
        """The keyword ability of this name, if the card has it."""
        for ability in self.text:
            if isinstance(ability, nodes.Keyword) and ability.name == name:
                return ability
        return None

    @cached_property
    def printed(self) -> Traits:
        """The characteristics as printed."""
        return _printed(self)

    @cached_property
    def without_text(self) -> Traits:
        """The characteristics that a card keeps while its text is inactive."""
        traits = _printed(self)
        traits.text = False
        traits.willpower = 0
        traits.invulnerable = False
        return traits

    @cached_property
    def equips_only(self) -> tuple[nodes.Select, ...]:
        """The printed restrictions on what the equipment may be attached to."""
        return tuple(a.select for a in self.text if isinstance(a, EquipOnly))

    @cached_property
    def abilities(self) -> tuple[tuple[int, Ability], ...]:
        """The abilities that do something by themselves in play, with their numbers."""
        return tuple((n, a) for n, a in enumerate(self.text) if isinstance(a, _WORKING))

    @cached_property
    def payment_powers(self) -> tuple[tuple[int, ...], ...]:
        """Where its payment powers stand, those of boost and cosmic included."""
        found: list[tuple[int, ...]] = []
        for number, ability in self.abilities:
            if isinstance(ability, nodes.Activated):
                found.append((number,))
            elif isinstance(ability, Boost | Cosmic):
                inner = enumerate(ability.powers)
                found += [(number, 0, n) for n, a in inner if isinstance(a, nodes.Activated)]
        return tuple(found)

    @cached_property
    def play_cost(self) -> nodes.Cost:
        """What is paid to play the plot twist, beside having its threshold."""
        return next((a.cost for a in self.text if isinstance(a, ToPlay)), nodes.Cost())

    @cached_property
    def boosts(self) -> tuple[Boost, ...]:
        """The boosts of the card."""
        return tuple(a for a in self.text if isinstance(a, Boost))

    @cached_property
    def cosmic(self) -> Cosmic | None:
        """Its cosmic powers, if it has any."""
        return next((a for a in self.text if isinstance(a, Cosmic)), None)

    @cached_property
    def watches(self) -> tuple[nodes.On, ...]:
        """What its triggered powers watch, those included that it grants."""
        return tuple(
            on
            for node in nodes.walk(self.text)
            if isinstance(node, nodes.Triggered)
            for on in node.on
        )

    @cached_property
    def script(self) -> tuple[int, nodes.Script] | None:
        """What a plot twist does when it resolves, with its number."""
        for number, ability in enumerate(self.text):
            if isinstance(ability, nodes.Script):
                return number, ability
        return None


def _printed(face: Face) -> Traits:
    traits = Traits()
    traits.name = face.name
    traits.version = face.version
    traits.identities = (face.identity or face.name,)
    traits.type = face.type
    traits.kinds = face.affiliations + face.traits
    traits.affiliations = face.affiliations
    traits.cost = face.cost
    traits.atk = face.atk
    traits.defence = face.defence
    traits.willpower = face.willpower
    traits.flight = face.flight
    traits.range = face.range
    traits.concealed = face.concealed
    traits.unique = is_unique(face)
    traits.invulnerable = face.keyword("invulnerability") is not None
    return traits


@rules("VS 302.1", "VS 206", "VS 205")
def is_equipment(face: Face) -> bool:
    """Whether a card is an equipment card: the type line says so."""
    return face.type == EQUIPMENT


@rules("VS 302.8", "VS 302.8a", "VS 202", "VS 303")
def is_unique(face: Face) -> bool:
    """Whether a card is unique, by its type and its version; its text does not matter."""
    if face.type == CHARACTER:
        return face.version != ARMY
    if face.type == EQUIPMENT:
        return face.version == UNIQUE
    return face.type == LOCATION and not face.nonunique


def _sentence(ability: Ability) -> Ability:
    """A keyword that stands for a power, as that power."""
    if isinstance(ability, Boost | Cosmic):
        powers = tuple(_sentence(power) for power in ability.powers)
        return msgspec.structs.replace(ability, powers=powers)
    if not isinstance(ability, nodes.Keyword):
        return ability
    itself = nodes.Select(who="self")
    if ability.name == "transferable":
        mine = nodes.Select(types=(CHARACTER,), controller="you")
        return nodes.Triggered(
            on=(nodes.On(event="step began", to="formation", whose="you"),),
            do=(nodes.Attach(),),
            targets=(nodes.Target(mine),),
            may=True,
            text="transferable",
        )
    if ability.name == "evasion":
        cost = nodes.Cost(stun=itself)
        return nodes.Activated(do=(RecoverLater(itself),), cost=cost, text="evasion")
    return ability


def read_face(data: object) -> Face:
    """A card from plain data. ValueError (msgspec.ValidationError) says what and where."""
    face = VOCABULARY.read(data, Face)
    if face.type not in (CHARACTER, EQUIPMENT, LOCATION, PLOT_TWIST):
        raise ValueError(f"{face.name}: {face.type!r} is no card type of this game")
    if face.concealed not in ("", "yes", "optional"):
        raise ValueError(f"{face.name}: concealed is yes, optional or left out")
    for word, types in _ONLY_ON.items():
        if getattr(face, word) and face.type not in types:
            raise ValueError(f"{face.name}: {word!r} is nothing that a card of its type has")
    for word in face.unknown:
        if word not in PRINTED:
            raise ValueError(f"{face.name}: {word!r} is nothing that may be unknown")
    problem = unplayed(face.text) or misplaced(face.type, face.text)
    if problem:
        raise ValueError(f"{face.name}: {problem} is not played yet")
    return msgspec.structs.replace(face, text=tuple(_sentence(a) for a in face.text))


def load_library(path: Path) -> dict[str, Face]:
    """The cards of a data file by their full names."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    faces = [read_face(card) for card in data["cards"]]
    return {face.full_name: face for face in faces}


def load_decks(path: Path) -> dict[str, list[str]]:
    """Decks of a data file by their names: each a list of card names, one for each copy."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    decks: dict[str, list[str]] = {}
    for row in data["cards"]:
        decks.setdefault(row["deck"], []).extend([row["name"]] * row["copies"])
    return decks
