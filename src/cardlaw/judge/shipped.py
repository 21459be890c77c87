"""The cases that come with Cardlaw, and which rules they prove."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cardlaw.judge.cases import HOW, in_language
from cardlaw.judge.nodes import Map, Scalar, read_bytes, read_tree
from cardlaw.judge.tongue import ENGLISH
from cardlaw.kernel.setup import Fault

#: the folder of the package
PACKAGE = Path(__file__).resolve().parents[1]


class Proof(NamedTuple):
    """A case that shows a rule: how, its title, its path within the folder of cases."""

    rule: str
    how: str
    titles: dict[str, str]
    path: str

    @property
    def title(self) -> str:
        """The title in English."""
        return self.title_in(ENGLISH)

    def title_in(self, language: str) -> str:
        """The title in a language, or in English."""
        return in_language(self.titles, language)


def checkout() -> Path | None:
    """The top folder of the source tree; None for an installed package."""
    top = PACKAGE.parents[1]
    return top if (top / "pyproject.toml").is_file() and (top / "cases").is_dir() else None


def case_folder() -> Path | None:
    """The folder of the cases: of the source tree, or inside the installed package."""
    top = checkout()
    if top is not None:
        return top / "cases"
    packed = PACKAGE / "_cases"
    return packed if packed.is_dir() else None


def case_files() -> list[Path]:
    """All case files, sorted by path."""
    folder = case_folder()
    return sorted(folder.rglob("*.yaml")) if folder is not None else []


@lru_cache(maxsize=1)
def proofs() -> tuple[Proof, ...]:
    """What all shipped cases prove. A file at fault proves nothing."""
    folder = case_folder()
    found: list[Proof] = []
    for path in case_files():
        assert folder is not None
        found.extend(_of(path, path.relative_to(folder).as_posix()))
    return tuple(found)


def _of(path: Path, name: str) -> list[Proof]:
    try:
        root = read_tree(read_bytes(path))
    except Fault:
        return []
    if not isinstance(root, Map):
        return []
    shows, title = root.items.get("shows"), root.items.get("title")
    titles = {ENGLISH: title.text if isinstance(title, Scalar) else name}
    if isinstance(title, Map):
        titles = {lang: text.text for lang, text in title.items.items() if isinstance(text, Scalar)}
    if not isinstance(shows, Map):
        return []
    return [
        Proof(rule, how.text, titles, name)
        for rule, how in shows.items.items()
        if isinstance(how, Scalar) and how.text in HOW
    ]
