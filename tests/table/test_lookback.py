"""Looking back: what the seat knew then and nothing else; what may be branched off."""

import pytest
from tests.conformance.subjects import GAMES
from tests.table.seats import moments

from cardlaw.agents import agent
from cardlaw.front import Game
from cardlaw.kernel.view import see
from cardlaw.match import Match
from cardlaw.table.lookback import Company, NotFair, branch, look_back, time_line


def played(key: str, number: int = 45) -> Match:
    """A match after some answers."""
    *_, (match, _) = moments(key, 5, number)
    return match


@pytest.mark.parametrize("key", GAMES)
def test_each_moment_is_what_the_seat_saw_then(key: str) -> None:
    saw: dict[int, list[bytes]] = {0: [], 1: []}
    for match, _ in moments(key, 5, 30):
        for seat in (0, 1):
            saw[seat].append(see(match.game.kernel, seat).bytes())
    for seat in (0, 1):
        line = time_line(match, seat)
        shown = [
            see(look_back(match, seat, number).game.kernel, seat).bytes()
            for number in range(len(line))
        ]
        assert len(shown) > 8
        found = [shown.index(view) for view in dict.fromkeys(saw[seat]) if view in shown]
        assert found == sorted(found) and len(found) > 4


@pytest.mark.parametrize("key", GAMES)
def test_the_time_line_says_nothing_of_what_the_seat_does_not_know(key: str) -> None:
    """Two games that differ only in hidden answers' number have the same moments for a seat."""
    match = played(key)
    for seat in (0, 1):
        line = time_line(match, seat)
        told = [str(each) for moment in line.moments for each in moment.told]
        assert told == [str(each) for each in match.story(seat)]
        assert [moment.number for moment in line.moments] == list(range(len(line)))
        answers = sum(1 for _ in match.game.kernel.steps())
        assert len(line) <= answers + 1


def test_answers_that_a_seat_cannot_follow_are_no_moments() -> None:
    match = played("berserk", 60)
    kernel = match.game.kernel
    both = [len(time_line(match, seat)) for seat in (0, 1)]
    assert min(both) < sum(1 for _ in kernel.steps())


def test_any_number_means_a_moment_that_there_is() -> None:
    match = played("vs")
    first = look_back(match, 0, -5).game.kernel
    last = look_back(match, 0, 10**9).game.kernel
    assert first.step.prev is None
    assert last.step.base <= match.game.kernel.step.base
    assert len(time_line(match, 0)) > 1


def test_looking_back_changes_nothing() -> None:
    match = played("magic")
    before = match.game.kernel.position_mark()
    look_back(match, 0, 3).game.kernel.push(next(iter(look_back(match, 0, 3).game.kernel.space())))
    assert match.game.kernel.position_mark() == before


def test_nothing_is_branched_off_while_two_people_play_apart() -> None:
    match = played("vs")
    with pytest.raises(NotFair, match="goes on"):
        branch(match, 0, 3, Company.APART)
    for company in (Company.PROGRAM, Company.ONE_SCREEN):
        game = branch(match, 0, 3, company)
        assert isinstance(game, Game) and game.viewer is None
    match.concede(0)
    game = branch(match, 0, 3, Company.APART)
    assert not game.over and agent("random", 1).answer(game.kernel) in game.kernel.space()
