"""What texts change in attacks (chapter 422): strength, rolls, and what an attack is like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardlaw.cards.nodes import Select
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.board import IGNORES_ABILITIES, Board
from cardlaw.rulebooks.berserk.nodes import Fighting
from cardlaw.rulebooks.berserk.select import (
    GRANTER,
    Scene,
    amount,
    char_of,
    fits,
    granter_of,
    holds,
    in_the_battle,
    is_meant,
)
from cardlaw.rulebooks.berserk.words import WIDER, is_hidden

DEALS, RECEIVES = "deals", "receives"
ATTACK, ANSWER = "attack", "answer"
IGNORES = "ignores "
PROTECTION = "protection"
#: how hard a hit is, in words
GRADES = ("miss", "weak", "medium", "strong")
_ANY_FORCE = (None, None)


class Bout(NamedTuple):
    """One side of an attack: who hits whom, with what kind of attack, attacking or answering."""

    source: int
    target: int
    kind: str
    part: str = ATTACK

    def answer(self) -> Bout:
        """What the card under attack deals back."""
        return Bout(self.target, self.source, self.kind, ANSWER)


class Blow(NamedTuple):
    """How hard an attack hits: its grade, and its strength before all modifiers."""

    grade: int
    strength: int


def acting(state: State, bout: Bout, blow: Blow | None = None) -> Iterator[tuple[Fighting, Scene]]:
    """The abilities that change something in this side of an attack, with their scenes."""
    board: Board = state.board()
    spared = bout.target if board.ignoring and ignores_all(state, bout) else -1
    for obj, text, ability in board.fighting:
        if obj == spared or board.has_lost(obj, text) or not _is_of_kind(ability, bout):
            continue
        if (ability.grades or ability.force != _ANY_FORCE) and not _is_as_hard(ability, blow):
            continue
        scene = _scene(state, obj, text, ability, bout)
        if scene is not None and not _is_used_up(state, ability, scene):
            yield ability, scene


def _scene(
    state: State, obj: int, text: tuple[int, ...], ability: Fighting, bout: Bout
) -> Scene | None:
    """The scene of an ability in one side of an attack; None when it has no part in it."""
    dealing = ability.role == DEALS
    who, other = (bout.source, bout.target) if dealing else (bout.target, bout.source)
    scene = Scene(state.controller[obj], obj, it=who, by=other, text=text)
    if not is_meant(state, ability.who, who, scene) or is_hidden(state, who):
        return None
    if ability.other is not None and not _is_other(state, ability.other, other, scene):
        return None
    if not all(_is_already(state, bout, word) for word in ability.like):
        return None
    if _speaks_of_granter(ability) and other != granter_of(text):
        return None
    return scene if holds(state, ability.when, scene) else None


def _is_other(state: State, select: Select, obj: int, scene: Scene) -> bool:
    """Whether the card on the other side is such a one; the granter is looked for elsewhere."""
    if select.who == "bearer":
        return is_meant(state, select, obj, scene)
    return fits(state, select, obj, scene)


@rules("BE09 414.1")
def _is_already(state: State, bout: Bout, word: str) -> bool:
    """Whether a strike is directed or unanswered, by its creature or by a text."""
    if bout.part != ATTACK:
        return False
    known = char_of(state, bout.source).keywords
    wide = (word, "unanswered strike") if word == "directed strike" else (word,)
    if any(each in known for each in wide):
        return True
    for obj, text, ability in state.board().fighting:
        gives = any(each in ability.has for each in wide) and not ability.like
        if not gives or not _is_of_kind(ability, bout) or state.board().has_lost(obj, text):
            continue
        if _scene(state, obj, text, ability, bout) is not None:
            return True
    return False


def _is_of_kind(ability: Fighting, bout: Bout) -> bool:
    if ability.part and ability.part != bout.part:
        return False
    kinds = ability.kinds
    return not kinds or any(bout.kind == k or bout.kind in WIDER.get(k, ()) for k in kinds)


@rules("BE09 205.1a")
def _is_as_hard(ability: Fighting, blow: Blow | None) -> bool:
    """Whether an attack hits as hard as an ability asks, by its unmodified strength."""
    if blow is None or (ability.grades and GRADES[blow.grade] not in ability.grades):
        return False
    least, most = ability.force
    return (least is None or blow.strength >= least) and (most is None or blow.strength <= most)


def _keys(ability: Fighting, scene: Scene) -> list[tuple[tuple[Any, ...], int]]:
    """Under what it is counted on how many attacks an ability has acted, with the limits."""
    keys = []
    if ability.limit:
        keys.append((("fighting", scene.source, scene.text), ability.limit))
    if ability.battle_limit:
        keys.append((in_the_battle(scene.source, scene.text), ability.battle_limit))
    return keys


def _is_used_up(state: State, ability: Fighting, scene: Scene) -> bool:
    return any(state.used.get(key, 0) >= most for key, most in _keys(ability, scene))


def limited(state: State, bout: Bout) -> list[tuple[Any, ...]]:
    """What is counted because of this side of an attack: abilities with a limit that act in it."""
    return [key for a, scene in acting(state, bout) for key, _ in _keys(a, scene)]


@rules("BE09 408")
def ignores_all(state: State, bout: Bout) -> bool:
    """Whether the card that attacks ignores the abilities of the card that it hits."""
    board: Board = state.board()
    return any(
        IGNORES_ABILITIES in ability.has
        and not board.has_lost(obj, text)
        and _is_of_kind(ability, bout)
        and _scene(state, obj, text, ability, bout) is not None
        for obj, text, ability in board.fighting
    )


@rules("BE09 408")
def ignores(state: State, bout: Bout, word: str) -> bool:
    """Whether a card that hits ignores an ability of the card that it hits."""
    if IGNORES + word in char_of(state, bout.source).keywords:
        return True
    if not state.board().fighting:
        return False
    return is_like(state, bout, IGNORES + word) or is_like(state, bout, IGNORES_ABILITIES)


@rules("BE09 422.4", "BE09 201.2")
def strength_changes(state: State, bout: Bout, blow: Blow) -> list[tuple[int, int, str]]:
    """What texts add to the strength of a hit, on both sides: the card with the text, how much."""
    found = []
    for ability, scene in acting(state, bout, blow):
        number = amount(state, ability.strength, scene)
        if number:
            rule = "BE09 201.2" if _speaks_of_granter(ability) else "BE09 422.4"
            found.append((scene.source, number, rule))
    return found


def _speaks_of_granter(ability: Fighting) -> bool:
    """Whether an acquired ability goes on meaning the card that gave it."""
    return ability.other is not None and ability.other.who == GRANTER


@rules("BE09 422.4")
def strengths_set(state: State, bout: Bout, blow: Blow) -> list[int]:
    """The strengths that texts set in the end, each once."""
    found = {a.sets for a, _ in acting(state, bout, blow) if a.sets is not None}
    return sorted(found)


@rules("BE09 422.4", "BE09 216.8")
def other_grade(state: State, bout: Bout, grade: int, strength: int) -> int:
    """The grade of a hit after the texts that make it weak, medium or strong."""
    if not grade or not state.board().fighting:
        return grade
    for ability, _ in acting(state, bout, Blow(grade, strength)):
        if ability.becomes:
            return GRADES.index(ability.becomes)
    return grade


@rules("BE09 411.1", "BE09 104.2b")
def keeping_off(state: State, bout: Bout, blow: Blow) -> str:
    """The rule by which a text protects the target from this attack, or the empty string."""
    for ability, _ in acting(state, bout, blow):
        if ability.role == RECEIVES and PROTECTION in ability.has:
            return "BE09 411.1" if ability.force == _ANY_FORCE else "BE09 104.2b"
    return ""


@rules("BE09 422.4", "BE09 216.6")
def roll_change(state: State, bout: Bout) -> int:
    """What texts add to the roll of the card that hits."""
    return sum(
        amount(state, ability.roll, scene)
        for ability, scene in acting(state, bout)
        if ability.role == DEALS
    )


@rules("BE09 216.6")
def natural_roll(state: State, bout: Bout, roll: int) -> int:
    """What a rolled number counts as by the texts, before all modifiers."""
    if state.board().fighting:
        for ability, _ in acting(state, bout):
            if ability.natural is not None and ability.role == DEALS:
                rolled, counts = ability.natural
                if rolled in (0, roll):
                    return counts
    return roll


@rules("BE09 414.1")
def is_like(state: State, bout: Bout, word: str) -> bool:
    """Whether a text gives this attack a named ability."""
    return any(word in ability.has for ability, _ in acting(state, bout))
