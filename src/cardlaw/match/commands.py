"""What people type: a number, a command of the table, or an action in words."""

from __future__ import annotations

from typing import NamedTuple

from cardlaw.judge.tongue import Tongue

#: the commands, in the order in which help tells them; aliases are in the catalogue
COMMANDS = (
    "help",
    "options",
    "board",
    "card",
    "pass until",
    "pass turn",
    "pass to",
    "shortcut",
    "stops",
    "hold",
    "why not",
    "explain",
    "because",
    "rule",
    "log",
    "hint",
    "undo",
    "undo anyway",
    "draw",
    "concede",
    "save",
    "quit",
)
#: the commands that need words after them, and those that may have some
WITH_WORDS = frozenset(("card", "pass to", "shortcut", "why not", "explain", "rule", "save"))
MAY_HAVE_WORDS = frozenset(("because", "log", "stops"))


class Command(NamedTuple):
    """A command by its name, with the words after it. "number" and "action" are two besides."""

    name: str
    words: str = ""


def aliases(words: Tongue, name: str) -> list[str]:
    """What may be typed for a command: its English name and the language's words."""
    own = (words.template(f"command.{name}") or "").split(" | ")
    return [each for each in dict.fromkeys((name, *_ALIASES.get(name, ()), *own)) if each]


_ALIASES = {
    "help": ("?",),
    "options": ("list",),
    "why not": ("why",),
    "quit": ("exit",),
    "pass until": ("pass until something happens", "pass on"),
    "pass turn": ("pass the turn",),
    "stops": ("stop",),
    "rule": ("rules",),
}


def read_command(text: str, words: Tongue) -> Command:
    """What a typed line means; a line that is no command is an action in words."""
    plain = " ".join(text.split())
    if plain.isdecimal():
        return Command("number", plain)
    known = [(alias, name) for name in COMMANDS for alias in aliases(words, name)]
    folded = plain.casefold().removeprefix(":")
    for alias, name in sorted(known, key=lambda pair: -len(pair[0])):
        start = alias.casefold()
        if folded == start:
            return Command(name)
        rest = folded.startswith(f"{start} ")
        if rest and (name in WITH_WORDS or name in MAY_HAVE_WORDS):
            return Command(name, plain[-(len(folded) - len(start)) :].strip())
    return Command("action", plain)
