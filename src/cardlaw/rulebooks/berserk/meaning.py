"""A text as it is carried out (chapters 401, 411, 415): its scene, the cards that it names."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.faces import Char
from cardlaw.rulebooks.berserk.happen import REVEALED, happen
from cardlaw.rulebooks.berserk.select import Scene, char_of, chosen, suits
from cardlaw.rulebooks.berserk.words import (
    EQUIPMENT,
    FLYER,
    LEAPS,
    TERRAIN,
    WIDER,
    in_battle,
    is_hidden,
)

#: what a card may be protected from whatever it does
FLYERS = "flyers"

Work = Generator[Choice, Option, None]


class Doing:
    """One text being carried out: its scene, its kind, the action that it speaks about."""

    __slots__ = ("about", "event", "kind", "rule", "scene", "step_rule")

    def __init__(self, scene: Scene, kind: str, event: int, about: int = -1) -> None:
        self.scene = scene
        self.kind = kind
        self.event = event
        self.about = about
        self.rule = "BE09 216.11"
        #: the rule of a relocation: a movement of another kind, a part of a trigger, or the text
        self.step_rule = "BE12 506.6" if kind in LEAPS else self.rule


@rules("BE09 423.3")
def leave_out(state: State, obj: int, doing: Doing) -> None:
    """What a text would do to a card cannot be done to it; the rest is done, and this is told."""
    state.event("left out", "BE09 423.3", (doing.event,), obj)


@rules("BE09 411.1", "BE09 415.3a", "BE09 415.2")
def meant(state: State, what: Any, doing: Doing) -> list[int]:
    """The cards that an effect acts on: hidden ones are turned up, protected ones left out."""
    if what.who in ("", "each") and "hidden" not in what.not_states:
        for player in (0, 1):
            for obj in state.board().squads[player]:
                if is_hidden(state, obj) and suits(state, what, obj, doing.scene):
                    happen(state, REVEALED, "BE09 415.3a", (doing.event,), obj)
    found = chosen(state, what, doing.scene)
    return [obj for obj in found if not is_protected(state, obj, doing)]


@rules("BE09 411.1", "BE09 411.4")
def is_protected(state: State, obj: int, doing: Doing) -> bool:
    """Whether a card is protected from an effect of this kind by another card."""
    source = doing.scene.source
    if obj == source or not in_battle(state, obj):
        return False
    return is_shielded(state, obj, source, doing.kind)


@rules("BE09 408", "BE09 411.1", "BE09 411.4")
def is_shielded(state: State, obj: int, source: int, kind: str) -> bool:
    """Whether a protection of a card holds against a kind of action of another one."""
    char = char_of(state, obj)
    if not char.protections:
        return False
    flies = char_of(state, source).subtype == FLYER and FLYERS in char.protections
    word = char.protected_from(kind, WIDER) or (FLYERS if flies else "")
    return bool(word) and not passes_over(char_of(state, source), word, kind)


@rules("BE09 411.1", "BE09 411.4")
def protecting(state: State, obj: int, kind: str) -> str:
    """The rule by which a card is protected from a kind of action: by its name or a wider one."""
    words = char_of(state, obj).protections
    wide = kind not in words and any(kind in WIDER.get(word, ()) for word in words)
    return "BE09 411.4" if wide else "BE09 411.1"


def passes_over(char: Char, word: str, kind: str) -> bool:
    """Whether a card ignores a protection: that word, or the part of it that is meant."""
    return any(f"ignores protection from {w}" in char.keywords for w in (word, kind))


@rules("BE09 411.1", "BE12 211.2", "BE12 212.9")
def can_be_wounded(state: State, obj: int, cause: int) -> bool:
    """Whether a card in battle receives wounds now; what keeps them off is told."""
    if not in_battle(state, obj):
        return False
    char = char_of(state, obj)
    rule = {EQUIPMENT: "BE12 212.9", TERRAIN: "BE12 211.2"}.get(char.type, "")
    if not rule and char.forbidden("be wounded"):
        rule = "BE09 411.1"
    if rule:
        state.event("unharmed", rule, (cause,), obj)
    return not rule
