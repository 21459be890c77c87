"""Resolving the top of the stack, and putting triggers on it (CR 405, 603.3, 608)."""

from __future__ import annotations

from typing import Any

from cardlaw.cards.nodes import Activated, Script, Target, Triggered
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import Choice
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED, PileItem, Ref, Waiting
from cardlaw.rulebooks.magic.attach import from_option
from cardlaw.rulebooks.magic.board import GONE, STACK, Board, Scope, char_of
from cardlaw.rulebooks.magic.effects import Doing, carry_out, perhaps
from cardlaw.rulebooks.magic.entering import as_it_enters
from cardlaw.rulebooks.magic.events import char_of_ref, happen
from cardlaw.rulebooks.magic.face import Skill, printed, skill_at
from cardlaw.rulebooks.magic.state_based import open_cleanup
from cardlaw.rulebooks.magic.steps import active, all_hold
from cardlaw.rulebooks.magic.targets import Aim, candidates, may_target, still_legal


class Resolving:
    """An object on the stack as its resolution sees it: text, targets, scope."""

    __slots__ = ("item", "key", "scope", "skill", "slots", "targets")

    def __init__(self, state: State, key: int) -> None:
        item = state.pile[key]
        self.item = item
        self.key = key
        self.skill: Skill | None = skill_at(state, item.text) if len(item.text) > 1 else None
        self.scope = scope_of(item)
        refs = [Ref(*value) for value in item.data[0]] if item.data else []
        self.targets = refs
        self.slots = [Target(select=t.select, name=t.name) for t in self._instances()]

    def _instances(self) -> list[Target]:
        node = self.skill.node if self.skill is not None else None
        if not isinstance(node, Activated | Script | Triggered):
            return []
        counts = list(self.item.data[2]) if len(self.item.data) > 2 else []
        result = []
        for target in node.targets:
            number = target.most
            if target.least < target.most:
                number = counts.pop(0) if counts else 0
            result.extend([target] * number)
        return result

    def aim(self, state: State, target: Target) -> Aim:
        source = char_of_ref(state, self.item.source)
        skill = self.skill
        quality = skill.quality if skill is not None else None
        rule = skill.rule if skill is not None and skill.keyword else "CR 608.2b"
        return Aim(target, self.scope, source, rule, quality)

    @rules("CR 608.2b")
    def legal_targets(self, state: State) -> list[Ref]:
        """Bind the targets that are still legal to their names; return them."""
        legal = []
        for target, ref in zip(self.slots, self.targets, strict=False):
            if still_legal(state, self.aim(state, target), ref):
                legal.append(ref)
                self.scope.named.setdefault(target.name, []).append(ref)
        return legal


def scope_of(item: PileItem) -> Scope:
    """Whom the text of an object on the stack speaks about, without its targets."""
    scope = Scope(Ref(*item.source), item.player)
    scope.path = tuple(item.text)
    scope.answers = tuple(item.answers)
    if len(item.data) > 1 and item.data[1]:
        _bind(scope, item.data[1])
    return scope


def _bind(scope: Scope, data: tuple[Any, ...]) -> None:
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
        happen(state, "put into graveyard", "CR 608.2n", (event,), item.source.id)


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
        happen(state, "put into graveyard", rule, (number,), source.id)


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
        state.add_to(USED, ("resolved", now.item.source.id, *now.item.text), 1)
    doing = Doing(now.scope, event, skill.rule == "CR 702.6e")
    may = isinstance(node, Triggered) and node.may
    if (yield from perhaps(state, doing, may)):
        yield from carry_out(state, node.do, doing)


@rules("CR 608.3a", "CR 608.3b", "CR 608.3c", "CR 301.2", "CR 301.5b", "CR 303.4")
def resolve_permanent(state: State, now: Resolving) -> Procedure:
    """A permanent spell enters; an Aura spell enters attached to its target."""
    item = now.item
    obj = item.source.id
    event = _begin(state, now)
    host = GONE
    if "Aura" in char_of(state, obj).subtypes:
        target = Target(select=printed(state, obj).compiled.enchants[0])
        ref = now.targets[0]
        if not still_legal(state, now.aim(state, target), ref):
            _fizzle(state, now, event)
            return
        host = ref.id
    rule = "CR 608.3c" if host else "CR 608.3a"
    if "Equipment" in char_of(state, obj).subtypes:
        rule = "CR 301.5b"
    yield from as_it_enters(state, obj, item.player, event)
    for answer in item.answers:
        if answer[0] == "x":
            state.put(USED, ("x", obj), answer[1] or None)
    happen(state, "entered", rule, (event,), obj, item.player, host)
    if host:
        happen(state, "enchanted", "CR 303.4", (event,), obj, host)


# -- triggers ------------------------------------------------------------------------------------


@rules("CR 603.3", "CR 603.3a", "CR 603.3b", "CR 603.3d", "CR 101.4")
def put_trigger(state: State) -> Procedure:
    """The next waiting trigger goes on the stack, with its targets; without a legal one it goes."""
    found = yield from pile.next_waiting(state, (active(state), 1 - active(state)))
    assert found is not None
    key, row = found
    node = skill_at(state, row.text).node
    assert isinstance(node, Triggered)
    counts: list[int] = []
    chosen: list[int] = []
    for index, target in enumerate(node.targets):
        aim = trigger_aim(state, row, index)
        legal = tuple(
            who for who in candidates(state, aim) if not breached(may_target(state, aim, who))
        )
        number = target.most
        if target.least < target.most:
            most = min(target.most, len(legal))
            answer = yield Choice("number", row.player, (min(target.least, most), most))
            number = answer[0]
            counts.append(number)
        elif len(legal) < number:
            _drop(state, key, row)
            return
        rest = legal
        for _ in range(number):
            answer = yield Choice("target", row.player, (row.source.id, rest))
            who = from_option(answer[0], answer[1])
            chosen.append(who)
            rest = tuple(other for other in rest if other != who)
    event = state.event("trigger put on stack", "CR 603.3", (row.event,), row.source.id)
    open_cleanup(state)
    pile.drop_waiting(state, key)
    refs = tuple(Ref(who, state.born.get(who, 0)) for who in chosen)
    item = PileItem(
        "trigger", row.player, row.source, row.text, (), (), event, (refs, row.data, tuple(counts))
    )
    on_stack = pile.put_on(state, item)
    pile.give_priority(state, active(state))
    for who in dict.fromkeys(chosen):
        happen(state, "became target", "CR 603.3d", (event,), who, row.source.id, on_stack)


def trigger_aim(state: State, row: Waiting, index: int) -> Aim:
    """One instance of the word target of a waiting trigger."""
    skill = skill_at(state, row.text)
    node = skill.node
    assert isinstance(node, Triggered)
    source = Ref(*row.source)
    scope = Scope(source, row.player)
    _bind(scope, row.data)
    return Aim(node.targets[index], scope, char_of_ref(state, source), "CR 603.3d")


@rules("CR 603.3d")
def _drop(state: State, key: int, row: Waiting) -> None:
    state.event("trigger removed", "CR 603.3d", (row.event,), row.source.id)
    pile.drop_waiting(state, key)
