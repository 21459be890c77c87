"""Printed cards (chapters 200-202, 208): the face, and the sheet that the rules read off it."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from cardlaw.cards.nodes import (
    Ability,
    Forbid,
    Gain,
    Get,
    Keyword,
    Lose,
    Set,
    Static,
    Triggered,
    walk,
)
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.berserk.named import spelled_out
from cardlaw.rulebooks.berserk.nodes import VOCABULARY, Fighting, Instead, Playable, Strength
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    ELEMENTS,
    FLIGHT,
    FLYER,
    INCORPOREAL,
    NEUTRAL,
    PARASITE,
    SYMBIOTE,
)

#: what shapes a card, in the order of application: what it is, what it can, its values, fixed ones
KINDS, ABILITIES, VALUES, FIXED = range(4)


def layer(give: object) -> int:
    """Where a modification stands in the order of application."""
    if isinstance(give, Set):
        return FIXED
    if isinstance(give, Get):
        return VALUES
    if isinstance(give, Gain | Lose):
        kinds = give.kinds or give.types or FLIGHT in give.keywords or SYMBIOTE in give.keywords
        if kinds or (isinstance(give, Lose) and (give.all_kinds or give.all_abilities)):
            return KINDS
    return ABILITIES


def layered(gives: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """Modifications by layer."""
    return tuple(tuple(g for g in gives if layer(g) == n) for n in range(4))


class Char:
    """The characteristics of a card as they are now."""

    __slots__ = (
        "acquired",
        "allows",
        "blank",
        "classes",
        "cost",
        "element",
        "forbids",
        "gold",
        "keywords",
        "kinds",
        "life",
        "movement",
        "protections",
        "strike",
        "subtype",
        "type",
    )

    def __init__(self, face: BerserkFace) -> None:
        self.type = face.type
        self.subtype = face.subtype
        self.classes = face.classes
        self.element = face.element
        self.cost = face.cost
        self.gold = face.crystal == "gold"
        self.life = face.life
        self.movement = face.movement
        self.strike = face.strike
        #: named abilities with their number (1 where they have none)
        self.keywords: dict[str, int] = {}
        #: the kinds of its printed playable abilities
        self.kinds: frozenset[str] = frozenset()
        self.protections: tuple[str, ...] = ()
        self.forbids: tuple[Forbid, ...] = ()
        self.allows: dict[str, int] = {}
        #: the usable named abilities that it has acquired, with their number
        self.acquired: dict[str, int] = {}
        #: whether it has lost its own abilities
        self.blank = False

    def copy(self) -> Char:
        """A changeable copy."""
        other = object.__new__(Char)
        other.type, other.subtype, other.classes = self.type, self.subtype, self.classes
        other.element, other.cost, other.gold = self.element, self.cost, self.gold
        other.life, other.movement, other.strike = self.life, self.movement, self.strike
        other.keywords = self.keywords.copy()
        other.kinds = self.kinds
        other.protections, other.forbids = self.protections, self.forbids
        other.allows = self.allows.copy()
        other.acquired = self.acquired
        other.blank = self.blank
        return other

    @property
    def flies(self) -> bool:
        return self.subtype == FLYER

    @property
    def incorporeal(self) -> bool:
        return INCORPOREAL in self.keywords

    def protected_from(self, kind: str, wider: dict[str, frozenset[str]]) -> str:
        """The protection that keeps off a kind of action, or the empty string."""
        for word in self.protections:
            if word == kind or kind in wider.get(word, ()):
                return word
        return ""

    def forbidden(self, what: str) -> bool:
        """Whether anything forbids this to the card."""
        return bool(self.forbids) and any(ban.what == what for ban in self.forbids)


class Sheet:
    """What the rules read off a face, once for all objects with it."""

    __slots__ = (
        "abilities",
        "accumulates",
        "char",
        "fighting",
        "given",
        "moments",
        "permanent",
        "playables",
        "quick",
        "replacing",
        "triggers",
    )

    def __init__(self, face: BerserkFace) -> None:
        self.abilities = face.abilities
        self.char = Char(face)
        numbered = list(enumerate(self.abilities))
        #: the abilities that each of them gives to cards
        self.given = tuple(given_by(ability) for ability in self.abilities)
        self.playables = tuple(n for n, a in numbered if isinstance(a, Playable))
        #: playable abilities that can be used outside the main phase
        self.quick = tuple(
            n for n, a in numbered if isinstance(a, Playable) and (a.fast or a.moment)
        )
        #: the stages of other actions to which they are bound
        self.moments = tuple(
            a.moment for a in self.abilities if isinstance(a, Playable) and a.moment
        )
        self.char.kinds = frozenset(
            ability.kind for ability in self.abilities if isinstance(ability, Playable)
        )
        self.triggers = tuple((n, a) for n, a in numbered if isinstance(a, Triggered))
        self.replacing = tuple((n, a) for n, a in numbered if isinstance(a, Instead))
        self.fighting = tuple((n, a) for n, a in numbered if isinstance(a, Fighting))
        #: permanent abilities with their modifications by layer
        self.permanent = tuple(
            (n, a, layered(a.gives)) for n, a in numbered if isinstance(a, Static)
        )
        self.accumulates = any(
            isinstance(a, Playable) and a.cost.remove_counters == "token" for a in self.abilities
        ) or any(isinstance(a, Keyword) and a.name == "accumulates" for a in self.abilities)
        for ability in self.abilities:
            if isinstance(ability, Keyword):
                self.read_keyword(ability)

    @rules("BE09 414.1", "BE09 414.4")
    def read_keyword(self, keyword: Keyword) -> None:
        """Note a named ability; of several of one name the greatest counts."""
        char = self.char
        if keyword.name == "protection":
            char.protections = (*char.protections, *keyword.words)
        else:
            number = max(1, keyword.number)
            char.keywords[keyword.name] = max(number, char.keywords.get(keyword.name, 0))


def given_by(ability: Ability) -> tuple[Ability, ...]:
    """The abilities inside an ability: what it gives to cards, named ones apart."""
    inner = walk(ability)[1:]
    return tuple(n for n in inner if isinstance(n, Static | Triggered | Fighting | Playable))


class BerserkFace(
    msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A printed card. ``strike`` is weak, medium, strong; ``crystal`` gold or silver."""

    name: str
    type: str = CREATURE
    name_ru: str = ""
    subtype: str = ""
    element: str = NEUTRAL
    cost: int = 0
    crystal: str = "silver"
    life: int = 0
    movement: int = 0
    strike: Strength = (0, 0, 0)
    classes: tuple[str, ...] = ()
    unique: bool = False
    abilities: tuple[Ability, ...] = ()
    #: whether it is a design of this project and no published card
    own_design: bool = False
    #: where the facts of a published card come from
    source: str = ""
    #: the printed name, where cards of several sets have the same one
    title: str = ""
    #: what of the printed card no source tells: class
    unknown: tuple[str, ...] = ()
    #: the clauses of the printed card that cannot be played yet, in our own words
    missing: tuple[str, ...] = ()

    @property
    def printed(self) -> str:
        """The name printed on the card, which rules on copies go by."""
        return self.title or self.name

    @cached_property
    def sheet(self) -> Sheet:
        """What the rules read off this face."""
        return Sheet(self)


