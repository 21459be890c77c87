"""Instructions with a choice of what is done: tap or untap, which counter (CR 608.2d)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.kernel.choice import Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, permanents
from cardlaw.rulebooks.magic.events import PERFORMER
from cardlaw.rulebooks.magic.instructions import CounterOfChoice, TapOrUntap
from cardlaw.rulebooks.magic.untapping import turned


@rules("CR 608.2d", "CR 701.26a", "CR 701.26b")
def tap_or_untap(state: State, node: TapOrUntap, doing: Doing) -> Course:
    """Each permanent is tapped or untapped, whatever its player chooses and is not so already."""
    batch: list[Happening] = []
    for obj in permanents(state, node.what, doing):
        answer = yield Choice("word", doing.scope.you, ("tap", "untap"))
        batch += turned(state, [obj], doing.cause, tap=answer == ("tap",))
    PERFORMER.happen(state, batch)


@rules("CR 608.2d")
def counter_of_choice(state: State, node: CounterOfChoice, doing: Doing) -> Course:
    """A counter of one of several kinds."""
    things = permanents(state, node.what, doing)
    if not things:
        return
    answer = yield Choice("word", doing.scope.you, tuple(node.kinds))
    batch = [
        Happening("put counters", "CR 608.2c", doing.cause, (obj, answer[0], 1)) for obj in things
    ]
    yield from PERFORMER.perform(state, batch)


VERBS: dict[type, Callable[..., Course]] = {
    TapOrUntap: tap_or_untap,
    CounterOfChoice: counter_of_choice,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
