"""Putting triggered abilities on the stack (chapters 215, 405): order, permission, targets."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from cardlaw.cards.nodes import Triggered
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED, PileItem, Waiting
from cardlaw.rulebooks.berserk.nodes import OncePerTurn
from cardlaw.rulebooks.berserk.select import Scene, suits
from cardlaw.rulebooks.berserk.stack import TRIGGER, WITHOUT_DICE, Chain, aimed_at
from cardlaw.rulebooks.berserk.words import GRAVEYARD, active


@rules("BE09 215.4", "BE09 103.5", "BE09 405.2")
def put_trigger(state: State) -> Procedure:
    """The next waiting trigger goes on the stack: the active player's lie below the other's."""
    several = len(state.waiting) > 1
    found = yield from pile.next_waiting(state, (active(state), 1 - active(state)))
    assert found is not None
    key, row = found
    if not row.text:
        _put(state, key, row, (), ((), several, (row.event,)))
        return
    trigger: Triggered = state.faces[row.text[0]].sheet.abilities[row.text[1]]
    causes: tuple[int, ...] = (row.event,)
    if trigger.may:
        answer = yield Choice("may", row.player, (row.source[0], row.text[1]))
        if answer == ("no",):
            state.event("declined", "BE09 405.3", (row.event, state.answer), row.source[0])
            pile.drop_waiting(state, key)
            return
        causes = (row.event, state.answer)
    targets = yield from _targets(state, row, trigger)
    if targets is None:
        state.event("without target", "BE09 412.1", (row.event,), row.source[0])
        pile.drop_waiting(state, key)
        return
    _put(state, key, row, targets, (trigger.when, several, causes))


@rules("BE09 412.1", "BE09 415.3")
def _targets(
    state: State, row: Waiting, trigger: Triggered
) -> Generator[Choice, Option, tuple[int, ...] | None]:
    """Ask for the targets of a trigger; None when there is none."""
    picked: list[int] = []
    for target in trigger.targets:
        scene = Scene(row.player, row.source[0], row.data[0], row.data[1], text=row.text)
        candidates = target_candidates(state, target.select, scene, target.select.zone)
        candidates = [obj for obj in candidates if obj not in picked]
        if not candidates:
            return None
        answer = yield Choice("target", row.player, tuple(candidates))
        picked.append(answer[0])
    return tuple(picked)


def target_candidates(state: State, select: Any, scene: Scene, zone: str) -> list[int]:
    """The cards that a trigger may aim at."""
    if zone == GRAVEYARD:
        pool = [obj for player in (0, 1) for obj in state.zone(GRAVEYARD, player)]
    else:
        pool = list(state.board().chars)
    return [obj for obj in pool if suits(state, select, obj, scene)]


@rules("BE09 103.4", "BE09 405.2", "BE09 215.2", "BE09 215.9")
def _put(
    state: State,
    key: int,
    row: Waiting,
    targets: tuple[int, ...],
    how: tuple[tuple[Any, ...], bool, tuple[int, ...]],
) -> None:
    """Put a trigger on the stack, unless its chain would repeat itself exactly."""
    when, several, causes = how
    it, by, lineage = row.data
    mark = (row.source[0], row.text, it, targets)
    if row.text and mark in [_mark(old) for old in lineage]:
        state.event("chain stopped", "BE09 103.4", (row.event,), row.source[0])
        pile.drop_waiting(state, key)
        return
    rule = "BE09 215.4" if several else "BE09 405.2"
    event = state.event("put on the stack", rule, causes, row.source[0])
    pile.drop_waiting(state, key)
    if any(isinstance(condition, OncePerTurn) for condition in when):
        used = ("ability", row.source[0], state.born.get(row.source[0], 0), row.text)
        state.add_to(USED, used, 1)
    chain = Chain(
        len(WITHOUT_DICE),
        targets=tuple(aimed_at(state, obj) for obj in targets),
        it=it,
        by=by,
        lineage=(*lineage, mark) if row.text else (),
    )
    item = PileItem(TRIGGER, row.player, row.source, row.text, (), (), event, tuple(chain))
    pile.put_on(state, item)
    pile.give_priority(state, active(state))


def _mark(value: Any) -> Any:
    source, text, it, targets = value
    return (source, tuple(text), it, tuple(targets))
