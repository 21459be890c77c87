"""What texts say in one word and card data in several: "+2/+1", "{G}{G}", a token's description.

``expanded`` turns the values of the phrase table into card data, ``collapsed`` card data into the
values that the table prints.
"""

from __future__ import annotations

import re
from typing import Any

from cardlaw.cards.language import NotUnderstood
from cardlaw.cards.pronouns import Events
from cardlaw.rulebooks.magic.described import describe, described
from cardlaw.rulebooks.magic.library import card_library

#: what decides what "it" and "that player" stand for after an event
EVENTS = Events(
    leaving=("dies", "leaves", "put into graveyard", "sacrificed"),
    pairs=("becomes attached", "becomes unattached", "blocks", "becomes blocked"),
    hurting=("deals damage", "deals combat damage", "is dealt damage"),
    players=("defending",),
    making={
        "token": "created",
        "token copy": "created",
        "manifest": "manifested",
        "manifest dread": "manifested",
        "amass": "army",
    },
    naming={"top cards": "moved", "look at top": "taken", "reveal until": "taken"},
    spells=("casts",),
)
_CHANGE = re.compile(r"([+-]\d+)/([+-]\d+)")
_SELF = {"who": "self"}
_X = {"amount": "value", "what": "x", "of": {}}


def expanded(value: Any) -> Any:
    """A value of the phrase table as card data."""
    if isinstance(value, list):
        return [item for part in value for item in _items(part)]
    if not isinstance(value, dict):
        return value
    found = {key: expanded(item) for key, item in value.items()}
    _expand_does(found)
    if found.get("name") == "equip" and found.get("select") == {"types": ["planeswalker"]}:
        raise NotUnderstood("equip planeswalker is a keyword of its own")
    if isinstance(found.get("what"), dict) and "counters" in found["what"]:
        found["what"] = f"{found['what']['counters']} counters"
    if found.get("gives") == "would":
        _expand_would(found)
    if "except" in found:
        found["select"] = _opposite(found.pop("except"))
    for key in ("kind", "counters", "remove_counters"):
        if isinstance(found.get(key), dict):
            found[key] = _signed(found[key])
    if isinstance(found.get("amount"), dict):
        if found.get("gives") == "cost less":
            _split_mana(found)
        if isinstance(found["amount"], dict):
            found["amount"] = _amount(found["amount"])
    return found


def _expand_would(found: dict[str, Any]) -> None:
    """ "... +1/+1 counters would be put on it, twice that many +1/+1 counters ...": both times."""
    if "again" in found and found.pop("again") != found["kind"]:
        raise NotUnderstood("the counters that are put on it instead are of another kind")
    found.pop("onto", None)


def _collapse_would(found: dict[str, Any]) -> dict[str, Any]:
    if found.get("event") != "put counters":
        return found
    again = {"again": found["kind"]} if found.get("kind") else {}
    return {**found, **again, "onto": "it"}


def _split_mana(found: dict[str, Any]) -> None:
    """ "{2}{B} more": with coloured mana, once or more often all of these symbols."""
    amount = found["amount"]
    inner = amount.get("minus", amount)
    mana = inner.get("mana", "") if isinstance(inner, dict) else ""
    if mana and not mana.strip("{}").isdigit():
        found["mana"] = mana
        found["amount"] = {"minus": 1} if "minus" in amount else 1


def _expand_does(found: dict[str, Any]) -> None:
    tag = found.get("do")
    if tag == "damage" and found.get("source") == _SELF:
        del found["source"]
    elif tag == "divide" and found.pop("source", _SELF) != _SELF:
        raise NotUnderstood("only the source of a text divides damage")
    elif tag == "add mana":
        found["mana"] = [word.replace("{", "").replace("}", "") for word in found["mana"]]
    elif tag == "token" and isinstance(found["face"], dict):
        found["face"] = describe(found["face"])
    elif tag == "token" and found["face"] not in card_library():
        raise NotUnderstood(f"there is no {found['face']}")


def _amount(amount: dict[str, Any]) -> Any:
    if "mana" in amount:
        return _generic(amount["mana"])
    if "minus" in amount:
        inner = amount["minus"]
        if isinstance(inner, dict) and "mana" in inner:
            return -_amount(inner)
        return -inner if isinstance(inner, int) else {**inner, "times": -inner.get("times", 1)}
    if "per" in amount:
        return _times(amount["each"], _generic(amount["per"]))
    if "x" in amount:
        if amount["x"] != "{X}":
            raise NotUnderstood("only {X} can be what a text says X is")
        return amount["each"]
    if "each" in amount:
        return _times(amount["each"], amount["times"])
    return amount


def _generic(mana: str) -> int:
    symbol = mana.strip("{}")
    if not symbol.isdigit():
        raise NotUnderstood("costs that change by more than generic mana are not supported")
    return int(symbol)


_OPPOSITES = {
    "types": "not_types",
    "kinds": "not_kinds",
    "colors": "not_colors",
    "keywords": "not_keywords",
}


def _opposite(select: dict[str, Any]) -> dict[str, Any]:
    """What a description of creatures leaves out: "except by artifact creatures"."""
    rest = dict(select)
    types = [word for word in rest.pop("types", []) if word != "creature"]
    if types:
        rest["types"] = types
    if len(rest) != 1:
        raise NotUnderstood("such an exception is not supported")
    ((key, words),) = rest.items()
    if key not in _OPPOSITES or key in ("types", "keywords") and len(words) > 1:
        raise NotUnderstood("such an exception is not supported")
    return {_OPPOSITES[key]: words}


