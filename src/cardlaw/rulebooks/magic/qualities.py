"""Whether characteristics fit a description: types, colours, values (CR 105, 205, 208)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlaw.cards.nodes import Select
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.subtypes import BELONGS

if TYPE_CHECKING:
    from cardlaw.rulebooks.magic.board import Char


def qualities(char: Char, select: Select) -> bool:
    """Whether characteristics fit: types, subtypes, colours, keywords, values, name."""
    if select.types and not all(t in char.types or t in char.supertypes for t in select.types):
        return False
    if select.not_types and any(t in char.types or t in char.supertypes for t in select.not_types):
        return False
    if select.kinds and not any(char.is_kind(kind) for kind in select.kinds):
        return False
    if select.not_kinds and any(char.is_kind(kind) for kind in select.not_kinds):
        return False
    if select.colors and not any(fits_color(char, color) for color in select.colors):
        return False
    if select.not_colors and any(fits_color(char, color) for color in select.not_colors):
        return False
    if select.keywords and not all(char.has(word) for word in select.keywords):
        return False
    if select.not_keywords and any(char.has(word) for word in select.not_keywords):
        return False
    if select.named and char.name != select.named:
        return False
    return not select.values or _values_fit(char, select)


def fits_color(char: Char, color: str) -> bool:
    """Whether an object has a colour, or is colourless, monocoloured, multicoloured."""
    if color == "monocolored":
        return len(char.colors) == 1
    if color == "multicolored":
        return len(char.colors) > 1
    if color == "colorless":
        return not char.colors
    return color in char.colors


def _values_fit(char: Char, select: Select) -> bool:
    for word, (least, most) in select.values.items():
        value = value_of(char, word)
        if (
            value is None
            or least is not None
            and value < least
            or most is not None
            and value > most
        ):
            return False
    return True


@rules("CR 208.3")
def value_of(char: Char, word: str) -> int | None:
    """Power, toughness or mana value; None where an object has none."""
    if word == "mana value":
        return char.face.mana.value
    if word == "abilities":
        return len(char.keywords) + len(char.skills)
    if word in ("power", "toughness") and "creature" not in char.types:
        return None
    return char.power if word == "power" else char.toughness


@rules("CR 205.3m")
def share_kind(char: Char, other: Char) -> bool:
    """Whether two objects have a creature type in common."""
    mine = {kind for kind in char.subtypes if kind not in BELONGS}
    theirs = {kind for kind in other.subtypes if kind not in BELONGS}
    if char.wild or other.wild:
        return (char.wild or bool(mine)) and (other.wild or bool(theirs))
    return bool(mine & theirs)
