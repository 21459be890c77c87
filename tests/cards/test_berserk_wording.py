"""The wording of Berserk's cards in English and Russian: read, printed back, nothing guessed."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardlaw.cards.language import Line
from cardlaw.cards.nodes import Select, walk
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import words_of
from cardlaw.library.cache import Readings
from cardlaw.library.support import Level, support
from cardlaw.library.texts import Texts, texts_of
from cardlaw.rulebooks.berserk import BOOK, trial
from cardlaw.rulebooks.berserk.wording import LANGUAGE

TONGUES = ("en", "ru")
PAIRS = tomllib.loads(Path(__file__).with_name("berserk_texts.toml").read_text(encoding="utf-8"))[
    "pair"
]
RATCHET = tomllib.loads(
    (Path(__file__).parents[1] / "library" / "ratchet.toml").read_text(encoding="utf-8")
)["berserk"]


def one_line(text: str) -> Line:
    (line,) = LANGUAGE.lines(CardRecord(name="Zq", type_line="creature", oracle_text=text))
    return line


LINES = [one_line(pair[tongue]) for pair in PAIRS for tongue in TONGUES]


@pytest.fixture(scope="module")
def texts() -> Texts:
    return texts_of("berserk")


@pytest.fixture
def readings(tmp_path: Path) -> Readings:
    return Readings(texts_of("berserk"), tmp_path)


def data_of(texts: Texts, line: Line) -> Any:
    found = texts.read(line)
    assert found.understood, found.reason
    return LANGUAGE.settled(found.value, line.start)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["en"][:40])
def test_a_pair_of_texts_means_the_same_and_each_is_printed_from_the_other(
    texts: Texts, pair: dict[str, str]
) -> None:
    lines = [one_line(pair[tongue]) for tongue in TONGUES]
    assert [line.tongue for line in lines] == list(TONGUES)
    english, russian = (data_of(texts, line) for line in lines)
    assert english == russian
    for tongue in TONGUES:
        words = texts.wording(tongue).printer.say("line", LANGUAGE.spoken(english, "line"))
        assert words is not None
        again = Line(" ".join(words), "line", tongue=tongue)
        assert data_of(texts, again) == english


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.text[:40])
def test_every_word_matters(texts: Texts, line: Line) -> None:
    """Without a word the text says something else or is not understood."""
    whole = data_of(texts, line)
    words = [word.shown for word in words_of(line.text)]
    for at in range(len(words) - 1):
        rest = texts.read(line._replace(text=" ".join(words[:at] + words[at + 1 :])))
        if rest.understood:
            assert LANGUAGE.settled(rest.value, line.start) != whole, words[at]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.text[:40])
def test_every_number_matters(texts: Texts, line: Line) -> None:
    whole = data_of(texts, line)
    words = [word.shown for word in words_of(line.text)]
    for at, word in enumerate(words):
        if word.lstrip("+-").isdigit():
            signed = word[0] if word[0] in "+-" else ""
            other = f"{signed}{9 if word[-1] in '56789' else 4 if word[-1] in '23' else 1}"
            other = f"{signed}6" if other == word else other
            rest = texts.read(line._replace(text=" ".join([*words[:at], other, *words[at + 1 :]])))
            if rest.understood:
                assert LANGUAGE.settled(rest.value, line.start) != whole, word


def test_shipped_cards_are_printed_read_and_tried_out_in_both_languages(
    readings: Readings,
) -> None:
    """Full: each text means exactly the card's data, and each ability does something."""
    weak: dict[str, tuple[str, ...]] = {}
    full = 0
    for name, face in BOOK.library().items():
        try:
            found = [support(readings.texts.record_of(face, t), readings) for t in TONGUES]
        except ValueError as error:
            weak[name] = (str(error),)
            continue
        if all(each.level is Level.FULL and each.face == face for each in found):
            full += not face.own_design
        else:
            weak[name] = tuple(reason for each in found for reason in each.reasons)
    assert full >= RATCHET["published"], weak


def written(text: str, **printed: object) -> CardRecord:
    data = {"name": "Old Porter", "name_ru": "Старый носильщик", "type": "creature", "text": text}
    assert LANGUAGE.written is not None
    return LANGUAGE.written({**data, "cost": 3, "life": 5, "strike": "1-2-2", **printed})