def _signed(pair: dict[str, int]) -> str:
    if "power" not in pair:
        raise NotUnderstood("a kind of counter is no word and no change of power and toughness")
    return f"{pair['power']:+d}/{pair['toughness']:+d}"


def _items(part: Any) -> list[Any]:
    if not isinstance(part, dict) or part.get("gives") not in ("pt", "base"):
        return [expanded(part)]
    if part["gives"] == "base":
        size = part["size"]
        return [_gives("set", name, size[name]) for name in ("power", "toughness")]
    change, each = part["change"], expanded(part.get("each"))
    if "x" in change:
        kinds = [("power", change["x"], each), ("toughness", change["plus"], None)]
        kinds = kinds if change["value"] == "power" else kinds[::-1]
        names = ("power", "toughness")
        return [
            _gives("get", name, amount if q is None else _times(q, amount))
            for name, (_, amount, q) in zip(names, kinds, strict=True)
        ]
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
    found = _collapse_does({key: collapsed(item) for key, item in value.items()})
    what = found.get("what")
    if isinstance(what, str) and what.endswith(" counters"):
        found["what"] = collapsed({"counters": what.removesuffix(" counters")})
    for key in ("kind", "counters", "remove_counters"):
        if isinstance(found.get(key), str) and _CHANGE.fullmatch(found[key]):
            power, toughness = found[key].split("/")
            found[key] = {"power": int(power), "toughness": int(toughness)}
    if found.get("remove_counters") == "loyalty":
        found.setdefault("counters", 0)
    if "also" in found and "do" not in found:
        found["also"] = [{"what": _SELF, **_numbered(toll)} for toll in found["also"]]
    if found.get("gives") == "would":
        return _collapse_would(found)
    if what == "be blocked" and isinstance(found.get("select"), dict):
        return _as_exception(found)
    return _collapse_amount(found)


def _numbered(toll: dict[str, Any]) -> dict[str, Any]:
    return {"amount": 1, **toll} if toll["do"] == "pay energy" else toll


def _collapse_does(found: dict[str, Any]) -> dict[str, Any]:
    tag = found.get("do")
    if tag == "damage":
        return {"do": "damage", "source": _SELF, **found}
    if tag == "divide":
        dealt = {} if found.get("counters") else {"source": _SELF}
        return {**dealt, "target": "target", **found}
    if tag == "counter":
        found.setdefault("what", {"who": "target"})
    elif tag == "attach":
        found.setdefault("to", {"who": "target"})
    elif tag == "divide":
        found["target"] = {"who": found.get("target", "target")}
    elif tag == "add mana":
        found["mana"] = ["".join(f"{{{symbol}}}" for symbol in word) for word in found["mana"]]
    elif tag == "token":
        found["face"] = described(found["face"]) or found["face"]
    return found


def _collapse_amount(found: dict[str, Any]) -> dict[str, Any]:
    amount = found.get("amount")
    if found.get("do") == "counters" or found.get("gives") in ("enters", "cost less"):
        return _with_amount(found)
    if found.get("do") == "points" and isinstance(amount, int) and amount < 0:
        found["amount"] = {"minus": -amount}
    elif found.get("do") == "token" and isinstance(amount, dict) and amount != _X:
        found["amount"] = {"times": 1, "each": amount}
    elif "do" in found and isinstance(amount, dict) and "times" in amount:
        each = {key: item for key, item in amount.items() if key != "times"}
        times = amount["times"]
        found["amount"] = {"minus": each} if times == -1 else {"times": times, "each": each}
    return found


def _with_amount(found: dict[str, Any]) -> dict[str, Any]:
    amount = found.get("amount", 1)
    if found.get("gives") == "cost less" and isinstance(amount, int):
        mana = {"mana": found.pop("mana", "") or f"{{{abs(amount)}}}"}
        return {**found, "amount": {"minus": mana} if amount < 0 else mana}
    if isinstance(amount, int):
        return {**found, "amount": {"minus": -amount}} if amount < 0 else found
    if amount == _X:
        return found
    each = {key: item for key, item in amount.items() if key != "times"}
    times = amount.get("times", 1)
    if found.get("gives") == "cost less":
        return {**found, "amount": {"per": f"{{{times}}}", "each": each}}
    return {**found, "amount": {"times": times, "each": each}}


def _as_exception(forbids: dict[str, Any]) -> dict[str, Any]:
    back = {value: key for key, value in _OPPOSITES.items()}
    if len(forbids["select"]) != 1 or next(iter(forbids["select"])) not in back:
        return forbids
    ((key, words),) = forbids.pop("select").items()
    creatures: dict[str, Any] = {back[key]: words}
    if key == "not_types":
        creatures["types"] = [*words, "creature"]
    elif key != "not_kinds":
        creatures["types"] = ["creature"]
    return {**forbids, "except": creatures}


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
    mixed = _mixed(item, after)
    if mixed is not None:
        return mixed
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


def _mixed(item: dict[str, Any], after: dict[str, Any] | None) -> dict[str, Any] | None:
    """A change by X of one value and by a number of the other: "+X/+1"."""
    if after is None or item["gives"] != "get":
        return None
    looked_up = [part for part in (item, after) if isinstance(part["amount"], dict)]
    if len(looked_up) != 1:
        return None
    (by_x,) = looked_up
    fixed = after if by_x is item else item
    each = {key: entry for key, entry in by_x["amount"].items() if key != "times"}
    times = by_x["amount"].get("times", 1)
    change = {"value": by_x["value"], "x": times, "plus": fixed["amount"]}
    return {"gives": "pt", "change": change, "each": each}
