"""What a seat may answer, in an order that only its view decides; the numbers of a click."""

from __future__ import annotations

import re
from collections.abc import Hashable

import msgspec

from cardlaw.kernel.choice import Option
from cardlaw.kernel.view import translate
from cardlaw.match.match import MOST, Match, kinds_of
from cardlaw.notation.labels import Names
from cardlaw.notation.saying import say_answer
from cardlaw.table.pointing import Click, clicks_of

_DIGITS = re.compile(r"(\d+)")


class Offer(msgspec.Struct, frozen=True):
    """One option of the open question. Its number is its place in ``offered``."""

    option: Option
    words: str
    #: what of it can be clicked
    clicks: tuple[Click, ...]
    #: the number of the first offer from which it differs only in cards that are alike
    first: int
    #: whether it only passes
    idle: bool


def offered(match: Match, seat: int, names: Names | None = None) -> tuple[Offer, ...]:
    """What a seat may answer now; empty if it is not asked, or if there is too much to list.

    The order is that of the verbs in the rulebook, then of the words, then of the view's numbers.
    """
    kernel = match.game.kernel
    state, book, choice = kernel.state, kernel.book, kernel.choice
    if choice is None or choice.player != seat:
        return ()
    space = kernel.space()
    if space.count() > MOST:
        return ()
    names = names or match.game.names(seat)
    rows = []
    rank: dict[object, int] = {}
    for option in space:
        fields = book.option_fields(choice, option)
        verb = rank.setdefault(option[0] if choice.kind == "action" else "", len(rank))
        words = say_answer(state, choice, option, names)
        rows.append((verb, _natural(words), repr(translate(state, fields, option)), words, option))
    rows.sort(key=lambda row: row[:3])
    first: dict[Hashable, int] = {}
    known = set(names.known)
    found = []
    for number, (_, _, _, words, option) in enumerate(rows):
        fields = book.option_fields(choice, option)
        idle = choice.kind == "action" and book.idle(option)
        clicks = clicks_of(state, fields, option)
        alike = first.setdefault(_alike(names, known, fields, option), number)
        found.append(Offer(option, words, clicks, alike, idle))
    return tuple(found)


def _natural(words: str) -> tuple[tuple[int, str], ...]:
    """A key by which "#10" comes after "#9"."""
    return tuple(
        (int(piece), "") if piece.isdecimal() else (0, piece.casefold())
        for piece in _DIGITS.split(words)
    )


def _alike(names: Names, known: set[int], fields: tuple[str, ...], option: Option) -> Hashable:
    """What two options share that differ only in cards that nothing tells apart."""
    return tuple(
        names.look(value) if kind == "obj" and type(value) is int and value in known else value
        for kind, value in zip(kinds_of(fields, len(option)), option, strict=True)
    )
