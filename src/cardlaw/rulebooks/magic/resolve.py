"""Resolving the top of the stack, and putting triggers on it (CR 405, 603.3, 608)."""

from __future__ import annotations

from typing import Any

from cardlaw.cards.nodes import Activated, Script, Target, Triggered
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, USED, PileItem, Ref
from cardlaw.rulebooks.magic.bestow import enchants_of, is_bestowed
from cardlaw.rulebooks.magic.board import GONE, STACK, Board, Scope, char_of, meant
from cardlaw.rulebooks.magic.copiable import enter_as_copy
from cardlaw.rulebooks.magic.effects import Doing, carry_out, perhaps
from cardlaw.rulebooks.magic.entering import as_it_enters
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import Skill, face_number, printed, skill_at
from cardlaw.rulebooks.magic.last_known import char_of_ref
from cardlaw.rulebooks.magic.modes import (
    WHOLE,
    chosen_modes,
    instances_of,
    is_overloaded,
    slots_of,
)
from cardlaw.rulebooks.magic.moving import aura_host
from cardlaw.rulebooks.magic.splice import FIRST, instances_added, texts_added
from cardlaw.rulebooks.magic.steps import active, all_hold
from cardlaw.rulebooks.magic.targets import Aim, still_legal
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.ways import REBOUND, after_stack, note_payments


class Resolving:
    """An object on the stack as its resolution sees it: text, targets, scope."""

    __slots__ = (
        "added",
        "by_mode",
        "item",
        "key",
        "modes",
        "scope",
        "shares",
        "skill",
        "slots",
        "targets",
    )

    def __init__(self, state: State, key: int) -> None:
        item = state.pile[key]
        self.item = item
        self.key = key
        self.skill: Skill | None = skill_at(state, item.text) if len(item.text) > 1 else None
        self.scope = scope_of(item)
        self.targets = [Ref(*value) for value in item.data[0]] if item.data else []
        node = self.skill.node if self.skill is not None else None
        self.modes = chosen_modes(self.skill.modal, item.answers) if self.skill else []
        counts = item.data[2] if len(item.data) > 2 else ()
        self.added = texts_added(state, item.answers) if item.kind == "spell" else []
        instances = instances_of(node, self.modes, item.answers)
        instances = (*instances, *instances_added(self.added))
        #: for each target the instance of the word that it was chosen for
        self.slots = [instances[number] for number in slots_of(instances, counts)]
        self.by_mode: dict[int, dict[str, list[Ref]]] = {}
        self.shares: dict[Ref, int] = {}

    def aim(self, state: State, target: Target) -> Aim:
        source = char_of_ref(state, self.item.source)
        skill = self.skill
        quality = skill.quality if skill is not None else None
        rule = skill.rule if skill is not None and skill.keyword else "CR 608.2b"
        return Aim(target, self.scope, source, rule, quality)

    @rules("CR 608.2b", "CR 601.2d")
    def legal_targets(self, state: State) -> list[Ref]:
        """Bind the targets that are still legal to their names; return them."""
        legal = []
        shares = self.item.data[3] if len(self.item.data) > 3 else ()
        for place, ((target, mode), ref) in enumerate(zip(self.slots, self.targets, strict=False)):
            if not still_legal(state, self.aim(state, target), ref):
                continue
            legal.append(ref)
            named = self.scope.named if mode == WHOLE else self.by_mode.setdefault(mode, {})
            named.setdefault(target.name, []).append(ref)
            if shares and shares[place]:
                self.shares[ref] = shares[place]
        return legal


def scope_of(item: PileItem) -> Scope:
    """Whom the text of an object on the stack speaks about, without its targets."""
    scope = Scope(Ref(*item.source), item.player)
    scope.path = tuple(item.text)
    scope.answers = tuple(item.answers)
    if len(item.data) > 1 and item.data[1]:
        bind(scope, item.data[1])
    return scope


#: what an activated ability keeps of an event: that there was none
NOTHING_HAPPENED = (0, 0, 0, 0, 0, -1, 0, 0)


def bind(scope: Scope, data: tuple[Any, ...]) -> None:
    """The objects and numbers of the event that triggered an ability."""
    scope.named["it"] = [Ref(data[0], data[1])]
    scope.named["by"] = [Ref(data[2], data[3])]
    scope.amount, scope.player = data[4], data[5]
    if data[6]:
        scope.known_bearer = Ref(data[6], data[7])
    for name, refs in data[8] if len(data) > 8 else ():
        scope.named[name] = [Ref(*ref) for ref in refs]


@rules("CR 608.1", "CR 405.5", "CR 608.2c", "CR 608.2n", "CR 117.3b", "CR 113.7a")
def resolve(state: State, key: int) -> Procedure:
    """The top of the stack resolves, or doesn't for want of a legal target."""
    now = Resolving(state, key)
    item = now.item
    if item.kind == "spell" and not printed(state, item.source.id).compiled.script:
        yield from resolve_permanent(state, now)
        return
    event = _begin(state, now)
    legal = now.legal_targets(state)
    if now.targets and not legal:
        _fizzle(state, now, event)
        return
    yield from _do(state, now, event)
    if item.kind == "spell" and state.where[item.source.id] == STACK:
        kind, rule = after_stack(state, item, resolved=True) or ("put into graveyard", "CR 608.2n")
        number = happen(state, kind, rule, (event,), item.source.id)
        if rule == REBOUND:
            yield from rebound(state, item, number)


