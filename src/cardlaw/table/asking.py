"""Asking: why not, how a value comes about, what caused something, a rule, a card, who may bear it.

Everything is answered from what the seat knows. Where somebody points at a card whose face the
seat does not know, positions that it imagines answer instead of the real one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cardlaw.front import Game
from cardlaw.judge.telling import Teller, rule_gist, rule_title
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.law import Breach, Ruling
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.view import knows
from cardlaw.match import Match
from cardlaw.match.lookups import lies, rule_text, values_told, written
from cardlaw.notation.labels import player_word
from cardlaw.table.about import Candidate, bearing, candidates
from cardlaw.table.pointing import Click, objects_seen
from cardlaw.table.speaking import Voice
from cardlaw.table.words import table_words

#: how many actions are told for what somebody points at
MOST_TOLD = 3
#: how many positions are imagined to tell about a card that the seat does not know
IMAGINED = 3


class Piece(NamedTuple):
    """A piece of a sentence; one that names a rule has its number."""

    text: str
    rule: str = ""


class Said(NamedTuple):
    """A sentence of an answer: how deep it stands among causes, and its pieces."""

    pieces: tuple[Piece, ...]
    depth: int = 0

    def __str__(self) -> str:
        return "  " * self.depth + "".join(piece.text for piece in self.pieces)


class Value(NamedTuple):
    """A value of a card: the game's word to ask with, that word and the value in the language."""

    key: str
    word: str
    shown: str


class Bearer(NamedTuple):
    """A card or player that something could go to: whether it may, and every reason."""

    click: Click
    name: str
    may: bool
    reasons: tuple[Said, ...]


class Answered(NamedTuple):
    """The answer to a question, for a template: no HTML, every rule by its number."""

    kind: str
    title: str
    lines: tuple[Said, ...] = ()
    #: whether something may be done; None where that was not asked
    may: bool | None = None
    values: tuple[Value, ...] = ()
    bearers: tuple[Bearer, ...] = ()
    #: the card that the answer is about, by its number in the view
    card: int | None = None


@lru_cache(maxsize=16)
def _numbers(book: Rulebook) -> re.Pattern[str]:
    """What a rule number of a game looks like."""
    books = sorted({rule.id.partition(" ")[0] for rule in book.index}, key=len, reverse=True)
    return re.compile(rf"\b((?:{'|'.join(map(re.escape, books))}) \d+(?:\.\d+)*[a-z]?)\b")


