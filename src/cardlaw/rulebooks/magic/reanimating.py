"""Auras that enchant a card in a graveyard and then what they return (CR 303.4a, 702.5a)."""

from __future__ import annotations

from typing import NamedTuple

from cardlaw.cards.nodes import Select
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import HOST, Ref
from cardlaw.rulebooks.magic.board import GONE, char_of
from cardlaw.rulebooks.magic.face import node_at
from cardlaw.rulebooks.magic.instructions import EnchantAnew
from cardlaw.rulebooks.magic.qualities import qualities

#: the list of Auras that have another enchant ability than the printed one
ANEW = "enchants anew"


class Anew(NamedTuple):
    """An Aura, the text by which it enchants anew, and what it has put onto the battlefield."""

    aura: int
    born: int
    face: int
    node: int
    put: int = 0
    put_born: int = 0


def row_of(state: State, aura: Ref) -> Anew | None:
    """What an Aura enchants instead of what is printed on it, if that has changed."""
    for row in state.lists.get(ANEW, ()):
        if (row[0], row[1]) == aura:
            return Anew(*row)
    return None


def note_row(state: State, row: Anew) -> None:
    """Write what an Aura enchants from now on, as part of the event begun last."""
    rest = tuple(other for other in state.lists.get(ANEW, ()) if other[0] != row.aura)
    state.set_list(ANEW, (*rest, tuple(row)))


@rules("CR 702.5a", "CR 303.4c")
def is_put_with(state: State, row: Anew, host: int) -> bool:
    """Whether a permanent is what an Aura has put onto the battlefield, and still such a thing."""
    node = node_at(state, (row.face, row.node))
    assert isinstance(node, EnchantAnew)
    mine = (host, state.born[host]) == (row.put, row.put_born)
    return mine and qualities(char_of(state, host), node.select)


@rules("CR 400.7")
def note_returned(state: State, aura: Ref, obj: int) -> None:
    """An Aura's ability has put a card onto the battlefield, as part of the event begun last."""
    row = row_of(state, aura)
    if row is not None and not row.put:
        note_row(state, row._replace(put=obj, put_born=state.born[obj]))


@rules("CR 400.7", "CR 303.4c")
def loosen(state: State, card: int) -> None:
    """What is attached to a card that moves is attached to nothing, as part of the event."""
    for other in [o for o, host in sorted(state.host.items()) if host == card]:
        state.put(HOST, other, GONE)


@rules("CR 702.5a", "CR 303.4a")
def in_another_zone(state: State, select: Select, host: int) -> bool:
    """Whether a card outside the battlefield is one that an enchant ability speaks of."""
    if select.zone in ("", "battlefield") or state.where[host][0] != select.zone:
        return False
    return qualities(char_of(state, host), select)
