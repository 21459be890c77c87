"""Running a case: the script step by step, its questions and its expectations."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.judge import asking
from cardlaw.judge.cases import PLAYER_KEYS, Case, StepDoc, Word, in_language
from cardlaw.judge.evidence import Evidence
from cardlaw.judge.faults import say_faults
from cardlaw.judge.opening import Opening, read_words
from cardlaw.judge.report import CaseReport, Check, Reason, ShownReport, StepReport, Told
from cardlaw.judge.shortcuts import shortcut
from cardlaw.judge.telling import Teller, rule_title
from cardlaw.judge.tongue import Tongue, tongue
from cardlaw.kernel.because import SETUP, Event, is_head
from cardlaw.kernel.choice import CHANCE, Line
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, IllegalAction, Ruling
from cardlaw.kernel.loops import COUNTING
from cardlaw.kernel.moment import Step
from cardlaw.kernel.pile import PASSES, PRIORITY
from cardlaw.kernel.setup import Fault
from cardlaw.kernel.shortcut import Shortcut, as_before
from cardlaw.kernel.state import ANSWER, FORCED, ROLLED
from cardlaw.notation.board import board_lines
from cardlaw.notation.labels import Names
from cardlaw.notation.saying import say_line

#: how many passes "pass: all" may take
MOST_PASSES = 40


class Run:
    """One run of a script on one game; ``what if`` runs another on a copy."""

    def __init__(
        self, game: Game, labels: dict[int, str], words: Tongue, evidence: Evidence
    ) -> None:
        self.game = game
        self.labels = labels
        self.words = words
        self.evidence = evidence
        #: the shortcut that was shortened last, and after how many choices
        self.cut: tuple[Shortcut, int] | None = None

    def names(self) -> Names:
        """The names of the position as it is now."""
        return self.names_of(self.game)

    def names_of(self, game: Game) -> Names:
        """The names of the position of a game."""
        return Names(game.state, self.labels)

    def teller(self) -> Teller:
        """Tells about the position as it is now."""
        return Teller(self.game.state, self.names(), self.words)

    def step(self, doc: StepDoc) -> StepReport:
        """Do one step of the script."""
        return _STEPS[doc.kind](self, doc)

    # -- actions ---------------------------------------------------------------------------------

    def act(self, doc: StepDoc) -> StepReport:
        """A player does something: it is legal, or refused with every breach."""
        player = PLAYER_KEYS.index(doc.kind)
        line = read_words(self.game, player, doc.text, self.names())
        ruling = self.why(line, player)
        report = StepReport(doc.kind, doc.mark.line, self.said(line, player), ruling.legal)
        self.give(report, line, ruling)
        if ruling.legal:
            before, self.cut = self.game.step, None
            try:
                self.game.play(line)
            except IllegalAction as error:
                ruling = error.ruling
                report.legal = False
                self.give(report, line, ruling)
            else:
                self.tell(report, before)
        self.check_action(report, doc, ruling)
        return report

    def said(self, line: Line, player: int) -> str:
        """A line as the judge repeats it, also one that fits no open question."""
        try:
            return say_line(self.game, line, self.names(), player)
        except (ValueError, KeyError, IndexError):
            return " ".join(str(value) for option in line for value in option)

    def why(self, line: Line, player: int) -> Ruling:
        """The ruling on a line; nobody but the player who decides may act."""
        game = self.game
        ruling = game.why(line, player)
        if ruling.legal and game.to_act != player:
            rule = ""
            if game.choice is not None:
                rule = game.book.rule_of(game.state, game.choice)
            ruling = Ruling(ruling.rules, (Breach("not-asked", rule),))
        again = as_before(game, *self.cut, player, line) if self.cut is not None else None
        if ruling.legal and again is not None:
            ruling = Ruling(ruling.rules, (again,))
        self.evidence.ruling(ruling)
        return ruling

    def give(self, report: StepReport, line: Line, ruling: Ruling) -> None:
        """Write a ruling into a report; an empty line stands for a whole sequence."""
        teller = self.teller()
        report.rules = list(ruling.rules)
        report.breaches = [
            Reason(b.code, b.rule, teller.finding(b), teller.remedy(b)) for b in ruling.breaches
        ]
        report.grounds = [Reason(g.code, g.rule, teller.finding(g)) for g in ruling.grounds]
        if ruling.breaches and line:
            report.answers = [teller.refusal(line, ruling)]

    def check_action(self, report: StepReport, doc: StepDoc, ruling: Ruling) -> None:
        wanted = doc.lists.get("refused")
        if wanted is None:
            holds = ruling.legal
            key = "legal.yes" if holds else "legal.no"
            report.checks.append(Check(holds, self.words.text(key, line=report.text)))
            return
        if wanted:
            self.check_breaches(report, wanted, ruling)
            return
        any_, none = self.words.text("any-breach"), self.words.text("no-breach")
        key = "legal.refused" if not ruling.legal else "refused.no"
        self.check(report, not ruling.legal, key, expected=any_, found=none)

    def check_breaches(self, report: StepReport, wanted: list[Word], ruling: Ruling) -> None:
        """Whether exactly the expected breaches were found, by code or by rule."""
        texts = {word.text for word in wanted}
        found = ruling.breaches
        holds = all(b.code in texts or b.rule in texts for b in found)
        holds = holds and all(any(t in (b.code, b.rule) for b in found) for t in texts)
        expected = ", ".join(word.text for word in wanted) or self.words.text("no-breach")
        got = ", ".join(f"{b.code} ({b.rule})" for b in found) or self.words.text("no-breach")
        key = "refused.yes" if holds else "refused.no"
        self.check(report, holds, key, expected=expected, found=got)

    def check(self, report: StepReport, holds: bool, key: str, **values: object) -> None:
        """Note an expectation."""
        report.checks.append(Check(holds, self.words.text(key, **values)))

    def tell(self, report: StepReport, before: Step) -> None:
        """Write the events since a step into a report."""
        report.events += self.told(events_since(self.game, before))

    def told(self, events: list[Event]) -> list[Told]:
        """Events in words, as far as they belong into a transcript; all of them are evidence."""
        teller = self.teller()
        for event in events:
            if event.kind != SETUP:
                self.evidence.event(event)
        shown = [event for event in events if is_told(self.game, event)]
        return [Told(event.kind, event.rule, teller.event(event)) for event in shown]

    def pass_all(self, doc: StepDoc) -> StepReport:
        """Every player passes until something resolves or the step ends."""
        report = StepReport("pass", doc.mark.line, self.words.text("all-pass"), True)
        before, mark = self.game.step, self._mark()
        for _ in range(MOST_PASSES):
            option = self._pass()
            if option is None:
                break
            self.game.play((option,))
            self.cut = None
            if self._mark() != mark:
                break
        passed = self.game.step is not before
        report.legal = passed
        if not passed:
            report.answers = [self.words.text("nobody-passes", asked=self.asked())]
        self.tell(report, before)
        self.check(report, passed, "legal.yes" if passed else "legal.no", line=report.text)
        return report

    def _pass(self) -> tuple[object, ...] | None:
        game = self.game
        if game.choice is None or game.to_act == CHANCE:
            return None
        space = game.space()
        if ("pass",) in space:
            return ("pass",)
        if space.count() > 1000:
            return None
        return next((o for o in space if o and game.book.idle(o)), None)

    def _mark(self) -> object:
        """What passing alone does not change."""
        state = self.game.state
        quiet = COUNTING | {PRIORITY, PASSES}
        turn = {key: value for key, value in state.turn.items() if key not in quiet}
        return turn, state.lists.get("pile"), self.game.over

    def asked(self) -> str:
        """Who decides what now, in words."""
        return asking.open_question(self)


def events_since(game: Game, before: Step) -> list[Event]:
    """The events of all steps after a step."""
    steps: list[Step] = []
    last: Step | None = game.step
    while last is not None and last is not before:
        steps.append(last)
        last = last.prev
    return [event for step in reversed(steps) for event in events_of(step)]


def events_of(step: Step) -> list[Event]:
    """The events of one step."""
    return [
        Event(number, entry[0], entry[1], entry[3], entry[2])
        for number, entry in enumerate(step.entries, step.base)
        if is_head(entry)
    ]


def is_told(game: Game, event: Event) -> bool:
    """Whether an event belongs into a transcript: not a player's own answers, not a set-up."""
    if event.kind == ROLLED:
        return game.book.choices[event.values[1]].open
    return event.kind not in (ANSWER, FORCED, SETUP)


