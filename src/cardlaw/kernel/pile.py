"""The pile (stack, chain, стек): putting on, resolving, priority and passing in succession."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from cardlaw.kernel.action import BARRED, Act, Procedure, ask_parts
from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.setup import Field
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PILE, TURN, WAITING, PileItem, Waiting

PRIORITY = "priority"
PASSES = "passes"


def top(state: State) -> int | None:
    """The key of the item put on last, or None when the pile is empty."""
    order = state.lists.get("pile", ())
    return order[-1] if order else None


def items(state: State) -> tuple[int, ...]:
    """The keys of all items, the oldest first."""
    return state.lists.get("pile", ())


def put_on(state: State, item: PileItem) -> int:
    """Put an item on the pile, as part of the event begun last. Returns its key."""
    key = state.number()
    state.put(PILE, key, item)
    state.set_list("pile", (*items(state), key))
    return key


def take_off(state: State, key: int) -> PileItem:
    """Remove an item from the pile, as part of the event begun last."""
    item = state.pile[key]
    state.put(PILE, key, None)
    state.set_list("pile", tuple(other for other in items(state) if other != key))
    return item


def holder(state: State) -> int | None:
    """The player who has priority, or None while nobody has it."""
    player = state.turn.get(PRIORITY, 0)
    return player - 1 if player else None


def give_priority(state: State, player: int) -> None:
    """Give priority anew: nobody has passed. Part of the event begun last."""
    state.put(TURN, PRIORITY, player + 1)
    state.put(TURN, PASSES, None)


def take_priority(state: State) -> None:
    """Nobody has priority. Part of the event begun last."""
    state.put(TURN, PRIORITY, None)
    state.put(TURN, PASSES, None)


def pass_priority(state: State, rule: str, player: int, cause: int) -> None:
    """A player passes: the other gets priority; the pass counts towards passing in succession."""
    state.event("passed", rule, (cause,), player)
    state.put(TURN, PASSES, state.turn.get(PASSES, 0) + 1)
    state.put(TURN, PRIORITY, 2 - player)


def all_passed(state: State) -> bool:
    """Whether both players have passed in succession."""
    return state.turn.get(PASSES, 0) >= 2


def action(state: State, player: int) -> Procedure:
    """A player with priority acts or passes: the procedure behind the choice "action"."""
    first = yield Choice("action", player)
    cause = state.answer
    shape = state.book.shape_of(first)
    act = Act(player, first)
    if shape.parts:
        act = yield from ask_parts(state, shape, act)
    if BARRED in state.lists:
        state.set_list(BARRED, ())
    yield from shape.perform(state, act, cause)


def next_waiting(
    state: State, order: tuple[int, ...]
) -> Generator[Choice, Option, tuple[int, Waiting] | None]:
    """The waiting trigger that goes on the pile next: players in the game's order pick theirs.

    Triggers that nobody can tell apart (same source text, same data) are not asked.
    """
    for player in order:
        mine = {key: row for key, row in sorted(state.waiting.items()) if row.player == player}
        if not mine:
            continue
        distinct: dict[tuple[Any, ...], int] = {}
        for key, row in mine.items():
            distinct.setdefault((row.source, row.text, row.data), key)
        key = next(iter(distinct.values()))
        if len(distinct) > 1:
            picked = yield Choice("trigger", player, tuple(distinct.values()))
            key = picked[0]
        return key, mine[key]
    return None


def drop_waiting(state: State, key: int) -> None:
    """The trigger waits no longer, as part of the event begun last."""
    state.put(WAITING, key, None)


def trigger_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "trigger": the keys of waiting triggers that differ."""
    return OneOf([(key,) for key in choice.args])


def said_priority(state: State, usual: int) -> dict[str, Field]:
    """In words who has priority, if not the usual player, and whether the other has passed."""
    holder = state.turn.get(PRIORITY)
    said: dict[str, Field] = {}
    if holder and holder - 1 != usual:
        said["priority"] = "AB"[holder - 1]
    if holder and state.turn.get(PASSES):
        said["passed"] = ["AB"[2 - holder]]
    return said
