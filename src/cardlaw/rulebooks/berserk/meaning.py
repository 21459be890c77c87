"""A text as it is carried out (chapters 401, 411, 415): its scene, the cards that it names."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.happen import REVEALED, happen
from cardlaw.rulebooks.berserk.select import Scene, char_of, chosen, suits
from cardlaw.rulebooks.berserk.words import LEAPS, WIDER, in_battle, is_hidden

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


@rules("BE09 411.1", "BE09 415.3a", "BE09 415.2")
def meant(state: State, what: Any, doing: Doing) -> list[int]:
    """The cards that an effect acts on: hidden ones are turned up, protected ones left out."""
    if what.who in ("", "each"):
        for player in (0, 1):
            for obj in state.board().squads[player]:
                if is_hidden(state, obj) and suits(state, what, obj, doing.scene):
                    happen(state, REVEALED, "BE09 415.3a", (doing.event,), obj)
    found = chosen(state, what, doing.scene)
    return [obj for obj in found if not is_protected(state, obj, doing)]


@rules("BE09 411.1", "BE09 411.4")
def is_protected(state: State, obj: int, doing: Doing) -> bool:
    """Whether a card is protected from an effect of this kind by another card."""
    if obj == doing.scene.source or not in_battle(state, obj):
        return False
    return bool(char_of(state, obj).protected_from(doing.kind, WIDER))
