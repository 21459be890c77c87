"""The server: its routes, and how it is started."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie, State
from litestar.exceptions import (
    HTTPException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.static_files import create_static_files_router

from cardlaw.table import drawing, lobby
from cardlaw.table.desk.routes import ROUTES as DESK
from cardlaw.table.guard import (
    Buckets,
    Limits,
    OriginGuard,
    asked_at,
    for_the_log,
    hashed,
    new_token,
    token_cookie,
    token_in,
)
from cardlaw.table.house import House, NoTable
from cardlaw.table.picture import Look
from cardlaw.table.sockets import FAILED, Links, Socket, converse
from cardlaw.table.store import Store, StoreFault
from cardlaw.table.words import table_words
from cardlaw.table.workers import OverBudget, WorkerLost, WorkFailed

log = logging.getLogger("cardlaw.table")

HTML = "text/html"
LOOPBACK = "127.0.0.1"
LANGUAGE = "language"
Web = Request[Any, Any, State]


class Settings(msgspec.Struct, frozen=True):
    """How a server is set up."""

    #: the address of the database; empty: a file in the folder of the user's data
    database: str = ""
    #: the origins whose pages may act: scheme, host and port
    origins: frozenset[str] = frozenset()
    workers: int = 0
    limits: Limits = Limits()
    #: whether the workers read all that games need before the first one is begun
    rehearse: bool = True


class Visitor:
    """Who asks: the browser by its token, its language."""

    def __init__(self, request: Web | WebSocket[Any, Any, State], front: Front) -> None:
        self.token = token_in(request.cookies.get(front.cookie))
        language = request.query_params.get(LANGUAGE) or request.cookies.get(LANGUAGE)
        spoken = lobby.language_of(language)
        self.look = Look(spoken, lobby.language_of(request.cookies.get("cards"), spoken))
        self.address = request.client.host if request.client is not None else ""

    @property
    def holder(self) -> bytes:
        """The hash of the token; empty if there is none."""
        return hashed(self.token) if self.token else b""


class Front:
    """What all routes share: the house, and what is counted by address."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.house = House(store, settings.workers, settings.limits.links_of_table)
        self.store = store
        self.cookie = f"cardlaw-{store.name}"
        self.links = Links(settings.limits.links)
        limits = settings.limits
        self.games = Buckets(limits.games, limits.games_at_once)
        self.pages = Buckets(limits.pages, limits.pages_at_once)
        self.questions = Buckets(limits.questions, limits.questions_at_once)

    def origin(self, request: Web) -> str:
        """The origin at which a browser finds this server."""
        return asked_at(self.settings.origins, request.headers.get("host", ""))

    async def known(self, visitor: Visitor, request: Web) -> list[Cookie]:
        """The cookie for a browser that takes a seat and has no token of this database yet."""
        stored = self.house.stored
        known = False
        if visitor.token:
            known = await stored(self.store.knows_browser, visitor.holder)
        if known:
            return []
        visitor.token = new_token()
        await stored(self.store.add_browser, visitor.holder)
        https = request.headers["origin"].startswith("https:")
        return [token_cookie(self.cookie, visitor.token, https)]


def _page(html: str, status: int = 200) -> Response[str]:
    return Response(html, media_type=HTML, status_code=status)


def _written(name: str, visitor: Visitor, **values: object) -> str:
    words = table_words(visitor.look.language)
    return drawing.rendered(f"{name}.html.j2", words, visitor.look, "", values)


@get("/", media_type=HTML)
async def lobby_page(request: Web, state: State) -> Response[str]:
    """The lobby."""
    front: Front = state.front
    visitor = Visitor(request, front)
    games = await front.house.stored(lobby.offered)
    found = await front.house.stored(front.store.saved, visitor.holder)
    response = _page(drawing.lobby(visitor.look, games, lobby.shown(found, visitor.look.language)))
    if LANGUAGE in request.query_params:
        response.set_cookie(LANGUAGE, visitor.look.language, samesite="lax", path="/")
    return response


