"""Turning a face-down permanent face up: a special action (CR 116.2b, 702.37e, 708.7)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cardlaw.cards.nodes import Activated, Cost, Select
from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.actions import Announced, note_cost
from cardlaw.rulebooks.magic.announce import Announcement, enough_mana
from cardlaw.rulebooks.magic.board import FACE_DOWN, Board, Held, Scope, char_of
from cardlaw.rulebooks.magic.copiable import DOWN, upward
from cardlaw.rulebooks.magic.effects import Doing, carry_out
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import Face, Skill
from cardlaw.rulebooks.magic.face_down import how_down, is_down
from cardlaw.rulebooks.magic.instructions import WHILE_DOWN, TurnFaceUp
from cardlaw.rulebooks.magic.pay import pay_announced
from cardlaw.rulebooks.magic.permission import with_priority
from cardlaw.rulebooks.magic.tolls import can_pay_rest

#: turning it face up for the mana cost of the creature card, and the rule of that
FOR_MANA_COST = "mana cost"
MANA_COST_RULES = {"manifest": "CR 701.40b", "cloak": "CR 701.58b"}


@lru_cache(maxsize=256)
def skill_of_cost(cost: str, rule: str) -> Skill:
    """Turning a permanent face up for a mana cost."""
    node = Activated(
        do=(TurnFaceUp(what=Select(who="self")),),
        cost=Cost(pay=cost),
        zone=WHILE_DOWN,
        text=FOR_MANA_COST,
    )
    return Skill(node, 0, FOR_MANA_COST, rule)


@cites("CR 702.37e", "CR 702.168d", "CR 701.40b", "CR 701.40c", "CR 701.58b", "CR 708.7")
def ways_up(state: State, obj: int) -> dict[str, Held]:
    """How a face-down permanent may be turned face up: the keyword or the mana cost -> how."""
    number = upward(state, obj)
    face: Face = state.faces[number]
    found = {
        skill.keyword: Held(skill, (number, skill.number), obj)
        for skill in face.own_skills
        if skill.zone == WHILE_DOWN
    }
    rule = MANA_COST_RULES.get(how_down(state, obj))
    if rule is not None and "creature" in face.types and face.cost:
        found[FOR_MANA_COST] = Held(skill_of_cost(face.cost, rule), (number, 0), obj)
    return found


class How(Part):
    """For which of several costs it is turned face up."""

    name = "how"
    rule = "CR 708.7"
    phrase = "for its {cost}"
    fields: tuple[str, ...] = ("name:cost",)
    public = False

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("how", name) for name in ways_up(state, act.first[1])]

    @cites("CR 701.40c")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = act.first[1]
        held = ways_up(state, obj).get(answer[1])
        if held is None:
            yield Breach("cannot-turn-up", "CR 708.7", (obj,))
            return
        yield Ground("one-of-several", "CR 701.40c", (obj,))
        shape = state.book.by_verb[act.first[0]]
        assert isinstance(shape, Turn)
        yield from can_pay_rest(state, held, obj, act.player)
        yield from enough_mana(state, shape.announcement(state, act.plus(answer)))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("cannot-turn-up", "CR 708.7", (act.first[1],))


class Turn(Announced):
    """Turning a face-down permanent face up."""

    verb = "turn"
    phrase = "turn {permanent} face up"
    rules: tuple[str, ...] = ("CR 116.2b", "CR 708.7")
    fields: tuple[str, ...] = ("obj:permanent",)

    def __init__(self) -> None:
        super().__init__()
        self.how = How()
        self.parts = (self.how, *self.parts)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("turn", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if not state.lists.get(DOWN):
            return ()
        board: Board = state.board()
        return [
            ("turn", obj)
            for obj in board.players[player]
            if state.status.get(obj, 0) & FACE_DOWN and ways_up(state, obj)
        ]

    def held(self, state: State, act: Act) -> Held | None:
        """The way that the answers name, or the only one."""
        if not self._is_mine(state, act.first[1], act.player):
            return None
        ways = ways_up(state, act.first[1])
        given = act.given("how")
        if given is not None:
            return ways.get(given[1])
        return next(iter(ways.values())) if len(ways) == 1 else None

    def _is_mine(self, state: State, obj: int, player: int) -> bool:
        board: Board = state.board()
        down = obj in board.field and is_down(state, obj)
        return down and board.chars[obj].controller == player

    def announced(self, state: State, act: Act) -> Announcement:
        held = self.held(state, act)
        return Announcement(state, act, act.first[1], held, spell=False, blank=held is None)

    def next_part(self, state: State, act: Act) -> Part | None:
        obj = act.first[1]
        mine = self._is_mine(state, obj, act.player)
        if mine and act.given("how") is None and len(ways_up(state, obj)) > 1:
            return self.how
        return super().next_part(state, act)

    @cites("CR 116.2b", "CR 708.7", "CR 702.37e", "CR 702.168d", "CR 701.40b", "CR 701.58b")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from with_priority(state)
        if obj not in state.board().field:
            yield Breach("not-on-battlefield", "CR 116.2b", (obj,))
            return
        if not is_down(state, obj):
            yield Breach("not-face-down", "CR 708.7", (obj,))
            return
        if char_of(state, obj).controller != act.player:
            yield Breach("not-its-controller", "CR 116.2b", (obj, act.player))
            return
        ways = ways_up(state, obj)
        if not ways:
            yield Breach("cannot-turn-up", "CR 708.7", (obj,))
        if len(ways) != 1:
            return
        (held,) = ways.values()
        yield Ground("has-ability", held.skill.rule, (obj,))
        yield from can_pay_rest(state, held, obj, act.player)
        yield from enough_mana(state, self.announcement(state, act))

    @cites("CR 116.2b", "CR 702.37e", "CR 702.168d", "CR 701.40b", "CR 701.58b", "CR 117.3c")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        found = self.announcement(state, act)
        skill, obj = found.skill, found.obj
        assert skill is not None and isinstance(skill.node, Activated)
        cost = found.cost(state)
        event = happen(state, "special action", skill.rule, (cause,), obj)
        note_cost(state, found, cost, event)
        yield from pay_announced(state, found, cost, cause, event)
        scope = Scope(state.ref(obj), act.player)
        scope.path = found.path
        scope.answers = act.answers
        yield from carry_out(state, skill.node.do, Doing(scope, event))
        pile.give_priority(state, act.player)
