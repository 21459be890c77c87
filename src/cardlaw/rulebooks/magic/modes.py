"""Modes, and what is divided among targets: how texts are taken apart (CR 700.2, 601.2d)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardlaw.cards.nodes import Ability, Activated, Does, Script, Target, Triggered
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Scope
from cardlaw.rulebooks.magic.nodes import Divide, Modal, Mode
from cardlaw.rulebooks.magic.quantities import quantity

#: an instance of the word target belongs to no mode
WHOLE = -1


class Instance(NamedTuple):
    """One instance of the word target, and which of the chosen modes it belongs to."""

    target: Target
    mode: int = WHOLE


def doings(node: Ability | None) -> tuple[Does, ...]:
    """What a text does, apart from what static abilities do."""
    return node.do if isinstance(node, Activated | Script | Triggered) else ()


@rules("CR 700.2", "CR 700.2a")
def chosen_modes(modal: Modal | None, answers: Iterable[Option]) -> list[Mode]:
    """The modes that were chosen, in the order in which they are followed."""
    if modal is None:
        return []
    numbers = [a[1] for a in answers if a[0] == "mode" and len(a) > 1]
    return [modal.modes[n - 1] for n in numbers if 0 < n <= len(modal.modes)]


def paid_names(answers: Iterable[Option]) -> set[str]:
    """The names of the alternative and optional costs that are paid."""
    return {a[1] for a in answers if a[0] in ("with", "way") and len(a) > 1}


#: the name of the cost for which "each" stands in place of "target" in a text
OVERLOAD = "overload"


@rules("CR 702.96a")
def is_overloaded(answers: Iterable[Option]) -> bool:
    """Whether a spell is cast for its overload cost."""
    return ("way", OVERLOAD) in answers


#: what may have targets
_AIMING = (Activated, Script, Triggered)


@rules("CR 700.2c", "CR 601.2c")
def instances_of(
    node: Ability | None, modes: Sequence[Mode], answers: Sequence[Option]
) -> tuple[Instance, ...]:
    """The instances of the word target: of the text as a whole, then of each chosen mode."""
    if not isinstance(node, _AIMING) or not node.targets and not modes:
        return ()
    if isinstance(node, Script) and is_overloaded(answers):
        return ()
    found = [Instance(target) for target in node.targets]
    for index, mode in enumerate(modes):
        found.extend(Instance(target, index) for target in mode.targets)
    if any(target.paid for target, _ in found):
        paid = paid_names(answers)
        found = [item for item in found if not item.target.paid or item.target.paid in paid]
    return tuple(found)


def numbers_of(modal: Modal, answers: Iterable[Option]) -> tuple[int, int]:
    """The least and the most modes to choose, with the costs that are paid."""
    if modal.paid and modal.paid in paid_names(answers):
        return modal.paid_least, modal.paid_most
    return modal.least, modal.most


def is_open(target: Target) -> bool:
    """Whether a player chooses how many targets there are."""
    return target.most < 0 or target.least < target.most


def slots_of(instances: Sequence[Instance], counts: Sequence[int]) -> list[int]:
    """For each single target the number of its instance of the word."""
    result: list[int] = []
    left = list(counts)
    for index, (target, _) in enumerate(instances):
        wanted = target.most
        if is_open(target):
            wanted = left.pop(0) if left else 0
        result.extend([index] * wanted)
    return result


@rules("CR 700.2d")
def mode_options(modal: Modal, chosen: Sequence[int], enough: int) -> list[Option]:
    """The modes that may come next, by their numbers from 1, and ``("mode",)`` to stop."""
    least = 1 if not chosen else chosen[-1] + (0 if modal.again else 1)
    found: list[Option] = [("mode", n) for n in range(least, len(modal.modes) + 1)]
    if len(chosen) >= enough:
        found.append(("mode",))
    return found


def modes_are_open(modal: Modal, answers: Sequence[Option]) -> bool:
    """Whether another mode is to be chosen, or the choice to be ended."""
    given = [a for a in answers if a[0] == "mode"]
    return len(given) < numbers_of(modal, answers)[1] and (not given or len(given[-1]) > 1)


# -- division ------------------------------------------------------------------------------------


def division_of(node: Ability | None, modes: Sequence[Mode]) -> tuple[Divide, int] | None:
    """What is divided, and the mode that says so; None if nothing is."""
    for do in doings(node):
        if isinstance(do, Divide):
            return do, WHOLE
    for index, mode in enumerate(modes):
        for do in mode.do:
            if isinstance(do, Divide):
                return do, index
    return None


class Division(NamedTuple):
    """How much is divided among how many, and which of all targets those are."""

    total: int
    places: tuple[int, ...]

    def left(self, given: Sequence[int]) -> int:
        """What is left after some shares."""
        return self.total - sum(given)

    def options(self, given: Sequence[int]) -> list[Option]:
        """The next share, so that each further target still gets at least one."""
        most = self.left(given) - (len(self.places) - len(given) - 1)
        return [("divide", n) for n in range(1, most + 1)]

    def shares(self, given: Sequence[int], targets: int) -> tuple[int, ...]:
        """The share of each target of the whole text; the last one gets what is left."""
        result = [0] * targets
        for place, share in zip(self.places, (*given, self.left(given)), strict=False):
            result[place] = share
        return tuple(result)


@rules("CR 601.2d")
def division(
    state: State,
    node: Ability | None,
    modes: Sequence[Mode],
    instances: Sequence[Instance],
    slots: Sequence[int],
    scope: Scope,
) -> Division | None:
    """What a text has divided among its targets; None if nothing."""
    found = division_of(node, modes)
    if found is None:
        return None
    divide, mode = found
    places = [
        place
        for place, slot in enumerate(slots)
        if instances[slot].mode == mode and instances[slot].target.name == divide.target
    ]
    total = quantity(state, state.board(), divide.amount, scope)
    return Division(total, tuple(places))
