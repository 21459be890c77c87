"""The object that grants an ability, as the ability's own text calls it (CR 201.5a)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import Held, Scope

#: what the granter of an ability is called in its text
GRANTER = "granter"
#: the name of the granter with the granter itself, for abilities that wait or are on the stack
Granting = tuple[tuple[str, tuple[Ref, ...]], ...]


@rules("CR 201.5a")
def note_granter(state: State, scope: Scope, held: Held) -> None:
    """Let a text that another object grants know that object by the name that it says."""
    if held.source != scope.source.id:
        scope.named[GRANTER] = [state.ref(held.source)]


def granting(scope: Scope) -> Granting:
    """The granter of a text, as what waits or is on the stack keeps it."""
    found = scope.named.get(GRANTER)
    return ((GRANTER, tuple(found)),) if found else ()
