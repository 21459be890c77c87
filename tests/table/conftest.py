"""What tests of the table share: a browser, a PostgreSQL server, and the table's own server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.table import databases, installed
from tests.table.serving import PATIENCE, Server, served

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Playwright's event loop stays with the thread while it runs: no other module should find it there.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium; without it the test is skipped, or fails where it is required."""
    program = installed.chromium()
    if program is None:
        installed.missing("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser that knows nothing yet: no cookies, no cache."""
    # Cards that travel would keep a test waiting at every step.
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 1100, "height": 800}
    )
    context.set_default_timeout(1000 * PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[databases.PostgreSQL]:
    """A PostgreSQL server; without one the test is skipped, or fails where it is required."""
    programs = installed.postgresql()
    if programs is None:
        installed.missing("postgresql")
    with databases.running(programs) as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql: databases.PostgreSQL) -> str:
    """The address of a new, empty database."""
    return postgresql.database()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the table with games in an SQLite file, for all tests that leave it as it is."""
    with served(tmp_path_factory.mktemp("table") / "games.db") as running:
        yield running
        assert "Traceback" not in running.log, running.log
