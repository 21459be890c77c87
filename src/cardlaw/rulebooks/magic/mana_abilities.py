"""Which activated abilities are mana abilities, and what they may add (CR 605.1a)."""

from __future__ import annotations

from cardlaw.cards.nodes import Activated, Does, If
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.instructions import InsteadIf
from cardlaw.rulebooks.magic.nodes import AddMana


@rules("CR 605.1a")
def mana_of(node: Activated) -> tuple[str, ...]:
    """What an ability may add if it is a mana ability; empty for others."""
    return () if node.targets or node.timing == "loyalty" else _added(node.do)


def _added(does: tuple[Does, ...]) -> tuple[str, ...]:
    """What one instruction adds, whichever of its branches is followed."""
    if len(does) != 1:
        return ()
    do = does[0]
    if isinstance(do, AddMana):
        return do.mana
    if isinstance(do, InsteadIf):
        return (*_added(do.usually), *_added(do.instead))
    return (*_added(do.then), *_added(do.otherwise)) if isinstance(do, If) else ()
