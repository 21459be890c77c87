"""Cards uncovered on top of libraries: look and take, reveal until, explore (CR 401.5, 701.44)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.kernel.action import Procedure
from cardlaw.kernel.because import SWEEP, read_order
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import Board, char_of, fits
from cardlaw.rulebooks.magic.drawing import draw
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    objects,
    players,
)
from cardlaw.rulebooks.magic.entering import put_so
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.instructions import Connive, Explore, LookAtTop, RevealUntil
from cardlaw.rulebooks.magic.keyword_actions import choose_exactly, choose_some
from cardlaw.rulebooks.magic.known import reveal
from cardlaw.rulebooks.magic.moving import bottom_at_random, enter_together, entering
from cardlaw.rulebooks.magic.scrying import in_order, look_at, put_back

#: where a card from the library goes: the kind of the event
GOES = {"hand": "put into hand", "graveyard": "put into graveyard", "exile": "exiled"}


@rules("CR 401.4", "CR 608.2c", "CR 608.2d", "CR 701.20a", "CR 701.20e")
def look_at_top(state: State, node: LookAtTop, doing: Doing) -> Course:
    """Look at the top cards, take some, put the rest where the text says."""
    player = doing.scope.you
    amount, most = (amount_of(state, number, doing) for number in (node.amount, node.take))
    cards = look_at(state, player, amount, "CR 701.20e", doing.cause)
    for obj in cards if node.reveal == "all" else ():
        reveal(state, obj, doing.cause)
    board: Board = state.board()
    able = [obj for obj in cards if fits(state, board, node.what, obj, doing.scope)]
    if node.may:
        taken = yield from choose_some(player, able, most, "some cards")
    else:
        taken = yield from choose_exactly(player, able, most, "pick card")
    for obj in taken if node.reveal == "taken" else ():
        reveal(state, obj, doing.cause)
    yield from put_away(state, [obj for obj in cards if obj not in taken], node.rest, doing)
    for obj in taken if node.tapped else ():
        put_so(state, obj, tapped=True, counters="", amount=0)
    if node.to:
        yield from put_there(state, taken, node.to, doing)
    doing.scope.named["taken"] = [state.ref(obj) for obj in taken]


@rules("CR 608.2c", "CR 110.2a")
def put_there(state: State, cards: list[int], to: str, doing: Doing) -> Course:
    """Put cards into a zone, those that enter the battlefield all at once."""
    if to != "battlefield":
        batch = [Happening(GOES[to], "CR 608.2c", doing.cause, (obj,)) for obj in cards]
        yield from PERFORMER.perform(state, batch)
        return
    events = []
    for obj in cards:
        event = yield from entering(state, obj, doing.scope.you, doing, None)
        events += [event] if event is not None else []
    enter_together(state, events)


@rules("CR 401.4")
def put_away(state: State, cards: list[int], rest: str, doing: Doing) -> Course:
    """Put the cards that nobody took where the text says."""
    player = doing.scope.you
    if not cards:
        return
    if rest in GOES:
        yield from put_there(state, cards, rest, doing)
    elif rest == "random":
        yield from bottom_at_random(state, cards, doing)
    else:
        ordered = yield from in_order(player, cards)
        kind = "put on the bottom" if rest == "bottom" else "put on top"
        state.event(kind, "CR 401.4", doing.cause, player, len(cards))
        top, bottom = ([], ordered) if rest == "bottom" else (ordered, [])
        put_back(state, player, top, bottom)


@rules("CR 701.20a", "CR 608.2c")
def reveal_until(state: State, node: RevealUntil, doing: Doing) -> Course:
    """Reveal cards until one fits; put it and the others where the text says."""
    board: Board = state.board()
    shown: list[int] = []
    found: list[int] = []
    for player in players(state, node.player, doing)[:1]:
        for obj in state.zone("library", player):
            reveal(state, obj, doing.cause)
            if fits(state, board, node.what, obj, doing.scope):
                found.append(obj)
                break
            shown.append(obj)
    doing.scope.named["revealed"] = [state.ref(obj) for obj in (*shown, *found)]
    if node.to:
        yield from put_there(state, found, node.to, doing)
    if node.rest:
        yield from put_away(state, shown, node.rest, doing)
    doing.scope.named["taken"] = [state.ref(obj) for obj in found]


@rules("CR 701.44a")
def explore(state: State, node: Explore, doing: Doing) -> Course:
    """Permanents explore one after the other."""
    for obj in objects(state, node.what, doing):
        event = state.event("explored", "CR 701.44a", doing.cause, obj)
        player = char_of(state, obj).controller
        top = state.zone("library", player)[:1]
        for card in top:
            reveal(state, card, (event,))
        if top and "land" in char_of(state, top[0]).types:
            happen(state, "put into hand", "CR 701.44a", (event,), top[0])
            continue
        grown = Happening("put counters", "CR 701.44a", (event,), (obj, "+1/+1", 1))
        yield from PERFORMER.perform(state, [grown])
        if top and (yield from wants(state, player, top[0])):
            happen(state, "put into graveyard", "CR 701.44a", (state.answer,), top[0])


def wants(state: State, player: int, obj: int) -> Generator[Choice, Option, bool]:
    """Whether a player puts a revealed card into the graveyard."""
    answer = yield Choice("may", player, (obj,))
    return bool(answer == ("yes",))


@rules("CR 701.50a")
def connive(state: State, node: Connive, doing: Doing) -> Course:
    """Permanents connive: their controller draws, then discards."""
    amount = amount_of(state, node.amount, doing)
    for obj in objects(state, node.what, doing):
        ref, player = state.ref(obj), char_of(state, obj).controller
        for _ in range(amount):
            yield from draw(state, player, "CR 701.50a", doing.cause)
        chosen = yield from choose_exactly(player, state.zone("hand", player), amount, "discard")
        batch = [Happening("discarded", "CR 701.50a", doing.cause, (card,)) for card in chosen]
        spells = [e for e in batch if "land" not in char_of(state, e.values[0]).types]
        yield from PERFORMER.perform(state, batch)
        yield from grow(state, ref, len(spells), doing)


def grow(state: State, ref: Ref, amount: int, doing: Doing) -> Course:
    """Put +1/+1 counters on a permanent that is still there."""
    if amount and state.is_current(ref):
        values = (ref.id, "+1/+1", amount)
        grown = Happening("put counters", "CR 701.50a", doing.cause, values)
        yield from PERFORMER.perform(state, [grown])


@rules("CR 701.20e")
def unseen_tops(state: State) -> list[int]:
    """The players who may look at the top card of their library any time, and don't know it."""
    board: Board = state.board()
    may = {part.you for part in board.parts.get("allow look at top", ())}
    return [
        player
        for player in sorted(may)
        for obj in state.zone("library", player)[:1]
        if not state.knows.get(obj, 0) >> player & 1
    ]


@rules("CR 701.20e")
def look_at_tops(state: State) -> Procedure:
    """Those players know the card that is on top now."""
    for player in unseen_tops(state):
        look_at(state, player, 1, "CR 701.20e", (SWEEP,))
    yield from ()


@rules("CR 701.20e")
def reread_tops(state: State, player: int) -> None:
    """Read again why a player knows a new top card: who lets them look, and what lay there."""
    for part in state.board().parts.get("allow look at top", ()):
        if part.you == player:
            state.where.get(part.source)
            state.controller.get(part.source)
            state.host.get(part.source)
    read_order(state, ("library", player))


VERBS: dict[type, Callable[..., Course]] = {
    LookAtTop: look_at_top,
    RevealUntil: reveal_until,
    Explore: explore,
    Connive: connive,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
