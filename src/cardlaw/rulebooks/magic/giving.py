"""What is asked about costs: ways of casting, extras, what is given for them (CR 601.2b)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Toll
from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.announce import Announcement
from cardlaw.rulebooks.magic.board import Scope
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.permission import at_that_time, may_cast_from, no_spell, ways_for
from cardlaw.rulebooks.magic.prices import Way
from cardlaw.rulebooks.magic.splice import FIRST, SPLICE, splicable
from cardlaw.rulebooks.magic.steps import all_hold
from cardlaw.rulebooks.magic.targets import legal_candidates
from cardlaw.rulebooks.magic.tolls import (
    CHOSEN,
    can_pay_own,
    has_life,
    is_chosen,
    may_give,
    not_given,
)
from cardlaw.rulebooks.magic.ways import FREE_WAY, optional_costs, with_options

MOST_X = 20


class AnnouncedPart(Part):
    """A part of announcing. ``look`` finds the announcement of an action."""

    def look(self, state: State, act: Act) -> Announcement:
        shape = state.book.by_verb[act.first[0]]
        found: Announcement = shape.announcement(state, act)  # type: ignore[attr-defined]
        return found


class ChooseToll(AnnouncedPart):
    """What is given for a cost, one object after another in the order of the position."""

    rule = "CR 118.3"

    def __init__(self, name: str, phrase: str, field: str) -> None:
        self.name = name
        self.phrase = phrase
        self.fields = (field,)
        self.public = name != "discard"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name, obj) for obj in sorted(state.where)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        found = self.look(state, act)
        toll, given = self._toll(state, found)
        used = self._used(found)
        return [
            (self.name, obj)
            for obj in may_give(state, toll, act.player, found.scope)
            if obj not in used and (not given or obj > given[-1])
        ]

    def _toll(self, state: State, found: Announcement) -> tuple[Toll, list[int]]:
        toll = found.open_toll(state)
        assert toll is not None
        return toll

    def _used(self, found: Announcement) -> list[int]:
        return found.given(*(name for name in CHOSEN.values() if name != "discard"))

    @rules("CR 118.3", "CR 701.21a", "CR 701.9a", "CR 118.10")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        found = self.look(state, act)
        toll, given = self._toll(state, found)
        obj = answer[1]
        wrong = list(not_given(state, toll.do, act.player, obj))
        yield from wrong
        if wrong:
            return
        if obj not in may_give(state, toll, act.player, found.scope):
            code = "sacrifice-wrong-kind" if toll.do == "sacrifice" else "not-for-this-cost"
            yield Breach(code, "CR 118.3", (obj,))
        elif obj in self._used(found) or obj in given:
            yield Breach("given-twice", "CR 118.10", (obj,))
        elif given and obj < given[-1]:
            yield Breach("given-out-of-order", "CR 601.2h", (obj,))

    def none_legal(self, state: State, act: Act) -> Breach:
        found = self.look(state, act)
        toll, _ = self._toll(state, found)
        codes = {"sacrifice": "nothing-to-sacrifice", "discard": "nothing-to-discard"}
        code = codes.get(toll.do, "nothing-for-the-cost")
        return Breach(code, "CR 118.3", (found.obj,))


class ChooseWay(AnnouncedPart):
    """For which cost a spell is cast; without a name: for its mana cost."""

    name = "way"
    rule = "CR 118.9"
    phrase = "by {way} | for its mana cost"
    fields: tuple[str, ...] = ("name:way",)
    automatic = "first"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        ways = ways_for(state, act.first[1], act.player)
        return [("way",), *(("way", way.node.name) for way in ways)]

    @rules("CR 118.9", "CR 118.9a", "CR 601.3", "CR 702.34a", "CR 305.9")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = act.first[1]
        ways = {way.node.name: way for way in ways_for(state, obj, act.player)}
        way = ways.get(answer[1]) if len(answer) > 1 else None
        if no_spell(printed(state, obj), way):
            yield Breach("land-is-not-cast", "CR 305.9", (obj,))
            return
        if len(answer) < 2:
            yield from may_cast_from(state, obj, act.player)
            yield from at_that_time(state, obj, act.player, None)
            return
        if way is None:
            yield Breach("no-such-way", "CR 118.9", (obj, answer[1]))
            return
        if way.node.zone:
            if state.where[obj][0] != way.node.zone:
                yield Breach("way-from-elsewhere", "CR 118.9", (obj, answer[1]))
        elif way is not FREE_WAY and state.where[obj] != (way.node.also_from, act.player):
            yield from may_cast_from(state, obj, act.player)
        scope = Scope(state.ref(obj), act.player)
        if way.node.when and not all_hold(state, state.board(), way.node.when, scope):
            yield Breach("condition-not-met", "CR 118.9", (obj,))
        yield from at_that_time(state, obj, act.player, way)
        yield from own_tolls(state, way, act.player, scope)
        after = self.look(state, act.plus(answer))
        yield from has_life(state, act.player, after.life_in_all(state))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("not-in-hand", "CR 601.3", (act.first[1],))


def own_tolls(state: State, way: Way, player: int, scope: Scope) -> Findings:
    """The breaches of what a way of casting costs the player or the card itself, life apart."""
    for toll in way.tolls:
        if not is_chosen(toll) and isinstance(toll.amount, int):
            yield from can_pay_own(state, toll, player, scope)


@rules("CR 119.4", "CR 601.2h")
def _can_be_paid(state: State, after: Announcement) -> Findings:
    """The breaches of a cost in life and in mana that a player can't pay in all."""
    yield from has_life(state, after.player, after.life_in_all(state))
    if not after.payable(state):
        yield after.too_dear(state)


