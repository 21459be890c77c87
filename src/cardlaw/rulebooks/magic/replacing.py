"""What replaces destruction and death: regeneration, and "exile it instead" (CR 614, 701.19)."""

from __future__ import annotations

from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Batch, Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import FIELD, Board
from cardlaw.rulebooks.magic.face import node_at, printed
from cardlaw.rulebooks.magic.nodes import Instead, Regenerate

#: events by which a permanent goes to the graveyard
DYING = frozenset(("destroyed", "put into graveyard", "sacrificed"))
#: done to an event beforehand: its text says that it can't be regenerated
FINAL: Option = ("final", "")
#: where something goes instead: the word for people, the kind of event
WAYS = {
    "exile": ("exile instead", "exiled"),
    "hand": ("hand instead", "returned to hand"),
    "library": ("library instead", "put into library"),
}
#: the keyword of Auras that are destroyed in place of what they enchant
UMBRA = "umbra armor"
_ZONES = {word: zone for zone, (word, _) in WAYS.items()}


@rules("CR 614.1a", "CR 701.19a", "CR 701.19c")
def deaths_replaced(state: State, event: Happening) -> list[Option]:
    """The effects that would replace an event by which a permanent goes to the graveyard."""
    obj = event.values[0]
    if state.where[obj] != FIELD:
        return []
    found: list[Option] = []
    board: Board = state.board()
    never = FINAL in event.done or board.about("forbid be regenerated", obj)
    if event.kind == "destroyed" and not never:
        found += [
            ("regeneration", printed(state, row.source).name)
            for key, row in sorted(state.effects.items())
            if key in shields(state, obj)
        ]
    if event.kind == "destroyed":
        found += [(UMBRA, printed(state, aura).name) for aura in umbras(board, obj)]
    for part in board.about("instead", obj):
        gives = part.gives
        assert isinstance(gives, Instead)
        if gives.event != "dies" or "creature" in board.chars[obj].types:
            found.append((WAYS[gives.to][0], printed(state, part.source).name))
    return list(dict.fromkeys(found))


@rules("CR 702.89a")
def umbras(board: Board, obj: int) -> list[int]:
    """The Auras on a permanent that are destroyed in its place."""
    return [aura for aura in board.attached.get(obj, ()) if board.chars[aura].has(UMBRA)]


@rules("CR 701.19a")
def shields(state: State, obj: int) -> list[int]:
    """The regeneration shields of a permanent, by their keys."""
    ref = state.ref(obj)
    return [
        key
        for key, row in sorted(state.effects.items())
        if ref in row.affected and isinstance(node_at(state, row.text), Regenerate)
    ]


@rules("CR 614.6", "CR 701.19a", "CR 702.89a")
def instead_of_death(state: State, event: Happening, effect: Option) -> Batch:
    """What happens instead of a destruction or death."""
    obj = event.values[0]
    if effect[0] == "regeneration":
        named = [
            key
            for key in shields(state, obj)
            if printed(state, state.effects[key].source).name == effect[1]
        ]
        return [Happening("regenerated", "CR 701.19a", event.causes, (obj, named[0]))]
    if effect[0] == UMBRA:
        board: Board = state.board()
        aura = next(a for a in umbras(board, obj) if printed(state, a).name == effect[1])
        batch = [Happening("spared", "CR 702.89a", event.causes, (obj,))]
        if not board.chars[aura].has("indestructible"):
            batch.append(Happening("destroyed", "CR 702.89a", event.causes, (aura,)))
        return batch
    kind = WAYS[_ZONES[effect[0]]][1]
    return [Happening(kind, "CR 614.1a", event.causes, (obj,))]
