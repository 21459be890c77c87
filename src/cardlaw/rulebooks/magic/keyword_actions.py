"""Keyword actions on permanents and players: fight, sacrifice by choice, proliferate (CR 701)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.attach import from_option
from cardlaw.rulebooks.magic.board import Board, char_of, fits
from cardlaw.rulebooks.magic.clauses import Exploit
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    begin_effect,
    deal,
    permanents,
    players,
    share_of,
)
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.instructions import (
    ChooseObject,
    DoubleCounters,
    Fight,
    MustBlock,
    PlayerMay,
    Proliferate,
    SacrificeChosen,
)
from cardlaw.rulebooks.magic.steps import active


def in_turn_order(state: State, who: list[int]) -> list[int]:
    """Players in the order in which they choose: the active player first."""
    return sorted(who, key=lambda player: player != active(state))


def choose_some(
    player: int, among: Sequence[int], most: int, kind: str = "some"
) -> Generator[Choice, Option, list[int]]:
    """Any number of some objects and players, up to a limit, chosen one by one."""
    chosen: list[int] = []
    rest = tuple(among)
    while rest and len(chosen) < most:
        answer = yield Choice(kind, player, (rest,))
        if not answer:
            break
        who = from_option(*answer)
        chosen.append(who)
        rest = tuple(other for other in rest if other != who)
    return chosen


def choose_exactly(
    player: int, among: Sequence[int], number: int, kind: str = "pick"
) -> Generator[Choice, Option, list[int]]:
    """So many of some objects, or all where there are fewer, chosen one by one."""
    chosen: list[int] = []
    rest = list(among)
    for _ in range(min(number, len(rest))):
        answer = yield Choice(kind, player, (tuple(rest),))
        rest.remove(answer[0])
        chosen.append(answer[0])
    return chosen


@rules("CR 701.21a", "CR 101.4", "CR 608.2d")
def sacrifice_chosen(state: State, node: SacrificeChosen, doing: Doing) -> Course:
    """Players choose permanents of theirs; then all of those are sacrificed at once."""
    batch = []
    for player in in_turn_order(state, players(state, node.player, doing)):
        amount = share_of(state, node.amount, player, doing)
        board: Board = state.board()
        own = [o for o in board.players[player] if fits(state, board, node.what, o, doing.scope)]
        chosen = yield from choose_exactly(player, own, amount)
        batch += [Happening("sacrificed", "CR 701.21a", doing.cause, (obj,)) for obj in chosen]
    yield from PERFORMER.perform(state, batch)


@rules("CR 701.14a", "CR 701.14b", "CR 701.14c", "CR 701.14d")
def fight(state: State, node: Fight, doing: Doing) -> Course:
    """Each of two creatures deals damage equal to its power to the other."""
    first = permanents(state, node.what, doing)[:1]
    second = permanents(state, node.to, doing)[:1]
    both = [*first, *second]
    if len(both) < 2 or not all("creature" in char_of(state, obj).types for obj in both):
        happen(state, "no fight", "CR 701.14b", doing.cause, doing.scope.source.id)
        return
    packets = [
        (state.ref(one), other, char_of(state, one).power or 0)
        for one, other in (both, reversed(both))
    ]
    state.event("fought", "CR 701.14a", doing.cause, *both)
    yield from deal(state, packets, doing.cause, combat=0)


@rules("CR 701.34a")
def proliferate(state: State, node: Proliferate, doing: Doing) -> Course:
    """Another counter of each kind there for those that the player chooses."""
    board: Board = state.board()
    having = {obj for obj, _ in state.counters}
    able = [obj for obj in board.field if obj in having]
    able += [-1 - p for p in (0, 1) if any(_kinds(state, -1 - p))]
    chosen = yield from choose_some(doing.scope.you, able, len(able))
    event = happen(state, "proliferated", "CR 701.34a", doing.cause, doing.scope.you)
    batch = [
        Happening("put counters", "CR 701.34a", (event,), (who, kind, 1))
        for who in chosen
        if who > 0
        for kind in _kinds(state, who)
    ]
    batch += [
        Happening("got counters", "CR 701.34a", (event,), (-1 - who, kind, 1))
        for who in chosen
        if who < 0
        for kind in _kinds(state, who)
    ]
    yield from PERFORMER.perform(state, batch)


@rules("CR 509.1c", "CR 611.2a")
def must_block(state: State, node: MustBlock, doing: Doing) -> Course:
    """Creatures have to block an attacker if they can."""
    attackers = permanents(state, node.to, doing)[:1]
    for obj in permanents(state, node.what, doing) if attackers else ():
        begin_effect(state, node, [obj, *attackers], doing, doing.scope.you, ())
    yield from ()


@rules("CR 611.2a")
def player_may(state: State, node: PlayerMay, doing: Doing) -> Course:
    """A player may do more than the rules allow, for a while."""
    begin_effect(state, node, [], doing, doing.scope.you, ())
    yield from ()


@rules("CR 608.2d")
def choose_object(state: State, node: ChooseObject, doing: Doing) -> Course:
    """What is chosen has been chosen by now: as a target, or as the instruction began."""
    yield from ()


@rules("CR 701.10e")
def double_counters(state: State, node: DoubleCounters, doing: Doing) -> Course:
    """As many counters again as each permanent has."""
    batch = [
        Happening("put counters", "CR 701.10e", doing.cause, (obj, node.kind, number))
        for obj in permanents(state, node.what, doing)
        if (number := state.counters.get((obj, node.kind), 0))
    ]
    yield from PERFORMER.perform(state, batch)


@rules("CR 702.110a", "CR 702.110b")
def exploit(state: State, node: Exploit, doing: Doing) -> Course:
    """The player may sacrifice a creature; its source has then exploited it."""
    you, source = doing.scope.you, doing.scope.source
    board: Board = state.board()
    able = [obj for obj in board.players[you] if "creature" in board.chars[obj].types]
    if not able:
        return
    answer = yield Choice("may", you, (source.id,))
    if answer != ("yes",):
        return
    (chosen,) = yield from choose_exactly(you, able, 1)
    given = Happening("sacrificed", "CR 702.110a", doing.cause, (chosen,))
    yield from PERFORMER.perform(state, [given])
    happen(state, "exploited", "CR 702.110b", doing.cause, source.id)


def _kinds(state: State, who: int) -> list[str]:
    """The kinds of counters on an object or player."""
    if who > 0:
        return [kind for obj, kind in sorted(state.counters) if obj == who]
    words = ("poison", "experience", "energy")
    return [word for word in words if state.points.get((-1 - who, word), 0) > 0]


VERBS: dict[type, Callable[..., Course]] = {
    SacrificeChosen: sacrifice_chosen,
    Fight: fight,
    Proliferate: proliferate,
    DoubleCounters: double_counters,
    MustBlock: must_block,
    PlayerMay: player_may,
    ChooseObject: choose_object,
    Exploit: exploit,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
