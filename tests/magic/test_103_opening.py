"""The start of the game: who begins, mulligans, the first draw (CR 103)."""

import pytest

from cardlaw.kernel.game import Game
from cardlaw.rulebooks import magic


def opened(first: int = 0, seed: int = 3) -> Game:
    """A game between the starter decks after the choice of who begins."""
    game = magic.new_game(magic.BOOK.starters(), seed)
    game.push((first,))
    return game


def hand(game: Game, player: int) -> int:
    return len(game.state.zone("hand", player))


@pytest.mark.rule("CR 103.1")
def test_103_1_the_chosen_player_begins() -> None:
    for first in (0, 1):
        game = opened(first)
        assert game.to_act == first
        game.push(("keep",))
        game.push(("keep",))
        assert game.state.turn["active"] == first
        assert [hand(game, player) for player in (0, 1)] == [7, 7]
        assert [game.state.points[player, "life"] for player in (0, 1)] == [20, 20]


@pytest.mark.rule("CR 103.5")
def test_103_5_declarations_in_turn_order_then_mulligans_together() -> None:
    game = opened(1)
    assert game.to_act == 1
    before = game.state.zone("hand", 1)
    game.push(("mulligan",))
    assert game.to_act == 0
    assert game.state.zone("hand", 1) == before
    game.push(("mulligan",))
    assert (game.to_act, hand(game, 1), hand(game, 0)) == (1, 7, 7)
    card = game.state.zone("hand", 1)[0]
    game.push((card,))
    assert game.state.zone("library", 1)[-1] == card
    game.push((game.state.zone("hand", 0)[0],))
    assert (hand(game, 1), hand(game, 0)) == (6, 6)


@pytest.mark.rule("CR 103.5")
def test_103_5_who_has_kept_is_not_asked_again() -> None:
    game = opened(0)
    game.push(("mulligan",))
    game.push(("keep",))
    game.push((game.state.zone("hand", 0)[0],))
    assert game.to_act == 0
    game.push(("keep",))
    assert game.state.turn["number"] == 1


@pytest.mark.rule("CR 103.5")
def test_103_5_mulligans_end_with_an_empty_hand() -> None:
    game = opened(0)
    for taken in range(1, 8):
        game.push(("mulligan",))
        if taken == 1:
            game.push(("keep",))
        for _ in range(taken):
            if game.choice is not None and game.choice.kind == "bottom":
                game.push(next(iter(game.legal)))
    assert hand(game, 0) == 0
    assert game.state.turn["number"] == 1


@pytest.mark.rule("CR 103.5")
def test_103_5_mulligans_can_be_left_out_by_an_option() -> None:
    game = magic.new_game(magic.BOOK.starters(), 3, {"mulligans": "none"})
    game.push((0,))
    assert game.state.turn["number"] == 1


@pytest.mark.rule("CR 103.8a")
def test_103_8a_the_first_player_skips_the_first_draw() -> None:
    game = opened(1)
    game.push(("keep",))
    game.push(("keep",))
    while game.state.turn.get("step") != 3:
        game.push(("pass",))
    assert hand(game, 1) == 7
    while game.state.turn["number"] == 1 or game.state.turn["step"] != 3:
        options = list(game.legal)
        game.push(("pass",) if ("pass",) in options else options[0])
    assert hand(game, 0) == 8
