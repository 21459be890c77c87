"""What lies on the table as a seat sees it, ready to be drawn: grids, rows of zones, the pile."""

from __future__ import annotations

from typing import NamedTuple

from cardlaw.front import Game
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.rulebook import Grid
from cardlaw.notation.board import BoardParts, board_parts
from cardlaw.notation.labels import player_word


class Card(NamedTuple):
    """A card in a cell: its name, its numbers and states, what it bears, whose it is."""

    name: str
    notes: tuple[str, ...]
    borne: tuple[str, ...]
    player: int


class Panel(NamedTuple):
    """A grid ready to be drawn: its title, the names of columns, rows with names and cells."""

    title: str
    player: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[Card, ...], ...]], ...]


class Sheet(NamedTuple):
    """The whole table of a seat."""

    player: int
    #: whose turn it is, seen from the seat: "your turn"; empty where the game has no such word
    whose: str
    parts: BoardParts
    panels: tuple[Panel, ...]


def sheet(game: Game, player: int, words: Tongue) -> Sheet:
    """The table as a player sees it."""
    kernel = game.kernel
    grids = kernel.book.grids(kernel.state, player)
    shown = frozenset(grid.zone for grid in grids)
    parts = board_parts(kernel, game.names(player), words.term, shown)
    panels = tuple(_panel(game, parts, grid, words) for grid in grids)
    return Sheet(player, _whose(game, player, words), parts, panels)


def _whose(game: Game, player: int, words: Tongue) -> str:
    """Whose turn it is; in a game whose players share each turn, whose step."""
    for word, key in (("primary", "step"), ("active", "turn")):
        try:
            whose = game.book.property_of_game(game.kernel.state, word)
        except KeyError:
            continue
        if whose is None:
            continue
        return words.text(f"your-{key}" if whose == player_word(player) else f"their-{key}")
    return ""


def _panel(game: Game, parts: BoardParts, grid: Grid, words: Tongue) -> Panel:
    title = words.term(grid.zone)
    if grid.player >= 0:
        title = words.text("zone-of", player=player_word(grid.player), zone=title)
    controller = game.kernel.state.controller
    rows = tuple(
        (
            words.term(name),
            tuple(
                tuple(Card(*parts.draw(obj), controller.get(obj, -1)) for obj in cell)
                for cell in cells
            ),
        )
        for name, cells in grid.rows
    )
    return Panel(title, grid.player, grid.columns, rows)
