"""Files of cards of our own making, in each form that is read."""

import gzip
import json
from pathlib import Path
from typing import Any

LEGAL = {"modern": "legal", "legacy": "banned", "vintage": "restricted"}

ONE: dict[str, Any] = {
    "object": "card",
    "name": "Copper Hound",
    "mana_cost": "{2}",
    "type_line": "Artifact Creature — Hound",
    "oracle_text": "Vigilance",
    "power": "2",
    "toughness": "1",
    "colors": [],
    "keywords": ["Vigilance"],
    "layout": "normal",
    "legalities": LEGAL,
    "set": "tst",
    "collector_number": "7",
    "image_uris": {"small": "x", "odd": 'a"]}{[\\'},
}
TWO: dict[str, Any] = {
    "object": "card",
    "name": "Dawn Page // Dusk Knight",
    "layout": "transform",
    "set": "tst",
    "collector_number": "8",
    "keywords": ["Transform"],
    "legalities": LEGAL,
    "card_faces": [
        {
            "name": "Dawn Page",
            "mana_cost": "{W}",
            "type_line": "Creature — Human",
            "oracle_text": "At dusk, she turns.",
            "power": "1",
            "toughness": "1",
            "colors": ["W"],
        },
        {
            "name": "Dusk Knight",
            "mana_cost": "",
            "type_line": "Creature — Human Knight",
            "oracle_text": "Menace",
            "power": "3",
            "toughness": "*",
            "colors": ["B"],
            "color_indicator": ["B"],
        },
    ],
}
SPLIT: dict[str, Any] = {
    "object": "card",
    "name": "Lift // Drop",
    "layout": "split",
    "card_faces": [
        {"name": "Lift", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": "Lift it."},
        {"name": "Drop", "mana_cost": "{R}", "type_line": "Sorcery", "oracle_text": "Drop it."},
    ],
}
BOTH_SIDES: dict[str, Any] = {
    "object": "card",
    "name": "Glass Ox // Glass Ox",
    "layout": "reversible_card",
    "card_faces": [
        {"name": "Glass Ox", "layout": "normal", "type_line": "Creature — Ox", "power": "4"},
        {"name": "Glass Ox", "layout": "normal", "type_line": "Creature — Ox", "power": "4"},
    ],
}
TOKEN: dict[str, Any] = {"object": "card", "name": "Spark", "layout": "token"}
PICTURE: dict[str, Any] = {"object": "card", "name": "Copper Hound", "layout": "art_series"}
NAMELESS: dict[str, Any] = {"object": "card", "name": " "}
NUMERIC: dict[str, Any] = {"object": "card", "name": "Odd Hound", "power": 2}

SCRYFALL = [ONE, TWO, SPLIT, BOTH_SIDES, TOKEN, PICTURE, NAMELESS, NUMERIC]


def other(card: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A card with other values."""
    return {**card, **fields}


def many(number: int) -> list[dict[str, Any]]:
    """So many different cards."""
    return [other(ONE, name=f"Hound {n:05}", collector_number=str(n)) for n in range(number)]


def _json(name: str, side: str, face: str, **more: Any) -> dict[str, Any]:
    data = {
        "name": name,
        "type": "Creature — Human",
        "text": "Menace",
        "manaCost": "{W}",
        "colors": ["W"],
        "layout": "transform" if side else "normal",
        "legalities": {"modern": "Legal", "legacy": "Banned"},
        "availability": ["paper"],
        "purchaseUrls": {},
        **more,
    }
    return {**data, "side": side, "faceName": face} if side else data


def printed(name: str, side: str, face: str, number: str, **more: Any) -> dict[str, Any]:
    """A card of a set of MTGJSON."""
    return _json(name, side, face, number=number, setCode="TST", **more)


PAGE = "Dawn Page // Dusk Knight"
ATOMIC = {
    "meta": {"date": "2026-01-01", "version": "5"},
    "data": {
        "Copper Hound": [_json("Copper Hound", "", "")],
        PAGE: [_json(PAGE, "a", "Dawn Page"), _json(PAGE, "b", "Dusk Knight", text="Flying")],
    },
}
ONE_SET: dict[str, Any] = {
    "meta": {"date": "2026-01-01", "version": "5"},
    "data": {
        "baseSetSize": 3,
        "booster": {"draft": {"sheets": {"common": {"cards": {"uuid": 1}}}}},
        "cards": [
            printed(PAGE, "b", "Dusk Knight", "8", text="Flying"),
            printed("Copper Hound", "", "", "7"),
            printed(PAGE, "a", "Dawn Page", "8"),
        ],
        "code": "TST",
        "tokens": [{"name": "Spark", "text": None}],
    },
}
ALL_SETS = {"meta": {}, "data": {"TST": ONE_SET["data"], "NUL": {"cards": [], "code": "NUL"}}}

PLAIN = [
    {
        "name": "Copper Hound",
        "type_line": "Artifact Creature — Hound",
        "power": "2",
        "sets": ["TST"],
    },
    {"name": "Dusk Knight", "layout": "transform", "face": "back", "front": "Dawn Page"},
    {"name": PAGE, "layout": "transform", "back": "Dusk Knight", "type_line": "Creature — Human"},
    {"name": "Lift // Drop", "layout": "split", "type_line": "Instant", "mana_cost": "{U}"},
]


def write(path: Path, data: Any, packed: bool = False) -> Path:
    """A JSON file."""
    raw = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    path.write_bytes(gzip.compress(raw) if packed else raw)
    return path
