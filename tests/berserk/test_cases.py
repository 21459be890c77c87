"""Every published case of Berserk holds, and each line of the conformance file has one."""

import re
from pathlib import Path

import pytest

from cardlaw.judge import judge_file

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted([*ROOT.glob("cases/berserk/*.yaml"), *ROOT.glob("cases/tour/2-berserk-*.yaml")])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_case_holds(path: Path) -> None:
    report = judge_file(path)
    assert report.exit_code == 0, report.faults


def test_ten_cases_expect_a_whole_chain_of_causes() -> None:
    chains = [path for path in CASES if re.search(r"chain: \[.+\]", path.read_text("utf-8"))]
    assert len(chains) >= 10


def test_every_published_situation_has_a_case(shared: Path) -> None:
    text = (shared / "conformance" / "berserk-cases.md").read_text("utf-8")
    listed = re.findall(r"^- (T\d+b?)\.", text, re.MULTILINE)
    sources = " ".join(
        source
        for path in CASES
        for source in re.findall(r"^source: (.+)$", path.read_text("utf-8"), re.MULTILINE)
    )
    named = set(re.findall(r"T\d+b?", sources))
    assert [name for name in listed if name not in named] == []
