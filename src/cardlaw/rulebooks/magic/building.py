"""What building a deck asks of a card (CR 100.2a, 101.1, 903.4)."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from cardlaw.cards.record import CardRecord
from cardlaw.kernel.law import rules
from cardlaw.rulebooks.magic.face import Face

MOST_COPIES = 4
ANY_NUMBER = -1
SUPERTYPES = frozenset(("basic", "legendary", "ongoing", "snow", "world"))

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen",
)  # fmt: skip
#: a card's own limit, whoever it names: only the card itself has such a line
_LIMIT = re.compile(
    r"(?:^|\n)(?:a|your) deck can have (?:any number of cards named |up to (\w+) cards named "
    r"|only (\w+) (?:card|copy))",
    re.IGNORECASE,
)
_REMINDER = re.compile(r"\([^()]*\)")
_SYMBOL = re.compile(r"\{([^{}]*)\}")
_ALL_COLOURS = re.compile(r"^[^\n.]*\bis all colors\b", re.IGNORECASE | re.MULTILINE)


class Built(NamedTuple):
    """What building a deck asks of a card."""

    #: card types and subtypes of the front face, in small letters
    types: frozenset[str]
    supertypes: frozenset[str]
    text: str
    has_power: bool
    #: the colour identity: letters of colours
    identity: frozenset[str]

    @property
    def basic(self) -> bool:
        """Whether it is a basic land card."""
        return "basic" in self.supertypes and "land" in self.types


def built(card: object) -> Built:
    """What building a deck asks of a printed face, or of a record of a card."""
    if isinstance(card, CardRecord):
        first, _, rest = card.type_line.partition("—")
        words = frozenset(first.lower().split())
        return Built(
            types=words - SUPERTYPES | frozenset(rest.lower().split()),
            supertypes=words & SUPERTYPES,
            text=card.oracle_text,
            has_power=bool(card.power),
            identity=_identity_of_record(card),
        )
    assert isinstance(card, Face)
    return Built(
        types=frozenset(word.lower() for word in (*card.types, *card.subtypes)),
        supertypes=frozenset(card.supertypes),
        text=card.text,
        has_power=card.power is not None,
        identity=_identity_of_face(card),
    )


@rules("CR 100.2a", "CR 101.1")
def most_copies(card: Built) -> int:
    """How many copies a deck may hold: four, any number, or what the card itself says."""
    if card.basic:
        return ANY_NUMBER
    found = _LIMIT.search(card.text)
    if found is None:
        return MOST_COPIES
    word = found[1] or found[2]
    if not word:
        return ANY_NUMBER
    return _NUMBERS.index(word.lower()) if word.lower() in _NUMBERS else MOST_COPIES


@rules("CR 903.4")
def _symbols(text: str) -> frozenset[str]:
    """The colours of the mana symbols in a text, reminders left out."""
    bare = _REMINDER.sub("", text)
    found = {letter for symbol in _SYMBOL.findall(bare) for letter in symbol.split("/")}
    return frozenset(found & set("WUBRG"))


@rules("CR 903.4")
def _identity_of_record(card: CardRecord) -> frozenset[str]:
    found = frozenset("WUBRG") if _ALL_COLOURS.search(card.oracle_text) else frozenset()
    for face in (card, *card.other_faces):
        found |= _symbols(f"{face.mana_cost}\n{face.oracle_text}") | set(face.color_indicator)
    return found


@rules("CR 903.4")
def _identity_of_face(card: Face) -> frozenset[str]:
    abilities = msgspec.json.encode(card.abilities).decode()
    return _symbols(card.cost) | _symbols(card.text) | _in_nodes(abilities)


def _in_nodes(text: str) -> frozenset[str]:
    """The colours of the costs and mana of ability nodes, where symbols stand in strings."""
    found = re.findall(r'"((?:\{[^{}"]*\})+)', text)
    return frozenset(letter for symbols in found for letter in _symbols(symbols))
