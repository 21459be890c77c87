"""``cardlaw``: the commands and what they share."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

from cyclopts import App, CycloptsError

from cardlaw import __version__
from cardlaw.cli.bench import bench_command
from cardlaw.cli.cards import cards_app
from cardlaw.cli.conform import conform_command
from cardlaw.cli.coverage import with_coverage
from cardlaw.cli.deck import deck_app
from cardlaw.cli.judge import PIPED, judge_command
from cardlaw.cli.output import fail
from cardlaw.cli.play import play_command
from cardlaw.cli.rules import rules_command
from cardlaw.judge.nodes import PIPE

app = App(
    name="cardlaw",
    help="Knows the rules of trading card games: VS System, Berserk and Magic.",
    version=__version__,
    result_action="return_value",
)
app.command(judge_command, name="judge")
app.command(conform_command, name="conform")
app.command(rules_command, name="rules")
app.command(play_command, name="play")
app.command(bench_command, name="bench")
app.command(with_coverage(cards_app))
app.command(deck_app)


def run(arguments: list[str]) -> int:
    """Run a command with its arguments and return its exit code."""
    try:
        # A bare "-" is a file for people and an option for the parser.
        arguments = [PIPED if argument == PIPE else argument for argument in arguments]
        result = app(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return fail(str(error))
    except BrokenPipeError:
        return 1
    except OSError as error:
        return fail(f"the output cannot be written: {error.strerror or error}")
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def main() -> NoReturn:
    """The program ``cardlaw``."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            code = code or fail(f"the output cannot be written: {error.strerror or error}")
        # What is left in the buffer must not be tried again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)
