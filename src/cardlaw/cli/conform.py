"""``cardlaw conform``: runs case files and neutral scenarios, and says what does not agree."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardlaw.cli.cards import Flag
from cardlaw.cli.coverage import cards_of
from cardlaw.cli.output import BAD_INPUT, console, fail, fail_at, print_json
from cardlaw.collection import CardFault
from cardlaw.collection.words import tongue
from cardlaw.judge import judge_file
from cardlaw.judge.report import CaseReport, StepReport
from cardlaw.library.cache import Readings
from cardlaw.library.texts import texts_of
from cardlaw.scenarios.cards import Cards
from cardlaw.scenarios.own import OwnCards
from cardlaw.scenarios.records import BrokenScenarios, read_scenarios
from cardlaw.scenarios.run import Failure, Result, run_entry

CASES = (".yaml", ".yml")
SCENARIOS = ".json"


class BadPath(ValueError):
    """A path that holds nothing to run; each of its arguments is one sentence."""


def conform_command(
    *paths: str,
    cards: Path | None = None,
    data: Path | None = None,
    json: Flag = False,
) -> int:
    """Run case files (.yaml) and scenarios (.json), and report each assertion that fails.

    The last line counts what passed, failed and is not supported: a scenario is not supported if
    it uses a card that is not fully understood, or is no game for two players. A failure may be
    disputed: its expectation is against a rule, which is named. Exit code 0: nothing failed, or
    only what is disputed; 1: something else failed; 2: a file is at fault.

    Parameters
    ----------
    paths
        Files, or folders with such files.
    cards
        A file of cards for scenarios, read like ``cardlaw cards import`` reads it; without one, the
        imported cards. Shipped cards stand in for those that are not there.
    data
        The folder of the imported cards.
    json
        Print the results as JSON.
    """
    if not paths:
        return fail("Name at least one case file, scenario file or folder.")
    results: list[Result] = []
    try:
        with cards_of(cards, data) as store, Readings(texts_of("magic")) as readings:
            own = OwnCards(store, readings) if store is not None else None
            for file in _files(paths):
                found = _cases(file) if file.suffix in CASES else _scenarios(file, own)
                for result in found:
                    results.append(result)
                    if not json:
                        _print(result)
    except (BadPath, BrokenScenarios) as error:
        for text in error.args:
            fail_at(text)
        return BAD_INPUT
    except CardFault as fault:
        return fail_at(fault.told(tongue("en")))
    count = {
        outcome: sum(result.outcome == outcome for result in results)
        for outcome in ("passed", "failed", "unsupported")
    }
    disputed = sum(bool(result.disputed) for result in results)
    if json:
        print_json({"results": results, **count, "disputed": disputed})
    else:
        if disputed:
            _write(f"Of what failed, {disputed} is disputed: the rule stands with it.")
        _write(", ".join(f"{number} {outcome}" for outcome, number in count.items()))
    return 1 if count["failed"] > disputed else 0


def _files(paths: Iterable[str]) -> list[Path]:
    """The files of the paths, those of folders in order. BadPath if there are none."""
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            inside = [p for p in sorted(path.rglob("*")) if p.suffix in (*CASES, SCENARIOS)]
            if not inside:
                raise BadPath(f"{name}: there are no case files or scenarios in this folder")
            found += inside
        elif not path.exists():
            raise BadPath(f"{name}: there is no such file or folder")
        elif path.suffix not in (*CASES, SCENARIOS):
            raise BadPath(f"{name}: neither a case file (.yaml) nor a scenario file (.json)")
        else:
            found.append(path)
    return found


def _scenarios(file: Path, own: OwnCards | None) -> Iterable[Result]:
    read = read_scenarios(file)
    cards = Cards(read.format.name_aliases.map, own)
    return (run_entry(entry, cards) for entry in read.tests)


def _cases(file: Path) -> Iterable[Result]:
    """A case file as one result: each expectation is an assertion."""
    report = judge_file(file)
    if report.faults:
        raise BadPath(*report.faults)
    outcome = "passed" if report.exit_code == 0 else "failed"
    yield Result(str(file), outcome, report.holding, _missed(report))


def _missed(report: CaseReport) -> list[Failure]:
    found = [f for step in report.steps for f in _missed_step(step)]
    found += [Failure(s.rule, s.how, s.text) for s in report.shows if not s.holds]
    return found


def _missed_step(step: StepReport) -> list[Failure]:
    own = [
        Failure(f"line {step.line}: {step.text}", "", check.text, [e.text for e in step.events])
        for check in step.checks
        if not check.holds
    ]
    return own + [f for inner in step.steps for f in _missed_step(inner)]


def _print(result: Result) -> None:
    if result.outcome == "passed":
        return
    _write(f"{result.outcome}  {result.id}")
    if result.disputed:
        _write(f"    disputed by {result.disputed}")
    for reason in result.lacking:
        _write(f"    {reason}")
    for failure in result.failures:
        expected = f"expected {failure.expected}, found " if failure.expected else ""
        _write(f"    {failure.what}: {expected}{failure.found}")
        for line in failure.last:
            _write(f"        {line}")


def _write(line: str) -> None:
    console().print(line, markup=False, highlight=False, soft_wrap=True)
