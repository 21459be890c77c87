"""Checks on the source text itself, each with a proof that it can fail."""

import ast
import json
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "cardlaw"

MOST_LINES = 600
FEWEST_LETTERS = 6


def modules(*folders: Path) -> dict[str, str]:
    """Text of each Python file below the folders, by its path in the repository."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
    }


# Length


def too_long(texts: Mapping[str, str]) -> list[str]:
    counts = {name: len(text.splitlines()) for name, text in texts.items()}
    return [f"{name}: {count} lines" for name, count in counts.items() if count > MOST_LINES]


def test_no_module_is_too_long() -> None:
    assert too_long(modules(SOURCE)) == []


def test_a_module_too_long_is_found() -> None:
    texts = {"short.py": "x = 1\n" * MOST_LINES, "long.py": "x = 1\n" * (MOST_LINES + 1)}
    assert too_long(texts) == [f"long.py: {MOST_LINES + 1} lines"]


# Card names


def load(path: Path) -> object:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        return tomllib.loads(text)
    return json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def named(record: Mapping[str, object]) -> Iterator[str]:
    for key, value in record.items():
        if re.split(r"[^a-z]", str(key))[0] in {"name", "names"}:
            yield from strings(value)


def keyed(cards: Mapping[str, object]) -> bool:
    """Whether this maps each card's name to the card."""
    return bool(cards) and all(
        isinstance(card, Mapping) and key not in {"card", "cards"} for key, card in cards.items()
    )


def card_names(data: object) -> set[str]:
    """Names of the cards of a data file: a list of cards, or cards by name, or either by a key."""
    found: set[str] = set()
    if isinstance(data, list):
        for record in data:
            if isinstance(record, Mapping):
                found.update(named(record))
    elif isinstance(data, Mapping):
        found.update(named(data))
        if keyed(data):
            found.update(str(key) for key in data)
            found.update(name for card in data.values() for name in named(card))
        else:
            for part in data.values():
                found |= card_names(part)
    return {name for name in found if sum(map(str.isalpha, name)) >= FEWEST_LETTERS}


def names_in_code(names: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    if not longest_first:
        return []
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return [f"{path}: {hit}" for path, text in texts.items() for hit in pattern.findall(text)]


def card_files() -> list[Path]:
    return [
        path
        for kind in ("yaml", "toml", "json")
        for path in sorted(SOURCE.glob(f"**/cards/*.{kind}"))
    ]


def game_of(path: Path) -> str:
    """The game whose rulebook a path lies in, or the empty string."""
    parts = path.parts
    place = parts.index("rulebooks") + 1 if "rulebooks" in parts else len(parts)
    return parts[place] if place < len(parts) - 1 else ""


def test_no_code_knows_a_card_by_name() -> None:
    """A rulebook knows none of its game, for which another game's Zombie is a mere word."""
    names = [(game_of(path), card_names(load(path))) for path in card_files()]
    found = []
    for path, text in modules(SOURCE.parent).items():
        game = game_of(Path(path))
        known = {name for owner, own in names for name in own if not game or owner == game}
        found += names_in_code(known, {path: text})
    assert found == []


def test_a_data_file_of_cards_yields_names() -> None:
    assert [path.name for path in card_files() if not card_names(load(path))] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("yaml", "- name: Glass Halberd\n  keywords: [{name: Ignored}]\n- name: Oak\n"),
        ("yaml", "cards:\n  Glass Halberd: {cost: 2}\n  Oak: {cost: 1}\n"),
        ("yaml", "Glass Halberd: {cost: 2}\nOak: {cost: 1}\n"),
        ("toml", 'game = "magic"\n[[card]]\nname = "Glass Halberd"\n'),
        ("toml", '[cards."Glass Halberd"]\ncost = 2\n'),
        ("json", '[{"name_en": "Glass Halberd", "text": "Ignored text"}]'),
    ],
)
def test_a_card_name_in_code_is_found(tmp_path: Path, kind: str, text: str) -> None:
    file = tmp_path / f"cards.{kind}"
    file.write_text(text, encoding="utf-8")
    names = card_names(load(file))
    assert names == {"Glass Halberd"}
    code = {"a.py": 'if name == "Glass Halberd":', "b.py": "Glass Halberdiers", "c.py": "Oak"}
    assert names_in_code(names, code) == ["a.py: Glass Halberd"]


def test_a_card_name_in_russian_is_found() -> None:
    names = card_names([{"name": {"ru": "Стеклянный щит", "en": "Glass Shield"}}])
    assert names_in_code(names, {"a.py": "# Стеклянный щит"}) == ["a.py: Стеклянный щит"]


# Sources of chance and time

FORBIDDEN_MODULES = {"datetime", "secrets", "time", "uuid"}
FORBIDDEN_NAMES = {
    "os.urandom": "os.urandom",
    "os.getrandom": "os.getrandom",
    "random.SystemRandom": "random.SystemRandom",
}
FORBIDDEN_CALLS = {"id", "hash"}


