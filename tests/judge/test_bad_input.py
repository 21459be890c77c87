"""Files at fault: one sentence each, with place and remedy, and never a traceback."""

from pathlib import Path
from time import perf_counter

import pytest

from cardlaw.judge import CaseReport, judge_file
from cardlaw.judge.cases import case_from_bytes
from cardlaw.judge.faults import MOST_TOLD, FileFault, say_fault
from cardlaw.judge.nodes import MOST_BYTES, read_tree
from cardlaw.judge.run import judge
from cardlaw.judge.tongue import tongue
from cardlaw.rulebooks.toy import BOOK

HEAD = "cardlaw: 1\ngame: toy\ntitle: x\n"
BOARD = HEAD + "position:\n  A: {hand: [Axe, Spark], board: [Bear, Ogre]}\n  B: {board: [Bear]}\n"


def judged(text: str | bytes, tmp_path: Path) -> CaseReport:
    path = tmp_path / "case.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    report = judge_file(path, name="case.yaml")
    assert report.exit_code == 2
    assert all("\n" not in fault and "Traceback" not in fault for fault in report.faults)
    assert "Cardlaw itself failed" not in report.faults[0]
    return report


FORM = [
    # YAML itself
    ("cardlaw: [1\ngame: toy\n", "case.yaml:2:5: This is not well-formed YAML", "brackets"),
    ("a: 1\n b: 2\n", "case.yaml:2:3: This is not well-formed YAML", "indentation"),
    (HEAD + "title: y\n", "case.yaml:4:1: The key 'title' stands twice", "Keep one"),
    (HEAD + "note: &a text\n", "case.yaml:4:7: Anchors such as &a", "Write the value out"),
    (HEAD + "note: *a\n", "case.yaml:4:7: Aliases such as *a", "Write the value out"),
    (HEAD + "note: !!python/object:os.system x\n", "case.yaml:4:7: Tags such as", "remove the tag"),
    (HEAD + "note: !x y\n", "case.yaml:4:7: Tags such as !x", "remove the tag"),
    (HEAD + "? [a, b]\n: c\n", "case.yaml:4:3: A key must be plain text", "quotes"),
    (HEAD + "---\n" + HEAD, "case.yaml:4:1: A file holds one case", "file of its own"),
    ("", "case.yaml: The file is empty", "Begin with"),
    ("# nothing\n", "case.yaml: The file is empty", "Begin with"),
    (HEAD + "note: " + "[" * 60 + "]" * 60, "case.yaml:4:46: This is nested more", "unclosed"),
    (HEAD + "note: " + "[" * 90_000, "case.yaml:4:46: This is nested more", "unclosed"),
    (HEAD + "note: \0\n", "case.yaml:4:7: There is a character here", "Remove it"),
    (HEAD + 'note: "a\\0b"\n', "case.yaml:4:7: There is a character here", "Remove it"),
    (HEAD + "position: {turn: 99999999999999999999}\n", "4:18: The number 999", "nine digits"),
    (HEAD + "script: [{A: play Axe #2}]\n", "4:22: YAML takes a '#'", '"play Axe #2"'),
    (HEAD + 'note: "\\e[31m"\n', "case.yaml:4:7: There is a character here", "Remove it"),
    (HEAD + 'note: "\\uD800"\n', "case.yaml:4:7: There is a character here", "Remove it"),
    (HEAD + "note: a \u202e b\n", "case.yaml:4:7: There is a character here", "Remove it"),
    (HEAD.replace("x", "{xx: y}"), "case.yaml:3:9: There is no language 'xx'", "en, de, ru"),
    (HEAD.replace("x", "{}"), "case.yaml:3:1: 'title' is missing", "Give it a value"),
    (HEAD.replace("x", "{en: [a]}"), "case.yaml:3:13: ", ""),
    (HEAD + "position: {A: {haand: []}}\n", "case.yaml:4:16: The zone 'haand'", "mean hand?"),
    # words of the format
    ("game: toy\ntitle: x\n", "case.yaml:1:1: 'cardlaw' is missing", "Give it a value"),
    ("- cardlaw: 1\n", "case.yaml:1:1: A mapping of keys", "key: value"),
    ("just text\n", "case.yaml:1:1: A mapping of keys", "key: value"),
    (HEAD.replace("1", "2", 1), "case.yaml:1:10: This version of Cardlaw reads", ""),
    (HEAD.replace("toy", "tyo"), "case.yaml:2:7: There is no rulebook 'tyo'", "mean toy?"),
    (HEAD + "edition: 7\n", "case.yaml:4:10: There is no edition '7'", "Write 1"),
    (HEAD + "shwos: {}\n", "case.yaml:4:1: A case has no key 'shwos'", "mean shows"),
    (HEAD + "shows: {TOY 9.9: acts}\n", "case.yaml:4:9: The rule 'TOY 9.9'", "TOY"),
    (HEAD + "shows: {TOY 2.1: act}\n", "case.yaml:4:18: A rule cannot show as 'act'", "It acts"),
    (HEAD + "options: {speed: fast}\n", "case.yaml:4:11: This rulebook has no option", ""),
    (HEAD + "title2: x\n", "case.yaml:4:1: A case has no key 'title2'", "mean title"),
    (HEAD + "script: {A: pass}\n", "case.yaml:4:9: A list is expected here", "Begin each item"),
    (HEAD + "script: [pass]\n", "case.yaml:4:10: A bare 'pass'", "pass: all"),
    (HEAD + "script: [{C: pass}]\n", "case.yaml:4:11: 'C' is no step of a script", "A"),
    (HEAD + "script: [{A: pass, B: pass}]\n", "4:20: One step cannot be several", "'- '"),
    (HEAD + "script: [{A: pass, by: B}]\n", "4:20: This step has no key 'by'", "refused"),
    (HEAD + "script: [{pass: A}]\n", "4:17: 'pass' may only be 'all', not 'A'", "pass: all"),
    (HEAD + "script: [{may: pass, by: C}]\n", "4:26: There is no player 'C'", "A and B"),
    (HEAD + "script: [{may: pass, answer: maybe}]\n", "4:30: An answer is yes or no", "yes or no"),
    (HEAD + "script: [{options: A, count: x}]\n", "4:30: 'x' is no number", "whole number"),
    (HEAD + "script: [{A: [pass]}]\n", "4:14: One word or line is expected", "quotes"),
    (HEAD + "script: [{A: }]\n", "4:11: 'A' is missing or empty", "Give it a value"),
    (HEAD + "script: [{expect: {}}]\n", "4:11: 'expect' is missing or empty", "value"),
    (HEAD + "script: [{what if: []}]\n", "4:11: 'what if' is missing or empty", "value"),
    # positions
    (HEAD + "position: {A: {board: [Baer]}}\n", "4:24: The card 'Baer' is unknown", "mean Bear"),
    (HEAD + "position: {A: {board: [{Bear: 1, Ogre: 2}]}}\n", "4:24: A card in a zone", "Name"),
    (HEAD + "position: {A: {board: [[Bear]]}}\n", "4:24: A card in a zone", "Name"),
    (HEAD + "position: {A: {attic: [Bear]}}\n", "4:24: There is no zone 'attic'", "Zones are"),
    (HEAD + "position: {A: [Bear]}\n", "4:15: A mapping of keys", "key: value"),
    (HEAD + "position: {turn: seven}\n", "4:11: This position cannot be set up", ""),
    (
        HEAD + "cards: [{name: X, kind: hat, wings: 2}]\n",
        "4:9: This card cannot be read",
        "library",
    ),
    (HEAD + "cards: [{name: X}]\n", "4:9: This card cannot be read", "library"),
    (
        HEAD + "cards: [{name: X, kind: gear}, {name: X, kind: gear}]\n",
        "4:32: The card 'X' is defined twice",
        "Keep one",
    ),
    (
        HEAD + "position: {A: {board: [{Bear: {as: A}}]}}\n",
        "4:36: 'A' cannot be the label",
        "Choose a name",
    ),
    (
        HEAD + "position: {A: {board: [{Bear: {as: b}}, {Bear: {as: b}}]}}\n",
        "4:53: The label 'b' was given already in line 4",
        "label of its own",
    ),
    # scripts
    (BOARD + "script: [{A: jump}]\n", "7:14: 'jump' in 'jump' is not understood", "mean"),
    (BOARD + "script: [{A: play Axxx}]\n", "7:14: 'Axxx' in 'play Axxx' is not", ""),
    (BOARD + "script: [{expect: {Baer: {power: 1}}}]\n", "7:20: 'Baer' may mean several", "#1"),
    (BOARD + "script: [{expect: {Zed: {power: 1}}}]\n", "7:20: Nothing here is called 'Zed'", ""),
    (BOARD + "script: [{expect: {Ogre: {powre: 1}}}]\n", "7:27: 'powre' is no prop", "mean power"),
    (BOARD + "script: [{expect: {A: {mana: 1}}}]\n", "7:24: 'mana' is no property", ""),
    (BOARD + "script: [{explain: power}]\n", "7:20: 'power' does not say", "power of Name"),
    (BOARD + "script: [{because: melted}]\n", "7:20: No event of the kind 'melted'", ""),
    (BOARD + "script: [{may: pass, rules: [TOY 7]}]\n", "7:30: The rule 'TOY 7' is not", ""),
    (BOARD + "script: [{seen by: A, include: [Zed]}]\n", "7:33: Nothing here is called", ""),
    (BOARD + "chance: [7]\nscript: [{A: equip Axe targeting Ogre}]\n", "", ""),
]


