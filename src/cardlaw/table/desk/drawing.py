"""Drawing the desk, and a game as a seat saw it at a moment: whole pages as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from cardlaw import rulebooks
from cardlaw.judge.cases import in_language, read_case
from cardlaw.judge.coverage import real_books
from cardlaw.judge.shipped import case_files, case_folder
from cardlaw.match import Match
from cardlaw.match.telling import QUIET
from cardlaw.table import drawing
from cardlaw.table.asking import cited
from cardlaw.table.desk import touching
from cardlaw.table.desk.bench import MOST_CARDS, MOST_STEPS, Sheet, Wish, shipped, work
from cardlaw.table.desk.touching import Reply, Touch, decides, open_match
from cardlaw.table.layouts import layout_of
from cardlaw.table.lookback import Company, look_back, time_line
from cardlaw.table.picture import Look
from cardlaw.table.words import table_words

#: so many moments before and after the shown one are listed
NEAR = 100
#: what is printed on cards besides their cost, as an example
PRINTED = {
    "magic": "power: 2, toughness: 2",
    "vs": "atk: 4, def: 4",
    "berserk": "life: 8, movement: 1, strike: [1, 2, 3]",
}
#: the folder of the cases that show what the games are about
TOUR = "tour/"


class Shipped(NamedTuple):
    """A case of the tour: its path and its title."""

    path: str
    title: str


@lru_cache(maxsize=8)
def tour(language: str) -> tuple[Shipped, ...]:
    """The cases of the tour by their titles in a language."""
    found = []
    for path in case_files():
        name = path.relative_to(case_folder() or path.anchor).as_posix()
        if name.startswith(TOUR):
            found.append(Shipped(name, in_language(read_case(path).title, language)))
    return tuple(found)


def touched(touch: Touch, origin: str) -> str:
    """What comes of a click at the desk, as JSON: an answer, or the page after what was done."""
    found = touching.touched(touch)
    if isinstance(found, Reply):
        return msgspec.json.encode(found).decode()
    wish = Wish(
        touch.case,
        "do",
        who=found.who,
        line=found.line,
        at=touch.at,
        language=touch.language,
        cards=touch.cards,
    )
    done = {"to": touch.sent.n, "page": desk(wish, origin)}
    return msgspec.json.encode(done).decode()


def desk(wish: Wish, origin: str, lost: Sequence[str] = ()) -> str:
    """The page of the desk after a wish."""
    sheet = work(wish)
    look = Look(wish.language, wish.cards)
    case = sheet.judged.case
    words = table_words(look.language, case.book.key if case is not None else "")
    match = open_match(sheet.judged, look)
    views = {} if match is None else match.game.kernel.state.serial
    values: dict[str, object] = {
        "sheet": sheet,
        "parts": _board(match, look),
        "known": () if case is None else case.book.index,
        "title": "" if case is None else in_language(case.title, look.language),
        "value": _value(sheet),
        "printed": PRINTED.get(case.book.key, "") if case is not None else "",
        "note": "" if case is None else in_language(case.note, look.language),
        "views": views,
        "numbers": _numbers(sheet, match),
        "most": (MOST_CARDS, MOST_STEPS),
        "lost": [*sheet.lost, *lost],
        "origin": origin,
        "own": _own(sheet),
        "library": list(case.book.library()) if case is not None else [],
        "cases": shipped(),
        "tour": tour(look.language),
        "books": [(each.key, each.title) for each in real_books()],
        "chosen": msgspec.json.encode(wish.edit.place).decode() if wish.edit is not None else "",
    }
    return drawing.rendered("desk.html.j2", words, look, "", values)


def _own(sheet: Sheet) -> list[str]:
    """The names of the cards that the case defines."""
    cards = sheet.data.get("cards")
    named = cards if isinstance(cards, list) else []
    return [str(card["name"]) for card in named if isinstance(card, dict) and "name" in card]


def _value(sheet: Sheet) -> str:
    """A value that the cards of the game have, as an example."""
    case = sheet.judged.case
    stats = layout_of(case.book.key).stats if case is not None else ()
    return stats[0].words[-1] if stats else "controller"


def _board(match: Match | None, look: Look) -> dict[str, Markup]:
    """The position with every card face up, A below; what may be done lights up."""
    if match is None:
        return {}
    parts = drawing.parts(match, 0, look, decides(match))
    return {name: Markup(html) for name, html in parts.items()}


def _numbers(sheet: Sheet, match: Match | None) -> list[list[int]]:
    """For each step the numbers that its events have in the story of the game; 0: it has none."""
    steps = sheet.judged.steps
    heard = [event.kind for step in steps for event in step.events if event.kind not in QUIET]
    story = match.story(0)[-len(heard) :] if match is not None and heard else []
    if heard != [each.kind for each in story]:
        return [[] for _ in steps]
    numbers = iter(story)
    return [
        [0 if event.kind in QUIET else next(numbers).number for event in step.events]
        for step in steps
    ]


def back(match: Match, seat: int, number: int, look: Look, table: str, company: Company) -> str:
    """The page of a moment of a game as a seat saw it then."""
    line = time_line(match, seat)
    at, last = line.nearest(number), len(line) - 1
    then = look_back(match, seat, at)
    book = rulebooks.find(match.game.book.key)
    words = table_words(look.language, book.key)
    values: dict[str, object] = {
        "parts": {name: Markup(html) for name, html in drawing.parts(then, seat, look).items()},
        "title": words.template("title") or book.title,
        "book": book.key,
        "table": table,
        "seat": seat,
        "at": at,
        "last": last,
        "told": [cited(str(told), book) for told in line.moments[at].told],
        "moments": line.moments[max(0, at - NEAR) : at + NEAR],
        "fair": company is not Company.APART or match.game.over,
    }
    return drawing.rendered("back.html.j2", words, look, "", values)