@rules("CR 702.88a")
def rebound(state: State, item: PileItem, event: int) -> Procedure:
    """The card has been exiled as it resolved: it may be cast again in the next upkeep."""
    obj = item.source.id
    for skill in printed(state, obj).own_skills:
        if skill.keyword == "rebound" and isinstance(skill.node, Activated):
            scope = Scope(state.ref(obj), item.player)
            scope.path = (face_number(state, obj), skill.number)
            yield from carry_out(state, skill.node.do, Doing(scope, event))
            return


def _begin(state: State, now: Resolving) -> int:
    item = now.item
    kind = "spell resolved" if item.kind == "spell" else "resolved"
    event = happen(state, kind, "CR 608.1", (item.event,), item.source.id)
    pile.take_off(state, now.key)
    pile.give_priority(state, active(state))
    return event


@rules("CR 608.2b", "CR 608.3b")
def _fizzle(state: State, now: Resolving, event: int) -> None:
    rule = "CR 608.2b" if now.skill is not None else "CR 608.3b"
    source = now.item.source
    kind = "spell did not resolve" if now.item.kind == "spell" else "did not resolve"
    number = happen(state, kind, rule, (event,), source.id)
    if now.item.kind == "spell" and state.where[source.id] == STACK:
        otherwise = after_stack(state, now.item, resolved=False)
        kind, rule = otherwise or ("put into graveyard", rule)
        happen(state, kind, rule, (number,), source.id)


@rules("CR 603.4", "CR 603.5")
def _do(state: State, now: Resolving, event: int) -> Procedure:
    skill = now.skill
    assert skill is not None
    node = skill.node
    assert isinstance(node, Activated | Script | Triggered)
    board: Board = state.board()
    if (
        isinstance(node, Triggered)
        and node.when
        and not all_hold(state, board, node.when, now.scope)
    ):
        happen(state, "did not resolve", "CR 603.4", (event,), now.item.source.id)
        return
    if isinstance(node, Activated):
        texts: Texts = state.texts
        if "resolutions" in texts.counted:
            state.add_to(USED, ("resolved", now.item.source.id, *now.item.text), 1)
    doing = Doing(now.scope, event, skill.rule == "CR 702.6e")
    doing.modes, doing.by_mode, doing.shares = now.modes, now.by_mode, now.shares
    if isinstance(node, Script) and node.targets and is_overloaded(now.item.answers):
        name_each(state, node, doing)
    may = isinstance(node, Triggered) and node.may
    if (yield from perhaps(state, doing, may)):
        yield from carry_out(state, node.do, doing)
        yield from _do_added(state, now, doing)


@rules("CR 702.96a", "CR 702.96b")
def name_each(state: State, node: Script, doing: Doing) -> None:
    """Each object that fits is what the text of an overloaded spell speaks about."""
    board: Board = state.board()
    for target in node.targets:
        found = meant(state, board, target.select, doing.scope)
        state.event("overloaded", "CR 702.96b", doing.cause, doing.scope.source.id, tuple(found))
        doing.scope.named[target.name] = [state.ref(obj) for obj in found]


@rules("CR 702.47b", "CR 702.47c")
def _do_added(state: State, now: Resolving, doing: Doing) -> Procedure:
    """Follow the texts that were added to the spell, in the order in which they were revealed."""
    for number, (path, script, _) in enumerate(now.added):
        mine = now.by_mode.get(FIRST + number, {})
        for target in script.targets:
            doing.scope.named[target.name] = mine.get(target.name, [])
        doing.scope.path = path
        yield from carry_out(state, script.do, doing)


def effects_on(state: State, ref: Ref) -> list[int]:
    """The effects that affect an object, by their keys."""
    return [key for key, row in sorted(state.effects.items()) if ref in row.affected]


@rules("CR 400.7a")
def follow(state: State, keys: list[int], spell: Ref) -> None:
    """Effects on a permanent spell go on for the permanent, as part of the event begun last."""
    now = state.ref(spell.id)
    for key in keys:
        row = state.effects.get(key)
        if row is not None:
            affected = tuple(now if ref == spell else ref for ref in row.affected)
            state.put(EFFECTS, key, row._replace(affected=affected))


@rules("CR 608.3a", "CR 608.3b", "CR 608.3c", "CR 608.3f", "CR 301.2", "CR 301.5b", "CR 303.4g")
def resolve_permanent(state: State, now: Resolving) -> Procedure:
    """A permanent spell enters; an Aura spell enters attached to its target."""
    item = now.item
    obj = item.source.id
    event = _begin(state, now)
    host = GONE
    if "Aura" in char_of(state, obj).subtypes:
        target = Target(select=enchants_of(state, obj)[0])
        ref = now.targets[0]
        if still_legal(state, now.aim(state, target), ref):
            host = ref.id
        elif is_bestowed(state, obj):
            happen(state, "bestowed no more", "CR 702.103e", (event,), obj)
        else:
            _fizzle(state, now, event)
            return
    yield from enter_as_copy(state, obj, item.player)
    if not host and "Aura" in char_of(state, obj).subtypes:
        host = yield from aura_host(state, obj, item.player)
        if not host:
            happen(state, "put into graveyard", "CR 303.4g", (event,), obj)
            return
    rule = "CR 608.3c" if host else "CR 608.3a"
    if ("token", obj) in state.used:
        rule = "CR 608.3f"
    elif "Equipment" in char_of(state, obj).subtypes:
        rule = "CR 301.5b"
    yield from as_it_enters(state, obj, item.player, event)
    note_payments(state, item, obj)
    for answer in item.answers:
        if answer[0] == "x":
            state.put(USED, ("x", obj), answer[1] or None)
    followers = effects_on(state, Ref(*item.source)) if state.effects else []
    happen(state, "entered", rule, (event,), obj, item.player, host)
    follow(state, followers, Ref(*item.source))
    if host:
        happen(state, "enchanted", "CR 303.4", (event,), obj, host)
