"""Effects that the rules offer in an attack (507): powering up and reinforcing."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.attack import attackers, stage
from cardlaw.rulebooks.vs.events import PERFORMER
from cardlaw.rulebooks.vs.parts import Paying
from cardlaw.rulebooks.vs.play import announce
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import adjacent, allied, traits_of


class SameName(Paying):
    """The character card that is discarded to power up."""

    name = "with"
    rule = "VS 507"
    phrase = "with {card}"
    fields: tuple[str, ...] = ("obj:card",)
    public = False

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [("with", obj) for obj in state.zone(words.HAND, act.player)]

    @cites("VS 507", "VS 201")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        card = answer[1]
        if state.where[card] != (words.HAND, act.player):
            yield Breach("not-in-hand", "VS 507", (card,))
            return
        face = face_of(state, card)
        if face.type != words.CHARACTER:
            yield Breach("payment-unfit", "VS 507", (card,))
        elif face.name != traits_of(state, act.first[1]).name:
            yield Breach("another-name", "VS 507", (card, act.first[1]))


class PowerUp(Shape):
    """Powering up an attacker or defender."""

    verb = "power up"
    rules: tuple[str, ...] = ("VS 507",)
    phrase = "power up {character}"
    fields: tuple[str, ...] = ("obj:character",)
    parts: tuple[Part, ...] = (SameName(),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if stage(state) != words.GOING:
            return []
        fighters = (*attackers(state), *state.lists.get("defender", ()))
        return [(self.verb, obj) for obj in fighters if state.controller[obj] == player]

    @cites("VS 507")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        if not words.in_area(state, obj):
            yield Breach("not-a-character", "VS 507", (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 507", (obj,))
        if not words.has(state, obj, words.ATTACKER | words.DEFENDER):
            yield Breach("not-fighting", "VS 507", (obj,))
        if "be powered up" in traits_of(state, obj).forbidden:
            yield Breach("ruled-out", "VS 103", (obj, "be powered up"))

    @cites("VS 507")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        event = state.event("used", "VS 507", (cause,), act.first[1])
        announce(state, "power up", act, (), event)
        paid = Happening("discarded", "VS 507", (event,), (act.answers[0][1],))
        PERFORMER.happen(state, [paid])
        yield from ()


class Reinforcer(Paying):
    """The character that is exhausted to reinforce."""

    name = "by"
    rule = "VS 507"
    phrase = "with {character}"
    fields: tuple[str, ...] = ("obj:character",)

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [("by", obj) for obj in words.characters(state, act.player)]

    @cites("VS 507", "VS 213")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj, defending = answer[1], act.first[1]
        if not words.in_area(state, obj):
            yield Breach("payment-not-a-character", "VS 507", (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 507", (obj,))
        if state.place[obj][0] != words.SUPPORT:
            yield Breach("not-in-support-row", "VS 507", (obj,))
        if words.has(state, obj, words.EXHAUSTED | words.STUNNED):
            yield Breach("payment-not-ready", "VS 507", (obj,))
        if "reinforce" in traits_of(state, obj).forbidden:
            yield Breach("ruled-out", "VS 103", (obj, "reinforce"))
        if words.in_area(state, defending):
            if not adjacent(state, obj, defending):
                yield Breach("not-adjacent", "VS 507", (obj, defending))
            if not allied(state, obj, defending):
                yield Breach("no-shared-affiliation", "VS 507", (obj, defending))


class Reinforce(Shape):
    """Reinforcing the defender."""

    verb = "reinforce"
    rules: tuple[str, ...] = ("VS 507",)
    phrase = "reinforce {defender}"
    fields: tuple[str, ...] = ("obj:defender",)
    parts: tuple[Part, ...] = (Reinforcer(),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if stage(state) != words.GOING:
            return []
        return [(self.verb, obj) for obj in state.lists.get("defender", ())]

    @cites("VS 507")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        if not words.in_area(state, obj):
            yield Breach("not-a-character", "VS 507", (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 507", (obj,))
        if not words.has(state, obj, words.DEFENDER):
            yield Breach("not-the-defender", "VS 507", (obj,))
        elif words.has(state, obj, words.REINFORCED):
            yield Breach("already-reinforced", "VS 507", (obj,))
        if "be reinforced" in traits_of(state, obj).forbidden:
            yield Breach("ruled-out", "VS 103", (obj, "be reinforced"))

    @cites("VS 507")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        event = state.event("used", "VS 507", (cause,), act.first[1])
        announce(state, "reinforce", act, (), event)
        paid = Happening("exhausted", "VS 507", (event,), (act.answers[0][1],))
        PERFORMER.happen(state, [paid])
        yield from ()
