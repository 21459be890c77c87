"""The house: budgets, workers that end, stores that fail; no table suffers for another."""

import asyncio
import io
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.table.serving import PATIENCE

from cardlaw.judge.coverage import real_books
from cardlaw.match import Match
from cardlaw.table import drawing, message
from cardlaw.table import house as houses
from cardlaw.table.errands import Deal, Dealt, DeckChoice, Done, GoOn, Open, Rehearse
from cardlaw.table.house import House, NoTable
from cardlaw.table.journal import Kind, Line
from cardlaw.table.message import Hello
from cardlaw.table.picture import Look
from cardlaw.table.store import Store
from cardlaw.table.worker import Worker
from cardlaw.table.workers import OverBudget, WorkerLost

HOLDER = b"h" * 32
STARTER = DeckChoice()


class Paper:
    """A link that writes down what it is sent."""

    def __init__(self, seat: int = 0, page: str = "page-one") -> None:
        self.seat = seat
        self.page = page
        self.look = Look()
        self.got: list[dict[str, Any]] = []
        self.version = 0
        self.count = 0

    def send(self, raw: bytes) -> None:
        found = msgspec.json.decode(raw)
        self.got.append(found)
        self.version = found.get("v", self.version)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[House]:
    house = House(Store(f"sqlite:///{folder / 'table.sqlite'}"), workers=1)
    try:
        yield house
    finally:
        await house.close()


async def begun(house: House, *seats: str, game: str = "vs") -> str:
    first, second = seats or ("person", "person")
    deal = Deal(
        game=game, decks=(STARTER, STARTER), seats=(first, second), secret=b"s" * 16, seed=7
    )
    name, dealt = await house.begin(deal, HOLDER)
    assert dealt.start is not None
    return name


async def greet(house: House, name: str, link: Paper) -> None:
    await house.hello(name, link, Hello(n=0, page=link.page))


async def act(house: House, name: str, link: Paper, kind: Any, **values: Any) -> dict[str, Any]:
    link.count += 1
    await house.do(name, link, kind(n=link.count, v=link.version, **values))
    return next(each for each in reversed(link.got) if each.get("to") == link.count)


