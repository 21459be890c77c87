"""Shortcuts at the table (CR 732.2): suggested in words, taken, shortened, refused."""

import pytest
from tests.play.test_match import new_game

from cardlaw.agents import agent
from cardlaw.kernel.shortcut import MOST_CHOICES
from cardlaw.match import Match
from cardlaw.match.shortcuts import read_shortcut


def at_priority(match: Match) -> int:
    """Answer mulligans and the like until somebody has priority."""
    kernel = match.game.kernel
    while kernel.choice is not None and kernel.choice.kind != "action":
        kernel.push(next(iter(kernel.legal)))
    player = kernel.to_act
    assert player is not None
    return player


@pytest.mark.rule("CR 732.2c")
def test_both_pass_at_once_and_one_undo_takes_it_back() -> None:
    match = Match(new_game("magic"), (None, None))
    player = at_priority(match)
    before = match.game.kernel.position_mark()
    found = read_shortcut(match, player, "2: pass; pass")
    assert match.game.kernel.position_mark() == before
    assert match.shortcut(player, found) == 4
    assert match.game.kernel.position_mark() != before
    match.undo(player)
    assert match.game.kernel.position_mark() == before


@pytest.mark.rule("CR 732.2b")
def test_who_shortens_it_must_choose_something_else() -> None:
    match = Match(new_game("magic"), (None, None))
    player = at_priority(match)
    assert match.shortcut(player, read_shortcut(match, player, "pass; pass"), 1) == 1
    assert match.game.kernel.to_act == 1 - player
    with pytest.raises(ValueError, match=r"732\.2c"):
        match.play(1 - player, "pass")


@pytest.mark.rule("CR 732.2b")
def test_a_program_goes_along_as_far_as_it_would() -> None:
    match = Match(new_game("magic"), (None, agent("greedy", 1)))
    assert match.advance() == 0
    player = at_priority(match)
    if player == 0:
        taken = match.shortcut(0, read_shortcut(match, 0, "pass; pass"))
        assert 1 <= taken <= 2


@pytest.mark.rule("CR 732.2a")
def test_what_cannot_be_taken_is_refused_in_a_sentence() -> None:
    match = Match(new_game("magic"), (None, None))
    player = at_priority(match)
    with pytest.raises(ValueError, match="choice 1 of the sequence"):
        read_shortcut(match, player, "A: pass" if player == 1 else "B: pass")
    for typed in (f"{MOST_CHOICES}: pass; pass", ";", "0: pass"):
        with pytest.raises(ValueError, match="at least one choice"):
            read_shortcut(match, player, typed)


def test_games_without_shortcuts_say_so() -> None:
    match = Match(new_game("vs"), (None, None))
    with pytest.raises(ValueError, match="know no shortcuts"):
        read_shortcut(match, 0, "pass")
