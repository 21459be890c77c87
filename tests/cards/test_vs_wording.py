"""The wording of VS System cards: read, printed back, nothing guessed (VS 209, 210)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from cardlaw.cards.language import Draft, Line, NotUnderstood
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import words_of
from cardlaw.library.cache import Readings
from cardlaw.library.support import Level, support
from cardlaw.library.texts import Texts, texts_of
from cardlaw.rulebooks.vs import LIBRARY, read_face
from cardlaw.rulebooks.vs.wording import LANGUAGE

OWN = tomllib.loads(Path(__file__).with_name("vs_texts.toml").read_text(encoding="utf-8"))
TYPES = {"line": "character", "twist": "plot twist"}


def one_line(text: str, start: str) -> Line:
    (line,) = LANGUAGE.lines(CardRecord(name="Zq", type_line=TYPES[start], oracle_text=text))
    assert line.start == start
    return line


LINES = [one_line(text, start) for start, rows in OWN.items() for text in rows]
#: "a" and "all" may be left out without another meaning; a stop after a restriction too
REDUNDANT = ("all", "All")


@pytest.fixture(scope="module")
def texts() -> Texts:
    return texts_of("vs")


@pytest.fixture
def readings(tmp_path: Path) -> Readings:
    return Readings(texts_of("vs"), tmp_path)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.text[:50])
def test_the_text_is_read_and_printed_back(texts: Texts, line: Line) -> None:
    found = texts.read(line)
    assert found.understood, found.reason
    data = LANGUAGE.settled(found.value, line.start)
    said = texts.printer.say(line.start, LANGUAGE.spoken(data, line.start))
    assert said is not None
    assert LANGUAGE.settled(texts.read(line._replace(text=" ".join(said))).value, line.start) == (
        data
    )


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.text[:50])
def test_every_word_matters(texts: Texts, line: Line) -> None:
    """Without a word the text says something else or is not understood."""
    whole = LANGUAGE.settled(texts.read(line).value, line.start)
    words = [word.shown for word in words_of(line.text)]
    for at in range(len(words) - 1):
        rest = texts.read(line._replace(text=" ".join(words[:at] + words[at + 1 :])))
        if rest.understood and words[at] not in REDUNDANT:
            assert LANGUAGE.settled(rest.value, line.start) != whole, words[at]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.text[:50])
def test_every_number_matters(texts: Texts, line: Line) -> None:
    whole = LANGUAGE.settled(texts.read(line).value, line.start)
    words = [word.shown for word in words_of(line.text)]
    for at, word in enumerate(words):
        if word.lstrip("+-").isdigit():
            other = f"{word[0] if word[0] in '+-' else ''}7"
            rest = texts.read(line._replace(text=" ".join([*words[:at], other, *words[at + 1 :]])))
            assert rest.understood, rest.reason
            assert LANGUAGE.settled(rest.value, line.start) != whole, word


@pytest.mark.parametrize("name", LIBRARY)
def test_a_shipped_card_is_printed_read_and_tried_out(name: str, readings: Readings) -> None:
    """Its text means exactly its data, and each of its powers does something."""
    face = LIBRARY[name]
    record = readings.texts.record_of(face)
    found = support(record, readings)
    unknown = face.unknown
    assert found.level is (Level.PARTIAL if unknown else Level.FULL)
    assert len(found.reasons) == len(unknown)
    if not unknown:
        assert found.face == face
    assert "~" not in record.oracle_text and "\u2039" not in record.oracle_text


def record(text: str, **printed: object) -> CardRecord:
    recruited = printed.get("type", "character") in ("character", "equipment")
    cost = {"cost": 2} if recruited else {}
    data = {"name": "Old Porter", "type": "character", **cost, "text": text, **printed}
    assert LANGUAGE.written is not None
    return LANGUAGE.written(data)


@pytest.mark.rule("VS 201")
@pytest.mark.parametrize("word", ["Old Porter", "this character", "Old Porter, Night Watch"])
def test_a_card_calls_itself_by_name_or_by_what_it_is(word: str, readings: Readings) -> None:
    found = support(record(f"When {word} comes into play, ready {word}.", version="Night Watch"),
                    readings)  # fmt: skip
    assert found.level is Level.FULL
    assert found.face.text[0].do[0].what.who == "self"


def test_an_affiliation_is_known_declared_or_in_brackets(readings: Readings) -> None:
    text = "Each {} character you control gets +1 ATK."
    known = support(record(text.format("Harbor Watch")), readings)
    assert known.face.text[0].affects.kinds == ("Harbor Watch",)
    unknown = support(record(text.format("Night Crew")), readings)
    assert unknown.level is Level.UNREAD and "'night crew" in unknown.reasons[0]
    for declared in (
        record(text.format("[Night Crew]")),
        record(text.format("Night Crew"), affiliations=["Night Crew"]),
    ):
        assert support(declared, readings).face.text[0].affects.kinds == ("Night Crew",)


def test_ongoing_is_said_on_each_line_and_stands_once(readings: Readings) -> None:
    line = "Ongoing: Each character you control has flight."
    text = f"{line}\n{line.replace('flight', 'range')}"
    twist = record(text, type="plot twist", cost=0, threshold=2)
    found = support(twist, readings)
    assert [ability.__class__.__name__ for ability in found.face.text] == [
        "Keyword", "Static", "Static",
    ]  # fmt: skip
    assert readings.texts.record_of(found.face).oracle_text == text


def test_what_else_is_not_supported_is_said(readings: Readings) -> None:
    twice = record("Draw a card.\nDraw 2 cards.", type="plot twist", cost=0)
    assert "one line" in support(twice, readings).reasons[0]
    draft = Draft(CardRecord(name="It", type_line="spell"), (), ())
    with pytest.raises(NotUnderstood, match="card type"):
        LANGUAGE.face(draft)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Equip only to a Zeta Zed character.", "not understood"),
        ("Equip only to a stunned character.", "no character may bear it"),
        ("Ready target stunned character.", "changes nothing"),
    ],
)
def test_a_power_that_can_do_nothing_is_not_full(text: str, why: str, readings: Readings) -> None:
    odd = record(text, type="equipment" if text.startswith("Equip") else "plot twist")
    found = support(odd, readings)
    assert found.level is not Level.FULL
    assert why in found.reasons[0]


def examples() -> list[tuple[str, str]]:
    """The texts that the documents show, each with the type of its card."""
    text = (Path(__file__).parents[2] / "docs" / "card-language.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ")]
    twists = ("plot twist", "ongoing", "team-up")
    return [
        (example, "plot twist" if row[1].strip().startswith(twists) else "equipment")
        for row in rows[1:]
        if len(row) == 4
        for example in re.findall(r"`([^`]+)`", row[2])
        if not example.endswith(">>>")
    ]


@pytest.mark.parametrize(("text", "kind"), examples())
def test_the_documents_show_texts_that_are_understood(
    text: str, kind: str, readings: Readings
) -> None:
    name = next((name for name in ("Cold Porter", "Loyal Porter", "Old Plan") if name in text), "X")
    found = support(record(text, name=name, type=kind), readings)
    assert not any(read.reason for _, read in found.lines), found.reasons


def test_a_record_survives_being_stored() -> None:
    stored = record("Loyalty", affiliations=["Harbor Watch"])
    raw = msgspec.json.encode(stored)
    assert msgspec.json.decode(raw, type=CardRecord) == stored


@pytest.mark.rule("VS 505")
@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("Ready up to 2 target characters you control.", 0, 2),
        ("Exhaust 2 target opposing characters.", 2, 2),
        ("3 target attackers get +1 ATK this attack.", 3, 3),
        ("Return up to 2 target character cards from your KO'd pile to your hand.", 0, 2),
    ],
)
def test_how_many_targets_is_read(text: str, least: int, most: int, readings: Readings) -> None:
    found = support(record(text, type="plot twist", cost=0), readings)
    assert found.level is Level.FULL, found.reasons
    (target,) = found.face.text[0].targets
    assert (target.least, target.most) == (least, most)
    assert readings.texts.record_of(found.face).oracle_text == text


@pytest.mark.rule("VS 505")
def test_more_targets_than_are_counted_are_refused(readings: Readings) -> None:
    found = support(record("Ready up to 9 target characters.", type="plot twist", cost=0), readings)
    assert found.level is Level.UNREAD and "0 to 9" in found.reasons[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ({"type": "location", "text": [{"ability": "as enters", "do": []}]}, "'as enters' on a"),
        ({"type": "character", "text": [{"ability": "keyword", "name": "ongoing"}]}, "'ongoing'"),
        (
            {"type": "character", "text": [{"ability": "static", "affects": {"shares": "kind"},
                                            "gives": []}]},
            "'shares' of Select",
        ),
        (
            {"type": "plot twist", "text": [{"ability": "spell", "do": [
                {"do": "destroy", "what": {"who": "it", "states": ["stunned"]}}]}]},
            "named already",
        ),
    ],
)  # fmt: skip
def test_what_nothing_carries_out_is_refused(text: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_face({"name": "Odd One", **text})
