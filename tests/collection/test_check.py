"""Checking decks: cards by name, breaches with their rules, the command line in four languages."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.collection.files import ONE, PAGE, SCRYFALL, other, write

from cardlaw import rulebooks
from cardlaw.cli.main import run
from cardlaw.collection import CardLibrary, Store, check_deck, import_file, read_deck_text
from cardlaw.collection.schema import VARIABLE

MAGIC = rulebooks.find("magic")
CARDS = [
    *SCRYFALL,
    other(ONE, name="A-Copper Hound", oracle_text="Flying"),
    other(ONE, name="Jötun Séance"),
    other(ONE, name="Run, the Hound"),
    other(ONE, name="Run the Hound"),
    other(ONE, name="Odd Plane (Plane)", type_line="Plane — Test"),
    other(ONE, name="Many Hounds", oracle_text="A deck can have any number of cards named X."),
    other(ONE, name="Waste Field", type_line="Basic Snow Land — Field"),
]


@pytest.fixture(name="folder", scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    with Store(folder) as store:
        import_file(store, write(folder / "cards.json", CARDS))
    return folder


@pytest.fixture(name="library")
def all_cards(folder: Path) -> Iterator[CardLibrary]:
    with Store(folder) as store:
        yield CardLibrary(MAGIC, store)


# Names


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Copper Hound", "Copper Hound"),
        ("copper hound", "Copper Hound"),
        ("Copper Hound (TST) 7", "Copper Hound"),
        ("Copper Hound (OLD) 99", "Copper Hound"),
        ("A-Copper Hound", "A-Copper Hound"),
        ("Jotun Seance", "Jötun Séance"),
        ("JÖTUN SÉANCE", "Jötun Séance"),
        ("Lift/Drop", "Lift // Drop"),
        ("Lift", "Lift // Drop"),
        ("Dusk Knight", PAGE),
        ("Dawn Page // Dusk Knight (TST) 8", PAGE),
        ("Run, the Hound", "Run, the Hound"),
        ("Odd Plane (Plane)", "Odd Plane (Plane)"),
        ("Plains", "Plains"),
        ("Bonesplitter", "Bonesplitter"),
    ],
)
def test_names_are_found_as_people_write_them(
    library: CardLibrary, written: str, meant: str
) -> None:
    (entry,) = read_deck_text(written).main
    assert library.match(entry).name == meant


def test_a_misspelt_name_is_not_taken_but_suggested(library: CardLibrary) -> None:
    (entry,) = read_deck_text("4 Coper Hound").main
    match = library.match(entry)
    assert not match.found and match.near[0] == "Copper Hound"


def test_a_name_of_two_cards_is_not_taken(library: CardLibrary) -> None:
    match = library.find("RUN THE HOUND")
    assert not match.found and match.near == ("Run the Hound", "Run, the Hound")


def test_the_printing_suggests_what_an_unknown_name_means(library: CardLibrary) -> None:
    (entry,) = read_deck_text("4 Kupferhund (TST) 8").main
    assert library.match(entry).near[0] == PAGE


def test_a_digital_card_that_is_unknown_gives_the_printed_one_and_says_so(
    library: CardLibrary,
) -> None:
    match = library.find("A-Lift // A-Drop")
    assert (match.name, match.note) == ("Lift // Drop", "rebalanced")


def test_tokens_of_the_package_are_no_cards_of_a_deck() -> None:
    token = next(face.name for face in MAGIC.library().values() if face.token)
    assert not CardLibrary(MAGIC).find(token).found


def test_a_version_of_another_game_must_be_named() -> None:
    book = rulebooks.find("vs")
    library = CardLibrary(book)
    several = {}
    for face in book.library().values():
        several.setdefault(face.name, []).append(face.full_name)
    name, versions = next(item for item in several.items() if len(item[1]) > 1)
    assert sorted(library.find(name).near) == sorted(versions)
    assert library.find(versions[0]).name == versions[0]


# Breaches


def codes(library: CardLibrary, text: str, form: str = "") -> list[tuple[object, ...]]:
    return [
        tuple(breach) for breach in check_deck(read_deck_text(text), library, form).ruling.breaches
    ]


def test_the_users_cards_are_judged_like_those_of_the_package(library: CardLibrary) -> None:
    fine = "30 Plains\n20 Waste Field\n6 Many Hounds\n4 Copper Hound\n"
    assert codes(library, fine) == []
    assert codes(library, fine + "1 copper hound\n1 Odd Plane (Plane)\n") == [
        ("not-a-deck-card", "CR 108.2a", ("Odd Plane (Plane)", "plane")),
        ("too-many-copies", "CR 100.2a", ("Copper Hound", 5, 4)),
    ]


def test_a_format_asks_the_users_data(library: CardLibrary) -> None:
    text = "56 Plains\n4 Copper Hound\n"
    assert codes(library, text, "modern") == []
    assert codes(library, text, "legacy") == [("banned", "CR 100.6", ("Copper Hound", "legacy"))]
    assert codes(library, text, "vintage") == [
        ("restricted", "CR 100.6", ("Copper Hound", 4, "vintage"))
    ]
    assert codes(library, text, "pauper") == [
        ("not-in-format", "CR 100.6", ("Copper Hound", "pauper"))
    ]


def test_unknown_cards_count_for_the_size_only(library: CardLibrary) -> None:
    checked = check_deck(read_deck_text("50 Plains\n10 Nobody Knows\n"), library)
    assert [line.entry.name for line in checked.unknown] == ["Nobody Knows"]
    assert checked.ruling.legal


@pytest.mark.parametrize("key", ["magic", "vs", "berserk"])
def test_the_starters_of_each_game_may_be_played(key: str) -> None:
    book = rulebooks.find(key)
    for deck in book.starters():
        text = "\n".join(f"1 {name}" for name in deck)
        checked = check_deck(read_deck_text(text), CardLibrary(book))
        assert not checked.unknown and checked.ruling.legal


# The command


BAD = "Name: Dogs\n50 Plains\n5 Bonesplitter\n1 Odd Plane (Plane)\n\nSideboard\n16 Forest\n"


@pytest.fixture(name="deck")
def bad_deck(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(VARIABLE, str(folder))
    file = tmp_path / "dogs.txt"
    file.write_text(BAD, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("lang", ["en", "de", "ru", "es"])
def test_the_command_tells_every_breach_with_its_rule(
    deck: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["deck", "check", deck, "--lang", lang]) == 1
    shown = capsys.readouterr().out
    bad = "".join(part for part in re.split(r"\n(?=\S)", shown) if part.startswith("✗"))
    assert re.findall(r"\((CR [\d.a-z]+)\)", re.sub(r"\s+", " ", bad)) == [
        "CR 108.2a",
        "CR 100.2a",
        "CR 100.2a",
        "CR 100.4a",
    ]
    assert "Dogs" in shown and " ?" not in shown
    words = {"en": "plane", "de": "Weltenkarte", "ru": "Мир", "es": "plano"}
    assert words[lang] in shown


def test_the_command_speaks_json(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deck", "check", deck, "--json"]) == 1
    shown: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert shown["legal"] is False
    assert [row["code"] for row in shown["breaches"]] == [
        "not-a-deck-card",
        "deck-too-small",
        "too-many-copies",
        "sideboard-too-large",
    ]
    assert shown["counts"] == {"main": 56, "sideboard": 16, "commander": 0, "companion": 0}


def test_the_users_cards_that_are_not_full_are_marked(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "weak.dec"
    file.write_text("54 Plains\n2 Copper Hound\n4 Lift\n", encoding="utf-8")
    arguments = ["deck", "check", str(file), "--data", str(folder)]
    assert run(arguments) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Lift // Drop is of a kind that no game here has" in shown
    assert "Copper Hound" not in shown
    assert run([*arguments, "--json"]) == 0
    weak = json.loads(capsys.readouterr().out)["not full"]
    assert [(row["name"], row["level"]) for row in weak] == [("Lift // Drop", "outside")]


def test_a_legal_deck_names_the_rules_that_were_asked(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fine.dec"
    file.write_text("60 Plains\n", encoding="utf-8")
    assert run(["deck", "check", str(file), "--data", str(folder)]) == 0
    assert "CR 100.2a, CR 100.4a, CR 100.5" in capsys.readouterr().out


def test_unknown_cards_are_a_fault_with_suggestions(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.dec"
    file.write_text("56 Plains\n4 Bonesplittr\n", encoding="utf-8")
    assert run(["deck", "check", str(file), "--data", str(folder)]) == 2
    shown = " ".join(capsys.readouterr().out.split())
    assert "Line 2: no card is called 'Bonesplittr'. Did you mean Bonesplitter" in shown


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--game", "chess"], "no rulebook 'chess'"),
        (["--format", "mdern"], "no format 'mdern'"),
        (["--lang", "fr"], "'fr'"),
    ],
)
def test_a_wrong_word_is_one_sentence(
    deck: str, arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["deck", "check", deck, *arguments]) == 2
    shown = capsys.readouterr()
    assert problem in shown.err and shown.out == ""
    assert shown.err.count("\n") == 1


def test_nothing_is_made_by_looking(tmp_path: Path, deck: str) -> None:
    run(["deck", "check", deck, "--data", str(tmp_path / "none")])
    assert not (tmp_path / "none").exists()


def test_the_import_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "cards.json", SCRYFALL)
    arguments = ["cards", "import", str(file), "--data", str(tmp_path / "data")]
    assert run(arguments) == 0
    shown = capsys.readouterr().out
    assert "4 cards: 4 new, 0 changed, 0 unchanged." in shown
    assert "left out 1 card with a value of a wrong kind: Odd Hound" in shown
    assert run([*arguments, "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["new"], again["unchanged"], again["cards"]) == (0, 4, 4)
    assert again["skipped"]["token"]["count"] == 1


@pytest.mark.parametrize("lang", ["en", "de", "ru", "es"])
def test_a_broken_file_is_told_in_four_languages(
    tmp_path: Path, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "cards.json", b'[\n{"name": "A Hound"},\n{"name": "Tw')
    arguments = ["cards", "import", str(file), "--data", str(tmp_path), "--lang", lang]
    assert run(arguments) == 2
    shown = capsys.readouterr().err
    assert f"{file}:3: " in shown and "A Hound" in shown and " 32" in shown
    assert shown.count("\n") == 1
