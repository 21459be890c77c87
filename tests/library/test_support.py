"""Support levels: what is Full is read, printed back, executed and tried out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec
import pytest

from cardlaw.cards.language import Line
from cardlaw.cards.nodes import Forbid, Select, Static
from cardlaw.cards.record import CardRecord
from cardlaw.library.cache import Readings
from cardlaw.library.coverage import coverage
from cardlaw.library.support import Level, support
from cardlaw.library.texts import texts_of
from cardlaw.rulebooks import magic
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.trial import ALLOWED, FORBIDDEN, trial

#: under which word the engine looks up what texts forbid and allow
ASKED = re.compile("(forbid|allow) [a-z ]+[a-z]")
SWORD = CardRecord(
    name="Ash Sword",
    mana_cost="{2}",
    type_line="Artifact \u2014 Equipment",
    oracle_text="Equipped creature gets +2/+1 and has trample.\n"
    "Whenever equipped creature attacks, draw a card.\nEquip {2}",
)


@pytest.fixture
def readings(tmp_path: object) -> Readings:
    return Readings(texts_of("magic"), tmp_path)  # type: ignore[arg-type]


def with_text(text: str) -> CardRecord:
    return msgspec.structs.replace(SWORD, oracle_text=text)


def test_a_card_whose_every_line_works_is_full(readings: Readings) -> None:
    found = support(SWORD, readings)
    assert (found.level, found.reasons) == (Level.FULL, ())
    assert found.face.keywords == () and len(found.face.abilities) == 3


def test_a_line_that_is_not_read_makes_it_partial_and_says_where(readings: Readings) -> None:
    found = support(with_text("Equipped creature gets +1/+0.\nEquip the brave {2}"), readings)
    assert found.level is Level.PARTIAL
    (line, read), *_ = [(line, read) for line, read in found.lines if read.reason]
    assert line.text == "Equip the brave {2}"
    assert read.words[read.at :][:2] == ("brave", "{2}")


def test_nothing_read_is_unread(readings: Readings) -> None:
    assert support(with_text("Frobnicate."), readings).level is Level.UNREAD


@pytest.mark.parametrize("layout", ["split", "flip", "planar"])
def test_halves_and_other_games_do_not_count(readings: Readings, layout: str) -> None:
    half = msgspec.structs.replace(SWORD, layout=layout)
    assert support(half, readings).level is Level.OUTSIDE
    counted = coverage([SWORD, half], readings)
    assert (counted.counted, counted.full, counted.outside) == (1, 1, 1)


def test_phrases_that_one_card_alone_uses_are_listed_with_it(readings: Readings) -> None:
    other = msgspec.structs.replace(with_text("Equipped creature gets +1/+1."), name="Old Axe")
    found = coverage([SWORD, other], readings)
    users = {single.phrase: single.card for single in found.single}
    assert users["[evergreen] trample"] == "Ash Sword"
    assert users["[gives_<number>] {a:give_<number>}"] == "Old Axe"
    assert not any(phrase.startswith("[bearer]") for phrase in users)
    assert found.share_of_single == len(users) / found.productions < 1


PERTURBED = [
    ("+2/+1", "+7/+3"),
    ("trample", "first strike"),
    ("{2}", "{1}{W}"),
    ("a card", "three cards"),
    ("attacks", "deals combat damage to a player"),
]


@pytest.mark.parametrize(("old", "new"), PERTURBED)
def test_other_numbers_and_keywords_stay_full(readings: Readings, old: str, new: str) -> None:
    found = support(with_text(SWORD.oracle_text.replace(old, new)), readings)
    assert found.level is Level.FULL, found.reasons
    assert found.face != support(SWORD, readings).face


@pytest.mark.rule("CR 201.5")
@pytest.mark.parametrize("word", ["Ash Sword", "this Equipment"])
def test_the_own_name_may_be_any(readings: Readings, word: str) -> None:
    text = f"When {word} enters, attach it to target creature you control.\nEquip {{2}}"
    found = support(with_text(text), readings)
    assert found.level is Level.FULL
    renamed = msgspec.structs.replace(
        with_text(text.replace("Ash Sword", "Zq'ix, Vorn")), name="Zq'ix, Vorn"
    )
    assert support(renamed, readings).face.abilities == found.face.abilities


def test_a_word_that_no_rule_asks_for_is_no_support() -> None:
    dead = Static(affects=Select(who="self"), gives=(Forbid(what="yawn"),))
    assert "yawn" in trial(Face(name="It", types=("artifact",), abilities=(dead,)))[0]
    assert "keyword" in trial(Face(name="It", types=("artifact",), keywords=("yawning",)))[0]


def test_readings_are_kept_and_a_broken_cache_is_done_without(tmp_path: object) -> None:
    folder = tmp_path  # type: ignore[assignment]
    line = Line("Equip {2}", "line")
    with Readings(texts_of("magic"), folder) as first:
        read = first.read(line)
    with Readings(texts_of("magic"), folder) as second:
        assert second.known[line] == read
        assert second.read(line) == read and not second.fresh
    (folder / "readings-magic.sqlite").write_bytes(b"no database")
    with Readings(texts_of("magic"), folder) as third:
        assert third.read(line) == read


@pytest.mark.rule("CR 702.122a")
def test_a_vehicle_keeps_its_numbers_and_can_be_crewed(readings: Readings) -> None:
    text = "Trample\nWhenever this Vehicle attacks, draw a card.\nCrew 2"
    wagon = CardRecord(
        name="Ash Wagon",
        mana_cost="{3}",
        type_line="Artifact \u2014 Vehicle",
        oracle_text=text,
        power="4",
        toughness="3",
    )
    found = support(wagon, readings)
    assert (found.level, found.reasons) == (Level.FULL, ())
    assert (found.face.power, found.face.toughness) == (4, 3)
    assert found.face.keywords == ("trample", "crew 2")


def test_a_trial_knows_every_word_that_the_rules_ask_for() -> None:
    """What a text may forbid or allow: no word too many, none too few."""
    asked = set()
    for source in Path(magic.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(value=str(text)) if ASKED.fullmatch(text):
                    asked.add(text)
                case ast.Call(func=ast.Name("allowed"), args=[_, ast.Constant(value=text), *_]):
                    asked.add(f"allow {text}")
                case ast.Call(func=ast.Name("is_forbidden"), args=[_, ast.Constant(value=text), _]):
                    asked.add(f"forbid {text}")
    words = [word for word in ALLOWED if not word.startswith("play from ")]
    known = {f"forbid {word}" for word in FORBIDDEN} | {f"allow {word}" for word in words}
    assert asked == known
