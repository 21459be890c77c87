"""A page of the table without a browser: it opens games over HTTP and plays over the socket.

It keeps to what a page may do: cookies that it was given, buttons that it was sent.
"""

import asyncio
import html
import json
import re
import secrets
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any, NamedTuple

from tests.table.serving import PATIENCE
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cardlaw.kernel.choice import mix

#: what a button sends
BUTTON = re.compile(r"""data-do=(?:'([^']*)'|"([^"]*)")""")
#: what pointing at something asks
QUESTION = re.compile(r"""data-ask=(?:'([^']*)'|"([^"]*)")""")


class Reply(NamedTuple):
    """What came back over HTTP."""

    status: int
    text: str
    place: str
    headers: dict[str, str]


class Visitor:
    """A browser's worth of cookies."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.jar = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.jar)
        )

    def get(self, path: str, **headers: str) -> Reply:
        """Fetch a page, following where it leads."""
        return self.send(urllib.request.Request(self._whole(path), headers=headers))

    def post(self, path: str, form: dict[str, str], **headers: str) -> Reply:
        """Send a form, as a page of this server does unless the headers say otherwise."""
        body = urllib.parse.urlencode(form).encode()
        given = {"Origin": self.address, **headers}
        return self.send(urllib.request.Request(self._whole(path), body, given))

    def send(self, request: urllib.request.Request) -> Reply:
        """Send any request."""
        try:
            with self._opener.open(request, timeout=PATIENCE) as found:
                text = found.read().decode()
                return Reply(found.status, text, found.url, dict(found.headers.items()))
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode(errors="replace")
            return Reply(error.code, text, error.url, dict(error.headers.items()))

    def cookies(self, path: str) -> str:
        """The header with the cookies for a path; empty if there are none."""
        request = urllib.request.Request(self._whole(path))
        self.jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    def _whole(self, path: str) -> str:
        return path if path.startswith("http") else self.address + path


def table_path(reply: Reply) -> str:
    """The path of the table on which a visitor has arrived: /game/ID."""
    found = re.search(r"/game/[^/?#]+", reply.place)
    assert found is not None and reply.status == 200, (reply.status, reply.place, reply.text[:500])
    return found[0]


def new_game(visitor: Visitor, game: str, opponent: str, **form: str) -> str:
    """Open a game in the lobby; the path of its table."""
    return table_path(visitor.post("/games", {"game": game, "opponent": opponent, **form}))


class Page:
    """A loaded page with its socket: it numbers what it sends and keeps what it is shown."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.visitor = visitor
        self.path = path
        self.name = secrets.token_urlsafe(12)
        self.version = 0
        self.number = 0
        self.parts: dict[str, str] = {}
        #: every frame as it came
        self.received: list[str] = []
        self.socket: ClientConnection | None = None
        #: what is called with each frame when it has been taken in
        self.watch: Callable[[dict[str, Any]], None] = lambda frame: None
        self._reading: asyncio.Task[None] | None = None
        self._arrived = asyncio.Condition()
        self._answers: dict[int, list[dict[str, Any]]] = {}

    # -- the connection --------------------------------------------------------------------------

    async def connect(self, **headers: str) -> None:
        """Open the socket, and say nothing yet."""
        address = self.visitor.address.replace("http", "ws", 1) + f"{self.path}/socket"
        given = {
            "Origin": self.visitor.address,
            "Cookie": self.visitor.cookies(self.path),
            **headers,
        }
        self.socket = await connect(
            address,
            additional_headers={name: value for name, value in given.items() if value},
            proxy=None,
            max_size=None,
            open_timeout=PATIENCE,
        )
        self._reading = asyncio.create_task(self._read(self.socket))

    async def open(self, **headers: str) -> dict[str, Any]:
        """Connect and be shown everything."""
        await self.connect(**headers)
        return await self.act({"do": "hello", "page": self.name})

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                text = raw if isinstance(raw, str) else raw.decode()
                self.received.append(text)
                frame = json.loads(text)
                async with self._arrived:
                    self._take_in(frame)
                    self._arrived.notify_all()
        except ConnectionClosed:
            pass
        async with self._arrived:
            self._arrived.notify_all()

    def _take_in(self, frame: dict[str, Any]) -> None:
        self.version = frame.get("v", self.version)
        for name, part in frame.get("parts", {}).items():
            self.parts[name] = part
        for name, part in frame.get("more", {}).items():
            self.parts[name] = self.parts.get(name, "") + part
        if frame.get("to") is not None:
            self._answers.setdefault(frame["to"], []).append(frame)
        self.watch(frame)

    async def drop(self) -> None:
        """Lose the connection without a word, as when a cable is pulled."""
        assert self.socket is not None
        self.socket.transport.abort()
        await self._left()

    async def close(self) -> None:
        """Leave the table."""
        if self.socket is not None:
            await self.socket.close()
            await self._left()

    async def _left(self) -> None:
        assert self._reading is not None
        await asyncio.wait_for(self._reading, PATIENCE)
        self.socket = self._reading = None

    @property
    def closed(self) -> str:
        """How the server has closed the connection: code and reason; empty while it is open."""
        assert self.socket is not None
        code = self.socket.close_code
        return "" if code is None else f"{code} {self.socket.close_reason}"

    # -- messages --------------------------------------------------------------------------------

    async def act(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for what answers it."""
        return await self.answer(await self.send(message))

    async def send(self, message: dict[str, Any]) -> int:
        """Send a message under the next number."""
        self.number += 1
        await self.resend(self.number, message)
        return self.number

    async def resend(self, number: int, message: dict[str, Any]) -> None:
        """Send a message under a number of one's choice."""
        assert self.socket is not None
        await self.socket.send(json.dumps({"n": number, "v": self.version, **message}))

    async def answer(self, number: int) -> dict[str, Any]:
        """The first answer to the message of a number that was not looked at yet."""
        await self.until(lambda: bool(self._answers.get(number)))
        return self._answers[number].pop(0)

    async def until(self, so: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until something is so. TimeoutError; ConnectionError when the server hangs up."""
        async with asyncio.timeout(patience), self._arrived:
            while not so():
                if self._reading is None or self._reading.done() or self.closed:
                    raise ConnectionError(self.closed if self.socket is not None else "")
                await self._arrived.wait()

    # -- what is shown ---------------------------------------------------------------------------

    def buttons(self, part: str = "ask") -> list[dict[str, Any]]:
        """What the buttons of a part would send."""
        return sent_by(BUTTON, self.parts.get(part, ""))

    def questions(self, part: str) -> list[dict[str, Any]]:
        """What pointing at things in a part would ask."""
        return sent_by(QUESTION, self.parts.get(part, ""))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return 'data-over="1"' in self.parts.get("state", "")

    def options(self) -> list[dict[str, Any]]:
        """The options that the seat is offered now."""
        return [button for button in self.buttons() if button.get("do") == "take"]


def sent_by(pattern: re.Pattern[str], text: str) -> list[dict[str, Any]]:
    """What the buttons or pointed things of a text send."""
    found = pattern.findall(text)
    return [json.loads(html.unescape(single or double)) for single, double in found]


def invitation(host: Visitor, path: str) -> str:
    """The path of a new link that gives the free seat of a table away."""
    page = host.post(f"{path}/invite", {}).text
    found = re.search(r"/join/[A-Za-z0-9_-]+", page)
    assert found is not None, page[:2000]
    return found[0]


def friends(address: str, game: str, **form: str) -> tuple[Page, Page]:
    """The pages of two visitors who play with one another, whoever opened the game first."""
    host, guest = Visitor(address), Visitor(address)
    path = new_game(host, game, "friend", **form)
    arrived = guest.post(invitation(host, path), {})
    return Page(host, path), Page(guest, table_path(arrived))


async def play(pages: tuple[Page, Page], answers: int, seed: int) -> None:
    """Let two pages answer so often together, or to the end, whoever is asked, with any option."""
    for number in range(answers):
        async with asyncio.timeout(PATIENCE):
            while not any(page.options() for page in pages):
                if all(page.over for page in pages):
                    return
                await asyncio.sleep(0.01)
        actor = next(page for page in pages if page.options())
        options = actor.options()
        await actor.act(options[mix(seed, number) % len(options)])
