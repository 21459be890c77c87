"""Many tables at once: how long it takes from an action to the new view.

``python -m tests.table.load`` (``make load``) starts a server, opens 50 tables for two players over
the three games, lets everybody act once a second for a minute and prints the percentiles. Whoever
is asked takes an option; whoever is not sets or removes a stop, which is stored and shown as well.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from tests.table.serving import served
from tests.table.wire import Page, friends

from cardlaw.kernel.choice import mix

GAMES = ("vs", "berserk", "magic")
#: the 95th percentile from an action to the new view that a table on two cores keeps, in seconds
BOUND = 0.150


class Measured(NamedTuple):
    """How long actions took, in seconds: to the view of whoever acted, to that of the other."""

    own: list[float]
    other: list[float]
    #: what was answered with a refusal
    refused: list[str]

    def percentile(self, number: int) -> float:
        """So many of a hundred actions took no longer."""
        every = self.own + self.other
        return statistics.quantiles(every, n=100, method="inclusive")[number - 1]

    def __str__(self) -> str:
        lines = [f"{len(self.own)} actions, {len(self.refused)} refused"]
        for name, found in (("own view", self.own), ("other's view", self.other)):
            if len(found) > 1:
                cuts = statistics.quantiles(found, n=100, method="inclusive")
                told = ", ".join(f"p{p} {1000 * cuts[p - 1]:.0f} ms" for p in (50, 95, 99))
                lines.append(f"{name}: {told}, slowest {1000 * max(found):.0f} ms")
        return "\n".join(lines)


class Seat:
    """A player who acts in time with a clock."""

    def __init__(self, page: Page, seed: int, measured: Measured) -> None:
        self.page = page
        self.seed = seed
        self.measured = measured
        self.rival: Seat | None = None
        #: when what the other player did was sent, until it is seen here
        self.expected = 0.0
        self._sent: dict[int, float] = {}
        page.watch = self.seen

    def seen(self, frame: dict[str, Any]) -> None:
        """Note how long it took until this came."""
        now = time.perf_counter()
        began = self._sent.pop(frame.get("to", -1), None)
        if began is not None:
            self.measured.own.append(now - began)
            if "refused" in frame:
                self.measured.refused.append(str(frame["refused"]))
        elif self.expected and "v" in frame:
            self.measured.other.append(now - self.expected)
            self.expected = 0.0

    async def act(self, tick: int) -> None:
        """Take an option, or set a stop when not asked, as soon as the last action was answered."""
        # What is shown until then would be clicked twice.
        await self.page.until(lambda: not self._sent)
        message = self._chosen(tick)
        if message is None:
            return
        began = time.perf_counter()
        if self.rival is not None and message["do"] == "take":
            self.rival.expected = began
        self._sent[self.page.number + 1] = began
        await self.page.send(message)

    def _chosen(self, tick: int) -> dict[str, Any] | None:
        options = self.page.options()
        if options:
            return options[mix(self.seed, tick) % len(options)]
        stops = [each for each in self.page.buttons("bar") if each.get("do") == "stops"]
        return stops[mix(self.seed, tick) % len(stops)] if stops else None

    async def play(self, begin: float, end: float) -> None:
        """Act once a second from a moment on."""
        loop = asyncio.get_running_loop()
        tick = 0
        while begin + tick < end:
            await asyncio.sleep(max(0.0, begin + tick - loop.time()))
            await self.act(tick)
            tick += 1
        await self.page.until(lambda: not self._sent)


def seated(address: str, tables: int, measured: Measured) -> list[Seat]:
    """Open so many tables; two players sit down at each."""
    seats: list[Seat] = []
    for number in range(tables):
        pages = friends(address, GAMES[number % 3], seed=str(number))
        pair = [Seat(page, mix(number, place), measured) for place, page in enumerate(pages)]
        pair[0].rival, pair[1].rival = pair[1], pair[0]
        seats += pair
    return seats


async def played(seats: list[Seat], seconds: float) -> None:
    """Everybody acts once a second, each at a moment of their own."""
    for seat in seats:
        await seat.page.open()
    now = asyncio.get_running_loop().time() + 0.5
    plays = [
        seat.play(now + number / len(seats), now + seconds) for number, seat in enumerate(seats)
    ]
    await asyncio.gather(*plays)
    for seat in seats:
        await seat.page.close()


def measure(address: str, tables: int, seconds: float) -> Measured:
    """Play at so many tables of a server for so long."""
    measured = Measured([], [], [])

    async def everything() -> None:
        await played(seated(address, tables, measured), seconds)

    asyncio.run(everything())
    return measured


def main(arguments: list[str] | None = None) -> int:
    """The command; exit code 1 when the bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", default="", help="the URL of a database; SQLite if left out")
    given = parser.parse_args(arguments)
    folder = tempfile.TemporaryDirectory()
    with folder as name, served(given.database or Path(name) / "games.db") as server:
        measured = measure(server.address, given.tables, given.seconds)
    kept = measured.percentile(95) < BOUND
    print(measured)
    bound = f"{1000 * BOUND:.0f} ms for the 95th percentile"
    print(f"{'Within' if kept else 'Over'} the bound of {bound}.")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