def test_a_card_may_be_written_in_either_language(readings: Readings) -> None:
    english = support(
        written("Armor 2\nWhen Old Porter dies, heal target creature for 2."), readings
    )
    russian = support(
        written("Броня 2\nКогда Старый носильщик погибает, вылечить выбранное существо на 2."),
        readings,
    )
    assert (english.level, english.reasons) == (Level.FULL, ())
    assert english.face == russian.face
    assert english.face.strike == (1, 2, 2)
    for tongue in TONGUES:
        text = readings.texts.record_of(english.face, tongue).oracle_text
        assert support(written(text), readings).face == english.face


@pytest.mark.rule("BE12 212.7")
def test_what_an_equipment_does_to_itself_is_not_done_to_its_bearer(readings: Readings) -> None:
    text = "Глоток — закрыться: положить 2 фишки на хозяина и уничтожить эту карту."
    potion = written(text, type="equipment", life=0, strike="0-0-0", classes=["potion"])
    found = support(potion, readings)
    assert (found.level, found.reasons) == (Level.FULL, ())
    put, destroyed = found.face.abilities[0].do
    assert (put.what.who, destroyed.what.who) == ("bearer", "self")


def test_in_a_granted_ability_the_name_means_the_card_that_grants_it(readings: Readings) -> None:
    """The one that has the ability is "this card"."""
    text = 'Mark — close: give target enemy creature "{} deals 1 less against {}" until the turn.'
    text = text.replace("until the turn", "until the end of the turn").replace('{}"', '{}."')
    for who, others, found in (
        ("This card", "Orc cards", (None, ("Orc",))),
        ("This card", "Old Porter", ("granter", ())),
    ):
        read = support(written(text.format(who, others)), readings)
        assert not any(line.reason for _, line in read.lines), read.reasons
        (change,) = LANGUAGE.settled(read.lines[0][1].value, "line")[0]["do"]
        (granted,) = change["gives"][0]["abilities"]
        other = granted["other"]
        assert (other.get("who"), tuple(other.get("kinds", ()))) == found


def test_a_class_is_known_declared_or_in_brackets(readings: Readings) -> None:
    text = "Each own {} creature gets +1 to strike."
    known = support(written(text.format("Orc")), readings)
    assert known.face.abilities[0].affects.kinds == ("Orc",)
    assert support(written(text.format("Night Crew")), readings).level is Level.UNREAD
    for declared in (
        written(text.format("[Night Crew]")),
        written(text.format("Night Crew"), classes=["Night Crew"]),
    ):
        assert support(declared, readings).face.abilities[0].affects.kinds == ("Night Crew",)


def test_a_word_that_no_grammar_has_says_where(readings: Readings) -> None:
    found = support(written("Броня 2\nЭта карта пляшет."), readings)
    assert found.level is Level.PARTIAL
    (line, read), *_ = [(line, read) for line, read in found.lines if read.reason]
    assert (line.tongue, read.words[read.at]) == ("ru", "пляшет")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"strike": "1-2"}, "strike"),
        ({"type": "spell"}, "type"),
        ({"abilities": []}, "text"),
        ({"cost": -1}, "negative"),
    ],
)
def test_what_is_no_card_is_said(fields: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        written("Броня 2", **fields)


def examples() -> list[list[str]]:
    """The texts that the documents show, in English and in Russian."""
    text = (Path(__file__).parents[2] / "docs" / "card-language.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip(" |`") for cell in row[1:]] for row in rows if len(row) == 3][1:]


@pytest.mark.parametrize("row", examples(), ids=lambda row: row[0][:30])
def test_the_documents_show_texts_that_mean_the_same(texts: Texts, row: list[str]) -> None:
    english, russian = (data_of(texts, one_line(text)) for text in row)
    assert english == russian


def test_a_record_survives_being_stored() -> None:
    stored = written("Броня 2", classes=["Orc"])
    assert msgspec.json.decode(msgspec.json.encode(stored), type=CardRecord) == stored


def test_the_trial_knows_no_named_ability_that_no_rule_asks_for() -> None:
    """What is Full because of a word is a word that the rules look up, or that texts ask about."""
    folder = Path(trial.__file__).parent
    sources = [path for path in folder.glob("*.py") if path.name != "trial.py"]
    asked = {
        node.value
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    selects = {word for face in BOOK.library().values() for node in walk(face.abilities)
               if isinstance(node, Select) for word in node.keywords}  # fmt: skip
    assert sorted(trial.ASKED - asked - selects) == []
