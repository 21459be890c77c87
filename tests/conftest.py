"""What all tests share: how deep to search, and where material beside the repository lies."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
DEEP = os.environ.get("CARDLAW_DEEP") == "1"

# A plain run finds the same examples every time; a deep one searches anew.
settings.register_profile("plain", deadline=None, derandomize=True, database=None)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("deep" if DEEP else "plain")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if DEEP:
        return
    skip = pytest.mark.skip(reason="long random test: set CARDLAW_DEEP=1 to run it")
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in a line of its own which programs were missed, and how many tests for want of them."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple) and "is not installed" in report.longrepr[2]
    )
    for reason, count in sorted(reasons.items()):
        tests = "1 test was" if count == 1 else f"{count} tests were"
        terminalreporter.write_line(f"WARNING: {tests} not run: {reason}", yellow=True, bold=True)


@pytest.fixture(autouse=True, scope="session")
def no_own_cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the cards of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDLAW_DATA", str(tmp_path_factory.mktemp("nobody")))
        yield


@pytest.fixture(scope="session")
def deep() -> bool:
    """True when the long random tests were asked for."""
    return DEEP


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder ``shared`` beside the repository; a test that needs it is skipped without it."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("there is no folder 'shared' beside the repository")
    return folder
