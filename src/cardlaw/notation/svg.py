"""A position as a picture (SVG): zones as rows, cards as boxes, what they bear beneath them."""

from __future__ import annotations

from html import escape

from cardlaw.kernel.game import Game
from cardlaw.kernel.view import knows
from cardlaw.notation.board import NOBODYS, laid_out
from cardlaw.notation.labels import PLAYERS, Names

CARD_WIDTH, CARD_HEIGHT, GAP, LEFT, TOP = 132, 46, 8, 150, 14
PER_ROW = 6
FILLS = ("#fff7e6", "#e8f1fb")
BACK = "#d9d9de"


class _Drawing:
    """Collects shapes from the top down."""

    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.state = game.state
        self.book = game.book
        self.names = names
        self.shapes: list[str] = []
        self.y = TOP

    def draw(self) -> str:
        """The whole picture."""
        self.player(1)
        for zone in self.book.zones:
            self.zone(zone, NOBODYS)
        self.player(0)
        width = LEFT + PER_ROW * (CARD_WIDTH + GAP) + GAP
        body = "\n".join(self.shapes)
        title = escape(self.book.title)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{self.y + TOP}" '
            f'viewBox="0 0 {width} {self.y + TOP}" font-family="sans-serif" role="img">\n'
            f"<title>{title}</title>\n"
            f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>'
        )

    def text(self, x: int, y: int, text: str, size: int = 12, bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.shapes.append(
            f'<text x="{x}" y="{y}" font-size="{size}"{weight} fill="#222">{escape(text)}</text>'
        )

    def player(self, player: int) -> None:
        """A player's numbers and zones."""
        points = [f"{k} {n}" for (p, k), n in sorted(self.state.points.items()) if p == player]
        mark = " *" if self.game.to_act == player else ""
        self.text(GAP, self.y + 14, f"{PLAYERS[player]}{mark}  {', '.join(points)}", 14, bold=True)
        self.y += 26
        for zone in self.book.zones:
            self.zone(zone, player)
        self.y += GAP

    def zone(self, zone: str, player: int) -> None:
        """One zone, or several lines of it by the words of its parts."""
        groups: dict[str, list[int]] = {}
        for obj in laid_out(self.state, zone, player):
            groups.setdefault(self.book.zone_word(self.state, obj), []).append(obj)
        for word, members in groups.items():
            self.text(GAP, self.y + 18, word)
            if not self.book.zones[zone].listed and not self._few_known(members):
                self.card(LEFT, f"{len(members)}", [], BACK)
                self.y += CARD_HEIGHT + GAP
            else:
                self.row(members)

    def _few_known(self, members: list[int]) -> bool:
        return len(members) <= 2 * PER_ROW and all(map(self.known, members))

    def known(self, obj: int) -> bool:
        """Whether the viewer knows the face of an object."""
        viewer = self.names.viewer
        return viewer is None or knows(self.state, viewer, obj)

    def row(self, members: list[int]) -> None:
        """Cards side by side, what they bear beneath them."""
        for start in range(0, len(members), PER_ROW):
            tallest = 1
            top = self.y
            for column, obj in enumerate(members[start : start + PER_ROW]):
                stack = self.stack(obj)
                for depth, each in enumerate(stack):
                    self.y = top + depth * (CARD_HEIGHT - 6)
                    self.object(LEFT + column * (CARD_WIDTH + GAP) + min(depth, 3) * 8, each)
                tallest = max(tallest, len(stack))
            self.y = top + (tallest - 1) * (CARD_HEIGHT - 6) + CARD_HEIGHT + GAP

    def stack(self, obj: int) -> list[int]:
        """An object and all that it bears, all the way down."""
        found = [obj]
        for other, host in sorted(self.state.host.items()):
            if host == obj and other not in found:
                found.extend(self.stack(other))
        return found

    def object(self, x: int, obj: int) -> None:
        """One card."""
        controller = self.state.controller.get(obj, -1)
        known = self.known(obj)
        details = self.book.details(self.state, obj) if known else []
        fill = FILLS[controller] if known and 0 <= controller < 2 else BACK
        self.card(x, self.names.label(obj), details, fill)

    def card(self, x: int, title: str, details: list[str], fill: str) -> None:
        """A box with a title and a line of details."""
        self.shapes.append(
            f'<rect x="{x}" y="{self.y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" '
            f'fill="{fill}" stroke="#777"/>'
        )
        self.text(x + 7, self.y + 18, _short(title, 19), 12, bold=True)
        if details:
            self.text(x + 7, self.y + 35, _short(", ".join(details), 22), 10)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def board_svg(game: Game, names: Names) -> str:
    """A position as an SVG picture, with the names that ``names`` knows."""
    return _Drawing(game, names).draw()
