"""Casting a card without paying while something else resolves (CR 601.2, 608.2g)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, ask_parts, completes
from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.law import Breach, Findings, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN
from cardlaw.rulebooks.magic.actions import Cast
from cardlaw.rulebooks.magic.board import EXILE
from cardlaw.rulebooks.magic.clauses import CastBy
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, amount_of
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.giving import own_tolls
from cardlaw.rulebooks.magic.instructions import Cascade, CastFree, Discover
from cardlaw.rulebooks.magic.moving import found_again
from cardlaw.rulebooks.magic.permission import within_limit
from cardlaw.rulebooks.magic.steps import active
from cardlaw.rulebooks.magic.tolls import has_life
from cardlaw.rulebooks.magic.ways import FREE, FREE_ONCE

#: the word of the turn for the card that is being cast so
CASTING = "casting"


class CastNow(Cast):
    """Casting a spell because an effect says so, at once and for nothing; nobody can start it."""

    verb = "cast now"
    phrase = "cast {card} at once"
    rules: tuple[str, ...] = ("CR 608.2g", "CR 601.2")

    def every(self, state: State, player: int) -> Iterable[Option]:
        return []

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        return []

    @cites("CR 608.2g")
    def findings(self, state: State, act: Act) -> Findings:
        if state.turn.get(CASTING) != act.first[1]:
            yield Breach("not-asked", "CR 608.2g")


CAST_NOW = CastNow()


@cites("CR 608.2g", "CR 118.9", "CR 305.9", "CR 119.4")
def can_cast_now(state: State, act: Act) -> bool:
    """Whether a player can cast a card at once for the cost that the action names."""
    if "land" in printed(state, act.first[1]).types or breached(within_limit(state, act.player)):
        return False
    found = CAST_NOW.announcement(state, act)
    costs = [own_tolls(state, way, act.player, found.scope) for way in found.ways]
    costs.append(has_life(state, act.player, found.life_in_all(state)))
    return not any(map(breached, costs)) and completes(state, CAST_NOW, act)


@cites("CR 608.2g", "CR 118.9", "CR 601.2c", "CR 305.9")
def cast_now(state: State, obj: int, player: int, doing: Doing, way: str = FREE) -> Course:
    """A player casts a card at once, with everything chosen anew, if that can be done.

    ``way`` is the alternative cost; usually the card is cast without paying.
    """
    act = Act(player, (CAST_NOW.verb, obj), (("way", way),))
    if not can_cast_now(state, act):
        return
    event = state.event("cast while resolving", "CR 608.2g", doing.cause, obj)
    state.put(TURN, CASTING, obj)
    act = yield from ask_parts(state, CAST_NOW, act)
    yield from CAST_NOW.perform(state, act, event)
    state.put(TURN, CASTING, None)
    pile.give_priority(state, active(state))


@cites("CR 608.2g")
def cast_free(state: State, node: CastFree, doing: Doing) -> Course:
    """The player may cast cards, one by one."""
    for obj in found_again(state, node.what, doing):
        answer = yield Choice("may", doing.scope.you, (doing.scope.source.id,))
        if answer == ("yes",):
            way = FREE_ONCE if node.then else FREE
            yield from cast_now(state, obj, doing.scope.you, doing, way)


@cites("CR 608.2g", "CR 702.35a", "CR 118.9")
def cast_by(state: State, node: CastBy, doing: Doing) -> Course:
    """The player may cast a card for an alternative cost; a card not cast goes elsewhere."""
    player = doing.scope.you
    for obj in found_again(state, node.what, doing):
        where = state.where[obj]
        if can_cast_now(state, Act(player, (CAST_NOW.verb, obj), (("way", node.way),))):
            answer = yield Choice("may", player, (obj,))
            if answer == ("yes",):
                yield from cast_now(state, obj, player, doing, node.way)
        if node.otherwise and state.where[obj] == where:
            happen(state, "put into graveyard", "CR 702.35a", doing.cause, obj)


@cites("CR 701.57a")
def discover(state: State, node: Discover, doing: Doing) -> Course:
    """Exile cards until one costs little enough; cast it or take it; the rest on the bottom."""
    most, rule = amount_of(state, node.amount, doing), "CR 701.57a"
    exiled, found = exile_until(state, most, rule, doing)
    yield from may_cast_found(state, found, doing)
    if found and state.where[found] == EXILE:
        happen(state, "put into hand", rule, doing.cause, found)
    yield from put_under(state, exiled, rule, doing)


@cites("CR 702.85a", "CR 701.20a")
def cascade(state: State, node: Cascade, doing: Doing) -> Course:
    """Exile cards until a nonland card that costs less; cast it or not; the rest goes under."""
    less, rule = printed(state, doing.scope.source.id).mana.value - 1, "CR 702.85a"
    exiled, found = exile_until(state, less, rule, doing)
    yield from may_cast_found(state, found, doing)
    yield from put_under(state, exiled, rule, doing)


@cites("CR 701.57a", "CR 702.85a")
def exile_until(state: State, most: int, rule: str, doing: Doing) -> tuple[list[int], int]:
    """Exile cards from the top until one is no land and costs at most so much; 0 if none is."""
    exiled: list[int] = []
    for obj in state.zone("library", doing.scope.you):
        happen(state, "exiled", rule, doing.cause, obj)
        exiled.append(obj)
        face = printed(state, obj)
        if "land" not in face.types and face.mana.value <= most:
            return exiled, obj
    return exiled, 0


@cites("CR 701.57a", "CR 702.85a")
def may_cast_found(state: State, obj: int, doing: Doing) -> Course:
    """The player may cast the card that was found, if any, for nothing."""
    if obj:
        answer = yield Choice("may", doing.scope.you, (obj,))
        if answer == ("yes",):
            yield from cast_now(state, obj, doing.scope.you, doing)


@cites("CR 701.57a", "CR 702.85a")
def put_under(state: State, exiled: list[int], rule: str, doing: Doing) -> Course:
    """Put what is still exiled on the bottom of the library in a random order."""
    cards = tuple(obj for obj in exiled if state.where[obj] == EXILE)
    if not cards:
        return
    order = yield Choice("bottom order", CHANCE, (cards,))
    for obj in order:
        happen(state, "put into library", rule, doing.cause, obj)
        state.forget(obj)


def register() -> None:
    """Add these effects to those that a text can do."""
    DO[CastFree] = cast_free
    DO[CastBy] = cast_by
    DO[Cascade] = cascade
    DO[Discover] = discover
