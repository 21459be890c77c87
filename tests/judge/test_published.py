"""The published cases and their schema: all hold, all are valid, and every rule is covered."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardlaw import judge as judge_package
from cardlaw.judge import case_from_bytes, judge, judge_file
from cardlaw.judge.cases import StepDoc, read_case
from cardlaw.judge.coverage import coverage, markdown, unknown_citations
from cardlaw.judge.nodes import plain, read_tree
from cardlaw.judge.shipped import case_files, case_folder, checkout, proofs
from cardlaw.judge.tongue import LANGUAGES, OWN, Tongue, book_folder

ROOT = Path(__file__).resolve().parents[2]
FOLDER = case_folder()
CASES = case_files()
TOUR = [path for path in CASES if path.parent.name == "tour"]
PACKED = Path(judge_package.__file__).with_name("case.schema.json")


def name(path: Path) -> str:
    assert FOLDER is not None
    return path.relative_to(FOLDER).as_posix()


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = json.loads(PACKED.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("path", CASES, ids=name)
def test_a_published_case_holds(path: Path) -> None:
    report = judge_file(path, name=name(path))
    assert report.faults == []
    assert [check.text for check in report.checks() if not check.holds] == []
    assert report.shows


@pytest.mark.parametrize("path", CASES, ids=name)
def test_a_published_case_is_valid_by_the_schema(
    path: Path, validator: Draft202012Validator
) -> None:
    data = plain(read_tree(path.read_bytes()))
    assert [error.message for error in validator.iter_errors(data)] == []


@pytest.mark.parametrize("language", ["de", "ru", "es"])
@pytest.mark.parametrize("path", TOUR, ids=name)
def test_the_tour_is_judged_alike_in_every_language(path: Path, language: str) -> None:
    own, english = judge_file(path, language), judge_file(path)
    assert (own.holding, own.total) == (english.holding, english.total)
    assert [step.breaches == [] for step in own.steps] == [
        step.breaches == [] for step in english.steps
    ]


SHOWN = re.findall(r"<!-- ruling: cases/(\S+) \w\w -->", (ROOT / "README.md").read_text("utf-8"))


@pytest.mark.parametrize("file", sorted({*map(name, TOUR), *SHOWN}))
def test_what_visitors_see_first_has_its_title_and_note_in_every_language(file: str) -> None:
    assert FOLDER is not None
    case = read_case(FOLDER / file)
    assert set(case.title) == set(LANGUAGES)
    assert set(case.note) in (set(LANGUAGES), set())


@pytest.mark.parametrize("key", ["vs", "berserk", "magic"])
def test_every_property_that_a_case_expects_has_a_word_in_every_language(key: str) -> None:
    found: set[str] = set()
    steps = [s for path in CASES for s in script_of(path, key)]
    for step in steps:
        steps.extend(step.steps)
        found.update(name.text for _, name, _ in step.expect)
        if step.kind == "explain":
            found.add(step.text.text.partition(" of ")[0])
    own = [Tongue(language, (book_folder(key), OWN)) for language in LANGUAGES]
    assert sorted(word for word in found for each in own if not each.has(f"term.{word}")) == []


def script_of(path: Path, key: str) -> list[StepDoc]:
    case = read_case(path)
    return case.script if case.book.key == key else []


@pytest.mark.parametrize(
    "data",
    [
        {"cardlaw": 2, "game": "vs", "title": "x"},
        {"cardlaw": 1, "game": "vs"},
        {"cardlaw": 1, "game": "vs", "title": {}},
        {"cardlaw": 1, "game": "vs", "title": {"xx": "y"}},
        {"cardlaw": 1, "game": "vs", "title": "x", "shows": {"VS 1": "act"}},
        {"cardlaw": 1, "game": "vs", "title": "x", "script": [{"A": "pass", "B": "pass"}]},
        {"cardlaw": 1, "game": "vs", "title": "x", "script": [{"pass": "A"}]},
        {"cardlaw": 1, "game": "vs", "title": "x", "script": [{"may": "x", "answer": "perhaps"}]},
        {"cardlaw": 1, "game": "vs", "title": "x", "script": ["pass"]},
    ],
)
def test_the_schema_refuses_what_the_judge_refuses(
    data: object, validator: Draft202012Validator
) -> None:
    assert list(validator.iter_errors(data))


def test_the_published_schema_is_the_packed_one(root: Path) -> None:
    assert (root / "docs" / "case.schema.json").read_bytes() == PACKED.read_bytes()


def test_every_game_has_ten_cases_with_a_chain() -> None:
    found: dict[str, int] = {}
    for path in CASES:
        text = path.read_text(encoding="utf-8")
        if "\n    chain: [" in text or "\n    chain:\n" in text:
            folder = path.parent.name
            found[folder] = found.get(folder, 0) + 1
    assert {game: n for game, n in found.items() if game != "tour" and n < 10} == {}


def test_every_seed_rule_has_its_code_and_its_cases() -> None:
    missing = [
        f"{row.rule.id}: {', '.join(row.missing)}"
        for rows in coverage().values()
        for row in rows
        if row.missing
    ]
    assert missing == []


def test_every_citation_is_in_an_index() -> None:
    assert unknown_citations() == []


def test_the_coverage_document_is_current(root: Path) -> None:
    document = root / "docs" / "rule-coverage.md"
    assert document.read_text(encoding="utf-8") == markdown(), (
        "run: cardlaw rules --coverage --write"
    )


def test_cases_are_found_in_the_source_tree(root: Path) -> None:
    assert checkout() == root
    assert proofs()
    assert {path.parent.name for path in CASES} >= {"tour", "vs", "berserk", "magic"}


def test_the_example_of_the_format_is_a_case_that_holds(root: Path) -> None:
    text = (root / "docs" / "case-format.md").read_text(encoding="utf-8")
    example = text.split("```yaml\n")[1].split("```")[0]
    report = judge(case_from_bytes(example.encode()))
    assert (report.faults, report.exit_code) == ([], 0)
