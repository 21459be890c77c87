"""The names by which card data finds tokens (CR 111.3, 111.4)."""

from __future__ import annotations

import msgspec

from cardlaw.cards.nodes import Ability, Token
from cardlaw.rulebooks.magic.nodes import VOCABULARY

#: between the description of a token and its abilities, which stand after it as data
_HAVING = " having "


def token_name(node: Token) -> str:
    """The name by which data finds the token of an instruction: its face, then its abilities."""
    if not node.abilities:
        return node.face
    return node.face + _HAVING + msgspec.json.encode(node.abilities).decode()


def parts_of(name: str) -> tuple[str, tuple[Ability, ...]]:
    """The description in such a name, and the abilities."""
    words, _, data = name.partition(_HAVING)
    if not data:
        return words, ()
    return words, VOCABULARY.read(msgspec.json.decode(data), tuple[Ability, ...])
