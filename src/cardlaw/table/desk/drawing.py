"""Drawing the desk, and a game as a seat saw it at a moment: whole pages as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from cardlaw import rulebooks
from cardlaw.front import Game
from cardlaw.judge.coverage import real_books
from cardlaw.judge.report import StepReport
from cardlaw.judge.telling import rule_gist, rule_title
from cardlaw.judge.tongue import Tongue
from cardlaw.match import Match
from cardlaw.table import drawing
from cardlaw.table.desk.bench import Sheet, Wish, shipped, work
from cardlaw.table.lookback import Company, look_back, time_line
from cardlaw.table.picture import Look
from cardlaw.table.words import table_words

#: so many moments before and after the shown one are listed
NEAR = 100
#: what can be pressed on a table, and nothing answers here
_BUTTON = re.compile(r"<button(?: type=\"button\")?|</button>")


def desk(wish: Wish, origin: str, lost: Sequence[str] = ()) -> str:
    """The page of the desk after a wish."""
    sheet = work(wish)
    look = Look(wish.language, wish.cards)
    book = sheet.judged.case.book if sheet.judged.case is not None else None
    words = table_words(look.language, book.key if book is not None else "")
    values: dict[str, object] = {
        "sheet": sheet,
        "parts": _board(sheet, look),
        "gists": _gists(sheet, words),
        "lost": lost,
        "origin": origin,
        "library": list(book.library()) if book is not None else [],
        "cases": shipped(),
        "books": [(each.key, each.title) for each in real_books()],
        "chosen": "",
    }
    return drawing.rendered("desk.html.j2", words, look, "", values)


def _board(sheet: Sheet, look: Look) -> dict[str, Markup]:
    """The position with every card face up."""
    game = sheet.judged.game
    if game is None:
        return {}
    open_game = game.kernel.copy()
    open_game.state.knows = dict.fromkeys(open_game.state.where, 3)
    match = Match(Game(open_game, game.labels, look.language), (None, None))
    return _still(drawing.parts(match, 0, look))


def _still(parts: dict[str, str]) -> dict[str, Markup]:
    """Parts of a table at which nothing can be done: what is pressed there is only shown."""
    return {name: Markup(_BUTTON.sub(_shown, html)) for name, html in parts.items()}


def _shown(found: re.Match[str]) -> str:
    return "</span>" if found[0].startswith("</") else "<span"


def _gists(sheet: Sheet, words: Tongue) -> dict[str, str]:
    """The rules that the sheet names, each with its title and gist."""
    if sheet.judged.case is None:
        return {}
    book = sheet.judged.case.book
    found = dict.fromkeys(shown.rule for shown in sheet.judged.shows)
    answer = [sheet.judged.answer] if sheet.judged.answer is not None else []
    for step in (*sheet.judged.steps, *answer):
        found |= dict.fromkeys(_named(step))
    return {
        rule: f"{rule_title(book, rule, words)}: {rule_gist(book, rule, words)}"
        for rule in found
        if rule in book.index
    }


def _named(step: StepReport) -> Iterable[str]:
    yield from step.rules
    yield from (reason.rule for reason in (*step.breaches, *step.grounds))
    yield from (event.rule for event in step.events)
    for inner in step.steps:
        yield from _named(inner)


def back(match: Match, seat: int, number: int, look: Look, table: str, company: Company) -> str:
    """The page of a moment of a game as a seat saw it then."""
    line = time_line(match, seat)
    at, last = line.nearest(number), len(line) - 1
    then = look_back(match, seat, at)
    book = rulebooks.find(match.game.book.key)
    words = table_words(look.language, book.key)
    values: dict[str, object] = {
        "parts": _still(drawing.parts(then, seat, look)),
        "title": words.template("title") or book.title,
        "book": book.key,
        "table": table,
        "seat": seat,
        "at": at,
        "last": last,
        "told": [str(told) for told in line.moments[at].told],
        "moments": line.moments[max(0, at - NEAR) : at + NEAR],
        "fair": company is not Company.APART or match.game.over,
    }
    return drawing.rendered("back.html.j2", words, look, "", values)