def cited(text: str, book: Rulebook) -> Said:
    """A sentence with the rules in it found; two spaces before it are a step of depth."""
    plain = text.lstrip(" ")
    found = _numbers(book).split(plain)
    pieces = [
        Piece(piece, piece if number % 2 and piece in book.index else "")
        for number, piece in enumerate(found)
        if piece
    ]
    return Said(tuple(pieces), (len(text) - len(plain)) // 2)


def _object(match: Match, seat: int, click: Click) -> int:
    """What a click means. ValueError if the seat sees no such card."""
    seen = objects_seen(match.game.kernel.state, seat)
    if type(click) is not int or click not in seen:
        raise ValueError(_words(match).text("ask.no-card", card=click))
    return seen[click]


def _words(match: Match) -> Tongue:
    return table_words(match.words.language, match.game.book.key)


# -- why not ---------------------------------------------------------------------------------------


def why_line(match: Match, seat: int, line: str) -> Answered:
    """Whether an action in words may be done now. ValueError if the words mean nothing."""
    words, game = _words(match), match.seat_game(seat)
    answer = game.why(line, seat)
    return _ruled(words, game, ((answer.text, answer.ruling),))


def why_clicked(match: Match, seat: int, clicked: Sequence[Click]) -> Answered:
    """Why what was clicked may not be used, or that it may: each reason with its rule.

    What comes nearest is told, at most ``MOST_TOLD`` actions. ValueError for a card that the seat
    does not see.
    """
    words = _words(match)
    for click in clicked:
        if type(click) is int and click >= 0:
            _object(match, seat, click)
    game = match.seat_game(seat)
    found = _common(match, seat, clicked)
    if not found:
        return _of_no_use(match, words)
    teller = Teller(game.kernel.state, game.names(), match.words)
    told = [
        (_permitted(teller, each) if each.ruling.legal else teller.refusal(each.line, each.ruling))
        for each in found[:MOST_TOLD]
    ]
    rulings = [each.ruling for each in found[:MOST_TOLD]]
    return _ruled(words, game, tuple(zip(told, rulings, strict=True)))


def _of_no_use(match: Match, words: Tongue) -> Answered:
    """The answer about what no action has; an open question is what the game waits for first."""
    choice = match.game.kernel.choice
    if choice is None or choice.kind in ("action", "part"):
        return Answered("why", words.text("ask.nothing-with-it"), may=False)
    question = match.question()
    said = words.text(
        "ask.first",
        player=player_word(question.player),
        question=question.question,
        rule=question.rule,
    )
    lines = (cited(said, match.game.book),)
    return Answered("why", words.text("ask.may-not"), lines, may=False)


def _permitted(teller: Teller, each: Candidate) -> str:
    reasons = [teller.rule(rule) for rule in each.ruling.rules]
    reasons += [f"{teller.finding(g)} ({g.rule})" for g in each.ruling.grounds]
    return f"{teller.words.text('yes')}. {'; '.join(reasons)}."


def _ruled(words: Tongue, game: Game, told: tuple[tuple[str, Ruling], ...]) -> Answered:
    may = any(ruling.legal for _, ruling in told)
    title = words.text("ask.may" if may else "ask.may-not")
    lines = tuple(cited(text, game.book) for text, _ in told)
    return Answered("why", title, lines, may=may)


def _common(match: Match, seat: int, clicked: Sequence[Click]) -> list[Candidate]:
    """The actions about what was clicked, as the seat can judge them."""
    state = match.game.kernel.state
    seen = objects_seen(state, seat)

    def mended(breach: Breach) -> bool:
        return match.words.has(f"remedy.{breach.code}")

    if all(knows(state, seat, seen[c]) for c in clicked if type(c) is int and c in seen):
        return candidates(match.game.kernel, seat, clicked, mended)
    worlds = [match.game.imagine(seat, seed).kernel for seed in range(IMAGINED)]
    first, *others = [candidates(world, seat, clicked, mended) for world in worlds]
    rulings = [{each.line: each.ruling for each in other} for other in others]
    return [each for each in first if all(r.get(each.line) == each.ruling for r in rulings)]


# -- who may bear it -------------------------------------------------------------------------------


def bearers(match: Match, seat: int, clicked: Sequence[Click] = ()) -> Answered:
    """Where something that was clicked, or is being asked for, may go: each card and each reason.

    With nothing clicked the open question answers. ValueError for a card that is not known.
    """
    words, game = _words(match), match.seat_game(seat)
    for click in clicked:
        _known(match, seat, click)
    teller = Teller(game.kernel.state, game.names(), match.words)
    found = []
    seen = objects_seen(game.kernel.state, seat)
    for click, ruling in bearing(match.game.kernel, seat, clicked):
        if click in seen and not knows(game.kernel.state, seat, seen[click]) and not ruling.legal:
            continue  # what speaks against a hidden card could tell what it is
        reasons = [f"{teller.finding(b)} ({b.rule})" for b in ruling.breaches]
        if ruling.legal:
            reasons = [f"{teller.finding(g)} ({g.rule})" for g in ruling.grounds]
            reasons = reasons or [teller.rule(rule) for rule in ruling.rules[-1:]]
        name = game.label(seen[click]) if click in seen else teller.value("player", -1 - click)
        said = tuple(cited(reason, game.book) for reason in reasons)
        found.append(Bearer(click, name, ruling.legal, said))
    found.sort(key=lambda bearer: (not bearer.may, bearer.click))
    key = "ask.bearers" if found else "ask.no-bearers"
    return Answered("bearers", words.text(key), bearers=tuple(found))


# -- values, causes, rules, cards ------------------------------------------------------------------


def explain(match: Match, seat: int, card: Click, value: str) -> Answered:
    """How a value of a card comes about. ValueError for an unknown card or value."""
    game, words = match.seat_game(seat), _words(match)
    obj = _known(match, seat, card)
    title, *notes = game.explain(obj, value).text.split("\n")
    lines = tuple(cited(note.strip(), game.book) for note in notes)
    return Answered("explain", title.rstrip(":") or words.term(value), lines, card=_number(card))


def _number(card: Click) -> int | None:
    return card if type(card) is int else None


def _known(match: Match, seat: int, card: Click) -> int:
    """The object of a card whose face the seat knows. ValueError otherwise."""
    obj = _object(match, seat, card)
    if not knows(match.game.kernel.state, seat, obj):
        raise ValueError(_words(match).text("card-unknown", name=match.seat_game(seat).label(obj)))
    return obj


def because(match: Match, seat: int, number: int = 0) -> Answered:
    """Why something of the seat's story happened, by its number; 0 means what happened last."""
    words, story = _words(match), match.story(seat)
    if not number:
        story = match.worth_telling(story)
        number = story[-1].number if story else 0
    told = next((told for told in story if told.number == number), None)
    if told is None:
        raise ValueError(words.text("no-event", number=number))
    lines = [cited(line, match.game.book) for line in match.reasons(seat, told)]
    return Answered("because", str(told), tuple(lines[1:]))


def rule(match: Match, number: str) -> Answered:
    """A rule with its title and gist. ValueError for an unknown number, with near ones."""
    return rule_of(match.game.book, number, _words(match))


def rule_of(book: Rulebook, number: str, words: Tongue) -> Answered:
    """The same for a rulebook and a language."""
    if number in book.index:
        gist = rule_gist(book, number, words)
        return Answered("rule", f"{number} {rule_title(book, number, words)}", (cited(gist, book),))
    title, *lines = rule_text(book, number, words)
    return Answered("rule", title, tuple(cited(line, book) for line in lines))


def card(match: Match, seat: int, click: Click) -> Answered:
    """A card that the seat knows: where it is, its values, its text. ValueError otherwise."""
    game, words = match.seat_game(seat), _words(match)
    obj = _known(match, seat, click)
    book, face = game.book, game.kernel.state.faces[game.kernel.state.card[obj]]
    others = ", ".join(book.names_of(face)[1:])
    text = [lies(game, obj, words), others, *written(book, face, words.language)]
    lines = tuple(cited(line, book) for line in text if line)
    values = tuple(Value(*told) for told in values_told(game, obj, words))
    return Answered("card", game.label(obj), lines, values=values, card=_number(click))


def hint(match: Match, seat: int) -> Answered:
    """What the greedy program would do. ValueError when the seat is not asked anything."""
    words = _words(match)
    kernel = match.game.kernel
    if kernel.choice is None or kernel.to_act != seat:
        raise ValueError(words.text("ask.not-asked"))
    voice = Voice(kernel.state, match.game.names(seat), words)
    said = words.text("hint", line=voice.answer(kernel.choice, match.hinted(seat)))
    return Answered("hint", words.text("ask.hint"), (cited(said, match.game.book),))
