"""Evidence: which rules acted, refused or were named while a case ran."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.judge.cases import Shown
from cardlaw.judge.report import ShownReport
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.because import Event
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.rulebook import Note


class Evidence:
    """Collects rules by what they did."""

    def __init__(self) -> None:
        #: rules of events, and of legal rulings with their grounds
        self.acted: set[str] = set()
        self.happened: set[str] = set()
        self.refused: set[str] = set()
        #: rules of values that were explained, of questions asked, of expectations
        self.named: set[str] = set()

    def event(self, event: Event) -> None:
        """An event happened."""
        self.acted.add(event.rule)
        self.happened.add(event.rule)

    def ruling(self, ruling: Ruling) -> None:
        """A ruling was given."""
        if ruling.legal:
            self.acted.update(ruling.rules)
            self.acted.update(ground.rule for ground in ruling.grounds)
        else:
            self.refused.update(breach.rule for breach in ruling.breaches)
            self.named.update(ruling.rules)

    def value(self, notes: Iterable[Note]) -> None:
        """A value was looked at that rules changed."""
        for note in notes:
            (self.named if note.before == note.after else self.acted).add(note.rule)

    def name(self, rules: Iterable[str]) -> None:
        """Rules were named by an explanation or by an expectation that was checked."""
        self.named.update(rules)

    def shown(self, shown: Shown, title: str, words: Tongue) -> ShownReport:
        """Whether a rule showed as the case says."""
        rule = shown.rule
        match shown.how:
            case "acts":
                holds = rule in self.acted
            case "refuses":
                holds = rule in self.refused or rule not in self.happened
            case _:
                holds = rule in self.acted | self.refused | self.named
        text = words.text(f"shown.{shown.how}.{'yes' if holds else 'no'}", rule=rule)
        return ShownReport(rule, title, shown.how, holds, text)
