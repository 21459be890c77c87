"""``cardlaw play`` without a game: what keeps the table from being served is one sentence."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.table.guests import serving


def play(folder: Path, *arguments: str, code: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own, after some code."""
    program = f"{code}\nimport sys\nfrom cardlaw.cli.main import main\nmain()"
    return subprocess.run(
        [sys.executable, "-c", program, "play", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
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
        (("--database", "sqlite:////nowhere/at/all.sqlite"), "cannot be opened"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    refused(play(tmp_path, *arguments), said)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_the_server_gets_no_fault(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path) as house:
        house.process.send_signal(how)
        assert house.process.wait(60) == 0
        assert "Traceback" not in house.log()
