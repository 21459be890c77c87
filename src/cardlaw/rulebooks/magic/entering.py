"""How permanents enter the battlefield: tapped, with counters (CR 614.1c, 614.1d, 614.12)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.cards.nodes import Static
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import CONTROLLER, COUNTERS, PLACE, STATUS, USED
from cardlaw.rulebooks.magic.board import (
    FIELD,
    TAPPED,
    Board,
    Char,
    Scope,
    fits,
)
from cardlaw.rulebooks.magic.chosen import CHOOSES, choose_as_it_enters
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.nodes import Enters
from cardlaw.rulebooks.magic.numbers import add_points
from cardlaw.rulebooks.magic.qualities import qualities
from cardlaw.rulebooks.magic.quantities import quantity
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.would import entering_with

#: the word by which the faces of a game say that some text watches how permanents enter
ENTERS = "enters so"


@rules("CR 614.1c", "CR 614.12", "CR 614.12a", "CR 118.12")
def as_it_enters(
    state: State, obj: int, player: int, cause: int
) -> Generator[Choice, Option, None]:
    """What a player decides before a permanent enters: whether to pay life that its text names."""
    texts: Texts = state.texts
    if CHOOSES in texts.words:
        yield from choose_as_it_enters(state, obj, player)
    if ENTERS not in texts.words:
        return
    for skill in printed(state, obj).own_skills:
        node = skill.node
        for gives in node.gives if isinstance(node, Static) else ():
            if not isinstance(gives, Enters) or not gives.unless:
                continue
            if state.points.get((player, "life"), 0) < gives.unless:
                continue
            answer = yield Choice("may", player, (obj,))
            if answer == ("yes",):
                state.event("paid life", "CR 118.12", (state.answer,), player, gives.unless)
                add_points(state, player, "life", -gives.unless)
                state.put(USED, ("paid", obj), 1)


@rules("CR 614.12")
def as_it_will_be(state: State, obj: int, player: int) -> Char:
    """What an object will be like on the battlefield, with every effect that will apply to it."""
    ahead = state.copy()
    ahead.entries = []
    ahead.move(obj, FIELD)
    ahead.put(CONTROLLER, obj, player)
    ahead.put(PLACE, obj, (player,) if player != state.owner[obj] else None)
    board: Board = ahead.board()
    return board.chars[obj]


@rules("CR 614.1c", "CR 614.1d", "CR 614.12")
def enter_so(state: State, number: int, obj: int) -> None:
    """Tap what enters tapped and put its counters on, as part of the event begun last.

    Looked up as the permanent exists on the battlefield.
    """
    texts: Texts = state.texts
    if state.used.get(("enters tapped", obj)):
        state.put(USED, ("enters tapped", obj), None)
        _so(state, number, obj, Enters(tapped=True), 0)
    if ENTERS not in texts.words:
        return
    board: Board = state.board()
    x = state.used.get(("x", obj), 0)
    found = []
    for part in board.parts.get("enters", ()):
        gives = part.gives
        assert isinstance(gives, Enters)
        scope = Scope(state.ref(part.source), part.you)
        scope.answers = (("x", x),)
        mine = gives.what.who == "self"
        if mine:
            wanted = part.source == obj and qualities(board.chars[obj], gives.what)
        else:
            wanted = obj != part.source and fits(state, board, gives.what, obj, scope)
        if wanted:
            found.append((gives, scope))
    paid = state.used.get(("paid", obj))
    for word in ("paid", "x"):
        state.put(USED, (word, obj), None)
    for gives, scope in found:
        if not gives.unless or not paid:
            amount = quantity(state, board, gives.amount, scope)
            _so(state, number, obj, gives, amount)


@rules("CR 110.5b", "CR 122.6")
def put_so(state: State, obj: int, tapped: bool, counters: str, amount: int) -> None:
    """Note how an effect puts an object onto the battlefield: tapped, with counters."""
    if tapped:
        state.put(USED, ("put tapped", obj), 1)
    if counters and amount > 0:
        state.put(USED, ("put with", obj, counters), amount)


@rules("CR 110.5b", "CR 122.6")
def enter_as_put(state: State, number: int, obj: int) -> None:
    """It enters as the effect says that puts it there, as part of the event begun last."""
    if not state.used:
        return
    for key in sorted(k for k in state.used if k[0] in ("put tapped", "put with") and k[1] == obj):
        amount = state.used[key]
        if key[0] == "put tapped":
            state.event("entered tapped", "CR 110.5b", (number,), obj)
            state.put(STATUS, obj, state.status.get(obj, 0) | TAPPED)
        else:
            amount = entering_with(state, number, obj, key[2], amount)
            state.event("entered with counters", "CR 122.6", (number,), obj, key[2], amount)
            state.add_to(COUNTERS, (obj, key[2]), amount)
        state.put(USED, key, None)


def _so(state: State, number: int, obj: int, gives: Enters, amount: int) -> None:
    if gives.tapped and not state.status.get(obj, 0) & TAPPED:
        state.event("entered tapped", "CR 614.1d", (number,), obj)
        state.put(STATUS, obj, state.status.get(obj, 0) | TAPPED)
    if gives.counters and amount > 0:
        rule = "CR 614.1c" if gives.what.who == "self" else "CR 614.12"
        amount = entering_with(state, number, obj, gives.counters, amount)
        state.event("entered with counters", rule, (number,), obj, gives.counters, amount)
        state.add_to(COUNTERS, (obj, gives.counters), amount)
