"""Activating abilities of permanents, and of cards elsewhere (CR 602, 606)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Activated
from cardlaw.kernel.action import Act, Part, Procedure
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground, breached, breaches_of
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED
from cardlaw.rulebooks.magic.actions import Announced, note_cost, note_targets, put_on_stack
from cardlaw.rulebooks.magic.announce import Announcement, enough_mana
from cardlaw.rulebooks.magic.board import Board, Held, Scope, char_of
from cardlaw.rulebooks.magic.costs import purse
from cardlaw.rulebooks.magic.effects import Doing, carry_out
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import face_number, printed
from cardlaw.rulebooks.magic.hush import answerable, may_activate
from cardlaw.rulebooks.magic.mana import Purse
from cardlaw.rulebooks.magic.pay import pay_announced
from cardlaw.rulebooks.magic.permission import (
    as_sorcery,
    in_reach,
    knows_face,
    with_priority,
)
from cardlaw.rulebooks.magic.producing import tapped_for_mana
from cardlaw.rulebooks.magic.special import all_of
from cardlaw.rulebooks.magic.steps import all_hold, sorcery_time
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.tolls import can_pay_rest


class Which(Part):
    """Which of several abilities is activated."""

    name = "by"
    rule = "CR 602.2a"
    phrase = "by {ability}"
    fields: tuple[str, ...] = ("obj:source", "ability:ability")

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def every(self, state: State, act: Act) -> Iterable[Option]:
        obj = act.first[1]
        return [("by", obj, n) for n in range(len(known_abilities(state, obj, self.kind)))]

    @cites("CR 702.6d", "CR 602.2")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        held = abilities(state, act.first[1], self.kind)
        if answer[1] != act.first[1] or not 0 <= answer[2] < len(held):
            yield Breach("no-such-ability", "CR 602.2", (act.first[1],))
            return
        yield Ground("one-of-several", "CR 702.6d", (act.first[1],))
        yield from usable(state, act.first[1], held[answer[2]], act.player)
        shape = state.book.by_verb[act.first[0]]
        assert isinstance(shape, Activate)
        yield from enough_mana(state, shape.announcement(state, act.plus(answer)))

    def none_legal(self, state: State, act: Act) -> Breach:
        for option in self.every(state, act):
            for breach in breaches_of(self.findings(state, act, option)):
                return breach
        return Breach("no-such-ability", "CR 602.2", (act.first[1],))


def abilities(state: State, obj: int, verb: str) -> list[Held]:
    """The activated abilities of a permanent for a verb, apart from plain mana abilities."""
    board: Board = state.board()
    found = board.acts.get(obj)
    if found is not None:
        return found.get(verb, [])
    texts: Texts = state.texts
    if not texts.elsewhere or obj in board.field:
        return []
    where = state.where[obj][0]
    return [
        Held(skill, (state.card[obj], skill.number), obj)
        for skill in printed(state, obj).own_skills
        if skill.zone and skill.zone == where and skill.verb == verb
    ]


@cites("CR 113.7a")
def known_abilities(state: State, obj: int, verb: str) -> list[Held]:
    """The activated abilities of an object for a verb; the printed ones if it has lost them all.

    Those can't be activated any more, but one that was may still wait on the stack.
    """
    found = abilities(state, obj, verb)
    if found or obj not in state.board().field:
        return found
    return [
        Held(skill, (face_number(state, obj), skill.number), obj)
        for skill in printed(state, obj).own_skills
        if skill.node.__class__ is Activated
        and not (skill.zone or skill.plain)
        and skill.verb == verb
    ]


@cites("CR 702.177a")
def used_word(node: Activated) -> str:
    """The word of uses that count against a limit: of this turn, or for good (exhaust)."""
    return "activated" if node.limit > 0 else "exhausted"


@cites(
    "CR 602.5",
    "CR 602.5b",
    "CR 602.1b",
    "CR 306.5d",
    "CR 606.2",
    "CR 606.3",
    "CR 702.6a",
    "CR 101.1",
    "CR 702.61a",
)
def usable(state: State, obj: int, held: Held, player: int) -> Findings:
    """The breaches of activating one ability now, apart from targets and mana."""
    node = held.skill.node
    assert isinstance(node, Activated)
    if held.skill.keyword:
        yield Ground("has-ability", held.skill.rule, (obj,))
    if held.source != obj:
        yield Ground("granted-ability", "CR 301.5d", (obj, held.source))
    if node.timing in ("sorcery", "loyalty"):
        if held.skill.keyword == "equip" and _any_time(state, player):
            yield Ground("equip-any-time", "CR 101.1", (obj,))
        else:
            rule = "CR 602.5d" if node.timing == "sorcery" else "CR 606.3"
            yield from as_sorcery(state, player, rule)
    if node.timing == "loyalty" and state.used.get(("loyalty", obj)):
        yield Breach("loyalty-used", "CR 606.3", (obj,))
    if node.limit and state.used.get((used_word(node), obj, *held.path), 0) >= abs(node.limit):
        rule = "CR 602.5b" if node.limit > 0 else "CR 702.177a"
        yield Breach("limit-reached", rule, (obj, abs(node.limit)))
    scope = Scope(state.ref(obj), player)
    if node.when and not all_hold(state, state.board(), node.when, scope):
        yield Breach("condition-not-met", "CR 602.1b", (obj,))
    mana = bool(held.skill.mana)
    yield from may_activate(state.board(), obj, mana=mana)
    if not mana:
        yield from answerable(state)
    yield from can_pay_rest(state, held, obj, player)


def _payable(state: State, obj: int, held: Held, player: int, have: Purse | None) -> bool:
    """Whether a player may be able to pay for an ability; without bounds mana is left open."""
    skill = held.skill
    if have is not None and not skill.less and not have.may_cover(skill.value, skill.cost.typed):
        return False
    return not breached(can_pay_rest(state, held, obj, player))


def _any_time(state: State, player: int) -> bool:
    parts = state.board().parts.get("allow equip any time", ())
    return any(part.you == player for part in parts)


class Activate(Announced):
    """Activating an activated ability."""

    def __init__(self, verb: str, kind: str, aiming: str) -> None:
        self.verb = verb
        self.phrase = f"{verb} {{source}}"
        self.fields = ("obj:source",)
        self.kind = kind
        self.aiming = aiming
        self.rules = ("CR 602.2", "CR 117.1b")
        super().__init__()
        self.which = Which(kind)
        self.parts = (self.which, *self.parts)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        board: Board = state.board()
        found = [*board.able.get((player, self.kind), ()), *self._cards(state, player)]
        if not found or self.kind and not self._ready(state, player):
            return ()
        texts: Texts = state.texts
        more = all_of(state, player) if texts.restricts else None
        have = None if "cost" in board.parts else purse(state, player, more)
        return [
            (self.verb, obj)
            for obj in found
            if any(
                _payable(state, obj, held, player, have)
                for held in abilities(state, obj, self.kind)
            )
        ]

    def _cards(self, state: State, player: int) -> list[int]:
        """The cards outside the battlefield with abilities that work where they are."""
        texts: Texts = state.texts
        if self.kind or not texts.elsewhere:
            return []
        return [
            obj
            for zone in sorted(texts.elsewhere)
            for obj in state.zone(zone, player)
            if in_reach(state, obj, player) and abilities(state, obj, self.kind)
        ]

    def _ready(self, state: State, player: int) -> bool:
        """Whether abilities that can be activated only as a sorcery may be legal now."""
        if sorcery_time(state, player):
            return True
        return self.kind == "equip" and _any_time(state, player)

    def held(self, state: State, act: Act) -> Held | None:
        """The ability that the answers name, or the only one."""
        obj = act.first[1]
        found = known_abilities(state, obj, self.kind)
        given = act.given("by")
        if given is not None and 0 <= given[2] < len(found):
            return found[given[2]]
        return found[0] if len(found) == 1 else None

    def announced(self, state: State, act: Act) -> Announcement:
        obj = act.first[1]
        held = self.held(state, act) if self._in_place(state, obj, act.player) else None
        blank = held is None and obj not in state.board().field
        return Announcement(state, act, obj, held, spell=False, blank=blank)

    def _in_place(self, state: State, obj: int, player: int) -> bool:
        """Whether an object is on the battlefield, or a known card where it has abilities."""
        if obj in state.board().field:
            return True
        return state.where[obj][1] == player and knows_face(state, obj, player)

    def next_part(self, state: State, act: Act) -> Part | None:
        obj = act.first[1]
        named = not self._in_place(state, obj, act.player) or act.given("by") is not None
        if not named and len(known_abilities(state, obj, self.kind)) > 1:
            return self.which
        return super().next_part(state, act)

    def exists(self, state: State, act: Act) -> bool:
        return self.held(state, act) is not None

    @cites("CR 602.2", "CR 301.5d", "CR 303.4e", "CR 117.1b", "CR 109.4")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from with_priority(state)
        board: Board = state.board()
        held = abilities(state, obj, self.kind)
        if obj not in board.field and not (held and self._in_place(state, obj, act.player)):
            code = "gear-not-on-battlefield" if self.kind else "not-on-battlefield"
            yield Breach(code, "CR 602.2", (obj,))
            return
        if not held:
            yield Breach("no-such-ability", "CR 602.2", (obj,))
            return
        if char_of(state, obj).controller != act.player:
            yield Breach("not-its-controller", "CR 602.2", (obj, act.player))
        if len(held) == 1:
            yield from usable(state, obj, held[0], act.player)
            yield from enough_mana(state, self.announcement(state, act))

    @cites("CR 602.2", "CR 602.2a", "CR 602.2b", "CR 702.6a", "CR 702.6d", "CR 605.3b")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        found = self.announcement(state, act)
        skill = found.skill
        assert skill is not None
        obj = found.obj
        node = skill.node
        assert isinstance(node, Activated)
        cost = found.cost(state)
        source = state.ref(obj)
        event = happen(state, "activated", skill.rule, (cause,), obj)
        note_cost(state, found, cost, event)
        if node.limit:
            state.add_to(USED, (used_word(node), obj, *found.path), 1)
        if node.timing == "loyalty":
            state.put(USED, ("loyalty", obj), 1)
        on_stack = not skill.mana
        key = put_on_stack(state, "ability", found, obj, event) if on_stack else 0
        if on_stack:
            note_targets(state, found, key, event)
        yield from pay_announced(state, found, cost, cause, event)
        if on_stack:
            texts: Texts = state.texts
            if "is activated" in texts.words:
                happen(state, "ability activated", "CR 602.2b", (event,), obj, key)
            return
        scope = Scope(source, act.player)
        scope.named.update(found.scope.named)
        scope.path = found.path
        scope.answers = act.answers
        yield from carry_out(state, node.do, Doing(scope, event))
        if node.cost.exhaust:
            yield from tapped_for_mana(state, obj, act.player, "", event)
