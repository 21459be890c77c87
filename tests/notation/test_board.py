"""Positions as plain text and as pictures."""

import random
import xml.etree.ElementTree as ET
from importlib import import_module

import pytest

from cardlaw import rulebooks
from cardlaw.kernel.game import Game
from cardlaw.kernel.imagine import imagine
from cardlaw.notation import Names
from cardlaw.notation.board import board_lines, options_text
from cardlaw.notation.svg import board_svg


def played(key: str, steps: int, seed: int = 2) -> Game:
    game: Game = import_module(f"cardlaw.rulebooks.{key}").new_game(
        rulebooks.find(key).starters(), seed
    )
    chosen = random.Random(seed)
    for _ in range(steps):
        if game.over:
            break
        game.push(game.legal.sample(chosen.getrandbits(64)))
    return game


@pytest.mark.parametrize("key", rulebooks.known())
def test_a_board_names_every_object_on_the_table(key: str) -> None:
    game = played(key, 60)
    names = Names(game.state)
    text = "\n".join(board_lines(game, names))
    book = game.book
    shown = [o for o, zone in game.state.where.items() if book.zones[zone[0]].listed]
    assert [names.label(obj) for obj in shown if names.label(obj) not in text] == []


@pytest.mark.parametrize("key", rulebooks.known())
def test_hidden_cards_change_no_byte_of_a_players_board(key: str) -> None:
    game = played(key, 40)
    for player in (0, 1):
        other = imagine(game, player, 11)
        for drawn in (board_svg, board_lines):
            real = drawn(game, Names(game.state, viewer=player))
            assert drawn(other, Names(other.state, viewer=player)) == real


@pytest.mark.parametrize("key", rulebooks.known())
def test_a_picture_is_well_formed(key: str) -> None:
    game = played(key, 80)
    picture = ET.fromstring(board_svg(game, Names(game.state)))
    assert picture.tag.endswith("svg")
    texts = [text.text for text in picture.iter() if text.tag.endswith("text")]
    assert any(text and text.startswith("A") for text in texts)


def test_options_are_listed_up_to_a_number() -> None:
    game = played("toy", 3)
    lines = options_text(game, Names(game.state), most=1).splitlines()
    assert len(lines) == (2 if game.legal.count() > 1 else 1)
