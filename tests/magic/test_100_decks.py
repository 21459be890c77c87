"""CR 100: building a deck."""

from itertools import combinations

import pytest

from cardlaw.kernel.deck import DeckList, Listed
from cardlaw.rulebooks.magic import BOOK
from cardlaw.rulebooks.magic.face import Face

LAND = Face("Plain Field", supertypes=("basic",), types=("land",))
BEAST = Face("Test Beast", types=("creature",), power=1, toughness=1)
ANY = "A deck can have any number of cards named X."
SWARM = Face("Test Swarm", types=("creature",), text=ANY)
NINE = Face(
    "Nine Test", types=("creature",), text="Haste\nA deck can have up to nine cards named X."
)
LONE = Face("Lone Test", types=("creature",), text="Your deck can have only one copy of this card.")
PLANE = Face("Test Plane", types=("plane",))
PLOT = Face("Test Plot", types=("conspiracy",))


def listed(face: Face, copies: int, standing: str = "") -> Listed:
    return Listed(face.name, face, copies, standing)


def breaches(deck: DeckList, form: str = "") -> list[tuple[object, ...]]:
    return [tuple(breach) for breach in BOOK.judge_deck(deck, form).breaches]


def main(*cards: Listed, lands: int = 60) -> DeckList:
    return DeckList((listed(LAND, lands), *cards))


@pytest.mark.rule("CR 100.2a")
def test_100_2a_sixty_basic_lands_are_a_deck() -> None:
    ruling = BOOK.judge_deck(main())
    assert ruling.legal
    assert [ground.code for ground in ruling.grounds] == ["deck-large-enough"]
    assert ruling.rules == ("CR 100.2a", "CR 100.4a", "CR 100.5")


@pytest.mark.rule("CR 100.2a")
def test_100_2a_fifty_nine_cards_are_too_few() -> None:
    deck = main(listed(BEAST, 4), lands=55)
    assert breaches(deck) == [("deck-too-small", "CR 100.2a", (59, 60))]


@pytest.mark.rule("CR 100.5")
def test_100_5_no_deck_is_too_large() -> None:
    assert breaches(main(lands=600)) == []


@pytest.mark.rule("CR 100.2a")
def test_100_2a_a_fifth_copy_is_too_many() -> None:
    assert breaches(main(listed(BEAST, 4))) == []
    assert breaches(main(listed(BEAST, 3), listed(BEAST, 2))) == [
        ("too-many-copies", "CR 100.2a", ("Test Beast", 5, 4))
    ]


@pytest.mark.rule("CR 101.1")
def test_101_1_a_card_may_set_its_own_limit() -> None:
    assert breaches(main(listed(SWARM, 40), listed(NINE, 9), listed(LONE, 1))) == []
    assert breaches(main(listed(NINE, 10), listed(LONE, 2))) == [
        ("more-than-it-says", "CR 101.1", ("Nine Test", 10, 9)),
        ("more-than-it-says", "CR 101.1", ("Lone Test", 2, 1)),
    ]


@pytest.mark.rule("CR 100.4a")
def test_100_4a_sixteen_cards_are_no_sideboard() -> None:
    assert breaches(DeckList((listed(LAND, 60),), (listed(LAND, 15),))) == []
    assert breaches(DeckList((listed(LAND, 60),), (listed(LAND, 16),))) == [
        ("sideboard-too-large", "CR 100.4a", (16, 15))
    ]


@pytest.mark.rule("CR 100.4a")
def test_100_4a_four_copies_count_deck_and_sideboard_together() -> None:
    deck = DeckList((listed(LAND, 58), listed(BEAST, 2)), (listed(BEAST, 3),))
    assert breaches(deck) == [("too-many-with-sideboard", "CR 100.4a", ("Test Beast", 5, 4))]


@pytest.mark.rule("CR 100.2b")
def test_100_2b_a_limited_deck_has_forty_cards_and_any_copies() -> None:
    assert breaches(main(listed(BEAST, 23), lands=17), "limited") == []
    assert breaches(main(listed(BEAST, 22), lands=17), "limited") == [
        ("deck-too-small", "CR 100.2b", (39, 40))
    ]


