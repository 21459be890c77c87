"""Whether taking back is fair: since then nobody learnt, rolled or answered anything."""

from __future__ import annotations

from cardlaw.kernel.game import Game
from cardlaw.kernel.moment import Step
from cardlaw.kernel.state import ROLLED
from cardlaw.kernel.tables import KNOWS


def undo_is_fair(game: Game, player: int) -> bool:
    """Whether a player may take back the last play without the other's consent.

    It is fair when the play was theirs and since then no player learnt a face, Chance gave no
    answer and nobody else answered.
    """
    step: Step | None = game.step
    while step is not None and not step.opens:
        step = step.prev
    if step is None or step.prev is None:
        return False
    return not unfairness(game, player, step.prev)


def unfairness(game: Game, player: int, mark: Step) -> str:
    """Why it would be unfair of a player to take back all answers since a step; "" if it is fair.

    "rolled": Chance has answered; "answered": somebody else has; "learnt": a player saw a face.
    """
    step: Step | None = game.step
    found = ""
    while step is not None and step is not mark and step.prev is not None:
        choice = step.moment.choice if step.moment is not None else None
        if step.head == ROLLED:
            return "rolled"
        if choice is None or choice.player != player:
            found = "answered"
        elif not found and any(_learnt(entry) for entry in step.entries):
            found = "learnt"
        step = step.prev
    return found


def _learnt(entry: tuple[object, object, object, object]) -> bool:
    table, _, old, new = entry
    if table.__class__ is not int or table != KNOWS:
        return False
    before = old if isinstance(old, int) else 0
    after = new if isinstance(new, int) else 0
    return bool(after & ~before)
