"""Splice: the text of cards in hand is added to a spell as it is cast (CR 702.47)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardlaw.cards.nodes import Ability, Script, Select
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, Scope, fits
from cardlaw.rulebooks.magic.face import Face, Path
from cardlaw.rulebooks.magic.modes import Instance
from cardlaw.rulebooks.magic.nodes import CastCost
from cardlaw.rulebooks.magic.prices import Way
from cardlaw.rulebooks.magic.texts import Texts

#: the name of the cost, of the answers and of the keyword
SPLICE = "splice"
#: targets of added texts belong to modes with this number and the following ones
FIRST = 1000


class Added(NamedTuple):
    """A text that is added to a spell: its path, the text itself, what it costs."""

    path: Path
    script: Script
    way: Way


def added_by(face: Face, index: int) -> Added | None:
    """What a card would add to a spell; None for one that can't be spliced.

    Cards with modes, divided amounts or X in their text can't, in this version.
    """
    way = next((way for way in face.compiled.casting if way.node.name == SPLICE), None)
    skill = face.compiled.script
    if way is None or skill is None or skill.modal is not None or skill.divides or face.mana.x:
        return None
    assert isinstance(skill.node, Script)
    return Added((index, skill.number), skill.node, way)


@rules("CR 702.47a", "CR 702.47c")
def texts_added(state: State, answers: Sequence[Option]) -> list[Added]:
    """The texts that are added to a spell, in the order in which they are followed."""
    texts: Texts = state.texts
    if not texts.splices:
        return []
    cards = [state.card[a[1]] for a in answers if a[0] == SPLICE and len(a) > 1]
    found = (added_by(state.faces[index], index) for index in cards)
    return [added for added in found if added is not None]


def instances_added(added: Sequence[Added]) -> list[Instance]:
    """The instances of the word target in added texts."""
    return [
        Instance(target, FIRST + number)
        for number, text in enumerate(added)
        for target in text.script.targets
    ]


@rules("CR 702.47a")
def onto(face: Face) -> Select:
    """The spells onto which a card may be spliced."""
    qualities = (skill.quality for skill in face.own_skills if _is_splice(skill.node))
    return next((quality for quality in qualities if quality is not None), Select())


def _is_splice(node: Ability) -> bool:
    return isinstance(node, CastCost) and node.name == SPLICE


@rules("CR 702.47a", "CR 702.47b")
def splicable(state: State, player: int, spell: int, answers: Sequence[Option]) -> list[int]:
    """The cards in a player's hand that may still be spliced onto a spell."""
    texts: Texts = state.texts
    if not texts.splices:
        return []
    board: Board = state.board()
    chosen = [a[1] for a in answers if a[0] == SPLICE and len(a) > 1]
    found = []
    for obj in state.zone("hand", player):
        face: Face = state.faces[state.card[obj]]
        if obj == spell or obj in chosen or added_by(face, state.card[obj]) is None:
            continue
        if fits(state, board, onto(face), spell, Scope(state.ref(obj), player)):
            found.append(obj)
    return found
