"""What explains a value beside texts (104, 204, 208): zero as the least, wounds, kinds."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.rulebook import Note, Recorder
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.faces import Char
from cardlaw.rulebooks.berserk.words import EQUIPMENT, EXTRA


@rules("BE09 104.2")
def record_zero(chars: dict[int, Char], recorder: Recorder) -> None:
    """What lies below zero after all that changes it is read as zero."""
    for obj, char in chars.items():
        if min(char.strike) < 0:
            weak, medium, strong = (max(0, number) for number in char.strike)
            recorder.add(Note(obj, "strike", char.strike, (weak, medium, strong), "BE09 104.2", -1))
        for what in ("movement", "cost"):
            value = getattr(char, what)
            if value < 0:
                recorder.add(Note(obj, what, value, 0, "BE09 104.2", -1))


@rules("BE09 204.4", "BE09 204.6")
def record_life(state: State, chars: dict[int, Char], recorder: Recorder) -> None:
    """What extra life and wounds make of the life of each card."""
    for obj, char in chars.items():
        extra, wounds = state.counters.get((obj, EXTRA), 0), state.damage.get(obj, 0)
        if wounds:
            recorder.add(Note(obj, "wounds", 0, wounds, "BE09 204.4", -1))
        if extra or wounds:
            left = char.life + extra - wounds
            recorder.add(Note(obj, "life", char.life, left, "BE09 204.6", -1))


@rules("BE09 208.2", "BE09 208.6", "BE09 214.2")
def record_kinds(chars: dict[int, Char], recorder: Recorder) -> None:
    """The subtype and the classes that cards have before anything changes them."""
    for obj, char in chars.items():
        if char.subtype:
            recorder.add(Note(obj, "subtype", None, char.subtype, "BE09 208.2", -1))
        if char.classes:
            rule = "BE09 214.2" if char.type == EQUIPMENT else "BE09 208.6"
            recorder.add(Note(obj, "classes", None, char.classes, rule, -1))
