"""The wording of Magic's cards: read, printed back, nothing guessed (CR 113, 201.5, 207)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cardlaw.cards.language import Draft, Line, NotUnderstood
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import words_of
from cardlaw.library.texts import Texts, texts_of
from cardlaw.rulebooks.magic.wording import LANGUAGE

OWN = tomllib.loads(Path(__file__).with_name("texts.toml").read_text(encoding="utf-8"))
LINES = [Line(text, start) for start, texts in OWN.items() for text in texts]


#: "you draw a card" and "draw a card" are the same; instructions are in order without "then";
#: "those tokens plus an additional token" are those plus a token
REDUNDANT = ("you", "You", "Then", "then")


@pytest.fixture(scope="module")
def texts() -> Texts:
    return texts_of("magic")


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.text[:50])
def test_the_text_is_read_and_printed_back(texts: Texts, line: Line) -> None:
    found = texts.read(line)
    assert found.understood, found.reason
    assert found.value


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.text[:50])
def test_every_word_matters(texts: Texts, line: Line) -> None:
    """Without a word the text says something else or is not understood."""
    whole = LANGUAGE.settled(texts.read(line).value, line.start)
    words = [word.shown for word in words_of(line.text)]
    for at in range(len(words)):
        rest = texts.read(line._replace(text=" ".join(words[:at] + words[at + 1 :])))
        besides = words[at] == "additional" and "plus" in words[:at]
        if rest.understood and words[at] not in REDUNDANT and not besides:
            assert LANGUAGE.settled(rest.value, line.start) != whole, words[at]


def face(name: str, type_line: str, text: str, **more: str) -> object:
    record = CardRecord(name=name, type_line=type_line, oracle_text=text, **more)
    lines = LANGUAGE.lines(record)
    read = [texts_of("magic").read(line) for line in lines]
    assert all(line.understood for line in read), [line.reason for line in read]
    return LANGUAGE.face(Draft(record, lines, tuple(line.value for line in read)))


@pytest.mark.rule("CR 201.5")
def test_a_card_calls_itself_by_name_or_by_what_it_is() -> None:
    said = ["When Old Axe enters, draw a card.", "When this Equipment enters, draw a card."]
    faces = [face("Old Axe", "Artifact \u2014 Equipment", text) for text in said]
    assert faces[0] == faces[1]
    short = face(
        "Bolda, Queen of Ash",
        "Legendary Creature \u2014 Human",
        "Bolda can't block.",
        power="1",
        toughness="1",
    )
    assert short.abilities[0].affects.who == "self"  # type: ignore[attr-defined]


@pytest.mark.rule("CR 706.3b")
def test_the_rows_of_a_table_belong_to_the_line_that_rolls(texts: Texts) -> None:
    rows = ("1\u20149 | Draw a card.", "10\u201419 | Draw two cards.", "20 | You gain 5 life.")
    text = "\n".join(["Flying", "When Old Axe enters, roll a d20.", *rows])
    record = CardRecord(name="Old Axe", type_line="Artifact", oracle_text=text)
    flying, table = LANGUAGE.lines(record)
    assert flying.text == "Flying"
    (ability,) = LANGUAGE.settled(texts.read(table).value, "line")
    assert [row["least"] for row in ability["do"][0]["table"]] == [1, 10, 20]


@pytest.mark.rule("CR 201.5a")
def test_in_a_granted_ability_the_name_of_the_equipment_is_not_the_creature() -> None:
    granted = 'Equipped creature has "{T}: This creature deals 1 damage to any target."'
    assert face("Old Axe", "Artifact \u2014 Equipment", granted)
    record = CardRecord(
        name="Old Axe",
        type_line="Artifact \u2014 Equipment",
        oracle_text=granted.replace("This creature", "Old Axe"),
    )
    (line,) = LANGUAGE.lines(record)
    assert "granter" in line.text
    read = texts_of("magic").read(line)
    (ability,) = LANGUAGE.settled(read.value, "line")
    (granted,) = ability["gives"][0]["abilities"]
    assert granted["do"][0]["source"] == {"who": "granter"}


@pytest.mark.rule("CR 201.5a")
@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{T}, Sacrifice Old Axe: Draw a card.", ("cost", "sacrifice")),
        ("Exile Old Axe: Draw a card.", ("cost", "also", 0, "what")),
        ("Unattach Old Axe: Draw a card.", ("cost", "also", 0, "what")),
        ("{T}: Return Old Axe to its owner's hand.", ("do", 0, "what")),
        ("{T}: Sacrifice Old Axe.", ("do", 0, "what")),
        ("{T}, Unattach Old Axe: It deals 1 damage to any target.", ("do", 0, "source")),
        ("Whenever this creature attacks, you may sacrifice Old Axe.", ("do", 0, "what")),
    ],
)
def test_what_is_done_to_the_named_equipment_is_done_to_nothing_else(
    text: str, where: tuple[str | int, ...]
) -> None:
    record = CardRecord(
        name="Old Axe",
        type_line="Artifact \u2014 Equipment",
        oracle_text=f'Equipped creature has "{text}"',
    )
    (line,) = LANGUAGE.lines(record)
    (ability,) = LANGUAGE.settled(texts_of("magic").read(line).value, "line")
    found = ability["gives"][0]["abilities"][0]
    for step in where:
        found = found[step]
    assert found == {"who": "granter"}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"type_line": "Tribal Thing"}, "Tribal"),
        ({"type_line": "Creature \u2014 Cat", "power": "*", "toughness": "2"}, "power"),
        ({"type_line": "Enchantment \u2014 Aura"}, "enchant"),
        ({"type_line": "Artifact", "mana_cost": "{Q}"}, "symbol"),
    ],
)
def test_what_else_is_not_supported_is_said(fields: dict[str, str], why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        LANGUAGE.face(Draft(CardRecord(name="It", **fields), (), ()))


def test_a_cost_of_an_open_number_of_counters_is_declined(texts: Texts) -> None:
    line = Line("{1}, Remove X +1/+1 counters from ~: Draw a card.", "line")
    assert texts.read(line).reason.startswith("a kind of counter")


@pytest.mark.rule("CR 603.7")
def test_what_happens_later_is_about_what_the_text_named(texts: Texts) -> None:
    """The token is exiled later, not the card that made it."""
    line = Line(
        "When ~ enters, create a 1/1 red Goblin creature token. "
        "Exile it at the beginning of the next end step.",
        "line",
    )
    (ability,) = LANGUAGE.settled(texts.read(line).value, "line")
    assert ability["do"][1]["ability"]["do"][0]["what"] == {"who": "created"}


def test_what_a_card_is_attached_to_is_never_itself(texts: Texts) -> None:
    line = Line(
        "When ~ enters, create a 1/1 white Cat creature token, then attach ~ to it.", "line"
    )
    (made,) = LANGUAGE.settled(texts.read(line).value, "line")
    assert made["do"][1]["to"] == {"who": "created"}


@pytest.mark.parametrize(
    "text", ["Artifact spells you cast cost {1} less to cast.", "Red spells cost {1} more to cast."]
)
def test_a_discount_for_spells_is_none_for_abilities(texts: Texts, text: str) -> None:
    (ability,) = LANGUAGE.settled(texts.read(Line(text, "line")).value, "line")
    assert ability["gives"][0]["keyword"] == "spell"