def impure_import(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.split(".")[0] in FORBIDDEN_MODULES:
                yield f"import {alias.name}"
            elif alias.name in {"os", "random"} and alias.asname:
                yield f"import {alias.name} as {alias.asname}"
        return
    module = node.module or ""
    for alias in node.names:
        name = f"{module}.{alias.name}"
        generator = module == "random" and alias.name != "Random"
        clock = module.split(".")[0] in FORBIDDEN_MODULES
        if node.level == 0 and (generator or clock or name in FORBIDDEN_NAMES):
            yield f"import {name}"


def impure_use(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import() | ast.ImportFrom():
            yield from impure_import(node)
        case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
            yield f"{name}("
        case ast.keyword(arg="key", value=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
            yield f"key={name}"
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id=name), *_]) if (
            name in FORBIDDEN_CALLS
        ):
            yield f"map({name}"
        case ast.Attribute(value=ast.Name(id="random"), attr=name) if name != "Random":
            yield f"random.{name}"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr="Random"), args=[]):
            yield "random.Random()"
        case ast.Call(func=ast.Name(id="Random"), args=[]):
            yield "Random()"
        case ast.Attribute(value=ast.Name(id="os"), attr=name):
            if f"os.{name}" in FORBIDDEN_NAMES:
                yield f"os.{name}"


def impure(texts: Mapping[str, str]) -> list[str]:
    """Uses of a clock, of chance outside the seed, or of a value that differs between runs."""
    return [
        f"{path}:{getattr(node, 'lineno', 0)}: {use}"
        for path, text in texts.items()
        for node in ast.walk(ast.parse(text))
        for use in impure_use(node)
    ]


def test_kernel_and_rulebooks_depend_on_nothing_outside_the_record() -> None:
    assert impure(modules(SOURCE / "kernel", SOURCE / "rulebooks")) == []


@pytest.mark.parametrize(
    ("code", "use"),
    [
        ("import time", "import time"),
        ("from time import monotonic", "import time.monotonic"),
        ("from datetime import datetime", "import datetime.datetime"),
        ("import secrets", "import secrets"),
        ("import random as r", "import random as r"),
        ("from random import shuffle", "import random.shuffle"),
        ("x = random.choice(y)", "random.choice"),
        ("x = random.Random()", "random.Random()"),
        ("x = os.urandom(8)", "os.urandom"),
        ("from os import urandom", "import os.urandom"),
        ("x = id(y)", "id("),
        ("x = hash(y)", "hash("),
        ("x = sorted(y, key=id)", "key=id"),
        ("x = list(map(hash, y))", "map(hash"),
    ],
)
def test_a_use_of_time_or_chance_is_found(code: str, use: str) -> None:
    assert impure({"bad.py": code}) == [f"bad.py:1: {use}"]


@pytest.mark.parametrize(
    "code",
    [
        "import random\nx = random.Random(seed)",
        "from random import Random\nx = Random(seed)",
        "x = card.id\ny = table.hash(x)",
        "def f(time: int) -> int:\n    return time",
    ],
)
def test_what_follows_from_the_seed_is_allowed(code: str) -> None:
    assert impure({"good.py": code}) == []


# Traces of a machine

MACHINE_PATH = re.compile(r"(?<![\w.~*<>}\])-])/(?:work|root|home|Users)/")


def published_files() -> list[Path]:
    """Files that git tracks or would add; without git, all but hidden folders and builds."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        paths = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    else:
        skip = {"build", "dist", "__pycache__", ".git", ".venv"}
        paths = [
            path
            for path in ROOT.rglob("*")
            if not any(
                part in skip or part.endswith("_cache") for part in path.relative_to(ROOT).parts
            )
        ]
    return sorted(path for path in paths if path.is_file())


def machine_paths(texts: Mapping[str, str]) -> list[str]:
    return [
        f"{name}:{number}: {hit}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        for hit in MACHINE_PATH.findall(line)
    ]


def published_texts() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes().decode("utf-8", errors="replace")
        for path in published_files()
    }


def test_no_file_names_a_path_of_a_machine() -> None:
    texts = published_texts()
    assert "pyproject.toml" in texts
    assert machine_paths(texts) == []


@pytest.mark.parametrize("folder", ["work", "root", "home", "Users"])
def test_a_path_of_a_machine_is_found(folder: str) -> None:
    path = f"/{folder}/"
    texts = {
        "a": f"see\nopen('{path}x')",
        "b": path,
        "c": f"file://{path}x",
        "d": f"src{path}x",
    }
    assert machine_paths(texts) == [f"a:2: {path}", f"b:1: {path}", f"c:1: {path}"]


# Locked dependencies

ADDRESS = re.compile(r"://|^\s*-(?:i|f)\b|--(?:index-url|extra-index-url|find-links)", re.MULTILINE)


def test_locked_dependencies_name_no_server() -> None:
    files = sorted((ROOT / "requirements").glob("*.txt"))
    assert [file.name for file in files] == ["dev.txt", "run.txt", "table.txt"]
    assert [file.name for file in files if ADDRESS.search(file.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "line", ["--index-url x", "a @ https" + "://host/a.whl", "-i x", "--find-links wheels"]
)
def test_a_server_in_locked_dependencies_is_found(line: str) -> None:
    assert ADDRESS.search(f"attrs==1.0\n{line}\n")
