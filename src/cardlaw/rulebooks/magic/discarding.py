"""Discarding: by choice, at random, the whole hand, what another player picks (CR 701.9)."""

from __future__ import annotations

from cardlaw.kernel.choice import CHANCE, Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, fits
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, players, share_of
from cardlaw.rulebooks.magic.events import PERFORMER
from cardlaw.rulebooks.magic.keyword_actions import in_turn_order
from cardlaw.rulebooks.magic.nodes import Discard


@rules("CR 701.9a", "CR 701.9b", "CR 101.4")
def discard(state: State, node: Discard, doing: Doing) -> Course:
    """Players pick the cards, or chance or another player does; then all are discarded."""
    batch = []
    for player in in_turn_order(state, players(state, node.player, doing)):
        amount = share_of(state, node.amount, player, doing)
        board: Board = state.board()
        hand = state.zone("hand", player)
        if node.how == "you" and player != doing.scope.you:
            state.event("revealed hand", "CR 701.20a", doing.cause, player)
            for obj in hand:
                state.reveal(obj)
        able = [obj for obj in hand if fits(state, board, node.what, obj, doing.scope)]
        for _ in range(len(able) if node.how == "all" else min(amount, len(able))):
            chosen = able[0]
            if node.how == "random":
                chosen = (yield Choice("random card", CHANCE, (tuple(able),)))[0]
            elif node.how != "all":
                chooser = doing.scope.you if node.how == "you" else player
                chosen = (yield Choice("discard", chooser, (tuple(able),)))[0]
            able.remove(chosen)
            batch.append(Happening("discarded", "CR 701.9a", doing.cause, (chosen,)))
    yield from PERFORMER.perform(state, batch)
    doing.scope.named["discarded"] = [state.ref(event.values[0]) for event in batch]


def register() -> None:
    """Add this effect to those that a text can do."""
    DO[Discard] = discard
