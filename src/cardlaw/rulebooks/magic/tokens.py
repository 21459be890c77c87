"""The names by which card data finds tokens, and what is face down (CR 111.3, 111.4, 708.2)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardlaw.cards.nodes import Ability, Node, Token
from cardlaw.rulebooks.magic.clauses import BecomeMonarch, GetEmblem
from cardlaw.rulebooks.magic.instructions import DOWN_FACES, hides
from cardlaw.rulebooks.magic.nodes import VOCABULARY, CastCost

#: between the description of a token and its abilities, which stand after it as data
_HAVING = " having "
#: the description of an emblem
EMBLEM = "Emblem"
#: what stands for the monarch in the command zone
CROWN = "The Monarch"


def token_name(node: Token) -> str:
    """The name by which data finds the token of an instruction: its face, then its abilities."""
    if not node.abilities:
        return node.face
    return node.face + _HAVING + msgspec.json.encode(node.abilities).decode()


def emblem_name(node: GetEmblem) -> str:
    """The name by which data finds the emblem of an instruction: its abilities."""
    return EMBLEM + _HAVING + msgspec.json.encode(node.abilities).decode()


def names_in(nodes: Sequence[Node]) -> list[str]:
    """The names of the tokens, emblems and face-down faces that the nodes of a text ask for."""
    emblems = [emblem_name(node) for node in nodes if isinstance(node, GetEmblem)]
    tokens = [token_name(node) for node in nodes if isinstance(node, Token)]
    crowns = [CROWN for node in nodes if isinstance(node, BecomeMonarch)]
    hows = (node.name if isinstance(node, CastCost) else hides(node) for node in nodes)
    return [
        *tokens,
        *emblems,
        *crowns[:1],
        *(DOWN_FACES[how] for how in dict.fromkeys(hows) if how in DOWN_FACES),
    ]


def parts_of(name: str) -> tuple[str, tuple[Ability, ...]]:
    """The description in such a name, and the abilities."""
    words, _, data = name.partition(_HAVING)
    if not data:
        return words, ()
    return words, VOCABULARY.read(msgspec.json.decode(data), tuple[Ability, ...])
