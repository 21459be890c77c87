"""Pointing: the numbers by which a page means cards, players and places, and what they stand for.

A card is the number of its view, a player -1 (A) or -2 (B), a place the words of its cell: "C2",
"front row 2".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from cardlaw.kernel.choice import Option
from cardlaw.kernel.state import State
from cardlaw.kernel.view import knows

#: what a click on a page means
Click: TypeAlias = int | str

#: the names of the fields that are a place on the table together
PLACE = frozenset(("cell", "row", "column"))


def objects_seen(state: State, player: int) -> dict[int, int]:
    """The objects that a player sees one by one, by their numbers in the player's view."""
    zones, serial = state.book.zones, state.serial
    return {
        serial.get(obj, 0): obj
        for zone, members in state.order.items()
        for obj in members
        if zones[zone[0]].listed or knows(state, player, obj)
    }


def clicks_of(state: State, fields: tuple[str, ...], option: Option) -> tuple[Click, ...]:
    """What of an option can be clicked: its cards and players, or its place.

    ``fields`` are the types of the values, as ``Rulebook.option_fields`` gives them.
    """
    found: list[Click] = []
    place: list[str] = []
    for (kind, name), value in zip(_kinds(fields), option, strict=False):
        if name in PLACE:
            place.append(str(value))
        elif kind == "player" and value in (0, 1):
            found.append(-1 - int(value))
        elif kind == "obj":
            found.extend(_cards(state, (value,)))
        elif kind == "objs":
            found.extend(_cards(state, value))
    return (*found, " ".join(place)) if place else tuple(found)


def _kinds(fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The type and the name of each value; a field with a star is that of all further values."""
    for field in fields:
        kind, _, name = field.removeprefix("*").partition(":")
        yield kind, name
        while field.startswith("*"):
            yield kind, name


def _cards(state: State, values: Iterable[object]) -> Iterator[int]:
    for value in values:
        obj = value[0] if isinstance(value, tuple) and value else value
        if isinstance(obj, int) and obj in state.where:
            yield state.serial.get(obj, 0)
