"""Last known information: what an object was like when it left (CR 603.10, 608.2h, 704.8)."""

from __future__ import annotations

from typing import Any

from cardlaw.cards.nodes import Select
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import FIELD, GONE, Board, Char, Scope, char_of, fits
from cardlaw.rulebooks.magic.copiable import copiable
from cardlaw.rulebooks.magic.qualities import qualities
from cardlaw.rulebooks.magic.whose import is_whose


def born_on(state: State, board: Board, obj: int) -> int:
    """Which incarnation of an object a board speaks about, after some have left."""
    if obj <= 0:
        return 0
    born = state.born.get(obj, 0)
    gone = obj in board.field and state.where[obj][0] not in ("battlefield", "phased out")
    return born - 1 if gone else born


@rules("CR 704.8")
def last_known(state: State, board: Board, obj: int, char: Char) -> tuple[Any, ...]:
    """What the game may ask about an object after it has left: as it was before the batch."""
    host = board.hosts.get(obj, GONE)
    return (
        char.controller,
        char.power if "creature" in char.types else None,
        char.toughness if "creature" in char.types else None,
        char.name,
        tuple(sorted(char.types)),
        tuple(sorted(char.supertypes)),
        tuple(sorted(char.subtypes)),
        tuple(sorted(char.colors)),
        char.keywords,
        host,
        tuple(board.attached.get(obj, ())),
        born_on(state, board, host),
        tuple((kind, n) for (who, kind), n in sorted(state.counters.items()) if who == obj),
        copiable(state, obj),
    )


@rules("CR 608.2h")
def char_of_ref(state: State, ref: Ref) -> Char:
    """What an object is like, or was like when it last existed."""
    last = state.last.get(ref)
    if last is None or state.is_current(ref):
        return char_of(state, ref.id)
    number = last[13][0]
    char = Char(state.faces[number], number, ref.id, last[0])
    char.power, char.toughness, char.name = last[1], last[2], last[3]
    char.types, char.supertypes = frozenset(last[4]), frozenset(last[5])
    char.subtypes, char.colors = frozenset(last[6]), frozenset(last[7])
    char.keywords = last[8]
    return char


@rules("CR 608.2h", "CR 603.10a")
def was(state: State, board: Board, select: Select, ref: Ref, scope: Scope) -> bool:
    """Whether an object fits a description, or did as it last existed on the battlefield."""
    if state.is_current(ref) and state.where[ref.id] == FIELD:
        return fits(state, board, select, ref.id, scope)
    char = char_of_ref(state, ref)
    if not qualities(char, select):
        return False
    if select.controller and not is_whose(state, select.controller, char.controller, scope):
        return False
    return not select.any_of or any(was(state, board, s, ref, scope) for s in select.any_of)
