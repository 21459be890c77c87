"""What players have done this turn: the spells that they have cast (CR 601.2i, 702.117a)."""

from __future__ import annotations

from collections.abc import Iterator

from cardlaw.cards.nodes import Select
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Char, Scope, char_of
from cardlaw.rulebooks.magic.face import face_number
from cardlaw.rulebooks.magic.qualities import qualities
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.whose import is_whose

#: the list of the spells cast this turn, in order: player, object, incarnation, face
CAST = "spells cast"
Spell = tuple[int, int, int, int]


@rules("CR 601.2i")
def write_cast(state: State, number: int, event: Happening) -> None:
    """Remember a spell that has been cast, if some text asks for it."""
    texts: Texts = state.texts
    if texts.recalls:
        obj = event.values[0]
        row = (char_of(state, obj).controller, obj, state.born[obj], face_number(state, obj))
        state.set_list(CAST, (*state.lists.get(CAST, ()), row))


def forget_spells(state: State) -> None:
    """A new turn has begun, as part of the event begun last."""
    if state.lists.get(CAST):
        state.set_list(CAST, ())


@rules("CR 601.2i", "CR 702.117a")
def spells_cast(state: State, select: Select, scope: Scope) -> Iterator[Spell]:
    """The spells cast this turn that fit a description, as they were cast, in order."""
    for player, obj, born, face in state.lists.get(CAST, ()):
        char = Char(state.faces[face], face, obj, player)
        if select.controller and not is_whose(state, select.controller, player, scope):
            continue
        if select.except_self and (obj, born) == scope.source:
            continue
        if fits_cast(char, select):
            yield player, obj, born, face


def fits_cast(char: Char, select: Select) -> bool:
    """Whether a spell has the qualities of a description."""
    if not qualities(char, select):
        return False
    return not select.any_of or any(fits_cast(char, other) for other in select.any_of)


@rules("CR 601.2i")
def cast_before(state: State, select: Select, scope: Scope) -> int:
    """How many fitting spells were cast this turn before the one that an event was about."""
    it = scope.named["it"][0] if scope.named.get("it") else scope.source
    number = 0
    for _, obj, born, _ in state.lists.get(CAST, ()):
        if (obj, born) == it:
            break
        number += 1
    before = state.lists.get(CAST, ())[:number]
    return sum(spell in before for spell in spells_cast(state, select, scope))
