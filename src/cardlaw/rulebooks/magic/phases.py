"""Phases that effects add to a turn, and what comes after them (CR 500.8)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN
from cardlaw.rulebooks.magic.effects import DO, Course, Doing
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.instructions import ExtraPhases
from cardlaw.rulebooks.magic.steps import COMBAT_BEGINS, COMBAT_ENDS, DRAW, MAIN, SECOND_MAIN

#: the list of phases that are still to come, the next one first; what comes after them
EXTRA, RESUME = "extra phases", "resume"
FIRST_STEPS = {"combat": COMBAT_BEGINS, "main": SECOND_MAIN}
#: the last step of each phase after which phases can be added
LAST_STEPS = (DRAW, MAIN, COMBAT_ENDS, SECOND_MAIN)


@rules("CR 500.8")
def extra_phases(state: State, node: ExtraPhases, doing: Doing) -> Course:
    """Add phases after this one; those added last come first."""
    for phase in node.phases:
        happen(state, "phase added", "CR 500.8", doing.cause, phase)
    state.set_list(EXTRA, (*node.phases, *state.lists.get(EXTRA, ())))
    yield from ()


@rules("CR 500.8")
def after_phase(state: State, now: int, normal: int) -> int:
    """The step that follows: that of an added phase at the end of a phase, or the normal one.

    Part of the event begun last.
    """
    if now not in LAST_STEPS:
        return normal
    extra = state.lists.get(EXTRA, ())
    resume = state.turn.get(RESUME)
    if extra:
        if resume is None:
            state.put(TURN, RESUME, normal)
        state.set_list(EXTRA, extra[1:])
        return FIRST_STEPS[extra[0]]
    if resume is not None:
        state.put(TURN, RESUME, None)
        return resume
    return normal


@rules("CR 500.8")
def forget_phases(state: State) -> None:
    """No phase that was added is left for another turn, as part of the event begun last."""
    state.set_list(EXTRA, ())
    state.put(TURN, RESUME, None)


def register() -> None:
    """Add this effect to those that a text can do."""
    DO[ExtraPhases] = extra_phases
