"""Printing: styles on a terminal, plain text elsewhere, one sentence for a mistake."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import msgspec
from rich.console import Console
from rich.text import Text

from cardlaw.judge.faults import FileFault, sentence
from cardlaw.judge.tongue import LANGUAGES, Tongue, tongue
from cardlaw.judge.transcript import ASCII, WIDTH, Signs, TextLine

STYLES = {
    "title": "bold",
    "head": "bold",
    "plain": "",
    "dim": "dim",
    "step": "bold cyan",
    "yes": "green",
    "no": "yellow",
    "good": "green",
    "bad": "bold red",
}
WIDEST = 100
BAD_INPUT = 2


def fail(text: str) -> int:
    """Print one sentence about bad input; returns the exit code for it."""
    print(f"cardlaw: {sentence(text)}", file=sys.stderr)
    return BAD_INPUT


def fail_at(told: str) -> int:
    """Print a fault that begins with its place; the name of a file stays as it is written."""
    text = " ".join(told.split())
    print(f"cardlaw: {text}" + ("" if text.endswith((".", "!", "?")) else "."), file=sys.stderr)
    return BAD_INPUT


def print_json(data: object) -> None:
    """Print data as indented JSON."""
    raw = msgspec.json.format(msgspec.json.encode(data), indent=2)
    sys.stdout.write(raw.decode() + "\n")


def language(name: str) -> Tongue:
    """The texts of a language. FileFault for an unknown one."""
    if name not in LANGUAGES:
        raise FileFault("unknown-language", name=name)
    return tongue(name)


def fault_text(fault: FileFault, words: Tongue | None = None) -> str:
    """A fault without a file, with its remedy."""
    known = words or tongue()
    text = sentence(known.text(f"fault.{fault.code}", **fault.values))
    return f"{text} {sentence(fault.remedy)}" if fault.remedy else text


def console() -> Console:
    """The console of standard output, with colours only on a terminal."""
    return Console(file=sys.stdout, highlight=False, soft_wrap=True, emoji=False, markup=False)


def width() -> int:
    """How wide text is printed."""
    out = console()
    return min(out.width, WIDEST) if out.is_terminal else WIDTH


def signs() -> Signs:
    """Marks that the output can show."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "✓✗·".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return Signs()


def show(lines: Iterable[TextLine]) -> None:
    """Print lines in their styles."""
    out = console()
    if not out.is_terminal:
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        for line in lines:
            print(line.text.encode(encoding, "replace").decode(encoding))
        return
    for line in lines:
        out.print(Text(line.text, style=STYLES.get(line.style, "")))
