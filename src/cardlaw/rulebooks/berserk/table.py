"""The battlefield as it is drawn (chapter 207): five columns and six rows, one's own half below."""

from __future__ import annotations

from cardlaw.kernel.rulebook import Grid
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import NOBODY
from cardlaw.rulebooks.berserk import told
from cardlaw.rulebooks.berserk.board import Board
from cardlaw.rulebooks.berserk.field import COLUMNS, ROWS
from cardlaw.rulebooks.berserk.squad import GOLD, SILVER, face_of, purse
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    DEAL,
    DEPLOYING,
    FIELD,
    RECRUITING,
    RECRUITMENT,
    first_player,
    step,
)

#: the zones of cards that only their player sees
IN_HAND = (DEAL, RECRUITMENT)


def grids(state: State, player: int) -> list[Grid]:
    """The field, once cards are placed on it."""
    if step(state) < DEPLOYING:
        return []
    below = player == first_player(state)
    columns = COLUMNS if below else COLUMNS[::-1]
    lines = ROWS if below else ROWS[::-1]
    board: Board = state.board()
    rows = tuple((row, tuple(board.on(c + row) for c in columns)) for row in lines)
    return [Grid(FIELD, NOBODY, tuple(columns), rows)]


def numbers(state: State, player: int, viewer: int | None) -> list[tuple[str, int]]:
    """The crystals while squads are recruited; what the other side has left is not known."""
    if step(state) > RECRUITING:
        return []
    if viewer not in (None, player):
        return [(kind, state.points.get((player, kind), 0)) for kind in (GOLD, SILVER)]
    left = purse(state, player)
    return [(GOLD, left.gold), (SILVER, left.silver)]


def brief(state: State, obj: int) -> list[str]:
    """Life and strike, states, counters; the cell is seen."""
    values = told.values_of(state, obj)
    found = []
    if state.where[obj][0] in IN_HAND:
        face = face_of(state, obj)
        found.append(f"{face.crystal} {face.cost}")
        found.append(face.element)
        if face.type != CREATURE or face.subtype:
            found.append(face.subtype or face.type)
        found += face.classes
    if "life" in values:
        found.append(f"life {values['life']}")
    if values.get("type") == CREATURE:
        found.append(f"strike {values['strike']}")
    cell = state.board().cell_of.get(obj)
    notes = [note for note in told.details(state, obj) if note != cell]
    return found + [n for n in notes if not n.startswith("wounds ") and not n.endswith(" moved")]
