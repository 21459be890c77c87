"""The vanguard step (chapter 308): free strikes before the first turn."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN, USED
from cardlaw.rulebooks.berserk.select import char_of
from cardlaw.rulebooks.berserk.stack import give_priority
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    VANGUARD,
    active,
    first_player,
    is_closed,
    is_hidden,
    step,
)

ABILITY = "vanguard"


def has_struck(state: State, obj: int) -> bool:
    """Whether a creature has used up its strike of the vanguard."""
    return (ABILITY, obj) in state.used


def vanguard_of(state: State, player: int) -> list[int]:
    """A player's creatures that may strike before the first turn."""
    return [
        obj
        for obj in state.board().squads[player]
        if not is_hidden(state, obj)
        and char_of(state, obj).type == CREATURE
        and ABILITY in char_of(state, obj).keywords
        and not is_closed(state, obj)
        and not has_struck(state, obj)
    ]


@rules("BE09 308")
def may_lead(state: State, player: int, obj: int) -> Findings:
    """The breaches of striking with a creature in the vanguard step."""
    if active(state) != player:
        yield Breach("not-your-turn", "BE09 308")
    if pile.items(state):
        yield Breach("stack-not-empty", "BE09 308")
    if ABILITY not in char_of(state, obj).keywords:
        yield Breach("no-vanguard", "BE09 308", (obj,))
    elif has_struck(state, obj):
        yield Breach("vanguard-has-struck", "BE09 308", (obj,))


@rules("BE09 308")
def count_strike(state: State, obj: int, event: int) -> None:
    """A strike of the vanguard is paid for: the creature has had it and stays open."""
    state.event("use counted", "BE09 308", (event,), obj)
    state.add_to(USED, (ABILITY, obj), 1)


@rules("BE09 308")
def next_vanguard(state: State, event: int) -> bool:
    """The next player whose vanguard strikes gets priority. False when there is none."""
    first = first_player(state)
    waiting = [first, 1 - first]
    if step(state) == VANGUARD:
        waiting = waiting[waiting.index(active(state)) + 1 :]
    for player in waiting:
        if vanguard_of(state, player):
            told = state.event("vanguard began", "BE09 308", (event,), player)
            state.put(TURN, "step", VANGUARD)
            state.put(TURN, "active", player)
            give_priority(state, player, told)
            return True
    return False
