"""Workers as the server sees them: processes with a budget for each request."""

from __future__ import annotations

import asyncio
import logging
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from typing import TypeVar

import msgspec

from cardlaw.table.errands import (
    HEAD,
    LONGEST,
    Answered,
    AnyErrand,
    AnyReply,
    Asked,
    Failed,
    framed,
)

R = TypeVar("R")
#: so many programs think side by side in a worker, so that what people do finds a free place
THOUGHTS = 6
log = logging.getLogger("cardlaw.table")


class WorkerLost(Exception):
    """The worker ended before it answered: its tables must be built anew."""


class OverBudget(WorkerLost):
    """The request took longer than it may; the worker was ended."""


class WorkFailed(Exception):
    """The worker could not do what was asked."""


class Worker:
    """One process, started when it is first needed and again after it has ended."""

    def __init__(self, name: int) -> None:
        self.name = name
        #: how often it was started: a table that was built in another life is not there now
        self.life = 0
        #: the life in which it has worked before: who has just begun reads the games first
        self.warm = 0
        self._process: Process | None = None
        self._waiting: dict[int, asyncio.Future[AnyReply]] = {}
        self._number = 0
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        #: the places for long thoughts; who has the lock of a table may wait for one
        self.thoughts = asyncio.Semaphore(THOUGHTS)
        self._closed = False

    async def start(self) -> None:
        """Start the process unless it runs. WorkerLost when the server ends."""
        async with self._starting:
            if self._closed:
                raise WorkerLost
            if self._process is not None:
                return
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "cardlaw.table.worker", stdin=PIPE, stdout=PIPE
            )
            self.life += 1
            self._reader = asyncio.create_task(self._read(self._process))

    async def ask(self, errand: AnyErrand, expected: type[R], budget: float) -> R:
        """The answer to a request. WorkerLost, OverBudget, WorkFailed."""
        await self.start()
        process = self._process
        if process is None or process.stdin is None:
            raise WorkerLost
        self._number += 1
        number = self._number
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            process.stdin.write(framed(Asked(number, errand)))
            await process.stdin.drain()
            async with asyncio.timeout(budget):
                reply = await future
        except TimeoutError:
            log.warning("worker %d: %s took over %g s", self.name, type(errand).__name__, budget)
            self._end(process)
            raise OverBudget from None
        except (BrokenPipeError, ConnectionResetError):
            raise WorkerLost from None
        finally:
            self._waiting.pop(number, None)
        if isinstance(reply, Failed):
            raise WorkFailed(reply.reason)
        assert isinstance(reply, expected)
        return reply

    def _end(self, process: Process) -> None:
        """Kill the process; who still waits for it is told."""
        if self._process is not process:
            return
        self._process = None
        if process.returncode is None:
            process.kill()
        waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            if not future.done():
                future.set_exception(WorkerLost())

    async def _read(self, process: Process) -> None:
        decoder = msgspec.msgpack.Decoder(Answered)
        assert process.stdout is not None
        try:
            while True:
                size = int.from_bytes(await process.stdout.readexactly(HEAD), "big")
                if size > LONGEST:
                    break
                answered = decoder.decode(await process.stdout.readexactly(size))
                future = self._waiting.get(answered.number)
                if future is not None and not future.done():
                    future.set_result(answered.reply)
        except asyncio.IncompleteReadError:
            pass
        if self._process is process:
            log.error("worker %d has ended", self.name)
        self._end(process)
        await process.wait()

    async def close(self) -> None:
        """End the process, for good."""
        self._closed = True
        process = self._process
        if process is not None:
            self._end(process)
            await process.wait()
        if self._reader is not None:
            await self._reader


class Workers:
    """The workers of a server; a table always goes to the same one."""

    def __init__(self, number: int) -> None:
        self.all = [Worker(place) for place in range(number)]

    def of(self, table: str) -> Worker:
        """The worker of a table by its id."""
        return self.all[zlib.crc32(table.encode()) % len(self.all)]

    async def close(self) -> None:
        """End all of them."""
        await asyncio.gather(*(worker.close() for worker in self.all))