#: what everybody sees of a card that lies face down
UNKNOWN = Char(BerserkFace("", type="unknown"))


#: what may be unknown of a printed card
UNKNOWNS = ("class",)
_TYPES = ("creature", "artifact", "terrain", "equipment")
_WORDS: dict[str, tuple[str, ...]] = {
    "type": _TYPES,
    "subtype": ("", FLYER, SYMBIOTE, PARASITE),
    "crystal": ("gold", "silver"),
    "element": ELEMENTS,
}


def read_face(data: Any) -> BerserkFace:
    """A face from plain data, its named abilities spelled out. ValueError says what is wrong."""
    face = VOCABULARY.read(data, BerserkFace)
    for field, words in _WORDS.items():
        if getattr(face, field) not in words:
            known = ", ".join(word for word in words if word)
            raise ValueError(f"{field} of {face.name} may be {known}, not {getattr(face, field)!r}")
    for word in face.unknown:
        if word not in UNKNOWNS:
            raise ValueError(f"{face.name}: {word!r} is nothing that may be unknown")
    if min(face.cost, face.life, face.movement, *face.strike) < 0:
        raise ValueError(f"{face.name} has a negative number")
    return msgspec.structs.replace(face, abilities=spelled_out(face.abilities))


def load_library(folder: Path) -> dict[str, BerserkFace]:
    """The faces of the shipped card files, by name."""
    faces: dict[str, BerserkFace] = {}
    for path in sorted(folder.glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("card", ()):
            face = read_face(row)
            faces[face.name] = face
    return faces


def differences(before: Char, after: Char) -> list[tuple[str, Any, Any]]:
    """What differs between two characteristics: name, old value, new value."""
    found: list[tuple[str, Any, Any]] = []
    for name in ("type", "subtype", "classes", "strike", "movement", "life", "cost", "protections"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            found.append((name, old, new))
    for word in sorted({*before.keywords, *after.keywords}):
        old, new = before.keywords.get(word, 0), after.keywords.get(word, 0)
        if old != new:
            found.append((word, old, new))
    return found
