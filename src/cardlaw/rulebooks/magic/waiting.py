"""What people call triggered abilities that wait for the stack (CR 603.3b)."""

from __future__ import annotations

from cardlaw.cards.nodes import Triggered
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Waiting
from cardlaw.rulebooks.magic.face import skill_at


def waiting_word(state: State, key: int) -> str:
    """What people call a waiting trigger: its text or its event, with a number among equals."""
    row = state.waiting[key]
    label = trigger_label(state, row)
    equals = [
        other
        for other, known in sorted(state.waiting.items())
        if known.source == row.source and trigger_label(state, known) == label
    ]
    return label if len(equals) == 1 else f"{label} {equals.index(key) + 1}"


def trigger_label(state: State, row: Waiting) -> str:
    """The name of a triggered ability, or what it waits for."""
    skill = skill_at(state, row.text)
    node = skill.node
    assert isinstance(node, Triggered)
    return node.text or skill.keyword or f"{node.on[0].event} trigger"
