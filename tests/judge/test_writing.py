"""Writing positions: a case of any moment reads back as the same position, or says what is lost."""

from collections import Counter

import pytest
from tests.conformance.subjects import ALL, GAMES
from tests.table.seats import moments

from cardlaw.judge import case_from_bytes, judge
from cardlaw.judge.opening import Opening
from cardlaw.judge.shipped import case_files
from cardlaw.judge.writing import Written, to_yaml, write_position
from cardlaw.kernel.game import Game


def opened(written: Written) -> Opening:
    """The game of a written case."""
    return Opening(case_from_bytes(to_yaml(written.data)))


def looks(game: Game) -> Counter[object]:
    """Each card of a position with where it is, whose it is, its states and what bears it."""
    state, book = game.state, game.book

    def name(obj: int) -> str:
        return book.name_of(state.faces[state.card[obj]])

    return Counter(
        (
            name(obj),
            book.zone_word(state, obj),
            state.owner[obj],
            state.controller.get(obj),
            tuple(book.details(state, obj)),
            name(state.host[obj]) if state.host.get(obj, -1) > 0 else "",
        )
        for obj in state.where
    )


@pytest.mark.parametrize("key", ALL)
def test_any_moment_of_a_game_reads_back_as_it_was(key: str) -> None:
    whole = 0
    for number, (match, _) in enumerate(moments(key, 4, 120)):
        if number % 6:
            continue
        written = write_position(match.game.kernel)
        assert "position" not in written.lost
        again = opened(written)
        if written.lost == ():
            whole += 1
            assert looks(again.game) == looks(match.game.kernel)
        assert again.game.state.lists.get("pile", ()) or not match.game.kernel.state.lists.get(
            "pile"
        )
    assert whole > 3


@pytest.mark.parametrize("key", ALL)
def test_writing_what_was_written_changes_nothing(key: str) -> None:
    *_, (match, _) = moments(key, 7, 70)
    once = write_position(match.game.kernel)
    opening = opened(once)
    twice = write_position(opening.game, opening.labels)
    assert to_yaml(twice.data) == to_yaml(once.data)


@pytest.mark.parametrize("key", GAMES)
def test_shipped_positions_are_written_as_they_are_read(key: str) -> None:
    paths = [path for path in case_files() if path.parent.name == key]
    kept = refused = 0
    for path in paths[:: max(1, len(paths) // 25)]:
        opening = Opening(case_from_bytes(path.read_bytes()))
        written = write_position(opening.game, opening.labels)
        refused += "position" in written.lost
        if not written.lost:
            kept += 1
            assert looks(opened(written).game) == looks(opening.game), path
    # a bearer that may bear nothing any more, before the rules have looked, has no words
    assert kept > 8 and refused <= 1


def test_a_written_case_is_judged() -> None:
    *_, (match, _) = moments("vs", 4, 20)
    written = write_position(match.game.kernel, title="A moment: with a colon")
    data = {**written.data, "script": [{"expect": {"over": "no"}}]}
    report = judge(case_from_bytes(to_yaml(data), "moment"))
    assert report.faults == [] and report.holding == report.total == 1
    assert report.title == "A moment: with a colon"


def test_answers_within_a_question_are_named_as_lost() -> None:
    for match, _ in moments("magic", 4, 60):
        if match.game.kernel.moment.fed:
            assert "question" in write_position(match.game.kernel).lost
            return
    raise AssertionError("no question with answers came up")
