"""Trying a face out: what each of its powers does in a position made for it (chapter 5).

The position has a crowd that fits almost any description: characters of every affiliation and name
that the text mentions, in each state, and such cards in every zone. A power that neither changes
it nor has a reason not to is reported.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability, Activated, Replacement, Script, Static, Triggered, walk
from cardlaw.kernel import pile
from cardlaw.kernel.course import carry_through
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached
from cardlaw.kernel.setup import Field, Layout, Placement
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, POINTS, PileItem
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import board_of
from cardlaw.rulebooks.vs.book import BOOK
from cardlaw.rulebooks.vs.effects import execute
from cardlaw.rulebooks.vs.equip import restricted
from cardlaw.rulebooks.vs.events import PERFORMER, set_status
from cardlaw.rulebooks.vs.faces import Face
from cardlaw.rulebooks.vs.keywords.boosting import recruit_cost
from cardlaw.rulebooks.vs.nodes import (
    AsEnters,
    Boost,
    Choose,
    Cosmic,
    EquipOnly,
    Rally,
    TeamUp,
    ToPlay,
)
from cardlaw.rulebooks.vs.payments import exhausted_for
from cardlaw.rulebooks.vs.select import EFFECT_OF, Sight, candidates, fits, meant
from cardlaw.rulebooks.vs.targets import Groups, Sentence, target_findings
from cardlaw.rulebooks.vs.traits import VALUES
from cardlaw.rulebooks.vs.verbs import unite

#: with so many targets a power is tried
_ATTEMPTS = 24
_FAILURES = (ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError)
_YES: Field = "yes"
_WORDS = {"atk": "ATK", "def": "DEF", "text": "whole text"}
#: how some of each side's characters take part in the attack
_FIGHTING = (words.ATTACKER, words.DEFENDER, words.DEFENDER | words.REINFORCED)
#: states that only a character has that fights
_BEFORE = {"powered up": words.ATTACKER, "reinforced": words.DEFENDER}
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
    """Why a face is not fully supported: what of it is unknown, which powers do nothing."""
    reasons = [f"its {_WORDS.get(word, word)} is not known" for word in face.unknown]
    for number, ability in enumerate(face.text):
        inner = ability.powers if isinstance(ability, Boost | Cosmic) else (ability,)
        for power in inner:
            text = (*face.text[:number], power, *face.text[number + 1 :])
            reasons += _try(msgspec.structs.replace(face, text=text), number, power)
    return tuple(dict.fromkeys(reasons))


def _try(face: Face, number: int, ability: Ability) -> list[str]:
    """What one power of a face does; what boost and cosmic give stands on the face itself."""
    if isinstance(ability, nodes.Keyword):
        return []
    try:
        position = _Position(face)
    except ValueError as error:
        return [f"it cannot be put into a position: {error}"]
    if isinstance(ability, ToPlay):
        return _try_cost(position, ability.cost)
    if isinstance(ability, TeamUp) and not ability.kinds:
        return _try_union(position)
    if isinstance(ability, Static | TeamUp):
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

    def __init__(self, face: Face, crowd: _Crowd | None = None) -> None:
        self.layout = Layout({"active": "A", "step": "attack"})
        crowd = crowd or _Crowd(face)
        self.crowd = crowd
        self.own = self._own(face, crowd)
        for player in (0, 1):
            self._side(crowd, player)
        doc = self.layout.doc
        doc.turn["attack"] = "going"
        self.state: State = BOOK.setup(doc, tuple(self.layout.faces), BOOK.read_options({}))
        self.obj = doc.objects[self.own]
        for player in (0, 1):
            self.state.put(POINTS, (player, words.POINTS), 9)
            mine = words.characters(self.state, player)
            for obj in mine:
                for kind in crowd.counters:
                    self.state.put(COUNTERS, (obj, kind), 1)
            for obj, fighting in zip(self.fit(mine), _FIGHTING, strict=False):
                set_status(self.state, obj, on=fighting)
            if any(node.zone == words.CHAIN for node in crowd.selects):
                self.wait(player)

    def fit(self, characters: tuple[int, ...]) -> list[int]:
        """Of a side's characters, those of the crowd that can fight."""
        busy = words.STUNNED | words.ATTACKER | words.DEFENDER
        return [o for o in characters[1:] if not words.has(self.state, o, busy)]

    def wait(self, player: int) -> None:
        """One effect of each kind waits on the chain."""
        state = self.state
        mine = words.characters(state, player)
        for kind, obj in zip(EFFECT_OF.values(), reversed(mine), strict=False):
            ref = state.ref(obj)
            pile.put_on(state, PileItem(kind, player, ref, (), (), (), state.base))

    def put(self, card: Face, zone: str, player: int, **fields: Field) -> Placement:
        return self.layout.put(card.full_name, card, zone, player, **fields)

    def wear(self, bearer: Placement, card: Face) -> Placement:
        placement = self.layout.card(card.full_name, card, bearer.zone, bearer.player)
        bearer.attached.append(placement)
        return placement

    def _own(self, face: Face, crowd: _Crowd) -> Placement:
        if face.type == words.CHARACTER:
            return self.put(face, "front row", 0, column="1")
        if face.type == words.EQUIPMENT:
            bearer = self.put(crowd.people[1], "front row", 0, column="1")
            return self.wear(bearer, face)
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
        self.put(crowd.place, "resource row", player, face="up", exhausted=_YES)