def what_if(run: Run, doc: StepDoc) -> StepReport:
    """Steps on a copy of the game."""
    report = StepReport(doc.kind, doc.mark.line, run.words.text("what-if"))
    other = Run(run.game.copy(), run.labels, run.words, run.evidence)
    other.cut = run.cut
    report.steps = [other.step(step) for step in doc.steps]
    return report


_STEPS: dict[str, Callable[[Run, StepDoc], StepReport]] = {
    "A": Run.act,
    "B": Run.act,
    "pass": Run.pass_all,
    "may": asking.may,
    "options": asking.options,
    "expect": asking.expect,
    "explain": asking.explain,
    "because": asking.because_of,
    "shortcut": shortcut,
    "what if": what_if,
    "seen by": asking.seen_by,
}


def judge(case: Case, language: str = "en") -> CaseReport:
    """Run a case. Faults that only the position or the script shows are in the report."""
    words = tongue(language, case.book.key)
    report = CaseReport(
        case.path,
        in_language(case.title, language),
        case.book.key,
        case.edition,
        in_language(case.note, language),
        case.source,
        {name: word.text for name, word in case.options.items()},
    )
    _judge(case, words, report)
    return report


def _judge(case: Case, words: Tongue, report: CaseReport) -> None:
    evidence = Evidence()
    titles = {shown.rule: rule_title(case.book, shown.rule, words) for shown in case.shows}
    report.shows = [
        ShownReport(shown.rule, titles[shown.rule], shown.how, False, "") for shown in case.shows
    ]
    try:
        opening = Opening(case)
        run = Run(opening.game, opening.labels, words, evidence)
        report.position = board_lines(opening.game, run.names(), words.term)
        report.opening = run.told(events_of(opening.game.root()))
        for doc in case.script:
            report.steps.append(run.step(doc))
    except Fault as fault:
        _fault(report, fault, words)
    report.shows = [evidence.shown(shown, titles[shown.rule], words) for shown in case.shows]


def _fault(report: CaseReport, fault: Fault, words: Tongue) -> None:
    report.faults += say_faults(fault, report.file, words)