@pytest.mark.rule("CR 100.4b")
def test_100_4b_a_limited_sideboard_has_any_size() -> None:
    deck = DeckList((listed(LAND, 40),), (listed(BEAST, 40),))
    assert breaches(deck, "limited") == []


@pytest.mark.rule("CR 108.2a")
def test_108_2a_a_plane_is_in_no_deck() -> None:
    assert breaches(main(listed(PLANE, 1))) == [
        ("not-a-deck-card", "CR 108.2a", ("Test Plane", "plane"))
    ]


@pytest.mark.rule("CR 315.3")
def test_315_3_a_conspiracy_is_in_no_deck_but_may_be_beside_one() -> None:
    assert breaches(main(listed(PLOT, 1)), "limited") == [
        ("not-a-deck-card", "CR 315.3", ("Test Plot", "conspiracy"))
    ]
    assert breaches(DeckList((listed(LAND, 40),), (listed(PLOT, 1),)), "limited") == []


@pytest.mark.rule("CR 100.6")
def test_100_6_a_format_keeps_cards_out_or_allows_one() -> None:
    cards = (listed(BEAST, 1, "banned"), listed(SWARM, 2, "restricted"), listed(NINE, 1, "legal"))
    assert breaches(main(*cards), "vintage") == [
        ("banned", "CR 100.6", ("Test Beast", "vintage")),
        ("restricted", "CR 100.6", ("Test Swarm", 2, "vintage")),
    ]
    assert breaches(main(listed(BEAST, 1, "not_legal")), "modern") == [
        ("not-in-format", "CR 100.6", ("Test Beast", "modern"))
    ]
    assert breaches(main(*cards)) == []


@pytest.mark.rule("CR 100.6")
def test_100_6_cards_without_data_are_named_and_not_refused() -> None:
    ruling = BOOK.judge_deck(main(listed(BEAST, 1, "legal")), "modern")
    assert ruling.legal
    told = [ground.values for ground in ruling.grounds if ground.code == "standing-untold"]
    assert told == [(1, "Plain Field", "modern")]


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(ValueError, match="'nonsense'"):
        BOOK.judge_deck(main(), "nonsense")


OTHER = Face("Other Test", types=("artifact",))
HARE = Face("Test Hare", types=("creature",))
#: faults of a deck by code: cards that are put into the deck, and into the sideboard
PLANTS: dict[str, tuple[tuple[Listed, ...], tuple[Listed, ...]]] = {
    "deck-too-small": ((), ()),
    "too-many-copies": ((listed(BEAST, 5),), ()),
    "more-than-it-says": ((listed(NINE, 12),), ()),
    "too-many-with-sideboard": ((listed(OTHER, 2),), (listed(OTHER, 3),)),
    "sideboard-too-large": ((), (listed(LAND, 16),)),
    "not-a-deck-card": ((listed(PLANE, 1),), ()),
    "banned": ((listed(SWARM, 1, "banned"),), ()),
    "not-in-format": ((listed(LONE, 1, "not_legal"),), ()),
    "restricted": ((listed(HARE, 2, "restricted"),), ()),
}


@pytest.mark.parametrize(
    "names", [*combinations(PLANTS, 1), *combinations(PLANTS, 2)], ids="+".join
)
def test_planted_faults_of_a_deck_are_found_and_nothing_else(names: tuple[str, ...]) -> None:
    cards = [card for name in names for card in PLANTS[name][0]]
    beside = [card for name in names for card in PLANTS[name][1]]
    size = 59 if "deck-too-small" in names else 60
    lands = size - sum(card.copies for card in cards)
    deck = DeckList((listed(LAND, lands), *cards), tuple(beside))
    found = [breach.code for breach in BOOK.judge_deck(deck, "vintage").breaches]
    assert sorted(found) == sorted(names)
