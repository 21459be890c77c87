"""The rules of trading card games, as a library.

``from cardlaw import Game, magic, vs, berserk``. What is named here is loaded when it is first
used, so that the kernel and the rulebooks can be imported without the services above them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlaw.kernel.law import (
    AmbiguousAction,
    CardNotSupported,
    IllegalAction,
    StaleAction,
    UnknownAction,
)

if TYPE_CHECKING:
    from cardlaw.front import Game, Player, Rules

    berserk: Rules
    magic: Rules
    vs: Rules

__version__ = "0.1.0"

__all__ = [
    "AmbiguousAction",
    "CardNotSupported",
    "Game",
    "IllegalAction",
    "Player",
    "StaleAction",
    "UnknownAction",
    "berserk",
    "magic",
    "vs",
]


def __getattr__(name: str) -> Any:
    if name in ("Game", "Player"):
        return getattr(import_module("cardlaw.front"), name)
    if name in __all__:
        return import_module("cardlaw.front").rules_of(name)
    raise AttributeError(f"module 'cardlaw' has no attribute {name!r}")
