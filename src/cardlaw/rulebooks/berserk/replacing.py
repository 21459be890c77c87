"""What happens instead of something else (chapter 419)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.cards.nodes import Does
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import LISTS
from cardlaw.rulebooks.berserk.board import Board, Path
from cardlaw.rulebooks.berserk.happen import PERFORMER, is_about, scene_of
from cardlaw.rulebooks.berserk.meaning import Doing, Work
from cardlaw.rulebooks.berserk.nodes import Instead
from cardlaw.rulebooks.berserk.select import Scene, holds

#: carries out the effects of a text
Carry = Callable[[State, tuple[Does, ...], Doing], Work]
#: a text that would replace an event: its card, its path, its scene in this event
Found = tuple[int, Path, Instead, Scene]
#: the word of the lists that says which replacement is being carried out
_NOW = "instead"


def replacing(state: State, event: Happening) -> list[Found]:
    """The texts that would replace an event; none while one is being carried out."""
    board: Board = state.board()
    if _NOW in state.lists:
        return []
    found = []
    for obj, text, ability in board.replacing.get(event.kind, ()):
        scene = scene_of(state, event, obj, text)
        if board.has_lost(obj, text) or not is_about(state, event, ability.on, scene):
            continue
        if holds(state, ability.when, scene):
            found.append((obj, text, ability, scene))
    return found


@rules("BE09 419")
def perform(state: State, events: list[Happening], carry: Carry) -> Work:
    """Let events happen at the same moment, but those that a text replaces."""
    if state.board().replacing:
        events = yield from left_over(state, events, carry)
    PERFORMER.happen(state, events)


@rules("BE09 419")
def left_over(
    state: State, events: list[Happening], carry: Carry
) -> Generator[Choice, Option, list[Happening]]:
    """Let something else happen instead of events that a text replaces. Returns the others."""
    ready = []
    for event in events:
        chosen = yield from _pick(state, event)
        if chosen is None:
            ready.append(event)
        else:
            yield from _instead(state, event, chosen, carry)
    return ready


def _pick(state: State, event: Happening) -> Generator[Choice, Option, Found | None]:
    """Which text replaces an event: the player of the card that it is about says."""
    found = replacing(state, event)
    if not found:
        return None
    player = state.controller[event.values[0]]
    optional = all(ability.may for _, _, ability, _ in found)
    cards = tuple(obj for obj, _, _, _ in found)
    if not optional and len(found) == 1:
        return found[0]
    answer = yield Choice("pick" if optional else "target", player, cards)
    return next((one for one in found if one[0] == answer[0]), None)


@rules("BE09 419")
def _instead(state: State, event: Happening, found: Found, carry: Carry) -> Work:
    obj, text, ability, scene = found
    told = state.event("instead", "BE09 419", event.causes, obj, event.values[0])
    state.put(LISTS, _NOW, ((obj, text),))
    yield from carry(state, ability.do, Doing(scene, "influence", told))
    state.event("instead is over", "BE09 419", (told,), obj)
    state.put(LISTS, _NOW, None)
