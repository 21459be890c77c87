"""A transcript: the report of a case as lines of text that a newcomer can read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from cardlaw.judge.report import CaseReport, Check, Reason, StepReport, Told
from cardlaw.judge.telling import book_title, rule_title
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.rulebook import Rulebook

WIDTH = 80
#: so many events of a step are told, and a few more rather than a line that says how many
MOST_EVENTS, FEW = 80, 5


class TextLine(NamedTuple):
    """One line and its style: title, head, plain, dim, step, yes, no, good, bad."""

    style: str
    text: str


class Signs(NamedTuple):
    """How kept and broken expectations are marked."""

    good: str = "✓"
    bad: str = "✗"
    dot: str = "·"


ASCII = Signs("ok", "NOT", "-")


def transcript(
    report: CaseReport,
    book: Rulebook | None,
    words: Tongue,
    width: int = WIDTH,
    signs: Signs = ASCII,
) -> list[TextLine]:
    """The lines of a report, the count of its expectations last."""
    return list(_Writer(report, book, words, width, signs).lines())


class _Writer:
    def __init__(
        self, report: CaseReport, book: Rulebook | None, words: Tongue, width: int, signs: Signs
    ) -> None:
        self.report = report
        self.book = book
        self.words = words
        self.width = width
        self.signs = signs

    def lines(self) -> Iterator[TextLine]:
        report = self.report
        if report.title:
            yield from self.heading()
            yield from self.position()
        for number, step in enumerate(report.steps, 1):
            yield TextLine("plain", "")
            yield from self.step(step, 0, f"{number:>2}  ")
        yield TextLine("plain", "")
        if report.faults:
            for fault in report.faults:
                yield TextLine("bad", fault)
            return
        for shown in report.shows:
            if not shown.holds:
                yield from self.check(Check(False, shown.text), 0)
        style = "good" if report.holding == report.total else "bad"
        text = self.words.text("holds", n=report.total, holding=report.holding)
        yield from self.wrap(style, "", text)

    def heading(self) -> Iterator[TextLine]:
        report, words = self.report, self.words
        yield from self.wrap("title", "", report.title)
        yield TextLine("title", "=" * min(len(report.title), self.width))
        if report.note:
            yield from self.wrap("plain", "", report.note)
        title = book_title(self.book, words) if self.book is not None else report.game
        yield from self.wrap("dim", "", f"{title} {report.edition} {self.signs.dot} {report.file}")
        if report.source:
            yield from self.wrap("dim", "", f"{words.text('source')}: {report.source}")
        for name, value in report.options.items():
            yield from self.wrap("dim", "", words.text("with-option", name=name, value=value))
        for shown in report.shows:
            how = words.text(f"how.{shown.how}")
            text = f"{words.text('proves')}: {shown.rule} {shown.title} ({how})"
            yield from self.wrap("plain", "", text)

    def position(self) -> Iterator[TextLine]:
        report = self.report
        if report.position:
            yield TextLine("plain", "")
            yield TextLine("head", self.words.text("position"))
        for line in report.position:
            indent = len(line) - len(line.lstrip())
            yield from self.wrap("plain", "  " + " " * indent, line.strip())
        if report.opening:
            yield TextLine("plain", "")
            yield TextLine("head", self.words.text("opening"))
            yield from self.events(report.opening, 2)

    def step(self, step: StepReport, depth: int, number: str) -> Iterator[TextLine]:
        indent = " " * depth
        who = f"{step.kind}: " if step.kind in ("A", "B") else ""
        yield from self.wrap("step", indent + number, who + step.text)
        inner = depth + 6
        if step.kind == "may":
            yield from self.ruling(step, inner)
        elif step.breaches:
            yield from self.wrap("no", " " * inner, self.words.text("no") + ".")
            yield from self.breaches(step.breaches, inner)
        else:
            for answer in step.answers:
                lead = len(answer) - len(answer.lstrip())
                yield from self.wrap("plain", " " * (inner + lead), answer.strip(), 2)
        yield from self.events(step.events, inner)
        for inside in step.steps:
            yield from self.step(inside, inner, "- ")
        for check in step.checks:
            if step.kind not in ("A", "B", "pass") or not check.holds or step.breaches:
                yield from self.check(check, inner)

    def ruling(self, step: StepReport, depth: int) -> Iterator[TextLine]:
        if step.legal:
            cited = "; ".join(self.rule(rule) for rule in step.rules)
            yes = self.words.text("yes")
            yield from self.wrap("yes", " " * depth, f"{yes}. {cited}." if cited else f"{yes}.")
            for ground in step.grounds:
                text = f"{self.signs.dot} {ground.text} ({self.rule(ground.rule)})"
                yield from self.wrap("plain", " " * depth, text)
        else:
            yield from self.wrap("no", " " * depth, self.words.text("no") + ".")
            yield from self.breaches(step.breaches, depth)

    def breaches(self, breaches: list[Reason], depth: int) -> Iterator[TextLine]:
        for breach in breaches:
            reason = breach.text[:1].upper() + breach.text[1:]
            text = f"{self.signs.dot} {reason} ({self.rule(breach.rule)})."
            yield from self.wrap("plain", " " * depth, text, 2)
            if breach.remedy:
                yield from self.wrap("dim", " " * (depth + 2), breach.remedy)

    def events(self, events: list[Told], depth: int) -> Iterator[TextLine]:
        for number, event in enumerate(events):
            if number == MOST_EVENTS and len(events) > MOST_EVENTS + FEW:
                text = self.words.text("more-events", n=len(events) - number)
                yield from self.wrap("dim", " " * depth, text)
                return
            rule = f" ({event.rule})" if event.rule else ""
            yield from self.wrap("plain", " " * depth, event.text.rstrip(".") + rule + ".")

    def check(self, check: Check, depth: int) -> Iterator[TextLine]:
        sign = self.signs.good if check.holds else self.signs.bad
        style = "good" if check.holds else "bad"
        yield from self.wrap(style, " " * depth, f"{sign} {check.text}", len(sign) + 1)

    def rule(self, rule: str) -> str:
        title = rule_title(self.book, rule, self.words) if self.book is not None else ""
        return f"{rule} {title}" if title else rule

    def wrap(self, style: str, indent: str, text: str, hang: int = 0) -> Iterator[TextLine]:
        rest = " " * (len(indent) + hang)
        width = max(self.width, len(rest) + 20)
        lines = textwrap.wrap(
            text,
            width,
            initial_indent=indent,
            subsequent_indent=rest,
            break_on_hyphens=False,
        )
        for line in lines or [indent.rstrip()]:
            yield TextLine(style, line)
