"""VS 101: building a deck."""

import pytest

from cardlaw.cards.nodes import Keyword
from cardlaw.kernel.deck import DeckList, Listed, deck_list
from cardlaw.rulebooks.vs import BOOK
from cardlaw.rulebooks.vs.faces import Face

FILLER = [Face(f"Filler {n}", "character", version="Test") for n in range(15)]
OLD = Face("Guard", "character", version="Old Guard")
NEW = Face("Guard", "character", version="New Guard")
ARMY = Face("Guard", "character", version="Army")


def breaches(faces: list[Face], form: str = "") -> list[tuple[object, ...]]:
    ruling = BOOK.judge_deck(deck_list(faces, BOOK.name_of), form)
    return [tuple(breach) for breach in ruling.breaches]


@pytest.mark.rule("VS 101")
def test_101_a_deck_has_sixty_cards() -> None:
    assert breaches(FILLER * 4) == []
    assert breaches(FILLER * 3) == [("deck-too-small", "VS 101", (45, 60))]


@pytest.mark.rule("VS 101")
def test_101_a_limited_deck_has_thirty_cards_and_any_copies() -> None:
    assert breaches([OLD] * 30, "limited") == []
    assert breaches([OLD] * 29, "limited") == [("deck-too-small", "VS 101", (29, 30))]


@pytest.mark.rule("VS 202")
def test_202_each_version_counts_by_itself() -> None:
    assert breaches(FILLER * 4 + [OLD] * 4 + [NEW] * 4) == []
    assert breaches(FILLER * 4 + [OLD] * 5 + [NEW] * 4) == [
        ("too-many-copies", "VS 101", (BOOK.name_of(OLD), 5, 4))
    ]


@pytest.mark.rule("VS 101")
def test_101_an_army_may_be_of_any_number() -> None:
    assert breaches(FILLER * 4 + [ARMY] * 40) == []


def test_both_starters_may_be_played() -> None:
    library = BOOK.library()
    for deck in BOOK.starters():
        found = deck_list([library[name] for name in deck], BOOK.name_of)
        assert BOOK.judge_deck(found).legal
        counted = tuple(Listed(n, library[n], deck.count(n)) for n in dict.fromkeys(deck))
        assert found == DeckList(counted)


@pytest.mark.rule("VS 701")
def test_701_a_card_with_insanity_is_alone_in_its_deck() -> None:
    mad = Face("Raver", "character", text=(Keyword("insanity"),))
    assert breaches(FILLER * 4 + [mad]) == []
    assert breaches(FILLER * 4 + [mad] * 2) == [("too-many-copies", "VS 701", ("Raver", 2, 1))]
