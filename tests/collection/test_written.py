"""Cards that users write by hand: a TOML file of VS System cards, taken over whole or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlaw import vs
from cardlaw.cli.main import run
from cardlaw.collection import CardFault, CardLibrary, Store, check_deck, import_file
from cardlaw.collection import read_deck_text as deck_of
from cardlaw.collection.schema import VARIABLE, file_of
from cardlaw.collection.written import game_of, read_written
from cardlaw.kernel.law import CardNotSupported
from cardlaw.library.support import Level
from cardlaw.rulebooks.vs import BOOK

GOOD = """game = "vs"

[[cards]]
name = "Night Porter"
version = "Army"
type = "character"
cost = 2
atk = 2
def = 3
affiliations = ["Night Crew"]
text = "Whenever another Night Crew character you control is KO'd, draw a card."

[[cards]]
name = "Odd Lamp"
type = "equipment"
cost = 1
text = "Equipped character glows."
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def test_cards_are_taken_over_and_a_second_time_nothing_changes(file: Path, store: Path) -> None:
    with Store(game=game_of(file)) as cards:
        first = import_file(cards, file)
        again = import_file(cards, file)
        assert (first.new, again.new, again.unchanged) == (2, 0, 2)
        (porter,) = cards.called("night porter")
    assert porter.record.printed["def"] == 3
    assert (store / file_of("vs")).is_file() and not (store / file_of("magic")).exists()


def test_a_changed_card_takes_the_place_of_the_old_one(file: Path, store: Path) -> None:
    with Store(game="vs") as cards:
        import_file(cards, file)
        file.write_text(GOOD.replace("def = 3", "def = 4"), encoding="utf-8")
        assert import_file(cards, file).changed == 1


def test_two_versions_are_two_cards_and_their_name_means_both(file: Path, store: Path) -> None:
    old = GOOD[GOOD.index("[[cards]]") : GOOD.index("[[cards]]", 20)]
    more = old.replace('"Army"', '"By Day"') + old.replace('"Army"', '"By Night"')
    file.write_text(GOOD + more.replace("Night Porter", "Twin Porter"), encoding="utf-8")
    with Store(game="vs") as cards:
        import_file(cards, file)
        near = CardLibrary(BOOK, cards).find("twin porter").near
    assert near == ("Twin Porter, By Day", "Twin Porter, By Night")


FAULTS = [
    ("[[cards]]\n", 1, "of which game"),
    ('game = "chess"\n', 1, "of which game"),
    ('game = "vs"\n', 0, "no cards"),
    ('game = "vs"\ncards = 3\n', 0, "no cards"),
    ('game = "vs"\n\n[[cards]\n', 3, "no TOML"),
    (GOOD.replace("cost = 2", "cost = two"), 7, "no TOML"),
    (GOOD.replace("cost = 1", "cost = -1"), 13, "Odd Lamp: a number on a card is not less"),
    (GOOD.replace("atk = 2", "attack = 2"), 3, "Night Porter: .*attack"),
    (GOOD.replace('"equipment"', '"engine"'), 13, "Odd Lamp: 'engine' is no card type"),
    (GOOD.replace('name = "Odd Lamp"\n', ""), 13, "needs a name"),
    (GOOD.replace('text = "Equ', 'text = ["Equ').replace('glows."', 'glows."]'), 13, "is words"),
    (GOOD + GOOD[GOOD.index("[[cards]]") :], 18, "second card called Night Porter.*line 3"),
]


@pytest.mark.parametrize(("text", "line", "why"), FAULTS)
def test_a_file_at_fault_changes_nothing(
    text: str, line: int, why: str, file: Path, store: Path
) -> None:
    file.write_text(text, encoding="utf-8")
    with Store(game="vs") as cards:
        with pytest.raises(CardFault, match=why) as caught:
            import_file(cards, file)
        assert len(cards) == 0
    assert str(caught.value).startswith(f"{file}:{line}: " if line else f"{file}: ")


def test_bytes_that_are_no_text_are_told_with_their_line(file: Path) -> None:
    file.write_bytes(b'game = "vs"\n\xff\xfe\n')
    with pytest.raises(CardFault, match="UTF-8") as caught:
        read_written(file)
    assert caught.value.mark is not None and caught.value.mark.line == 2


def test_the_store_of_another_game_is_left_alone(file: Path, store: Path) -> None:
    with Store() as cards, pytest.raises(CardFault, match="of the game vs"):
        import_file(cards, file)


@pytest.mark.rule("VS 101")
def test_written_cards_stand_in_decks(file: Path, store: Path) -> None:
    with Store(game="vs") as cards:
        import_file(cards, file)
        deck = deck_of("55 Night Porter\n5 Odd Lamp\n")
        checked = check_deck(deck, CardLibrary(BOOK, cards))
    told = [(breach.code, breach.values[0]) for breach in checked.ruling.breaches]
    assert told == [("too-many-copies", "Odd Lamp")]


def test_a_game_begins_with_written_cards_that_are_full(file: Path, store: Path) -> None:
    with Store(game="vs") as cards:
        import_file(cards, file)
    game = vs.new_game(decks=(deck_of("60 Night Porter\n"), deck_of("60 Dock Hand\n")), seed=3)
    assert any(face.name == "Night Porter" for face in game.kernel.state.faces)
    with pytest.raises(CardNotSupported, match="Odd Lamp is unread"):
        vs.new_game(decks=(deck_of("60 Odd Lamp\n"), deck_of("60 Dock Hand\n")), seed=3)


def test_a_shipped_card_of_which_something_is_unknown_needs_leave(store: Path) -> None:
    decks = (deck_of("4 Aquaman\n56 Dock Hand\n"), deck_of("60 Dock Hand\n"))
    with pytest.raises(CardNotSupported, match="whole text is not known"):
        vs.new_game(decks=decks, seed=1)
    assert vs.new_game(decks=decks, seed=1, least=Level.PARTIAL).to_act is not None


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, out + err


def test_the_commands_import_show_and_count(
    file: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(capsys, "cards", "import", str(file))
    assert code == 0
    assert "1 of 2 are understood" in said and "glows" in said
    code, said = told(capsys, "cards", "show", "night porter")
    assert code == 0
    assert "Full" in said and "cost 2" in said and "\u2039" not in said
    code, said = told(capsys, "cards", "show", "Stone Sentry", "--game", "vs")
    assert code == 0 and "atk 4" in said
    code, said = told(capsys, "cards", "show", "goblin glider")
    assert code == 0 and "Facts from: MSM 097" in said
    code, said = told(capsys, "cards", "show", "Iron Warden")
    assert code == 2 and "Iron Warden, Old Guard" in said
    code, said = told(capsys, "cards", "coverage", "--game", "vs", "--type", "equipment")
    assert code == 0 and "Unread: 1" in said
    code, said = told(capsys, "cards", "coverage", str(file))
    assert code == 0 and "1 of 2 cards are Full" in said
    code, said = told(capsys, "cards", "show", "It", "--game", "chess")
    assert code == 2 and "magic, vs" in said
