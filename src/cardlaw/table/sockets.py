"""The socket of a page: what it sends is read, measured and handed to the house."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from html import escape
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from cardlaw.table.guard import Bucket, Limits
from cardlaw.table.house import Crowded, House, NoTable
from cardlaw.table.message import Hello, Refused, Sent, TakeSeat, read_message
from cardlaw.table.picture import Look
from cardlaw.table.store import StoreFault
from cardlaw.table.words import table_words
from cardlaw.table.workers import WorkerLost, WorkFailed

log = logging.getLogger("cardlaw.table")

#: why a socket is closed, by the numbers of RFC 6455
POLICY, TOO_BIG, FAILED, GONE = 1008, 1009, 1011, 4404
#: seconds in which a page must say what it is
PATIENCE = 20.0


class Closing(Exception):
    """The socket is to be closed: the code and the reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Socket:
    """One connection of a page to a table: a link of the house."""

    def __init__(
        self, socket: WebSocket[Any, Any, State], seats: frozenset[int], limits: Limits
    ) -> None:
        self.socket = socket
        #: the seats that the browser holds
        self.seats = seats
        self.seat = min(seats)
        self.page = ""
        self.look = Look()
        self.limits = limits
        self.closing: Closing | None = None
        self._bucket = Bucket(limits.rate, limits.burst)
        self._faults = 0
        #: how long is waited for the next message
        self._limit: asyncio.Timeout | None = None
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting = 0

    def send(self, raw: bytes) -> None:
        """Put a message on its way; a page that does not read is given up."""
        self._waiting += len(raw)
        if self._waiting > self.limits.waiting:
            self.give_up(Closing(POLICY, "the page does not read"))
            return
        self._out.put_nowait(raw)

    def give_up(self, closing: Closing) -> None:
        """Close the connection, whatever the page does."""
        if self.closing is None:
            self.closing = closing
            while not self._out.empty():
                self._out.get_nowait()
            if self._limit is not None:
                self._limit.reschedule(asyncio.get_running_loop().time())

    async def write(self) -> None:
        """Send what is on its way, in order."""
        # Whoever is gone is noticed by the reading side, which ends this.
        with suppress(Exception):
            while True:
                raw = await self._out.get()
                await self.socket.send_data(raw.decode(), mode="text")
                self._waiting -= len(raw)

    async def read(self, patience: float | None = None) -> Sent | None:
        """The next message; None if it was refused. Closing when there was too much of that."""
        try:
            async with asyncio.timeout(patience) as self._limit:
                text = await self.socket.receive_data(mode="text")
        except TimeoutError:
            raise self.closing or Closing(POLICY, "nothing was said") from None
        if self.closing is not None:
            raise self.closing
        if len(text) > self.limits.message:
            raise Closing(TOO_BIG, "this message is too long")
        fault = ""
        if not self._bucket.take():
            fault = table_words(self.look.language).text("refused.rate")
        else:
            try:
                return read_message(text)
            except ValueError as error:
                fault = escape(str(error)[:200])
        self._faults += 1
        log.warning("refused a message: %s", fault)
        if self._faults > self.limits.patience:
            raise Closing(POLICY, "too many messages were refused")
        self.send(msgspec.json.encode(Refused(_number(text), fault)))
        return None

    def greet(self, hello: Hello) -> None:
        """Take from the greeting who this is. Closing if the seat is not theirs."""
        seat = self.seat if hello.seat is None else hello.seat
        if seat not in self.seats:
            raise Closing(POLICY, "this seat is not yours")
        self.page, self.seat = hello.page, seat
        self.look = Look(hello.language, hello.cards)


def _number(text: str) -> int | None:
    """The number of a message that was refused, if it has one."""
    try:
        found = msgspec.json.decode(text, type=dict[str, object]).get("n")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found if isinstance(found, int) else None


async def converse(house: House, name: str, link: Socket) -> None:
    """Talk with a page until one of both has enough."""
    writing = asyncio.create_task(link.write())
    try:
        hello = await link.read(PATIENCE)
        if not isinstance(hello, Hello):
            raise Closing(POLICY, "a page says hello first")
        link.greet(hello)
        await house.hello(name, link, hello)
        while True:
            sent = await link.read()
            if isinstance(sent, Hello):
                raise Closing(POLICY, "a page says hello once")
            if isinstance(sent, TakeSeat) and sent.seat not in link.seats:
                raise Closing(POLICY, "this seat is not yours")
            if sent is not None:
                await house.do(name, link, sent)
    except WebSocketDisconnect:
        pass
    except Crowded:
        await _close(link, Closing(POLICY, "too many pages show this table"))
    except NoTable:
        await _close(link, Closing(GONE, "there is no such game"))
    except (WorkerLost, WorkFailed, StoreFault) as error:
        log.error("table %s: %s", name, str(error) or type(error).__name__)
        await _close(link, Closing(FAILED, "the table cannot be shown"))
    except Closing as closing:
        log.warning("closed a connection: %s", closing.reason)
        await _close(link, closing)
    finally:
        writing.cancel()
        await house.leave(name, link)


async def _close(link: Socket, closing: Closing) -> None:
    try:
        await link.socket.close(code=closing.code, reason=closing.reason)
    except Exception:  # whoever is gone already need not be told
        log.debug("a connection was closed already")


class Links:
    """How many connections each address has."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless there are too many."""
        if self._count[address] >= self._most:
            return False
        self._count[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]
