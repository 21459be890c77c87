"""A simple scripted player at the real command: reads the list of options, types a number."""

import os
import re
import subprocess
import sys
from collections.abc import Callable

OPTION = re.compile(r"^ {2,8}(\d+)  (\S.*)$")
PROMPT = re.compile(rb"(?:^|\n)[AB]> $")

#: what to type, by the options that are listed and the number of the question
Typist = Callable[[list[str], int], str]


class Table:
    """``cardlaw play`` in a process of its own, with pipes for a keyboard and a screen."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cardlaw.cli", "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self.screen = b""

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *raised: object) -> None:
        self.process.kill()
        self.process.communicate()

    def prompt(self) -> str | None:
        """What was printed up to the next prompt; None when the game was over."""
        assert self.process.stdout is not None
        found = b""
        while not PROMPT.search(found):
            more = self.process.stdout.read1(65536)  # type: ignore[attr-defined]
            if not more:
                self.screen += found
                return None
            found += more
        self.screen += found
        return found.decode()

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def end(self) -> tuple[int, str]:
        """Close the keyboard: the exit code, and what was printed as an error."""
        out, err = self.process.communicate(timeout=60)
        self.screen += out
        return self.process.returncode, err.decode()

    @property
    def text(self) -> str:
        """All that was printed and typed."""
        return self.screen.decode()


def options_in(printed: str) -> list[str]:
    """The options that the last list in a text shows."""
    found: list[str] = []
    for line in printed.split("\n"):
        match = OPTION.match(line)
        if match is None:
            continue
        if match[1] == "1":
            found = []
        found.append(match[2])
    return found


def play_out(table: Table, typist: Typist, most: int) -> int:
    """Type until the game is over; how many lines were typed."""
    for number in range(most):
        printed = table.prompt()
        if printed is None:
            return number
        table.type(typist(options_in(printed), number))
    raise AssertionError(f"the game is not over after {most} lines:\n{table.text[-3000:]}")
