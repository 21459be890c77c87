"""What judging a case yields, as plain data: transcript and JSON are two ways to print it."""

from __future__ import annotations

import msgspec


class Check(msgspec.Struct):
    """One expectation: whether it holds, and in words what was expected or found instead."""

    holds: bool
    text: str


class Told(msgspec.Struct):
    """An event: kind, rule, and the sentence that tells it."""

    kind: str
    rule: str
    text: str


class Reason(msgspec.Struct):
    """A breach or ground with its rule, in words; a breach also says what would mend it."""

    code: str
    rule: str
    text: str
    remedy: str = ""


class StepReport(msgspec.Struct):
    """One step of a script and what came of it."""

    kind: str
    line: int
    text: str
    legal: bool | None = None
    rules: list[str] = []
    breaches: list[Reason] = []
    grounds: list[Reason] = []
    events: list[Told] = []
    answers: list[str] = []
    checks: list[Check] = []
    steps: list[StepReport] = []

    def all_checks(self) -> list[Check]:
        """The expectations of this step and of those inside it."""
        return self.checks + [check for step in self.steps for check in step.all_checks()]


class ShownReport(msgspec.Struct):
    """A rule that the case proves: its title, how it shows, whether it did."""

    rule: str
    title: str
    how: str
    holds: bool
    text: str


class CaseReport(msgspec.Struct):
    """The whole ruling of one case. ``fault`` is the sentence of a file that is at fault."""

    file: str
    title: str = ""
    game: str = ""
    edition: str = ""
    note: str = ""
    source: str = ""
    options: dict[str, str] = {}
    shows: list[ShownReport] = []
    position: list[str] = []
    opening: list[Told] = []
    steps: list[StepReport] = []
    faults: list[str] = []

    def checks(self) -> list[Check]:
        """All expectations, those of ``shows`` last."""
        found = [check for step in self.steps for check in step.all_checks()]
        if self.faults:
            return found
        return found + [Check(shown.holds, shown.text) for shown in self.shows]

    @property
    def holding(self) -> int:
        """How many expectations hold."""
        return sum(check.holds for check in self.checks())

    @property
    def total(self) -> int:
        """How many expectations there are."""
        return len(self.checks())

    @property
    def exit_code(self) -> int:
        """0 all hold, 1 some do not, 2 the file is at fault."""
        if self.faults:
            return 2
        return 0 if self.holding == self.total else 1
