"""Trying a face out: what each of its abilities does in a position made for it.

The position has objects that fit almost any description. An ability that neither changes it nor has
a reason not to is reported; so is a word of a text that nothing in this rulebook reads.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cardlaw.cards.nodes import (
    Activated,
    Allow,
    Control,
    During,
    Forbid,
    If,
    Node,
    On,
    Script,
    Select,
    SetState,
    Static,
    Target,
    Triggered,
    walk,
)
from cardlaw.kernel import pile
from cardlaw.kernel.course import carry_through
from cardlaw.kernel.law import breached
from cardlaw.kernel.rulebook import Recorder
from cardlaw.kernel.setup import Doc, Mark, Placement
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import HOST, STATUS, PileItem, Ref
from cardlaw.rulebooks.magic.bestow import has_bestow, note_bestowed
from cardlaw.rulebooks.magic.board import (
    ATTACKING,
    BLOCKING,
    STATUS_NAMES,
    TAPPED,
    Board,
    Scope,
    char_of,
    fits,
)
from cardlaw.rulebooks.magic.book import BOOK
from cardlaw.rulebooks.magic.effects import DO, Doing, carry_out
from cardlaw.rulebooks.magic.evasion import EVASION
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import Face, Skill
from cardlaw.rulebooks.magic.face_down import set_down
from cardlaw.rulebooks.magic.instructions import WHILE_DOWN
from cardlaw.rulebooks.magic.keywords import read_word
from cardlaw.rulebooks.magic.layers import Layers
from cardlaw.rulebooks.magic.nodes import Become, CastCost, Modal, OnlyTo, YouControl
from cardlaw.rulebooks.magic.occurrences import BACK, WORDS
from cardlaw.rulebooks.magic.permission import PLAYABLE
from cardlaw.rulebooks.magic.relations import COMPUTED_STATES
from cardlaw.rulebooks.magic.steps import STEPS
from cardlaw.rulebooks.magic.subtypes import LAND_TYPES
from cardlaw.rulebooks.magic.targets import Aim, candidates, may_target
from cardlaw.rulebooks.magic.tolls import is_chosen, may_give

#: what texts may forbid and allow: the words that some rule of this rulebook asks for
FORBIDDEN = frozenset(
    [
        "activate",
        "activate others",
        "cast spells",
        "gain life",
        "attack",
        "attack alone",
        "be attacked",
        "be blocked",
        "be chosen as target",
        "be countered",
        "be enchanted",
        "be regenerated",
        "be targeted",
        "block",
        "block alone",
        "block it",
        "legend rule",
        "lose the game",
        "untap",
        "win the game",
    ]
)
ALLOWED = frozenset(
    [
        "additional land",
        "attack with defender",
        "assign as though unblocked",
        "block more",
        "cast for free",
        "cast from graveyard once",
        "cast with flash",
        "equip any time",
        "goaded",
        "look at top",
        "must attack",
        "must block",
        "must block it",
        "no maximum hand size",
        "toughness as damage",
        "trigger again",
        "trigger again for combat damage to a player",
        "trigger again for dies",
        "trigger again for enters",
        *(f"play from {zone}" for zone in PLAYABLE),
    ]
)
#: the first words of keywords that some rule of this rulebook asks for
ENFORCED = frozenset(
    [
        "convoke",
        "deathtouch",
        "defender",
        "delve",
        "double",
        "first",
        "flash",
        "flying",
        "haste",
        "hexproof",
        "improvise",
        "indestructible",
        "infect",
        "lifelink",
        "menace",
        "phasing",
        "protection",
        "reach",
        "shroud",
        "split",
        "toxic",
        "trample",
        "umbra",
        "vigilance",
        "ward",
        "wither",
    ]
)
_EVENTS = frozenset(word for words in WORDS.values() for word in words) | frozenset(
    (*STEPS, "done")
)
_STATES = frozenset(STATUS_NAMES) | COMPUTED_STATES | {"untapped", "token"}

#: the other player, as what an Aura is attached to
_OPPONENT = -2

#: a creature that fits almost any description, and one that fits the opposite ones
_EVERYTHING = Face(
    name="Everything",
    cost="{1}{G}",
    supertypes=("legendary", "snow"),
    types=("artifact", "enchantment", "creature"),
    subtypes=("Aura", "Equipment", "Vehicle", "Treasure", "Food", "Clue"),
    colors=("white", "blue", "black", "red", "green"),
    power=5,
    toughness=5,
    keywords=("flying", "first strike", "trample", "vigilance", "haste", "reach", "defender"),
    abilities=(
        Static(
            affects=Select(who="self"),
            gives=(Become(all_creature_types=True, add=True),),
            text="defining",
        ),
    ),
)
_PLAIN = Face(name="Plain", cost="{1}", types=("creature",), power=2, toughness=2)
_TOKEN = Face(name="Made", types=("creature",), power=1, toughness=1, token=True)
_LAND = Face(name="All Lands", supertypes=("basic",), types=("land",), subtypes=tuple(LAND_TYPES))
_WALKER = Face(name="Walker", types=("planeswalker",), loyalty=4)
_SPELL = Face(name="Spell", cost="{R}", types=("instant",))
_SORCERY = Face(name="Rite", cost="{R}", types=("sorcery",))
FACES = (_EVERYTHING, _PLAIN, _TOKEN, _LAND, _WALKER, _SPELL, _SORCERY)
#: those that fight and are tapped
BUSY = (_EVERYTHING, _PLAIN)


def trial(face: Face) -> tuple[str, ...]:
    """Why a face is not fully supported: a sentence for each word or ability that does nothing."""
    reasons = list(_unknown_words(face))
    if reasons:
        return tuple(reasons)
    for skill in face.own_skills:
        reasons += _try(face, skill)
    return tuple(dict.fromkeys(reasons))


def _unknown_words(face: Face) -> list[str]:
    found = [f"the keyword {word} is not enforced" for word in face.keywords if not _known(word)]
    for ability in face.abilities:
        for node in walk(ability):
            found += _unknown(node)
    return found


def _known(keyword: str) -> bool:
    if read_word(keyword) is not None or keyword in EVASION or keyword.endswith("walk"):
        return True
    return keyword.split(" ", maxsplit=1)[0] in ENFORCED


def _unknown(node: Node) -> list[str]:
    if isinstance(node, On) and node.event not in _EVENTS:
        return [f"nothing tells of the event {node.event!r}"]
    if isinstance(node, Forbid) and node.what not in FORBIDDEN:
        return [f"nothing asks whether {node.what!r} is forbidden"]
    if isinstance(node, Allow) and node.what not in ALLOWED:
        return [f"nothing asks whether {node.what!r} is allowed"]
    if isinstance(node, During) and node.step not in ("", "combat") and node.step not in STEPS:
        return [f"there is no step {node.step!r}"]
    if isinstance(node, Select):
        words = (*node.states, *node.not_states)
        return [f"there is no state {word!r}" for word in words if word not in _STATES]
    keywords = (*getattr(node, "keywords", ()), *getattr(node, "not_keywords", ()))
    return [f"the keyword {word} is not enforced" for word in keywords if not _known(word)]


# -- the position ----------------------------------------------------------------------------------


def _enchants_players(face: Face) -> bool:
    """Whether it is an Aura that goes onto a player."""
    return any(select.who == "player" for select in face.compiled.enchants)


def _enchants_cards(face: Face) -> bool:
    """Whether it is an Aura that goes onto a card in a graveyard."""
    return any(select.zone == "graveyard" for select in face.compiled.enchants)


class _Position:
    """A fresh position with the face in it."""

    def __init__(self, face: Face, on_field: bool = True) -> None:
        doc = Doc()
        doc.turn = {"active": "A", "step": "precombat main"}
        self.doc = doc
        self.faces: list[Face] = [face, *FACES]
        self.busy: list[tuple[Placement, int]] = []
        self.own = self._own(face)
        for player in (0, 1):
            for other in (_EVERYTHING, _PLAIN, _TOKEN, _WALKER, *([_LAND] * 6)):
                self._put(other, "battlefield", player)
            for bits in (ATTACKING, BLOCKING, TAPPED):
                self.busy += [(self._put(f, "battlefield", player), bits) for f in BUSY]
            for zone in ("hand", "library", "graveyard"):
                for other in (_EVERYTHING, _PLAIN, _LAND, _SPELL, _SORCERY):
                    self._put(other, zone, player)
        self.state: State = BOOK.setup(doc, tuple(self.faces), BOOK.read_options({}))
        self.obj = doc.objects[self.own]
        for placement, bits in self.busy:
            self.state.put(STATUS, doc.objects[placement], bits)
        if _enchants_players(face):
            self.state.put(HOST, self.obj, _OPPONENT)
        if _enchants_cards(face):
            bearer = self._first(_PLAIN, "battlefield" if on_field else "graveyard")
            self.state.put(HOST, self.obj, doc.objects[bearer])

    def _put(self, face: Face, zone: str, player: int) -> Placement:
        placement = Placement(face.name, self.faces.index(face), zone, player, Mark())
        if face is _EVERYTHING and zone == "battlefield":
            placement.fields["counters"] = {"charge": "3", "+1/+1": "1"}
            placement.fields["commander"] = "yes"
        self.doc.placements.append(placement)
        return placement

    def _own(self, face: Face) -> Placement:
        if not face.is_permanent:
            return self._put(face, "hand", 0)
        placement = self._put(face, "battlefield", 0)
        kinds = set(face.subtypes) & {"Equipment", "Aura", "Fortification"}
        if kinds and not _enchants_players(face) and not _enchants_cards(face):
            self.doc.placements.remove(placement)
            taken = any(isinstance(n, YouControl) for a in face.abilities for n in walk(a))
            host = self._put(self._host(face), "battlefield", int(taken))
            host.fields.setdefault("counters", {"+1/+1": "1"})
            host.attached.append(placement)
        return placement

    def _first(self, face: Face, zone: str) -> Placement:
        """The first card of a face in a zone."""
        return next(p for p in self.doc.placements if p.name == face.name and p.zone == zone)

    def bestow(self) -> None:
        """Attach the permanent to a creature as if it had been cast by bestow."""
        board: Board = self.state.board()
        host = next(o for o in board.players[0] if board.chars[o].name == _PLAIN.name)
        self.state.put(HOST, self.obj, host)
        note_bestowed(self.state, self.obj)

    def _host(self, face: Face) -> Face:
        """What an attachment is on: a creature, or what the Aura enchants."""
        if "Fortification" in face.subtypes:
            return _LAND
        for select in face.compiled.enchants:
            if "land" in select.types:
                return _LAND
            if "planeswalker" in select.types and "creature" not in select.types:
                return _WALKER
            if select.types and "creature" not in select.types:
                return _EVERYTHING
        picky = any(isinstance(n, OnlyTo) for a in face.abilities for n in walk(a))
        return _EVERYTHING if picky else _PLAIN


# -- abilities -------------------------------------------------------------------------------------


def _try(face: Face, skill: Skill) -> list[str]:
    try:
        position = _Position(face, isinstance(skill.node, Static))
    except ValueError as error:
        return [f"it cannot be put into a position: {error}"]
    node = skill.node
    if isinstance(node, Static):
        return _try_static(position, node)
    if isinstance(node, Activated | Script | Triggered):
        ways = _with_each_mode(node)
        positions = [position, *(_Position(face) for _ in ways[1:])]
        found = [_try_doing(at, skill, way) for at, way in zip(positions, ways, strict=True)]
        return [reason for reasons in found for reason in reasons]
    if isinstance(node, CastCost):
        return _try_cost(position, face)
    return [f"nothing executes {type(node).__name__}"]


def _with_each_mode(
    node: Activated | Script | Triggered,
) -> list[Activated | Script | Triggered]:
    """An ability as it is with each of its modes alone; itself where it has none."""
    for at, part in enumerate(node.do):
        if isinstance(part, Modal):
            return [
                msgspec.structs.replace(
                    node,
                    do=(*node.do[:at], *mode.do, *node.do[at + 1 :]),
                    targets=(*node.targets, *mode.targets),
                )
                for mode in part.modes
            ]
    return [node]


def _try_cost(position: _Position, face: Face) -> list[str]:
    """What casting costs besides, or instead: it is known, and something can be given for it."""
    state = position.state
    scope = Scope(state.ref(position.obj), 0)
    if not face.compiled.casting:
        return ["its costs are not known when it is cast"]
    return [
        f"nothing can be given for the cost: {toll.do} {toll.what}"
        for way in face.compiled.casting
        for toll in way.tolls
        if is_chosen(toll) and not may_give(state, toll, 0, scope)
    ]


def _try_static(position: _Position, node: Static) -> list[str]:
    """A static ability changes a characteristic or a rule, or its condition is not met."""
    state, obj = position.state, position.obj
    if node.affects.who == "bearer" and obj not in state.host and has_bestow(state, obj):
        position.bestow()
    recorder = Recorder()
    board = Layers(state, recorder).compute()
    if any(note.source == obj for note in recorder.notes):
        return []
    if any(part.source == obj for parts in board.parts.values() for part in parts):
        return []
    if node.when or obj not in board.field:
        return []  # a condition that does not hold here: the condition itself was asked
    if node.affects != Select(who=node.affects.who) or node.text == "defining":
        return []  # nothing fits the description, or the value is what it was
    gives = ", ".join(type(part).__name__ for part in node.gives)
    return [f"the static ability ({gives}) changes nothing"]


def _try_doing(
    position: _Position, skill: Skill, node: Activated | Script | Triggered
) -> list[str]:
    """What an ability does is done: something has to be told, and no question is left open."""
    state, obj = position.state, position.obj
    for inner in walk(node):
        if (
            getattr(type(inner).__struct_config__, "tag_field", "") == "do"
            and type(inner) not in DO
        ):
            return [f"nothing carries out {type(inner).__name__}"]
    scope = Scope(state.ref(obj), 0)
    scope.path = (state.card[obj], skill.number)
    scope.answers = (("x", 2),)
    scope.amount, scope.player = 2, 1
    host = state.host.get(obj)
    if host and host > 0:
        scope.known_bearer = state.ref(host)
    if skill.zone == WHILE_DOWN:
        set_down(state, obj, "morph" if skill.keyword != "disguise" else "disguise", 0)
    if isinstance(node, Triggered):
        _event(state, node, scope, obj, host)
    if any(target.select.zone == "stack" for target in node.targets):
        return []  # spells on the stack are for the cases of the rules
    for target in node.targets:
        if not _aim(state, target, scope, obj):
            return [] if target.least == 0 else [f"nothing to target: {_described(target)}"]
    before = len(state.entries)
    try:
        doing = Doing(scope, state.base)
        doing.shares = {ref: 1 for refs in scope.named.values() for ref in refs}
        course = carry_out(state, node.do, doing)
        carry_through(BOOK, state, course)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError) as error:
        return [f"doing it fails: {type(error).__name__}: {error}"]
    if len(state.entries) == before and not _may_do_nothing(node):
        what = ", ".join(type(part).__name__ for part in node.do)
        return [f"doing it ({what}) changes nothing"]
    return []


def _described(target: Target) -> str:
    return str(target.select)


def _may_do_nothing(node: Any) -> bool:
    """Whether nothing happening is right: conditions, amounts and descriptions that fit nothing."""
    return any(
        isinstance(inner, Select)
        and inner != Select(who=inner.who)
        or not isinstance(getattr(inner, "amount", 1), int)
        or isinstance(inner, If | SetState)
        or isinstance(inner, Control)
        and inner.until not in ("game", "turn")
        for inner in walk(node.do)
    )


def _event(state: State, node: Triggered, scope: Scope, obj: int, host: int | None) -> None:
    """The event that the ability triggers on: what it was about, and what else."""
    on = node.on[0]
    subject = obj
    if on.what.who == "bearer" and host:
        subject = host
    elif on.what.who != "self":
        board: Board = state.board()
        fitting = [
            o for o in board.field if o not in (obj, host) and fits(state, board, on.what, o, scope)
        ]
        subject = (fitting or [obj])[0]
    scope.named["it"] = [state.ref(subject)]
    other = host or next(o for o in state.zone("battlefield", -1) if state.owner[o] == 1)
    scope.named["by"] = [Ref(-2, 0) if on.to == "player" else state.ref(other)]
    if on.event in BACK and on.event != "becomes unattached" and subject > 0:
        happen(state, "put into graveyard", "CR 608.2c", (state.base,), subject)
    if on.event == "is activated":
        scope.amount = _activated(state, subject, obj)


def _activated(state: State, subject: int, obj: int) -> int:
    """Something on the stack that an ability of an object could be: one of the face's own."""
    number = state.card[obj]
    face: Face = state.faces[number]
    skills = [skill for skill in face.own_skills if isinstance(skill.node, Activated)]
    path = (number, skills[0].number) if skills else (number,)
    item = PileItem("ability", 0, state.ref(subject), path, (), (), state.base, ((), (), ()))
    return pile.put_on(state, item)


def _aim(state: State, target: Target, scope: Scope, obj: int) -> bool:
    aim = Aim(target, scope, char_of(state, obj), "CR 608.2b")
    known = {ref.id for refs in scope.named.values() for ref in refs}
    legal = [w for w in candidates(state, aim) if not breached(may_target(state, aim, w))]
    chosen = ([w for w in legal if w not in known] or legal)[: max(1, target.least)]
    scope.named[target.name] = [state.ref(w) if w > 0 else Ref(w, 0) for w in chosen]
    return len(chosen) >= max(1, target.least)
