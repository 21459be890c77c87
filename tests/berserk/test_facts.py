"""The published cards are as the facts say: names, types, numbers, classes, their sets."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardlaw.rulebooks.berserk import BOOK
from cardlaw.rulebooks.berserk.faces import BerserkFace

LIBRARY = BOOK.library()
ROOT = Path(__file__).resolve().parents[2]
WAR = "War of the Elements (2023)"
EQUIPMENT_CLASSES = {"Weapon": "weapon", "Armor": "armor", "Shield": "shield", "Potion": "potion"}


def source_of(row: dict[str, Any]) -> str:
    """The set of a row of facts in English."""
    _, series, number = row["set"].rpartition("series ")
    return f"Berserk: Rebirth (online), {series}{number}" if series else WAR


def face_of(row: dict[str, Any]) -> BerserkFace:
    """The face of a row of facts; of two sets with one name the later carries its year."""
    face = LIBRARY[row["name_en"]]
    return face if face.source == source_of(row) else LIBRARY[f"{row['name_en']} (2023)"]


def classes_of(row: dict[str, Any]) -> tuple[str, ...]:
    """The classes of a row of facts; of a terrain, what sort of land it is."""
    if row["type"] == "terrain":
        tags = [a["value"] for a in row["abilities"] if a["keyword"] == "tag"]
        return tuple(word for tag in tags for word in tag.split())
    words = [word.strip() for word in (row["class"] or "").split(",") if word]
    if row["type"] == "equipment":
        return tuple(EQUIPMENT_CLASSES[word.split()[0]] for word in words)
    return tuple(words)


@pytest.fixture(scope="module")
def facts(shared: Path) -> list[dict[str, Any]]:
    """The rows of facts; they stand beside the repository, not in it."""
    rows: list[dict[str, Any]] = json.loads((shared / "cards" / "berserk.json").read_text("utf-8"))
    return rows


def test_every_published_card_is_there_once(facts: list[dict[str, Any]]) -> None:
    named = [face_of(row).name for row in facts]
    assert len(set(named)) == len(facts)
    assert {face.name for face in LIBRARY.values() if not face.own_design} == set(named)


def test_the_data_equal_the_published_facts(facts: list[dict[str, Any]]) -> None:
    wrong = []
    for row in facts:
        face = face_of(row)
        told = (
            face.name_ru.removesuffix(" (2023)"), face.type, face.subtype or None,
            face.element, face.cost, face.crystal, face.life or None, face.movement or None,
            list(face.strike) if face.type == "creature" else None, face.unique,
            face.source, face.classes,
        )  # fmt: skip
        fact = (
            row["name_ru"], row["type"], row["subtype"], row["element"].lower(), row["cost"],
            row["crystal"], row["life"], row["move"], row["hit"], bool(row["unique"]),
            source_of(row), classes_of(row),
        )  # fmt: skip
        if told != fact:
            wrong.append((face.name, told, fact))
    assert wrong == []


def test_an_unknown_class_stays_unknown(facts: list[dict[str, Any]]) -> None:
    for row in facts:
        unknown = row["type"] == "creature" and row["class"] is None
        assert face_of(row).unknown == (("class",) if unknown else ()), row["name_en"]


def listed() -> str:
    """The table of equipment, terrains and artifacts with the clauses that are missing."""
    kinds = ("equipment", "terrain", "artifact")
    rows = [
        f"| {face.name} | {face.type} | {'; '.join(face.missing)} |"
        for kind in kinds
        for face in LIBRARY.values()
        if face.type == kind and face.missing
    ]
    return "\n".join(["| card | type | what is missing |", "|---|---|---|", *rows])


def test_what_is_missing_of_equipment_terrains_and_artifacts_is_listed() -> None:
    text = (ROOT / "docs" / "rulebooks" / "berserk.md").read_text(encoding="utf-8")
    assert listed() in text
