"""Guards: tokens and their hashes, origins, limits. What a stranger sends ends here."""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from hashlib import sha256

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler

#: random bytes of a token: 192 bits
BITS = 24
SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
#: seconds for which a browser keeps its token: ten years
KEPT = 10 * 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


class Limits(msgspec.Struct, frozen=True):
    """How much is taken from whom. Rates are per second."""

    #: bytes of a message of a page, and of a form with decks
    message: int = 16 << 10
    form: int = 1 << 20
    #: messages of a connection
    rate: float = 20.0
    burst: int = 60
    #: messages over the rate, or that are none, before a connection is closed
    patience: int = 200
    #: connections of one address, of one table
    links: int = 256
    links_of_table: int = 32
    #: games begun or joined by an address, and pages for which the engine has to work
    games: float = 1.0
    games_at_once: int = 120
    pages: float = 5.0
    pages_at_once: int = 200
    #: questions that one address asks the desk
    questions: float = 10.0
    questions_at_once: int = 200
    #: bytes that wait for a page that does not read them
    waiting: int = 2 << 20


class Bucket:
    """A rate with a burst: ``take`` says whether one more is within it."""

    __slots__ = ("_burst", "_left", "_rate", "_when")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._left = float(burst)
        self._when = time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address, of the addresses that came last."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._all: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one from the bucket of an address."""
        bucket = self._all.pop(address, None) or Bucket(self._rate, self._burst)
        self._all[address] = bucket
        if len(self._all) > self._most:
            self._all.popitem(last=False)
        return bucket.take()


def new_token() -> str:
    """A new secret, for a cookie or a link."""
    return secrets.token_urlsafe(BITS)


def hashed(token: str) -> bytes:
    """What is stored of a token."""
    return sha256(token.encode()).digest()


def token_in(text: str | None) -> str | None:
    """A text if it has the form of a token."""
    return text if text is not None and _TOKEN.fullmatch(text) else None


def token_cookie(name: str, token: str, https: bool) -> Cookie:
    """The cookie that a browser gets."""
    return Cookie(
        key=name, value=token, max_age=KEPT, httponly=True, samesite="lax", secure=https, path="/"
    )


def asked_at(origins: frozenset[str], host: str) -> str:
    """The origin of a server's pages that is meant by the name in a request."""
    found = sorted(each for each in origins if each.partition("://")[2] == host)
    return found[-1] if found else ""


def for_the_log(path: str) -> str:
    """A path as it may stand in a log: a link that gives a seat away is as good as a token."""
    return "/join/..." if path.startswith("/join/") else path[:80]


class OriginGuard:
    """Lets in what the pages of this server send, and what only reads."""

    def __init__(self, origins: frozenset[str]) -> None:
        self.origins = origins

    def __call__(self, connection: ASGIConnection, handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
        """PermissionDeniedException for a handshake or a form of another origin, or of none."""
        scope = connection.scope
        reads = scope["type"] == ScopeType.HTTP and scope.get("method") in SAFE
        if not reads and connection.headers.get("origin") not in self.origins:
            raise PermissionDeniedException("this comes from a page of another server")
