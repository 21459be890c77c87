"""Maximum hand size, and what changes it (CR 402.2, 514.1)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, RulePart, Scope
from cardlaw.rulebooks.magic.clauses import HandSize
from cardlaw.rulebooks.magic.quantities import quantity
from cardlaw.rulebooks.magic.whose import is_whose

NORMAL = 7
#: the words of the parts that speak about it
WORDS = ("hand size", "allow no maximum hand size")


@rules("CR 402.2", "CR 613.11")
def hand_size(state: State, player: int) -> int | None:
    """How many cards a player may keep in the cleanup step; None: any number.

    What texts say about it is followed in the order of timestamps.
    """
    board: Board = state.board()
    parts = [part for word in WORDS for part in board.parts.get(word, ())]
    size: int | None = NORMAL
    for part in sorted(parts, key=lambda part: state.stamp.get(part.source, 0)):
        size = _changed(state, board, part, player, size)
    return size


def _changed(
    state: State, board: Board, part: RulePart, player: int, size: int | None
) -> int | None:
    gives = part.gives
    if not isinstance(gives, HandSize):
        return None if part.you == player else size
    scope = Scope(state.ref(part.source), part.you)
    if not is_whose(state, gives.whose, player, scope):
        return size
    scope.they = player
    if gives.most is not None:
        return max(0, quantity(state, board, gives.most, scope))
    return None if size is None else max(0, size + quantity(state, board, gives.more, scope))
