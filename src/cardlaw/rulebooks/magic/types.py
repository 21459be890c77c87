"""Card types and subtypes that effects set, add and take away (CR 205, 305.7)."""

from __future__ import annotations

from cardlaw.cards.nodes import Gain, Gives, Lose
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.board import Char
from cardlaw.rulebooks.magic.nodes import Become
from cardlaw.rulebooks.magic.subtypes import BELONGS, LAND_TYPES

_SUPERTYPES = frozenset(("legendary", "basic", "snow", "world"))


def belongs_to(subtype: str) -> str:
    """The card type that a subtype belongs to."""
    return BELONGS.get(subtype, "creature")


@rules("CR 205.1b")
def gain_types(char: Char, types: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    """Add types and subtypes to those that are there."""
    char.types |= {t for t in types if t not in _SUPERTYPES}
    char.supertypes |= {t for t in types if t in _SUPERTYPES}
    char.subtypes |= set(kinds)


@rules("CR 205.1a")
def lose_types(char: Char, gives: Lose) -> None:
    """Take types away, and the subtypes that belong to them."""
    char.types -= set(gives.types)
    char.supertypes -= set(gives.types)
    char.subtypes -= set(gives.kinds)
    lost = set(gives.types)
    char.subtypes = frozenset(s for s in char.subtypes if belongs_to(s) not in lost)
    if gives.all_kinds:
        char.subtypes = frozenset(s for s in char.subtypes if belongs_to(s) != "creature")
        char.wild = False


@rules("CR 205.1a", "CR 305.7")
def become(char: Char, obj: int, gives: Become) -> None:
    """Set types or subtypes; with ``add`` the earlier ones stay."""
    if gives.all_creature_types:
        char.wild = True
    if gives.add:
        gain_types(char, gives.types, gives.kinds)
        return
    if gives.types:
        char.types = frozenset(t for t in gives.types if t not in _SUPERTYPES)
        char.subtypes = frozenset(s for s in char.subtypes if belongs_to(s) in char.types)
    if gives.kinds:
        set_now = {belongs_to(kind) for kind in gives.kinds}
        char.subtypes = frozenset(s for s in char.subtypes if belongs_to(s) not in set_now)
        char.subtypes |= set(gives.kinds)
        if any(kind in LAND_TYPES for kind in gives.kinds):
            char.skills = [held for held in char.skills if held.source != obj]
            char.keywords = ()
        elif "creature" in set_now:
            char.wild = False


def change_types(gives: Gives, obj: int, char: Char) -> None:
    """Apply one part of an effect on types."""
    if isinstance(gives, Lose):
        lose_types(char, gives)
    elif isinstance(gives, Gain):
        gain_types(char, gives.types, gives.kinds)
    elif isinstance(gives, Become):
        become(char, obj, gives)


def subtypes_of(char: Char) -> list[str]:
    """The subtypes of an object, with a word for all creature types."""
    found = sorted(char.subtypes)
    return [*found, "every creature type"] if char.wild else found
