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
#: how long the server may take to listen, in seconds
PATIENCE = 120.0


class Server:
    """A running server: its address, its database, and what it has written to its log."""

    def __init__(self, database: str, arguments: list[str]) -> None:
        self.database = database
        command = [sys.executable, "-m", "cardlaw.cli", "play", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--database", database, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.address = self._listens()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    def _listens(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            found = ADDRESS.search("".join(self.lines))
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

    def logged(self, words: str, patience: float = 5.0) -> bool:
        """Whether a line with these words stands in the log soon."""
        end = time.monotonic() + patience
        while words not in self.log:
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def stop(self) -> int:
        """End it as Ctrl-C does; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self._ended()

    def kill(self) -> int:
        """End it at once, so that it can tidy up nothing."""
        self.process.kill()
        return self._ended()

    def _ended(self) -> int:
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._reader.join(5)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def served(database: Path | str, *arguments: str) -> Iterator[Server]:
    """A server that keeps its games in a file, or at the address of a database."""
    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    server = Server(url, list(arguments))
    try:
        yield server
    finally:
        if server.alive:
            server.stop()