class _Crowd:
    """Faces that fit the descriptions of a text."""

    def __init__(self, face: Face) -> None:
        self.selects = [node for node in walk(face.text) if isinstance(node, nodes.Select)]
        selects = self.selects
        teams = [node.kinds for node in face.text if isinstance(node, TeamUp)]
        named_kinds = [*(select.kinds for select in selects), *teams]
        kinds = tuple(dict.fromkeys(kind for found in named_kinds for kind in found))
        named = next((select.named for select in selects if select.named), "")
        bounds = [b for s in selects for low_high in s.values.values() for b in low_high if b]
        sizes = dict.fromkeys((1, 4, 8, *(bound for bound in bounds if bound < 20)))
        army = any(select.version == "Army" for select in selects)
        common: dict[str, Any] = {
            "affiliations": kinds[:1] if any(teams) else kinds or ("Crowd", "Rest"),
            "identity": next((select.identity for select in selects if select.identity), ""),
        }
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
    without = _Position(msgspec.structs.replace(face, text=rest), position.crowd)
    if _told(position.state) != _told(without.state):
        return []
    node = face.text[number]
    if isinstance(node, TeamUp):
        return ["the team-up unites nobody"]
    assert isinstance(node, Static)
    if node.when or any(not isinstance(getattr(g, "amount", 1), int) for g in node.gives):
        return []  # a condition that does not hold here, or an amount that is nothing here
    gives = ", ".join(type(part).__name__ for part in node.gives)
    return [f"the continuous power ({gives}) changes nothing"]


def _told(state: State) -> list[object]:
    """What the board of a position says, without the places of powers in their faces."""
    board = board_of(state)
    costs = [recruit_cost(state, card, 0) for card in state.zone(words.HAND, 0)]
    traits = [
        (obj, [getattr(found, name) for name in VALUES if name != "text"])
        for obj, found in sorted(board.traits.items())
    ]
    powers = [
        sorted((key, [power.holder for power in row]) for key, row in table.items())
        for table in (board.activated, board.triggers, board.replacements)
    ]
    return [traits, powers, board.teams, costs]


def _try_cost(position: _Position, cost: nodes.Cost) -> list[str]:
    """Something can be chosen for each part of a cost."""
    state = position.state
    sight = Sight(position.obj, 0)
    hand = msgspec.structs.replace(cost.discard or nodes.Select(), zone=words.HAND, owner="you")
    asked = (cost.discard and hand, cost.stun, cost.sacrifice, exhausted_for(cost))
    return [
        f"nothing can be given for the cost: {select}"
        for select in asked
        if select is not None and not select.who and not meant(state, select, sight)
    ]


def _try_union(position: _Position) -> list[str]:
    """A team-up that names nobody: its player chooses two affiliations."""
    before = len(position.state.entries)
    state = position.state
    carry_through(BOOK, state, unite(state, position.obj, 0, state.base), number=1)
    return [] if len(position.state.entries) > before else ["the team-up unites nobody"]


def _try_replacement(position: _Position, node: Replacement) -> list[str]:
    """Some character's event is replaced."""
    state = position.state
    for obj in sorted(board_of(state).traits):
        event = Happening(node.on.event, "VS 511", (state.base,), (obj,))
        if any(option[0] == position.obj for option in PERFORMER.replacements(state, event)):
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
    """What a power does is done to some targets: something has to be told."""
    if isinstance(node, Script) and node.when and not do:
        return []  # it only says when the card is played
    state = position.state
    sight = Sight(position.obj, 0)
    costs = [inner for inner in walk(node) if isinstance(inner, nodes.Cost)]
    unpaid = [reason for cost in costs for reason in _try_cost(position, cost)]
    if unpaid:
        return unpaid
    for inner in walk(do):
        if isinstance(inner, Rally | Choose) and not meant(state, inner.select, sight):
            return [f"nothing to choose or find: {inner.select}"]
    if isinstance(node, Triggered):
        sight = sight.naming("it", (state.ref(_subject(position, node.on[0], sight)),))
    for attempt in range(_ATTEMPTS if targets else 1):
        aimed = _aimed(state, Sentence(targets, do, sight), attempt)
        if isinstance(aimed, str):
            return [aimed]
        _ready(state, do, aimed)
        before = len(state.entries)
        try:
            carry_through(BOOK, state, execute(state, do, aimed, state.base), number=1)
        except _FAILURES as error:
            return [f"doing it fails: {type(error).__name__}: {error}"]
        if len(state.entries) > before:
            return []
    what = ", ".join(type(part).__name__ for part in do)
    return [] if _may_do_nothing(do) else [f"doing it ({what}) changes nothing"]


def _aimed(state: State, sentence: Sentence, attempt: int) -> Sight | str:
    """The sentence's sight with targets named, others at each attempt; or what has no target."""
    sight = sentence.sight
    chosen: Groups = ()
    for number, target in enumerate(sentence.targets):
        legal = [
            obj
            for obj in candidates(state, target.select, sight.player)
            if not breached(target_findings(state, sentence, number, obj, chosen))
        ]
        taken = {ref.id for refs in chosen for ref in refs}
        fresh = [obj for obj in legal if obj not in taken] or legal
        if len(fresh) < max(1, target.least):
            return f"nothing to target: {target.select}"
        some = [fresh[(attempt + n) % len(fresh)] for n in range(min(target.most, len(fresh)))]
        group = tuple(state.ref(obj) for obj in sorted(some))
        chosen = (*chosen, group)
        sight = sight.naming(target.name, group)
    return sight


def _ready(state: State, do: tuple[nodes.Does, ...], sight: Sight) -> None:
    """What the power itself names is not yet in the state into which it brings it."""
    for node in walk(do):
        if isinstance(node, nodes.SetState) and node.what.who in ("self", "bearer", "it"):
            bit = words.STATES.get(node.state, 0)
            on, off = (0, bit) if node.on else (bit, 0)
            for obj in meant(state, node.what, sight):
                set_status(state, obj, on=on | _BEFORE.get(node.state, 0), off=off)


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