class ChooseEither(AnnouncedPart):
    """Which of several costs a mandatory additional cost is, by its number."""

    name = "either"
    rule = "CR 118.8"
    phrase = "by cost {number}"
    fields: tuple[str, ...] = ("num:number",)

    def _group(self, state: State, act: Act) -> list[Way]:
        groups: list[list[Way]] = self.look(state, act).char.face.compiled.either
        return groups[sum(a[0] == "either" for a in act.answers)]

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("either", n + 1) for n in range(len(self._group(state, act)))]

    @rules("CR 118.8", "CR 118.3", "CR 601.2b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        group = self._group(state, act)
        if not 0 < answer[1] <= len(group):
            yield Breach("no-such-cost", "CR 118.8", (answer[1],))
            return
        scope = Scope(state.ref(act.first[1]), act.player)
        yield from own_tolls(state, group[answer[1] - 1], act.player, scope)
        after = self.look(state, act.plus(answer))
        yield from _can_be_paid(state, after)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nothing-for-the-cost", "CR 118.3", (act.first[1],))


class ChooseExtra(AnnouncedPart):
    """An optional additional cost, in the order written; without a name: no more of them."""

    name = "with"
    rule = "CR 118.8"
    phrase = "with {cost} | with nothing more"
    fields: tuple[str, ...] = ("name:cost",)
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        ways = optional_costs(self.look(state, act).char.face)
        return [*(("with", way.node.name) for way in ways), ("with",)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return with_options(self.look(state, act).char.face, act.answers)

    @rules("CR 118.8", "CR 118.8a", "CR 118.8b", "CR 601.2b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        face = self.look(state, act).char.face
        if answer not in with_options(face, act.answers):
            yield Breach("no-such-extra", "CR 118.8", (act.first[1], answer[1]))
            return
        if len(answer) < 2:
            return
        if sum(a[0] == "with" for a in act.answers) >= MOST_X:
            yield Breach("paid-too-often", "CR 118.8", (MOST_X,))
        scope = Scope(state.ref(act.first[1]), act.player)
        after = self.look(state, act.plus(answer))
        for way in after.ways:
            if way.node.name == answer[1]:
                yield from own_tolls(state, way, act.player, scope)
        yield from _can_be_paid(state, after)

    def none_legal(self, state: State, act: Act) -> Breach:
        return self.look(state, act).too_dear(state)


class ChooseSplice(AnnouncedPart):
    """A card whose text is added to the spell; without one: no more of them."""

    name = SPLICE
    rule = "CR 702.47a"
    phrase = "splicing {card} | splicing nothing more"
    fields: tuple[str, ...] = ("obj:card",)
    automatic = "done"
    public = False

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [*((SPLICE, obj) for obj in sorted(state.where)), (SPLICE,)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        able = splicable(state, act.player, act.first[1], act.answers)
        return [*((SPLICE, obj) for obj in able), (SPLICE,)]

    @rules("CR 702.47a", "CR 702.47b", "CR 601.2b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if len(answer) < 2:
            return
        if answer in act.answers:
            yield Breach("given-twice", "CR 702.47b", (answer[1],))
        elif answer[1] not in splicable(state, act.player, act.first[1], act.answers):
            yield Breach("cannot-splice", "CR 702.47a", (answer[1],))
        else:
            yield from _can_be_added(state, self.look(state, act.plus(answer)), answer[1])

    def none_legal(self, state: State, act: Act) -> Breach:
        return self.look(state, act).too_dear(state)


@rules("CR 702.47b", "CR 601.2c")
def _can_be_added(state: State, after: Announcement, obj: int) -> Findings:
    """The breaches of an added text: without a target, or too dear."""
    for number, (target, mode) in enumerate(after.instances):
        wanted = max(target.least, 0)
        if mode >= FIRST and len(legal_candidates(state, after.aim(number))) < wanted:
            yield Breach("no-legal-target", "CR 702.47b", (obj,))
    yield from _can_be_paid(state, after)
