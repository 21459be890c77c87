"""The beginning of a battle (chapters 100-101, 302): decks, the deal, who goes first, redeals."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.action import Act, Procedure, Shape
from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, TURN
from cardlaw.rulebooks.berserk.shuffling import shuffle
from cardlaw.rulebooks.berserk.squad import GOLD, SILVER, chooser, starting_crystals
from cardlaw.rulebooks.berserk.words import DEAL, DECK, RECRUITING, REDEALING, first_player, step


@cites("BE09 101.1", "BE09 101.3", "BE09 302.1", "BE09 302.2")
def deal(state: State) -> Procedure:
    """Shuffle, deal, roll for the order of turns, hand out the crystals."""
    for player in (0, 1):
        yield from shuffle(state, player)
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
    state.put(TURN, "step", REDEALING)
    for player in (0, 1):
        deal_to(state, player, int(state.options["deal"]), ())
        gold, silver = starting_crystals(state.options, second=player != first)
        rule = "BE09 101.1" if player == first else "BE09 101.3"
        state.event("crystals", rule, (), player, gold, silver)
        state.put(POINTS, (player, GOLD), gold)
        state.put(POINTS, (player, SILVER), silver)


@cites("BE09 302.1")
def deal_to(state: State, player: int, cards: int, causes: tuple[int, ...]) -> None:
    """Deal a player cards from the top of the deck."""
    state.event("dealt", "BE09 302.1", causes, player, cards)
    for obj in state.zone(DECK, player)[:cards]:
        state.move(obj, (DEAL, player))


@cites("BE09 302.3")
def on_redealing(state: State) -> Findings:
    """The breach of redealing at another time."""
    if step(state) != REDEALING:
        yield Breach("not-redealing", "BE09 302.3")


class Redeal(Shape):
    """Paying a gold crystal for other cards."""

    verb = "redeal"
    phrase = "redeal"
    rules: tuple[str, ...] = ("BE09 302.3",)
    fields: tuple[str, ...] = ()

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("redeal",)]

    @cites("BE09 302.3")
    def findings(self, state: State, act: Act) -> Findings:
        yield from on_redealing(state)
        if not state.points.get((act.player, GOLD), 0):
            yield Breach("no-gold-for-a-redeal", "BE09 302.3")

    @cites("BE09 302.3", "BE09 206.10")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        player = act.player
        event = state.event("redealt", "BE09 302.3", (cause,), player)
        state.add_to(POINTS, (player, GOLD), -1)
        back = state.zone(DEAL, player)
        for obj in back:
            state.move(obj, (DECK, player))
        yield from shuffle(state, player, event)
        deal_to(state, player, len(back), (event,))


class KeepDeal(Shape):
    """Saying that the cards that were dealt will do; this is final."""

    verb = "keep deal"
    phrase = "keep the deal"
    rules: tuple[str, ...] = ("BE09 302.3",)
    fields: tuple[str, ...] = ()

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("keep deal",)]

    def findings(self, state: State, act: Act) -> Findings:
        yield from on_redealing(state)

    @cites("BE09 302.3")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        first = first_player(state)
        state.event("deal kept", "BE09 302.3", (cause,), act.player)
        if chooser(state) == first:
            state.put(TURN, "chooser", 2 - first)
        else:
            state.put(TURN, "chooser", first + 1)
            state.put(TURN, "step", RECRUITING)
        yield from ()
