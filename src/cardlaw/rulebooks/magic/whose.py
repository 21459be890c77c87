"""Which players a text means: you, your opponent, the defending player (CR 109.5, 508.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State

if TYPE_CHECKING:
    from cardlaw.rulebooks.magic.board import Scope


#: the controller of what the source of a text is attached to
BEARERS = "controller of bearer"


@rules("CR 303.4b")
def enchanted_player(state: State, scope: Scope) -> int:
    """The player whom the source of a text enchants, or enchanted when it left; -1 for none."""
    host = state.host.get(scope.source.id, 0)
    if not state.is_current(scope.source):
        last = state.last.get(scope.source)
        host = last[9] if last is not None else 0
    return -1 - host if host < 0 else -1


@rules("CR 109.5", "CR 506.2", "CR 508.5")
def players_by(state: State, word: str, scope: Scope) -> list[int]:
    """The players that a word means in a text; none where the text has named nobody so.

    "they" is the player to whom the instruction is being applied, "that" the one of the event;
    other words are names of targets.
    """
    if word == "you":
        return [scope.you]
    if word == "opponent":
        return [1 - scope.you]
    if word == "each":
        return [scope.you, 1 - scope.you]
    if word == "enchanted player":
        return [player for player in (enchanted_player(state, scope),) if player >= 0]
    if word == BEARERS:
        host = scope.bearer.id if scope.bearer is not None else 0
        return [state.controller.get(host, state.owner[host])] if host else []
    if word == "defending":
        return [1 - state.turn.get("active", 0)]
    if word == "they":
        return [scope.they] if scope.they >= 0 else []
    if word == "that":
        hurt = [-1 - ref.id for ref in scope.named.get("by", ()) if ref.id < 0]
        return hurt or ([scope.player] if scope.player >= 0 else [])
    return [-1 - ref.id for ref in scope.named.get(word, ()) if ref.id < 0]


def is_whose(state: State, word: str, player: int, scope: Scope) -> bool:
    """Whether a player is one of those that a word means."""
    if word == "you":
        return player == scope.you
    if word == "opponent":
        return player != scope.you
    return player in players_by(state, word, scope)
