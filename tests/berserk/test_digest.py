"""The rule index covers the digest of the rules: each number is in it or is named as left out."""

import re
from pathlib import Path

from cardlaw.rulebooks.berserk import BOOK

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rulebooks" / "berserk.md"
NUMBER = re.compile(r"(?<![\d.#-])([1-5]\d\d(?:\.\d+)*)(?:\.?([a-c])\b)?(?!\d)")


def numbers(text: str) -> set[str]:
    """The rule numbers in a text, letters without a dot."""
    return {number + (letter or "") for number, letter in NUMBER.findall(text)}


def left_out() -> set[str]:
    text = DOCS.read_text("utf-8")
    return numbers(text.split("## What is left out")[1].split("\n## ")[0])


def test_every_number_of_the_digest_is_a_rule_or_named_as_left_out(shared: Path) -> None:
    digest = numbers((shared / "rules" / "berserk.md").read_text("utf-8"))
    index = {rule.id.split()[1] for rule in BOOK.index}
    assert sorted(digest - index - left_out()) == []
