"""The house: which tables are open, who is connected to them, and that nothing is said to be done
before it is stored.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

import msgspec

from cardlaw.table import errands
from cardlaw.table.errands import Deal, Dealt, Done, Html, TableErrand
from cardlaw.table.message import Ask, Hello, Message, Refused, Sent, Speak, TakeSeat, Told
from cardlaw.table.picture import Look
from cardlaw.table.sitting import Pace
from cardlaw.table.store import Store, StoreFault
from cardlaw.table.words import table_words
from cardlaw.table.workers import OverBudget, Worker, WorkerLost, Workers, WorkFailed

T = TypeVar("T")
R = TypeVar("R")
log = logging.getLogger("cardlaw.table")

#: seconds that a request may take: what a person does, what a program thinks, a table built anew
BUDGET, THOUGHT, BUILDING = 10.0, 20.0, 120.0
#: seconds for the first request to a worker that has just begun
FIRST = 30.0
#: how often a request is tried again when the worker ended for another table's sake
TRIES = 3
#: so many tables at which nobody looks are kept in the workers
IDLE = 50


class NoTable(LookupError):
    """There is no game of this name."""


class Crowded(Exception):
    """So many pages show a table that no more may."""


class Link(Protocol):
    """A connection of a page."""

    seat: int
    page: str
    look: Look

    def send(self, raw: bytes) -> None:
        """Put a message on its way."""
        ...


class Table:
    """A table as the server knows it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = asyncio.Lock()
        #: how many lines are stored
        self.count = 0
        #: the last message of each page that has led to lines
        self.pages: dict[str, int] = {}
        self.links: set[Link] = set()
        #: the life of the worker in which the table was built
        self.life = 0
        self.game = ""
        self.thinking: asyncio.Task[None] | None = None


