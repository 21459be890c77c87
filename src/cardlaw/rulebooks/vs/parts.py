"""What parts of actions have in common that name one object (203, 505)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach
from cardlaw.kernel.state import State


class Naming(Part):
    """A part whose answer is one object, wherever it lies."""

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name, obj) for obj in sorted(state.where)]


class Paying(Naming):
    """An object that is given for something; without one the action cannot be paid for."""

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nothing-to-pay-with", self.rule, (act.first[1],))
