"""Emblems: abilities that a player has for the rest of the game (CR 114)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import COMMAND
from cardlaw.rulebooks.magic.clauses import GetEmblem
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, players
from cardlaw.rulebooks.magic.tokens import emblem_name


@rules("CR 114.1", "CR 114.2", "CR 114.5")
def get_emblem(state: State, node: GetEmblem, doing: Doing) -> Course:
    """Players put an emblem into the command zone; it is neither a card nor a permanent."""
    name = emblem_name(node)
    number = next(n for n, face in enumerate(state.faces) if face.token and face.name == name)
    for player in players(state, node.player, doing):
        state.event("emblem made", "CR 114.1", doing.cause, player)
        state.create(number, player, COMMAND)
    yield from ()


def register() -> None:
    """Add this effect to those that a text can do."""
    DO[GetEmblem] = get_emblem
