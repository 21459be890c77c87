"""Building a deck (CR 100.2 to 100.6): its size, the copies of a card, the sideboard."""

from __future__ import annotations

from cardlaw.kernel.deck import DeckList, Listed, copies_by_name, count, known
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.rulebooks.magic import commander
from cardlaw.rulebooks.magic.building import ANY_NUMBER, MOST_COPIES, built, most_copies
from cardlaw.rulebooks.magic.commander import COMMANDER

CONSTRUCTED, LIMITED = "constructed", "limited"
#: organised formats of constructed play; which cards they let in stands in the user's data
SANCTIONED = (
    "standard", "pioneer", "modern", "legacy", "vintage", "pauper", "historic", "timeless",
    "alchemy", "premodern", "oldschool", "penny", "future",
)  # fmt: skip
_BUILT = ("CR 100.2a", "CR 100.4a", "CR 100.5")
FORMATS: dict[str, tuple[str, ...]] = {
    CONSTRUCTED: _BUILT,
    LIMITED: ("CR 100.2b", "CR 100.4b", "CR 100.5"),
    COMMANDER: commander.RULES,
    **dict.fromkeys(SANCTIONED, (*_BUILT, "CR 100.6")),
}
FEWEST, FEWEST_LIMITED = 60, 40
MOST_IN_SIDEBOARD = 15
#: so many names stand in one message
MOST_NAMED = 6
#: types that stand only on cards which are in nobody's deck
NONTRADITIONAL = frozenset(
    ["attraction", "dungeon", "emblem", "phenomenon", "plane", "scheme", "stickers", "vanguard"]
)
CONSPIRACY = "conspiracy"


def may_be_played(deck: DeckList, form: str) -> Findings:
    """The breaches of building a deck for a format."""
    yield from traditional(deck)
    if form == LIMITED:
        yield from size(deck, FEWEST_LIMITED, "CR 100.2b")
        return
    if form == COMMANDER:
        yield from commander.may_be_played(deck)
        yield from standing(deck, form)
        return
    yield from size(deck, FEWEST, "CR 100.2a")
    yield from copies(deck)
    yield from sideboard(deck)
    if form in SANCTIONED:
        yield from standing(deck, form)


@rules("CR 100.2a", "CR 100.2b", "CR 100.4b", "CR 100.5")
def size(deck: DeckList, least: int, rule: str) -> Findings:
    """The breach of a deck that is too small; none is too large."""
    number = count(deck.main)
    if number < least:
        yield Breach("deck-too-small", rule, (number, least))
    else:
        yield Ground("deck-large-enough", rule, (number, least))


@rules("CR 108.2a", "CR 315.3")
def traditional(deck: DeckList) -> Findings:
    """The breaches of cards that are in nobody's deck."""
    for listed in known((*deck.main, *deck.commander)):
        if CONSPIRACY in built(listed.card).types:
            yield Breach("not-a-deck-card", "CR 315.3", (listed.name, CONSPIRACY))
    for listed in known(deck.everything):
        kinds = sorted(built(listed.card).types & NONTRADITIONAL)
        if kinds:
            yield Breach("not-a-deck-card", "CR 108.2a", (listed.name, kinds[0]))


@rules("CR 100.2a", "CR 100.4a", "CR 101.1")
def copies(deck: DeckList) -> Findings:
    """The breaches of having too many copies, in the deck alone or together with the sideboard."""
    cards = {listed.name: built(listed.card) for listed in known(deck.everything)}
    main = copies_by_name(deck.main)
    for name, number in copies_by_name(known(deck.everything)).items():
        most = most_copies(cards[name])
        if most == ANY_NUMBER or number <= most:
            continue
        if most != MOST_COPIES:
            yield Breach("more-than-it-says", "CR 101.1", (name, number, most))
        elif main.get(name, 0) > most:
            yield Breach("too-many-copies", "CR 100.2a", (name, main[name], most))
        else:
            yield Breach("too-many-with-sideboard", "CR 100.4a", (name, number, most))


@rules("CR 100.4", "CR 100.4a")
def sideboard(deck: DeckList) -> Findings:
    """The breach of a sideboard that is too large."""
    number = count(deck.sideboard)
    if number > MOST_IN_SIDEBOARD:
        yield Breach("sideboard-too-large", "CR 100.4a", (number, MOST_IN_SIDEBOARD))
    elif number:
        yield Ground("sideboard-small-enough", "CR 100.4a", (number, MOST_IN_SIDEBOARD))


@rules("CR 100.6")
def standing(deck: DeckList, form: str) -> Findings:
    """The breaches of a format's own list of cards, where one is known."""
    first: dict[str, Listed] = {}
    for listed in deck.everything:
        first.setdefault(listed.name, listed)
    for name, number in copies_by_name(deck.everything).items():
        word = first[name].standing
        if word == "banned":
            yield Breach("banned", "CR 100.6", (name, form))
        elif word == "not_legal":
            yield Breach("not-in-format", "CR 100.6", (name, form))
        elif word == "restricted" and number > 1:
            yield Breach("restricted", "CR 100.6", (name, number, form))
    untold = [name for name, listed in first.items() if not listed.standing and listed.card]
    if untold:
        yield Ground("standing-untold", "CR 100.6", (len(untold), _few(untold), form))


def _few(names: list[str]) -> str:
    """Names for a message: the first ones of many."""
    return ", ".join(names[:MOST_NAMED]) + (" ..." if len(names) > MOST_NAMED else "")
