"""Every case of this game holds, and the seeds' rules have the cases that their kind demands."""

from pathlib import Path

import pytest
import yaml

from cardlaw.judge import judge_file
from cardlaw.rulebooks.vs import BOOK

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted([*ROOT.glob("cases/vs/*.yaml"), *ROOT.glob("cases/tour/1-vs-*.yaml")])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_holds(path: Path) -> None:
    report = judge_file(path)
    assert report.exit_code == 0, report


def shown() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in CASES:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        for rule, how in data.get("shows", {}).items():
            found.setdefault(rule, set()).add(how)
    return found


def test_the_rules_of_the_seed_have_their_cases() -> None:
    cases = shown()
    missing = []
    for rule in BOOK.index:
        wanted = {"acts": {"acts", "refuses"}, "defines": {"defines"}, "refers": set()}[rule.kind]
        if rule.scope == "seed" and not wanted <= cases.get(rule.id, set()):
            missing.append((rule.id, wanted - cases.get(rule.id, set())))
    assert missing == []


def test_ten_cases_expect_a_whole_chain_of_causes() -> None:
    texts = [path.read_text(encoding="utf-8") for path in CASES]
    assert sum("chain: [VS" in text for text in texts) >= 10


def test_every_value_of_every_option_has_a_case_that_rests_on_it() -> None:
    used = set()
    for path in CASES:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        used.update(data.get("options", {}).items())
    every = {(name, v) for name, values in BOOK.option_values.items() for v in values}
    assert used == every
