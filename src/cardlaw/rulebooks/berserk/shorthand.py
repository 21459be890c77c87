"""What texts of cards say shorter than card data: losses, aims, parts of an event (401, 405)."""

from __future__ import annotations

from typing import Any

from cardlaw.cards.defaults import defaults_of
from cardlaw.cards.pronouns import Events
from cardlaw.rulebooks.berserk.happen import OF_PLAYERS
from cardlaw.rulebooks.berserk.nodes import VOCABULARY

#: what decides what "the target" stands for
EVENTS = Events(making={}, targets=("target", "other", "third"))
_DEFAULTS = defaults_of(VOCABULARY)
#: parts of an event, which are named as such and never by a pronoun
_PARTS = ("it", "by")
#: fields that a text always says, with the value that card data leave out
_SAID: dict[tuple[str, str], dict[str, Any]] = {
    ("do", "relocate"): {"what": {"who": "self"}},
    ("do", "attach"): {"what": {"who": "self"}, "to": {"who": "target"}},
    ("do", "redirect"): {"to": {"who": "target"}},
}
#: fields with numbers that may be below nothing
_SIGNED = ("amount", "strength", "times")


def expanded(value: Any) -> Any:
    """A value of the phrase table as card data: ``{minus: 3}`` is -3, ``{part: it}`` a word."""
    if isinstance(value, list):
        return [expanded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if list(value) == ["minus"]:
        return -int(value["minus"])
    found = {key: expanded(item) for key, item in value.items() if key != "at" or "if" in value}
    if "part" in found:
        found["who"] = found.pop("part")
    return found


def collapsed(value: Any) -> Any:
    """Card data as the phrase table says it."""
    if isinstance(value, list | tuple):
        return [collapsed(item) for item in value]
    if not isinstance(value, dict):
        return value
    usual = _DEFAULTS(value)
    found = {
        key: collapsed(item)
        for key, item in value.items()
        if key not in usual or usual[key] != item
    }
    for (field, tag), said in _SAID.items():
        if found.get(field) == tag:
            found = {**said, **found}
    if found.get("who") in _PARTS:
        found["part"] = found.pop("who")
    if "event" in found and found["event"] not in OF_PLAYERS:
        found.setdefault("what", {"who": "self"})
    if found.get("ability") == "playable":
        if "strength" in found:
            found["at"] = {"who": "target"}
        else:
            found.setdefault("cost", {"exhaust": True})
    for field in _SIGNED:
        if isinstance(found.get(field), int) and found[field] < 0 and "gives" not in found:
            found[field] = {"minus": -found[field]}
    return found
