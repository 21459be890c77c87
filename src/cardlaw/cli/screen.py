"""A screen and a keyboard: styles on a terminal, plain text in a pipe, lines that fit."""

from __future__ import annotations

import contextlib
import sys
import textwrap
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from cardlaw.cli.table import Drawing
from cardlaw.judge.faults import sentence
from cardlaw.judge.tongue import Tongue
from cardlaw.match.telling import Told

WIDTH = 80
WIDEST = 110


class Screen:
    """Prints texts of a language, and reads what is typed."""

    def __init__(self, words: Tongue) -> None:
        self.words = words
        #: whether somebody sits at it; a pipe has no curtain and asks nothing by itself
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(
            file=sys.stdout,
            highlight=False,
            emoji=False,
            markup=False,
            width=None if sys.stdout.isatty() else WIDTH,
        )
        self.console.width = min(self.console.width, WIDEST)
        self.drawing = Drawing(self.console)
        if self.live:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415 - lines can be edited and recalled

    def read(self, prompt: str) -> str:
        """A typed line. EOFError when there are no more."""
        if self.live:
            return input(prompt)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        sys.stdout.write(line if line.endswith("\n") else line + "\n")
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def clear(self) -> None:
        """An empty screen, and nothing to scroll back to."""
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()

    def tell(self, told: Told) -> None:
        """One thing that happened."""
        self.wrapped(f"· {told}" if not self.drawing.plain_boxes else f"- {told}", "", 2, "dim")

    def fault(self, error: Exception) -> None:
        """What is wrong with what was typed, as a sentence."""
        self.wrapped(sentence(str(error.args[0] if error.args else error)), "", 0, "red")

    def text(self, key: str, **values: object) -> None:
        """A sentence from the catalogue."""
        self.wrapped(self.words.text(key, **values), "", 0)

    def lines(self, lines: Iterable[str]) -> None:
        """Lines that may be too long."""
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()))
            self.wrapped(line.strip(), indent, 2)

    def wrapped(self, text: str, indent: str, hang: int, style: str = "") -> None:
        """A line, wrapped between words."""
        rest = indent + " " * hang
        width = max(self.console.width - 1, len(rest) + 20)
        found = textwrap.wrap(
            text, width, initial_indent=indent, subsequent_indent=rest, break_on_hyphens=False
        )
        for line in found or [""]:
            self.say(line, style)

    def say(self, text: str, style: str = "") -> None:
        """A line as it is; what the output cannot show becomes a question mark."""
        encoding = self.console.encoding
        safe = text.encode(encoding, "replace").decode(encoding)
        self.console.print(Text(safe, style=style), soft_wrap=True)
