"""What a player sees: the only way out of the process for anything about a game."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from cardlaw.kernel.because import SETUP, is_head
from cardlaw.kernel.choice import CHANCE, Choice
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.loops import COUNTING
from cardlaw.kernel.moment import Step
from cardlaw.kernel.state import ANSWER, FORCED, ROLLED, Entry, State
from cardlaw.kernel.tables import CARD, KNOWS, OWNER, SERIAL

Json = Any


class Seen(msgspec.Struct, frozen=True):
    """One object as a player sees it. ``id`` is the number that this view uses for it.

    ``host`` is what it is attached to: such a number, or a player as -1 and -2.
    """

    id: int
    zone: tuple[str, int]
    name: str | None
    owner: int
    controller: int
    place: tuple[Any, ...] = ()
    host: int | None = None
    status: tuple[str, ...] = ()
    counters: dict[str, int] = {}
    damage: int = 0
    values: dict[str, Any] = {}


class View(msgspec.Struct, frozen=True):
    """A position as one player sees it; ids are the view's own."""

    player: int
    turn: dict[str, int]
    points: list[tuple[int, str, int]]
    counts: list[tuple[str, int, int]]
    objects: list[Seen]
    lists: dict[str, list[Json]]
    pile: list[Json]
    to_act: int | None
    asks: str
    rule: str
    options: list[Json] | None
    effects: list[Json] = []

    def bytes(self) -> bytes:
        """The canonical bytes of the view."""
        return msgspec.json.encode(self)


def knows(state: State, player: int, obj: int) -> bool:
    """Whether a player knows the face of an object."""
    return bool(state.knows.get(obj, 0) >> player & 1)


def translate(state: State, fields: tuple[str, ...], values: tuple[Any, ...]) -> list[Json]:
    """Values with object ids turned into view ids, by the types of their fields."""
    result: list[Json] = []
    for index, value in enumerate(values):
        field = fields[min(index, len(fields) - 1)] if fields else "num"
        if field.startswith("*"):
            field = field[1:]
        elif index >= len(fields):
            field = "num"
        result.append(_translated(state, field.split(":")[0], value))
    return result


def _translated(state: State, kind: str, value: Any) -> Json:
    if kind == "obj":
        if isinstance(value, tuple):
            return [_translated(state, kind, item) for item in value[:1]]
        return state.serial.get(value, value)
    if kind == "objs":
        return [state.serial.get(item, item) for item in value]
    if isinstance(value, tuple):
        return [_translated(state, kind, item) for item in value]
    return value


def see(game: Game, player: int) -> View:
    """The position as a player (0 or 1) sees it."""
    state, book = game.state, game.book
    counts: list[tuple[str, int, int]] = []
    objects: list[Seen] = []
    for zone in sorted(state.order):
        kind = book.zones[zone[0]]
        known = [obj for obj in state.order[zone] if knows(state, player, obj)]
        counts.append((zone[0], zone[1], len(state.order[zone])))
        if kind.listed:
            shown = list(state.order[zone])
            if not kind.ordered:
                shown.sort(key=lambda obj: state.serial.get(obj, 0))
        else:
            shown = sorted(known, key=lambda obj: state.serial.get(obj, 0))
        objects.extend(_seen(state, player, obj) for obj in shown)
    choice = game.choice
    mine = choice is not None and choice.player == player
    return View(
        player=player,
        turn={k: v for k, v in sorted(state.turn.items()) if k not in COUNTING},
        points=[(p, kind, n) for (p, kind), n in sorted(state.points.items())],
        counts=counts,
        objects=objects,
        lists={
            name: [_translated(state, kind, v) for v in state.lists.get(name, ())]
            for name, kind in sorted(book.public_lists.items())
        },
        pile=[_pile_item(state, key) for key in state.lists.get("pile", ())],
        to_act=game.to_act,
        asks="" if choice is None else choice.kind,
        rule="" if choice is None else book.rule_of(state, choice),
        options=_options(game, choice) if mine and choice is not None else None,
        effects=[
            [state.serial.get(e.source, -1), [state.serial.get(r.id, -1) for r in e.affected]]
            for _, e in sorted(state.effects.items())
        ],
    )


def _options(game: Game, choice: Choice) -> list[Json]:
    state, book = game.state, game.book
    space = game.space()
    if space.count() > 5000:
        return []
    return sorted(
        (translate(state, book.option_fields(choice, option), option) for option in space),
        key=repr,
    )


def _pile_item(state: State, key: int) -> Json:
    item = state.pile[key]
    shape = state.book.by_verb.get(item.first[0]) if item.first else None
    answers: list[Json] = []
    if shape is not None:
        fields = {part.name: ("term:part", *part.fields) for part in shape.parts}
        answers = [translate(state, fields.get(a[0], ()), a) for a in item.answers]
    told = [item.kind, item.player, state.serial.get(item.source.id, -1), list(item.text), answers]
    more = state.book.item_seen(state, key)
    return [*told, more] if more else told


def _seen(state: State, player: int, obj: int) -> Seen:
    book = state.book
    known = knows(state, player, obj)
    bits = state.status.get(obj, 0)
    host = state.host.get(obj)
    return Seen(
        id=state.serial.get(obj, 0),
        zone=state.where[obj],
        name=book.name_of(state.faces[state.card[obj]]) if known else None,
        owner=state.owner[obj],
        controller=state.controller[obj],
        place=state.place.get(obj, ()),
        host=host if host is None or host < 0 else state.serial.get(host, 0),
        status=tuple(name for name, bit in sorted(book.status_names.items()) if bits & bit),
        counters={k: n for (o, k), n in sorted(state.counters.items()) if o == obj},
        damage=state.damage.get(obj, 0),
        values=book.values_of(state, obj) if known or book.shows_values(state, obj) else {},
    )


