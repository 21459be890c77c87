"""Incorporeal creatures on occupied cells (glossary of BE09): entering, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.board import Board
from cardlaw.rulebooks.berserk.happen import DIED, PERFORMER
from cardlaw.rulebooks.berserk.select import char_of


@rules("BE09 6", "BE09 203.2")
def may_stand_with_others(state: State, obj: int) -> bool:
    """Whether a card may move to a cell that another one occupies."""
    return char_of(state, obj).incorporeal


def guests(state: State) -> list[int]:
    """The incorporeal creatures that share their cell with a card that they do not bear.

    By the option, whoever was there first is not counted.
    """
    board: Board = state.board()
    later_only = state.options["shared-cell"] == "who-came-later"
    crowd = [obj for cell in sorted(board.shared) for obj in in_order(state, cell)[later_only:]]
    return [obj for obj in crowd if char_of(state, obj).incorporeal]


def in_order(state: State, cell: str) -> list[int]:
    """The cards on a cell in the order in which they came."""
    board: Board = state.board()
    return sorted(board.on(cell), key=lambda obj: state.place[obj][1:])


@rules("BE09 6")
def do_something_else(state: State, player: int, moving: int, cause: int) -> None:
    """A player's guests die when that player announces anything but their movement.

    ``moving`` is the creature whose movement is announced, -1 for any other action.
    """
    found = [obj for obj in guests(state) if state.controller[obj] == player and obj != moving]
    die(state, found, cause)


@rules("BE09 6")
def change_of_turns(state: State, cause: int) -> None:
    """All guests die when one turn gives way to the next."""
    die(state, guests(state), cause)


def die(state: State, objs: Iterable[int], cause: int) -> None:
    """Cards die at the same moment because they share their cell."""
    batch = []
    for obj in objs:
        event = state.event("does not share a cell", "BE09 6", (cause,), obj)
        batch.append(Happening(DIED, "BE09 6", (event,), (obj, -1)))
    PERFORMER.happen(state, batch)


@rules("BE09 6", "BE09 208.4")
def too_many(state: State) -> list[int]:
    """Cards that share a cell without being incorporeal, but for the one that came first."""
    board: Board = state.board()
    found = []
    for cell in sorted(board.shared):
        solid = [obj for obj in in_order(state, cell) if not char_of(state, obj).incorporeal]
        found += solid[1:]
    return found
