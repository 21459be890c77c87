"""What else a player does: accumulating tokens, aiming at flyers, passing (123, 211, 215)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.early import early_moment, pass_early
from cardlaw.rulebooks.berserk.happen import REVEALED, happen
from cardlaw.rulebooks.berserk.select import char_of
from cardlaw.rulebooks.berserk.stack import (
    ACCUMULATING,
    AIMING_UP,
    WITHOUT_DICE,
    Chain,
    announce,
    can_close,
    own,
    slow,
)
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    DECIDING,
    FLYER,
    ON_FIELD,
    REVEALING,
    STARTING,
    TOKEN,
    UNTURNED,
    is_hidden,
    step,
)


class Accumulate(Shape):
    """Closing a card for a token."""

    verb = "accumulate"
    phrase = "accumulate with {card}"
    rules: tuple[str, ...] = ("BE12 123.3",)
    fields: tuple[str, ...] = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("accumulate", obj) for obj in state.where]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        faces, card = state.faces, state.card
        squad = state.board().squads[player]
        return [("accumulate", obj) for obj in squad if faces[card[obj]].sheet.accumulates]

    @cites("BE12 123.3", "BE12 123.4", "BE09 415.2")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from slow(state, act.player, "BE09 404.7", "BE09 404.7")
        found = list(own(state, act.player, obj))
        if found:
            yield from found
            return
        if not state.faces[state.card[obj]].sheet.accumulates or char_of(state, obj).blank:
            yield Breach("cannot-accumulate", "BE12 123.3", (obj,))
            return
        yield from can_close(state, obj, "BE09 104.4")
        most = char_of(state, obj).keywords.get("most tokens", 0)
        if most and state.counters.get((obj, TOKEN), 0) >= most:
            yield Breach("tokens-full", "BE12 123.4", (obj, most))

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        if is_hidden(state, act.first[1]):
            happen(state, REVEALED, "BE09 415.2", (cause,), act.first[1])
        chain = Chain(len(WITHOUT_DICE))
        yield from announce(state, act, ACCUMULATING, (), chain, cause)


class AimUp(Shape):
    """Closing a creature so that it may strike a flyer next turn."""

    verb = "close"
    phrase = "close {card} to strike flyers"
    rules: tuple[str, ...] = ("BE09 211.9",)
    fields: tuple[str, ...] = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("close", obj) for obj in state.where]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if not only_flyers(state, 1 - player):
            return []
        return [("close", obj) for obj in state.board().squads[player]]

    @cites("BE09 211.9", "BE09 209.3")
    def findings(self, state: State, act: Act) -> Findings:
        obj, player = act.first[1], act.player
        yield from slow(state, player, "BE09 211.9", "BE09 211.9")
        found = list(own(state, player, obj))
        if found:
            yield from found
            return
        char = char_of(state, obj)
        if is_hidden(state, obj):
            yield Breach("lies-face-down", "BE09 415.1", (obj,))
            return
        if char.type != CREATURE or char.subtype == FLYER:
            yield Breach("no-plain-creature", "BE09 211.9", (obj,))
            return
        if not only_flyers(state, 1 - player):
            yield Breach("enemy-on-the-ground", "BE09 211.9")
        yield from can_close(state, obj, "BE09 209.3")

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        chain = Chain(len(WITHOUT_DICE))
        yield from announce(state, act, AIMING_UP, (), chain, cause)


@cites("BE09 211.9", "BE09 415.3")
def only_flyers(state: State, player: int) -> bool:
    """Whether every creature of a player flies. A hidden card may be one that does not."""
    squad = state.board().squads[player]
    grounded = [
        obj
        for obj in squad
        if state.where[obj] == ON_FIELD
        and (is_hidden(state, obj) or char_of(state, obj).type == CREATURE)
    ]
    return not grounded


class Pass(Shape):
    """Passing."""

    verb = "pass"
    phrase = "pass"
    rules: tuple[str, ...] = ("BE09 215.6a", "BE09 215.7")
    fields: tuple[str, ...] = ()

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("pass",)]

    @cites("BE09 215.6a", "BE09 306.2a", "BE09 306.7")
    def findings(self, state: State, act: Act) -> Findings:
        if early_moment(state):
            return
        if step(state) == REVEALING and state.turn.get("revealed", UNTURNED) <= DECIDING:
            yield Breach("decision-is-due", "BE09 306.2a")
        elif step(state) == REVEALING:
            yield Breach("assignment-is-due", "BE09 306.7")
        elif step(state) < STARTING:
            yield Breach("nothing-to-pass", "BE09 215.6a")

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        moment = early_moment(state)
        if moment:
            pass_early(state, moment, act.player, cause)
        else:
            pile.pass_priority(state, "BE09 215.6a", act.player, cause)
        yield from ()