def played(act: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(act())  # type: ignore[arg-type]


def test_who_takes_too_long_is_refused_and_the_table_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            slow, other = await begun(house), await begun(house)
            a, b = Paper(), Paper()
            await greet(house, slow, a)
            await greet(house, other, b)
            life = house.workers.of(slow).life
            with monkeypatch.context() as patch:
                patch.setattr(houses, "BUDGET", 0.0)
                refused = await act(house, slow, a, message.Hold)
            assert "took too long" in refused["refused"]
            # The worker is another one now; both tables go on where they were.
            assert "refused" not in await act(house, other, b, message.Hold)
            assert "refused" not in await act(house, slow, a, message.Hold)
            assert house.workers.of(slow).life > life
            stored = house.store.load(slow)
            assert stored is not None
            assert [line.kind for line in stored.lines].count(Kind.STOPS) == 1

    played(run)


def test_what_was_under_way_when_the_worker_ended_is_done_by_the_next_one(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            name = await begun(house)
            link = Paper()
            await greet(house, name, link)
            worker = house.workers.of(name)
            with pytest.raises(OverBudget):
                await worker.ask(GoOn(table=name), Done, 0.0)
            assert "refused" not in await act(house, name, link, message.Hold)

    played(run)


def test_what_the_store_did_not_keep_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            name = await begun(house)
            link = Paper()
            await greet(house, name, link)
            stored = house.store.load(name)
            assert stored is not None
            # Another process has written to the same game meanwhile.
            house.store.append(name, len(stored.lines), [Line(Kind.DECLINE, None, 1)])
            refused = await act(house, name, link, message.Draw)
            assert "nothing has changed" in refused["refused"]
            assert "refused" not in await act(house, name, link, message.Draw)
            after = house.store.load(name)
            assert after is not None
            kinds = [line.kind for line in after.lines[len(stored.lines) :]]
            assert kinds == [Kind.DECLINE, Kind.OFFER]

    played(run)


def test_a_program_that_takes_too_long_answers_at_random(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            name = await begun(house, "greedy", "person")
            link = Paper(seat=1)
            paces = []
            ask = house._ask

            async def slow(table: Any, errand: Any, expected: Any, budget: float) -> Any:
                if isinstance(errand, GoOn):
                    paces.append(errand.pace.value)
                    if errand.pace.value == "thinking":
                        raise OverBudget
                return await ask(table, errand, expected, budget)

            monkeypatch.setattr(house, "_ask", slow)
            await greet(house, name, link)
            end = time.monotonic() + PATIENCE
            while len(paces) < 2 and time.monotonic() < end:
                if not paces and "data-do" in _asks(link):
                    await act(house, name, link, message.Take, option=0)
                await asyncio.sleep(0.05)
            assert paces[:2] == ["thinking", "hasty"]

    played(run)


def test_a_table_at_which_nobody_looks_is_forgotten_and_found_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            name = await begun(house)
            link = Paper()
            await greet(house, name, link)
            await act(house, name, link, message.Hold)
            await house.leave(name, link)
            assert name not in house.tables
            again = Paper(page="page-two")
            await greet(house, name, again)
            assert again.got[0]["parts"]["ask"] == link.got[0]["parts"]["ask"]

    played(run)


def test_a_program_goes_on_after_its_worker_has_ended(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            name = await begun(house, "person", "random")
            link = Paper()
            await greet(house, name, link)
            ask, fails = house._ask, [1]

            async def lost(table: Any, errand: Any, expected: Any, budget: float) -> Any:
                if isinstance(errand, GoOn) and fails:
                    fails.pop()
                    raise WorkerLost
                return await ask(table, errand, expected, budget)

            house._ask = lost  # type: ignore[method-assign]
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                if "data-do" in _asks(link):
                    await act(house, name, link, message.Take, option=0)
                await asyncio.sleep(0.05)
                if not fails and "data-do" in _asks(link):
                    break
            assert not fails and "data-do" in _asks(link)

    played(run)


def _asks(link: Paper) -> str:
    """What the page asks now."""
    asked = [each["parts"]["ask"] for each in link.got if "ask" in each.get("parts", {})]
    return str(asked[-1])


def test_only_so_many_tables_are_kept_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            monkeypatch.setattr(houses, "IDLE", 1)
            names = [await begun(house) for _ in range(4)]
            for name in names:
                await house.page(name, 0, Look())
            assert list(house.tables) == names[-2:]
            assert "data-socket" in await house.page(names[0], 0, Look())

    played(run)


def test_a_game_that_does_not_exist_is_not_made_by_asking_for_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            with pytest.raises(NoTable):
                await greet(house, "nowhere", Paper())
            assert house.tables == {}

    played(run)


def test_both_seats_see_what_concerns_them(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            name = await begun(house)
            a, b = Paper(0), Paper(1, "page-two")
            await greet(house, name, a)
            await greet(house, name, b)
            await act(house, name, a, message.Draw)
            assert "offered" in a.got[-1]["parts"]["notice"]
            assert "agree" in b.got[-1]["parts"]["notice"]
            await act(house, name, b, message.Agree, what="draw")
            assert "draw" in a.got[-1]["parts"]["ask"] and "draw" in b.got[-1]["parts"]["ask"]

    played(run)


def test_a_free_seat_is_told_until_a_friend_has_come(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            name = await begun(house)
            host = Paper(0)
            await greet(house, name, host)
            assert f"/game/{name}/invite" in host.got[-1]["parts"]["notice"]
            await house.joined(name)
            assert host.got[-1]["parts"] == {"notice": ""}

    played(run)


def test_a_rehearsal_draws_every_game_and_gives_way_to_who_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []
    page = drawing.page

    def noted(match: Match, *given: Any) -> str:
        drawn.append(match.game.book.key)
        return page(match, *given)

    monkeypatch.setattr(drawing, "page", noted)
    worker = Worker(io.BytesIO(), io.BytesIO())
    worker.reply(Rehearse())
    assert drawn == [book.key for book in real_books()] and not worker.tables
    dealt = worker.reply(
        Deal(game="vs", decks=(STARTER, STARTER), seats=("person", "random"), secret=b"", seed=1)
    )
    assert isinstance(dealt, Dealt) and dealt.start is not None
    worker.reply(Open(table="one", start=dealt.start, lines=dealt.lines))
    worker.reply(Rehearse())
    assert len(drawn) == 3
