"""Costs (203, 501): when a power may be used, whether its cost can be paid, paying it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardlaw.cards import nodes
from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.events import PERFORMER
from cardlaw.rulebooks.vs.occasions import TIMES
from cardlaw.rulebooks.vs.parts import Paying
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import Sight, candidates, mismatches
from cardlaw.rulebooks.vs.states import may_be_stunned
from cardlaw.rulebooks.vs.targets import cost_of


def resource_count(state: State, player: int) -> int:
    """How many resources a player controls."""
    return len(words.resources(state, player))


@cites("VS 203", "VS 304", "VS 510")
def threshold(state: State, obj: int, player: int, rule: str) -> Findings:
    """The breach of controlling too few resources for a card."""
    needed = face_of(state, obj).threshold
    have = resource_count(state, player)
    if have < needed:
        yield Breach("threshold-not-met", rule, (obj, needed, have))


class Discarding(Paying):
    """A card that is discarded to pay."""

    name = "discard"
    rule = "VS 203"
    phrase = "discarding {card}"
    fields: tuple[str, ...] = ("obj:card",)
    public = False

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name, obj) for obj in state.zone(words.HAND, act.player)]

    @cites("VS 203")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = answer[1]
        cost = cost_of(state, act)
        if state.where[obj] != (words.HAND, act.player):
            yield Breach("not-in-hand", "VS 203", (obj,))
        elif obj == act.first[1]:
            yield Breach("payment-unfit", "VS 203", (obj,))
        elif cost.discard is not None:
            sight = Sight(act.first[1], act.player)
            held = msgspec.structs.replace(cost.discard, zone=words.HAND)
            if any(mismatches(state, held, obj, sight, "VS 203")):
                yield Breach("payment-unfit", "VS 203", (obj,))


class Stunning(Paying):
    """A character that is stunned to pay."""

    name = "stun"
    rule = "VS 203"
    phrase = "stunning {character}"
    fields: tuple[str, ...] = ("obj:character",)

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name, obj) for obj in words.characters(state, act.player)]

    @cites("VS 203", "VS 701.12")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = answer[1]
        if not words.in_area(state, obj):
            yield Breach("payment-not-a-character", "VS 203", (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 203", (obj,))
        if words.has(state, obj, words.STUNNED):
            yield Breach("payment-stunned", "VS 701.12", (obj,))
        if not may_be_stunned(state, obj):
            yield Breach("ruled-out", "VS 103", (obj, "be stunned"))
        cost = cost_of(state, act)
        if cost.stun is not None:
            sight = Sight(act.first[1], act.player)
            codes = ("target-of-another-player", "target-in-state")
            for breach in mismatches(state, cost.stun, obj, sight, "VS 203"):
                if breach.code not in codes:
                    yield Breach("payment-unfit", "VS 203", (obj,))
                    return


class InPlay(Paying):
    """An object in play of the player who pays, as the cost describes it."""

    fields: tuple[str, ...] = ("obj:object",)

    def wanted(self, cost: nodes.Cost) -> nodes.Select | None:
        """What the cost asks for; None for a cost without this part."""
        raise NotImplementedError

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        select = self.wanted(cost_of(state, act))
        if select is None:
            return []
        return [(self.name, obj) for obj in candidates(state, select, act.player)]

    def unfit(
        self, state: State, act: Act, obj: int, *, may_be_itself: bool, barred: int = 0
    ) -> Findings:
        """Every breach of an object as this payment, which may be in no ``barred`` state."""
        if not words.in_play(state, obj):
            yield Breach("not-in-play", "VS 203", (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 203", (obj,))
            return
        if words.has(state, obj, barred):
            yield Breach("payment-not-ready", "VS 203", (obj,))
        select = self.wanted(cost_of(state, act))
        sight = Sight(act.first[1], act.player)
        if (obj == act.first[1] and not may_be_itself) or (
            select is not None and any(mismatches(state, select, obj, sight, "VS 203"))
        ):
            yield Breach("payment-unfit", "VS 203", (obj,))


class KnockOut(InPlay):
    """An object in play that is KO'd to pay."""

    name = "ko"
    rule = "VS 203"
    phrase = "KO'ing {object}"

    def wanted(self, cost: nodes.Cost) -> nodes.Select | None:
        return cost.sacrifice

    @cites("VS 203", "VS 708")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        return self.unfit(state, act, answer[1], may_be_itself=act.first[0] != "play")


