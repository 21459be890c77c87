"""A connection that is lost at any message: soon all is as it should be, nothing done twice."""

import asyncio
import time
from collections import Counter
from statistics import median
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from tests.table.serving import Server
from tests.table.wire import Page, Visitor, friends, new_game

from cardlaw.kernel.choice import mix

#: how soon after a lost connection a page is right again, in seconds: more often than not, as a
#: test shares its machine with others; on a busy one as soon as so many pages are loaded anew
SOON, LOADS = 1.0, 4
LOST = ("before it is sent", "before it is answered", "after it is answered")


def stored(server: Server, page: str) -> list[int]:
    """The numbers of a page's messages that stand in the journal, in its order."""
    engine = create_engine(server.database)
    query = text("SELECT n FROM journal WHERE page = :page AND n IS NOT NULL ORDER BY number")
    with engine.connect() as connection:
        found = [row.n for row in connection.execute(query, {"page": page})]
    engine.dispose()
    return found


async def take(page: Page, message: dict[str, Any], moment: str) -> tuple[int, float]:
    """Take an option while the connection is lost at a moment; its number, how long that took."""
    if moment == "before it is sent":
        await page.drop()
        began = time.monotonic()
        await page.open()
        number = await page.send(message)
        await page.answer(number)
        return number, time.monotonic() - began
    number = await page.send(message)
    clicked = page.version
    if moment == "before it is answered":
        if mix(number, 0) % 2:
            await asyncio.sleep(0.003 * (mix(number, 1) % 5))
        await page.drop()
        began = time.monotonic()
        await page.open()
        # A page sends again what was not answered, on the version on which it was clicked.
        await page.resend(number, {**message, "v": clicked})
        await page.answer(number)
        return number, time.monotonic() - began
    await page.answer(number)
    await page.drop()
    began = time.monotonic()
    await page.open()
    return number, time.monotonic() - began


async def fresh(page: Page) -> dict[str, str]:
    """What a page that has just been loaded is shown."""
    other = Page(page.visitor, page.path)
    await other.open()
    await other.close()
    return other.parts


async def soon(page: Page) -> float:
    """How long a page that finds back may take on this machine just now, in seconds."""
    times: list[float] = []
    for _ in range(3):
        began = time.monotonic()
        await fresh(page)
        times.append(time.monotonic() - began)
    return max(SOON, LOADS * median(times))


async def asked(page: Page) -> None:
    """Wait until the page has options."""
    await page.until(lambda: bool(page.options()))


@pytest.mark.parametrize("game", ["vs", "berserk", "magic"])
@pytest.mark.parametrize("moment", LOST)
def test_no_action_is_lost_or_doubled(server: Server, game: str, moment: str) -> None:
    async def play() -> tuple[Page, list[int], float]:
        visitor = Visitor(server.address)
        page = Page(visitor, new_game(visitor, game, "random", seed="11"))
        await page.open()
        sent: list[int] = []
        times: list[float] = []
        for number in range(12):
            await asked(page)
            options = page.options()
            done, took = await take(page, options[mix(7, number) % len(options)], moment)
            sent.append(done)
            times.append(took)
        await asked(page)
        assert page.parts == await fresh(page)
        late = median(times) / await soon(page)
        await page.close()
        return page, sent, late

    page, sent, late = asyncio.run(play())
    assert stored(server, page.name) == sent
    assert late < 1


def test_what_the_other_did_meanwhile_is_shown(server: Server) -> None:
    async def play() -> float:
        pages = friends(server.address, "vs", seed="5")
        for page in pages:
            await page.open()
        times: list[float] = []
        for number in range(10):
            actor, other = pages if pages[0].options() else pages[::-1]
            await asked(actor)
            await other.drop()
            await actor.act(actor.options()[0])
            began = time.monotonic()
            await other.open()
            times.append(time.monotonic() - began)
            assert other.parts == await fresh(other), number
        late = median(times) / await soon(pages[0])
        for page in pages:
            await page.close()
        return late

    assert asyncio.run(play()) < 1


def test_a_message_that_is_sent_many_times_is_done_once(server: Server) -> None:
    async def play() -> Page:
        visitor = Visitor(server.address)
        page = Page(visitor, new_game(visitor, "magic", "both", seed="2"))
        await page.open()
        option, version = page.options()[0], page.version
        number = await page.send(option)
        for _ in range(20):
            await page.resend(number, {**option, "v": version})
        for _ in range(21):
            await page.answer(number)
        assert page.parts == await fresh(page)
        await page.close()
        return page

    page = asyncio.run(play())
    assert Counter(stored(server, page.name)) == {page.number: 1}


def test_two_pages_of_one_seat_cannot_answer_one_question_twice(server: Server) -> None:
    async def play() -> tuple[Page, Page, list[dict[str, Any]]]:
        visitor = Visitor(server.address)
        path = new_game(visitor, "vs", "both", seed="2")
        one, two = Page(visitor, path), Page(visitor, path)
        await one.open()
        await two.open()
        assert one.options() == two.options()
        option = one.options()[0]
        numbers = [await one.send(option), await two.send(option)]
        replies = [await one.answer(numbers[0]), await two.answer(numbers[1])]
        await one.close()
        await two.close()
        return one, two, replies

    one, two, replies = asyncio.run(play())
    assert sorted("refused" in reply for reply in replies) == [False, True]
    assert len(stored(server, one.name)) + len(stored(server, two.name)) == 1
