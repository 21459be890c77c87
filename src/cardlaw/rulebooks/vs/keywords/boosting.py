"""What recruiting costs (203, 701): the printed cost, boost that adds, press that takes off."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardlaw.cards import nodes
from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import board_of, holds
from cardlaw.rulebooks.vs.faces import Face
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import Sight, amount, fits


@cites("VS 203", "VS 104", "VS 701")
def recruit_cost(state: State, card: int, player: int) -> int:
    """What recruiting a card costs now, in resource points; never less than nothing."""
    face = face_of(state, card)
    cost = face.cost
    sight = Sight(card, player)
    for ability in face.text:
        if isinstance(ability, nodes.Static) and ability.affects.who == "self":
            cost += change_of_cost(state, ability, sight)
    cost = max(0, cost + given_off(state, card))
    return pressed(state, player, cost) if face.type == words.CHARACTER else cost


@cites("VS 503", "VS 203")
def given_off(state: State, card: int) -> int:
    """What powers in play change about the cost of a card that is not in play yet."""
    change = 0
    for power in board_of(state).costs:
        node = power.node
        assert isinstance(node, nodes.Static)
        sight = Sight(power.holder, state.controller[power.holder])
        there = msgspec.structs.replace(node.affects, zone=state.where[card][0])
        if fits(state, there, card, sight):
            change += change_of_cost(state, node, sight)
    return change


def change_of_cost(state: State, node: nodes.Static, sight: Sight) -> int:
    """What a continuous power adds to a cost now, if its conditions hold."""
    if not all(holds(state, when, sight) for when in node.when):
        return 0
    return sum(
        amount(state, give.amount, sight)
        for give in node.gives
        if isinstance(give, nodes.Get) and give.value == "cost"
    )


class Boosting(Part):
    """The boost of a card, paid or not."""

    name = "boost"
    rule = "VS 701"
    phrase = "with boost {points} | without boost"
    fields: tuple[str, ...] = ("num:points",)
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name,), (self.name, boost_cost(face_of(state, act.first[1])))]

    @cites("VS 701", "VS 203")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if len(answer) < 2:
            return
        card = act.first[1]
        if answer[1] != boost_cost(face_of(state, card)):
            yield Breach("not-an-option", "VS 701")
        needed = recruit_cost(state, card, act.player) + answer[1]
        have = state.points.get((act.player, words.POINTS), 0)
        if have < needed:
            yield Breach("not-enough-resource-points", "VS 203", (card, needed, have))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("not-an-option", "VS 701")


BOOSTING = Boosting()


@cites("VS 701")
def boost_cost(face: Face) -> int:
    """What the boost of a card costs."""
    return sum(boost.cost for boost in face.boosts)


@cites("VS 701")
def pressed(state: State, player: int, cost: int) -> int:
    """What the next character after a press card costs; not below 1 for that.

    It is 1 less for each press card that its player recruited this turn.
    """
    recruited = state.lists.get("recruited", ())
    cards: list[Face] = [state.faces[face] for who, face in recruited if who == player]
    people = [card.keyword("press") is not None for card in cards if card.type == words.CHARACTER]
    if cost <= 1 or not people or not people[-1]:
        return cost
    return max(1, cost - sum(people))
