"""Every case of this game holds, and every rule has the cases that its kind demands."""

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


def test_every_rule_has_its_cases() -> None:
    cases = shown()
    missing = []
    for rule in BOOK.index:
        wanted = {"acts": {"acts", "refuses"}, "defines": {"defines"}, "refers": set()}[rule.kind]
        if not wanted <= cases.get(rule.id, set()):
            missing.append((rule.id, wanted - cases.get(rule.id, set())))
    assert missing == []


def test_every_published_situation_is_a_case() -> None:
    """The numbers of the conformance file with published or derived outcomes."""
    listed = {2, 3, 8, 10, 12, 13, 15, 18, 21, 24, 28, 30, 31, 32, 34, 35, 36, 37, 39, 42, 43}
    listed |= {45, 47, 48, 50}
    sources = [yaml.safe_load(path.read_text(encoding="utf-8")).get("source", "") for path in CASES]
    found = {int(text.split()[1]) for text in sources if str(text).startswith("vs-system-cases ")}
    assert listed <= found


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
