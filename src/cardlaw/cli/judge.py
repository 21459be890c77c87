"""``cardlaw judge``: rules on case files."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Annotated

import msgspec
from cyclopts import Parameter

from cardlaw import rulebooks
from cardlaw.cli.output import fail, fault_text, language, print_json, show, signs, width
from cardlaw.judge import CaseReport, FileFault, judge_file
from cardlaw.judge.faults import shortened
from cardlaw.judge.nodes import PIPE
from cardlaw.judge.tongue import Tongue, tongue
from cardlaw.judge.transcript import TextLine, transcript

LONGEST_NAME = 1000
#: how the parser of arguments is told of "-"
PIPED = "(stdin)"


def judge_command(
    *files: str,
    lang: str = "en",
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Judge case files: each step with its rules, each refusal with every reason.

    Exit code 0: all expectations hold; 1: some do not; 2: a file is at fault.

    Parameters
    ----------
    files
        Case files in YAML; "-" is what is piped in.
    lang
        The language of the transcript: en, de, ru or es.
    json
        Print the reports as JSON.
    """
    try:
        words = language(lang)
        if not files:
            raise FileFault("no-cases")
    except FileFault as fault:
        return fail(fault_text(fault))
    reports = []
    for number, file in enumerate(files):
        name = PIPE if file == PIPED else file
        report = judge_file(Path(name), lang, shortened(name, LONGEST_NAME))
        reports.append(report)
        if not json:
            _print(report, lang, first=number == 0)
    if json:
        _print_json(reports)
    elif len(reports) > 1:
        show(_summary(reports, words))
    return max(report.exit_code for report in reports)


def _print(report: CaseReport, lang: str, first: bool) -> None:
    book = rulebooks.find(report.game) if report.game else None
    words = tongue(lang, report.game)
    if not first:
        show([TextLine("plain", ""), TextLine("plain", "")])
    show(transcript(report, book, words, width(), signs()))


def _print_json(reports: list[CaseReport]) -> None:
    data = [
        {
            **msgspec.to_builtins(report),
            "holding": report.holding,
            "total": report.total,
            "exit_code": report.exit_code,
        }
        for report in reports
    ]
    print_json(data)


def _summary(reports: list[CaseReport], words: Tongue) -> list[TextLine]:
    holding = sum(report.holding for report in reports)
    total = sum(report.total for report in reports)
    lines = [TextLine("plain", "")]
    failed = [report.file for report in reports if report.exit_code == 1]
    faulty = [report.file for report in reports if report.faults]
    for key, names in (("cases-failed", failed), ("files-at-fault", faulty)):
        if names:
            text = words.text(key, n=len(names), names=", ".join(names))
            wrapped = wrap(text, width(), subsequent_indent="  ", break_on_hyphens=False)
            lines.extend(TextLine("bad", line) for line in wrapped)
    style = "good" if not failed and not faulty else "bad"
    lines.append(TextLine(style, words.text("holds-all", n=total, holding=holding)))
    return lines
