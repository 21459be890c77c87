"""The rulebooks: one package a game. They never import one another."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from cardlaw.kernel.rulebook import Rulebook


def known() -> tuple[str, ...]:
    """The keys of all rulebooks that are installed, sorted."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@lru_cache(maxsize=16)
def find(key: str) -> Rulebook:
    """The rulebook with this key. KeyError if there is none."""
    if key not in known():
        raise KeyError(key)
    book = import_module(f"{__name__}.{key}").BOOK
    assert isinstance(book, Rulebook)
    return book
