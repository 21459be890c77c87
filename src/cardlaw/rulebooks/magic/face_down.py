"""Face-down spells and permanents: what they are, who sees them, how they show (CR 708)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import KNOWS, STATUS
from cardlaw.rulebooks.magic.aside import foretold_cards
from cardlaw.rulebooks.magic.board import FACE_DOWN
from cardlaw.rulebooks.magic.copiable import DOWN, settle_copies
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.instructions import DOWN_FACES
from cardlaw.rulebooks.magic.known import reveal
from cardlaw.rulebooks.magic.prices import Way

#: the faces that the rules list for what is face down
FACES: dict[str, Face] = {
    "Face-Down Creature": Face(
        name="Face-Down Creature",
        types=("creature",),
        power=2,
        toughness=2,
        token=True,
        nameless=True,
    ),
    "Face-Down Creature with Ward": Face(
        name="Face-Down Creature with Ward",
        types=("creature",),
        power=2,
        toughness=2,
        keywords=("ward {2}",),
        token=True,
        nameless=True,
    ),
}
#: the rule by which each way of being face down lists its characteristics
HOW_RULES = {
    "manifest": "CR 701.40a",
    "cloak": "CR 701.58a",
    "morph": "CR 702.37c",
    "disguise": "CR 702.168b",
    "turned": "CR 708.2a",
}


@rules("CR 708.2", "CR 708.2a")
def number_of(state: State, how: str) -> int:
    """The number of the face that an object has while it is face down in such a way."""
    name = DOWN_FACES[how]
    return next(n for n, face in enumerate(state.faces) if face.name == name)


@rules("CR 708.6")
def how_down(state: State, obj: int) -> str:
    """What made a spell or permanent face down; empty if it is face up."""
    rows = state.lists.get(DOWN)
    if rows is None:
        return ""
    return next((str(how) for other, _, how in rows if other == obj), "")


def is_down(state: State, obj: int) -> bool:
    """Whether a spell or permanent is face down."""
    return bool(how_down(state, obj))


@rules("CR 702.37c", "CR 702.168b", "CR 708.4")
def cast_down(ways: Sequence[Way]) -> str:
    """How a spell is face down by the alternative cost that was chosen; empty if it is not."""
    return next((way.node.name for way in ways if way.node.name in DOWN_FACES), "")


@rules("CR 708.2", "CR 708.3", "CR 708.4")
def turn_down(state: State, obj: int, how: str) -> None:
    """An object is face down from now on, as part of the event begun last."""
    row = (obj, number_of(state, how), how)
    state.set_list(DOWN, tuple(sorted((*state.lists.get(DOWN, ()), row))))
    settle_copies(state)


@rules("CR 708.8", "CR 400.7")
def turn_back(state: State, obj: int) -> None:
    """An object has its normal face again, as part of the event begun last."""
    rest = tuple(row for row in state.lists.get(DOWN, ()) if row[0] != obj)
    state.set_list(DOWN, rest)
    settle_copies(state)


@rules("CR 708.5")
def seers_of(state: State, obj: int, player: int) -> int | None:
    """Who sees the face of what goes to the stack or battlefield: only its player if face down."""
    return 1 << player if is_down(state, obj) else None


@rules("CR 708.2", "CR 708.5")
def set_down(state: State, obj: int, how: str, player: int) -> None:
    """A permanent of a position is face down, and only its controller knows it."""
    turn_down(state, obj, how)
    state.put(STATUS, obj, state.status.get(obj, 0) | FACE_DOWN)
    state.put(KNOWS, obj, 1 << player)
    state.hide(obj)


@rules("CR 708.6")
def may_be_so(state: State, obj: int, face: Face) -> bool:
    """Whether an object could have this face by what everybody knows of why it is face down."""
    how = how_down(state, obj)
    if how not in ("morph", "disguise"):
        return True
    return any(way.node.name == how for way in face.compiled.casting)


@rules("CR 708.9")
def show_all(state: State, causes: tuple[int, ...]) -> None:
    """At the end of the game everything that is face down is revealed."""
    for obj, _, _ in state.lists.get(DOWN, ()):
        reveal(state, obj, causes, "CR 708.9")
    for obj in foretold_cards(state):
        reveal(state, obj, causes, "CR 702.143f")
