"""Building a deck (chapter 101): its size, and the copies of a card."""

from __future__ import annotations

from cardlaw.cards.record import CardRecord
from cardlaw.kernel.deck import DeckList, copies_by_name, count, known
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.rulebooks.vs.faces import ARMY, Face

CONSTRUCTED, LIMITED = "constructed", "limited"
FORMATS: dict[str, tuple[str, ...]] = {CONSTRUCTED: ("VS 101",), LIMITED: ("VS 101",)}
FEWEST = {CONSTRUCTED: 60, LIMITED: 30}
MOST_COPIES = 4


@rules("VS 101")
def may_be_played(deck: DeckList, form: str) -> Findings:
    """The breaches of building a deck."""
    number = count(deck.main)
    if number < FEWEST[form]:
        yield Breach("deck-too-small", "VS 101", (number, FEWEST[form]))
    else:
        yield Ground("deck-large-enough", "VS 101", (number, FEWEST[form]))
    if form == CONSTRUCTED:
        yield from copies(deck)


def version_of(card: Face | CardRecord) -> str:
    """The version of a shipped card, or of one that the user wrote."""
    return card.version if isinstance(card, Face) else str(card.printed.get("version", ""))


def has_keyword(card: Face | CardRecord, name: str) -> bool:
    """Whether a card has a keyword, in its card data or on a line of its own text."""
    if isinstance(card, Face):
        return card.keyword(name) is not None
    return name in (line.strip().rstrip(".").lower() for line in card.oracle_text.splitlines())


@rules("VS 101", "VS 202", "VS 513.3c", "VS 701")
def copies(deck: DeckList) -> Findings:
    """The breaches of having too many copies; another version is another card."""
    cards = {listed.name: listed.card for listed in known(deck.everything)}
    for name, number in copies_by_name(known(deck.everything)).items():
        if number > 1 and has_keyword(cards[name], "insanity"):
            yield Breach("too-many-copies", "VS 701", (name, number, 1))
        elif number > MOST_COPIES and version_of(cards[name]) != ARMY:
            yield Breach("too-many-copies", "VS 101", (name, number, MOST_COPIES))
