"""How many real cards are Full: the counts may only grow. Skipped where the card data are not."""

from __future__ import annotations

import gzip
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cardlaw.cards.record import CardRecord
from cardlaw.library.cache import Readings
from cardlaw.library.coverage import Coverage, coverage
from cardlaw.library.texts import texts_of

ROOT = Path(__file__).resolve().parents[2]
DATA = next(
    (p / "shared" / "magic" for p in ROOT.parents if (p / "shared" / "magic").is_dir()), None
)
RATCHET = tomllib.loads(Path(__file__).with_name("ratchet.toml").read_text(encoding="utf-8"))
needs_data = pytest.mark.skipif(DATA is None, reason="the card data are not beside the repository")


def record(entry: dict[str, Any]) -> CardRecord:
    return CardRecord(
        name=entry["name"],
        mana_cost=entry["mana_cost"] or "",
        type_line=entry["type_line"],
        oracle_text=entry["oracle_text"] or "",
        power=entry["power"],
        toughness=entry["toughness"],
        loyalty=entry["loyalty"],
        colors=tuple(entry["colors"] or ()),
        layout=entry["layout"],
    )


def count(entries: list[dict[str, Any]], folder: Path) -> Coverage:
    with Readings(texts_of("magic"), folder) as readings:
        return coverage(map(record, entries), readings)


@needs_data
def test_equipment(tmp_path: Path) -> None:
    assert DATA is not None
    entries = json.loads((DATA / "equipment.json").read_text(encoding="utf-8"))
    found = count(entries, tmp_path)
    assert not found.two_readings
    assert found.full >= RATCHET["equipment"]["full"], found.full


@needs_data
def test_a_sample_of_all_cards(tmp_path: Path) -> None:
    assert DATA is not None
    with gzip.open(DATA / "oracle.json.gz") as file:
        entries = json.load(file)[:: RATCHET["sample"]["step"]]
    found = count(entries, tmp_path)
    assert len(entries) > 2000
    assert not found.two_readings
    assert found.full >= RATCHET["sample"]["full"], found.full
