"""``cardlaw``: the commands and what they share."""

from __future__ import annotations

import sys
from typing import NoReturn

from cyclopts import App, CycloptsError

from cardlaw import __version__
from cardlaw.cli.bench import bench_command
from cardlaw.cli.judge import PIPED, judge_command
from cardlaw.cli.output import fail
from cardlaw.cli.rules import rules_command
from cardlaw.judge.nodes import PIPE

app = App(
    name="cardlaw",
    help="Knows the rules of trading card games: VS System, Berserk and Magic.",
    version=__version__,
    result_action="return_value",
)
app.command(judge_command, name="judge")
app.command(rules_command, name="rules")
app.command(bench_command, name="bench")


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
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def main() -> NoReturn:
    """The program ``cardlaw``."""
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()
    sys.exit(code)
