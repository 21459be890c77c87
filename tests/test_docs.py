"""Runs the Python examples of README.md and of docs/.

A fenced block marked ``python`` is executed, or checked as a doctest if it begins with ``>>>``; a
block marked ``pycon`` is checked as a doctest. The blocks of one document share their names and
run in order, so a document is one test. ``<!--- skip: next -->`` before a block leaves it out.
"""

from collections.abc import Iterable
from doctest import ELLIPSIS
from pathlib import Path
from runpy import run_path

import pytest
from sybil import Document, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.example import SybilFailure
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    path.relative_to(ROOT).as_posix()
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if path.is_file()
]


class ConsoleBlockParser(CodeBlockParser):
    """Checks what an interactive session shows in a block marked ``pycon``."""

    language = "pycon"

    def __call__(self, document: Document) -> Iterable[Region]:
        doctests = DocTestStringParser(DocTestEvaluator(ELLIPSIS))
        for block in super().__call__(document):
            for region in doctests(block.parsed, document.path):
                region.adjust(block, block.parsed)
                yield region


def run_examples(path: Path) -> int:
    """Run each example of a Markdown document, and return how many there were."""
    sybil = Sybil(
        parsers=[
            PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
            ConsoleBlockParser(),
            SkipParser(),
        ],
        path=str(path.parent),
    )
    count = 0
    for example in sybil.parse(path).examples():
        example.evaluate()
        count += 1
    return count


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_of_document(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_examples(ROOT / document)


def test_blocks_of_a_document_share_names(tmp_path: Path) -> None:
    document = tmp_path / "good.md"
    document.write_text(
        "```python\nx = 1\n```\n\n```python\n>>> x + 1\n2\n```\n\n"
        "```pycon\n>>> [x, 2, 3]\n[1, ...]\n```\n\n"
        "<!--- skip: next -->\n```python\nfail\n```\n\n```yaml\nx: 1\n```\n",
        encoding="utf-8",
    )
    executed_and_skips = 5
    assert run_examples(document) == executed_and_skips


@pytest.mark.parametrize("kind", ["python", "pycon"])
def test_a_wrong_answer_in_a_document_is_found(tmp_path: Path, kind: str) -> None:
    document = tmp_path / "bad.md"
    document.write_text(f"```{kind}\n>>> 1 + 1\n3\n```\n", encoding="utf-8")
    with pytest.raises(SybilFailure):
        run_examples(document)


def test_a_block_that_raises_is_found(tmp_path: Path) -> None:
    document = tmp_path / "bad.md"
    document.write_text("```python\nassert 1 + 1 == 3\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        run_examples(document)


def test_the_rulings_in_the_readme_are_current() -> None:
    """What README.md shows is what the judge prints today; ``make readme`` refreshes it."""
    rulings = run_path(str(ROOT / "docs" / "rulings.py"))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "<!-- ruling:" in text
    assert rulings["refreshed"](text) == text


def test_an_old_ruling_in_a_document_is_noticed() -> None:
    """The check above can fail."""
    rulings = run_path(str(ROOT / "docs" / "rulings.py"))
    mark = "<!-- case: cases/tour/1-vs-1-who-may-bear-it.yaml -->\n"
    old = mark + "\n```yaml\nsomething else\n```\n"
    assert rulings["refreshed"](old) != old
