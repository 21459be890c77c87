"""The tests of the table find chromium and PostgreSQL, and are loud where they do not."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Page
from tests.table import installed

ROOT = Path(__file__).resolve().parents[2]


def test_the_browser_shows_a_page(page: Page) -> None:
    page.set_content("<h1>A table</h1>")
    assert page.inner_text("h1") == "A table"


def test_every_database_is_fresh_and_asks_for_a_password(postgresql_url: str) -> None:
    with psycopg.connect(postgresql_url) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        assert found.fetchone() == (0,)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(postgresql_url.replace("cardlaw:", "cardlaw:wrong-"))


def without_chromium(**more: str) -> subprocess.CompletedProcess[str]:
    """The first test of this file where nothing is on the PATH."""
    kept = {name: value for name, value in os.environ.items() if name != "CARDLAW_BROWSER"}
    test = f"{__file__}::{test_the_browser_shows_a_page.__name__}"
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test],
        check=False,
        capture_output=True,
        text=True,
        env={**kept, "PATH": "/nowhere", **more},
        cwd=ROOT,
    )


def test_without_chromium_its_tests_are_skipped_with_a_warning() -> None:
    done = without_chromium()
    assert done.returncode == 0, done.stdout
    assert "WARNING: 1 test was not run: chromium is not installed" in done.stdout


def test_where_chromium_is_required_its_absence_is_a_failure() -> None:
    done = without_chromium(CARDLAW_BROWSER="required")
    assert done.returncode == 1, done.stdout
    assert "chromium is not installed, and CARDLAW_BROWSER=required asks for it" in done.stdout


def test_postgresql_is_found_on_the_path_and_where_debian_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert installed.postgresql(()) is None
    for name in ("initdb", "postgres"):
        (tmp_path / name).touch(0o755)
    assert installed.postgresql(()) == tmp_path
    monkeypatch.setenv("PATH", "")
    assert installed.postgresql((tmp_path / "none", tmp_path)) == tmp_path


def test_postgresql_that_is_required_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAW_POSTGRESQL", "required")
    with pytest.raises(pytest.fail.Exception, match="CARDLAW_POSTGRESQL=required"):
        installed.missing("postgresql")
