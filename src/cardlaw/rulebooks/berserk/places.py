"""How cards stand to each other on the field (chapter 207), and where, in the words of texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.berserk.field import (
    DIAGONALS,
    NEIGHBOURS,
    STEPS,
    beside,
    beyond,
    distance,
    half,
    in_front,
    is_edge,
    row,
)
from cardlaw.rulebooks.berserk.words import side

if TYPE_CHECKING:
    from cardlaw.rulebooks.berserk.board import Board


@rules("BE12 212.7", "BE09 214.10", "BE09 210.9", "BE09 211.4")
def adjacent(board: Board, one: int, other: int) -> bool:
    """Whether two cards stand side by side, as a bearer does with its equipment."""
    here, there = board.cell_of.get(one), board.cell_of.get(other)
    if here is None or there is None or one == other:
        return False
    if here == there:
        return here not in board.shared or _ride_together(board, here, one, other)
    return there in NEIGHBOURS[here]


def cell_or_last(state: State, obj: int) -> str:
    """The cell of a card, or where it stood when it left the zone of battle."""
    cell = state.board().cell_of.get(obj)
    if cell is not None:
        return str(cell)
    known = state.last.get(Ref(obj, state.born.get(obj, 0) - 1))
    return "" if known is None else str(known[5])


def _ride_together(board: Board, cell: str, one: int, other: int) -> bool:
    """Whether two cards on a shared cell belong to the same bearer or host."""
    groups = [(obj, *board.worn.get(obj, ())) for obj in board.shared[cell]]
    return any(one in group and other in group for group in groups)


#: how one cell lies to that of an anchor, by the word of a text
_CELLS: dict[str, Callable[[str, str], bool]] = {
    "": lambda cell, anchor: cell in NEIGHBOURS[anchor],
    "orthogonally": lambda cell, anchor: cell in STEPS[anchor],
    "diagonally": lambda cell, anchor: cell in DIAGONALS[anchor],
    "beside": lambda cell, anchor: cell in beside(anchor),
    "in row of": lambda cell, anchor: cell[1:] == anchor[1:],
    "in column of": lambda cell, anchor: cell[0] == anchor[0],
}


@rules("BE09 207.7", "BE09 207.8", "BE09 207.9", "BE09 6")
def stands(state: State, how: str, obj: int, anchor: int, source: int) -> bool:
    """Whether a card stands to another one as a word of a text says.

    The words: nothing (adjacent), around (adjacent, or itself), on (borne by it), orthogonally,
    diagonally, beside (left or right), in row of, in column of, opposite (before the anchor),
    behind (on the line from the source of the text through the anchor), within N of (a flyer is
    at every distance).
    """
    board: Board = state.board()
    if not how and anchor in board.cell_of:
        return adjacent(board, obj, anchor)
    if how == "around":
        return obj == anchor or adjacent(board, obj, anchor)
    if how == "on":
        return state.host.get(obj, -1) == anchor
    here, there = board.cell_of.get(obj), cell_or_last(state, anchor) or None
    if how.startswith("within "):
        most = int(how.split()[1])
        diagonal = state.options["distance"] == "diagonal"
        return here is None or there is None or distance(here, there, diagonal) <= most
    if here is None or there is None or obj == anchor:
        return False
    if how == "opposite":
        return here == in_front(there, side(state, state.controller[anchor]) == 0)
    if how == "behind":
        start = board.cell_of.get(source)
        return start is not None and here == beyond(start, there)
    return _CELLS[how](here, there)


#: where a card stands, by the word of a text
_ROWS = {"in a first row": 1, "in a second row": 2, "in a third row": 3}
PLACES = frozenset((*_ROWS, "on own half", "on enemy half", "at the edge"))


@rules("BE09 207.3b")
def is_at(state: State, obj: int, word: str) -> bool:
    """Whether a card stands in rows, on a half or at the edge of the field, as a text says."""
    cell = state.board().cell_of.get(obj)
    if cell is None:
        return False
    if word in _ROWS:
        return row(cell) == _ROWS[word]
    if word == "at the edge":
        return is_edge(cell)
    own = half(cell) == side(state, state.controller[obj])
    return own == (word == "on own half")
