"""Rule numbers, the index of a rulebook, breaches and rulings."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlaw.kernel.law import (
    CODE,
    Breach,
    Code,
    Ground,
    IllegalAction,
    Rule,
    RuleId,
    RuleIndex,
    Ruling,
    breached,
    load_index,
    rule_id,
    rules,
)

NUMBERS = st.builds(
    lambda parts, letter: ".".join(map(str, parts)) + letter,
    st.lists(st.integers(0, 999), min_size=1, max_size=4),
    st.sampled_from(["", "a", "b", "z"]),
)
BOOKS = st.from_regex(r"[A-Z][A-Z0-9]{0,4}", fullmatch=True)


@given(BOOKS, NUMBERS)
def test_a_rule_number_is_read_as_it_is_printed(book: str, number: str) -> None:
    assert rule_id(str(RuleId(book, number))) == RuleId(book, number)


@pytest.mark.parametrize(
    "text", ["", "CR", "702.6a", "CR 702.6A", "cr 702", "CR 702.", "CR .6", "CR 1 2"]
)
def test_what_is_no_rule_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no rule number"):
        rule_id(text)


def test_rules_are_sorted_as_their_book_sorts_them() -> None:
    texts = ["CR 702.10", "CR 702.6b", "CR 702.6", "CR 702.6a", "CR 70.1", "CR 702"]
    ordered = sorted(texts, key=lambda text: rule_id(text).order())
    assert ordered == ["CR 70.1", "CR 702", "CR 702.6", "CR 702.6a", "CR 702.6b", "CR 702.10"]
    assert rule_id("CR 702.6a").section == "702"


def entry(number: str, root: bool = False) -> Rule:
    return Rule(number, "acts", "title", "gist", book="CR", root=root)


def test_a_section_is_shown_whole_and_in_order() -> None:
    numbers = ["702.10", "702.6b", "702", "702.6", "7", "702.6a", "703.1", "70.2"]
    index = RuleIndex("CR", "1", "t", [entry(n, root=n == "7") for n in numbers])
    assert [r.number for r in index.section("702")] == [
        "702",
        "702.6",
        "702.6a",
        "702.6b",
        "702.10",
    ]
    assert [r.number for r in index.section("702.6")] == ["702.6", "702.6a", "702.6b"]
    assert index.roots == {"CR 7"}
    assert "CR 702.6a" in index and "CR 702.6c" not in index
    assert index["CR 7"].root


def test_a_rule_that_stands_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="stands twice"):
        RuleIndex("CR", "1", "t", [entry("1.1"), entry("1.1")])


def test_an_index_with_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    head = 'book = "X"\nedition = "1"\ntitle = "T"\n'
    head += '[[rule]]\nnumber = "1.1"\ntitle = "t"\ngist = "g"\n'
    path.write_text(head + 'kind = "acts"\n', encoding="utf-8")
    assert load_index(path)["X 1.1"].gist == "g"
    path.write_text(head + 'kind = "rules"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="unknown kind 'rules'"):
        load_index(path)


def test_the_decorator_registers_and_changes_nothing() -> None:
    def question() -> int:
        return 7

    assert rules("TST 1.1", "TST 1.2")(question) is question
    place = f"{__name__}:test_the_decorator_registers_and_changes_nothing.<locals>.question"
    assert CODE.pop("TST 1.1") == [place]
    assert CODE.pop("TST 1.2") == [place]


def test_breached_stops_at_the_first_breach() -> None:
    code = Code("stunned", ("obj:card",))

    def findings():  # type: ignore[no-untyped-def]
        yield code.ground("VS 1.1", 3)
        yield code.breach("VS 1.2", 4)
        raise AssertionError("asked on after the first breach")

    assert breached(findings())
    assert not breached(iter([Ground("free", "VS 1.1")]))
    assert not breached(iter(()))


def test_a_ruling_is_legal_without_a_breach() -> None:
    breaches = (Breach("b", "VS 2"), Breach("a", "VS 1"))
    assert Ruling(("VS 1",)).legal
    assert not Ruling((), breaches).legal
    assert Ruling((), breaches).codes == ("b", "a")
    assert str(IllegalAction(Ruling((), breaches))) == "b (VS 2); a (VS 1)"
    assert str(IllegalAction(Ruling((), breaches), "Can't.")) == "Can't."
