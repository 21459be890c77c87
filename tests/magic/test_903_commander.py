"""CR 903: building a deck for Commander."""

import pytest

from cardlaw.cards.record import CardRecord
from cardlaw.kernel.deck import DeckList, Listed
from cardlaw.rulebooks.magic import BOOK
from cardlaw.rulebooks.magic.face import Face

LAND = Face("Plain Field", supertypes=("basic",), types=("land",))
PLAINS = Face("White Field", supertypes=("basic",), types=("land",), subtypes=("Plains",))
BEAST = Face("Test Beast", types=("creature",))


def legend(
    name: str, text: str = "", cost: str = "{W}", kind: str = "Creature — Human"
) -> CardRecord:
    return CardRecord(name=name, mana_cost=cost, type_line=f"Legendary {kind}", oracle_text=text)


def listed(card: Face | CardRecord, copies: int = 1, standing: str = "") -> Listed:
    return Listed(card.name, card, copies, standing)


LEADER = legend("Test Leader")


def breaches(*cards: Listed, lead: tuple[CardRecord, ...] = (LEADER,)) -> list[tuple[object, ...]]:
    number = 100 - len(lead) - sum(card.copies for card in cards)
    deck = DeckList((listed(LAND, number), *cards), (), tuple(map(listed, lead)))
    return [tuple(breach) for breach in BOOK.judge_deck(deck, "commander").breaches]


@pytest.mark.rule("CR 903.5a")
def test_903_5a_a_deck_has_a_hundred_cards_with_its_commander() -> None:
    assert breaches() == []
    for number, code in ((98, "deck-too-small"), (100, "deck-too-large")):
        deck = DeckList((listed(LAND, number),), (), (listed(LEADER),))
        (breach,) = BOOK.judge_deck(deck, "commander").breaches
        assert tuple(breach) == (code, "CR 903.5a", (number + 1, 100))


@pytest.mark.rule("CR 903.5b")
def test_903_5b_each_card_once() -> None:
    hound = CardRecord(name="Hound", oracle_text="A deck can have any number of cards named Hound.")
    assert breaches(listed(BEAST), listed(hound, 7)) == []
    assert breaches(listed(BEAST, 2)) == [("too-many-copies", "CR 903.5b", ("Test Beast", 2, 1))]
    assert breaches(listed(LEADER)) == [("too-many-copies", "CR 903.5b", ("Test Leader", 2, 1))]


@pytest.mark.rule("CR 903.5e")
def test_903_5e_there_is_no_sideboard() -> None:
    deck = DeckList((listed(LAND, 99),), (listed(BEAST),), (listed(LEADER),))
    (breach,) = BOOK.judge_deck(deck, "commander").breaches
    assert tuple(breach) == ("no-sideboard", "CR 903.5e", (1,))


@pytest.mark.rule("CR 903.3")
def test_903_3_a_legendary_creature_leads() -> None:
    assert breaches(lead=()) == [("no-commander", "CR 903.3", ())]
    for kind in ("Artifact — Vehicle", "Creature — Human"):
        assert breaches(lead=(legend("X", kind=kind),)) == []
    for kind in ("Artifact — Equipment", "Planeswalker — X", "Artifact — Spacecraft"):
        assert breaches(lead=(legend("X", kind=kind),)) == [("no-leader", "CR 903.3", ("X",))]
    plain = CardRecord(name="X", type_line="Creature — Human")
    assert breaches(lead=(plain,)) == [("no-leader", "CR 903.3", ("X",))]


@pytest.mark.rule("CR 903.3")
def test_903_3_a_spacecraft_leads_only_with_power() -> None:
    ship = CardRecord(name="X", type_line="Legendary Artifact — Spacecraft", power="5")
    assert breaches(lead=(ship,)) == []


@pytest.mark.rule("CR 903.3a")
def test_903_3a_a_card_may_say_that_it_can_lead() -> None:
    walker = legend("X", "X can be your commander.", kind="Planeswalker — X")
    assert breaches(lead=(walker,)) == []


PAIRS = {
    "partner": ("Partner (Two may lead.)", "Flying\nPartner"),
    "named": ("Partner with Beta (More.)", "Partner with Alpha"),
    "kind": ("Partner—Friends forever", "Partner — Friends forever (More.)"),
}
STRANGERS = {
    "one alone": ("Partner", ""),
    "other kind": ("Partner", "Partner with Alpha"),
    "other name": ("Partner with Beta", "Partner with Gamma"),
    "only a word": ("It has partner in a sentence.", "Partner"),
    "kinds": ("Partner—Survivors", "Partner—Friends forever"),
    "nothing": ("", ""),
}


