"""What texts of cards say shorter than card data: losses, and what a trigger's "it" is (502)."""

from __future__ import annotations

from typing import Any

from cardlaw.cards.losses import lost
from cardlaw.cards.pronouns import Events
from cardlaw.rulebooks.vs.occasions import LEAVING, OF_PLAYERS

#: what decides what "it" stands for after an event
EVENTS = Events(leaving=tuple(LEAVING), second=("stunned a defender",))
_SIGNED = ("points", "counters")


def collapsed(value: Any) -> Any:
    """Card data as the phrase table says it: a loss names a number above nothing."""
    if isinstance(value, list | tuple):
        return [collapsed(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: collapsed(item) for key, item in value.items()}
    event = found.get("event", "step began")
    if event != "step began" and event not in OF_PLAYERS:
        found.setdefault("what", {"who": "self"})
    if found.get("ability") in ("activated", "to play"):
        found.setdefault("cost", {})
    if found.get("do") in _SIGNED or found.get("value") == "cost":
        found.update({"amount": _minus(found["amount"])} if "amount" in found else {})
    return found


def _minus(amount: Any) -> Any:
    if isinstance(amount, dict) and "times" in amount:
        return {**amount, "times": lost(amount["times"])}
    return lost(amount)
