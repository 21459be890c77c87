"""What of an object's characteristics people are shown (CR 109.3)."""

from __future__ import annotations

from cardlaw.rulebooks.magic.board import Char
from cardlaw.rulebooks.magic.types import subtypes_of


def labels_of(char: Char) -> list[str]:
    """What the abilities of an object are called, keywords apart."""
    return [held.skill.name for held in char.skills]


def shown(char: Char) -> dict[str, object]:
    """The characteristics that effects change, by their words."""
    return {
        "power": char.power,
        "toughness": char.toughness,
        "types": sorted(char.types),
        "supertypes": sorted(char.supertypes),
        "subtypes": subtypes_of(char),
        "colors": sorted(char.colors),
        "keywords": sorted(frozenset(char.keywords)),
        "abilities": labels_of(char),
        "controller": char.controller,
    }