@post("/games", status_code=200)
async def new_game(request: Web, state: State) -> Response[Any]:
    """Begin a game: on to its table, or everything that is wrong with the decks."""
    front: Front = state.front
    visitor = Visitor(request, front)
    words = table_words(visitor.look.language)
    if not front.games.take(visitor.address):
        raise TooManyRequestsException(words.text("refused.rate"))
    form = await request.form()
    try:
        deal = await lobby.deal_of(form, visitor.look.language)
    except lobby.BadForm as bad:
        log.warning("refused a form: %s %s", bad.key, bad.values)
        return _page(_faults(words.text(bad.key, **bad.values), visitor), 400)
    cookies = await front.known(visitor, request)
    name, dealt = await front.house.begin(deal, visitor.holder)
    if dealt.start is None:
        return _page(_faults("", visitor, *dealt.faults), 422)
    goal = f"/game/{name}/invite" if lobby.waits_for_a_friend(deal) else f"/game/{name}"
    return Redirect(goal, status_code=303, cookies=cookies)


def _faults(text: str, visitor: Visitor, *decks: list[str]) -> str:
    return _written("faults", visitor, text=text, decks=decks)


@get("/game/{name:str}", media_type=HTML)
async def game_page(request: Web, state: State, name: FromPath[str]) -> Response[str]:
    """The page of a table for a seat of the browser."""
    front: Front = state.front
    visitor = Visitor(request, front)
    if not front.pages.take(visitor.address):
        raise TooManyRequestsException(table_words(visitor.look.language).text("refused.rate"))
    seats = await front.house.stored(front.store.seats_of, name, visitor.holder)
    if not seats:
        raise NotFoundException(table_words(visitor.look.language).text("no-seat"))
    wanted = request.query_params.get("seat")
    seat = int(wanted) if wanted in ("0", "1") and int(wanted) in seats else min(seats)
    response = _page(await front.house.page(name, seat, visitor.look))
    if LANGUAGE in request.query_params:
        response.set_cookie(LANGUAGE, visitor.look.language, samesite="lax", path="/")
    return response


@get("/game/{name:str}/invite", media_type=HTML)
async def invite_page(request: Web, state: State, name: FromPath[str]) -> Response[str]:
    """Where a link for the other seat is made."""
    front: Front = state.front
    visitor = Visitor(request, front)
    await _free_seat(front, visitor, name)
    return _page(_written("invite", visitor, link="", table=name, here=False))


async def _free_seat(front: Front, visitor: Visitor, name: str) -> int:
    """The free seat of a game at which the visitor sits."""
    stored, store = front.house.stored, front.store
    held = await stored(store.seats_of, name, visitor.holder)
    free = await stored(store.free_seats, name) if held else []
    if not free:
        raise NotFoundException(table_words(visitor.look.language).text("no-free-seat"))
    return free[0]


@post("/game/{name:str}/invite", status_code=200)
async def invite(request: Web, state: State, name: FromPath[str]) -> Response[str]:
    """A link that gives the other seat away, once; an older link is void then."""
    front: Front = state.front
    visitor = Visitor(request, front)
    words = table_words(visitor.look.language)
    seat = await _free_seat(front, visitor, name)
    secret = new_token()
    if not await front.house.stored(front.store.invite, name, seat, hashed(secret)):
        raise NotFoundException(words.text("no-free-seat"))
    link = f"{request.headers['origin']}/join/{secret}"
    here = urlsplit(link).hostname in (LOOPBACK, "localhost")
    return _page(_written("invite", visitor, link=link, table=name, here=here))


@get("/join/{secret:str}")
async def join_page(request: Web, state: State, secret: FromPath[str]) -> Response[str]:
    """Asks whether one wants the seat, so that whoever only looks at a link takes nothing."""
    front: Front = state.front
    return _page(_written("join", Visitor(request, front), secret=secret))