class Exhausting(InPlay):
    """An object that is exhausted to pay, beside the one that activates."""

    name = "exhaust"
    rule = "VS 203"
    phrase = "exhausting {object}"

    def wanted(self, cost: nodes.Cost) -> nodes.Select | None:
        return exhausted_for(cost)

    @cites("VS 203", "VS 501")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        barred = words.EXHAUSTED | words.STUNNED
        itself = act.first[0] != "play" and not cost_of(state, act).exhaust
        return self.unfit(state, act, answer[1], may_be_itself=itself, barred=barred)


def exhausted_for(cost: nodes.Cost) -> nodes.Select | None:
    """Which object of its player's choice a cost has exhausted, if any."""
    return next((toll.what for toll in cost.also if toll.do == "exhaust"), None)


DISCARDING = Discarding()
EXHAUSTING = Exhausting()
STUNNING = Stunning()
KNOCK_OUT = KnockOut()


def parts_of(cost: nodes.Cost) -> list[Part]:
    """What has to be chosen to pay a cost, in order."""
    asked = (
        (cost.discard, DISCARDING),
        (exhausted_for(cost), EXHAUSTING),
        (cost.stun, STUNNING),
        (cost.sacrifice, KNOCK_OUT),
    )
    return [part for select, part in asked if select is not None and select.who != "self"]


@cites("VS 501")
def timing(state: State, word: str, player: int) -> Findings:
    """The breach of a power at the wrong time."""
    if not word:
        return
    steps, own = TIMES[word]
    if words.step(state) not in steps or (own and words.primary(state) != player):
        yield Breach("wrong-time", "VS 501", (word,))


def price(pay_text: str) -> tuple[int, str]:
    """The points in a cost: "2 resource points", "3 endurance"; none in the others."""
    head, _, rest = pay_text.partition(" ")
    return (int(head), rest) if head.isdigit() else (0, "")


@cites("VS 501", "VS 203", "VS 701.12")
def payable(state: State, obj: int, cost: nodes.Cost, player: int) -> Findings:
    """The breaches of a cost that cannot be paid, as far as no choice is in it."""
    points, kind = price(cost.pay)
    have = state.points.get((player, kind), 0)
    if kind == words.POINTS and have < points:
        yield Breach("not-enough-resource-points", "VS 203", (obj, points, have))
    activated = obj if cost.exhaust else None
    if cost.pay == "activate bearer":
        activated = state.host.get(obj)
        if activated is None:
            yield Breach("nothing-to-pay-with", "VS 203", (obj,))
        elif state.controller[activated] != player:
            yield Breach("not-yours", "VS 203", (activated,))
    if activated is not None and words.has(state, activated, words.EXHAUSTED):
        yield Breach("already-exhausted", "VS 501", (activated,))
    stuns_itself = cost.stun is not None and cost.stun.who == "self"
    if stuns_itself and not words.in_area(state, obj):
        yield Breach("payment-not-a-character", "VS 203", (obj,))
    elif stuns_itself and words.has(state, obj, words.STUNNED):
        yield Breach("payment-stunned", "VS 701.12", (obj,))
    elif stuns_itself and not may_be_stunned(state, obj):
        yield Breach("ruled-out", "VS 103", (obj, "be stunned"))
    if cost.remove_counters and state.counters.get((obj, cost.remove_counters), 0) < cost.counters:
        yield Breach("too-few-counters", "VS 203", (obj, cost.counters))


#: the parts that are paid, with the event and the rule of each
_PAID = {
    "discard": ("discarded", "VS 203"),
    "stun": ("stunned", "VS 203.8"),
    "exhaust": ("exhausted", "VS 203"),
    "ko": ("KO'd", "VS 203.8"),
}


@cites("VS 203", "VS 203.8")
def pay(state: State, cost: nodes.Cost, act: Act, event: int) -> None:
    """Pay a cost. What happens as a payment is not replaced."""
    obj = act.first[1]
    batch: list[Happening] = []

    def add(kind: str, rule: str, *values: object) -> None:
        batch.append(Happening(kind, rule, (event,), values))

    points, kind = price(cost.pay)
    if kind == words.ENDURANCE:
        add("lost endurance", "VS 203", act.player, points)
    elif points:
        add("paid", "VS 203", act.player, points, kind)
    if cost.exhaust:
        add("exhausted", "VS 501", obj)
    if cost.pay == "activate bearer":
        add("exhausted", "VS 501", state.host[obj])
    if cost.remove_counters:
        add("counters", "VS 203", obj, cost.remove_counters, -cost.counters)
    if cost.stun is not None and cost.stun.who == "self":
        add("stunned", "VS 203.8", obj)
    if cost.sacrifice is not None and cost.sacrifice.who == "self":
        add("KO'd", "VS 203.8", obj)
    for answer in act.answers:
        if answer[0] in _PAID:
            add(*_PAID[answer[0]], answer[1])
    PERFORMER.happen(state, batch)
