"""Whole games in the browser, from the lobby to the announced end: by clicks, and by keys alone."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.table.clicking import Person, play_out
from tests.table.serving import Server


@pytest.mark.parametrize(("game", "seed"), [("vs", 3), ("berserk", 2), ("magic", 1)])
def test_a_whole_game_by_clicks(page: Page, server: Server, game: str, seed: int) -> None:
    person = Person(page, server.address)
    person.begin(game, seed)
    answers, sight = play_out(person, 10, 300)
    ended_by_the_rules(page, server, answers, sight.ending)
    assert person.complaints == []


def test_a_whole_game_by_keys_alone(page: Page, server: Server) -> None:
    person = Person(page, server.address)
    person.begin_by_keys("vs", 3)
    answers, sight = play_out(person, 8, 300, keyboard=True)
    ended_by_the_rules(page, server, answers, sight.ending)
    assert person.complaints == []


def ended_by_the_rules(page: Page, server: Server, answers: int, ending: str) -> None:
    """The end is announced, nobody gave up, the log names a rule, the lobby knows of the end."""
    assert answers > 8
    assert re.search(r"has won|a draw", ending), ending
    last = page.locator("#log li").last.inner_text()
    assert re.search(r"\b(VS|BE09|BE12|CR) \d", last), last
    assert "concede" not in page.locator("#log").inner_text().casefold()
    assert page.locator("#bar [data-do]:visible").count() == 0
    page.goto(server.address)
    expect(page.locator(".saved .flag").first).to_be_visible()


def test_a_newcomer_needs_one_click(page: Page, server: Server) -> None:
    person = Person(page, server.address)
    page.goto(server.address)
    page.locator("button.start:visible").first.click()
    page.wait_for_url("**/game/**")
    sight = person.turn()
    for _ in range(10):
        assert sight.question and sight.options and not sight.refused
        if sight.lit:
            break
        person.take(sight, 0)
        sight = person.turn(sight.arrivals)
    assert sight.lit, "nothing that can be clicked lights up"
    expect(page.locator("#main .card.may").first).to_be_visible()
    assert person.complaints == []