@post("/join/{secret:str}", status_code=200)
async def join(request: Web, state: State, secret: FromPath[str]) -> Response[Any]:
    """Takes the seat that a link gives away."""
    front: Front = state.front
    visitor = Visitor(request, front)
    words = table_words(visitor.look.language)
    if not front.games.take(visitor.address):
        raise TooManyRequestsException(words.text("refused.rate"))
    cookies = await front.known(visitor, request)
    taken = None
    if token_in(secret):
        if await front.house.stored(front.store.invites_to, hashed(secret), visitor.holder):
            raise PermissionDeniedException(words.text("own-invitation"))
        taken = await front.house.stored(front.store.join, hashed(secret), visitor.holder)
    if taken is None:
        log.warning("refused a link of %s", visitor.address)
        raise NotFoundException(words.text("no-invitation"))
    name, seat = taken
    await front.house.joined(name)
    return Redirect(f"/game/{name}?seat={seat}", status_code=303, cookies=cookies)


@websocket("/game/{name:str}/socket")
async def socket(socket: WebSocket[Any, Any, State], state: State, name: FromPath[str]) -> None:
    """The socket of a page."""
    front: Front = state.front
    visitor = Visitor(socket, front)
    try:
        seats = await front.house.stored(front.store.seats_of, name, visitor.holder)
    except StoreFault as fault:
        log.error("a handshake at %s: %s", name[:40], fault)
        await socket.close(code=FAILED)
        return
    if not seats or not front.links.enter(visitor.address):
        log.warning("refused a handshake of %s at %s", visitor.address, name[:40])
        await socket.close(code=1008)
        return
    try:
        await socket.accept()
        await converse(front.house, name, Socket(socket, seats, front.settings.limits))
    finally:
        front.links.leave(visitor.address)


def _told(request: Web, error: HTTPException) -> Response[str]:
    """A page that says what is wrong."""
    visitor = Visitor(request, request.app.state.front)
    path = for_the_log(request.url.path)
    log.warning("%s %s: %d %s", request.method, path, error.status_code, error.detail)
    return _page(_faults(str(error.detail), visitor), error.status_code)


def _no_table(request: Web, error: NoTable) -> Response[str]:
    return _told(request, NotFoundException("there is no such game"))


def _busy(request: Web, error: OverBudget) -> Response[str]:
    return _sorry(request, "refused.busy", error)


def _failed(request: Web, error: Exception) -> Response[str]:
    return _sorry(request, "refused.failed", error)


def _sorry(request: Web, key: str, error: Exception) -> Response[str]:
    """A page that says that the server could not do it; the reason is for its log."""
    path = for_the_log(request.url.path)
    log.error("%s %s: %s", request.method, path, str(error) or type(error).__name__)
    visitor = Visitor(request, request.app.state.front)
    return _page(_faults(table_words(visitor.look.language).text(key), visitor), 503)


def _broken(request: Web, error: Exception) -> Response[str]:
    """A page for a fault of the server itself, whose trace is for its log."""
    log.error("%s %s", request.method, for_the_log(request.url.path), exc_info=error)
    visitor = Visitor(request, request.app.state.front)
    return _page(_faults(table_words(visitor.look.language).text("refused.failed"), visitor), 500)


def application(settings: Settings) -> Litestar:
    """The server as an ASGI application. StoreFault if the database cannot be used."""
    store = Store(settings.database)
    front = Front(settings, store)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        rehearsal = asyncio.create_task(front.house.rehearse()) if settings.rehearse else None
        yield
        if rehearsal is not None:
            rehearsal.cancel()
        await front.house.close()

    routes = [lobby_page, new_game, game_page, invite_page, invite, join_page, join, socket, *DESK]
    static = create_static_files_router(path=drawing.STATIC_URL, directories=[drawing.STATIC])
    return Litestar(
        route_handlers=[*routes, static],
        guards=[OriginGuard(settings.origins)],
        request_max_body_size=settings.limits.form,
        exception_handlers={
            HTTPException: _told,
            NoTable: _no_table,
            OverBudget: _busy,
            WorkerLost: _failed,
            WorkFailed: _failed,
            StoreFault: _failed,
            Exception: _broken,
        },
        lifespan=[open_house],
        state=State({"front": front}),
        openapi_config=None,
        logging_config=None,
    )
