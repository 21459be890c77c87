"""Mana goes into pools, and what triggers on a permanent being tapped for it (CR 106.4, 605)."""

from __future__ import annotations

from cardlaw.cards.nodes import Node, Triggered, walk
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, Ref
from cardlaw.rulebooks.magic.board import Scope, char_of
from cardlaw.rulebooks.magic.costs import is_snow, pool_of, put_pool
from cardlaw.rulebooks.magic.effects import Doing, carry_out
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import skill_at
from cardlaw.rulebooks.magic.mana import TYPES
from cardlaw.rulebooks.magic.nodes import AddMana
from cardlaw.rulebooks.magic.occurrences import TAPPED_FOR_MANA
from cardlaw.rulebooks.magic.resolve import bind
from cardlaw.rulebooks.magic.snow import SNOW, asks_for_snow
from cardlaw.rulebooks.magic.texts import Texts


@rules("CR 106.4", "CR 107.4h")
def add_mana(state: State, player: int, mana: str, causes: tuple[int, ...], source: int = 0) -> int:
    """Mana goes into a player's pool; of that from a snow source a note is kept."""
    event = state.event("added mana", "CR 106.4", causes, player, mana)
    pool = list(pool_of(state, player))
    for symbol in mana:
        pool[TYPES.index(symbol)] += 1
    put_pool(state, player, tuple(pool))
    if asks_for_snow(state) and source and is_snow(char_of(state, source)):
        for symbol in mana:
            state.add_to(POINTS, (player, f"{symbol}{SNOW}"), 1)
    return event


def is_mana_trigger(node: Node) -> bool:
    """Whether a triggered ability is a mana ability, if a mana ability has triggered it."""
    if not isinstance(node, Triggered) or node.targets:
        return False
    return any(isinstance(inner, AddMana) for inner in walk(node.do))


@rules("CR 106.12", "CR 605.1b", "CR 605.4a")
def tapped_for_mana(state: State, obj: int, player: int, mana: str, cause: int) -> Procedure:
    """A permanent has been tapped for mana: what triggers and adds mana resolves at once."""
    texts: Texts = state.texts
    if TAPPED_FOR_MANA not in texts.words:
        return
    event = happen(state, "tapped for mana", "CR 106.12", (cause,), obj, player, mana)
    for key, row in sorted(state.waiting.items()):
        node = skill_at(state, row.text).node
        if row.event == event and isinstance(node, Triggered) and is_mana_trigger(node):
            pile.drop_waiting(state, key)
            resolved = state.event("resolved", "CR 605.4a", (event,), row.source.id)
            scope = Scope(Ref(*row.source), row.player)
            scope.path = tuple(row.text)
            bind(scope, row.data)
            yield from carry_out(state, node.do, Doing(scope, resolved))
