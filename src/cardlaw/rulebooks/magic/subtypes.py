"""The subtypes by the card type that they belong to, as the rules list them (CR 205.3)."""

from __future__ import annotations

import pathlib
import tomllib
from typing import Any

_SUBTYPES = tomllib.loads(
    pathlib.Path(__file__).with_name("types.toml").read_text(encoding="utf-8")
)
#: the basic land types and their mana
LAND_TYPES: dict[str, str] = _SUBTYPES["basic"]
#: subtypes of other card types than creature -> that type
BELONGS: dict[str, str] = {
    subtype: kind
    for kind in ("artifact", "enchantment", "land", "planeswalker")
    for subtype in _SUBTYPES[kind]
}


def subtypes_by_type() -> dict[str, Any]:
    """The lists of subtypes by the card type that they belong to, with their plurals."""
    return _SUBTYPES
