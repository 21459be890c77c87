"""The uniqueness rule (704): which other objects of the name are put away."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import traits_of
from cardlaw.rulebooks.vs.words import CHARACTER


def namesakes(state: State, newcomer: int, player: int) -> list[int]:
    """The other unique objects of the newcomer's name that ``player`` controls.

    A face-down resource has no name.
    """
    if not traits_of(state, newcomer).unique:
        return []
    mine = (
        words.characters(state, player)
        + state.zone(words.EQUIPMENT, player)
        + tuple(o for o in words.resources(state, player) if words.has(state, o, words.FACE_UP))
    )
    return [obj for obj in mine if obj != newcomer and same_name(state, newcomer, obj)]


@rules("VS 704.1", "VS 704.1a", "VS 704.2", "VS 704.3", "VS 302.8", "VS 302.8a", "VS 202")
def swept(state: State, newcomer: int, player: int) -> list[int]:
    """The objects that the uniqueness rule puts away when the newcomer comes in."""
    return [o for o in namesakes(state, newcomer, player) if not apart(state, newcomer, o)]


@rules("VS 704.1a")
def beside(state: State, newcomer: int, player: int) -> list[int]:
    """The objects of the name that a modifier lets stand beside the newcomer."""
    return [o for o in namesakes(state, newcomer, player) if apart(state, newcomer, o)]


def same_name(state: State, newcomer: int, other: int) -> bool:
    """Whether another object is unique too and has the newcomer's name."""
    theirs = traits_of(state, other)
    return theirs.unique and theirs.name == traits_of(state, newcomer).name


@rules("VS 704.1a")
def apart(state: State, newcomer: int, older: int) -> bool:
    """Whether a modifier lets the older character stand beside a newcomer of another version."""
    if face_of(state, newcomer).type != CHARACTER:
        return False
    theirs = traits_of(state, older)
    return theirs.apart and theirs.version != traits_of(state, newcomer).version


#: the ways in which a character comes into play that the uniqueness rule looks at
CHECKED = ("recruited", "substituted", "shifted")


@rules("VS 704.4")
def looks(state: State, how: str) -> bool:
    """Whether the uniqueness rule is checked for a character that comes into play this way."""
    if how == "shifted" and state.options.get("shifting") == "no-check":
        return False
    return how in CHECKED
