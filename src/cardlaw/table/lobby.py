"""The lobby: its page, the form for a new game, links that give a seat away."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from babel.dates import format_datetime
from litestar.datastructures import FormMultiDict, UploadFile

from cardlaw import rulebooks
from cardlaw.agents import AGENTS
from cardlaw.judge.coverage import real_books
from cardlaw.judge.tongue import ENGLISH, LANGUAGES
from cardlaw.table.errands import Deal, DeckChoice
from cardlaw.table.sitting import PERSON
from cardlaw.table.store import Saved
from cardlaw.table.words import table_words

FRIEND, BOTH = "friend", "both"
OPPONENTS = (*AGENTS, FRIEND, BOTH)
#: seeds that a form may name
SEEDS = 2**48


class BadForm(ValueError):
    """A form that means nothing; the text is a key of the table's texts."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Offered(NamedTuple):
    """A game that the lobby offers."""

    key: str
    title: str
    decks: tuple[str, ...]


class Shown(NamedTuple):
    """A saved game as the lobby shows it."""

    id: str
    title: str
    #: who sits opposite, in words
    seats: str
    #: when it was begun, in words
    when: str
    over: bool


def offered() -> list[Offered]:
    """The games with the decks that the package ships."""
    return [Offered(book.key, book.title, tuple(book.decks())) for book in real_books()]


def shown(saved: list[Saved], language: str) -> list[Shown]:
    """Saved games as somebody reads them."""
    words = table_words(language)
    found = []
    for each in saved:
        if each.book in rulebooks.known():
            begun = datetime.fromtimestamp(each.begun, tz=UTC)
            when = format_datetime(begun, "short", locale=language)
            seats = words.text(f"lobby.opponent-{each.opponent}")
            found.append(Shown(each.id, rulebooks.find(each.book).title, seats, when, each.over))
    return found


def waits_for_a_friend(deal: Deal) -> bool:
    """Whether the other seat is to be given away by a link."""
    return deal.seats == (PERSON, PERSON) and not deal.shared


def language_of(text: str | None, usual: str = ENGLISH) -> str:
    """A language that there is."""
    return text if text in LANGUAGES else usual


async def deal_of(form: FormMultiDict, language: str) -> Deal:
    """The game that a form asks for. BadForm."""
    game, opponent = _text(form, "game"), _text(form, "opponent") or "greedy"
    if game not in {book.key for book in real_books()}:
        raise BadForm("form.game", game=game[:40])
    if opponent not in OPPONENTS:
        raise BadForm("form.opponent", opponent=opponent[:40])
    seat = _text(form, "seat") or "A"
    if seat not in ("A", "B"):
        raise BadForm("form.seat", seat=seat[:40])
    own, other = await _deck(form, "deck"), await _deck(form, "other_deck")
    names = (PERSON, opponent if opponent in AGENTS else PERSON)
    first = seat == "A"
    if not first and not own.listed and not own.name:
        own, other = await _starter(game, 0, own), await _starter(game, 1, other)
    return Deal(
        game=game,
        decks=(own, other) if first else (other, own),
        seats=names if first else (names[1], names[0]),
        secret=secrets.token_bytes(16),
        seed=_seed(_text(form, "seed")),
        shared=opponent == BOTH,
        language=language,
    )


async def _starter(game: str, place: int, given: DeckChoice) -> DeckChoice:
    """The deck that a player has who has named none."""
    if given.name or given.listed:
        return given
    return DeckChoice(name=list(rulebooks.find(game).decks())[place])


async def _deck(form: FormMultiDict, field: str) -> DeckChoice:
    """A deck that a form names: a file, a pasted list, or a shipped deck."""
    file = form.get(f"{field}_file")
    if isinstance(file, UploadFile):
        raw = await file.read()
        if raw.strip():
            return DeckChoice(name=file.filename[-80:], listed=raw)
    pasted = _text(form, f"{field}_text")
    if pasted.strip():
        return DeckChoice(listed=pasted.encode())
    return DeckChoice(name=_text(form, field))


def _text(form: FormMultiDict, field: str) -> str:
    value = form.get(field)
    return value if isinstance(value, str) else ""


def _seed(text: str) -> int:
    if not text:
        return secrets.randbelow(SEEDS)
    if not text.isdecimal() or len(text) > 15 or int(text) >= SEEDS:
        raise BadForm("form.seed", most=SEEDS - 1)
    return int(text)
