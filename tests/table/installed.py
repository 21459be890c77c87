"""What the tests of the table need of the machine: Debian's chromium, PostgreSQL's server."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import pytest

#: what turns a missing program from a skipped test into a failed one
REQUIRED = {"chromium": "CARDLAW_BROWSER", "postgresql": "CARDLAW_POSTGRESQL"}
#: where Debian keeps the server's programs, a folder for each version
POSTGRESQL = tuple(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))


def chromium() -> Path | None:
    """The browser on the PATH, under either of its names."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return Path(found) if found else None


def postgresql(folders: Iterable[Path] = POSTGRESQL) -> Path | None:
    """The folder with ``initdb`` and ``postgres``: on the PATH, else Debian's newest."""
    on_path = [Path(part) for part in os.environ.get("PATH", "").split(os.pathsep) if part]
    for folder in (*folders, *on_path):
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres")):
            return folder
    return None


def missing(package: str) -> NoReturn:
    """Skip a test for want of a Debian package, or fail it where the package is required."""
    reason = f"{package} is not installed"
    if os.environ.get(REQUIRED[package]) == "required":
        pytest.fail(f"{reason}, and {REQUIRED[package]}=required asks for it", pytrace=False)
    pytest.skip(f"{reason}: apt-get install {package}")
