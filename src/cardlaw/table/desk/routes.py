"""The desk's routes, and those that look back at a game: pages, forms, a file, a link."""

from __future__ import annotations

import logging
from typing import Any, Protocol

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import FormMultiDict, State, UploadFile
from litestar.exceptions import NotFoundException, TooManyRequestsException

from cardlaw.table import errands
from cardlaw.table.desk.bench import Wish
from cardlaw.table.desk.editing import Edit, Place
from cardlaw.table.guard import Buckets, hashed, token_in
from cardlaw.table.house import House
from cardlaw.table.lobby import language_of
from cardlaw.table.picture import Look
from cardlaw.table.store import Store
from cardlaw.table.words import table_words
from cardlaw.table.workers import OverBudget, WorkerLost, WorkFailed

log = logging.getLogger("cardlaw.table")

#: the fields of a form that are texts of a wish
TEXTS = ("name", "who", "line", "word", "value")
LANGUAGE = "language"
_place = msgspec.json.Decoder(list[str | int])

Web = Request[Any, Any, State]


class Hall(Protocol):
    """What of the server the desk needs."""

    house: House
    store: Store
    cookie: str
    #: how often an address may have the engine work for it
    games: Buckets


def look_of(request: Web) -> Look:
    """The languages of a browser."""
    asked = request.query_params.get(LANGUAGE) or request.cookies.get(LANGUAGE)
    spoken = language_of(asked)
    return Look(spoken, language_of(request.cookies.get("cards") or spoken))


def _html(html: str, request: Web, status: int = 200) -> Response[str]:
    response = Response(
        html, media_type="text/html", status_code=status, headers={"Cache-Control": "no-store"}
    )
    if LANGUAGE in request.query_params:
        response.set_cookie(LANGUAGE, look_of(request).language, samesite="lax", path="/")
    return response


async def _desk(request: Web, state: State, wish: Wish, lost: list[str]) -> Response[str]:
    """The desk as a worker draws it; a wish that takes too long leaves the case as it was."""
    hall: Hall = state.front
    address = request.client.host if request.client is not None else ""
    if not hall.games.take(address):
        words = table_words(look_of(request).language)
        raise TooManyRequestsException(words.text("refused.rate"))
    origin = str(request.base_url)
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
    """The desk: empty, or with the case of a link."""
    look = look_of(request)
    packed = request.query_params.get("c", "")
    act = "link" if packed else "blank"
    wish = Wish(act=act, line=packed, language=look.language, cards=look.cards)
    return await _desk(request, state, wish, [])


@post("/desk", status_code=200)
async def desk_work(request: Web, state: State) -> Response[str]:
    """What a form of the desk asks for."""
    return await _desk(request, state, await _wish(await request.form(), look_of(request)), [])


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
async def back_page(request: Web, state: State, name: str) -> Response[str]:
    """A moment of a game, as a seat of the browser saw it then."""
    seat = await _seat(request, state, name, request.query_params.get("seat"))
    at = _number(request.query_params.get("at"))
    errand = errands.Back(table=name, seat=seat, at=at, look=look_of(request))
    hall: Hall = state.front
    return _html(await hall.house.look_back(name, errand), request)


@post("/game/{name:str}/branch", status_code=200)
async def branch_page(request: Web, state: State, name: str) -> Response[str]:
    """A moment of a game on the desk, or why that would not be fair."""
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
    return Wish(case=case, act=act, edit=edit, language=look.language, cards=look.cards, **texts)


def _edit(form: FormMultiDict) -> Edit:
    op = _text(form, "op")
    to = _text(form, "bearer" if op == "attach" else "zone")
    return Edit(
        op=op,
        place=_at(_text(form, "place")),
        to=_at(to),
        word=_text(form, "word"),
        value=_text(form, "value"),
    )


def _at(text: str) -> Place:
    """A place as a form gives it; one that is none is nowhere."""
    try:
        return _place.decode(text) if text else []
    except (msgspec.DecodeError, UnicodeEncodeError):
        return []


ROUTES = (desk_page, desk_work, desk_file, back_page, branch_page)
