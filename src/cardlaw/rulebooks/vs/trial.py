"""Trying a face out: what each of its powers does in a position made for it (chapter 5).

The position has a crowd that fits almost any description: characters of every affiliation and name
that the text mentions, in each state, and such cards in every zone. A power that neither changes
it nor has a reason not to is reported.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability, Activated, Replacement, Script, Static, Triggered, walk
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached
from cardlaw.kernel.setup import Doc, Field, Mark, Placement
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, POINTS
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import Board, board_of
from cardlaw.rulebooks.vs.book import BOOK
from cardlaw.rulebooks.vs.effects import execute
from cardlaw.rulebooks.vs.equip import restricted
from cardlaw.rulebooks.vs.events import PERFORMER, set_status
from cardlaw.rulebooks.vs.faces import Face
from cardlaw.rulebooks.vs.nodes import AsEnters, EquipOnly
from cardlaw.rulebooks.vs.select import Sight, candidates, fits, meant
from cardlaw.rulebooks.vs.targets import Sentence, target_findings

_ANSWERS = 60
_YES: Field = "yes"
#: (row, states) of the crowd's characters on each side
_STANDING: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("front row", ()),
    ("front row", ("exhausted",)),
    ("front row", ("stunned",)),
    ("support row", ()),
    ("support row", ("exhausted",)),
    ("hidden front row", ()),
)


def trial(face: Face) -> tuple[str, ...]:
    """Why a face is not fully supported: a sentence for each power that does nothing."""
    reasons: list[str] = []
    for number, ability in enumerate(face.text):
        if isinstance(ability, nodes.Keyword):
            continue
        try:
            position = _Position(face)
        except ValueError as error:
            return (f"it cannot be put into a position: {error}",)
        reasons += _try(position, face, number, ability)
    return tuple(dict.fromkeys(reasons))


def _try(position: _Position, face: Face, number: int, ability: Ability) -> list[str]:
    if isinstance(ability, Static):
        return _try_static(position, face, number)
    if isinstance(ability, Replacement):
        return _try_replacement(position, ability)
    if isinstance(ability, EquipOnly):
        return _try_restriction(position)
    if isinstance(ability, Activated | Script | Triggered):
        return _try_doing(position, ability.targets, ability.do, ability)
    if isinstance(ability, AsEnters):
        return _try_doing(position, (), ability.do, ability)
    return [f"nothing executes {type(ability).__name__}"]


# -- the position ----------------------------------------------------------------------------------


class _Position:
    """A fresh position with the face in it, on the side of the first player."""

    def __init__(self, face: Face) -> None:
        self.doc = Doc()
        self.doc.turn = {"active": "A", "step": "attack"}
        self.faces: list[Face] = []
        crowd = _Crowd(face)
        self.own = self._own(face, crowd)
        for player in (0, 1):
            self._side(crowd, player)
        self.doc.turn["attack"] = "going"
        self.state: State = BOOK.setup(self.doc, tuple(self.faces), BOOK.read_options({}))
        self.obj = self.doc.objects[self.own]
        for player in (0, 1):
            self.state.put(POINTS, (player, words.POINTS), 9)
            for obj in words.characters(self.state, player):
                for kind in crowd.counters:
                    self.state.put(COUNTERS, (obj, kind), 1)

    def put(self, card: Face, zone: str, player: int, **fields: Field) -> Placement:
        if card not in self.faces:
            self.faces.append(card)
        placement = Placement(card.full_name, self.faces.index(card), zone, player, Mark())
        placement.fields = dict(fields)
        self.doc.placements.append(placement)
        return placement

    def _own(self, face: Face, crowd: _Crowd) -> Placement:
        if face.type == words.CHARACTER:
            return self.put(face, "front row", 0, column="1")
        if face.type == words.EQUIPMENT:
            bearer = self.put(crowd.people[0], "front row", 0, column="1")
            placement = self.put(face, "front row", 0)
            self.doc.placements.remove(placement)
            bearer.attached.append(placement)
            return placement
        if face.script is not None:
            return self.put(face, "hand", 0)
        return self.put(face, "resource row", 0, face="up")

    def _side(self, crowd: _Crowd, player: int) -> None:
        column = 2
        for person in crowd.people:
            for row, states in _STANDING:
                placement = self.put(person, row, player, column=str(column))
                placement.fields.update(dict.fromkeys(states, _YES))
                if row == "support row":
                    self.wear(placement, crowd.things[0])
                column += 1
        fighter = "defender" if player else "attacker"
        self.put(crowd.people[0], "front row", player, column=str(column)).fields[fighter] = _YES
        for card in (*crowd.people, *crowd.things, crowd.place, crowd.plan):
            for zone in ("hand", "deck", "KO'd pile", "resource row"):
                self.put(card, zone, player)
        self.put(crowd.place, "resource row", player, face="up")

    def wear(self, bearer: Placement, face: Face) -> None:
        placement = self.put(face, "front row", 0)
        self.doc.placements.remove(placement)
        bearer.attached.append(placement)


class _Crowd:
    """Faces that fit the descriptions of a text."""

    def __init__(self, face: Face) -> None:
        selects = [node for node in walk(face.text) if isinstance(node, nodes.Select)]
        kinds = tuple(dict.fromkeys(kind for select in selects for kind in select.kinds))
        named = next((select.named for select in selects if select.named), "")
        bounds = [b for s in selects for low_high in s.values.values() for b in low_high if b]
        sizes = dict.fromkeys((1, 4, 8, *(bound for bound in bounds if bound < 20)))
        army = any(select.version == "Army" for select in selects)
        common: dict[str, Any] = {"affiliations": kinds or ("Crowd",)}
        self.counters = dict.fromkeys(_counters(face))
        self.people = [
            Face(
                name=named or f"Person {size}",
                type=words.CHARACTER,
                version="Army" if army else f"Size {size}",
                cost=size,
                atk=size,
                defence=size,
                flight=number % 2 == 0,
                range=number % 2 == 0,
                **common,
            )
            for number, size in enumerate(sizes)
        ]
        self.things = [
            Face(name=f"Thing {cost}", type=words.EQUIPMENT, cost=cost, traits=kinds)
            for cost in (0, 3)
        ]
        self.place = Face(name="Place", type=words.LOCATION, nonunique=True, threshold=1)
        self.plan = Face(name="Plan", type=words.PLOT_TWIST, threshold=1)


def _counters(face: Face) -> list[str]:
    """The kinds of counters that a text takes away."""
    found = [
        node.kind
        for node in walk(face.text)
        if isinstance(node, nodes.PutCounters) and isinstance(node.amount, int) and node.amount < 0
    ]
    costs = [node for node in walk(face.text) if isinstance(node, nodes.Cost)]
    return found + [cost.remove_counters for cost in costs if cost.remove_counters]


# -- powers ----------------------------------------------------------------------------------------


def _try_static(position: _Position, face: Face, number: int) -> list[str]:
    """A continuous power makes the board another one than it is without the power."""
    rest = tuple(a for n, a in enumerate(face.text) if n != number)
    without = _Position(msgspec.structs.replace(face, text=rest))
    if _told(board_of(position.state)) != _told(board_of(without.state)):
        return []
    node = face.text[number]
    assert isinstance(node, Static)
    if node.when or any(not isinstance(getattr(g, "amount", 1), int) for g in node.gives):
        return []  # a condition that does not hold here, or an amount that is nothing here
    gives = ", ".join(type(part).__name__ for part in node.gives)
    return [f"the continuous power ({gives}) changes nothing"]


def _told(board: Board) -> list[object]:
    """What a board says, without the places of powers in their faces."""
    traits = [
        (obj, [getattr(found, slot) for slot in found.__slots__ if slot != "text"])
        for obj, found in sorted(board.traits.items())
    ]
    powers = [
        sorted((key, [power.holder for power in row]) for key, row in table.items())
        for table in (board.activated, board.triggers, board.replacements)
    ]
    return [traits, powers, board.teams]


def _try_replacement(position: _Position, node: Replacement) -> list[str]:
    """Some character's event is replaced."""
    state = position.state
    for player in (0, 1):
        for obj in words.characters(state, player):
            event = Happening(node.on.event, "VS 511", (state.base,), (obj,))
            for option in PERFORMER.replacements(state, event):
                if option[0] == position.obj:
                    return []
    return [f"nothing that is {node.on.event} is replaced"]


