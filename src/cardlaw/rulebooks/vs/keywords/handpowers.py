"""Powers of cards that are not in play (701): substitute, terraform and shift."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.events import PERFORMER
from cardlaw.rulebooks.vs.parts import Paying
from cardlaw.rulebooks.vs.play import announce
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import traits_of


@cites("VS 701", "VS 501", "VS 404")
def from_hand(state: State, act: Act, keyword: str) -> Findings:
    """The breaches of revealing a card in hand for its keyword in the own recruit step."""
    card = act.first[1]
    if state.where[card] != (words.HAND, act.player):
        yield Breach("not-in-hand", "VS 701", (card,))
        return
    if face_of(state, card).keyword(keyword) is None:
        yield Breach("without-keyword", "VS 701", (card, keyword))
        return
    if words.step(state) != words.RECRUIT or words.primary(state) != act.player:
        yield Breach("not-your-recruit-step", "VS 701")


def reveal(state: State, act: Act, rule: str, cause: int) -> int:
    """Reveal the card of a power and put its effect on the chain; the event of using it."""
    card = act.first[1]
    event = state.event("used", rule, (cause,), card)
    state.reveal(card)
    announce(state, act.first[0], act, (), event)
    return event


class _FromHand(Shape):
    """Revealing a card of the hand for the keyword that is the verb."""

    rules: tuple[str, ...] = ("VS 701", "VS 501")
    fields: tuple[str, ...] = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if words.step(state) != words.RECRUIT or words.primary(state) != player:
            return []
        hand = state.zone(words.HAND, player)
        return [(self.verb, obj) for obj in hand if face_of(state, obj).keyword(self.verb)]


class Payment(Paying):
    """The ready character that is removed from the game for a substitute."""

    name = "for"
    rule = "VS 701"
    phrase = "for {character}"
    fields: tuple[str, ...] = ("obj:character",)

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [("for", obj) for obj in words.characters(state, act.player)]

    @cites("VS 701", "VS 203")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = answer[1]
        if not words.in_area(state, obj):
            yield Breach("payment-not-a-character", "VS 701", (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 701", (obj,))
        if words.has(state, obj, words.EXHAUSTED | words.STUNNED):
            yield Breach("payment-not-ready", "VS 701", (obj,))
        card = act.first[1]
        needed = face_of(state, card).cost if words.knows(state, act.player, card) else 0
        if max(0, traits_of(state, obj).cost) < needed:
            yield Breach("payment-of-too-little-cost", "VS 701", (obj, needed))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nothing-to-pay-with", "VS 203", (act.first[1],))


class Substitute(_FromHand):
    """Revealing a card with substitute: it comes into play for a character that is removed."""

    verb = "substitute"
    phrase = "substitute {card}"
    parts: tuple[Part, ...] = (Payment(),)

    @cites("VS 701", "VS 501")
    def findings(self, state: State, act: Act) -> Findings:
        return from_hand(state, act, self.verb)

    @cites("VS 701", "VS 203")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        event = reveal(state, act, "VS 701", cause)
        removed = Happening("removed from the game", "VS 203", (event,), (act.answers[0][1],))
        PERFORMER.happen(state, [removed])
        yield from ()


class Swapped(Paying):
    """The face-down resource that terraform exchanges for the card."""

    name = "target resource"
    rule = "VS 701"
    phrase = "for {resource}"
    fields: tuple[str, ...] = ("obj:resource",)
    public = False

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name, obj) for obj in words.resources(state, act.player)]

    @cites("VS 701", "VS 217")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = answer[1]
        if state.where[obj] != (words.RESOURCES, act.player):
            yield Breach("not-your-resource", "VS 701", (obj,))
        elif words.has(state, obj, words.FACE_UP):
            yield Breach("resource-face-up", "VS 701", (obj,))


class Terraform(_FromHand):
    """Revealing a card with terraform: it changes places with a face-down resource."""

    verb = "terraform"
    phrase = "terraform {card}"
    parts: tuple[Part, ...] = (Swapped(),)

    @cites("VS 701", "VS 501")
    def findings(self, state: State, act: Act) -> Findings:
        return from_hand(state, act, self.verb)

    @cites("VS 701")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        reveal(state, act, "VS 701", cause)
        yield from ()


@cites("VS 701", "VS 217")
def terraformed(state: State, card: int, resource: Ref, event: int) -> None:
    """The card and the resource change places, if both are still where they were."""
    where = state.where.get(resource.id, ("", -1))
    if not state.is_current(resource) or where[0] != words.RESOURCES:
        return
    if words.has(state, resource.id, words.FACE_UP):
        return
    place = state.zone(*where).index(resource.id) + 1
    back = Happening("returned to hand", "VS 701", (event,), (resource.id,))
    put = Happening("put into the resource row", "VS 217", (event,), (where[1], card, place))
    PERFORMER.happen(state, [back, put])


class ShiftPower(Shape):
    """Using a shift power: the character comes into play during combat.

    Its card says the zone (``words``) and the cost in resource points.
    """

    verb = "shift"
    rules: tuple[str, ...] = ("VS 501", "VS 704.1")
    phrase = "shift {card}"
    fields: tuple[str, ...] = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if words.step(state) != words.ATTACK:
            return []
        mine = state.zone(words.HAND, player) + state.zone(words.KOED, player)
        return [(self.verb, obj) for obj in mine if face_of(state, obj).keyword("shift")]

    @cites("VS 501", "VS 704.1")
    def findings(self, state: State, act: Act) -> Findings:
        card, player = act.first[1], act.player
        keyword = face_of(state, card).keyword("shift")
        if state.where[card] not in ((words.HAND, player), (words.KOED, player)):
            yield Breach("not-in-hand", "VS 501", (card,))
            return
        if keyword is None:
            yield Breach("without-keyword", "VS 501", (card, "shift"))
            return
        if state.where[card][0] not in (keyword.words or (words.HAND,)):
            yield Breach("not-in-hand", "VS 501", (card,))
        if words.step(state) != words.ATTACK:
            yield Breach("not-in-combat", "VS 501", (card,))
        have = state.points.get((player, words.POINTS), 0)
        if have < keyword.number:
            values = (card, keyword.number, have)
            yield Breach("not-enough-resource-points", "VS 203", values)

    @cites("VS 501")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        card = act.first[1]
        keyword = face_of(state, card).keyword("shift")
        event = reveal(state, act, "VS 501", cause)
        if keyword is not None and keyword.number:
            values = (act.player, keyword.number, words.POINTS)
            PERFORMER.happen(state, [Happening("paid", "VS 203", (event,), values)])
        yield from ()