def ruling_seen(game: Game, ruling: Ruling) -> Json:
    """A ruling with view ids: what a player may be told."""
    codes = game.book.codes

    def told(finding: Any) -> Json:
        fields = codes[finding.code].fields if finding.code in codes else ()
        return [finding.code, finding.rule, translate(game.state, fields, finding.values)]

    return {
        "rules": list(ruling.rules),
        "breaches": [told(b) for b in ruling.breaches],
        "grounds": [told(g) for g in ruling.grounds],
    }


class Followed(NamedTuple):
    """An event as one player could follow it; ``values`` as ``log`` tells them."""

    id: int
    kind: str
    rule: str
    causes: tuple[int, ...]
    values: list[Json]


def log(game: Game, player: int) -> list[Json]:
    """The events of a game as one player could follow them: number, kind, rule, causes, values.

    Each is told with the names and ids of its own time; what the player could not see is None, with
    the number of its owner.
    Answers of the other player are left out unless their kind is open.
    """
    told: list[Json] = []
    numbers: dict[int, int] = {}
    for event in followed(game, player):
        if event.kind == SETUP:
            continue
        numbers[event.id] = len(told)
        causes = [numbers[c] for c in event.causes if c in numbers]
        told.append([len(told), event.kind, event.rule, causes, event.values])
    return told


def followed(game: Game, player: int, start: int = 0) -> list[Followed]:
    """The events with ids from ``start`` on, as one player could follow them.

    It takes time by how much has happened since, not by how long the game is.
    """
    entries = _entries_from(game, start)
    state = game.state.copy()
    state.revert([entry for _, entry in entries])
    told: list[Followed] = []
    at = 0
    while at < len(entries):
        number, head = entries[at]
        before: dict[int, int] = {}
        at += 1
        while at < len(entries) and not is_head(entries[at][1]):
            _apply(state, entries[at][1], before)
            at += 1
        if not is_head(head):
            _apply(state, head, before)
            continue
        kind, rule, causes, values = head
        known = Known(before, state.knows, player, state.owner)
        seen = _told_values(game, state, known, kind, values)
        if seen is not None:
            told.append(Followed(number, kind, rule, causes, seen))
    return told


def _entries_from(game: Game, start: int) -> list[tuple[int, Entry]]:
    """The entries of the journal from an index on, with their indices."""
    steps: list[Step] = []
    step: Step | None = game.step
    while step is not None and step.base + len(step.entries) > start:
        steps.append(step)
        step = step.prev
    return [
        (number, entry)
        for step in reversed(steps)
        for number, entry in enumerate(step.entries, step.base)
        if number >= start
    ]


def _apply(state: State, entry: Any, before: dict[int, int]) -> None:
    """Write an entry; ``before`` keeps who knew an object before the first that changes it."""
    table, key, old, new = entry
    if table in (SERIAL, KNOWS, CARD, OWNER):
        if table == KNOWS:
            before.setdefault(key, old or 0)
        if new is None:
            state.tables[table].pop(key, None)
        else:
            state.tables[table][key] = new


class Known(NamedTuple):
    """The objects that a player knew right before or right after an event."""

    #: who knew the objects before whose ``after`` the event has changed
    before: dict[int, int]
    after: dict[int, int]
    player: int
    #: whose the objects are: of one that the player does not know, an event says that much
    owners: dict[int, int] = {}

    def __contains__(self, obj: object) -> bool:
        bits = self.before.get(obj, 0) | self.after.get(obj, 0)  # type: ignore[call-overload]
        return bool(bits >> self.player & 1)


def _told_values(
    game: Game, state: State, known: Known, kind: str, values: tuple[Any, ...]
) -> list[Json] | None:
    """The values of an event for a player; None when the player may not know of the event."""
    if kind in (ANSWER, FORCED, ROLLED):
        return _told_answer(state, known, values)
    code = game.book.codes.get(kind)
    return _told(state, known, code.fields if code is not None else (), values)


def _told(
    state: State, known: Known, fields: tuple[str, ...], values: tuple[Any, ...]
) -> list[Json]:
    """Values by the types of their fields; of an object that the player did not know, its owner."""
    result: list[Json] = []
    for index, value in enumerate(values):
        field = fields[min(index, len(fields) - 1)] if fields else "num"
        if index >= len(fields) and not field.startswith("*"):
            field = "num"
        kind = field.removeprefix("*").split(":")[0]
        result.append(_told_value(state, known, kind, value))
    return result


def _told_value(state: State, known: Known, kind: str, value: Any) -> Json:
    if kind == "obj":
        obj = value[0] if isinstance(value, tuple) and value else value
        if obj not in state.card:
            return value
        if obj not in known:
            owner = known.owners.get(obj)
            return [None, None] if owner is None else [None, None, owner]
        return [state.serial.get(obj, 0), state.book.name_of(state.faces[state.card[obj]])]
    if kind == "objs":
        return [_told_value(state, known, "obj", item) for item in value]
    return _translated(state, kind, value)


def _told_answer(state: State, known: Known, values: tuple[Any, ...]) -> list[Json] | None:
    """An answer: whole for its player; for others if its kind is open."""
    who, kind, option = values
    player = known.player
    known = known._replace(owners={})
    choice = state.book.choices.get(kind)
    if choice is None:
        return [who, kind] if who == player else None
    if who not in (player, CHANCE) and not choice.open:
        return None
    shown = who == player or choice.open
    return [who, kind, _told(state, known, choice.fields, option) if shown else None]
