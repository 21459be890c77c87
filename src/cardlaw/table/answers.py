"""What a page gets for its questions, as HTML: the answer to one, and what clicks have gathered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardlaw.judge.tongue import ENGLISH, Tongue
from cardlaw.match import Match
from cardlaw.table import asking, drawing
from cardlaw.table.asking import Answered
from cardlaw.table.gather import Gathered, Way
from cardlaw.table.message import Ask
from cardlaw.table.pointing import Click
from cardlaw.table.speaking import Voice
from cardlaw.table.words import table_words


def answer(match: Match, seat: int, sent: Ask) -> str:
    """The answer to a question of a page. ValueError in one sentence if it means nothing."""
    return html(match, _ASKED[sent.what](match, seat, sent))


def why_not(match: Match, seat: int, clicked: Sequence[Click]) -> str:
    """Why nothing can be done with what was clicked. ValueError as of ``asking.why_clicked``."""
    return html(match, asking.why_clicked(match, seat, clicked))


def html(match: Match, answered: Answered) -> str:
    """An answer as HTML."""
    return fragment(answered, table_words(match.words.language, match.game.book.key))


def fragment(answered: Answered, words: Tongue) -> str:
    """The same for the texts of a language."""
    return drawing.fragment("answer.html.j2", words, {"answer": answered})


def gathered(match: Match, seat: int, clicked: Sequence[Click], found: Gathered) -> str:
    """The actions that clicks have left, as buttons, and where it may not go, with every reason."""
    words = table_words(match.words.language, match.game.book.key)
    try:
        bearers = asking.bearers(match, seat, clicked).bearers
    except ValueError:  # a player or a place goes nowhere
        bearers = ()
    refused = [bearer for bearer in bearers if not bearer.may]
    if len(refused) == len(bearers):
        refused = []  # what was clicked is not on its way to any card
    shown = [(_shown(match, seat, way, words), way) for way in found.ways]
    values: dict[str, object] = {"gathered": found, "ways": shown, "refused": refused}
    return drawing.fragment("gathered.html.j2", words, values)


def _shown(match: Match, seat: int, way: Way, words: Tongue) -> str:
    """An action in the language of the page; in English that is the line itself."""
    kernel = match.game.kernel
    if words.language == ENGLISH:
        return way.words
    return Voice(kernel.state, match.game.names(seat), words).line(kernel, way.line)


def _why(match: Match, seat: int, sent: Ask) -> Answered:
    if sent.line:
        return asking.why_line(match, seat, sent.line)
    return asking.why_clicked(match, seat, _clicks(sent))


def _clicks(sent: Ask) -> Sequence[Click]:
    return sent.clicks if sent.card is None else [sent.card, *sent.clicks]


def _card(sent: Ask) -> Click:
    clicks = _clicks(sent)
    return clicks[0] if clicks else ""


_ASKED: dict[str, Callable[[Match, int, Ask], Answered]] = {
    "why": _why,
    "explain": lambda match, seat, sent: asking.explain(match, seat, _card(sent), sent.value),
    "because": lambda match, seat, sent: asking.because(match, seat, sent.number),
    "rule": lambda match, seat, sent: asking.rule(match, sent.rule),
    "card": lambda match, seat, sent: asking.card(match, seat, _card(sent)),
    "hint": lambda match, seat, sent: asking.hint(match, seat),
    "bearers": lambda match, seat, sent: asking.bearers(match, seat, _clicks(sent)),
}
