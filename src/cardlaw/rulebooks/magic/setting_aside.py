"""Exiling a card from the hand for later: plot, foretell, suspend (CR 116.2f, 116.2h, 116.2k)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Activated
from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Procedure
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.actions import Announced, note_cost
from cardlaw.rulebooks.magic.announce import Announcement, enough_mana
from cardlaw.rulebooks.magic.aside import note_aside
from cardlaw.rulebooks.magic.board import EXILE, STACK, Held, Scope, char_of
from cardlaw.rulebooks.magic.casting import cast_now
from cardlaw.rulebooks.magic.clauses import ASIDE, PlaySuspended, SetAside
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, begin_effect, carry_out
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.hush import answerable
from cardlaw.rulebooks.magic.pay import pay_announced
from cardlaw.rulebooks.magic.permission import (
    as_sorcery,
    at_that_time,
    knows_face,
    may_cast_spells,
    with_priority,
    within_limit,
)
from cardlaw.rulebooks.magic.steps import active
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.tolls import can_pay_rest

#: the keyword -> the special action's own rule
ACTIONS = {"foretell": "CR 116.2h", "plot": "CR 116.2k", "suspend": "CR 116.2f"}
#: the event of what is exiled face up, by how
_FACE_UP = {"plotted": "CR 702.170a", "suspended": "CR 702.62a"}


class Aside(Announced):
    """A special action by which a card is exiled from the hand, to be cast later."""

    fields: tuple[str, ...] = ("obj:card",)

    def __init__(self, keyword: str) -> None:
        self.verb = keyword
        self.phrase = f"{keyword} {{card}}"
        self.rules = (ACTIONS[keyword],)
        super().__init__()

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        texts: Texts = state.texts
        if self.verb not in texts.asides:
            return ()
        hand = state.zone("hand", player)
        return [(self.verb, obj) for obj in hand if self.held(state, obj) is not None]

    def held(self, state: State, obj: int) -> Held | None:
        """The ability of a card by which this is done."""
        for skill in printed(state, obj).own_skills:
            if skill.zone == ASIDE and skill.keyword == self.verb:
                return Held(skill, (state.card[obj], skill.number), obj)
        return None

    def announced(self, state: State, act: Act) -> Announcement:
        obj = act.first[1]
        mine = state.where[obj] == ("hand", act.player) and knows_face(state, obj, act.player)
        held = self.held(state, obj) if mine else None
        return Announcement(state, act, obj, held, spell=False, blank=held is None)

    @cites(
        "CR 116.2f",
        "CR 116.2h",
        "CR 116.2k",
        "CR 702.143a",
        "CR 702.143b",
        "CR 702.170a",
        "CR 702.170b",
    )
    def findings(self, state: State, act: Act) -> Findings:
        obj, rule = act.first[1], ACTIONS[self.verb]
        yield from with_priority(state)
        if state.where[obj] != ("hand", act.player):
            yield Breach("not-in-hand", rule, (obj,))
            return
        held = self.held(state, obj)
        if held is None:
            yield Breach("cannot-set-aside", rule, (obj,))
            return
        yield Ground("has-ability", held.skill.rule, (obj,))
        if self.verb == "plot":
            yield from as_sorcery(state, act.player, rule)
        elif self.verb == "suspend":
            yield from could_begin(state, obj, act.player)
        elif active(state) != act.player:
            yield Breach("not-your-turn", rule, (act.player,))
        yield from can_pay_rest(state, held, obj, act.player)
        yield from enough_mana(state, self.announcement(state, act))

    @cites("CR 116.2h", "CR 116.2k", "CR 702.143a", "CR 702.170a", "CR 117.3c")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        found = self.announcement(state, act)
        skill, obj = found.skill, found.obj
        assert skill is not None and isinstance(skill.node, Activated)
        cost = found.cost(state)
        event = happen(state, "special action", ACTIONS[self.verb], (cause,), obj)
        note_cost(state, found, cost, event)
        yield from pay_announced(state, found, cost, cause, event)
        scope = Scope(state.ref(obj), act.player)
        scope.path = found.path
        yield from carry_out(state, skill.node.do, Doing(scope, event))
        pile.give_priority(state, act.player)


@cites("CR 702.62a", "CR 702.62c")
def could_begin(state: State, obj: int, player: int) -> Findings:
    """The breaches of beginning to cast a card from the hand now."""
    yield from may_cast_spells(state, obj, player)
    yield from answerable(state)
    yield from at_that_time(state, obj, player, None)
    yield from within_limit(state, player)


@cites("CR 702.143a", "CR 702.170a", "CR 702.62a")
def set_aside(state: State, node: SetAside, doing: Doing) -> Course:
    """Exile a card, face down if it is foretold, and note since when it waits there."""
    obj, you = doing.scope.source.id, doing.scope.you
    if not state.is_current(doing.scope.source):
        return
    if node.how == "foretold":
        hide_hand(state, obj, doing)
        state.event("foretold", "CR 702.143a", doing.cause, obj)
        state.move(obj, EXILE, seers=1 << you)
    else:
        rule = _FACE_UP[node.how]
        yield from PERFORMER.perform(state, [Happening("exiled", rule, doing.cause, (obj,))])
        if node.counters:
            time = Happening("put counters", rule, doing.cause, (obj, "time", node.counters))
            yield from PERFORMER.perform(state, [time])
    note_aside(state, obj, node.how)


@cites("CR 702.62a", "CR 702.62d")
def play_suspended(state: State, node: PlaySuspended, doing: Doing) -> Course:
    """Its owner may cast the card without paying; a creature has haste while it stays theirs."""
    ref, you = doing.scope.source, doing.scope.you
    if not state.is_current(ref):
        return
    answer = yield Choice("may", you, (ref.id,))
    if answer == ("yes",):
        yield from cast_now(state, ref.id, you, doing)
        if state.where[ref.id] == STACK and "creature" in char_of(state, ref.id).types:
            begin_effect(state, node, [ref.id], doing, you, ())


@cites("CR 702.143a")
def hide_hand(state: State, obj: int, doing: Doing) -> None:
    """Who knew cards of a hand doesn't know which of them is exiled face down."""
    you = doing.scope.you
    seen = [card for card in state.zone("hand", you) if state.knows.get(card, 0) >> (1 - you) & 1]
    if not seen:
        return
    state.event("hand mixed", "CR 702.143a", doing.cause, you)
    for card in seen:
        state.forget(card)
        state.reveal(card, 1 << you)


def register() -> None:
    """Add these effects to those that a text can do."""
    DO[SetAside] = set_aside
    DO[PlaySuspended] = play_suspended
