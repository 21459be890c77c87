"""Effects that last until a permanent leaves, goad, extra turns, coins, amass (CR 610.3, 500.7)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import CHANCE, Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import EXILE, FIELD, Board, Scope
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    begin_effect,
    carry_out,
    permanents,
    players,
)
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.instructions import Amass, ExileUntil, ExtraTurn, FlipCoin, Goad
from cardlaw.rulebooks.magic.moving import enter_together, entering, token
from cardlaw.rulebooks.magic.steps import active

#: what is exiled until a permanent leaves: that permanent, the exiled object, the event
AWAY, TURNS = "exiled until it leaves", "extra turns"


@rules("CR 610.3", "CR 610.3a")
def exile_until(state: State, node: ExileUntil, doing: Doing) -> Course:
    """Exile permanents until the source leaves; not at all if it has left already."""
    source = doing.scope.source
    if not state.is_current(source) or state.where[source.id] != FIELD:
        return
    things = permanents(state, node.what, doing)
    batch = [Happening("exiled", "CR 610.3", doing.cause, (obj,)) for obj in things]
    yield from PERFORMER.perform(state, batch)
    rows = [
        (source.id, source.born, obj, state.born[obj], doing.cause[0])
        for obj in things
        if state.where[obj] == EXILE
    ]
    if rows:
        state.set_list(AWAY, (*state.lists.get(AWAY, ()), *rows))


def is_over(state: State, row: tuple[int, ...]) -> bool:
    """Whether the permanent of such an effect has left the battlefield."""
    here = state.is_current(Ref(row[0], row[1]))
    return not here or state.where[row[0]][0] not in ("battlefield", "phased out")


def anything_due(state: State) -> bool:
    """Whether something exiled has to come back now."""
    rows = state.lists.get(AWAY)
    return rows is not None and any(is_over(state, row) for row in rows)


@rules("CR 610.3", "CR 610.3b", "CR 610.3c")
def come_back(state: State) -> Procedure:
    """What was exiled until a permanent leaves returns under its owners' control."""
    rows = state.lists.get(AWAY, ())
    due = [row for row in rows if is_over(state, row)]
    if not due:
        return
    events = []
    for source, born, obj, away, event in due:
        if state.is_current(Ref(obj, away)) and state.where[obj] == EXILE:
            owner = state.owner[obj]
            doing = Doing(Scope(Ref(source, born), owner), event)
            entry = yield from entering(state, obj, owner, doing, None)
            events += [entry] if entry is not None else []
    state.event("exile ended", "CR 610.3", (due[0][4],), due[0][0])
    state.set_list(AWAY, tuple(row for row in rows if row not in due))
    enter_together(state, events)


@rules("CR 701.15a", "CR 701.15b")
def goad(state: State, node: Goad, doing: Doing) -> Course:
    """Goaded creatures attack each combat if able until the player's next turn."""
    affected = permanents(state, node.what, doing)
    if affected:
        begin_effect(state, node, affected, doing, doing.scope.you, ())
    yield from ()


@rules("CR 500.7")
def extra_turn(state: State, node: ExtraTurn, doing: Doing) -> Course:
    """A player takes an extra turn after this one; the newest comes first."""
    for player in players(state, node.player, doing):
        state.event("turn added", "CR 500.7", doing.cause, player)
        state.set_list(TURNS, (player, *state.lists.get(TURNS, ())))
    yield from ()


@rules("CR 500.7")
def next_player(state: State) -> int:
    """Whose turn comes after this one; an extra turn is used up, as part of the event before."""
    turns = state.lists.get(TURNS, ())
    if not turns:
        return 1 - active(state)
    state.set_list(TURNS, turns[1:])
    return int(turns[0])


@rules("CR 705.1", "CR 705.2")
def flip_coin(state: State, node: FlipCoin, doing: Doing) -> Course:
    """A coin is flipped; what follows depends on whether its player wins the flip."""
    answer = yield Choice("coin", CHANCE, (doing.scope.you,))
    won = answer == ("won",)
    kind = "won the flip" if won else "lost the flip"
    happen(state, kind, "CR 705.2", (state.answer,), doing.scope.you)
    yield from carry_out(state, node.won if won else node.lost, doing)


@rules("CR 701.47a")
def amass(state: State, node: Amass, doing: Doing) -> Course:
    """Counters on an Army; a new one where there is none."""
    you = doing.scope.you
    if not _armies(state, you):
        yield from token(state, node.token, doing)
    armies = _armies(state, you)
    if not armies:
        return
    answer = yield Choice("pick", you, (tuple(armies),))
    amount = amount_of(state, node.amount, doing)
    doing.scope.named["army"] = [state.ref(answer[0])]
    if amount:
        values = (answer[0], "+1/+1", amount)
        grown = Happening("put counters", "CR 701.47a", doing.cause, values)
        yield from PERFORMER.perform(state, [grown])


def _armies(state: State, player: int) -> list[int]:
    board: Board = state.board()
    return [obj for obj in board.players[player] if board.chars[obj].is_kind("Army")]


VERBS: dict[type, Callable[..., Course]] = {
    ExileUntil: exile_until,
    Goad: goad,
    ExtraTurn: extra_turn,
    FlipCoin: flip_coin,
    Amass: amass,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