def _try_restriction(position: _Position) -> list[str]:
    """Some characters may bear it and some may not."""
    state = position.state
    face: Face = state.faces[state.card[position.obj]]
    verdicts = {
        breached(restricted(state, position.obj, face, obj, 0))
        for player in (0, 1)
        for obj in words.characters(state, player)
        if not words.has(state, obj, words.STUNNED)
    }
    return [] if False in verdicts else ["no character may bear it"]


def _try_doing(
    position: _Position,
    targets: tuple[nodes.Target, ...],
    do: tuple[nodes.Does, ...],
    node: Ability,
) -> list[str]:
    """What a power does is done: something has to be told, and no question is left open."""
    state = position.state
    sight = Sight(position.obj, 0)
    if isinstance(node, Triggered):
        sight = sight.naming("it", (state.ref(_subject(position, node.on[0], sight)),))
    sentence = Sentence(targets, do, sight)
    chosen: tuple[Any, ...] = ()
    for number, target in enumerate(targets):
        obj = _aim(state, sentence, number, chosen)
        if obj is None:
            return [f"nothing to target: {target.select}"]
        chosen = (*chosen, state.ref(obj))
        sight = sight.naming(target.name, (state.ref(obj),))
    _ready(state, do, sight)
    before = len(state.entries)
    try:
        _drive(state, execute(state, do, sight, state.base))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError) as error:
        return [f"doing it fails: {type(error).__name__}: {error}"]
    if len(state.entries) == before and not _may_do_nothing(do):
        what = ", ".join(type(part).__name__ for part in do)
        return [f"doing it ({what}) changes nothing"]
    return []


