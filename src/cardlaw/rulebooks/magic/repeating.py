"""When a position has come again although effects have piled up (CR 732.3)."""

from __future__ import annotations

from cardlaw.cards.nodes import Change, Gain, Get, Lose, Set
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Effect
from cardlaw.rulebooks.magic.face import node_at
from cardlaw.rulebooks.magic.nodes import Become, Switch


@rules("CR 732.3")
def is_visible(state: State, effect: Effect) -> bool:
    """Whether all that an effect does shows in the values of objects."""
    node = node_at(state, effect.text)
    return isinstance(node, Change) and all(
        isinstance(gives, Get | Set | Become | Switch)
        or isinstance(gives, Gain)
        and not gives.abilities
        or isinstance(gives, Lose)
        and not gives.all_abilities
        for gives in node.gives
    )
