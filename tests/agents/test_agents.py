"""Programs that play: they take legal options, know only their seat, and greed beats luck."""

from collections import Counter
from importlib import import_module

import pytest
from tests.conformance.subjects import ALL, GAMES

from cardlaw import rulebooks
from cardlaw.agents import AGENTS, AgentPlayer, GreedyPlayer, agent
from cardlaw.front import Game as Front
from cardlaw.kernel.game import Game
from cardlaw.kernel.imagine import imagine
from cardlaw.kernel.view import see

#: no game between programs takes longer; some run to the turn limit, which is a draw
ANSWERS = 60_000


def new_game(key: str, seed: int, turned: bool = False) -> Game:
    """A game between the starter decks; ``turned`` exchanges them."""
    first, second = rulebooks.find(key).starters()
    decks = (second, first) if turned else (first, second)
    game = import_module(f"cardlaw.rulebooks.{key}").new_game(decks, seed)
    assert isinstance(game, Game)
    return game


def play_out(game: Game, players: tuple[AgentPlayer, AgentPlayer]) -> int | None:
    """Play to the end; who has won, -1 for a draw."""
    for _ in range(ANSWERS):
        if game.to_act is None:
            return game.book.result(game.state)
        option = players[game.to_act].answer(game)
        assert option in game.space()
        game.push(option)
    raise AssertionError("the game does not end")


def duels(key: str, games: int) -> Counter[str]:
    """Greedy against random: in turn with each deck and on each side."""
    found: Counter[str] = Counter()
    for seed in range(games):
        seat = seed % 2
        greedy, luck = agent("greedy", 2 * seed), agent("random", 2 * seed + 1)
        players = (greedy, luck) if seat == 0 else (luck, greedy)
        winner = play_out(new_game(key, seed, turned=seed // 2 % 2 == 1), players)
        found["won" if winner == seat else "drawn" if winner == -1 else "lost"] += 1
    return found


@pytest.mark.parametrize(("key", "games"), [("vs", 4), ("magic", 4), ("berserk", 2)])
def test_greedy_mostly_beats_random(key: str, games: int) -> None:
    assert duels(key, games)["won"] >= games * 0.75


#: two creatures that may open each other without end, while the end of the turn would hurt
WAKERS = """\
cardlaw: 1
game: berserk
title: {en: Two creatures open each other}
cards:
  - name: Waker
    life: 9
    movement: 0
    strike: [1, 1, 1]
    abilities:
      - {ability: playable, name: wake,
         targets: [{select: {types: [creature], controller: you, states: [closed]}}],
         do: [{do: state, what: {who: target}, state: open}]}
  - name: Hail
    type: artifact
    life: 9
    abilities:
      - {ability: triggered, on: [{event: turn started, what: {who: self}, whose: you}],
         do: [{do: damage, amount: 1, what: {who: each, types: [creature], controller: opponent}}]}
  - {name: Orc, life: 9, movement: 0, strike: [1, 2, 3]}
position:
  active: A
  step: main
  A:
    field: [Waker: {cell: C1, closed: yes}, Waker: {cell: A1, as: other}]
  B:
    field: [Orc: {cell: C3'}, Hail: {cell: A3'}]
script: []
"""


def test_greedy_does_not_go_round_in_a_circle() -> None:
    game = Front.load(WAKERS).kernel
    player = GreedyPlayer(1)
    taken: list[str] = []
    while "pass" not in taken and len(taken) < 40:
        option = player.answer(game)
        taken.append(option[0])
        game.push(option)
    # each wakes the other once; to go on would lead back to where it began
    assert taken == ["use", "use", "pass"]


@pytest.mark.deep
def test_greedy_beats_random_in_four_of_five_of_two_hundred_battles() -> None:
    assert duels("berserk", 200)["won"] >= 160


@pytest.mark.deep
@pytest.mark.parametrize("key", GAMES)
def test_greedy_beats_random_in_four_games_of_five(key: str) -> None:
    found = duels(key, 200)
    assert found["won"] >= 160, found


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("name", sorted(AGENTS))
def test_what_a_program_does_depends_on_nothing_hidden(key: str, name: str) -> None:
    game = new_game(key, 5)
    walker = agent("random", 9)
    changed = 0
    for step in range(60):
        player = game.to_act
        if player is None:
            break
        other = imagine(game, player, 1000 + step)
        changed += other.state.card != game.state.card
        assert see(other, player).bytes() == see(game, player).bytes()
        if step % 4 == 0:
            assert agent(name, step).answer(game) == agent(name, step).answer(other)
        game.push(walker.answer(game))
    assert changed > 10


@pytest.mark.parametrize("key", ALL)
def test_a_program_leaves_the_game_as_it_was(key: str) -> None:
    game = new_game(key, 3)
    greedy = GreedyPlayer(1)
    for _ in range(20):
        if game.to_act is None:
            break
        before, mark = see(game, 0).bytes() + see(game, 1).bytes(), game.step
        option = greedy.answer(game)
        assert see(game, 0).bytes() + see(game, 1).bytes() == before
        assert game.step is mark
        game.push(option)


def test_what_one_side_has_more_the_other_has_less() -> None:
    for key in ("vs", "magic"):
        game = new_game(key, 2)
        walker = agent("random", 4)
        seen = set()
        for _ in range(80):
            if game.to_act is None:
                break
            game.push(walker.answer(game))
            seen.add(game.book.worth(game.state, 0))
            assert game.book.worth(game.state, 1) == -game.book.worth(game.state, 0)
        assert len(seen) > 5, key


def test_an_unknown_program_is_named() -> None:
    with pytest.raises(ValueError, match=r"no player 'alphabeta'.*random, greedy"):
        agent("alphabeta")
