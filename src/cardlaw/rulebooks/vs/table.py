"""Where characters stand, as it is drawn: the rows of each area (213)."""

from __future__ import annotations

from cardlaw.kernel.rulebook import Grid
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import told, words
from cardlaw.rulebooks.vs.powers import face_of


def grids(state: State, player: int) -> list[Grid]:
    """The areas that hold characters; the front rows face each other."""
    found = []
    for side in (1 - player, player):
        areas = [grid for area in words.AREAS if (grid := _area(state, area, side, player))]
        found += areas if side == player else areas[::-1]
    return found


def _area(state: State, area: str, side: int, player: int) -> Grid | None:
    here = {state.place.get(obj, (words.FRONT, 1)): obj for obj in state.zone(area, side)}
    if not here:
        return None
    columns = [column for _, column in here]
    shown = range(min(columns), max(columns) + 1)
    rows = []
    for row in (words.FRONT, words.SUPPORT):
        cells = [here.get((row, column)) for column in shown]
        cards = tuple(() if obj is None else (obj,) for obj in cells)
        rows.append((words.ROW_WORDS[(area, row)].removeprefix("hidden "), cards))
    ordered = rows if side == player else rows[::-1]
    return Grid(area, side, tuple(map(str, shown)), tuple(ordered))


def brief(state: State, obj: int) -> list[str]:
    """Numbers and states; where a character stands is seen. Of a card in hand: what is printed."""
    if not words.in_play(state, obj):
        return printed(state, obj)
    notes = [note for note in told.details(state, obj) if not note.startswith("column ")]
    turned_down = state.where[obj][0] == words.RESOURCES and not words.has(
        state, obj, words.FACE_UP
    )
    return [*printed(state, obj), *notes] if turned_down and _of_the_row(state, obj) else notes


def _of_the_row(state: State, obj: int) -> bool:
    """Whether a card does something from the resource row."""
    return face_of(state, obj).type in (words.LOCATION, words.PLOT_TWIST)


def printed(state: State, obj: int) -> list[str]:
    """Cost and numbers of a card; of a plot twist or location its type and its threshold."""
    face = face_of(state, obj)
    if face.type in (words.LOCATION, words.PLOT_TWIST):
        return [face.type, f"threshold {face.threshold}"]
    numbers = [f"{face.atk}/{face.defence}"] if face.type == words.CHARACTER else []
    return [f"cost {face.cost}", *numbers]
