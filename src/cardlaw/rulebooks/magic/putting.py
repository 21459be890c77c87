"""Putting cards onto the battlefield, perhaps attached to something (CR 110.2, 303.4i, 608.2d)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.cards.nodes import Select
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, fits
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, objects, players
from cardlaw.rulebooks.magic.entering import put_so
from cardlaw.rulebooks.magic.instructions import PutOnto
from cardlaw.rulebooks.magic.keyword_actions import in_turn_order
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


def register() -> None:
    """Add this effect to those that a text can do."""
    DO[PutOnto] = put_onto
