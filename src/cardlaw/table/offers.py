"""What a seat may answer, in an order that only its view decides; the numbers of a click."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from cardlaw.kernel.choice import Option
from cardlaw.kernel.view import translate
from cardlaw.match.match import MOST, Match, kinds_of
from cardlaw.notation.labels import Names
from cardlaw.table.pointing import Click, clicks_of


class Offer(msgspec.Struct, frozen=True):
    """One option of the open question. Its number is its place in ``offered``."""

    option: Option
    #: what of it can be clicked
    clicks: tuple[Click, ...]
    #: the number of the first offer from which it differs only in cards that are alike
    first: int
    #: whether it only passes
    idle: bool


def offered(match: Match, seat: int, names: Names | None = None) -> tuple[Offer, ...]:
    """What a seat may answer now; empty if it is not asked, or if there is too much to list.

    The order is that of the verbs in the rulebook, then of the view's numbers: it is the same in
    every language.
    """
    kernel = match.game.kernel
    state, book, choice = kernel.state, kernel.book, kernel.choice
    if choice is None or choice.player != seat:
        return ()
    space = kernel.space()
    if space.count() > MOST:
        return ()
    names = names or match.game.names(seat)
    acts = choice.kind == "action"
    rank: dict[object, int] = {}
    rows = []
    for option in space:
        fields = book.option_fields(choice, option)
        verb = rank.setdefault(option[0] if acts else "", len(rank))
        rows.append((verb, repr(translate(state, fields, option)), option, fields))
    rows.sort(key=lambda row: row[:2])
    first: dict[Hashable, int] = {}
    known = set(names.known)
    return tuple(
        Offer(
            option,
            clicks_of(state, fields, option),
            first.setdefault(_alike(names, known, fields, option), number),
            acts and book.idle(option),
        )
        for number, (_, _, option, fields) in enumerate(rows)
    )


def _alike(names: Names, known: set[int], fields: tuple[str, ...], option: Option) -> Hashable:
    """What two options share that differ only in cards that nothing tells apart."""
    return tuple(
        names.look(value) if kind == "obj" and type(value) is int and value in known else value
        for kind, value in zip(kinds_of(fields, len(option)), option, strict=True)
    )
