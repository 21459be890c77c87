"""Every rulebook passes the suite: 100 walks in a plain run, 1,000 in a deep one."""

import pytest
from tests.conformance.subjects import ALL, GAMES, built, subject

from cardlaw.conformance import (
    basic_tests,
    check_fresh_process,
    check_variety,
    check_walk,
    refusals,
)
from cardlaw.conformance.suite import Report

WALKS = 100
#: how many walks are one test, so that two cores share the work
PORTION = 20
DEEP_WALKS = 1000
#: what one portion must have done of each check, so that none is skipped unnoticed
LEAST = {
    "steps": 400,
    "board": 100,
    "lines refused": 40,
    "offers compared": 30,
    "position": 50,
    "words": 50,
    "faces exchanged": 10,
    "histories exchanged": 5,
    "imagined otherwise": 5,
    "causes": 1000,
    "settled": 200,
}

rulebooks = pytest.mark.parametrize("key", ALL)


@rulebooks
@pytest.mark.parametrize("portion", range(WALKS // PORTION))
def test_random_walks_hold_every_promise(key: str, portion: int) -> None:
    report = basic_tests(subject(key), PORTION, seed=portion * PORTION)
    assert report.counts["walks"] == PORTION
    few = {name: report.counts[name] for name, n in LEAST.items() if report.counts[name] < n}
    assert not few, f"checks that hardly ran: {few}"


@pytest.mark.deep
@rulebooks
@pytest.mark.parametrize("portion", range(DEEP_WALKS // 50))
def test_a_thousand_random_walks_hold_every_promise(key: str, portion: int) -> None:
    assert basic_tests(subject(key), 50, seed=10_000 + portion * 50).counts["walks"] == 50


@rulebooks
def test_ten_thousand_illegal_lines_are_refused_for_many_reasons(key: str) -> None:
    found = refusals(subject(key), 10_000, seed=0)
    assert found.lines >= 10_000
    check_variety(subject(key), found)


@rulebooks
def test_records_replay_in_a_fresh_process_with_another_hash_seed(key: str) -> None:
    report = Report()
    for number in range(200, 206):
        check_walk(subject(key), number, report)
    assert len(report.records) == 6
    check_fresh_process(subject(key), report.records)


def test_all_three_games_are_tested_from_their_cases_too() -> None:
    assert [key for key in ALL if not built(key)] == []
    assert all(len(subject(key).positions) > 10 for key in GAMES)
