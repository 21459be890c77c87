"""Judging at the desk: a case run step by step, one question asked, and all that is at fault."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cardlaw.front import Game
from cardlaw.judge.cases import Case, StepDoc, case_from_bytes
from cardlaw.judge.evidence import Evidence
from cardlaw.judge.faults import FileFault, say_faults
from cardlaw.judge.opening import Opening
from cardlaw.judge.report import ShownReport, StepReport, Told
from cardlaw.judge.run import Run, events_of
from cardlaw.judge.telling import rule_title
from cardlaw.judge.tongue import ENGLISH, tongue
from cardlaw.judge.writing import to_yaml
from cardlaw.kernel.setup import Fault, Placement
from cardlaw.table.desk.editing import Plain

log = logging.getLogger("cardlaw.table")

#: what a case is called in sentences about it
NAME = "case"
#: all steps of a script
ALL = -1


@dataclass
class Judged:
    """A case as the desk shows it: the position after its script, every step, every fault."""

    text: str
    case: Case | None = None
    game: Game | None = None
    #: what the rules did before anybody was asked
    opening: list[Told] = field(default_factory=list)
    steps: list[StepReport] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    #: the answer to the question that was asked besides, and what is wrong with the question
    answer: StepReport | None = None
    question_faults: list[str] = field(default_factory=list)
    #: whether each rule that the case names was shown
    shows: list[ShownReport] = field(default_factory=list)
    asked: str = ""
    #: how many steps of the script were done, of how many
    at: int = 0
    last: int = 0
    #: the objects of the cards of the position, in its order, each before what it bears; -1: none
    objects: list[int] = field(default_factory=list)


def judged(
    text: str, question: Plain | None = None, language: str = ENGLISH, at: int = ALL
) -> Judged:
    """A case with ``at`` steps of its script run, and a step asked besides that changes nothing.

    Whatever is wrong stands in ``faults`` as sentences with their places; nothing is raised.
    """
    found = Judged(text)
    try:
        _run(found, question, language, at)
    except Fault as fault:
        words = tongue(language, found.case.book.key if found.case is not None else "")
        found.faults += say_faults(fault, NAME, words)
    except (Exception, RecursionError) as error:  # a game must not be able to break the desk
        log.exception("a case failed at the desk")
        problem = f"{type(error).__name__}: {error}"
        found.faults += say_faults(FileFault("internal", problem=problem), NAME, tongue(language))
    return found


def _run(found: Judged, question: Plain | None, language: str, at: int) -> None:
    found.case = case = case_from_bytes(found.text.encode("utf-8", "replace"), NAME)
    found.last = found.at = len(case.script)
    opening = Opening(case)
    words = tongue(language, case.book.key)
    run = Run(opening.game, opening.labels, words, Evidence())
    found.game = Game(opening.game, opening.labels, language)
    found.opening = run.told(events_of(opening.game.root()))
    objects = opening.position.doc.objects
    found.objects = [objects.get(each, -1) for each in _deep(opening.position.doc.placements)]
    if at != ALL:
        found.at = max(0, min(at, found.last))
    for doc in case.script[: found.at]:
        found.steps.append(run.step(doc))
    if found.at == found.last:
        found.shows = [
            run.evidence.shown(shown, rule_title(case.book, shown.rule, words), words)
            for shown in case.shows
        ]
    found.asked = run.asked()
    if question is not None:
        _ask(found, run, question, language)


def _deep(placements: Iterable[Placement]) -> Iterator[Placement]:
    """Cards of a position, each before what it bears."""
    for placement in placements:
        yield placement
        yield from _deep(placement.attached)


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