@pytest.mark.parametrize(("text", "says", "remedy"), FORM[:-1])
def test_a_fault_is_one_sentence_with_place_and_remedy(
    text: str, says: str, remedy: str, tmp_path: Path
) -> None:
    fault = judged(text, tmp_path).faults[0]
    assert says in fault
    assert remedy in fault.split(": ", 1)[-1]
    assert fault.endswith((".", "?"))


def test_at_least_twenty_kinds_of_fault_are_told_apart() -> None:
    codes = set()
    for text, _, _ in FORM:
        try:
            case = case_from_bytes(text.encode())
            judge(case)
        except FileFault as fault:
            codes.add(fault.code)
    assert len(codes) >= 20


def test_a_result_that_no_die_shows_is_a_fault(tmp_path: Path) -> None:
    text = (
        HEAD + "chance: [7]\nposition: {A: {board: [Bear, Charm]}}\n"
        "script:\n  - A: equip Charm targeting Bear\n  - pass: all\n"
    )
    fault = judged(text, tmp_path).faults[0]
    assert fault == ("case.yaml:4:10: '7' is no result of this roll. Write a number from 1 to 6.")


def test_a_fixed_result_is_used(tmp_path: Path) -> None:
    text = (
        HEAD + "chance: [6]\nposition: {A: {board: [Bear, Charm]}}\n"
        "script:\n  - A: equip Charm targeting Bear\n  - pass: all\n"
        "  - expect: {Bear: {shield: 1, attached: [Charm]}}\n"
    )
    path = tmp_path / "case.yaml"
    path.write_text(text)
    assert judge_file(path).exit_code == 0


