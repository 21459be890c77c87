"""Servers that start in no time: a process that has imported everything forks one for each start.

It reads lines with the address of a database and prints the process id and the port of the server
that it forked for it. Each server is a process of its own, to be killed like any other.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

SOCKETS = "websockets_sansio_impl"


class Forked(NamedTuple):
    """A running server."""

    pid: int
    base: str

    def kill(self) -> None:
        """What a crash or a power cut is to the process; nothing if it is gone already."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


class Forks:
    """Starts servers."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def start(self, database: str) -> Forked:
        """A server of a database."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(database + "\n")
        self.process.stdin.flush()
        pid, port = self.process.stdout.readline().split()
        return Forked(int(pid), f"http://127.0.0.1:{port}")


@contextmanager
def forks(errors: Path) -> Iterator[Forks]:
    """A process that forks servers; what they log goes to a file."""
    with (
        errors.open("ab") as log,
        subprocess.Popen(
            [sys.executable, "-m", "tests.table.forking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        yield Forks(process)
        assert process.stdin is not None
        process.stdin.close()


def _main() -> None:
    from cardlaw.table import lobby, serving
    from cardlaw.table.server import LOOPBACK, Settings

    # What a server would import or read when it is first asked for it.
    for name in ("lifespan.on", "protocols.http.auto", f"protocols.websockets.{SOCKETS}"):
        import_module(f"uvicorn.{name}")
    lobby.offered()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        found = serving.listening(LOOPBACK, 0)
        port = found.getsockname()[1]
        child = os.fork()
        if not child:
            # The workers' ends are awaited, those of the servers are not.
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            origins = serving.origins_of(LOOPBACK, port)
            settings = Settings(database=line.strip(), origins=origins, workers=1, rehearse=False)
            serving.serve(settings, found, lambda: None)
            os._exit(0)
        found.close()
        sys.stdout.write(f"{child} {port}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
