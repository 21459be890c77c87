"""What texts say in one word and card data in several: "+2/+1", "{G}{G}", a token's description.

``expanded`` turns the values of the phrase table into card data, ``collapsed`` card data into the
values that the table prints.
"""

from __future__ import annotations

import re
from typing import Any

from cardlaw.cards.language import NotUnderstood
from cardlaw.rulebooks.magic.described import describe, described

_CHANGE = re.compile(r"([+-]\d+)/([+-]\d+)")
_SELF = {"who": "self"}


def expanded(value: Any) -> Any:
    """A value of the phrase table as card data."""
    if isinstance(value, list):
        return [item for part in value for item in _items(part)]
    if not isinstance(value, dict):
        return value
    found = {key: expanded(item) for key, item in value.items()}
    if found.get("do") == "damage" and found.pop("source", _SELF) not in (_SELF, {"who": "it"}):
        raise NotUnderstood("something else than this card deals the damage")
    if found.get("name") == "equip" and found.get("select") == {"types": ["planeswalker"]}:
        raise NotUnderstood("equip planeswalker is a keyword of its own")
    if found.get("do") == "add mana":
        found["mana"] = [word.replace("{", "").replace("}", "") for word in found["mana"]]
    if found.get("do") == "token" and isinstance(found["face"], dict):
        found["face"] = describe(found["face"])
    for key in ("kind", "counters", "remove_counters"):
        if isinstance(found.get(key), dict):
            found[key] = _signed(found[key])
    if isinstance(found.get("amount"), dict):
        found["amount"] = _amount(found["amount"])
    return found


def _amount(amount: dict[str, Any]) -> Any:
    if "minus" in amount:
        inner = amount["minus"]
        return -inner if isinstance(inner, int) else {**inner, "times": -inner.get("times", 1)}
    if "each" in amount:
        return {**amount["each"], "times": amount["times"]}
    return amount


def _signed(pair: dict[str, Any]) -> str:
    if not {"power", "toughness"} <= pair.keys():
        raise NotUnderstood("a kind of counter is no word and no change of power and toughness")
    return f"{pair['power']:+d}/{pair['toughness']:+d}"


def _items(part: Any) -> list[Any]:
    if not isinstance(part, dict) or part.get("gives") not in ("pt", "base"):
        return [expanded(part)]
    if part["gives"] == "base":
        size = part["size"]
        return [_gives("set", name, size[name]) for name in ("power", "toughness")]
    change, each = part["change"], expanded(part.get("each"))
    power, toughness = change["power"], change["toughness"]
    if each is not None and power == toughness:
        return [_gives("get", "both", _times(each, power))]
    return [
        _gives("get", name, amount if each is None else _times(each, amount))
        for name, amount in (("power", power), ("toughness", toughness))
        if amount or power == toughness == 0 and name == "power"
    ]


def _gives(tag: str, value: str, amount: Any) -> dict[str, Any]:
    return {"gives": tag, "value": value, "amount": amount}


def _times(each: dict[str, Any], times: int) -> dict[str, Any]:
    return each if times == 1 else {**each, "times": times}


def collapsed(value: Any) -> Any:
    """Card data as the phrase table says it."""
    if isinstance(value, list | tuple):
        return _joined([collapsed(item) for item in value])
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {key: collapsed(item) for key, item in value.items()}
    if found.get("do") == "damage":
        found["source"] = {"who": "self"}
    if found.get("do") == "counter":
        found.setdefault("what", {"who": "target"})
    if found.get("do") == "attach":
        found.setdefault("to", {"who": "target"})
    if found.get("do") == "add mana":
        found["mana"] = ["".join(f"{{{symbol}}}" for symbol in word) for word in found["mana"]]
    if found.get("do") == "token":
        found["face"] = described(found["face"]) or found["face"]
    for key in ("kind", "counters", "remove_counters"):
        if isinstance(found.get(key), str) and _CHANGE.fullmatch(found[key]):
            power, toughness = found[key].split("/")
            found[key] = {"power": int(power), "toughness": int(toughness)}
    if "do" in found and "amount" in found:
        found["amount"] = _said_amount(found["amount"], found["do"])
    return found


def _said_amount(amount: Any, verb: str) -> Any:
    """A quantity as texts say it: less by so much, or how many for each."""
    if isinstance(amount, int):
        return {"minus": -amount} if verb == "points" and amount < 0 else amount
    if not isinstance(amount, dict) or "times" not in amount:
        return amount
    each = {key: item for key, item in amount.items() if key != "times"}
    times = amount["times"]
    return {"minus": each} if times == -1 else {"times": times, "each": each}


def _joined(items: list[Any]) -> list[Any]:
    """Changes of power and toughness side by side as one."""
    found: list[Any] = []
    at = 0
    while at < len(items):
        item = items[at]
        tag = item.get("gives") if isinstance(item, dict) else None
        if tag not in ("get", "set"):
            found.append(item)
            at += 1
            continue
        after = items[at + 1] if at + 1 < len(items) else {}
        pair = (
            item["value"] == "power"
            and isinstance(after, dict)
            and after.get("gives") == tag
            and after.get("value") == "toughness"
        )
        found.append(_pair(item, after if pair else None))
        at += 2 if pair else 1
    return found


def _pair(item: dict[str, Any], after: dict[str, Any] | None) -> dict[str, Any]:
    amounts = {"power": 0, "toughness": 0}
    each: Any = None
    for part in (item, after):
        if part is None:
            continue
        amount = part["amount"]
        if isinstance(amount, dict):
            each = {key: entry for key, entry in amount.items() if key != "times"}
            amount = amount.get("times", 1)
        for name in ("power", "toughness"):
            if part["value"] in (name, "both"):
                amounts[name] = amount
    if item["gives"] == "set":
        return {"gives": "base", "size": amounts} if each is None else item
    return {"gives": "pt", "change": amounts, **({"each": each} if each is not None else {})}
