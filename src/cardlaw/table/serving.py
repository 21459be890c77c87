"""Starting the server: a socket of one's own, the application on uvicorn, an orderly end."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from urllib.parse import urlsplit

import uvicorn

from cardlaw.table.gate import Gate
from cardlaw.table.server import LOOPBACK, Settings, application

#: where the table is unless that is taken
USUAL_PORT = 8421
#: addresses that mean every one of this machine, and by what names its own browser finds them
EVERYWHERE = {"0.0.0.0": (LOOPBACK, "localhost"), "::": (LOOPBACK, "localhost", "::1")}
#: the port that an origin does not name
PORTS = {"http": 80, "https": 443}
#: seconds that what is under way gets when the server ends
GRACE = 3


class CannotListen(OSError):
    """The server cannot have the address; the text is one sentence."""


class BadOrigin(ValueError):
    """Something that is no origin of pages; the text is one sentence."""


def listening(host: str, port: int | None) -> socket.socket:
    """A socket at an address; without a port the usual one, or any that is free. CannotListen."""
    if not host.strip():
        raise CannotListen(f"the table needs an address, such as {LOOPBACK}")
    wanted = (USUAL_PORT, 0) if port is None else (port,)
    reason = ""
    for each in wanted:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.socket(family)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, each))
            found.listen(512)
        except (OSError, ValueError, TypeError, OverflowError) as error:
            found.close()
            reason = getattr(error, "strerror", None) or str(error)
        else:
            return found
    raise CannotListen(f"the table cannot be at {host}:{port or USUAL_PORT}: {reason}")


def own_origin(host: str, port: int) -> str:
    """The origin of pages that are asked for at a host, as a browser writes it."""
    return origin_of(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def address(host: str, port: int) -> str:
    """Where somebody at this machine finds the table."""
    return own_origin(EVERYWHERE.get(host, (host,))[0], port) + "/"


def origins_of(host: str, port: int, more: Iterable[str] = ()) -> frozenset[str]:
    """The origins of a server's own pages, and others that may act. BadOrigin."""
    names = EVERYWHERE.get(host, (host,))
    if host in (LOOPBACK, "::1"):
        names = (host, "localhost")
    return frozenset((*(own_origin(each, port) for each in names), *map(origin_of, more)))


def origin_of(text: str) -> str:
    """An origin as browsers write it: small letters, no usual port, no path. BadOrigin."""
    bad = BadOrigin(f"{text!r} is no origin of pages; write it like https://cards.example")
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        raise bad from None
    more = (parts.path.strip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if any(more) or parts.scheme not in PORTS or not re.fullmatch(r"[\w.:-]+", host, re.ASCII):
        raise bad
    shown = f"[{host}]" if ":" in host else host
    usual = port in (None, PORTS[parts.scheme])
    return f"{parts.scheme}://{shown}" if usual else f"{parts.scheme}://{shown}:{port}"


class Announcing(uvicorn.Server):
    """A server that says when it answers; from then on a signal ends it."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets=sockets)
        self.ready()


def serve(settings: Settings, found: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until somebody ends it. StoreFault if the database cannot be used."""
    hosts = frozenset(urlsplit(origin).netloc for origin in settings.origins)
    config = uvicorn.Config(
        Gate(application(settings), hosts),
        ws="websockets-sansio",
        ws_max_size=4 * settings.limits.message,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    # uvicorn hands the signal on when it has ended; that is the end that was wanted.
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        with suppress(KeyboardInterrupt):
            Announcing(config, ready).run(sockets=[found])
    finally:
        signal.signal(signal.SIGTERM, before)
