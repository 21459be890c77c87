"""Becoming the monarch (CR 725)."""

from __future__ import annotations

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import COMMAND, NOWHERE
from cardlaw.rulebooks.magic.clauses import BecomeMonarch
from cardlaw.rulebooks.magic.crown import MONARCH, is_monarch
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, players
from cardlaw.rulebooks.magic.events import WRITERS, happen
from cardlaw.rulebooks.magic.tokens import CROWN


@rules("CR 725.1")
def become_monarch(state: State, node: BecomeMonarch, doing: Doing) -> Course:
    """A player becomes the monarch, if it is not the monarch already."""
    for player in players(state, node.player, doing):
        if not is_monarch(state, [player]):
            happen(state, "became monarch", "CR 725.1", doing.cause, player)
    yield from ()


@rules("CR 725.3", "CR 725.5")
def write_monarch(state: State, number: int, event: Happening) -> None:
    """The old monarch ceases to be it; the abilities are now those of the new one."""
    player = event.values[0]
    face = next(n for n, face in enumerate(state.faces) if face.name == CROWN and face.token)
    for obj in state.zone(*COMMAND):
        if state.card[obj] == face:
            state.move(obj, NOWHERE)
    state.create(face, player, COMMAND)
    state.set_list(MONARCH, (player,))


def register() -> None:
    """Add this effect to those that a text can do."""
    DO[BecomeMonarch] = become_monarch
    WRITERS["became monarch"] = write_monarch
