"""The judge: reads case files, runs them, and rules on every step with its rules."""

from __future__ import annotations

import os
from pathlib import Path

from cardlaw.judge.cases import Case, case_from_bytes, read_case
from cardlaw.judge.faults import FileFault, say_fault, say_faults
from cardlaw.judge.report import CaseReport
from cardlaw.judge.run import judge
from cardlaw.judge.tongue import LANGUAGES, tongue
from cardlaw.kernel.setup import Fault

__all__ = [
    "LANGUAGES",
    "Case",
    "CaseReport",
    "FileFault",
    "case_from_bytes",
    "judge",
    "judge_file",
    "read_case",
]


def judge_file(path: Path, language: str = "en", name: str = "") -> CaseReport:
    """Judge a case file. Whatever is wrong with it stands in ``faults`` of the report."""
    shown = name or str(path)
    words = tongue(language)
    try:
        return judge(read_case(path, shown), language)
    except Fault as fault:
        return CaseReport(shown, faults=say_faults(fault, shown, words))
    except (Exception, RecursionError) as error:
        if os.environ.get("CARDLAW_TRACE"):
            raise
        problem = f"{type(error).__name__}: {error}"
        return CaseReport(
            shown, faults=[say_fault(FileFault("internal", problem=problem), shown, words)]
        )
