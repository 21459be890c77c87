"""Beginning a game: decks shipped, pasted or uploaded, checked with every breach, and dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardlaw import rulebooks
from cardlaw.collection import CardFault, CardLibrary, Checked, Store, check_deck
from cardlaw.collection.decks.reading import read_deck_bytes
from cardlaw.collection.words import tongue
from cardlaw.front import rules_of
from cardlaw.front.decks import faces_of
from cardlaw.judge.faults import sentence
from cardlaw.judge.telling import Speaker
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.law import CardNotSupported
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.table.errands import Deal, Dealt, DeckChoice
from cardlaw.table.sitting import begin
from cardlaw.table.words import table_words

#: what a pasted list is called in messages
PASTED = "deck"


class DeckRefused(ValueError):
    """A deck with which no game is begun; ``faults`` are all the reasons, a sentence each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def deal(errand: Deal) -> Dealt:
    """A new table, or everything that is wrong with its decks."""
    book = rulebooks.find(errand.game)
    words = tongue(errand.language, book.key)
    decks: list[Sequence[Any]] = []
    faults: tuple[list[str], list[str]] = ([], [])
    for place, choice in enumerate(errand.decks):
        try:
            decks.append(_cards(book, choice, place, words))
        except DeckRefused as refused:
            faults[place].extend(refused.faults)
    if any(faults):
        return Dealt(faults=faults)
    game = rules_of(book.key).new_game((decks[0], decks[1]), errand.seed)
    start, lines = begin(game, errand.seats, errand.secret, errand.seed, errand.shared)
    return Dealt(start=start, lines=lines)


def _cards(book: Rulebook, choice: DeckChoice, place: int, words: Tongue) -> Sequence[Any]:
    """The cards of a deck. DeckRefused with every reason."""
    if choice.listed:
        return _listed(book, choice, words)
    shipped = book.decks()
    name = choice.name or list(shipped)[place % len(shipped)]
    if name not in shipped:
        known = ", ".join(shipped)
        raise DeckRefused([table_words(words.language).text("no-deck", name=name, known=known)])
    return list(shipped[name])


def _listed(book: Rulebook, choice: DeckChoice, words: Tongue) -> Sequence[Any]:
    """The faces of a deck list, checked as ``cardlaw deck check`` does."""
    store = None
    try:
        deck = read_deck_bytes(choice.listed, choice.name or PASTED)
        store = Store.existing(game=book.key)
        checked = check_deck(deck, CardLibrary(book, store))
    except CardFault as fault:
        raise DeckRefused([sentence(fault.told(words))]) from None
    finally:
        if store is not None:
            store.close()
    faults = list(_faults(book, checked, words))
    if faults:
        raise DeckRefused(faults)
    try:
        return faces_of(book, deck)
    except (CardNotSupported, ValueError) as error:
        raise DeckRefused([sentence(str(error))]) from None


def _faults(book: Rulebook, checked: Checked, words: Tongue) -> Iterator[str]:
    for line in checked.unknown:
        key = "line-unknown" if line.entry.line else "card-unknown"
        text = sentence(words.text(key, line=line.entry.line, name=line.entry.name))
        near = ", ".join(line.match.near)
        yield f"{text} {sentence(words.text('mend.near', near=near))}" if near else text
    speaker = Speaker(book, words)
    for breach in checked.ruling.breaches:
        reason = sentence(speaker.finding(breach)).rstrip(".")
        yield f"{reason} ({breach.rule}). {speaker.remedy(breach)}".rstrip()
