"""Guests of a served table: clients without a browser that wait for each answer."""

import json
import re
from contextlib import ExitStack
from typing import Any

import httpx
from tests.table.serving import PATIENCE
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

_OPTION = re.compile(r"&#34;option&#34;:\s*(\d+)|\"option\":\s*(\d+)")


class Guest:
    """A browser of one person: cookies, forms, and the socket of a page."""

    def __init__(self, base: str, cookies: dict[str, str] | None = None) -> None:
        self.base = base
        self.cookies = dict(cookies or {})
        self.table = ""

    def request(self, method: str, path: str, **given: Any) -> httpx.Response:
        """A request with the cookies of this browser and the origin of its page."""
        headers = {"origin": self.base} | given.pop("headers", {})
        with httpx.Client(base_url=self.base, cookies=self.cookies, timeout=PATIENCE) as client:
            found = client.request(method, path, headers=headers, **given)
            self.cookies.update(found.cookies)
        return found

    def begin(self, **form: str) -> str:
        """Begin a game and be at its table: the path of the page."""
        found = self.request("POST", "/games", data=form)
        assert found.status_code == 303, found.text
        self.table = found.headers["location"].removesuffix("/invite")
        return self.table

    def invite(self) -> str:
        """A link that gives the other seat of the table away."""
        found = self.request("POST", f"{self.table}/invite")
        link = re.search(r'href="[^"]*(/join/[^"]+)"', found.text)
        assert link is not None, found.text
        return link.group(1)

    def join(self, link: str) -> int:
        """Take the seat of a link; the status of the answer."""
        found = self.request("POST", link)
        self.table = found.headers.get("location", "")
        return found.status_code

    def sit(self, page: str = "page-one", seat: int | None = None) -> "Seat":
        """Connect as a page does."""
        return Seat(self, page, seat)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a handshake."""
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"cookie": jar, "origin": self.base}


class Seat:
    """A page that is connected to a table: what it was shown, what it may do."""

    def __init__(self, guest: Guest, page: str, seat: int | None) -> None:
        path = guest.table.partition("?")[0]
        address = guest.base.replace("http:", "ws:") + path + "/socket"
        headers = guest.headers
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                address,
                additional_headers={"cookie": headers["cookie"]},
                origin=Origin(headers["origin"]),
                max_size=None,
                open_timeout=PATIENCE,
            )
        )
        self.page = page
        self.version = 0
        self.count = 0
        self.parts: dict[str, str] = {}
        hello: dict[str, object] = {"do": "hello", "page": page}
        self.said = self.send(hello if seat is None else {**hello, "seat": seat})

    def send(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        self.count += 1
        return self.send_again({**message, "n": self.count, "v": self.version})

    def send_again(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message as it is and wait for the answer to its number."""
        self.post(message)
        return self.answer(message["n"])

    def post(self, message: dict[str, Any]) -> None:
        """Send a message as it is, without waiting."""
        self.socket.send(json.dumps(message))

    def answer(self, number: int) -> dict[str, Any]:
        """Wait for the answer to a number."""
        while True:
            found = self.receive()
            if found.get("to") == number:
                return found

    def receive(self) -> dict[str, Any]:
        """The next message."""
        found: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        self.version = found.get("v", self.version)
        self.parts |= found.get("parts", {})
        for name, html in found.get("more", {}).items():
            self.parts[name] += html
        return found

    def options(self) -> list[int]:
        """The numbers of the options that the page offers."""
        return [int(a or b) for a, b in _OPTION.findall(self.parts["ask"])]

    def wait_to_be_asked(self) -> list[int]:
        """Wait until there is something to choose; its options."""
        while not self.options():
            self.receive()
        return self.options()

    def take(self, option: int = 0) -> dict[str, Any]:
        """Take an option."""
        return self.send({"do": "take", "option": option})

    def leave(self) -> None:
        """Close the page."""
        self._open.close()
