"""Rolls, strength and wounds of attacks (chapters 205, 213, 420, 422)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PileItem
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.fighting import (
    Blow,
    Bout,
    ignores,
    keeping_off,
    natural_roll,
    roll_change,
    strengths_set,
)
from cardlaw.rulebooks.berserk.nodes import Strength
from cardlaw.rulebooks.berserk.select import char_of
from cardlaw.rulebooks.berserk.stack import STRIKE, Chain
from cardlaw.rulebooks.berserk.strike import is_unanswered
from cardlaw.rulebooks.berserk.words import (
    ARTIFACT,
    ATTACKS,
    CREATURE,
    MAGIC,
    is_closed,
    is_hidden,
)

CAMOUFLAGE = "camouflage"
DEFENSE = "defense experience"
#: the named ability that adds to the roll of an attacker, by the kind of attack
EXPERIENCE = {
    STRIKE: "attack experience",
    "shot": "shooting experience",
    "throw": "throwing experience",
    "discharge": "discharge experience",
}


@rules("BE12 210.2", "BE12 210.3", "BE09 205.5b", "BE09 209.3", "BE09 213.3")
def fights(state: State, item: PileItem, chain: Chain) -> bool:
    """Whether the card under attack strikes back: an open creature, and only at a simple strike."""
    if item.kind != STRIKE or not chain.targets:
        return False
    target = chain.targets[0][0]
    if is_closed(state, target) or is_hidden(state, target):
        return False
    char = char_of(state, target)
    return char.type == CREATURE and not is_unanswered(state, item.source[0], target)


def is_at_artifact(state: State, chain: Chain) -> bool:
    """Whether an action is aimed at an artifact."""
    return bool(chain.targets) and char_of(state, chain.targets[0][0]).type == ARTIFACT


@rules("BE09 205.4", "BE09 205.7", "BE09 216.5")
def combatants(state: State, item: PileItem, chain: Chain) -> list[int]:
    """The cards that roll, the attacker first."""
    rolling = [item.source[0]]
    if fights(state, item, chain):
        rolling.append(chain.targets[0][0])
    return rolling


@rules("BE09 216.6")
def total_of(state: State, item: PileItem, chain: Chain, obj: int, roll: int) -> int:
    """What a roll of a card comes to with everything that changes it."""
    if state.board().fighting and chain.targets:
        bout = Bout(item.source[0], chain.targets[0][0], item.kind)
        roll = natural_roll(state, bout if obj == bout.source else bout.answer(), roll)
    return roll + roll_modifier(state, item, chain, obj)


@rules("BE09 422.4", "BE09 216.6")
def roll_modifier(state: State, item: PileItem, chain: Chain, obj: int) -> int:
    """What named abilities add to a card's roll."""
    keywords = char_of(state, obj).keywords
    total = keywords.get("blessing", 0) - keywords.get("curse", 0)
    if obj == item.source[0]:
        total += keywords.get(EXPERIENCE.get(item.kind, ""), 0)
    elif item.kind == STRIKE and not _ignored(state, item, chain, DEFENSE):
        total += keywords.get(DEFENSE, 0)
    if item.kind == STRIKE:
        total -= keywords.get("clumsiness", 0)
    if state.board().fighting and chain.targets:
        attacker, target = item.source[0], chain.targets[0][0]
        bout = Bout(attacker, target, item.kind)
        total += roll_change(state, bout if obj == attacker else bout.answer())
    return total


def _ignored(state: State, item: PileItem, chain: Chain, word: str) -> bool:
    """Whether the attacker ignores an ability of the card that fights back."""
    return ignores(state, Bout(item.source[0], chain.targets[0][0], item.kind), word)


@rules("BE09 205.1a", "BE09 104.2")
def strength_of(state: State, source: int, printed: Strength | None, force: int) -> int:
    """The strength of an attack of a grade: the printed one, for a simple strike as it is now.

    It may lie below zero, since what hits may still be modified.
    """
    if not force:
        return 0
    values = char_of(state, source).strike if printed is None else printed
    return values[force - 1]


@rules("BE09 205.1a", "BE09 104.2b")
def unmodified(state: State, source: int, printed: Strength | None, force: int) -> int:
    """The strength of an attack of a grade before all modifiers."""
    if not force:
        return 0
    face: BerserkFace = state.faces[state.card[source]]
    return (face.strike if printed is None else printed)[force - 1]


@rules("BE09 422.4")
def final_strength(
    state: State, bout: Bout, blow: Blow, number: int, fixed: int
) -> Generator[Choice, Option, int]:
    """The strength after what sets it, which comes last; of several the target's side picks."""
    if fixed < 0 and not state.board().fighting:
        return number
    found = strengths_set(state, bout, blow)
    if fixed >= 0 and fixed not in found:
        found.append(fixed)
    if not found:
        return number
    answer = yield Choice("strength", state.controller[bout.target], tuple(found))
    return int(answer[0])


@rules("BE09 411.1", "BE09 216.10")
def is_kept_off(state: State, bout: Bout, blow: Blow, cause: int) -> bool:
    """Whether a text protects a card from an attack; this is told."""
    if not state.board().fighting or bout.kind not in ATTACKS:
        return False
    rule = keeping_off(state, bout, blow)
    if rule:
        state.event("protected", rule, (cause,), bout.target, bout.source)
    return bool(rule)


@rules("BE09 420.5", "BE09 422.4", "BE09 104.2")
def dealt(state: State, bout: Bout, number: int) -> tuple[int, int]:
    """The wounds that reach a card, and how many its armor stops: modifiers first, then armor."""
    kind, target = bout.kind, bout.target
    if kind not in ATTACKS:
        return max(0, number), 0
    keywords = char_of(state, target).keywords
    number += keywords.get("vulnerability", 0)
    reduced = keywords.get("strikes reduced", 0) if kind == STRIKE else 0
    if reduced and not ignores(state, bout, "strikes reduced"):
        number -= reduced
    stopped = 0
    if (
        kind not in MAGIC
        and number > 0
        and "armor" in keywords
        and not ignores(state, bout, "armor")
    ):
        left = keywords.get("armor", 0) - state.used.get(("armor", target), 0)
        stopped = min(number, max(0, left))
    return max(0, number - stopped), stopped


@rules("BE09 414.1")
def hides(state: State, bout: Bout) -> bool:
    """Whether camouflage keeps off the wounds: of the first attack in a turn on a closed card."""
    obj = bout.target
    if CAMOUFLAGE not in char_of(state, obj).keywords or bout.kind not in ATTACKS:
        return False
    if ignores(state, bout, CAMOUFLAGE):
        return False
    return is_closed(state, obj) and (CAMOUFLAGE, obj) not in state.used
