"""Judging at the desk: a case run step by step, one question asked, and all that is at fault."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from cardlaw.front import Game
from cardlaw.judge.cases import Case, StepDoc, case_from_bytes
from cardlaw.judge.evidence import Evidence
from cardlaw.judge.faults import FileFault, say_faults
from cardlaw.judge.opening import Opening
from cardlaw.judge.report import ShownReport, StepReport
from cardlaw.judge.run import Run
from cardlaw.judge.telling import rule_title
from cardlaw.judge.tongue import ENGLISH, tongue
from cardlaw.judge.writing import to_yaml
from cardlaw.kernel.setup import Fault
from cardlaw.table.desk.editing import Plain

log = logging.getLogger("cardlaw.table")

#: what a case is called in sentences about it
NAME = "case"
#: so many options are listed to be taken
MOST_OPTIONS = 60


@dataclass
class Judged:
    """A case as the desk shows it: the position after its script, every step, every fault."""

    text: str
    case: Case | None = None
    game: Game | None = None
    steps: list[StepReport] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    #: the answer to the question that was asked besides, and what is wrong with the question
    answer: StepReport | None = None
    question_faults: list[str] = field(default_factory=list)
    #: whether each rule that the case names was shown
    shows: list[ShownReport] = field(default_factory=list)
    asked: str = ""
    options: list[str] = field(default_factory=list)


def judged(text: str, question: Plain | None = None, language: str = ENGLISH) -> Judged:
    """A case with its script run, and a step asked besides that changes nothing.

    Whatever is wrong stands in ``faults`` as sentences with their places; nothing is raised.
    """
    found = Judged(text)
    try:
        _run(found, question, language)
    except Fault as fault:
        words = tongue(language, found.case.book.key if found.case is not None else "")
        found.faults += say_faults(fault, NAME, words)
    except (Exception, RecursionError) as error:  # a game must not be able to break the desk
        log.exception("a case failed at the desk")
        problem = f"{type(error).__name__}: {error}"
        found.faults += say_faults(FileFault("internal", problem=problem), NAME, tongue(language))
    return found


def _run(found: Judged, question: Plain | None, language: str) -> None:
    found.case = case = case_from_bytes(found.text.encode("utf-8", "replace"), NAME)
    opening = Opening(case)
    words = tongue(language, case.book.key)
    run = Run(opening.game, opening.labels, words, Evidence())
    found.game = Game(opening.game, opening.labels, language)
    for doc in case.script:
        found.steps.append(run.step(doc))
    found.shows = [
        run.evidence.shown(shown, rule_title(case.book, shown.rule, words), words)
        for shown in case.shows
    ]
    found.asked = run.asked()
    if not found.game.over and len(found.game.legal) <= MOST_OPTIONS:
        found.options = found.game.legal.words(MOST_OPTIONS)
    if question is not None:
        _ask(found, run, question, language)


def _ask(found: Judged, run: Run, question: Plain, language: str) -> None:
    try:
        run.evidence = Evidence()
        found.answer = run.step(step_of(found, question))
    except Fault as fault:
        fault.mark = None  # its place is a line that nobody sees
        found.question_faults = say_faults(fault, "?", tongue(language, run.game.book.key))


def step_of(found: Judged, question: Plain) -> StepDoc:
    """A question as a step of a script. FileFault if it is none."""
    assert found.case is not None
    data = {
        "cardlaw": "1",
        "game": found.case.book.key,
        "title": NAME,
        "position": {"A": {}},
        "script": [question],
    }
    return case_from_bytes(to_yaml(data)).script[0]
