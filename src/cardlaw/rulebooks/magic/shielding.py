"""Preventing damage for a turn, all of it or the next so much (CR 615.7)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.damage_nodes import PreventDamage
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    begin_effect,
    damageable,
    players,
)


@rules("CR 615.7")
def prevent_damage(state: State, node: PreventDamage, doing: Doing) -> Course:
    """Prevent all or so much of the damage that something would be dealt this turn."""
    affected: list[int] = []
    if node.what is not None:
        affected = damageable(state, node.what, doing)
    elif node.player:
        affected = [-1 - player for player in players(state, node.player, doing)]
    about_all = node.what is None and not node.player
    left = -1 if node.amount is None else amount_of(state, node.amount, doing)
    if affected or about_all:
        begin_effect(state, node, affected, doing, doing.scope.you, (left,))
    yield from ()


def register() -> None:
    """Add this effect to those that a text can do."""
    DO[PreventDamage] = prevent_damage
