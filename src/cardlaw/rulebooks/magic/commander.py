"""Building a deck for Commander (CR 903.3 to 903.5), with two commanders by CR 702.124."""

from __future__ import annotations

import re

from cardlaw.kernel.deck import DeckList, Listed, copies_by_name, count, known
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.rulebooks.magic.building import ANY_NUMBER, MOST_COPIES, Built, built, most_copies
from cardlaw.rulebooks.magic.subtypes import LAND_TYPES

COMMANDER = "commander"
RULES = ("CR 903.3", "CR 903.5a", "CR 903.5b", "CR 903.5c", "CR 903.5d", "CR 903.5e", "CR 100.6")
SIZE = 100
MOST_COMMANDERS = 2
_LANDS = {kind.lower(): colour for kind, colour in LAND_TYPES.items()}

_MAY_LEAD = re.compile(r"\bcan be your commander\b", re.IGNORECASE)
_PARTNER = re.compile(
    r"^(partner with [^(\n]+|partner ?[—–-] ?[^(\n]+|partner|friends forever|choose a background"
    r"|doctor['’]s companion)(?=\s*(?:\(|$|,))",
    re.IGNORECASE | re.MULTILINE,
)


def may_be_played(deck: DeckList) -> Findings:
    """The breaches of building a deck for Commander, besides those of any deck."""
    yield from leaders(deck.commander)
    yield from size(deck)
    yield from single(deck)
    if known(deck.commander):
        yield from colours(deck)
    number = count(deck.sideboard)
    if number:
        yield from no_sideboard(number)


@rules("CR 903.5a")
def size(deck: DeckList) -> Findings:
    """The breach of a deck that has not a hundred cards with its commander."""
    number = count(deck.main) + count(deck.commander)
    if number < SIZE:
        yield Breach("deck-too-small", "CR 903.5a", (number, SIZE))
    elif number > SIZE:
        yield Breach("deck-too-large", "CR 903.5a", (number, SIZE))
    else:
        yield Ground("deck-large-enough", "CR 903.5a", (number, SIZE))


@rules("CR 903.5e")
def no_sideboard(number: int) -> Findings:
    """The breach of having a sideboard at all."""
    yield Breach("no-sideboard", "CR 903.5e", (number,))


@rules("CR 903.5b", "CR 101.1")
def single(deck: DeckList) -> Findings:
    """The breaches of having a card twice, unless it is a basic land or says otherwise."""
    whole = known((*deck.main, *deck.commander))
    cards = {listed.name: built(listed.card) for listed in whole}
    for name, number in copies_by_name(whole).items():
        most = most_copies(cards[name])
        if most == ANY_NUMBER:
            continue
        if most != MOST_COPIES and number > most:
            yield Breach("more-than-it-says", "CR 101.1", (name, number, most))
        elif most == MOST_COPIES and number > 1:
            yield Breach("too-many-copies", "CR 903.5b", (name, number, 1))


# -- who leads -------------------------------------------------------------------------------------


@rules("CR 903.3", "CR 903.3a", "CR 702.124a")
def leaders(section: tuple[Listed, ...]) -> Findings:
    """The breaches of the cards that are named as commander."""
    number = count(section)
    if not number:
        yield Breach("no-commander", "CR 903.3")
        return
    cards = {listed.name: built(listed.card) for listed in known(section)}
    for name, card in cards.items():
        if not may_lead(card) and not _is_background(card):
            yield Breach("no-leader", "CR 903.3", (name,))
    if number > MOST_COMMANDERS:
        yield Breach("too-many-commanders", "CR 702.124a", (number, MOST_COMMANDERS))
    elif number == MOST_COMMANDERS and len(cards) == MOST_COMMANDERS:
        (one, first), (two, second) = cards.items()
        if not partners(one, first, two, second):
            yield Breach("no-partners", "CR 702.124a", (one, two))
    elif len(cards) == 1:
        ((name, card),) = cards.items()
        if _is_background(card) and not may_lead(card):
            yield Breach("no-leader", "CR 903.3", (name,))


def may_lead(card: Built) -> bool:
    """Whether a card may be a commander: a legendary creature and the like, or by its own text."""
    if _MAY_LEAD.search(card.text):
        return True
    kinds = card.types & {"creature", "vehicle"} or (card.types & {"spacecraft"} and card.has_power)
    return "legendary" in card.supertypes and bool(kinds)


def _is_background(card: Built) -> bool:
    return "legendary" in card.supertypes and "background" in card.types


@rules("CR 702.124f", "CR 702.124h", "CR 702.124i", "CR 702.124j", "CR 702.124k", "CR 702.124m")
def partners(one: str, first: Built, two: str, second: Built) -> bool:
    """Whether two cards may be commanders together: by one and the same partner ability."""
    return _leads_with(one, first, two, second) or _leads_with(two, second, one, first)


def _leads_with(own: str, card: Built, name: str, other: Built) -> bool:
    words, others = _partner_words(card), _partner_words(other)
    for word in words:
        if word == "choose a background":
            if _is_background(other):
                return True
        elif word == "doctor's companion":
            kinds = other.types - {"creature", "time", "lord", "doctor"}
            if {"time", "lord", "doctor", "creature"} <= other.types and not kinds:
                return True
        elif word.startswith("partner with "):
            back = f"partner with {own.lower()}"
            if word == f"partner with {name.lower()}" and back in others:
                return True
        elif word in others:
            return True
    return False


def _partner_words(card: Built) -> list[str]:
    found = (match[1].strip().lower().replace("’", "'") for match in _PARTNER.finditer(card.text))
    return [re.sub(r"\s*[—–-]\s*", "-", word) if "with" not in word else word for word in found]


# -- colours ---------------------------------------------------------------------------------------


@rules("CR 903.4", "CR 903.5c", "CR 903.5d", "CR 702.124c")
def colours(deck: DeckList) -> Findings:
    """The breaches of cards with a colour that no commander has in its colour identity."""
    leading = frozenset(
        colour for listed in known(deck.commander) for colour in built(listed.card).identity
    )
    seen: set[str] = set()
    for listed in known(deck.main):
        card = built(listed.card)
        if listed.name in seen:
            continue
        seen.add(listed.name)
        outside = card.identity - leading
        lands = frozenset(_LANDS[kind] for kind in sorted(card.types & set(_LANDS)))
        if outside:
            yield Breach("outside-identity", "CR 903.5c", (listed.name, _shown(outside)))
        elif lands - leading:
            yield Breach("outside-identity", "CR 903.5d", (listed.name, _shown(lands - leading)))


def _shown(found: frozenset[str]) -> str:
    return "".join(f"{{{letter}}}" for letter in "WUBRG" if letter in found)
