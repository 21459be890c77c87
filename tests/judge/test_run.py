"""Running cases: rulings, questions, expectations, and what a rule is shown to do."""

from pathlib import Path

import msgspec
import pytest

from cardlaw.judge import CaseReport, judge_file
from cardlaw.judge.cases import case_from_bytes
from cardlaw.judge.run import judge
from cardlaw.judge.tongue import tongue
from cardlaw.judge.transcript import WIDTH, transcript
from cardlaw.rulebooks.toy import BOOK

POSITION = """
cardlaw: 1
game: toy
title: A gear, a spark and an omen
position:
  turn: 1
  A:
    hand: [Axe, Spark, Spark]
    deck: [Bear]
    board: [Raven, Axe: {as: old axe}]
  B:
    deck: [Bear]
    board: [Ogre]
"""


def run(script: str, head: str = "", shows: str = "") -> CaseReport:
    text = POSITION + head + (f"shows: {{{shows}}}\n" if shows else "") + "script:\n" + script
    report = judge(case_from_bytes(text.encode(), "case.yaml"))
    assert report.faults == []
    return report


def verdict(script: str, **more: str) -> list[bool]:
    return [check.holds for check in run(script, **more).checks()]


def test_a_legal_action_holds_and_tells_its_events() -> None:
    report = run("  - A: equip old axe targeting Raven\n  - pass: all\n")
    assert [check.holds for check in report.checks()] == [True, True]
    kinds = [event.kind for event in report.steps[1].events]
    assert kinds == ["passed", "passed", "resolved", "attached"]
    assert all(event.rule in BOOK.index for step in report.steps for event in step.events)


def test_an_illegal_action_is_a_ruling_and_does_not_hold() -> None:
    report = run("  - A: equip old axe targeting Ogre\n  - expect: {Ogre: {attached: []}}\n")
    first = report.steps[0]
    assert first.legal is False
    assert [breach.code for breach in first.breaches] == ["not-yours"]
    assert [check.holds for check in report.checks()] == [False, True]
    assert report.exit_code == 1


@pytest.mark.parametrize(
    ("refused", "holds"),
    [
        ("[not-yours]", True),
        ("[TOY 3.1]", True),
        ("not-yours", True),
        ("[]", True),
        ("[already-wears]", False),
        ("[not-yours, already-wears]", False),
    ],
)
def test_a_refusal_is_expected_by_code_or_rule_exactly(refused: str, holds: bool) -> None:
    step = f"  - A: equip old axe targeting Ogre\n    refused: {refused}\n"
    assert verdict(step) == [holds]


def test_a_legal_action_does_not_satisfy_an_expected_refusal() -> None:
    for refused in ("[not-yours]", "[]"):
        assert verdict(f"  - A: pass\n    refused: {refused}\n") == [False]


def test_nobody_acts_for_another_player() -> None:
    assert verdict("  - B: pass\n    refused: [no-priority]\n") == [True]
    assert verdict("  - may: pass\n    by: B\n    answer: no\n") == [True]


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("may: equip old axe targeting Raven\n    answer: yes", [True]),
        ("may: equip old axe targeting Raven\n    answer: no", [False]),
        ("may: equip old axe targeting Raven\n    rules: [TOY 3.1]", [True]),
        ("may: equip old axe targeting Raven\n    rules: [TOY 5.1]", [False]),
        ("may: equip old axe targeting Ogre\n    answer: no\n    breaches: TOY 3.1", [True] * 2),
        ("may: equip old axe targeting Ogre\n    breaches: []", [False]),
        ("options: A\n    include: [pass, zap Spark]\n    count: 5", [True, True, True]),
        ("options: A\n    exclude: [pass]\n    count: 4", [False, False]),
        ("options: B\n    include: [pass]\n    count: 0", [False, True]),
        ("seen by: A\n    include: ['Spark #1']\n    exclude: ['Bear #1', 'Bear #2']", [True] * 3),
        ("seen by: B\n    include: ['Spark #1']", [False]),
        ("expect: {Raven: {power: 1, zone: A's board, owner: A, controller: B}}", [1, 1, 1, 0]),
        ("expect: {old axe: {attached to: nothing}, Raven: {attached: [old axe]}}", [True, False]),
        ("expect: {A: {hand: 3}, the pile: {size: 0}, the game: {to act: A}}", [True] * 3),
        ("expect: {winner: open, turn: 2}", [True, False]),
        ("explain: power of Raven\n    value: 1", [True]),
        ("explain: power of Raven\n    value: 2\n    rules: [TOY 3.4]", [False, False]),
    ],
)  # fmt: skip
def test_questions_and_expectations(question: str, holds: list[bool]) -> None:
    assert verdict(f"  - {question}\n") == holds


WEAR = "  - A: equip old axe targeting Raven\n  - pass: all\n"


def test_a_value_is_explained_by_its_rules() -> None:
    report = run(WEAR + "  - explain: power of Raven\n    value: 3\n    rules: [TOY 3.4]\n")
    assert report.exit_code == 0
    assert report.steps[-1].answers == ["1 becomes 3 by old axe (TOY 3.4 Power)"]


CHAIN = "[TOY 3.3, TOY 3.1, TOY 2.1, TOY 3.1, answer, TOY 2.3, TOY 2.1, TOY 2.3, answer]"
ZAP = "  - A: zap Spark targeting Raven\n  - pass: all\n"


