"""Stored tables: whether plain data can be the state of a game, before anything is read from it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.tables import Effect, PileItem, Ref, Waiting, Zone

Natural = Annotated[int, msgspec.Meta(ge=0)]
#: an object, or a player as -1 and -2
Host = Annotated[int, msgspec.Meta(ge=-2)]
Player = Annotated[int, msgspec.Meta(ge=-1, le=1)]
Seers = Annotated[int, msgspec.Meta(ge=0, le=3)]
Tuple = tuple[Any, ...]
#: the rows of a table that has a number, or a player, for each object
Numbers = list[tuple[Natural, Natural]]
Players = list[tuple[Natural, Player]]


class StoredTables(msgspec.Struct, forbid_unknown_fields=True):
    """The rows of each table as a position stores them, each a key and a value."""

    where: list[tuple[Natural, Zone]]
    order: list[tuple[Zone, tuple[Natural, ...]]]
    card: Numbers
    owner: Players
    controller: Players
    host: list[tuple[Natural, Host]]
    status: Numbers
    counters: list[tuple[tuple[Natural, str], int]]
    damage: list[tuple[Natural, int]]
    place: list[tuple[Natural, Tuple]]
    born: Numbers
    stamp: Numbers
    effects: list[tuple[Natural, Effect]]
    pile: list[tuple[Natural, PileItem]]
    waiting: list[tuple[Natural, Waiting]]
    used: list[tuple[Any, int]]
    knows: list[tuple[Natural, Seers]]
    serial: Numbers
    points: list[tuple[tuple[Player, str], int]]
    turn: list[tuple[str, int]]
    lists: list[tuple[str, Tuple]]
    last: list[tuple[Ref, Tuple]]


def check_tables(book: Rulebook, faces: int, data: object) -> None:
    """Check the stored tables of a game that has so many faces.

    ValueError is one sentence that names the table or object and what is wrong with it.
    """
    try:
        rows = msgspec.convert(data, StoredTables)
        damage = _damage(book, faces, rows)
    except msgspec.ValidationError as error:
        damage = str(error)
    if damage:
        raise ValueError(f"this is no position of {book.title}: damaged tables: {damage}")


def _damage(book: Rulebook, faces: int, rows: StoredTables) -> str:
    """What is wrong with rows of the right types, or nothing."""
    where = dict(rows.where)
    for name, each in (("card", rows.card), ("owner", rows.owner), ("controller", rows.controller)):
        odd = where.keys() ^ {key for key, _ in each}
        if odd:
            return f"object {min(odd)} is not both in a zone and in the table {name!r}"
    for obj, face in rows.card:
        if face >= faces:
            return f"object {obj} has face {face}, and there are {faces}"
    for pair in rows.host:
        if not where.keys() >= {number for number in pair if number > 0}:
            return f"of {pair[0]}, attached to {pair[1]}, one is no object"
    listed = dict(rows.lists).get("pile", ())
    if sorted(map(repr, listed)) != sorted(repr(key) for key, _ in rows.pile):
        return "the order of the pile does not list its items"
    place = dict(rows.place)
    for obj, zone in where.items():
        if not book.fits_place(zone, place.get(obj)):
            return f"object {obj} cannot have the place {place.get(obj)} in the zone {zone[0]!r}"
    return _misplaced(book, where, rows.order)


def _misplaced(
    book: Rulebook, where: dict[int, Zone], order: list[tuple[Zone, tuple[int, ...]]]
) -> str:
    """Each object lies in one zone of the game, and that zone lists it once."""
    for name, player in (*(zone for zone, _ in order), *where.values()):
        if name not in book.zones or not -1 <= player <= 1:
            return f"{name!r} of player {player} is no zone of this game"
    listed = sorted((obj, zone) for zone, members in order for obj in members)
    if listed != sorted(where.items()):
        odd = set(listed) ^ set(where.items()) or set(listed)
        return f"object {min(odd)[0]} is not listed once, in the zone where it lies"
    return ""
