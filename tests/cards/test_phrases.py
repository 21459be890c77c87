"""The phrase table: one line of data reads and prints; what is not whole is declined."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlaw.cards.phrases import BrokenTable, Table, read_tables
from cardlaw.cards.printing import Printer
from cardlaw.cards.reading import NotRead, Reader
from cardlaw.cards.words import Word, lines_of, sentence, words_of

OWN = """
[line]
{e:effects} . => $e
[effects]
{a:effect} => [$a]
{a:effect} . {b:effects} => [$a, ...$b]
[effect]
draw {n:cards} => {do: draw, amount: $n}
destroy target {x:noun} => {do: destroy, what: $x}
[cards]
a card => 1
{n:number} cards => $n
[number]
two => 2
{i:int} => $i
[noun]
creature => {types: [creature]}
{a:color} {n:noun} => {merge: [$a, $n]}
[color]
red => {colors: [red]}
white => {colors: [white]}
"""


def _int(word: Word) -> int | None:
    return int(word.plain) if word.plain.isdigit() else None


@pytest.fixture
def table(tmp_path: Path) -> Table:
    file = tmp_path / "own.phrases"
    file.write_text(OWN, encoding="utf-8")
    return read_tables([file], ["int"])


@pytest.fixture
def reader(table: Table) -> Reader:
    return Reader(table, {"int": _int}, ["c_line"])


@pytest.fixture
def printer(table: Table) -> Printer:
    def said(value: object) -> list[str] | None:
        return [str(value)] if isinstance(value, int) else None

    return Printer(table, {"int": said}, lambda value: {"amount": 1} if "do" in value else {})


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("Draw a card.", [{"do": "draw", "amount": 1}]),
        ("Draw 7 cards.", [{"do": "draw", "amount": 7}]),
        (
            "Destroy target red creature. Draw two cards.",
            [
                {"do": "destroy", "what": {"colors": ["red"], "types": ["creature"]}},
                {"do": "draw", "amount": 2},
            ],
        ),
    ],
)
def test_a_line_is_read_and_printed_back(
    reader: Reader, printer: Printer, line: str, value: object
) -> None:
    assert reader.read(line, "line") == [value]
    words = [word.plain for word in words_of(line)]
    assert printer.says("line", value, words)
    said = printer.say("line", value)
    assert said is not None
    assert sentence(said) == line


def test_what_a_value_leaves_out_is_its_default(printer: Printer) -> None:
    assert printer.say("line", [{"do": "draw"}]) == ["draw", "a", "card", "."]


@pytest.mark.parametrize(
    ("line", "at", "strange"),
    [
        ("Draw a horse.", 2, ["horse"]),
        ("Draw cards.", 1, []),
        ("Draw a card", 3, []),
        ("Draw a card. Destroy.", 5, []),
        ("", 0, []),
        ("Draw a card \u2603.", 0, ["\u2603"]),
    ],
)
def test_what_is_not_read_says_where(
    reader: Reader, line: str, at: int, strange: list[str]
) -> None:
    with pytest.raises(NotRead) as caught:
        reader.read(line, "line")
    assert (caught.value.at, caught.value.strange) == (at, strange)


def test_every_word_matters(reader: Reader) -> None:
    """Deleting a word changes the reading or makes the line unreadable."""
    line = "Destroy target red creature. Draw two cards."
    words = line.replace(".", " .").split()
    whole = reader.read(line, "line")
    for at in range(len(words)):
        rest = " ".join(words[:at] + words[at + 1 :])
        try:
            assert reader.read(rest, "line") != whole
        except NotRead:
            continue


def test_two_readings_are_both_told(tmp_path: Path) -> None:
    file = tmp_path / "two.phrases"
    file.write_text(
        "[line]\nred {x:noun} => {a: $x}\n{x:noun} => {b: $x}\n[noun]\nred => 1\nred red => 2\n"
    )
    reader = Reader(read_tables([file]), {}, ["c_line"])
    assert reader.read("red red", "line") == [{"a": 1}, {"b": 2}]


def test_words_that_mean_the_same_stand_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "choice.phrases"
    file.write_text("[line]\n(destroy|bury) that (land|great beast) (now|) . => {do: destroy}\n")
    table = read_tables([file])
    reader, printer = Reader(table, {}, ["c_line"]), Printer(table, {}, lambda _: {})
    for line in ("Bury that great beast.", "Destroy that land now."):
        parsed = reader.parse(line, "line")
        assert parsed.values == [{"do": "destroy"}]
        assert parsed.productions == ("[line] (destroy|bury) that (land|great beast) (now|) .",)
        assert printer.says("line", {"do": "destroy"}, [word.plain for word in words_of(line)])
    assert printer.say("line", {"do": "destroy"}) == ["destroy", "that", "land", "now", "."]
    with pytest.raises(NotRead):
        reader.read("Destroy that beast.", "line")


def test_the_forms_of_a_line_are_one_production(tmp_path: Path) -> None:
    file = tmp_path / "forms.phrases"
    file.write_text(
        "forms number = one many\n"
        "[line]\na cat {v:verb_one} => $v\ncats {v:verb_many} => $v\n"
        "[verb_<number>]\npurrs|purr => 1\n"
    )
    reader = Reader(read_tables([file]), {}, ["c_line"])
    used = [reader.parse(line, "line").productions for line in ("A cat purrs", "Cats purr")]
    assert used[0][-1] == used[1][-1] == "[verb_<number>] purrs|purr"
    with pytest.raises(NotRead):
        reader.read("Cats purrs", "line")


@pytest.mark.parametrize(
    "text",
    [
        "draw => 1",
        "[line]\ndraw",
        "[line]\n{x:nothing} => $x",
        "[line]\n{x:line} => 1",
        "[line]\na => {b",
    ],
)
def test_a_broken_table_says_where(tmp_path: Path, text: str) -> None:
    file = tmp_path / "broken.phrases"
    file.write_text(text)
    with pytest.raises(BrokenTable, match=r"broken\.phrases:"):
        read_tables([file])


def test_lines_have_no_reminders_and_one_word_for_the_own_name() -> None:
    options = "\u2022 Bob hides.\n\u2022 Nothing."
    text = f"Flying (It flies.)\nWhen Old Bob enters, choose one \u2014\n{options}"
    assert lines_of(text, ["Old Bob", "Bob"]) == [
        "Flying",
        "When ~ enters, choose one \u2014 \u2022 ~ hides. \u2022 Nothing.",
    ]
