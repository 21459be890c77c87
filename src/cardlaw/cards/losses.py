"""Numbers below nothing as texts say them: a loss of three is ``{minus: 3}``, and -3 in data."""

from __future__ import annotations

from typing import Any


def counted(value: Any) -> Any:
    """A value of the phrase table with its losses as numbers."""
    if isinstance(value, list):
        return [counted(item) for item in value]
    if not isinstance(value, dict):
        return value
    if list(value) == ["minus"]:
        return -int(value["minus"])
    return {key: counted(item) for key, item in value.items()}


def lost(number: Any) -> Any:
    """A number of card data as the phrase table says it."""
    return {"minus": -number} if isinstance(number, int) and number < 0 else number
