"""What a spell seems to be while it is cast face down: effects see only that (CR 708.4)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.cards.nodes import Select
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, Char, Scope, fits
from cardlaw.rulebooks.magic.face_down import cast_down, number_of
from cardlaw.rulebooks.magic.prices import Way
from cardlaw.rulebooks.magic.qualities import qualities


@rules("CR 708.4")
def seeming(state: State, obj: int, player: int, ways: Sequence[Way]) -> Char | None:
    """What a card seems to be if it is cast in these ways; None for what it is."""
    how = cast_down(ways)
    if not how:
        return None
    number = number_of(state, how)
    return Char(state.faces[number], number, obj, player)


@rules("CR 708.4")
def fits_as(
    state: State, board: Board, select: Select, obj: int, scope: Scope, seems: Char | None
) -> bool:
    """Whether a description means a spell, by what it seems to be if that is something else."""
    if seems is None:
        return fits(state, board, select, obj, scope)
    if not qualities(seems, select):
        return False
    any_of = select.any_of
    return not any_of or any(fits_as(state, board, s, obj, scope, seems) for s in any_of)
