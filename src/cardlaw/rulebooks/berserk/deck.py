"""Building a deck (chapter 100): its size, and the copies of a card."""

from __future__ import annotations

import re

from cardlaw.cards.record import CardRecord
from cardlaw.kernel.deck import DeckList, copies_by_name, count, known
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.rulebooks.berserk.faces import BerserkFace

CONSTRUCTED, LIMITED = "constructed", "limited"
FORMATS: dict[str, tuple[str, ...]] = {
    CONSTRUCTED: ("BE09 100.2b", "BE09 100.3"),
    LIMITED: ("BE09 100.3",),
}
FEWEST = {CONSTRUCTED: 30, LIMITED: 20}
MOST_CARDS = 50
MOST_COPIES = 3
MOST_COPIES_OF_A_HORDE = 5
#: the named ability as texts have it
_HORDE = ("horde", "орда")


@rules("BE09 100.2b", "BE09 100.3")
def may_be_played(deck: DeckList, form: str) -> Findings:
    """The breaches of building a deck."""
    number = count(deck.main)
    if number < FEWEST[form]:
        yield Breach("deck-too-small", "BE09 100.3", (number, FEWEST[form]))
    elif form == CONSTRUCTED and number > MOST_CARDS:
        yield Breach("deck-too-large", "BE09 100.3", (number, MOST_CARDS))
    else:
        yield Ground("deck-of-right-size", "BE09 100.3", (number,))
    if form == CONSTRUCTED:
        yield from copies(deck)


def printed_name(card: BerserkFace | CardRecord) -> str:
    """The name printed on a shipped card, or on one that the user wrote."""
    return card.printed if isinstance(card, BerserkFace) else card.name


def is_a_horde(card: BerserkFace | CardRecord) -> bool:
    """Whether a card is a horde, in its card data or by a word of its own text."""
    if isinstance(card, BerserkFace):
        return "horde" in card.sheet.char.keywords
    words = re.split(r"[,.\n]", card.oracle_text.casefold())
    return any(word.strip() in _HORDE for word in words)


@rules("BE09 100.2b")
def copies(deck: DeckList) -> Findings:
    """The breaches of having too many copies of a card."""
    printed = tuple(each._replace(name=printed_name(each.card)) for each in known(deck.everything))
    cards = {each.name: each.card for each in printed}
    for name, number in copies_by_name(printed).items():
        most = MOST_COPIES_OF_A_HORDE if is_a_horde(cards[name]) else MOST_COPIES
        if number > most:
            yield Breach("too-many-copies", "BE09 100.2b", (name, number, most))
