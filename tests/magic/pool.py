"""Cards that are Full, for decks: the package's, those of the example texts, a sample of real ones.

Real cards are read from the card data beside the repository, where those are; a clean clone plays
with the others alone.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from functools import lru_cache
from pathlib import Path

from tests.library.test_ratchet import DATA, record

from cardlaw.cards.record import CardRecord
from cardlaw.kernel.choice import mix
from cardlaw.library.cache import Readings
from cardlaw.library.support import Level, support
from cardlaw.library.texts import texts_of
from cardlaw.rulebooks import magic
from cardlaw.rulebooks.magic.face import Face

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "tests" / "cards" / "texts.toml"
#: readings are kept between runs, so that real cards cost their time once
KEPT = ROOT / ".pytest_cache" / "readings"
#: of the real cards, each one of so many
STEP = 97
SPELLS, LANDS = 36, 24

PIPS = ("{W}", "{U}", "{B}", "{R}", "{G}")
BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}


def own_records() -> list[CardRecord]:
    """A card for each example text: its kind is what the text asks for."""
    found = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    lines = [(start, text) for start, texts in found.items() for text in texts]
    return [_card(number, start, text) for number, (start, text) in enumerate(lines)]


def _card(number: int, start: str, text: str) -> CardRecord:
    name = f"Example {number}"
    cost = PIPS[number % 5] if number % 3 else f"{{{number % 4}}}"
    said = text.replace("~", name)
    kind, size = _kind(number, start, text.lower())
    if "Equipment" in kind and "Equip {" not in said:
        said += "\nEquip {1}"
    if "Aura" in kind and not said.startswith("Enchant "):
        said = f"Enchant creature\n{said}"
    return CardRecord(
        name=name,
        mana_cost=cost,
        type_line=kind,
        oracle_text=said,
        power=size[:1] or None,
        toughness=size[1:] or None,
    )


def _kind(number: int, start: str, text: str) -> tuple[str, str]:
    """The types that a text asks for, and the power and toughness of a creature in two letters."""
    if start == "spell":
        return ("Instant" if number % 2 else "Sorcery"), ""
    if "equip" in text or "living weapon" in text:
        return "Artifact \u2014 Equipment", ""
    if "enchant" in text:
        return "Enchantment \u2014 Aura", ""
    counted = "power and toughness are each equal" in text
    size = "**" if counted else f"{1 + number % 3}{1 + number % 4}"
    return "Artifact Creature \u2014 Knight", size


def real_records() -> list[CardRecord]:
    """Each ``STEP``th of the real cards; none in a clone without the data."""
    if DATA is None:
        return []
    with gzip.open(DATA / "oracle.json.gz") as file:
        return [record(entry) for entry in json.load(file)[::STEP]]


@lru_cache(maxsize=1)
def full_faces() -> tuple[Face, ...]:
    """The Full cards that are no basic lands, in a fixed order."""
    found: list[Face] = [face for face in magic.BOOK.library().values() if not face.token]
    with Readings(texts_of("magic"), KEPT) as readings:
        for card in (*own_records(), *real_records()):
            known = support(card, readings)
            if known.level is Level.FULL:
                found.append(known.face)
    return tuple(face for face in found if "basic" not in face.supertypes)


@lru_cache(maxsize=16)
def playable(colors: str) -> tuple[Face, ...]:
    """The Full cards that lands of these colours pay for."""
    others = set("WUBRG") - set(colors)
    return tuple(face for face in full_faces() if not others & set(face.cost))


def deck(seed: int) -> list[Face]:
    """Sixty cards of two colours that a seed stands for."""
    lands = sorted(BASICS)
    pair = (mix(seed, 0) % 5, mix(seed, 1) % 4)
    colors = [lands[pair[0]], lands[(pair[0] + 1 + pair[1]) % 5]]
    faces = playable("".join(sorted(colors)))
    library = magic.BOOK.library()
    return [
        *(faces[mix(seed, 2 + n) % len(faces)] for n in range(SPELLS)),
        *(library[BASICS[colors[n % 2]]] for n in range(LANDS)),
    ]
