"""Recruiting (301, 302, 404), substitutes and shifting (701): how cards come onto the chain."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards import nodes
from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import face_of, holds
from cardlaw.rulebooks.vs.equip import may_attach
from cardlaw.rulebooks.vs.events import PERFORMER
from cardlaw.rulebooks.vs.faces import is_equipment
from cardlaw.rulebooks.vs.play import announce
from cardlaw.rulebooks.vs.select import Sight, amount, traits_of


@cites("VS 203", "VS 104")
def recruit_cost(state: State, card: int, player: int) -> int:
    """What recruiting a card costs now, in resource points; never less than nothing."""
    face = face_of(state, card)
    cost = face.cost
    sight = Sight(card, player)
    for ability in face.text:
        if isinstance(ability, nodes.Static) and ability.affects.who == "self":
            if not all(holds(state, when, sight) for when in ability.when):
                continue
            for give in ability.gives:
                if isinstance(give, nodes.Get) and give.value == "cost":
                    cost += amount(state, give.amount, sight)
    return max(0, cost)


class Bearer(Part):
    """The character that an equipment is recruited to: the target of the recruit effect."""

    name = "target"
    rule = "VS 302.3c"
    phrase = "targeting {target}"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("target", obj) for obj in sorted(state.where)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [("target", obj) for obj in words.all_characters(state)]

    @cites("VS 302.3", "VS 302.3a", "VS 302.3c")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        card, bearer = act.first[1], answer[1]
        yield Ground("legal-bearer", "VS 302.3a", (bearer, card))
        yield from may_attach(state, card, bearer, act.player)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-bearer", "VS 302.3c", (act.first[1],))


BEARER = Bearer()


class Recruit(Shape):
    """Recruiting a character or an equipment from the hand."""

    verb = "recruit"
    rules = ("VS 404", "VS 505")
    phrase = "recruit {card}"
    fields = ("obj:card",)
    parts = (BEARER,)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("recruit", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if words.step(state) != words.RECRUIT or words.primary(state) != player:
            return []
        if pile.items(state):
            return []
        return [("recruit", obj) for obj in state.zone(words.HAND, player)]

    @cites("VS 302.1", "VS 302.2", "VS 302.3", "VS 301", "VS 404")
    def findings(self, state: State, act: Act) -> Findings:
        card, player = act.first[1], act.player
        if state.where[card] != (words.HAND, player):
            yield Breach("not-in-hand", "VS 505", (card,))
            return
        face = face_of(state, card)
        if face.type not in (words.CHARACTER, words.EQUIPMENT):
            yield Breach("not-recruitable", "VS 404", (card, face.type))
            return
        rule = "VS 302.2" if is_equipment(face) else "VS 404"
        if is_equipment(face):
            yield Ground("is-equipment", "VS 302.1", (card,))
            yield Ground("own-recruit-step", "VS 302.2", ())
        if words.step(state) != words.RECRUIT or words.primary(state) != player:
            yield Breach("not-your-recruit-step", rule)
        if pile.items(state):
            yield Breach("chain-not-empty", rule)
        cost = recruit_cost(state, card, player)
        have = state.points.get((player, words.POINTS), 0)
        if have < cost:
            yield Breach("not-enough-resource-points", "VS 203", (card, cost, have))
        yield from loyal(state, card, player)

    def next_part(self, state: State, act: Act) -> Part | None:
        if act.answers or not words.knows(state, act.player, act.first[1]):
            return None
        return BEARER if is_equipment(face_of(state, act.first[1])) else None

    @cites("VS 302.3", "VS 404", "VS 505", "VS 203")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        """Announce the card, choose its target, pay its cost; its player keeps priority."""
        card = act.first[1]
        equipment = is_equipment(face_of(state, card))
        cost = recruit_cost(state, card, act.player)
        rule = "VS 302.3" if equipment else "VS 404"
        event = state.event("recruited", rule, (cause,), card)
        state.move(card, (words.CHAIN, -1))
        recruited = state.lists.get("recruited", ())
        state.set_list("recruited", (*recruited, (act.player, state.card[card])))
        announce(state, "recruit", act, (), event)
        if cost:
            values = (act.player, cost, words.POINTS)
            PERFORMER.happen(state, [Happening("paid", "VS 203", (event,), values)])
        yield from ()


@cites("VS 701", "VS 513.3c")
def loyal(state: State, card: int, player: int) -> Findings:
    """The breach of loyalty: no character of the player shares an affiliation with the card."""
    if face_of(state, card).keyword("loyalty") is None:
        return
    own = traits_of(state, card).affiliations
    for obj in words.characters(state, player):
        if any(kind in traits_of(state, obj).affiliations for kind in own):
            yield Ground("loyal", "VS 701", (card, obj))
            return
    yield Breach("not-loyal", "VS 701", (card,))


class Payment(Part):
    """The ready character that is removed from the game for a substitute."""

    name = "for"
    rule = "VS 701"
    phrase = "for {character}"
    fields = ("obj:character",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("for", obj) for obj in sorted(state.where)]

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


class Substitute(Shape):
    """Revealing a card with substitute: it comes into play for a character that is removed."""

    verb = "substitute"
    rules = ("VS 701", "VS 501")
    phrase = "substitute {card}"
    fields = ("obj:card",)
    parts = (Payment(),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("substitute", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if words.step(state) != words.RECRUIT or words.primary(state) != player:
            return []
        hand = state.zone(words.HAND, player)
        return [(self.verb, o) for o in hand if face_of(state, o).keyword("substitute")]

    @cites("VS 701", "VS 501")
    def findings(self, state: State, act: Act) -> Findings:
        card = act.first[1]
        if state.where[card] != (words.HAND, act.player):
            yield Breach("not-in-hand", "VS 701", (card,))
            return
        if face_of(state, card).keyword("substitute") is None:
            yield Breach("without-keyword", "VS 701", (card, "substitute"))
            return
        if words.step(state) != words.RECRUIT or words.primary(state) != act.player:
            yield Breach("not-your-recruit-step", "VS 701")

    @cites("VS 701", "VS 203")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        card = act.first[1]
        event = state.event("used", "VS 701", (cause,), card)
        state.reveal(card)
        announce(state, "substitute", act, (), event)
        removed = Happening("removed from the game", "VS 203", (event,), (act.answers[0][1],))
        PERFORMER.happen(state, [removed])
        yield from ()


class ShiftPower(Shape):
    """Using a shift power: the character comes into play during combat.

    Its card says the zone (``words``) and the cost in resource points.
    """

    verb = "shift"
    rules = ("VS 501", "VS 704.1")
    phrase = "shift {card}"
    fields = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("shift", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if words.step(state) != words.ATTACK:
            return []
        mine = state.zone(words.HAND, player) + state.zone(words.KOED, player)
        return [("shift", obj) for obj in mine if face_of(state, obj).keyword("shift")]

    @cites("VS 501", "VS 704.1")
    def findings(self, state: State, act: Act) -> Findings:
        card, player = act.first[1], act.player
        keyword = face_of(state, card).keyword("shift")
        zones = (words.HAND, words.KOED)
        if state.where[card] not in [(zone, player) for zone in zones]:
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

    def next_part(self, state: State, act: Act) -> Part | None:
        return None

    @cites("VS 501")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        card = act.first[1]
        keyword = face_of(state, card).keyword("shift")
        event = state.event("used", "VS 501", (cause,), card)
        state.reveal(card)
        announce(state, "shift", act, (), event)
        if keyword is not None and keyword.number:
            values = (act.player, keyword.number, words.POINTS)
            PERFORMER.happen(state, [Happening("paid", "VS 203", (event,), values)])
        yield from ()
