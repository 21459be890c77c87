"""Drawing cards, and what texts do in place of that or of other events (CR 121, 614.6, 614.11)."""

from __future__ import annotations

from cardlaw.cards.nodes import Draw, Node
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS
from cardlaw.rulebooks.magic.board import Scope
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, carry_out, players, share_of
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.replacement_nodes import Would
from cardlaw.rulebooks.magic.would import FOLLOW, INSTEAD, affected_player, watches


@rules("CR 121.6", "CR 614.11")
def draw(
    state: State, player: int, rule: str, causes: tuple[int, ...], done: tuple[Option, ...] = ()
) -> Course:
    """A player draws a card, unless something replaces that; then that is completed first."""
    if not watches(state, "draw"):
        draw_card(state, player, rule, causes)
        return
    queue = [Happening("would draw", rule, causes, (player,), done)]
    while queue:
        event = queue.pop(0)
        instead = yield from PERFORMER.replaced(state, event)
        if instead is not None:
            queue[:0] = instead
        elif event.kind == INSTEAD:
            yield from follow(state, event)
        else:
            draw_card(state, player, rule, causes)


@rules("CR 614.6", "CR 614.11", "CR 614.5")
def follow(state: State, event: Happening) -> Course:
    """Follow the instructions of a text in place of an event, unless its player leaves them."""
    part, replaced = event.values
    gives = part.gives
    assert isinstance(gives, Would)
    if gives.may:
        answer = yield Choice("may", part.you, (part.source,))
        if answer != ("yes",):
            yield from as_before(state, replaced._replace(done=event.done))
            return
    scope = Scope(state.ref(part.source), part.you)
    scope.path = (face_of(state, gives),)
    scope.amount = replaced.values[-1]
    scope.they = scope.player = affected_player(state, replaced)
    number = state.event("replaced", event.rule, event.causes, part.source)
    doing = Doing(scope, number)
    doing.done = event.done
    yield from carry_out(state, gives.then, doing)


def as_before(state: State, event: Happening) -> Course:
    """An event happens after all, if no other effect replaces it."""
    if event.kind == "would draw":
        yield from draw(state, event.values[0], event.rule, event.causes, event.done)
    else:
        yield from PERFORMER.perform(state, [event])


def face_of(state: State, node: Node) -> int:
    """The number of the face in whose text a node stands."""
    for number, face in enumerate(state.faces):
        if any(other is node for other in face.compiled.nodes):
            return number
    raise KeyError("the node is part of no text")


FOLLOW.append(follow)


@rules("CR 121.1", "CR 121.4")
def draw_card(state: State, player: int, rule: str, causes: tuple[int, ...]) -> None:
    """A player draws a card, or tries to."""
    library = state.zone("library", player)
    if library:
        happen(state, "drew", rule, causes, library[0])
    else:
        state.event("could not draw", "CR 121.4" if causes else rule, causes, player)
        state.put(POINTS, (player, "could not draw"), 1)


def draws(state: State, node: Draw, doing: Doing) -> Course:
    """Players draw cards, one at a time."""
    for player in players(state, node.player, doing):
        for _ in range(share_of(state, node.amount, player, doing)):
            yield from draw(state, player, "CR 121.1", doing.cause, doing.done)


def register() -> None:
    """Add drawing to what a text can do."""
    DO[Draw] = draws
