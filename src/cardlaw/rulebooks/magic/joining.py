"""Creatures that enter the battlefield attacking (CR 506.3, 508.4)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import STATUS, USED
from cardlaw.rulebooks.magic.attach import from_option
from cardlaw.rulebooks.magic.board import ATTACKING, Board, Scope
from cardlaw.rulebooks.magic.steps import active, in_combat
from cardlaw.rulebooks.magic.whose import players_by

#: the word of uses for whom an object that enters attacks
PUT_ATTACKING = "put attacking"
#: the word for attacking what a creature attacked that was returned for a cost (ninjutsu)
SAME = "same"
#: its value for an object that can't attack
NOBODY = 0


@rules("CR 508.1b")
def attackable(state: State, player: int) -> list[int]:
    """What a player's creatures may attack: the opponent, and the opponent's planeswalkers."""
    board: Board = state.board()
    other = 1 - player
    walkers = [
        obj
        for obj in board.players[other]
        if "planeswalker" in board.chars[obj].types and not board.about("forbid be attacked", obj)
    ]
    return [-1 - other, *walkers]


@rules("CR 508.4")
def put_attacking(
    state: State, obj: int, player: int, how: str, scope: Scope
) -> Generator[Choice, Option, None]:
    """Note whom an object attacks that enters attacking: its controller's choice, or as stated.

    ``how`` is chosen, "same" (as what was returned), or a word for the player that the text names.
    """
    if not how:
        return
    if not in_combat(state) or active(state) != player:
        state.put(USED, (PUT_ATTACKING, obj), NOBODY)
        return
    if how == SAME:
        who = state.used.get((SAME, scope.source.id), NOBODY)
        state.put(USED, (SAME, scope.source.id), None)
        among = [who] if who in attackable(state, player) else [NOBODY]
    elif how == "chosen":
        among = attackable(state, player)
    else:
        among = [-1 - who for who in players_by(state, how, scope) if who != player]
    if len(among) > 1:
        answer = yield Choice("attack whom", player, (obj, tuple(among)))
        among = [from_option(*answer[:2])]
    for who in among:
        state.put(USED, (PUT_ATTACKING, obj), who)


@rules("CR 508.4", "CR 506.3a", "CR 506.3b")
def enter_attacking(state: State, number: int, obj: int) -> None:
    """A creature that was put so is attacking, as part of the event begun last.

    It was not declared, so nothing triggers that waits for attacks.
    """
    who = state.used.get((PUT_ATTACKING, obj))
    if who is None:
        return
    state.put(USED, (PUT_ATTACKING, obj), None)
    board: Board = state.board()
    if who == NOBODY or "creature" not in board.chars[obj].types:
        rule = "CR 506.3b" if who == NOBODY else "CR 506.3a"
        state.event("entered not attacking", rule, (number,), obj)
        return
    kind = "entered attacking" if who > 0 else "entered attacking a player"
    state.event(kind, "CR 508.4", (number,), obj, who if who > 0 else -1 - who)
    state.put(STATUS, obj, state.status.get(obj, 0) | ATTACKING)
    state.set_list("attackers", (*state.lists.get("attackers", ()), (obj, who)))
