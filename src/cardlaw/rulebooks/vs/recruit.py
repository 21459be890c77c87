"""Recruiting (301, 302, 404): how characters and equipment come onto the chain."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.equip import may_attach
from cardlaw.rulebooks.vs.events import PERFORMER, forget_states, set_status
from cardlaw.rulebooks.vs.faces import is_equipment
from cardlaw.rulebooks.vs.keywords.boosting import BOOSTING, pressed, recruit_cost
from cardlaw.rulebooks.vs.keywords.loyalty import REVEALED, loyal, must_reveal
from cardlaw.rulebooks.vs.parts import Naming
from cardlaw.rulebooks.vs.play import announce
from cardlaw.rulebooks.vs.powers import face_of


class Bearer(Naming):
    """The character that an equipment is recruited to: the target of the recruit effect."""

    name = "target"
    rule = "VS 302.3c"
    phrase = "targeting {target}"

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


class Refill(Part):
    """The card that takes the place of a reservist in the resource row."""

    name = "refill"
    rule = "VS 701"
    phrase = "replacing it with {card} | replacing it with nothing"
    fields: tuple[str, ...] = ("obj:card",)
    public = False
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name,), *((self.name, obj) for obj in sorted(state.where))]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name,), *((self.name, obj) for obj in state.zone(words.HAND, act.player))]

    @cites("VS 701", "VS 217")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if len(answer) < 2:
            return
        obj = answer[1]
        revealed = act.given(REVEALED.name) == (REVEALED.name, obj)
        if revealed or state.where[obj] != (words.HAND, act.player):
            yield Breach("not-in-hand", "VS 701", (obj,))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("not-an-option", "VS 701")


REFILL = Refill()


class Recruit(Shape):
    """Recruiting a character or an equipment from the hand, a reservist from the resource row."""

    verb = "recruit"
    rules: tuple[str, ...] = ("VS 404", "VS 505")
    phrase = "recruit {card}"
    fields: tuple[str, ...] = ("obj:card",)
    parts: tuple[Part, ...] = (BEARER, BOOSTING, REVEALED, REFILL)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("recruit", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if words.step(state) != words.RECRUIT or words.primary(state) != player:
            return []
        if pile.items(state):
            return []
        reserve = [o for o in words.resources(state, player) if is_reservist(state, o)]
        return [("recruit", obj) for obj in (*state.zone(words.HAND, player), *reserve)]

    @cites("VS 302.1", "VS 302.2", "VS 302.3", "VS 301", "VS 404", "VS 701")
    def findings(self, state: State, act: Act) -> Findings:
        card, player = act.first[1], act.player
        in_row = state.where[card] == (words.RESOURCES, player) and is_reservist(state, card)
        if state.where[card] != (words.HAND, player) and not in_row:
            yield Breach("not-in-hand", "VS 505", (card,))
            return
        if in_row:
            yield Ground("reservist", "VS 701", (card,))
        face = face_of(state, card)
        if face.type not in (words.CHARACTER, words.EQUIPMENT):
            yield Breach("not-recruitable", "VS 404", (card, face.type))
            return
        rule = "VS 302.2" if is_equipment(face) else "VS 301"
        if is_equipment(face):
            yield Ground("is-equipment", "VS 302.1", (card,))
        yield Ground("own-recruit-step", rule, ())
        if words.step(state) != words.RECRUIT or words.primary(state) != player:
            yield Breach("not-your-recruit-step", rule)
        if pile.items(state):
            yield Breach("chain-not-empty", rule)
        cost = recruit_cost(state, card, player)
        if face.type == words.CHARACTER and pressed(state, player, face.cost) < face.cost:
            yield Ground("press", "VS 701", (card, cost))
        have = state.points.get((player, words.POINTS), 0)
        if have < cost:
            yield Breach("not-enough-resource-points", "VS 203", (card, cost, have))
        yield from loyal(state, card, player)

    def next_part(self, state: State, act: Act) -> Part | None:
        card = act.first[1]
        if not words.knows(state, act.player, card):
            return None
        face = face_of(state, card)
        given = {answer[0] for answer in act.answers}
        if is_equipment(face) and BEARER.name not in given:
            return BEARER
        if face.boosts and BOOSTING.name not in given:
            return BOOSTING
        if REVEALED.name not in given and must_reveal(state, card, act.player):
            return REVEALED
        in_row = state.where[card][0] == words.RESOURCES
        return REFILL if in_row and REFILL.name not in given else None

    @cites("VS 302.3", "VS 301", "VS 404", "VS 505", "VS 203")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        """Announce the card, choose its target, pay its cost; its player keeps priority."""
        card = act.first[1]
        equipment = is_equipment(face_of(state, card))
        cost = recruit_cost(state, card, act.player)
        rule = "VS 302.3" if equipment else "VS 404"
        event = state.event("recruited", rule, (cause,), card)
        zone = state.where[card]
        place = state.zone(*zone).index(card)
        forget_states(state, card)
        state.move(card, (words.CHAIN, -1))
        recruited = state.lists.get("recruited", ())
        state.set_list("recruited", (*recruited, (act.player, state.card[card])))
        announce(state, "recruit", act, (), event)
        boost = act.given(BOOSTING.name)
        if boost is not None and len(boost) > 1:
            state.event("boosted", "VS 701", (event,), card)
            set_status(state, card, on=words.BOOSTED)
            cost += boost[1]
        reveal = act.given(REVEALED.name)
        if reveal is not None:
            state.event("revealed", "VS 701", (event,), reveal[1])
            state.reveal(reveal[1])
        if cost:
            values = (act.player, cost, words.POINTS)
            PERFORMER.happen(state, [Happening("paid", "VS 203", (event,), values)])
        refill = act.given(REFILL.name)
        if refill is not None and len(refill) > 1:
            put = (act.player, refill[1], place + 1)
            row = Happening("put into the resource row", "VS 217", (event,), put)
            PERFORMER.happen(state, [row])
        yield from ()


@cites("VS 701")
def is_reservist(state: State, card: int) -> bool:
    """Whether a card in its player's resource row may be recruited from there."""
    face = face_of(state, card)
    return face.type == words.CHARACTER and face.keyword("reservist") is not None