@pytest.mark.parametrize(
    ("chain", "holds"), [(CHAIN, True), ("[TOY 3.3, answer]", False), ("[]", False)]
)
def test_the_whole_chain_of_causes_is_compared(chain: str, holds: bool) -> None:
    script = WEAR + ZAP + f"  - because: discarded, old axe\n    chain: {chain}\n"
    assert verdict(script)[-1] is holds


def test_an_event_that_has_not_happened_is_an_expectation_that_does_not_hold() -> None:
    assert verdict("  - because: attached, old axe\n") == [False]
    assert verdict(WEAR + "  - because: attached, Ogre\n")[-1] is False


def test_what_if_changes_nothing() -> None:
    script = (
        "  - what if:\n      - A: play Axe\n      - pass: all\n      - expect: {A: {hand: 2}}\n"
        "  - expect: {A: {hand: 3}}\n"
    )
    report = run(script)
    assert report.exit_code == 0
    assert report.total == 4


def test_pass_all_stops_when_something_resolves_and_fails_when_nobody_can_pass() -> None:
    report = run(
        "  - A: zap Spark targeting Ogre\n  - pass: all\n  - expect: {the pile: {size: 0}}\n"
    )
    assert report.exit_code == 0
    over = "  - pass: all\n" * 12
    steps = run(over).steps
    assert not steps[-1].legal
    assert steps[-1].checks[0].holds is False


def test_the_pile_of_a_position_is_put_there_unchecked() -> None:
    pile = "  turn: 2\n  priority: B\n  pile:\n    - A: zap Spark targeting Ogre\n"
    script = """script:
  - expect: {the pile: {size: 1}, to act: B, "Spark #1": {target: Ogre}}
  - pass: all
  - expect: {Ogre: {zone: B's discard}}
  - because: destroyed, Ogre
    chain: [TOY 2.3, TOY 2.1, TOY 2.3]
"""
    text = POSITION.replace("  turn: 1\n", pile) + script
    report = judge(case_from_bytes(text.encode()))
    assert report.faults == []
    assert [check.text for check in report.checks() if not check.holds] == []


@pytest.mark.parametrize(
    ("shows", "holds"),
    [
        ("TOY 3.1: acts", True),
        ("TOY 5.1: acts", False),
        ("TOY 5.1: refuses", True),
        ("TOY 3.1: refuses", False),
        ("TOY 3.4: defines", True),
        ("TOY 5.1: defines", False),
        ("TOY 2.3: refers", False),
    ],
)  # fmt: skip
def test_a_case_must_show_what_it_says(shows: str, holds: bool) -> None:
    script = WEAR + "  - expect: {Raven: {power: 3}}\n"
    assert verdict(script, shows=shows)[-1] is holds


def test_a_refused_rule_is_shown_by_its_breach() -> None:
    script = WEAR + "  - may: equip old axe targeting Raven\n    answer: no\n"
    assert verdict(script, shows="TOY 3.2: refuses")[-1] is True


def test_a_transcript_fits_eighty_columns_and_ends_with_the_count() -> None:
    report = run(
        WEAR + ZAP + "  - because: discarded, old axe\n  - options: A\n", shows="TOY 3.1: acts"
    )
    for lang in ("en", "de", "ru", "es"):
        words = tongue(lang, "toy")
        lines = transcript(report, BOOK, words)
        assert max(len(line.text) for line in lines) <= WIDTH
        assert lines[-1].text == words.text("holds", n=report.total, holding=report.holding)


def test_a_long_list_of_events_is_cut_in_the_transcript_only() -> None:
    report = run(WEAR)
    report.steps[0].events *= 300
    lines = [line.text for line in transcript(report, BOOK, tongue())]
    assert len(lines) < 150
    assert any("... and 220 more events." in line for line in lines)


def test_a_report_is_plain_data() -> None:
    report = run(WEAR)
    assert msgspec.json.decode(msgspec.json.encode(report), type=CaseReport) == report


def test_judging_twice_gives_the_same_bytes() -> None:
    one, two = (msgspec.json.encode(run(WEAR + ZAP)) for _ in range(2))
    assert one == two


def test_titles_values_and_zones_are_told_in_the_language(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(
        "cardlaw: 1\ngame: magic\ntitle: {en: One, de: Eins}\nnote: {ru: Note auf Russisch}\n"
        "position: {A: {battlefield: [Grizzly Bears]}, B: {hand: [Ray of Command]}}\n"
        "script:\n  - expect:\n"
        "      Grizzly Bears: {tapped: no, attached to: nothing}\n"
        "      Ray of Command: {zone: B's hand}\n      the stack: {size: 0}\n",
        encoding="utf-8",
    )
    german, english = judge_file(path, "de"), judge_file(path)
    assert (german.title, english.title) == ("Eins", "One")
    assert (german.note, judge_file(path, "es").title) == ("Note auf Russisch", "One")
    assert [check.text for check in german.steps[0].checks] == [
        "Grizzly Bears: getappt nein",
        "Grizzly Bears: angelegt an nichts",
        "Ray of Command: Zone Hand von B",
        "der Stapel: Anzahl 0",
    ]
    assert [check.text for check in english.steps[0].checks] == [
        "Grizzly Bears: tapped no",
        "Grizzly Bears: attached to nothing",
        "Ray of Command: zone B's hand",
        "the stack: size 0",
    ]