@pytest.mark.rule("CR 702.124h")
@pytest.mark.parametrize("name", PAIRS)
def test_702_124_partners_lead_together(name: str) -> None:
    one, two = PAIRS[name]
    assert breaches(lead=(legend("Alpha", one), legend("Beta", two))) == []


@pytest.mark.rule("CR 702.124f")
@pytest.mark.parametrize("name", STRANGERS)
def test_702_124f_others_do_not(name: str) -> None:
    one, two = STRANGERS[name]
    assert breaches(lead=(legend("Alpha", one), legend("Beta", two))) == [
        ("no-partners", "CR 702.124a", ("Alpha", "Beta"))
    ]


@pytest.mark.rule("CR 702.124k")
def test_702_124k_a_background_leads_only_beside_who_chooses_it() -> None:
    back = legend("Back", kind="Enchantment — Background")
    chooser = legend("Chooser", "Choose a Background (More.)")
    assert breaches(lead=(chooser, back)) == []
    assert breaches(lead=(back, chooser)) == []
    assert breaches(lead=(back,)) == [("no-leader", "CR 903.3", ("Back",))]
    assert breaches(lead=(LEADER, back)) == [
        ("no-partners", "CR 702.124a", ("Test Leader", "Back"))
    ]


@pytest.mark.rule("CR 702.124m")
def test_702_124m_a_companion_leads_beside_a_doctor() -> None:
    friend = legend("Friend", "Doctor's companion (More.)")
    doctor = legend("Doc", kind="Creature — Time Lord Doctor")
    human = legend("Other Doc", kind="Creature — Human Time Lord Doctor")
    assert breaches(lead=(friend, doctor)) == []
    assert breaches(lead=(friend, human)) == [
        ("no-partners", "CR 702.124a", ("Friend", "Other Doc"))
    ]


@pytest.mark.rule("CR 702.124a")
def test_702_124a_nobody_has_three_commanders() -> None:
    three = tuple(legend(name, "Partner") for name in ("Alpha", "Beta", "Gamma"))
    assert breaches(lead=three) == [("too-many-commanders", "CR 702.124a", (3, 2))]


@pytest.mark.rule("CR 903.5c")
@pytest.mark.parametrize(
    ("card", "outside"),
    [
        (CardRecord(name="X", mana_cost="{1}{G}"), "{G}"),
        (CardRecord(name="X", mana_cost="{W/B}"), "{B}"),
        (CardRecord(name="X", mana_cost="{R/P}{U}"), "{U}{R}"),
        (CardRecord(name="X", oracle_text="{T}: Add {B}."), "{B}"),
        (CardRecord(name="X", oracle_text="Extort (Pay {B}.)\nMore (Pay {W/B}.)"), ""),
        (CardRecord(name="X", color_indicator=("R",)), "{R}"),
        (CardRecord(name="X", oracle_text="X is all colors."), "{U}{B}{R}{G}"),
        (CardRecord(name="X", other_faces=(CardRecord(name="Y", mana_cost="{G}"),)), "{G}"),
        (CardRecord(name="X", mana_cost="{W}{C}{2}{X}"), ""),
    ],
)
def test_903_5c_colours_lie_within_the_commanders(card: CardRecord, outside: str) -> None:
    wanted = [("outside-identity", "CR 903.5c", ("X", outside))] if outside else []
    assert breaches(listed(card)) == wanted


@pytest.mark.rule("CR 903.5c")
def test_903_5c_shipped_cards_have_an_identity_too() -> None:
    library = BOOK.library()
    for name, face in library.items():
        if len(face.mana.colors) == 1 and face.mana.colors[0] != "W" and not face.token:
            (breach,) = breaches(listed(face))
            assert breach[:2] == ("outside-identity", "CR 903.5c"), name
            break
    else:
        pytest.fail("the package ships no card of one colour")


@pytest.mark.rule("CR 903.5d")
def test_903_5d_basic_land_types_count_as_their_colours() -> None:
    forest = CardRecord(name="Wood", type_line="Land — Forest Plains")
    assert breaches(listed(PLAINS, 30)) == []
    assert breaches(listed(forest)) == [("outside-identity", "CR 903.5d", ("Wood", "{G}"))]


@pytest.mark.rule("CR 702.124c")
def test_702_124c_two_commanders_count_together() -> None:
    two = (legend("Alpha", "Partner"), legend("Beta", "Partner", cost="{G}"))
    assert breaches(listed(CardRecord(name="X", mana_cost="{G}{W}")), lead=two) == []


@pytest.mark.rule("CR 100.6")
def test_100_6_the_formats_own_list_counts() -> None:
    assert breaches(listed(BEAST, 1, "banned")) == [
        ("banned", "CR 100.6", ("Test Beast", "commander"))
    ]
