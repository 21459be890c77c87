"""The battle at the table, as a newcomer sees it: names, whose a card is, what a deal holds."""

import io

from rich.console import Console
from tests.berserk.table import Table

from cardlaw.cli.table import Drawing
from cardlaw.front import Game
from cardlaw.judge.tongue import tongue
from cardlaw.match.sheet import sheet


def drawn(game: Game, lang: str) -> str:
    """The table as the first player sees it, in plain letters."""
    told = io.StringIO()
    Drawing(Console(file=told, width=100, color_system=None)).draw(
        sheet(game, 0, tongue(lang, "berserk"))
    )
    return told.getvalue()


def battle(lang: str) -> Game:
    position = {
        "step": "main",
        "A": {"field": [{"Undine": {"cell": "C1"}}]},
        "B": {"field": [{"Bjern": {"cell": "D1"}}]},
    }
    return Game(Table(position).game, lang=lang)


def test_the_field_says_whose_a_card_is() -> None:
    text = drawn(battle("en"), "en")
    assert "A Undine" in text
    assert "B Bjern" in text


def test_a_russian_table_calls_the_cards_by_their_russian_names() -> None:
    text = drawn(battle("ru"), "ru")
    assert "A Ундина" in text
    assert "Undine" not in text


def test_both_names_are_read_at_any_table() -> None:
    game = battle("ru")
    assert game.why("move Ундина to C2", 0).legal
    assert game.why("move Undine to C2", 0).legal


def test_a_deal_is_a_list_with_element_and_kind() -> None:
    cards = ["Undine", "Poisoned Dagger", "Oshun", "Chantar", "Laming", "Troll", "Kappa", "Hedd"]
    position = {"step": "recruitment", "A": {"gold": 23, "silver": 22, "deal": cards}, "B": {}}
    game = Game(Table(position).game, lang="en")
    lines = [line.strip() for line in drawn(game, "en").splitlines()]
    assert "deal: 8" in lines
    assert "Poisoned Dagger (gold 3; swamps; equipment; weapon)" in lines
    assert "Laming (silver 3; swamps; flyer; life 5; strike 1-1-2)" in lines
    assert "Oshun (silver 4; swamps; terrain; river)" in lines
