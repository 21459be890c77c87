"""Writes the cases and rulings that README.md shows, from the cases themselves.

A line ``<!-- case: FILE -->`` is followed by the file, a line ``<!-- ruling: FILE LANG -->`` by
what the judge prints. Of a title or note in several languages the English one is shown.
``make readme`` refreshes them; a test checks that they are current.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
_MARK = re.compile(
    r"<!-- (?P<what>case|ruling): (?P<file>\S+)(?: (?P<lang>\w\w))? -->\n(?:\n```\w*\n.*?\n```\n)?",
    re.DOTALL,
)


def block(what: str, file: str, lang: str | None) -> str:
    """The text that belongs below a mark."""
    if what == "case":
        return f"```yaml\n{in_english((ROOT / file).read_text(encoding='utf-8')).rstrip()}\n```\n"
    program = Path(sys.executable).with_name("cardlaw")
    command = [str(program), "judge", file, "--lang", lang or "en"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return f"```text\n{done.stdout.strip()}\n```\n"


_BY_LANGUAGE = re.compile(
    r"^(title|note):\n  en:(.*\n(?:    .*\n)*)(?:  (?:de|ru|es):.*\n(?:    .*\n)*)*", re.M
)


def in_english(text: str) -> str:
    """A case whose title and note are given in several languages, with the English ones alone."""
    return _BY_LANGUAGE.sub(
        lambda m: f"{m[1]}:{m[2].replace(chr(10) + '    ', chr(10) + '  ')}", text
    )


def refreshed(text: str) -> str:
    """A document with every case and ruling as it is today."""

    def renew(found: re.Match[str]) -> str:
        lang = found["lang"]
        mark = f"<!-- {found['what']}: {found['file']}{f' {lang}' if lang else ''} -->\n"
        return f"{mark}\n{block(found['what'], found['file'], lang)}"

    return _MARK.sub(renew, text)


if __name__ == "__main__":
    README.write_text(refreshed(README.read_text(encoding="utf-8")), encoding="utf-8")
