"""The reveal subphase and the start of the battle (chapters 306, 307)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN
from cardlaw.rulebooks.berserk.equip import ASSIGNED, assignable, unassigned
from cardlaw.rulebooks.berserk.happen import (
    BATTLE_STARTED,
    DIED,
    PERFORMER,
    REVEALED,
    TO_ADDITIONAL,
    TO_AUXILIARY,
    happen,
    set_bits,
)
from cardlaw.rulebooks.berserk.squad import face_of
from cardlaw.rulebooks.berserk.stealth import (
    has_stealth,
    in_third_row,
    is_bound,
    may_show_itself,
    show_itself,
    stealthy,
)
from cardlaw.rulebooks.berserk.words import (
    DECIDED,
    DECIDING,
    EQUIPMENT,
    EQUIPPING,
    FIRST_DECIDING,
    FLYER,
    INFESTING,
    ON_FIELD,
    REVEALING,
    STARTING,
    TERRAIN,
    UNTURNED,
    first_player,
    is_hidden,
    step,
)


def decider(state: State) -> int | None:
    """Who says now which cards stay face down, or None when the reveal is not at that point."""
    stage = state.turn.get("revealed", UNTURNED)
    if step(state) != REVEALING or stage not in (FIRST_DECIDING, DECIDING):
        return None
    return first_player(state) if stage == FIRST_DECIDING else 1 - first_player(state)


@cites("BE09 306.2a")
def undecided(state: State) -> list[int]:
    """The cards of which their player has still to say whether they stay face down.

    Where a card of the game has stealth all are asked about: who is asked about what tells nothing.
    """
    player = decider(state)
    if player is None:
        return []
    everywhere = state.texts.stealth
    return [
        obj
        for obj in state.board().squads[player]
        if is_hidden(state, obj)
        and not state.status.get(obj, 0) & DECIDED
        and (everywhere or in_third_row(state, obj))
    ]


class Decide(Shape):
    """Keeping a card face down in the reveal, or turning it up, with stealth also in battle."""

    rules: tuple[str, ...] = ("BE09 306.2a",)
    fields: tuple[str, ...] = ("obj:card",)

    def __init__(self, verb: str, phrase: str) -> None:
        self.verb = verb
        self.phrase = phrase

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in state.where]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if step(state) >= STARTING:
            return [(self.verb, obj) for obj in stealthy(state, player)]
        return [(self.verb, obj) for obj in undecided(state)[:1]]

    @cites("BE09 306.2a", "BE09 415.5")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        player = decider(state)
        if step(state) >= STARTING and self.verb == "turn up":
            yield from may_show_itself(state, act.player, obj)
        elif player is None:
            yield Breach("not-at-will", "BE09 415.5", (obj,))
        elif act.player != player:
            first = player == first_player(state)
            code = "first-player-decides" if first else "not-second-player"
            yield Breach(code, "BE09 306.2a")
        elif state.controller[obj] != act.player:
            yield Breach("not-yours", "BE09 200.2b", (obj,))
        elif obj not in undecided(state):
            yield Breach("not-undecided", "BE09 306.2a", (obj,))
        else:
            yield from self._decide(state, obj)

    def _decide(self, state: State, obj: int) -> Findings:
        """The breaches of deciding about a card that waits for it."""
        face = face_of(state, obj)
        if self.verb == "keep" and is_bound(face):
            yield Breach("must-be-turned-up", "BE09 306.2a", (obj,))
        elif self.verb == "keep" and not in_third_row(state, obj) and not has_stealth(face):
            yield Breach("no-stealth", "BE09 306.2a", (obj,))
        if obj != undecided(state)[0]:
            yield Breach("another-is-decided-first", "BE09 306.2a", (obj,))

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        obj = act.first[1]
        if step(state) >= STARTING:
            show_itself(state, act.player, obj, cause)
        elif self.verb == "keep":
            state.event("kept hidden", "BE09 306.2a", (cause,), obj)
            set_bits(state, obj, DECIDED)
        else:
            happen(state, REVEALED, "BE09 306.2a", (cause,), obj)
        yield from ()


KEEP = Decide("keep", "keep {card} hidden")
TURN_UP = Decide("turn up", "turn up {card}")


@cites("BE09 306.1", "BE09 306.2a", "BE09 306.3", "BE12 211.1", "BE09 211.2")
def turn_up(state: State) -> Procedure:
    """Turn the first player's cards up; later what the second player does not keep hidden.

    Where stealth is in the game the first player has decided about each card before.

    Then terrains and flyers go to their zones; nobody can respond.
    """
    first = first_player(state)
    stage = state.turn.get("revealed", UNTURNED)
    if stage == UNTURNED:
        event = state.event("reveal began", "BE09 306.1", ())
        if state.texts.stealth:
            state.put(TURN, "revealed", FIRST_DECIDING)
            return
        turn_up_squad(state, first, event)
        state.put(TURN, "revealed", DECIDING)
        return
    if stage == FIRST_DECIDING:
        state.event("squad decided", "BE09 306.2a", (), first)
        state.put(TURN, "revealed", DECIDING)
        return
    event = state.event("squads revealed", "BE09 306.3", ())
    turn_up_squad(state, 1 - first, event)
    for player in (first, 1 - first):
        leave_field(state, player, event)
    state.put(TURN, "revealed", EQUIPPING)
    yield from ()


def turn_up_squad(state: State, player: int, event: int) -> None:
    """Turn up a player's hidden cards but those that were decided to stay so."""
    hidden = [
        obj
        for obj in state.board().squads[player]
        if is_hidden(state, obj) and not state.status.get(obj, 0) & DECIDED
    ]
    batch = [Happening(REVEALED, "BE09 306.2a", (event,), (obj,)) for obj in hidden]
    PERFORMER.happen(state, batch)


