"""Tokens that a text describes: the description names the face (CR 111.3, 111.4)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.tokens import EMBLEM, parts_of

_DESCRIBED = re.compile(
    r"(?P<super>legendary )?(?P<power>\d+)/(?P<toughness>\d+) (?P<colors>[a-z]+(?: and [a-z]+)*) "
    r"(?P<kinds>[A-Z][\w'\- ]*?) (?P<types>(?:artifact |enchantment |land )?creature)"
    r"(?: named (?P<name>[^:]+?))?"
    r"(?: with (?P<keywords>[^:]+))?"
)


def describe(parts: dict[str, Any]) -> str:
    """The words by which card data names such a token."""
    size = parts["size"]
    words = [
        *parts.get("supertypes", ()),
        f"{size['power']}/{size['toughness']}",
        " and ".join(parts["colors"]),
        " ".join(parts["kinds"]),
        " ".join(parts["types"]),
    ]
    if parts.get("name"):
        words.append(f"named {parts['name']}")
    if parts.get("keywords"):
        words.append(f"with {', '.join(parts['keywords'])}")
    return " ".join(words)


def described(words: str) -> dict[str, Any] | None:
    """The parts of a token's description; None for the name of a token that is no description."""
    found = _DESCRIBED.fullmatch(words)
    if found is None:
        return None
    parts: dict[str, Any] = {
        "size": {"power": int(found["power"]), "toughness": int(found["toughness"])},
        "colors": found["colors"].split(" and "),
        "kinds": found["kinds"].split(" "),
        "types": found["types"].split(" "),
    }
    if found["super"]:
        parts["supertypes"] = [found["super"].strip()]
    if found["name"]:
        parts["name"] = found["name"]
    if found["keywords"]:
        parts["keywords"] = found["keywords"].split(", ")
    return parts


@lru_cache(maxsize=1024)
@rules("CR 111.3", "CR 111.4", "CR 114.3")
def described_token(words: str) -> Face | None:
    """The face of a token or emblem that a text describes. Data finds it by the description."""
    description, abilities = parts_of(words)
    if description == EMBLEM:
        return Face(name=words, abilities=abilities, token=True, called=EMBLEM, nameless=True)
    parts = described(description)
    if parts is None:
        return None
    colors = tuple(color for color in parts["colors"] if color != "colorless")
    return Face(
        name=words,
        supertypes=tuple(parts.get("supertypes", ())),
        types=tuple(parts["types"]),
        subtypes=tuple(parts["kinds"]),
        colors=colors,
        power=parts["size"]["power"],
        toughness=parts["size"]["toughness"],
        keywords=tuple(parts.get("keywords", ())),
        abilities=abilities,
        token=True,
        called=parts.get("name") or f"{' '.join(parts['kinds'])} Token",
    )