def _ready(state: State, do: tuple[nodes.Does, ...], sight: Sight) -> None:
    """What the power itself names is not yet in the state into which it brings it."""
    for node in walk(do):
        if isinstance(node, nodes.SetState) and node.what.who in ("self", "bearer", "it"):
            bit = words.STATES[node.state]
            for obj in meant(state, node.what, sight):
                set_status(state, obj, on=0 if node.on else bit, off=bit if node.on else 0)


def _may_do_nothing(do: tuple[nodes.Does, ...]) -> bool:
    """Whether nothing happening may be right: conditions and amounts that are nothing here."""
    return any(
        isinstance(inner, nodes.If) or not isinstance(getattr(inner, "amount", 1), int)
        for inner in walk(do)
    )


def _subject(position: _Position, on: nodes.On, sight: Sight) -> int:
    """What the event is about that a power triggers on."""
    state, obj = position.state, position.obj
    if on.event == "stunned a defender":
        return next(iter(state.lists["defender"]), obj)
    if on.what.who == "bearer":
        return state.host.get(obj, obj)
    if on.what.who:
        return obj
    found = candidates(state, on.what, 0)
    return next((o for o in found if o != obj and fits(state, on.what, o, sight)), obj)


def _aim(state: State, sentence: Sentence, number: int, chosen: tuple[Any, ...]) -> int | None:
    """A legal target, one that was not named before if there is one."""
    select = sentence.targets[number].select
    taken = {ref.id for ref in chosen}
    legal = [
        obj
        for obj in candidates(state, select, sentence.sight.player)
        if not breached(target_findings(state, sentence, number, obj, chosen))
    ]
    return next((obj for obj in legal if obj not in taken), next(iter(legal), None))


def _drive(state: State, course: Any) -> None:
    choice = next(course, None)
    for _ in range(_ANSWERS):
        if choice is None:
            return
        space = BOOK.space(state, choice)
        options = list(islice(iter(space), 2))
        if not options:
            raise ValueError(f"the question {choice.kind!r} has no answer")
        try:
            choice = course.send(options[-1])
        except StopIteration:
            return
    raise ValueError("it asks without end")
