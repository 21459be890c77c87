"""The desk's routes, and those that look back at a game: pages, forms, a file, a link."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import FormMultiDict, State, UploadFile
from litestar.exceptions import (
    ClientException,
    NotFoundException,
    TooManyRequestsException,
)
from litestar.params import FromPath

from cardlaw.table import errands
from cardlaw.table.desk.bench import Wish
from cardlaw.table.desk.editing import Edit, Place
from cardlaw.table.desk.judging import ALL
from cardlaw.table.desk.touching import Touch
from cardlaw.table.guard import Buckets, hashed, token_in
from cardlaw.table.house import House
from cardlaw.table.lobby import language_of
from cardlaw.table.message import Refused, Sent, read_message
from cardlaw.table.picture import Look
from cardlaw.table.store import Store
from cardlaw.table.words import table_words
from cardlaw.table.workers import OverBudget, WorkerLost, WorkFailed

log = logging.getLogger("cardlaw.table")

#: the fields of a form that are texts of a wish
TEXTS = ("name", "who", "line", "word", "value")
LANGUAGE = "language"
#: what the address of a desk may name, and what is wished of it then
BRINGS = {"c": "link", "case": "shipped", "blank": "blank"}
#: so many characters the message of a page may have
LONGEST_MESSAGE = 16 << 10
_place = msgspec.json.Decoder(list[str | int])

Web = Request[Any, Any, State]


class Hall(Protocol):
    """What of the server the desk needs."""

    house: House
    store: Store
    cookie: str
    #: how often an address may have the engine work for it, and ask about what is shown
    pages: Buckets
    questions: Buckets

    def origin(self, request: Web) -> str:
        """The origin at which a browser finds this server."""
        ...


def look_of(request: Web) -> Look:
    """The languages of a browser."""
    asked = request.query_params.get(LANGUAGE) or request.cookies.get(LANGUAGE)
    spoken = language_of(asked)
    return Look(spoken, language_of(request.cookies.get("cards") or spoken))


def _html(html: str, request: Web, status: int = 200) -> Response[str]:
    response = Response(html, media_type="text/html", status_code=status)
    if LANGUAGE in request.query_params:
        response.set_cookie(LANGUAGE, look_of(request).language, samesite="lax", path="/")
    return response


def _admitted(request: Web, state: State) -> None:
    """TooManyRequestsException if an address has the engine work too often."""
    hall: Hall = state.front
    address = request.client.host if request.client is not None else ""
    if not hall.pages.take(address):
        words = table_words(look_of(request).language)
        raise TooManyRequestsException(words.text("refused.rate"))


async def _desk(request: Web, state: State, wish: Wish, lost: list[str]) -> Response[str]:
    """The desk as a worker draws it; a wish that takes too long leaves the case as it was."""
    hall: Hall = state.front
    origin = hall.origin(request)
    try:
        errand = errands.Desk(wish=wish, origin=origin, lost=lost)
        return _html(await hall.house.work(errand), request)
    except OverBudget:
        key = "desk.too-long"
    except (WorkerLost, WorkFailed) as error:
        log.error("the desk failed: %s", error)
        key = "desk.failed"
    again = Wish(act="say", word=key, value=wish.case, language=wish.language, cards=wish.cards)
    return _html(await hall.house.work(errands.Desk(wish=again, origin=origin)), request)


@get("/desk")
async def desk_page(request: Web, state: State) -> Response[str]:
    """The desk: with the case of a link, one that is shipped, an empty position, or nothing."""
    _admitted(request, state)
    look, given = look_of(request), request.query_params
    act = next((act for key, act in BRINGS.items() if given.get(key)), "welcome")
    wish = Wish(
        act=act,
        line=given.get("c", ""),
        name=str(given.get("case") or given.get("blank") or ""),
        at=_at(given.get("at")),
        language=look.language,
        cards=look.cards,
    )
    return await _desk(request, state, wish, [])


@post("/desk", status_code=200)
async def desk_work(request: Web, state: State) -> Response[str]:
    """What a form of the desk asks for."""
    _admitted(request, state)
    return await _desk(request, state, await _wish(await request.form(), look_of(request)), [])


@post("/desk/ask", status_code=200)
async def desk_ask(request: Web, state: State) -> Response[str]:
    """What somebody clicked or asked at the desk."""
    form, look = await request.form(), look_of(request)
    sent = _message(form, look)
    hall: Hall = state.front
    touch = Touch(_text(form, "case"), sent, _at(_text(form, "at")), look.language, look.cards)
    errand = errands.Touched(touch=touch, origin=hall.origin(request))
    return await _answered(request, state, sent, lambda hall: hall.house.work(errand))


@post("/game/{name:str}/back/ask", status_code=200)
async def back_ask(request: Web, state: State, name: FromPath[str]) -> Response[str]:
    """A question about a moment of a game, as a seat of the browser saw it then."""
    form, look = await request.form(), look_of(request)
    seat = await _seat(request, state, name, _text(form, "seat"))
    sent = _message(form, look)
    errand = errands.AskedBack(
        table=name, seat=seat, at=_number(_text(form, "at")), look=look, sent=sent
    )
    return await _answered(request, state, sent, lambda hall: hall.house.look_back(name, errand))


def _message(form: FormMultiDict, look: Look) -> Sent:
    """The message of a page. ClientException if it is none."""
    text = _text(form, "message")
    try:
        if len(text) > LONGEST_MESSAGE:
            raise ValueError(text)
        return read_message(text)
    except ValueError:
        words = table_words(look.language)
        raise ClientException(words.text("refused.unknown")) from None


async def _answered(
    request: Web, state: State, sent: Sent, ask: Callable[[Hall], Awaitable[str]]
) -> Response[str]:
    """What a worker says to a question, as JSON; one that takes too long is refused."""
    hall: Hall = state.front
    address = request.client.host if request.client is not None else ""
    words = table_words(look_of(request).language)
    if not hall.questions.take(address):
        raise TooManyRequestsException(words.text("refused.rate"))
    try:
        said = await ask(hall)
    except OverBudget:
        said = _refused(sent, words.text("desk.too-long"))
    except (WorkerLost, WorkFailed) as error:
        log.error("the desk failed: %s", error)
        said = _refused(sent, words.text("desk.failed"))
    return Response(said, media_type="application/json")


def _refused(sent: Sent, text: str) -> str:
    return msgspec.json.encode(Refused(sent.n, text)).decode()


@post("/desk/file", status_code=200)
async def desk_file(request: Web) -> Response[bytes]:
    """The case as a file."""
    text = _text(await request.form(), "case")
    return Response(
        text.encode("utf-8", "replace"),
        media_type="application/yaml",
        headers={"Content-Disposition": 'attachment; filename="case.yaml"'},
    )


@get("/game/{name:str}/back")
async def back_page(request: Web, state: State, name: FromPath[str]) -> Response[str]:
    """A moment of a game, as a seat of the browser saw it then."""
    _admitted(request, state)
    seat = await _seat(request, state, name, request.query_params.get("seat"))
    at = _number(request.query_params.get("at"))
    errand = errands.Back(table=name, seat=seat, at=at, look=look_of(request))
    hall: Hall = state.front
    return _html(await hall.house.look_back(name, errand), request)


@post("/game/{name:str}/branch", status_code=200)
async def branch_page(request: Web, state: State, name: FromPath[str]) -> Response[str]:
    """A moment of a game on the desk, or why that would not be fair."""
    _admitted(request, state)
    form = await request.form()
    seat = await _seat(request, state, name, _text(form, "seat"))
    look = look_of(request)
    errand = errands.Branch(table=name, seat=seat, at=_number(_text(form, "at")), look=look)
    hall: Hall = state.front
    found = await hall.house.branch(name, errand)
    wish = Wish(case=found.case, language=look.language, cards=look.cards)
    if found.refused:
        wish = Wish(act="say", word="back.not-fair", language=look.language, cards=look.cards)
    return await _desk(request, state, wish, found.lost)


async def _seat(request: Web, state: State, name: str, wanted: str | None) -> int:
    """The seat of the browser at a game. NotFoundException if it has none."""
    hall: Hall = state.front
    token = token_in(request.cookies.get(hall.cookie))
    holder = hashed(token) if token else b""
    seats = await hall.house.stored(hall.store.seats_of, name, holder)
    if not seats:
        raise NotFoundException(table_words(look_of(request).language).text("no-seat"))
    return int(wanted) if wanted in ("0", "1") and int(wanted) in seats else min(seats)


def _at(text: str | None) -> int:
    """After how many steps of a case somebody looks; without a number after all."""
    plain = text or ""
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 8 else ALL


def _number(text: str | None) -> int:
    """A number of a moment; without one the last."""
    plain = text or ""
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 8 else 10**8


def _text(form: FormMultiDict, field: str) -> str:
    """A text of a form, with the line ends that a case has."""
    value = form.get(field)
    return value.replace("\r\n", "\n") if isinstance(value, str) else ""


async def _wish(form: FormMultiDict, look: Look) -> Wish:
    """What a form of the desk asks for."""
    case, file = _text(form, "case"), form.get("file")
    if isinstance(file, UploadFile):
        case = (await file.read()).decode("utf-8", "replace").replace("\r\n", "\n")
    act = _text(form, "act")
    texts = {field: _text(form, field) for field in TEXTS}
    edit = _edit(form) if act == "edit" else None
    at = _at(_text(form, "at"))
    languages = {"language": look.language, "cards": look.cards}
    return Wish(case=case, act=act, edit=edit, at=at, **languages, **texts)


def _edit(form: FormMultiDict) -> Edit:
    op = _text(form, "op")
    to = _text(form, "bearer" if op == "attach" else "zone")
    return Edit(
        op=op,
        place=_place_at(_text(form, "place")),
        to=_place_at(to),
        word=_text(form, "word"),
        value=_text(form, "value"),
        spot=_text(form, "spot"),
        kind=_text(form, "kind"),
        cost=_text(form, "cost"),
        values=_text(form, "values"),
    )


def _place_at(text: str) -> Place:
    """A place as a form gives it; one that is none is nowhere."""
    try:
        return _place.decode(text) if text else []
    except (msgspec.DecodeError, UnicodeEncodeError):
        return []


ROUTES = (desk_page, desk_work, desk_ask, desk_file, back_page, back_ask, branch_page)
