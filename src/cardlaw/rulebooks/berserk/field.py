"""The battlefield (chapter 207): cells, rows, neighbours, distance, deployment zones."""

from __future__ import annotations

from cardlaw.kernel.law import rules

COLUMNS = "ABCDE"
#: rows from the second player's back to the first player's back
ROWS = ("3'", "2'", "1'", "1", "2", "3")

#: all cells by name, row by row from the second player's back
CELLS: tuple[str, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
_PLACES = tuple((cell,) for cell in CELLS)
_AT = {cell: (COLUMNS.index(cell[0]), ROWS.index(cell[1:])) for cell in CELLS}


def _cell(column: int, row: int) -> str | None:
    if 0 <= column < len(COLUMNS) and 0 <= row < len(ROWS):
        return COLUMNS[column] + ROWS[row]
    return None


def _near(cell: str, steps: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    column, row = _AT[cell]
    found = (_cell(column + dx, row + dy) for dx, dy in steps)
    return tuple(other for other in found if other is not None)


_ORTHOGONAL = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))

#: the cells that touch a cell by a side
STEPS: dict[str, tuple[str, ...]] = {cell: _near(cell, _ORTHOGONAL) for cell in CELLS}
#: the cells that touch a cell by a corner only
DIAGONALS: dict[str, tuple[str, ...]] = {cell: _near(cell, _DIAGONAL) for cell in CELLS}
#: the cells that touch a cell by a side or a corner
NEIGHBOURS: dict[str, tuple[str, ...]] = {
    cell: _near(cell, _ORTHOGONAL + _DIAGONAL) for cell in CELLS
}


@rules("BE09 207.7")
def are_neighbours(one: str, other: str) -> bool:
    """Whether two cells touch."""
    return other in NEIGHBOURS[one]


def distance(one: str, other: str, diagonal: bool) -> int:
    """How many cells apart two cells are, counting diagonals as one or not at all."""
    dx = abs(_AT[one][0] - _AT[other][0])
    dy = abs(_AT[one][1] - _AT[other][1])
    return max(dx, dy) if diagonal else dx + dy


def is_place(value: tuple[object, ...]) -> bool:
    """Whether a row of the table ``place`` is a cell, and a number if others came there first."""
    return value[:1] in _PLACES and all(type(number) is int for number in value[1:])


def half(cell: str) -> int:
    """Whose half a cell lies in: 0 the first player's, 1 the second player's."""
    return 0 if _AT[cell][1] >= len(ROWS) // 2 else 1


@rules("BE09 207.3b")
def row(cell: str) -> int:
    """The number of a cell's row in its half: 1 is nearest to the enemy, 3 farthest."""
    return int(cell[1])


@rules("BE09 207.8")
def in_front(cell: str, first: bool) -> str | None:
    """The cell before a card of the first (or the second) player, towards the enemy."""
    column, line = _AT[cell]
    return _cell(column, line - 1 if first else line + 1)


def beside(cell: str) -> tuple[str, ...]:
    """The cells left and right of a cell."""
    return _near(cell, ((-1, 0), (1, 0)))


@rules("BE09 207.9")
def beyond(start: str, cell: str) -> str | None:
    """The cell behind another one on the line from a first cell; None where there is no line."""
    dx, dy = _AT[cell][0] - _AT[start][0], _AT[cell][1] - _AT[start][1]
    far = max(abs(dx), abs(dy))
    if not far or abs(dx) not in (0, far) or abs(dy) not in (0, far):
        return None
    column, line = _AT[cell]
    return _cell(column + dx // far, line + dy // far)


def is_edge(cell: str) -> bool:
    """Whether a cell lies at the edge of the field."""
    column, line = _AT[cell]
    return column in (0, len(COLUMNS) - 1) or line in (0, len(ROWS) - 1)


def across(cell: str) -> tuple[tuple[str, str], ...]:
    """The pairs (cell between, cell behind it) in the four straight directions."""
    column, line = _AT[cell]
    found = []
    for dx, dy in _ORTHOGONAL:
        between, behind = _cell(column + dx, line + dy), _cell(column + 2 * dx, line + 2 * dy)
        if between is not None and behind is not None:
            found.append((between, behind))
    return tuple(found)


def _zone(second: bool) -> tuple[tuple[str, ...], ...]:
    """The deployment zone of a player as layers; a later layer opens when those before are full."""
    mark = "'" if second else ""
    inner = tuple(c + n + mark for n in "123" for c in "BCD")
    outer = tuple(c + n + mark for n in "23" for c in "AE")
    first = tuple(c + "1" + mark for c in "AE")
    return (inner + first, outer) if second else (inner, outer, first)


#: deployment zones by place in the order of turns: layers that open one after another
DEPLOYMENT = (_zone(second=False), _zone(second=True))
