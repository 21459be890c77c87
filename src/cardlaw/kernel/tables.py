"""The fixed set of flat tables that is the whole state of a game, and their row types."""

from __future__ import annotations

from typing import Any, NamedTuple

Zone = tuple[str, int]
"""A zone is its name and its player; shared zones have the player -1."""

NOBODY = -1


class Ref(NamedTuple):
    """An object as it is now: after a change of zone the number differs and the Ref is stale."""

    id: int
    born: int


class Effect(NamedTuple):
    """A continuous effect that no object in play generates: a modifier with an end.

    ``text`` is a path into card data (face, ability, ...), so that the row stays plain data.
    """

    text: tuple[int, ...]
    source: int
    player: int
    affected: tuple[Ref, ...]
    until: str
    stamp: int
    event: int
    data: tuple[Any, ...] = ()


class PileItem(NamedTuple):
    """Something on the pile (stack, chain): its kind, its text and the answers given for it."""

    kind: str
    player: int
    source: Ref
    text: tuple[int, ...]
    first: tuple[Any, ...]
    answers: tuple[tuple[Any, ...], ...]
    event: int
    data: tuple[Any, ...] = ()


class Waiting(NamedTuple):
    """A trigger that waits to be put on the pile."""

    player: int
    source: Ref
    text: tuple[int, ...]
    event: int
    data: tuple[Any, ...] = ()


#: the tables by index: name, what a row holds
TABLES: tuple[tuple[str, type | None], ...] = (
    ("where", None),  # object -> zone
    ("order", None),  # zone -> the objects in it, in order
    ("card", None),  # object -> index of its face in the game's list of faces
    ("owner", None),  # object -> player
    ("controller", None),  # object -> player
    # object -> what it is attached to: an object, -1 - player, 0 for what has left a moment ago
    ("host", None),
    ("status", None),  # object -> bits, named by the rulebook
    ("counters", None),  # (object, kind) -> number
    ("damage", None),  # object -> number
    ("place", None),  # object -> position inside its zone
    ("born", None),  # object -> how often it has become a new object
    ("stamp", None),  # object -> timestamp
    ("effects", Effect),  # number -> continuous effect
    ("pile", PileItem),  # number -> item on the pile; lists["pile"] has the order
    ("waiting", Waiting),  # number -> trigger that waits
    ("used", None),  # anything limited -> how often it was used
    ("knows", None),  # object -> bits of the players who know its face
    ("serial", None),  # object -> the number by which players outside know it
    ("points", None),  # (player, kind) -> number
    ("turn", None),  # word -> number
    ("lists", None),  # word -> tuple
    ("last", None),  # Ref -> last known information, in the rulebook's form
)

WHERE, ORDER, CARD, OWNER, CONTROLLER, HOST, STATUS, COUNTERS, DAMAGE, PLACE, BORN = range(11)
STAMP, EFFECTS, PILE, WAITING, USED, KNOWS, SERIAL, POINTS, TURN, LISTS, LAST = range(11, 22)

#: a change: table, key, old value, new value (None stands for no row)
Change = tuple[int, Any, Any, Any]
