"""What keeps players from answering: split second, forbidden abilities (CR 602.5, 702.61)."""

from __future__ import annotations

from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board


@rules("CR 702.61a")
def answerable(state: State) -> Findings:
    """The breach of casting, or activating what is no mana ability, over split second."""
    if not state.pile:
        return
    board: Board = state.board()
    for item in state.pile.values():
        char = board.chars.get(item.source.id) if item.kind == "spell" else None
        if char is not None and char.has("split second"):
            yield Breach("no-answer-to-it", "CR 702.61a", (item.source.id,))
            return


@rules("CR 602.5", "CR 101.2")
def may_activate(board: Board, obj: int, *, mana: bool) -> Findings:
    """The breach of an ability that a text forbids, or forbids unless it is a mana ability."""
    words = ("forbid activate",) if mana else ("forbid activate", "forbid activate others")
    if board.parts and any(board.about(word, obj) for word in words):
        yield Breach("activation-forbidden", "CR 602.5", (obj,))
