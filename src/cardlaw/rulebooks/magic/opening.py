"""The start of the game: who begins, opening hands, mulligans (CR 103)."""

from __future__ import annotations

from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import CHANCE, Choice
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, TURN
from cardlaw.rulebooks.magic.drawing import draw_card
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.hand_size import NORMAL
from cardlaw.rulebooks.magic.steps import UNDECIDED, active
from cardlaw.rulebooks.magic.turn import begin_turn

STARTING_LIFE = 20


@rules("CR 103.1", "CR 103.3", "CR 103.4", "CR 103.5", "CR 103.8a", "CR 119.1", "CR 701.24a")
def begin_game(state: State) -> Procedure:
    """Who begins is chosen, libraries are shuffled, opening hands are drawn and perhaps changed."""
    (chooser,) = yield Choice("chance", CHANCE)
    (first,) = yield Choice("first player", chooser)
    began = state.event("starting player", "CR 103.1", (state.answer,), first)
    players = (first, 1 - first)
    for player in players:
        yield from _shuffle(state, player, began)
    for player in players:
        state.event("life set", "CR 103.4", (began,), player, STARTING_LIFE)
        state.put(POINTS, (player, "life"), STARTING_LIFE)
    for player in players:
        _draw_hand(state, player, began)
    if state.options["mulligans"] == "london":
        state.put(TURN, "active", first)
        state.set_list(UNDECIDED, ((first, 0), (1 - first, 0)))
    else:
        begin_turn(state, first, 1)


def _shuffle(state: State, player: int, cause: int) -> Procedure:
    order = yield Choice("shuffle", CHANCE, (player,))
    state.event("shuffled", "CR 103.3", (cause,), player)
    state.arrange(("library", player), order)


def _draw_hand(state: State, player: int, cause: int) -> None:
    for _ in range(NORMAL):
        draw_card(state, player, "CR 103.5", (cause,))


@rules("CR 103.5", "CR 701.24a")
def mulligans(state: State) -> Procedure:
    """A round: players declare in turn order, and change their hands at the same time."""
    again: list[tuple[int, int, int]] = []
    for player, taken in state.lists[UNDECIDED]:
        if taken < NORMAL:
            answer = yield Choice("mulligan", player, (taken,))
            if answer == ("mulligan",):
                again.append((player, taken + 1, state.answer))
    for player, _, cause in again:
        yield from _new_hand(state, player, cause)
    for player, taken, _ in again:
        for _ in range(taken):
            answer = yield Choice("bottom", player)
            happen(state, "put into library", "CR 103.5", (state.answer,), answer[0])
    state.set_list(UNDECIDED, tuple((player, taken) for player, taken, _ in again))
    if not again:
        begin_turn(state, active(state), 1)


def _new_hand(state: State, player: int, cause: int) -> Procedure:
    """The hand is shuffled into the library, and a new one is drawn."""
    event = state.event("took a mulligan", "CR 103.5", (cause,), player)
    for obj in state.zone("hand", player):
        state.move(obj, ("library", player))
    yield from _shuffle(state, player, event)
    _draw_hand(state, player, event)
