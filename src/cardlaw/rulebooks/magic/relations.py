"""What an object has to do with others: what it blocks, modified, enchanted (CR 509.1h, 700.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.qualities import share_kind

if TYPE_CHECKING:
    from cardlaw.cards.nodes import Select
    from cardlaw.rulebooks.magic.board import Board, Char


#: the list of the cards that are commanders, wherever they are
COMMANDERS = "commanders"
#: states that no bit holds: what is attached to an object, counters and designations decide
COMPUTED_STATES = frozenset(("commander", "enchanted", "modified"))


@rules("CR 903.3")
def in_computed_state(state: State, board: Board, obj: int, word: str) -> bool:
    """Whether an object is enchanted, modified, or a commander."""
    if word == "commander":
        return obj in state.lists.get(COMMANDERS, ())
    return is_enchanted(board, obj) if word == "enchanted" else is_modified(state, board, obj)


def is_related(select: Select) -> bool:
    """Whether a description asks what an object blocks, is attached to or has in common."""
    return bool(select.blocks or select.blocked_by or select.shares or select.on is not None)


@rules("CR 509.1h")
def related(state: State, select: Select, obj: int, called: dict[str, list[int]]) -> bool:
    """Whether an object stands to others as a description says; ``called`` are those others."""
    pairs = state.lists.get("blockers", ())
    if select.blocks and not any((obj, other) in pairs for other in called[select.blocks]):
        return False
    by = called[select.blocked_by] if select.blocked_by else ()
    return not select.blocked_by or any((other, obj) in pairs for other in by)


@rules("CR 700.9")
def is_modified(state: State, board: Board, obj: int) -> bool:
    """Whether a permanent has counters, is equipped, or enchanted by an Aura of its controller."""
    if any(who == obj for who, _ in state.counters):
        return True
    for other in board.attached.get(obj, ()):
        char = board.chars[other]
        own = char.controller == board.chars[obj].controller
        if "Equipment" in char.subtypes or "Aura" in char.subtypes and own:
            return True
    return False


@rules("CR 303.4b")
def is_enchanted(board: Board, obj: int) -> bool:
    """Whether an Aura is attached to an object."""
    return any("Aura" in board.chars[a].subtypes for a in board.attached.get(obj, ()))


@rules("CR 109.3")
def in_common(what: str, one: Char, other: Char) -> bool:
    """Whether two objects share a colour or a creature type."""
    if what == "color":
        return bool(one.colors & other.colors)
    return share_kind(one, other)