def leave_field(state: State, player: int, event: int) -> None:
    """A player's terrains and flyers go from the field to where they belong."""
    terrains, flyers = [], []
    for obj in state.board().squads[player]:
        if state.where[obj] == ON_FIELD and not is_hidden(state, obj):
            char = state.board().chars[obj]
            if char.type == TERRAIN:
                terrains.append(Happening(TO_AUXILIARY, "BE12 211.1", (event,), (obj,)))
            elif char.subtype == FLYER:
                flyers.append(Happening(TO_ADDITIONAL, "BE09 211.2", (event,), (obj,)))
    PERFORMER.happen(state, terrains)
    PERFORMER.happen(state, flyers)


def assigning_player(state: State) -> int | None:
    """Whose equipment or symbiotes are assigned now, or None when nothing more can be."""
    what = ASSIGNED[state.turn["revealed"] - EQUIPPING]
    first = first_player(state)
    for player in (first, 1 - first):
        if assignable(state, player, what):
            return player
    return None


@cites("BE09 306.5", "BE09 306.6", "BE09 306.8", "BE12 212.5", "BE09 307.1", "BE09 421.5")
def assigned(state: State) -> Procedure:
    """Go on from equipment to symbiotes and parasites; at the end what nobody bears dies."""
    stage = state.turn["revealed"]
    if stage < INFESTING:
        rule = "BE09 306.5" if stage == EQUIPPING else "BE09 306.6"
        state.event("equipment assigned", rule, ())
        state.put(TURN, "revealed", stage + 1)
        return
    event = state.event("reveal ended", "BE09 306.8", ())
    state.put(TURN, "revealed", None)
    state.put(TURN, "step", STARTING)
    first = first_player(state)
    lost = [
        Happening(DIED, "BE12 212.5" if what == EQUIPMENT else "BE09 421.5", (event,), (obj, -1))
        for player in (first, 1 - first)
        for what in ASSIGNED
        for obj in unassigned(state, player, what)
    ]
    PERFORMER.happen(state, lost)
    happen(state, BATTLE_STARTED, "BE09 307.1", (), first)
    pile.give_priority(state, first)
    yield from ()
