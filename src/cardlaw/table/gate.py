"""The gate before the application: the names of this server, and headers on every answer."""

from __future__ import annotations

import logging
from enum import Enum

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from cardlaw.table.drawing import STATIC_URL

log = logging.getLogger("cardlaw.table")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Other servers learn no link; with less, a form would not say where it comes from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
#: what is not said to be kept is kept nowhere: pages are for one browser
UNKEPT = (b"cache-control", b"no-store")
_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Keep(Enum):
    """What a browser may keep of an answer."""

    NOTHING = "nothing"
    #: files that come with the server, until they have changed
    FILES = "files"


class Gate:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app = app
        #: the names, with ports, by which pages may ask for this server
        self.hosts = frozenset(host.encode() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        kind = str(scope["type"])
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused:
            log.warning("refused at the gate: %s", refused)
        if refused and kind == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refused})
        elif refused:
            await _refuse(_with_headers(send, Keep.NOTHING), refused)
        elif kind == "http":
            path = str(scope["path"])
            keep = Keep.FILES if path.startswith(f"{STATIC_URL}/") else Keep.NOTHING
            await self.app(scope, receive, _with_headers(send, keep))
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            # A page elsewhere may have been given this server's address under its own name.
            return "no server of this name is here"
        if "\0" in scope["path"]:
            return "no page has such a name"
        return ""


def _with_headers(send: Send, keep: Keep) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", ()))
            if keep is Keep.NOTHING and all(name.lower() != UNKEPT[0] for name, _ in given):
                given.append(UNKEPT)
            message["headers"] = [*given, *_RAW]
        await send(message)

    return sending


async def _refuse(send: Send, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode(), "more_body": False})
