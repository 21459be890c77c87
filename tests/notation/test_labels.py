"""What objects are called, and which objects a name means."""

import pytest

from cardlaw.kernel.game import Game
from cardlaw.notation import Names
from cardlaw.notation.tokens import loose, match, nearest, price, words
from cardlaw.rulebooks.toy import ToyFace, new_game

DECK = [
    ToyFace("Bear", "creature", 2),
    ToyFace("The Axe", "gear", bonus=2),
    ToyFace("Joker's Wild", "creature", 3),
]


@pytest.fixture
def game() -> Game:
    return new_game(([*DECK, ToyFace("Lone Wolf", "creature", 1)], DECK), 3)


def test_a_name_that_one_object_has_stands_alone(game: Game) -> None:
    names = Names(game.state)
    labels = [names.label(obj) for obj in sorted(game.state.where)]
    assert labels.count("Lone Wolf") == 1


def test_a_name_that_several_objects_have_is_numbered_by_their_order(game: Game) -> None:
    names = Names(game.state)
    bears = [o for o in sorted(game.state.where) if names.called[o][0] == "Bear"]
    assert [names.label(obj) for obj in bears] == ["Bear #1", "Bear #2"]


def test_every_label_means_its_object_alone(game: Game) -> None:
    names = Names(game.state)
    for obj in game.state.where:
        assert names.find(names.label(obj)) == [obj]


def test_a_label_of_the_case_comes_first_and_frees_the_name(game: Game) -> None:
    bears = [o for o in sorted(game.state.where) if Names(game.state).called[o][0] == "Bear"]
    names = Names(game.state, {bears[0]: "my bear"})
    assert names.label(bears[0]) == "my bear"
    assert names.label(bears[1]) == "Bear"
    assert names.find("Bear") == [bears[1]]
    assert names.find("my bear") == [bears[0]]


def test_a_viewer_is_told_no_name_that_the_viewer_does_not_know(game: Game) -> None:
    state = game.state
    for viewer in (0, 1):
        names = Names(state, viewer=viewer)
        for obj in state.where:
            known = bool(state.knows.get(obj, 0) >> viewer & 1)
            assert names.label(obj).startswith("card ") is not known


def test_zone_and_player_tell_objects_of_one_name_apart(game: Game) -> None:
    names = Names(game.state)
    for player, letter in enumerate("AB"):
        hand = [o for o in game.state.zone("hand", player) if names.called[o][0] == "Bear"]
        if hand:
            assert names.find(f"{letter}'s bear in hand") == hand
            assert names.find(f"Bear in {letter}'s hand") == hand


@pytest.mark.parametrize("typed", ["joker's wild", "Jokers Wild", "JOKER’S WILD.", "jokers wlid"])
def test_case_punctuation_and_small_typos_do_not_matter(game: Game, typed: str) -> None:
    names = Names(game.state)
    assert {names.called[obj][0] for obj in names.find(typed)} == {"Joker's Wild"}


def test_articles_may_be_left_out_or_put_in(game: Game) -> None:
    names = Names(game.state)
    assert {names.called[obj][0] for obj in names.find("axe #1")} == {"The Axe"}
    assert {names.called[obj][0] for obj in names.find("the bear #1")} == {"Bear"}


def test_another_word_is_no_typo() -> None:
    assert price("bear", "boar") is not None
    assert price("bear", "wolf") is None
    assert price("ox", "ax") is None, "short words have no typos"
    assert price("c2'", "c2") is None, "a cell is not the cell across"
    assert price("#1", "#2") is None


def test_loose_words_keep_what_belongs_to_numbers() -> None:
    assert loose("druids'") == "druids"
    assert loose("+1/+1") == "+1/+1"
    assert words("Zhang Fei, Fierce Warrior.") == ("zhang", "fei", "fierce", "warrior")


def test_a_match_says_where_it_ends_and_what_it_costs() -> None:
    assert match(("lone", "wolf"), ("the", "lone", "wolf", "x"), 0) == (3, 0)
    assert match(("lone", "wolf"), ("lone",), 0) is None


def test_the_nearest_names_come_first() -> None:
    assert nearest("dual sidearm", ["Goblin Glider", "Dual Sidearms"])[0] == "Dual Sidearms"