class House:
    """All tables of a server."""

    def __init__(self, store: Store, workers: int = 0, links: int = 32) -> None:
        self.store = store
        #: so many pages may show a table
        self.links = links
        self.workers = Workers(workers or os.cpu_count() or 1)
        self.desk = Worker(len(self.workers.all))
        self.tables: dict[str, Table] = {}
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="store")

    async def close(self) -> None:
        """End thinking, workers and the store."""
        thoughts = [t.thinking for t in self.tables.values() if t.thinking is not None]
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)
        await self.workers.close()
        await self.desk.close()
        self._threads.shutdown()
        self.store.close()

    async def stored(self, act: Callable[..., T], *given: object) -> T:
        """Wait for the store in a thread of its own."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, act, *given)

    async def rehearse(self) -> None:
        """Let every worker read what games need, so that the first one opens at once."""
        asked = (w.ask(errands.Rehearse(), Done, BUILDING) for w in self.workers.all)
        for told in await asyncio.gather(*asked, return_exceptions=True):
            if isinstance(told, WorkFailed):
                log.error("a rehearsal failed: %s", told)

    # -- beginning -------------------------------------------------------------------------------

    async def begin(self, deal: Deal, holder: bytes) -> tuple[str, Dealt]:
        """Begin a game and store it: its name, or what is wrong with the decks."""
        name = secrets.token_urlsafe(12)
        dealt = await self.workers.of(name).ask(deal, Dealt, BUILDING)
        if dealt.start is not None:
            given = (name, deal.game, dealt.start, dealt.lines, holder)
            await self.stored(self.store.begin, *given)
        return name, dealt

    async def page(self, name: str, seat: int, look: Look) -> str:
        """The page of a seat. NoTable."""
        async with self._at(name) as table:
            errand = errands.Page(table=name, seat=seat, look=look)
            return (await self._ask(table, errand, Html, BUDGET)).html

    async def joined(self, name: str) -> None:
        """A friend has taken the free seat: who sits there already is told. NoTable."""
        async with self._at(name) as table:
            done = await self._ask(table, errands.Joined(table=name), Done, BUDGET)
            self._tell(table, done)

    async def look_back(self, name: str, errand: errands.Back | errands.AskedBack) -> str:
        """The page of a moment of a game. NoTable."""
        async with self._at(name) as table:
            return (await self._ask(table, errand, Html, BUDGET)).html

    async def branch(self, name: str, errand: errands.Branch) -> errands.Branched:
        """A moment of a game as a case. NoTable."""
        async with self._at(name) as table:
            return await self._ask(table, errand, errands.Branched, BUDGET)

    async def work(self, errand: errands.Desk | errands.Touched) -> str:
        """The desk after a wish, from a worker of its own: what is tried there ends no game.

        OverBudget when it took too long; WorkerLost and WorkFailed when it could not be done.
        """
        return await _tried(lambda: self._work(errand))

    async def _work(self, errand: errands.Desk | errands.Touched) -> str:
        await self.desk.start()
        budget = BUDGET if self.desk.warm == self.desk.life else BUILDING
        html = (await self.desk.ask(errand, Html, budget)).html
        self.desk.warm = self.desk.life
        return html

    # -- connections -----------------------------------------------------------------------------

    async def hello(self, name: str, link: Link, hello: Hello) -> None:
        """A page has connected: it gets the whole picture. NoTable, Crowded."""
        async with self._at(name) as table:
            if len(table.links) >= self.links:
                raise Crowded(name)
            done = await self._show(table, link, hello.n)
            table.links.add(link)
            self._think(table, done)

    async def leave(self, name: str, link: Link) -> None:
        """A page has gone; a table at which nobody looks is forgotten for the time being."""
        if name not in self.tables:
            return
        async with self._at(name) as table:
            if link not in table.links:
                return
            table.links.discard(link)
            try:
                await self._left(table, link)
            except (WorkerLost, WorkFailed, StoreFault):
                table.life = 0

    async def _left(self, table: Table, link: Link) -> None:
        worker = self.workers.of(table.name)
        if table.life != worker.life or not table.life:
            return
        if not table.links and table.thinking is None:
            self.tables.pop(table.name, None)
            await worker.ask(errands.Close(table=table.name), Done, BUDGET)
        elif all(other.seat != link.seat for other in table.links):
            gone = errands.Unwatched(table=table.name, seat=link.seat)
            await worker.ask(gone, Done, BUDGET)

    # -- what is sent ----------------------------------------------------------------------------

    async def do(self, name: str, link: Link, sent: Sent) -> None:
        """Carry out a message: stored first, then told to everybody whom it concerns."""
        async with self._at(name) as table:
            done = await self._guarded(table, link, sent)
            if done is not None:
                self._think(table, done)

    async def _guarded(self, table: Table, link: Link, sent: Sent) -> Done | None:
        """Carry it out, or tell the page that it could not be."""
        key = "refused.failed"
        try:
            return await self._do(table, link, sent)
        except OverBudget:
            key = "refused.busy"
        except (WorkerLost, WorkFailed, StoreFault) as error:
            log.error("table %s: %s failed: %s", table.name, type(sent).__name__, error)
        table.life = 0
        self._refuse(link, sent, table_words(link.look.language).text(key))
        return None

    async def _do(self, table: Table, link: Link, sent: Sent) -> Done | None:
        if sent.n <= table.pages.get(link.page, -1):
            await self._show(table, link, sent.n)
            return None
        if isinstance(sent, TakeSeat | Speak):
            link.seat, link.look = _turned(link, sent)
            await self._show(table, link, sent.n)
            return None
        errand = errands.Do(table=table.name, seat=link.seat, page=link.page, sent=sent)
        if isinstance(sent, Ask) and sent.what == "hint":
            done = await self._thought(table, errand, BUDGET)
        else:
            done = await self._ask(table, errand, Done, BUDGET)
        if done.refused:
            text = done.refused
            log.info("table %s seat %d: refused: %s", table.name, link.seat, text[:200])
            link.send(msgspec.json.encode(Refused(sent.n, text)))
            self._tell(table, done)
            return done
        if done.answer:
            link.send(msgspec.json.encode(Told(sent.n, done.answer, done.place)))
            return done
        await self._keep(table, done)
        if any(line.page is not None for line in done.lines):
            table.pages[link.page] = sent.n
        self._tell(table, done, link, sent.n)
        return done

    async def _keep(self, table: Table, done: Done) -> None:
        """Store the lines of an outcome; if that fails the table is built anew from what is."""
        if not done.lines:
            return
        try:
            given = (table.name, table.count, done.lines, done.over)
            await self.stored(self.store.append, *given)
        except StoreFault:
            table.life = 0
            raise
        table.count += len(done.lines)

    def _tell(self, table: Table, done: Done, actor: Link | None = None, n: int = 0) -> None:
        """Send everybody their changes; who acted is also told that it is done."""
        for link in list(table.links):
            raw = done.updates.get(link.seat)
            if link is actor:
                link.send(_answering(raw, n))
            elif raw is not None:
                link.send(raw)

    def _refuse(self, link: Link, sent: Message, text: str) -> None:
        link.send(msgspec.json.encode(Refused(sent.n, text)))

    async def _show(self, table: Table, link: Link, n: int) -> Done:
        """Send the whole picture of a seat to all who look from it."""
        errand = errands.Draw(table=table.name, seat=link.seat, look=link.look)
        done = await self._ask(table, errand, Done, BUDGET)
        raw = done.updates[link.seat]
        link.send(_answering(raw, n))
        for other in list(table.links):
            if other is not link and other.seat == link.seat:
                other.send(raw)
        return done

    # -- programs --------------------------------------------------------------------------------

    def _think(self, table: Table, done: Done) -> None:
        if done.more and table.thinking is None:
            table.thinking = asyncio.create_task(self._thinks(table))

    async def _thinks(self, table: Table) -> None:
        """Let the program at a table answer as long as it is asked and somebody looks."""
        pace, failed = Pace.THINKING, 0
        try:
            while table.links and failed < TRIES:
                try:
                    async with table.lock:
                        errand = errands.GoOn(table=table.name, pace=pace)
                        done = await self._thought(table, errand, THOUGHT)
                        await self._keep(table, done)
                        self._tell(table, done)
                except OverBudget:
                    log.warning("table %s: the program answers at random", table.name)
                    pace = Pace.HASTY
                    continue
                except (WorkerLost, WorkFailed, StoreFault, NoTable) as error:
                    log.error("table %s: the program failed: %s", table.name, error)
                    table.life, failed = 0, failed + 1
                    await asyncio.sleep(failed)
                    continue
                pace, failed = Pace.THINKING, 0
                if not done.more:
                    break
        finally:
            table.thinking = None

    # -- workers ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def _at(self, name: str) -> AsyncIterator[Table]:
        """A table by its name, for one request at a time."""
        while True:
            table = self.tables.setdefault(name, Table(name))
            async with table.lock:
                # Whoever left last may have closed it while this waited.
                if self.tables.get(name) is table:
                    yield table
                    return

    async def _ask(self, table: Table, errand: TableErrand, expected: type[R], budget: float) -> R:
        """Ask the worker of a table, after building the table there if it is not there.

        What was lost with the worker for another table's sake is asked again: nothing of it was
        stored. NoTable, and the errors of ``Worker.ask``.
        """

        async def ask() -> R:
            await self._build(table)
            worker = self.workers.of(table.name)
            given = budget if worker.warm == worker.life else max(budget, FIRST)
            done = await worker.ask(errand, expected, given)  # type: ignore[arg-type]
            worker.warm = worker.life
            return done

        return await _tried(ask)

    async def _thought(self, table: Table, errand: TableErrand, budget: float) -> Done:
        """The same for what takes long: only so many at once in a worker."""
        async with self.workers.of(table.name).thoughts:
            return await self._ask(table, errand, Done, budget)

    async def _build(self, table: Table) -> None:
        """Build the table in its worker, with what everybody who is connected was shown."""
        worker = self.workers.of(table.name)
        await worker.start()
        if table.life == worker.life:
            return
        stored = await self.stored(self.store.load, table.name)
        if stored is None:
            self.tables.pop(table.name, None)
            raise NoTable(table.name)
        table.count, table.pages, table.game = len(stored.lines), stored.pages, stored.book
        free = await self.stored(self.store.free_seats, table.name)
        errand = errands.Open(
            table=table.name,
            start=stored.start,
            lines=stored.lines,
            invite=f"/game/{table.name}/invite" if free else "",
        )
        await worker.ask(errand, Done, BUILDING)
        life = worker.life
        await self._forget_idle(table)
        looks = {link.seat: link.look for link in table.links}
        for seat, look in looks.items():
            draw = errands.Draw(table=table.name, seat=seat, look=look)
            done = await worker.ask(draw, Done, BUDGET)
            self._tell(table, done)
        table.life = life

    async def _forget_idle(self, but: Table) -> None:
        """Let go of tables at which nobody has looked for longest, beyond so many."""
        idle = [
            table
            for table in self.tables.values()
            if not (table is but or table.links or table.lock.locked() or table.thinking)
        ]
        for table in idle[: max(0, len(idle) - IDLE)]:
            del self.tables[table.name]
            worker = self.workers.of(table.name)
            if table.life == worker.life:
                await worker.ask(errands.Close(table=table.name), Done, BUDGET)


async def _tried(ask: Callable[[], Awaitable[R]]) -> R:
    """Ask again what was lost with a worker for the sake of somebody else."""
    for _ in range(TRIES - 1):
        try:
            return await ask()
        except OverBudget:
            raise
        except WorkerLost:
            continue
    return await ask()


def _turned(link: Link, sent: TakeSeat | Speak) -> tuple[int, Look]:
    if isinstance(sent, TakeSeat):
        return sent.seat, link.look
    return link.seat, Look(sent.language, sent.cards or link.look.cards)


def _answering(raw: bytes | None, n: int) -> bytes:
    """The bytes of an update, as the answer to a message."""
    if raw is None:
        return b'{"to":%d}' % n
    return b'{"to":%d,' % n + raw[1:]
