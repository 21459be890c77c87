"""Kernel and rulebooks compiled with mypyc hold every promise that they hold interpreted."""

import ast
import json
import os
from pathlib import Path
from typing import get_type_hints

import pytest
from tests.conformance.compiled import (
    RULEBOOKS,
    SOURCE,
    build,
    missing,
    registered_last,
    run,
    stays_interpreted,
    typed_in_words,
)

ROOT = SOURCE.parents[1]
needs_a_compiler = pytest.mark.skipif(bool(missing()), reason=missing() or "all is there")

#: the tests of the suite, on the package of the folder in which this runs
SUITE = """
import os, sys
from importlib import import_module
import pytest

root, key, *words = sys.argv[1:]
os.environ.pop("CARDLAW_DEEP", None)
for name in ("kernel.state", "kernel.tables", f"rulebooks.{key}.book"):
    file = import_module(f"cardlaw.{name}").__file__
    assert file.startswith(os.getcwd()) and file.endswith((".so", ".pyd")), file
suite = f"{root}/tests/conformance/test_rulebooks.py"
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir", root, suite, *words]))
"""

READS = """
from cardlaw.kernel.because import watch_reads
from cardlaw.kernel.tables import HOST
from cardlaw.rulebooks.toy import BOOK, new_game

reads = {}
watched = watch_reads(new_game(BOOK.starters(), 1).state, reads)
BOOK.reread(watched, "", (1,))
print("asked", (HOST, 1) in reads)
"""

CODE = """
import json, sys
from importlib import import_module
from cardlaw.kernel.law import CODE

for key in sys.argv[1:]:
    import_module("cardlaw.rulebooks." + key)
print(json.dumps({rule: sorted(places) for rule, places in CODE.items()}))
"""


def test_a_module_registers_the_code_of_its_rules_at_its_end() -> None:
    text = (
        "from cardlaw.kernel.law import Breach\n"
        "from cardlaw.kernel.law import rules as cites\n"
        "class C:\n"
        "    rules = ('X 1',)\n"
        "    @property\n"
        "    @cites('X 1',\n"
        "           'X 2')\n"
        "    def f(self):\n"
        "        return 1\n"
    )
    after = registered_last(text, "cardlaw.some").split("\n")
    assert after[:5] == text.split("\n")[:5]
    assert after[5:7] == ["", ""]
    assert after[7:9] == text.split("\n")[7:9]
    assert after[9:] == [
        "from cardlaw.kernel.law import register as _register_code",
        "_register_code(\"cardlaw.some:C.f\", 'X 1', 'X 2')",
        "",
    ]


def test_what_registers_nothing_stays_as_it_is() -> None:
    text = "from functools import cache\n@cache\ndef f():\n    return 1\n"
    assert registered_last(text, "cardlaw.some") == text


def test_the_types_of_the_fields_of_named_tuples_stand_as_strings() -> None:
    text = (
        "from __future__ import annotations\n"
        "from typing import Any, NamedTuple\n"
        "class Row(NamedTuple):\n"
        "    keys: tuple[int, ...]\n"
        "    value: int | None = None  # why\n"
        "class Other:\n"
        "    keys: tuple[int, ...]\n"
    )
    before, after = text.split("\n"), typed_in_words(text).split("\n")
    assert after[0].startswith(before[0])
    assert after[3:5] == [
        "    keys: 'Annotated[tuple[int, ...], 0]'",
        "    value: 'Annotated[int | None, 0]' = None  # why",
    ]
    assert after[5:] == before[5:]
    made: dict[str, type] = {"__name__": __name__}  # type: ignore[dict-item]
    exec("\n".join(after), made)  # noqa: S102  the module that is compiled, interpreted
    assert get_type_hints(made["Row"], made) == {"keys": tuple[int, ...], "value": int | None}


def test_only_modules_of_structs_stay_interpreted() -> None:
    files = [p for key in ("kernel", "rulebooks") for p in sorted((SOURCE / key).rglob("*.py"))]
    left = {
        p.relative_to(SOURCE).as_posix() for p in files if stays_interpreted(p.read_text("utf-8"))
    }
    assert {"kernel/law.py", "rulebooks/magic/face.py", "rulebooks/vs/nodes.py"} <= left
    assert len(left) < len(files) / 15
    for path in files:
        ast.parse(registered_last(path.read_text("utf-8"), "cardlaw.some"))


def test_no_membership_stops_the_compiler() -> None:
    """It fails on ``x in (a, *more)``; a name for the tuple does."""
    found = [
        f"{path.name}:{node.lineno}"
        for key in ("kernel", "rulebooks")
        for path in sorted((SOURCE / key).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        for part in node.comparators
        if isinstance(part, ast.Tuple | ast.List | ast.Set)
        and any(isinstance(each, ast.Starred) for each in part.elts)
    ]
    assert not found


@needs_a_compiler
def test_the_example_compiled_passes_the_suite(tmp_path: Path) -> None:
    build(tmp_path, ["toy"], level="0")
    assert run(tmp_path, READS).split() == ["asked", "True"]
    said = run(tmp_path, SUITE, str(ROOT), "toy", "-k", "promise[0-toy] or replay and toy")
    assert "2 passed" in said, said


@pytest.mark.deep
@needs_a_compiler
def test_every_rulebook_compiled_passes_the_suite(tmp_path: Path) -> None:
    number = build(tmp_path, jobs=os.cpu_count() or 1)
    assert number > 200
    code = run(tmp_path, CODE, *RULEBOOKS)
    assert json.loads(code) == json.loads(run(SOURCE.parent, CODE, *RULEBOOKS))
    for key in RULEBOOKS:
        said = run(tmp_path, SUITE, str(ROOT), key, "-k", key)
        assert "7 passed" in said, said
