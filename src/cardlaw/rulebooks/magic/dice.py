"""Rolling dice, and what an effect has its player choose as it is followed (CR 608.2d, 706)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.kernel.choice import CHANCE, Choice
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.chosen import possible
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, carry_out
from cardlaw.rulebooks.magic.instructions import ChooseWord, Roll
from cardlaw.rulebooks.magic.nodes import ChooseAsEnters


@rules("CR 706.1a", "CR 706.2", "CR 706.3a")
def roll(state: State, node: Roll, doing: Doing) -> Course:
    """A player rolls a die; the rest of the text knows the result."""
    scope = doing.scope
    answer = yield Choice("die", CHANCE, (1, node.sides))
    result = answer[0]
    state.event("rolled a die", "CR 706.2", (state.answer,), scope.you, node.sides, result)
    scope.answers = (*(a for a in scope.answers if a[0] != "result"), ("result", result))
    for row in node.table:
        if row.least <= result and (row.most is None or result <= row.most):
            yield from carry_out(state, row.then, doing)


@rules("CR 608.2d")
def choose_word(state: State, node: ChooseWord, doing: Doing) -> Course:
    """The player chooses a creature type or a colour; the rest of the text calls it chosen."""
    scope = doing.scope
    words = possible(ChooseAsEnters(what=node.what))
    answer = yield Choice("chosen", scope.you, (node.what, *words))
    state.event("chose", "CR 608.2d", (state.answer,), scope.source.id, answer[0])
    scope.answers = (*(a for a in scope.answers if a[0] != node.what), (node.what, answer[0]))


VERBS: dict[type, Callable[..., Course]] = {Roll: roll, ChooseWord: choose_word}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
