"""Putting cards onto the battlefield, exchanging them, passing on counters (CR 110.2, 303.4i)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.cards.nodes import Select
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.attach import may_attach
from cardlaw.rulebooks.magic.board import GONE, Board, fits, named_refs
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, objects, permanents, players
from cardlaw.rulebooks.magic.entering import as_it_enters, put_so
from cardlaw.rulebooks.magic.events import PERFORMER
from cardlaw.rulebooks.magic.instructions import ExchangeWithHand, ItsCounters, PutOnto
from cardlaw.rulebooks.magic.keyword_actions import in_turn_order
from cardlaw.rulebooks.magic.known import counter_kinds, counters_on
from cardlaw.rulebooks.magic.moving import enter_together, entering

#: what the text calls the object that the next card is to be attached to
ONTO = "onto"


@rules("CR 608.2d", "CR 101.4", "CR 303.4i")
def put_onto(state: State, node: PutOnto, doing: Doing) -> Course:
    """Players put cards onto the battlefield, each perhaps attached to something."""
    hosts: list[Select | None] = [node.to]
    if node.each and node.to is not None:
        hosts = [Select(who=ONTO)] * len(objects(state, node.to, doing))
    given = objects(state, node.to, doing) if node.to is not None else []
    events: list[Happening] = []
    for player in in_turn_order(state, players(state, node.player, doing)):
        for number, to in enumerate(hosts):
            doing.scope.named[ONTO] = [state.ref(obj) for obj in given[number : number + 1]]
            taken = [event.values[0] for event in events]
            event = yield from put_one(state, node, to, player, taken, doing)
            events += [event] if event is not None else []
    enter_together(state, events)


def put_one(
    state: State, node: PutOnto, to: Select | None, player: int, taken: list[int], doing: Doing
) -> Generator[Choice, Option, Happening | None]:
    """The event of one card entering that a player chooses, if there is one."""
    board: Board = state.board()
    pool = [obj for zone in node.zones for obj in state.zone(zone, player) if obj not in taken]
    cards = tuple(obj for obj in pool if fits(state, board, node.what, obj, doing.scope))
    if not cards:
        return None
    if node.each:
        answer = yield Choice("may", player, (doing.scope.source.id,))
        if answer != ("yes",):
            return None
    answer = yield Choice("pick card", player, (cards,))
    put_so(state, answer[0], node.tapped, "", 0)
    return (yield from entering(state, answer[0], player, doing, to))


@rules("CR 702.65a", "CR 702.65b", "CR 701.12a")
def exchange_with_hand(state: State, node: ExchangeWithHand, doing: Doing) -> Course:
    """Exchange an attachment with a card in hand that can take its place, if its player will."""
    source, you = doing.scope.source, doing.scope.you
    host = state.host.get(source.id, GONE)
    if not state.is_current(source) or host == GONE or state.owner[source.id] != you:
        return
    board: Board = state.board()
    cards = tuple(
        obj
        for obj in state.zone("hand", you)
        if fits(state, board, node.what, obj, doing.scope)
        and not breached(may_attach(state, obj, host))
    )
    answer = yield Choice("find", you, (cards,))
    if answer:
        yield from as_it_enters(state, answer[0], you, doing.cause[0])
        batch = [
            Happening("returned to hand", "CR 702.65a", doing.cause, (source.id,)),
            Happening("entered", "CR 702.65a", doing.cause, (answer[0], you, host)),
        ]
        enter_together(state, batch)


def its_counters(state: State, node: ItsCounters, doing: Doing) -> Course:
    """Put as many counters of each kind on objects as another one has or had."""
    refs = named_refs(state, node.of, doing.scope)
    kinds = sorted({kind for ref in refs for kind in counter_kinds(state, ref)})
    batch = [
        Happening("put counters", "CR 122.8", doing.cause, (obj, kind, number))
        for obj in permanents(state, node.what, doing)
        for kind in kinds
        for number in [sum(counters_on(state, ref, kind) for ref in refs)]
        if number
    ]
    yield from PERFORMER.perform(state, batch)


VERBS: dict[type, Callable[..., Course]] = {
    PutOnto: put_onto,
    ExchangeWithHand: exchange_with_hand,
    ItsCounters: its_counters,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
