"""``cardlaw play`` without a game: what keeps the table from being served is one sentence."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.table.serving import PATIENCE, served

from cardlaw.cli.serve import serve_command
from cardlaw.table.serving import BadOrigin, CannotListen, address, listening, origin_of, origins_of
from cardlaw.table.store import Store, StoreFault


def play(folder: Path, *arguments: str, code: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own, after some code."""
    program = f"{code}\nimport sys\nfrom cardlaw.cli.main import main\nmain()"
    return subprocess.run(
        [sys.executable, "-c", program, "play", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "CARDLAW_DATA": str(folder)},
        check=False,
    )


def refused(found: "subprocess.CompletedProcess[str]", said: str) -> None:
    assert found.returncode == 2
    assert said in found.stderr and "Traceback" not in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("missing", ["litestar", "alembic"])
def test_without_the_extra_one_sentence_says_how_to_get_it(tmp_path: Path, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None"
    refused(play(tmp_path, code=code), "cardlaw[table]")


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused(play(tmp_path, "--port", str(port)), f"127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "70000"), "no port 70000"),
        (("--host", "no.such.host.invalid"), "no.such.host.invalid"),
        (("--database", "nonsense"), "no address of a database"),
        (("--origin", "https://[bad"), "no origin"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    refused(play(tmp_path, *arguments), said)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_the_server_gets_no_fault(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path) as server:
        assert server.stop(how) == 0
        assert "Traceback" not in server.log


@pytest.mark.parametrize("host", ["", " ", "a..b", "256.1.1.1", "x" * 300])
def test_a_host_that_cannot_be_listened_at_is_one_sentence(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve_command(host, 0, "", (), browser=False) == 2
    said = capsys.readouterr().err
    assert said.startswith("cardlaw: The table") and said.count("\n") == 1


def test_a_host_of_odd_bytes_is_refused() -> None:
    with pytest.raises(CannotListen):
        listening("\udcff", 0)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://cards.example", "https://cards.example"),
        ("HTTPS://Cards.Example:443/", "https://cards.example"),
        ("http://192.168.1.5:8421", "http://192.168.1.5:8421"),
        ("http://[::1]:80", "http://[::1]"),
        ("https://karten.müller.example", "https://karten.xn--mller-kva.example"),
    ],
)
def test_an_origin_is_written_as_browsers_do(text: str, origin: str) -> None:
    assert origin_of(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        *("", "cards.example", "*", "https://*", "https://*.example", "null", "file:///x"),
        *("https://a b", "https://[bad", "https://x:y", "https://x:99999", "https://u:p@x"),
        *("https://x/path", "https://x?y", "https://x#y", "https://x,https://y", "ftp://x"),
        "https://" + "a" * 300,
    ],
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(BadOrigin, match="no origin of pages"):
        origin_of(text)


@pytest.mark.parametrize(
    ("host", "shown", "also"),
    [
        ("127.0.0.1", "http://127.0.0.1:9/", "http://localhost:9"),
        ("localhost", "http://localhost:9/", "http://localhost:9"),
        ("0.0.0.0", "http://127.0.0.1:9/", "http://localhost:9"),
        ("::1", "http://[::1]:9/", "http://localhost:9"),
        ("::", "http://127.0.0.1:9/", "http://[::1]:9"),
    ],
)
def test_the_address_that_is_told_is_one_at_which_pages_may_act(
    host: str, shown: str, also: str
) -> None:
    assert address(host, 9) == shown
    assert {shown.rstrip("/"), also} <= origins_of(host, 9)


def newer(folder: Path) -> str:
    """The address of a database that a version to come has written."""
    found = f"sqlite:///{folder / 'newer.sqlite'}"
    Store(found).close()
    with sqlite3.connect(folder / "newer.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'zz99'")
    connection.close()
    return found


def no_database(folder: Path) -> str:
    """The address of a file that is something else."""
    (folder / "letter.txt").write_text("Dear reader, " * 20)
    return f"sqlite:///{folder / 'letter.txt'}"


@pytest.mark.parametrize(
    ("database", "said"),
    [
        (newer, "of another version"),
        (no_database, "not a database"),
        (lambda folder: f"sqlite:///{folder}", "cannot be opened"),
        (lambda folder: "sqlite:////nowhere/at/all.sqlite", "cannot be opened"),
        (lambda folder: f"sqlite:///{folder / 'x'}?mode=ro", "question mark"),
        (lambda folder: "sqlite://", "in a file of SQLite"),
        (lambda folder: "mysql://host/name", "not in mysql"),
        (lambda folder: "postgresql://localhost:port/name", "no address of a database"),
        (lambda folder: "postgresql://u:secret@127.0.0.1:1/name", "Connection refused"),
        (lambda folder: "postgresql://127.0.0.1:1/name?colour=red", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, database: Callable[[Path], str], said: str
) -> None:
    with pytest.raises(StoreFault, match=said) as fault:
        Store(database(tmp_path))
    assert "\n" not in str(fault.value) and "secret" not in str(fault.value)


def test_a_driver_of_another_kind_is_not_needed(tmp_path: Path) -> None:
    Store(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}").close()


def test_a_folder_that_cannot_be_made_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDLAW_DATA", str(tmp_path / "file" / "folder"))
    with pytest.raises(StoreFault, match="cannot be made: Not a directory"):
        Store()
