"""Putting triggered abilities on the stack: their modes, targets and divisions (CR 603.3)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.cards.nodes import Target, Triggered
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PileItem, Ref, Waiting
from cardlaw.rulebooks.magic.attach import from_option
from cardlaw.rulebooks.magic.board import Scope
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import Skill, skill_at
from cardlaw.rulebooks.magic.last_known import char_of_ref
from cardlaw.rulebooks.magic.modes import (
    Instance,
    chosen_modes,
    division,
    instances_of,
    is_open,
    mode_options,
)
from cardlaw.rulebooks.magic.nodes import Modal, Mode
from cardlaw.rulebooks.magic.resolve import bind
from cardlaw.rulebooks.magic.state_based import open_cleanup
from cardlaw.rulebooks.magic.steps import active
from cardlaw.rulebooks.magic.targets import Aim, legal_candidates


@rules("CR 603.3", "CR 603.3a", "CR 603.3b", "CR 603.3d", "CR 101.4")
def put_trigger(state: State) -> Procedure:
    """The next waiting trigger goes on the stack, with its modes, targets and divisions."""
    found = yield from pile.next_waiting(state, (active(state), 1 - active(state)))
    assert found is not None
    key, row = found
    skill = skill_at(state, row.text)
    modes: tuple[Option, ...] = ()
    if skill.modal is not None:
        modes = yield from _choose_modes(state, row, skill.modal)
        if not modes:
            _drop(state, key, row, "CR 603.3c")
            return
    aimed = yield from _aim(state, row, skill, modes)
    if aimed is None:
        _drop(state, key, row, "CR 603.3d")
        return
    chosen, counts, shares = aimed
    event = state.event("trigger put on stack", "CR 603.3", (row.event,), row.source.id)
    open_cleanup(state)
    pile.drop_waiting(state, key)
    refs = tuple(Ref(who, state.born.get(who, 0)) for who in chosen)
    data: tuple[object, ...] = (refs, row.data, counts)
    if shares:
        data = (*data, shares)
    item = PileItem("trigger", row.player, row.source, row.text, (), modes, event, data)
    on_stack = pile.put_on(state, item)
    pile.give_priority(state, active(state))
    for who in dict.fromkeys(chosen):
        happen(state, "became target", "CR 603.3d", (event,), who, row.source.id, on_stack)


@rules("CR 700.2b", "CR 700.2d", "CR 603.3c")
def _choose_modes(
    state: State, row: Waiting, modal: Modal
) -> Generator[Choice, Option, tuple[Option, ...]]:
    """The modes that a player chooses for a trigger; none if not enough can be chosen."""
    answers: list[Option] = []
    numbers: list[int] = []
    while len(numbers) < modal.most:
        options = [
            option
            for option in mode_options(modal, numbers, modal.least)
            if len(option) < 2 or _may_choose(state, row, modal, numbers, option[1])
        ]
        if options in ([], [("mode",)]):
            break
        answer = yield Choice("mode of trigger", row.player, (row.source.id, tuple(options)))
        if not answer:
            break
        answers.append(("mode", *answer))
        numbers.append(answer[0])
    return tuple(answers) if len(numbers) >= modal.least else ()


def _may_choose(state: State, row: Waiting, modal: Modal, chosen: list[int], number: int) -> bool:
    """Whether a mode has its targets, and enough modes with targets can follow it."""
    if not _can_aim(state, row, modal.modes[number - 1]):
        return False
    if modal.again:
        return True
    later = range(number, len(modal.modes))
    rest = sum(_can_aim(state, row, modal.modes[n]) for n in later)
    return len(chosen) + 1 + rest >= modal.least


def _can_aim(state: State, row: Waiting, mode: Mode) -> bool:
    return all(len(_legal(state, row, t)) >= t.least for t in mode.targets)


def _legal(state: State, row: Waiting, target: Target) -> tuple[int, ...]:
    """What a waiting trigger may target."""
    return tuple(legal_candidates(state, trigger_aim(state, row, target)))


Aimed = tuple[list[int], tuple[int, ...], tuple[int, ...]]


@rules("CR 603.3d", "CR 601.2c", "CR 601.2d")
def _aim(
    state: State, row: Waiting, skill: Skill, answers: tuple[Option, ...]
) -> Generator[Choice, Option, Aimed | None]:
    """Targets, how many of each open instance, and shares; None without a legal target."""
    modes = chosen_modes(skill.modal, answers)
    instances = instances_of(skill.node, modes, answers)
    counts: list[int] = []
    chosen: list[int] = []
    slots: list[int] = []
    for index, (target, _) in enumerate(instances):
        rest = _legal(state, row, target)
        if target.another:
            rest = tuple(who for who in rest if who not in chosen)
        number = target.most
        if is_open(target):
            most = len(rest) if target.most < 0 else min(target.most, len(rest))
            if most < target.least:
                return None
            answer = yield Choice("number", row.player, (target.least, most))
            number = answer[0]
            counts.append(number)
        elif len(rest) < number:
            return None
        slots.extend([index] * number)
        for _ in range(number):
            answer = yield Choice("target", row.player, (row.source.id, rest))
            who = from_option(answer[0], answer[1])
            chosen.append(who)
            rest = tuple(other for other in rest if other != who)
    shares: tuple[int, ...] = ()
    if skill.divides:
        shares = yield from _divide(state, row, skill, modes, instances, slots)
    return chosen, tuple(counts), shares


def _divide(
    state: State,
    row: Waiting,
    skill: Skill,
    modes: list[Mode],
    instances: tuple[Instance, ...],
    slots: list[int],
) -> Generator[Choice, Option, tuple[int, ...]]:
    """The shares of the targets of a trigger."""
    found = division(state, skill.node, modes, instances, slots, trigger_scope(row))
    if found is None:
        return ()
    given: list[int] = []
    while len(given) < len(found.places) - 1:
        options = found.options(given)
        if not options:
            break
        answer = yield Choice("share", row.player, (1, len(options)))
        given.append(answer[0])
    return found.shares(given, len(slots))


def trigger_scope(row: Waiting) -> Scope:
    """Whom the text of a waiting trigger speaks about."""
    scope = Scope(Ref(*row.source), row.player)
    bind(scope, row.data)
    return scope


def trigger_aim(state: State, row: Waiting, target: Target) -> Aim:
    """One instance of the word target of a waiting trigger."""
    skill = skill_at(state, row.text)
    assert isinstance(skill.node, Triggered)
    return Aim(target, trigger_scope(row), char_of_ref(state, Ref(*row.source)), "CR 603.3d")


@rules("CR 603.3d", "CR 603.3c")
def _drop(state: State, key: int, row: Waiting, rule: str) -> None:
    state.event("trigger removed", rule, (row.event,), row.source.id)
    pile.drop_waiting(state, key)
