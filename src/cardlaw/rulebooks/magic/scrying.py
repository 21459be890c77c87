"""The tops of libraries: scry, surveil, mill (CR 701.17, 701.22, 701.25)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import KNOWS, ORDER
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    players,
    share_of,
)
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.instructions import Mill, Scry, Surveil
from cardlaw.rulebooks.magic.keyword_actions import choose_some, in_turn_order


def look_at(
    state: State, player: int, number: int, rule: str, causes: tuple[int, ...]
) -> tuple[int, ...]:
    """A player looks at the top cards of their library: those cards, the top one first."""
    cards = state.zone("library", player)[:number]
    state.event("looked at", rule, causes, player, len(cards))
    for obj in cards:
        state.reveal(obj, 1 << player)
    return cards


def in_order(player: int, cards: list[int]) -> Generator[Choice, Option, list[int]]:
    """An order of a player's choice for some cards, the first one on top."""
    rest = list(cards)
    found: list[int] = []
    while len(rest) > 1:
        answer = yield Choice("next card", player, (tuple(rest),))
        found.append(answer[0])
        rest.remove(answer[0])
    return [*found, *rest]


def put_back(state: State, player: int, top: list[int], bottom: list[int]) -> None:
    """Write the library anew with some cards on top and some at the bottom: part of an event.

    Only the player who has looked at them knows where they are.
    """
    moved = {*top, *bottom}
    between = [obj for obj in state.zone("library", player) if obj not in moved]
    state.put(ORDER, ("library", player), (*top, *between, *bottom) or None)
    for obj in (*top, *bottom):
        state.put(KNOWS, obj, 1 << player)
        state.hide(obj)


@rules("CR 701.22a", "CR 701.22b")
def scry(state: State, node: Scry, doing: Doing) -> Course:
    """Look at the top cards; any of them go to the bottom, the rest stay on top."""
    amount = amount_of(state, node.amount, doing)
    for player in in_turn_order(state, players(state, node.player, doing)):
        if not amount:
            continue
        cards = look_at(state, player, amount, "CR 701.22a", doing.cause)
        down = yield from choose_some(player, cards, len(cards), "to the bottom")
        bottom = yield from in_order(player, down)
        top = yield from in_order(player, [obj for obj in cards if obj not in down])
        happen(state, "scried", "CR 701.22a", doing.cause, player, len(down))
        put_back(state, player, top, bottom)


@rules("CR 701.25a", "CR 701.25c")
def surveil(state: State, node: Surveil, doing: Doing) -> Course:
    """Look at the top cards; any of them go into the graveyard, the rest stay on top."""
    amount = amount_of(state, node.amount, doing)
    for player in in_turn_order(state, players(state, node.player, doing)):
        if not amount:
            continue
        cards = look_at(state, player, amount, "CR 701.25a", doing.cause)
        down = yield from choose_some(player, cards, len(cards), "to the graveyard")
        top = yield from in_order(player, [obj for obj in cards if obj not in down])
        event = happen(state, "surveiled", "CR 701.25a", doing.cause, player, len(down))
        put_back(state, player, top, [])
        batch = [Happening("put into graveyard", "CR 701.25a", (event,), (obj,)) for obj in down]
        yield from PERFORMER.perform(state, batch)


@rules("CR 701.17a", "CR 701.17b")
def mill(state: State, node: Mill, doing: Doing) -> Course:
    """Players put the top cards of their libraries into their graveyards."""
    batch = [
        Happening("milled", "CR 701.17a", doing.cause, (obj,))
        for player in in_turn_order(state, players(state, node.player, doing))
        for obj in state.zone("library", player)[: share_of(state, node.amount, player, doing)]
    ]
    yield from PERFORMER.perform(state, batch)
    doing.scope.named["milled"] = [state.ref(event.values[0]) for event in batch]


VERBS: dict[type, Callable[..., Course]] = {Scry: scry, Surveil: surveil, Mill: mill}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
