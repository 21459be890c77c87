"""Cards of Berserk that users write by hand, in English or in Russian: looked up, put in decks."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlaw.cli.main import run
from cardlaw.collection import CardLibrary, Store, check_deck, import_file
from cardlaw.collection import read_deck_text as deck_of
from cardlaw.collection.schema import VARIABLE
from cardlaw.rulebooks.berserk import BOOK

FILE = """game = "berserk"

[[cards]]
name = "Old Ferryman"
name_ru = "Старый перевозчик"
type = "creature"
cost = 4
life = 8
movement = 1
strike = "1-2-3"
text = '''
Броня 1
Когда эта карта погибает, вылечить выбранное существо твоего отряда на 2.
'''

[[cards]]
name = "Reed Folk"
type = "creature"
cost = 1
life = 4
strike = [1, 1, 2]
text = "Horde, armor 1"

[[cards]]
name = "Dancer"
type = "creature"
cost = 1
life = 4
strike = [1, 1, 2]
text = "Эта карта пляшет."
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, out + err


def test_the_commands_import_show_and_count(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = told(capsys, "cards", "import", str(file))
    assert code == 0 and "2 of 3 are understood" in said and "пляшет" in said
    for name in ("old ferryman", "старый Перевозчик"):
        code, said = told(capsys, "cards", "show", name)
        assert code == 0 and "Full" in said and "Броня 1" in said and "strike 1-2-3" in said
    code, said = told(capsys, "cards", "show", "Эгида", "--lang", "ru")
    assert code == 0 and "Aegis, Эгида" in said and "атакует хозяина" in said
    code, said = told(capsys, "cards", "show", "Aegis", "--game", "berserk")
    assert code == 0 and "attacks the bearer" in said and "\u2039" not in said
    code, said = told(capsys, "cards", "coverage", str(file))
    assert code == 0 and "2 of 3 cards are Full" in said


@pytest.mark.rule("BE09 100.2b")
def test_written_cards_stand_in_decks_by_either_name(file: Path) -> None:
    with Store(game="berserk") as cards:
        import_file(cards, file)
        text = "2 Старый перевозчик\n2 Old Ferryman\n5 Reed Folk\n4 Dancer\n3 Тролль\n"
        checked = check_deck(deck_of(text), CardLibrary(BOOK, cards))
    assert not checked.unknown
    told = [(breach.code, breach.values) for breach in checked.ruling.breaches]
    assert told == [
        ("deck-too-small", (16, 30)),
        ("too-many-copies", ("Old Ferryman", 4, 3)),
        ("too-many-copies", ("Dancer", 4, 3)),
    ]
