"""Drawing the table of a game with rich: grids as boxes, zones as lines, options as a list."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardlaw.match.sheet import Card, Panel, Sheet
from cardlaw.notation.labels import PLAYERS

#: how many options are listed before "options" must be typed to see all
MOST_LISTED = 30
#: the narrowest cell
NARROW = 10
#: a cell of this width holds several notes in a line
ROOMY = 18
COLOURS = ("cyan", "magenta")


class Drawing:
    """Prints a table to a console; without colours and boxes of lines where it must."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.plain_boxes = console.encoding.lower().replace("-", "") not in ("utf8", "utf16")

    def draw(self, sheet: Sheet) -> None:
        """The whole table: the other side above, one's own below."""
        parts, own = sheet.parts, sheet.player
        title = Text(f"{parts.turn} ({sheet.whose})" if sheet.whose else parts.turn, style="bold")
        self.console.rule(title, characters="-" if self.plain_boxes else "─")
        self.side(sheet, 1 - own)
        shared = [panel for panel in sheet.panels if panel.player < 0]
        for panel in shared:
            self.panel(panel)
        self.zones(parts.shared)
        if parts.pile:
            word, items = parts.pile_word, parts.pile
            self.line(Text.assemble((f"{word}: ", "bold yellow"), "; ".join(items)))
        self.side(sheet, own)

    def side(self, sheet: Sheet, player: int) -> None:
        """One player's numbers, zones and grids, what is nearest to the middle last or first."""
        parts = sheet.parts
        numbers = parts.points[player]
        name = PLAYERS[player] + (f"  {numbers}" if numbers else "")
        head = Text(name, style=f"bold {COLOURS[player]}")
        panels = [panel for panel in sheet.panels if panel.player == player]
        if player != sheet.player:
            self.line(head)
            self.zones(parts.zones[player])
            for panel in panels:
                self.panel(panel)
            return
        for panel in panels:
            self.panel(panel)
        self.line(head)
        self.zones(parts.zones[player])

    def zones(self, rows: Iterable[tuple[str, str]]) -> None:
        """Zones, one a line: the word and what lies there."""
        for word, text in rows:
            listed = text.split("\n")
            self.zone(Text.assemble((f"{word}: ", "bold"), listed[0]), "  ")
            for each in listed[1:]:
                self.zone(Text(each), "    ")

    def zone(self, line: Text, indent: str) -> None:
        """A line of a zone, wrapped with its further lines indented."""
        for number, piece in enumerate(line.wrap(self.console, self.console.width - 6)):
            piece.rstrip()
            self.console.print(Text(indent + "  " if number else indent).append_text(piece))

    def line(self, text: Text) -> None:
        """One line, wrapped at the width."""
        self.console.print(text, soft_wrap=False)

    def panel(self, panel: Panel) -> None:
        """A grid as a box; columns that do not fit beside one another follow below."""
        if not panel.columns:
            return
        labels = max((len(name) for name, _ in panel.rows), default=0)
        room = self.console.width - labels - 3
        most = max(1, room // (NARROW + 1))
        for start in range(0, len(panel.columns), most):
            columns = panel.columns[start : start + most]
            width = min(24, room // len(columns) - 1)
            table = Table(
                box=box.ASCII if self.plain_boxes else box.SQUARE,
                show_lines=True,
                padding=0,
                title=panel.title if panel.player >= 0 and start == 0 else None,
                title_justify="left",
                title_style="bold",
            )
            table.add_column("", width=labels, no_wrap=True)
            for column in columns:
                table.add_column(column, width=width, overflow="fold", justify="left")
            for name, cells in panel.rows:
                shown = cells[start : start + most]
                shared = panel.player < 0
                table.add_row(name, *(_cell(cell, width < ROOMY, shared) for cell in shown))
            self.console.print(table)


def _cell(cards: tuple[Card, ...], narrow: bool, shared: bool) -> Text:
    """What stands in a cell, a line for the name, one for its numbers, one for each it bears.

    On a field that both players share the letter says whose a card is.
    """
    text = Text()
    for card in cards:
        if text:
            text.append("\n")
        style = f"bold {COLOURS[card.player]}" if 0 <= card.player < len(COLOURS) else "bold"
        owner = f"{PLAYERS[card.player]} " if shared and 0 <= card.player < len(PLAYERS) else ""
        text.append(owner + card.name, style=style)
        if card.notes:
            text.append("\n" + ("\n" if narrow else ", ").join(card.notes))
        for name in card.borne:
            text.append(f"\n+{name}", style="italic")
    return text


def numbered(words: tuple[str, ...], whole: bool) -> tuple[list[str], int]:
    """The options as numbered lines, and how many are left out."""
    shown = words if whole else words[:MOST_LISTED]
    wide = len(str(len(shown)))
    return [f"{n:>{wide}}  {word}" for n, word in enumerate(shown, 1)], len(words) - len(shown)
