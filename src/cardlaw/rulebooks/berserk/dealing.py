"""The beginning of a battle (chapters 100-101, 302): decks, the deal, who goes first."""

from __future__ import annotations

from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import CHANCE, Choice
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, TURN
from cardlaw.rulebooks.berserk.squad import GOLD, SILVER, starting_crystals
from cardlaw.rulebooks.berserk.words import DEAL, DECK, RECRUITING


@rules("BE09 101.1", "BE09 101.3", "BE09 206.10", "BE09 302.1", "BE09 302.2")
def deal(state: State) -> Procedure:
    """Shuffle, deal, roll for the order of turns, hand out the crystals."""
    cards = int(state.options["deal"])
    for player in (0, 1):
        order = yield Choice("shuffle", CHANCE, (player,))
        state.event("shuffled", "BE09 206.10", (state.answer,), player)
        state.arrange((DECK, player), order)
    rolls = (0, 0)
    while rolls[0] == rolls[1]:
        one = yield Choice("die", CHANCE, (-1,))
        two = yield Choice("die", CHANCE, (-1,))
        rolls = (one[0], two[0])
    better = 0 if rolls[0] > rolls[1] else 1
    answer = yield Choice("order", better, ())
    first = better if answer == ("first",) else 1 - better
    state.event("order settled", "BE09 302.2", (state.answer,), first)
    state.put(TURN, "first", first)
    state.put(TURN, "active", first)
    state.put(TURN, "chooser", first + 1)
    state.put(TURN, "step", RECRUITING)
    for player in (0, 1):
        state.event("dealt", "BE09 302.1", (), player, cards)
        for obj in state.zone(DECK, player)[:cards]:
            state.move(obj, (DEAL, player))
        gold, silver = starting_crystals(state.options, second=player != first)
        state.put(POINTS, (player, GOLD), gold)
        state.put(POINTS, (player, SILVER), silver)
