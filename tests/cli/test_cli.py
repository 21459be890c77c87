"""The command line: what it prints, and its exit codes."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cardlaw import __version__
from cardlaw.cli.main import run

GOOD = """\
cardlaw: 1
game: toy
title: A gear is put on
shows: {TOY 3.1: acts}
position: {A: {board: [Bear, Axe]}}
script:
  - A: equip Axe targeting Bear
  - pass: all
  - expect: {Bear: {power: 4}}
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    return path


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    path = tmp_path / "failing.yaml"
    path.write_text(GOOD.replace("power: 4", "power: 5"))
    return path


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.yaml"
    path.write_text(GOOD.replace("Axe]", "Axle]"))
    return path


def test_a_case_that_holds(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(good)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("A gear is put on\n================\n")
    assert "Axe" in out
    assert out.endswith("4 of 4 expectations hold.\n")


def test_a_case_that_does_not_hold(failing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(failing)]) == 1
    out = capsys.readouterr().out
    assert "Bear: power expected 5, found 4" in out
    assert out.endswith("3 of 4 expectations hold.\n")


def test_a_file_at_fault(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(faulty)]) == 2
    out = capsys.readouterr().out
    text = " ".join(out.split())
    assert "faulty.yaml:5:30: The card 'Axle' is unknown. Did you mean Axe" in text


def test_the_worst_of_several_files_decides(
    good: Path, failing: Path, faulty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["judge", str(good), str(failing)]) == 1
    assert run(["judge", str(good), str(faulty), str(failing)]) == 2
    out = capsys.readouterr().out
    assert "1 case does not hold" in out
    assert "1 file is at fault" in out


def test_a_language(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(good), "--lang", "de"]) == 0
    assert capsys.readouterr().out.endswith("4 von 4 Erwartungen treffen zu.\n")


def test_json(good: Path, faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "--json", str(good), str(faulty)]) == 2
    first, second = json.loads(capsys.readouterr().out)
    assert (first["holding"], first["total"], first["exit_code"]) == (4, 4, 0)
    assert first["steps"][1]["events"][-1]["rule"] == "TOY 3.1"
    assert second["exit_code"] == 2
    assert "Axle" in second["faults"][0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["judge"], "No case file was named"),
        (["judge", "x.yaml", "--lang", "xx"], "no language 'xx'"),
        (["judge", "--nonsense"], "nonsense"),
        (["judgee"], "judgee"),
        (["rules", "chess"], "no rulebook 'chess'"),
        (["rules", "toy", "9.9"], "no rule toy 9.9"),
        (["rules", "toy", "nine"], "no rule toy nine"),
        (["rules", "--lang", "klingon"], "no language 'klingon'"),
        (["rules", "toy", "1.1", "2.1"], "2.1"),
    ],
)
def test_bad_arguments_are_one_sentence_and_exit_code_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cardlaw: ")
    assert captured.err.count("\n") == 1
    assert says in captured.err


@pytest.mark.parametrize("name", ["", ".", "/nowhere/x.yaml", "a\0b", "x" * 5000])
def test_any_path_is_answered(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "--", name]) == 2
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    assert captured.out or captured.err


def test_a_case_may_be_piped_in() -> None:
    command = [sys.executable, "-m", "cardlaw.cli", "judge", "-"]
    done = subprocess.run(command, input=GOOD.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"4 of 4 expectations hold.\n")


def test_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "toy", "3.2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("TOY 3.2  One gear (acts)\n")
    assert "Code: rulebooks.toy.actions:may_wear" in out


def test_a_section_is_shown_whole_and_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["toy", "3"], ["TOY", "3"], ["TOY 3"]):
        assert run(["rules", *arguments]) == 0
        out = capsys.readouterr().out
        heads = [line.split("  ")[0] for line in out.splitlines() if line.startswith("TOY")]
        assert heads == ["TOY 3.1", "TOY 3.2", "TOY 3.3", "TOY 3.4"]


def test_a_rule_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "toy", "3.2", "--json"]) == 0
    [rule] = json.loads(capsys.readouterr().out)
    assert rule["rule"] == "TOY 3.2"
    assert rule["code"] == ["rulebooks.toy.actions:may_wear"]


def test_all_rules_of_a_book_and_all_books(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "vs"]) == 0
    assert "VS 302.3a" in capsys.readouterr().out
    assert run(["rules"]) == 0
    assert all(key in capsys.readouterr().out for key in ("vs",))


def test_the_coverage_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--coverage"]) in (0, 1)
    out = capsys.readouterr().out
    assert "VS 302.3a" in out
    assert max(map(len, out.splitlines())) <= 80
    assert run(["rules", "--coverage", "--json"]) in (0, 1)
    assert set(json.loads(capsys.readouterr().out)) == {"books", "missing", "unknown citations"}


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == __version__


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("judge", "rules", "bench"))
    assert run(["judge", "--help"]) == 0
    assert "lang" in capsys.readouterr().out


def test_a_plain_terminal_is_served(good: Path) -> None:
    """The output survives a pipe that only speaks ASCII, and one that is closed early."""
    command = [sys.executable, "-m", "cardlaw.cli", "judge", str(good), "--lang", "ru"]
    done = subprocess.run(
        command, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.isascii()


def _program(*arguments: str, more: str = "") -> subprocess.CompletedProcess[str]:
    """The program in a shell, so that its output may go where it cannot be written."""
    words = " ".join(map(shlex.quote, (sys.executable, "-m", "cardlaw.cli", *arguments)))
    return subprocess.run(
        ["/bin/sh", "-c", f"{words} {more}"], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("arguments", [("judge", "FILE"), ("judge", "FILE", "--json"), ("rules",)])
def test_output_that_cannot_be_written_is_one_sentence(
    arguments: tuple[str, ...], good: Path
) -> None:
    words = [str(good) if word == "FILE" else word for word in arguments]
    if Path("/dev/full").exists():
        done = _program(*words, more=">/dev/full")
        assert done.returncode == 2
        assert done.stderr.startswith("cardlaw: The output cannot be written")
        assert done.stderr.count("\n") == 1
    for more in (">&-", "| :", ">&- 2>&-"):
        done = _program(*words, more=more)
        assert (done.stdout, done.stderr) == ("", "")


def test_odd_names_are_shown_without_odd_characters(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "--json", "a\udcff\x1b[31m.yaml"]) == 2
    assert json.loads(capsys.readouterr().out)[0]["file"] == "a??[31m.yaml"
    assert run(["rules", "toy", "\x1b[31m" + "9" * 5000]) == 2
    told = capsys.readouterr().err
    assert "\x1b" not in told
    assert len(told) < 500


def test_a_rule_may_be_named_in_several_ways(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["VS", "302.3a"], ["VS302.3A"], ["vs 302.3a."], ["VS  302.3A."]):
        assert run(["rules", *arguments]) == 0
        assert capsys.readouterr().out.startswith("VS 302.3a  Legal bearer (acts)\n")
    assert run(["rules", "--write"]) == 2
    assert "--coverage --write" in capsys.readouterr().err


def test_rules_name_their_cases_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "VS 302.5", "--lang", "de"]) == 0
    assert "Solange der Träger" in capsys.readouterr().out
    assert run(["rules", "--lang", "ru"]) == 0
    assert "Берсерк" in capsys.readouterr().out
