"""Putting triggered abilities on the stack (chapters 215, 405): order, permission, targets."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from cardlaw.cards.nodes import Triggered
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED, PileItem, Waiting
from cardlaw.rulebooks.berserk.aiming import can_be_done
from cardlaw.rulebooks.berserk.named import text_at
from cardlaw.rulebooks.berserk.nodes import OncePerBattle, OncePerTurn, Playable
from cardlaw.rulebooks.berserk.select import Scene, in_the_battle, suits
from cardlaw.rulebooks.berserk.stack import TRIGGER, WITHOUT_DICE, Chain, aimed_at
from cardlaw.rulebooks.berserk.words import GRAVEYARD, active, is_hidden


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
    trigger: Triggered = text_at(state, row.text)
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
    it, by, _, number = row.data
    scene = Scene(row.player, row.source[0], it, by, text=row.text, number=number)
    while len(scene.names) < len(trigger.targets):
        candidates = list(completing(state, trigger, scene))
        if not candidates:
            return None
        answer = yield Choice("target", row.player, tuple(candidates))
        scene = _naming(trigger, scene, answer[0])
    return tuple(obj for _, obj in scene.names)


def _naming(trigger: Triggered, scene: Scene, obj: int) -> Scene:
    """The scene in which the next target of a trigger is named."""
    name = trigger.targets[len(scene.names)].name
    return scene._replace(names=(*scene.names, (name, obj)))


@rules("BE09 103.3", "BE09 412.1")
def completing(state: State, trigger: Triggered, scene: Scene) -> Iterator[int]:
    """The cards that may be the next target, so that the text can be done and all targets named."""
    select = trigger.targets[len(scene.names)].select
    picked = [obj for _, obj in scene.names]
    for obj in target_candidates(state, select, scene, select.zone):
        named = _naming(trigger, scene, obj)
        if obj in picked or not fits_text(state, trigger, named):
            continue
        last = len(named.names) == len(trigger.targets)
        if last or next(completing(state, trigger, named), None) is not None:
            yield obj


@rules("BE09 103.3", "BE09 415.3")
def fits_text(state: State, trigger: Triggered | Playable, scene: Scene) -> bool:
    """Whether what a text would do to the target named last is possible; a hidden one may be."""
    target = scene.names[-1][1]
    return is_hidden(state, target) or not breached(can_be_done(state, trigger, scene))


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
    it, by, lineage, number = row.data
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
    if any(isinstance(condition, OncePerBattle) for condition in when):
        state.add_to(USED, in_the_battle(row.source[0], row.text), 1)
    chain = Chain(
        len(WITHOUT_DICE),
        targets=tuple(aimed_at(state, obj) for obj in targets),
        it=it,
        by=by,
        lineage=(*lineage, mark) if row.text else (),
        number=number,
    )
    item = PileItem(TRIGGER, row.player, row.source, row.text, (), (), event, tuple(chain))
    pile.put_on(state, item)
    pile.give_priority(state, active(state))


def _mark(value: Any) -> Any:
    source, text, it, targets = value
    return (source, tuple(text), it, tuple(targets))
