"""``cardlaw play`` as people use it: whole games, commands, bad input, leaving and going on."""

import json
import os
import pty
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.conformance.subjects import ALL, GAMES
from tests.play.driving import Table, Typist, play_out

from cardlaw.judge.tongue import LANGUAGES

#: no scripted game takes more lines
MOST = 4000


def restless(seed: int) -> Typist:
    """Mostly takes an action when there is one, at random."""
    luck = random.Random(seed)

    def type_(options: list[str], number: int) -> str:
        if len(options) > 1 and luck.random() < 0.7:
            return str(luck.randrange(2, len(options) + 1))
        return "1"

    return type_


def typed(
    *lines: str, arguments: tuple[str, ...] = ("toy",), **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with lines from a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "cardlaw.cli", "play", *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("against", ["random", "human"])
@pytest.mark.parametrize("key", ALL)
def test_a_whole_game_by_script(key: str, against: str) -> None:
    with Table(key, "--seed", "4", "--against", against) as table:
        lines = play_out(table, restless(5), MOST)
        code, errors = table.end()
    assert (code, errors) == (0, "")
    assert lines > 5
    last = table.text.rstrip().split("\n")[-3:]
    assert last[0].startswith("The game is over: ")
    assert last[1].endswith(").")  # the rule by which it ended


@pytest.mark.parametrize("key", ["toy", "vs", "magic"])
def test_a_whole_game_against_the_greedy_program(key: str) -> None:
    with Table(key, "--seed", "2", "--seat", "B") as table:
        play_out(table, restless(1), MOST)
        assert table.end() == (0, "")
    assert "The game is over: A has won." in table.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_language_says_everything(key: str, language: str) -> None:
    lines = ["1", "1", "help", "log", "stops", "undo", "hint", "card x", "why not pass", "nonsense"]
    found = typed(*lines, arguments=(key, "--seed", "3", "--lang", language, "--against", "random"))
    assert (found.returncode, found.stderr) == (0, "")
    for sort in ("wait.", "choice.", "help.", "event.", "command.", "term.", "undo.", "program."):
        assert f" {sort}" not in found.stdout
    wide = [line for line in found.stdout.split("\n") if len(line) > 80]
    assert wide == []


def test_the_output_copes_with_a_poor_terminal() -> None:
    found = typed("1", "1", "board", arguments=("vs", "--seed", "3"), PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.isascii()
    assert "\x1b" not in found.stdout


def test_a_refusal_has_every_breach_and_rule() -> None:
    lines = ["1", "2", "why not recruit Crane Operator", "recruit Crane Operator"]
    found = typed(*lines, arguments=("vs", "--seed", "3"))
    said = " ".join(found.stdout.split())
    assert said.count("Can't recruit Crane Operator: it is none of the options (VS 403).") == 2
    assert found.stderr == ""


def test_looking_things_up() -> None:
    rules = ["rule 302.3a", "rule VS 404", "rule 999"]
    causes = ["because draws", "because 1", "because 12345"]
    found = typed("1", *rules, *causes, "explain", arguments=("vs", "--seed", "3"))
    said = " ".join(found.stdout.split())
    assert "VS 302.3a Legal bearer" in said
    assert "There is no rule 999" in said
    assert "Chance decides: B says who has the initiative first (VS 101)" in said
    assert "Nothing like 12345 has happened" in said
    assert "explain needs words after it" in said


def test_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    found = typed("1", "2", f"save {file}", arguments=("vs", "--seed", "3"))
    assert "cardlaw play --resume" in found.stdout and found.returncode == 0
    data = json.loads(file.read_bytes())
    assert sorted(data) == ["answers", "start"]
    assert not list(tmp_path.glob("*.part"))
    again = typed("concede", arguments=("--resume", str(file)))
    assert again.returncode == 0
    assert "A gives up (VS 102)" in again.stdout
    assert "The game is over: B has won." in again.stdout


def test_what_is_typed_is_kept_when_the_lines_end(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    found = typed("1", arguments=("vs", "--seed", "3", "--save", str(file)))
    assert found.returncode == 0 and file.is_file()
    lost = typed("1", arguments=("vs", "--seed", "3"))
    assert lost.returncode == 0
    assert "not kept" in lost.stdout


def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear reader")
    found = typed(f"save {file}", f"save {tmp_path / 'none' / 'x.json'}", f"save {tmp_path}")
    assert file.read_text() == "dear reader"
    said = " ".join(found.stdout.split())
    assert "Something else than a saved game is in " in said
    assert "No such file or directory" in said
    assert (found.returncode, found.stderr) == (0, "")


def test_the_log_takes_a_number_and_nothing_else() -> None:
    found = typed("log x", "log 1", arguments=("toy", "--seed", "1"))
    said = " ".join(found.stdout.split())
    assert "Log takes a number of lines, such as log 50, and not x. A> log 1 " in said


def test_undo_knows_what_is_fair() -> None:
    found = typed("undo", "1", "undo", "undo anyway", arguments=("vs", "--seed", "3"))
    assert "There is nothing of yours to take back." in found.stdout
    assert "would be unfair" in found.stdout
    assert "Your last play is taken back." in found.stdout


def test_two_at_one_keyboard_agree_or_not() -> None:
    refused = typed("draw", "no", "concede", arguments=("toy", "--against", "human", "--seed", "1"))
    assert "B does not agree." in refused.stdout
    assert "The game is over: B has won." in refused.stdout
    agreed = typed("draw", "yes", arguments=("toy", "--against", "human", "--seed", "1"))
    assert "The game is over: a draw." in agreed.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--terminal",), "name the game to be played"),
        (("chess",), "there is no game 'chess'"),
        (("vs", "--seat", "C"), "there is no seat 'C'"),
        (("vs", "--against", "kasparov"), "nobody is called 'kasparov'"),
        (("vs", "--deck", "zoo"), "there is no deck 'zoo'"),
        (("vs", "--lang", "fr"), "'fr'"),
        (("vs", "--seed", "x"), "seed"),
        (("--resume", "nowhere.json"), "No such file or directory"),
        (("--resume", "pyproject.toml"), "pyproject.toml: this is no saved game"),
    ],
)
def test_bad_arguments_are_one_sentence(
    arguments: tuple[str, ...], said: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    found = typed(arguments=arguments)
    assert found.returncode == 2
    assert found.stdout == ""
    assert said.casefold() in found.stderr.casefold()
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    "data", [b"{}", b'{"start": 1, "answers": []}', b"\x00\xff", b'{"start": {"game": "vs"}}']
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "damaged.json"
    file.write_bytes(data)
    found = typed(arguments=("--resume", str(file)))
    assert found.returncode == 2
    assert "Traceback" not in found.stderr and found.stderr.count("\n") == 1
    assert found.stderr.startswith(f"cardlaw: {file}: ")
    assert "go on with another saved game" in found.stderr and "Error(" not in found.stderr


def test_decks_are_listed_and_chosen() -> None:
    found = typed(arguments=("vs", "--deck", "list"))
    assert found.returncode == 0
    names = [line.partition(":")[0] for line in found.stdout.strip().split("\n")]
    assert len(names) >= 2
    chosen = typed(arguments=("vs", "--deck", names[1].upper(), "--other-deck", names[1]))
    assert chosen.returncode == 0


class Typing:
    """A terminal with somebody at it."""

    def __init__(self, *arguments: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:  # pragma: no cover - the other process
            os.environ.update(TERM="xterm", COLUMNS="80", LINES="50")
            # Whoever runs tests in the background has Ctrl-C ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execv(sys.executable, [sys.executable, "-m", "cardlaw.cli", "play", *arguments])
        self.seen = ""

    def interrupt(self, shown: str) -> None:
        """Ctrl-C, once more if it came before anybody waited for keys."""
        for _ in range(5):
            self.type("\x03")
            if shown in self.until(shown, 8):
                return
        raise AssertionError(self.seen)

    def until(self, text: str, seconds: int = 90) -> str:
        """What is shown up to a text, or for so long."""
        begun, end = len(self.seen), time.monotonic() + seconds
        while text not in self.seen[begun:] and time.monotonic() < end:
            if select.select([self.fd], [], [], 1)[0]:
                self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
        return self.seen[begun:]

    def type(self, keys: str) -> None:
        time.sleep(0.3)  # the prompt is shown a little before somebody waits for keys
        os.write(self.fd, keys.encode())

    def end(self) -> int:
        """The exit code."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.fd)
        return code


def test_ctrl_c_offers_to_keep_the_game(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    table = Typing("vs", "--seed", "3")
    table.until("A> ")
    table.interrupt("name a file")
    table.type(f"{file}\n")
    assert "--resume" in table.until("--resume")
    assert table.end() == 0
    assert file.is_file()


def test_a_curtain_hides_the_hand_of_the_other() -> None:
    table = Typing("vs", "--seed", "3", "--against", "human")
    table.until("press Enter")
    table.type("\n")
    table.until("B> ")
    table.type("1\n")
    shown = table.until("press Enter")
    assert "hand:" not in shown
    table.type("\n")
    assert "Dry Dock" in table.until("A> ")
    table.type("1\n")
    shown = table.until("press Enter")
    table.type("\n")
    assert "Dry Dock" not in table.until("B> ")
    table.type("quit\n")
    assert "name a file" in table.until("name a file")
    table.type("\n")
    assert table.end() == 0
