"""The table's server as a process of its own, as `cardlaw play` starts it."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
#: seconds after which a test gives up waiting for anything: nothing takes so long on any machine
PATIENCE = 240.0


class Server:
    """A server: its address, its database, and what it has written to its log."""

    def __init__(self, database: str, arguments: list[str], folder: Path | None = None) -> None:
        self.database = database
        self._arguments = arguments if folder else ["--database", database, *arguments]
        self._folder = folder
        self.lines: list[str] = []
        self.start()

    def start(self) -> None:
        """Start it, or start it again after its end, and wait until it listens."""
        command = [sys.executable, "-m", "cardlaw.cli", "play", "--no-browser", "--port", "0"]
        data = {"CARDLAW_DATA": str(self._folder)} if self._folder else {}
        self.process = subprocess.Popen(
            [*command, *self._arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **data},
        )
        begun = len(self.lines)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.address = self._listens(begun)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    def _listens(self, begun: int) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.alive:
            found = ADDRESS.search("".join(self.lines[begun:]))
            if found is not None:
                return found[0]
            time.sleep(0.02)
        self.kill()
        raise RuntimeError(f"the server does not listen:\n{self.log}")

    @property
    def log(self) -> str:
        """All that the server has written."""
        return "".join(self.lines)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def logged(self, words: str, since: int = 0) -> bool:
        """Whether a line with these words stands in the log soon, after so many lines."""
        end = time.monotonic() + PATIENCE
        while words not in "".join(self.lines[since:]):
            if time.monotonic() > end or not self.alive:
                return False
            time.sleep(0.02)
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it as Ctrl-C does, or by another signal; the exit code."""
        self.process.send_signal(how)
        return self._ended()

    def kill(self) -> int:
        """What a crash is to the process: no warning, nothing tidied up."""
        self.process.kill()
        return self._ended()

    def _ended(self) -> int:
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def served(games: Path | str, *arguments: str) -> Iterator[Server]:
    """A server that keeps its games in a file, at the address of a database, or in a folder of data
    under the name that is usual there.
    """
    if isinstance(games, Path) and games.is_dir():
        server = Server(f"sqlite:///{games / 'table.sqlite'}", list(arguments), games)
    else:
        url = f"sqlite:///{games}" if isinstance(games, Path) else games
        server = Server(url, list(arguments))
    try:
        yield server
    finally:
        if server.alive:
            server.stop()
