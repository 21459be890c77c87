"""Messages about files: the name as it is written, once, and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlaw.cli.main import run


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["cards", "import"], "lower.json"),
        (["cards", "coverage"], "lower.json"),
        (["deck", "check"], "lower.txt"),
        (["conform"], "lower.json"),
        (["conform"], "lower.yaml"),
    ],
)
def test_the_name_of_a_file_stays_as_it_is_written(
    command: list[str],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDLAW_DATA", str(tmp_path / "data"))
    Path(name).write_bytes(b"")
    assert run([*command, name]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"cardlaw: {name}: ")
    assert told.count(name) == 1
    assert told.endswith(".\n")
