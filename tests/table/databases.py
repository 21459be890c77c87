"""A PostgreSQL server of one's own for tests: in a folder of its own, on a free loopback port."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from tests.table.serving import PATIENCE

OWNER = "cardlaw"


def free_port() -> int:
    """A port of the loopback interface that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _account() -> str | None:
    """Whom the server runs as: it refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class PostgreSQL:
    """A running server that makes a fresh database for whoever asks."""

    def __init__(self, port: int, password: str) -> None:
        self.port = port
        self._password = password
        self._made = 0

    def url(self, database: str) -> str:
        """The address of a database, with the password."""
        return f"postgresql://{OWNER}:{self._password}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"table_{self._made}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def answers(self) -> bool:
        """Whether one can connect."""
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=10).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def running(programs: Path) -> Iterator[PostgreSQL]:
    """Start a server from a folder of programs, and end it with all that it kept."""
    account = _account()
    # pytest's own temporary folders are closed to the account that the server runs as
    folder = Path(tempfile.mkdtemp(prefix="cardlaw-postgresql-"))
    server = PostgreSQL(free_port(), secrets.token_hex(16))
    process: subprocess.Popen[bytes] | None = None
    try:
        password = folder / "password"
        password.write_text(server._password)
        if account is not None:
            for path in (folder, password):
                shutil.chown(path, account)
        data = folder / "data"
        _init(programs, data, password, account)
        options = f"-D {data} -h 127.0.0.1 -p {server.port} -k {folder} -c fsync=off".split()
        process = subprocess.Popen(
            [programs / "postgres", *options, "-c", "max_connections=200"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            user=account,
        )
        _await(server, process)
        yield server
    finally:
        if process is not None:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
        shutil.rmtree(folder)


def _init(programs: Path, data: Path, password: Path, account: str | None) -> None:
    options = f"-D {data} -U {OWNER} --pwfile {password} --auth=scram-sha-256".split()
    subprocess.run(
        [programs / "initdb", *options, "--encoding=UTF8", "--locale=C", "--no-sync"],
        check=True,
        capture_output=True,
        cwd=password.parent,
        user=account,
    )


def _await(server: PostgreSQL, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while not server.answers():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"PostgreSQL did not start (exit code {process.poll()})")
        time.sleep(0.05)
