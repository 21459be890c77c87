"""What texts change in attacks (chapter 422): strength, rolls, and what an attack is like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.board import Board
from cardlaw.rulebooks.berserk.nodes import Fighting
from cardlaw.rulebooks.berserk.select import Scene, amount, fits, holds, is_meant
from cardlaw.rulebooks.berserk.words import WIDER, is_hidden

DEALS, RECEIVES = "deals", "receives"
ATTACK, ANSWER = "attack", "answer"
IGNORES_ARMOR = "ignores armor"


class Bout(NamedTuple):
    """One side of an attack: who hits whom, with what kind of attack, attacking or answering."""

    source: int
    target: int
    kind: str
    part: str = ATTACK

    def answer(self) -> Bout:
        """What the card under attack deals back."""
        return Bout(self.target, self.source, self.kind, ANSWER)


def acting(state: State, bout: Bout) -> Iterator[tuple[Fighting, Scene]]:
    """The abilities that change something in this side of an attack, with their scenes."""
    board: Board = state.board()
    for obj, text, ability in board.fighting:
        if board.has_lost(obj, text) or not _is_of_kind(ability, bout):
            continue
        dealing = ability.role == DEALS
        who, other = (bout.source, bout.target) if dealing else (bout.target, bout.source)
        scene = Scene(state.controller[obj], obj, it=who, by=other, text=text)
        if not is_meant(state, ability.who, who, scene) or is_hidden(state, who):
            continue
        if ability.other is not None and not fits(state, ability.other, other, scene):
            continue
        if holds(state, ability.when, scene):
            yield ability, scene


def _is_of_kind(ability: Fighting, bout: Bout) -> bool:
    if ability.part and ability.part != bout.part:
        return False
    kinds = ability.kinds
    return not kinds or any(bout.kind == k or bout.kind in WIDER.get(k, ()) for k in kinds)


@rules("BE09 422.4")
def strength_changes(state: State, bout: Bout) -> list[tuple[int, int]]:
    """What texts add to the strength of a hit, on both sides: the card with the text, how much."""
    found = [(s.source, amount(state, a.strength, s)) for a, s in acting(state, bout)]
    return [(source, number) for source, number in found if number]


@rules("BE09 422.4", "BE09 216.6")
def roll_change(state: State, bout: Bout) -> int:
    """What texts add to the roll of the card that hits."""
    return sum(
        amount(state, ability.roll, scene)
        for ability, scene in acting(state, bout)
        if ability.role == DEALS
    )


@rules("BE09 414.1")
def is_like(state: State, bout: Bout, word: str) -> bool:
    """Whether a text gives this attack a named ability."""
    return any(word in ability.has for ability, _ in acting(state, bout))
