"""Kernel and rulebooks compiled with mypyc, in a folder of their own: ``make compiled``.

The sources are those of the package. In the copy, each function is registered as the code of its
rules at the end of its module: mypyc calls what is decorated slowly, and lets no decorated method
override a plain one; and the types of the fields of named tuples, by which stored rows are checked,
stand as strings, because mypyc keeps of other annotations only the classes. Modules that define
msgspec structs (the nodes of card data, faces, rulings, views) stay interpreted: mypyc loses what
makes a struct frozen or strict, and computes cached properties each time.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cardlaw"
RULEBOOKS = ("toy", "vs", "berserk", "magic")
#: where the decorator comes from, and what it is called there
LAW, DECORATOR = "cardlaw.kernel.law", "rules"
#: a name for the function that registers, which no module has
REGISTER = "_register_code"
#: the bases of structs
STRUCTS = frozenset(("msgspec.Struct", "Node"))
#: the base of named tuples
ROW = "NamedTuple"
#: what every C file includes
HEADER = Path(__file__).with_name("reads.h")
FUTURE = "from __future__ import annotations"

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup

level, jobs, header, *files = sys.argv[1:]
modules = mypycify(
    ["--strict", "--python-executable", sys.executable, *files],
    opt_level=level,
    debug_level="0",
    multi_file=True,
)
for module in modules:
    module.extra_compile_args += ["-include", header]
sys.argv = ["setup.py", "-q", "build_ext", "--inplace", f"-j{jobs}"]
setup(name="cardlaw", ext_modules=modules)
"""


def missing() -> str:
    """What is not there that compiling needs; the empty string if nothing."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return "mypyc or setuptools is not installed"
    if not any(shutil.which(name) for name in ("gcc", "cc", "clang")):
        return "there is no C compiler"
    return ""


def build(folder: Path, keys: Iterable[str] = RULEBOOKS, level: str = "1", jobs: int = 1) -> int:
    """Compile the kernel and some rulebooks into a copy of the package; how many modules.

    AssertionError: the compiler's last lines.
    """
    shutil.copytree(SOURCE, folder / "cardlaw", ignore=shutil.ignore_patterns("__pycache__"))
    files = []
    for part in ("kernel", *(f"rulebooks/{key}" for key in keys)):
        for path in sorted((folder / "cardlaw" / part).rglob("*.py")):
            text = path.read_text("utf-8")
            if not stays_interpreted(text):
                file = path.relative_to(folder)
                module = ".".join(file.with_suffix("").parts)
                path.write_text(typed_in_words(registered_last(text, module)), "utf-8")
                files.append(file.as_posix())
    run(folder, BUILD, level, str(jobs), str(HEADER), *files)
    return len(files)


def run(folder: Path, script: str, *words: str) -> str:
    """What a script prints that imports the package of a folder. AssertionError: its last lines."""
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    errors = [line for line in lines if "error" in line.lower()]
    assert done.returncode == 0, "\n".join((errors or lines)[-20:])
    return done.stdout


def stays_interpreted(text: str) -> bool:
    """Whether a module defines structs."""
    return any(STRUCTS.intersection(map(ast.unparse, node.bases)) for node in _classes(text))


def _classes(text: str) -> list[ast.ClassDef]:
    """The classes of a module."""
    return [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]


def typed_in_words(text: str) -> str:
    """A module in which the types of the fields of named tuples stand as strings.

    mypyc keeps such a string only if it is no union, so that each is written as Annotated.
    """
    lines = text.split("\n")
    fields = [
        field.annotation
        for node in _classes(text)
        if ROW in map(ast.unparse, node.bases)
        for field in node.body
        if isinstance(field, ast.AnnAssign)
    ]
    for kind in fields:
        assert kind.end_lineno == kind.lineno, f"line {kind.lineno}: a type on several lines"
        line = lines[kind.lineno - 1]
        words = repr(f"Annotated[{ast.unparse(kind)}, 0]")
        lines[kind.lineno - 1] = line[: kind.col_offset] + words + line[kind.end_col_offset :]
    if fields:
        lines[lines.index(FUTURE)] += "; from typing import Annotated"
    return "\n".join(lines)


def registered_last(text: str, module: str) -> str:
    """A module that registers the code of its rules at its end; lines keep their numbers."""
    tree = ast.parse(text)
    names = _names_of_decorator(tree)
    lines = text.rstrip("\n").split("\n")
    last = []
    for mark, place in _marks(tree, names, ""):
        numbers = ", ".join(ast.unparse(number) for number in mark.args)
        last.append(f'{REGISTER}("{module}:{place}", {numbers})')
        for line in range(mark.lineno - 1, mark.end_lineno or mark.lineno):
            lines[line] = ""
    if last:
        last.insert(0, f"from {LAW} import register as {REGISTER}")
    return "\n".join([*lines, *last, ""])


def _names_of_decorator(tree: ast.Module) -> set[str]:
    """The names under which a module imports the decorator."""
    return {
        name.asname or name.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == LAW
        for name in node.names
        if name.name == DECORATOR
    }


def _marks(node: ast.AST, names: set[str], place: str) -> Iterator[tuple[ast.Call, str]]:
    """The decorators of that name below a node, each with what it decorates."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            continue
        inner = f"{place}.{child.name}" if place else child.name
        for mark in child.decorator_list:
            if not (isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name)):
                continue
            if mark.func.id in names:
                yield mark, inner
        if isinstance(child, ast.ClassDef):
            yield from _marks(child, names, inner)


def main(folder: Path) -> None:
    """Compile everything into a folder that does not exist yet, and say how to use it."""
    lacking = missing()
    if lacking or folder.exists():
        sys.exit(lacking or f"{folder} is there already: remove it first")
    number = build(folder, level="2", jobs=os.cpu_count() or 1)
    hint = f"PYTHONPATH={folder} cardlaw bench"
    sys.stdout.write(f"{number} modules are compiled; try: {hint}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
