"""Every rule that stands in a rulebook's code is in its index, so that it has a gist."""

import ast
from pathlib import Path

import pytest

import cardlaw.rulebooks
from cardlaw import rulebooks
from cardlaw.judge.coverage import real_books
from cardlaw.kernel.law import RuleIndex

CODE = Path(cardlaw.rulebooks.__file__).parent


def unknown(source: str, index: RuleIndex) -> list[str]:
    """The rule numbers in a module that an index lacks."""
    books = {rule.id.partition(" ")[0] for rule in index}
    words = [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)]
    found = {word for word in words if isinstance(word, str) and " " in word}
    cited = {w for w in found if w.split(" ")[0] in books and w.split(" ", 1)[1][:1].isdigit()}
    return sorted(word for word in cited if word not in index)


@pytest.mark.parametrize("key", [book.key for book in real_books()])
def test_every_cited_rule_is_in_the_index(key: str) -> None:
    index = rulebooks.find(key).index
    lacking = {
        f"{path.name}: {rule}"
        for path in sorted((CODE / key).rglob("*.py"))
        for rule in unknown(path.read_text(encoding="utf-8"), index)
    }
    assert lacking == set()


def test_a_rule_that_is_in_no_index_is_found() -> None:
    index = rulebooks.find("magic").index
    assert unknown('A = "CR 301.5"\nB = "CR 999.1"\nC = "CR is a book"', index) == ["CR 999.1"]
