"""Touching the desk: what a click on a card, an answer or a number asks of a case, or does in it.

A page of the desk sends the messages of a table (see ``message``), each with the whole case; what
comes back is what a table would send, or the page after what was done.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from cardlaw import rulebooks
from cardlaw.front import Game
from cardlaw.judge.cases import PLAYER_KEYS
from cardlaw.judge.tongue import ENGLISH
from cardlaw.match import Match
from cardlaw.table import answers, asking
from cardlaw.table.desk.bench import MOST_CARDS, MOST_STEPS, is_large
from cardlaw.table.desk.judging import ALL, Judged, judged
from cardlaw.table.gather import NotOffered, gather
from cardlaw.table.lookback import look_back
from cardlaw.table.message import Ask, Gather, Say, Sent, Take
from cardlaw.table.offers import offered
from cardlaw.table.picture import Look
from cardlaw.table.pointing import Click, objects_seen
from cardlaw.table.words import table_words

#: both players know a card
BOTH = 3


class Touch(msgspec.Struct, frozen=True):
    """A message of a page of the desk, with the case that it shows."""

    case: str
    sent: Sent
    at: int = ALL
    language: str = ENGLISH
    cards: str = ENGLISH


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the page gets: an answer and its place, or why there is none; both are HTML."""

    to: int
    answer: str = ""
    place: str = ""
    refused: str = ""


class Play(msgspec.Struct, frozen=True):
    """What is to be done in the case: a line, and whose it is."""

    who: str
    line: str


def open_match(found: Judged, look: Look) -> Match | None:
    """A case's game as a table at which every card is known; None if the case has none."""
    if found.game is None:
        return None
    kernel = found.game.kernel.copy()
    kernel.state.knows = dict.fromkeys(kernel.state.where, BOTH)
    match = Match(Game(kernel, found.game.labels, look.language), (None, None))
    return match.speaking(look.language, look.cards)


def decides(match: Match) -> int:
    """The seat whose answers the desk shows: that of whoever decides, A's when nobody does."""
    return match.game.kernel.to_act or 0


def touched(touch: Touch) -> Reply | Play:
    """What comes of a message: what is shown, or what is to be done."""
    if is_large(touch.case):
        words = table_words(touch.language)
        said = words.text("desk.too-many", cards=MOST_CARDS, steps=MOST_STEPS)
        return Reply(touch.sent.n, refused=escape(said))
    found = judged(touch.case, language=touch.language, at=touch.at)
    match = open_match(found, Look(touch.language, touch.cards))
    try:
        if match is None:
            return _without_game(found, touch)
        return _at(match, touch.sent)
    except ValueError as error:
        return Reply(touch.sent.n, refused=escape(str(error)))


def _without_game(found: Judged, touch: Touch) -> Reply:
    """A case that has no position still names rules."""
    words = table_words(touch.language)
    sent = touch.sent
    if found.case is None or not isinstance(sent, Ask) or sent.what != "rule":
        raise ValueError(words.text("desk.no-game"))
    book = found.case.book
    words = table_words(touch.language, book.key)
    answered = asking.rule_of(rulebooks.find(book.key), sent.rule, words)
    return Reply(sent.n, answers.fragment(answered, words), "hint")


def _at(match: Match, sent: Sent) -> Reply | Play:
    seat = decides(match)
    match sent:
        case Ask():
            whose = _whose(match, [*([] if sent.card is None else [sent.card]), *sent.clicks])
            return Reply(sent.n, answers.answer(match, whose, sent), "hint")
        case Gather():
            return _gathered(match, seat, sent)
        case Take():
            options = offered(match, seat)
            if sent.option < len(options):
                option = options[sent.option].option
                return Play(PLAYER_KEYS[seat], match.seat_game(seat).say(option))
        case Say():
            return Play(PLAYER_KEYS[seat], sent.line)
    raise ValueError(table_words(match.words.language).text("refused.unknown"))


def _gathered(match: Match, seat: int, sent: Gather) -> Reply:
    try:
        found = gather(match, seat, sent.clicks)
    except NotOffered:
        whose = _whose(match, sent.clicks)
        return Reply(sent.n, answers.why_not(match, whose, sent.clicks), "hint")
    # a judge who points at a card asks: even the only action waits for a click on its words
    return Reply(sent.n, answers.gathered(match, seat, sent.clicks, found), "gathered")


def _whose(match: Match, clicks: Sequence[Click]) -> int:
    """Who would act with what was clicked: who controls it; of several, who decides."""
    state = match.game.kernel.state
    seen = objects_seen(state, 0)
    if len(clicks) == 1 and clicks[0] in seen:
        return state.controller.get(seen[int(clicks[0])], decides(match))
    return decides(match)


def asked_back(match: Match, seat: int, number: int, sent: Sent) -> Reply:
    """The answer to a question about a moment of a game, from what the seat knew then."""
    then = look_back(match, seat, number)
    then = then.speaking(match.words.language, match.game.lang)
    if isinstance(sent, Gather):
        sent = Ask(n=sent.n, what="why", clicks=sent.clicks)
    try:
        if not isinstance(sent, Ask):
            raise ValueError(table_words(match.words.language).text("refused.unknown"))
        return Reply(sent.n, answers.answer(then, seat, sent), "hint")
    except ValueError as error:
        return Reply(sent.n, refused=escape(str(error)))