def test_a_file_of_ten_megabytes_is_not_read(tmp_path: Path) -> None:
    assert "at most 1 MB" in judged(b"a" * 10_000_000, tmp_path).faults[0]


def test_a_megabyte_is_read_in_bounded_time(tmp_path: Path) -> None:
    row = "  - note note note note: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"
    text = HEAD + "cards:\n" + row * ((MOST_BYTES - 100) // len(row))
    assert judged(text, tmp_path).faults


def test_other_encodings_and_binary_files_are_faults(tmp_path: Path) -> None:
    assert "UTF-8" in judged("title: Überfall\n".encode("latin-1"), tmp_path).faults[0]
    assert judged(bytes(range(256)), tmp_path).faults
    assert judged("\x01\x02\x03", tmp_path).faults


def test_a_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    text = "\ufeff" + HEAD.replace("\n", "\r\n")
    assert case_from_bytes(text.encode()).title == {"en": "x"}


def test_folders_and_missing_files_are_faults(tmp_path: Path) -> None:
    assert "folder" in judge_file(tmp_path).faults[0]
    assert "no such file" in judge_file(tmp_path / "none.yaml").faults[0]
    assert judge_file(Path("a\0b")).exit_code == 2
    assert judge_file(Path("x" * 5000)).exit_code == 2


def test_a_long_line_is_not_repeated_whole(tmp_path: Path) -> None:
    for step in ("A", "may", "explain", "because"):
        report = judged(BOARD + f"script:\n  - {step}: {'Bear ' * 20_000}\n", tmp_path)
        assert len(report.faults[0]) < 1500


def test_of_very_many_faults_the_first_are_told(tmp_path: Path) -> None:
    rows = ", ".join(["Stone Sentry"] * 200)
    text = HEAD.replace("toy", "vs") + f"position: {{A: {{front row: [{rows}]}}}}\n"
    report = judged(text, tmp_path)
    assert len(report.faults) == MOST_TOLD + 1
    assert report.faults[-1] == "case.yaml: And 140 more faults."


def test_ten_thousand_cards_are_judged_in_bounded_time(tmp_path: Path) -> None:
    cards = ", ".join(["Stone Sentry"] * 10_000)
    begin = perf_counter()
    judged(HEAD.replace("toy", "vs") + f"position: {{A: {{front row: [{cards}]}}}}\n", tmp_path)
    assert perf_counter() - begin < 20


def test_scalars_are_strings() -> None:
    case = case_from_bytes((HEAD + "note: 1.50\nsource: no\n").encode())
    assert (case.note, case.source) == ({"en": "1.50"}, "no")


@pytest.mark.parametrize("value", ["7", "yes", "[]", "{}", "[[x]]", "{a: {b: c}}", "'A'", "null"])
@pytest.mark.parametrize(
    "key",
    [
        "cardlaw",
        "game",
        "edition",
        "title",
        "shows",
        "source",
        "note",
        "options",
        "cards",
        "position",
        "chance",
        "script",
    ],
)
def test_wrong_types_everywhere_never_crash(key: str, value: str, tmp_path: Path) -> None:
    fields = {"cardlaw": "1", "game": "toy", "title": "x", key: value}
    path = tmp_path / "case.yaml"
    path.write_text("".join(f"{name}: {text}\n" for name, text in fields.items()))
    report = judge_file(path)
    assert report.exit_code in (0, 1, 2)
    assert not any("Cardlaw itself failed" in fault for fault in report.faults)


@pytest.mark.parametrize("value", ["7", "yes", "[]", "{}", "[x]", "{a: {b: c}}", "A", "null"])
@pytest.mark.parametrize(
    "step", ["A", "pass", "may", "options", "expect", "explain", "because", "what if", "seen by"]
)
def test_wrong_types_in_steps_never_crash(step: str, value: str, tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(BOARD + f"script:\n  - {step}: {value}\n")
    report = judge_file(path)
    assert report.exit_code in (0, 1, 2)
    assert not any("Cardlaw itself failed" in fault for fault in report.faults)


def test_a_mistake_of_cardlaw_itself_is_one_sentence_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no way")

    monkeypatch.setattr(BOOK, "next", broken)
    path = tmp_path / "case.yaml"
    path.write_text(BOARD)
    report = judge_file(path, name="c")
    assert report.exit_code == 2
    assert report.faults == [
        "c: Cardlaw itself failed on this file: RuntimeError: no way. This is a mistake in "
        "Cardlaw; please report it with the file."
    ]


def test_a_fault_is_told_in_every_language(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + "title: y\n")
    told = {lang: judge_file(path, lang, "c").faults[0] for lang in ("en", "de", "ru", "es")}
    assert len(set(told.values())) == 4
    assert told["de"] == "c:4:1: Der Schlüssel 'title' steht zweimal da. Behalte einen von beiden."


def test_a_fault_without_a_place_names_the_file() -> None:
    with pytest.raises(FileFault) as found:
        read_tree(b"")
    assert say_fault(found.value, "f.yaml", tongue()).startswith("f.yaml: The file is empty.")


def test_what_waits_on_the_pile_exists(tmp_path: Path) -> None:
    head = HEAD.replace("toy", "magic") + "position:\n  A: {battlefield: [Grizzly Bears]}\n"
    report = judged(head + "  pile: [activate Grizzly Bears]\n", tmp_path)
    wanted = "case.yaml:6:10: 'activate Grizzly Bears' cannot wait on the pile: no such ability"
    assert report.faults[0].startswith(wanted)
