"""Every case of Magic holds, and each rule of the seed has the cases that its kind demands."""

from pathlib import Path

import pytest
import yaml

from cardlaw.judge import judge_file
from cardlaw.rulebooks.magic import BOOK

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted([*ROOT.glob("cases/magic/*.yaml"), *ROOT.glob("cases/tour/3-magic-*.yaml")])
NEEDED = {"acts": {"acts", "refuses"}, "defines": {"defines"}, "refers": set[str]()}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_holds(path: Path) -> None:
    report = judge_file(path)
    assert report.exit_code == 0, report


def test_the_rules_of_the_seed_have_their_cases() -> None:
    shown: dict[str, set[str]] = {}
    for path in CASES:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        for rule, how in data.get("shows", {}).items():
            shown.setdefault(rule, set()).add(how)
    seed = [rule for rule in BOOK.index if rule.scope == "seed"]
    assert len(seed) >= 21
    lacking = [(r.id, NEEDED[r.kind] - shown.get(r.id, set())) for r in seed]
    assert [found for found in lacking if found[1]] == []


def test_ten_cases_expect_a_whole_chain_of_causes() -> None:
    texts = [path.read_text(encoding="utf-8") for path in CASES]
    assert sum("chain: [CR" in text for text in texts) >= 10


def test_the_bug_reports_name_their_source() -> None:
    sources = {
        str(yaml.safe_load(path.read_text(encoding="utf-8")).get("source", "")) for path in CASES
    }
    assert len(sources) >= 20
