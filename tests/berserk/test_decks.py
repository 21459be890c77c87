"""The shipped decks: legal, of whole cards, and with much to bear, to stand and to lie."""

import pytest

from cardlaw.kernel.deck import deck_list
from cardlaw.rulebooks.berserk import BOOK

LIBRARY = BOOK.library()
DECKS = BOOK.decks()
#: the decks of published cards in which equipment, artifacts and terrains matter
PUBLISHED = [name for name in DECKS if name not in ("first", "second")]


@pytest.mark.parametrize("name", DECKS)
def test_a_shipped_deck_is_legal(name: str) -> None:
    faces = [LIBRARY[card] for card in DECKS[name]]
    ruling = BOOK.judge_deck(deck_list(faces, BOOK.name_of))
    assert ruling.legal, ruling.breaches


def test_there_are_decks_of_published_cards() -> None:
    assert len(PUBLISHED) >= 3


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_deck_of_published_cards_is_whole_and_has_much_beside_creatures(name: str) -> None:
    faces = [LIBRARY[card] for card in DECKS[name]]
    assert len(faces) >= 30
    assert [face.name for face in faces if face.own_design or face.missing] == []
    number = {kind: sum(face.type == kind for face in faces) for kind in ("equipment", "artifact")}
    terrains = {face.name for face in faces if face.type == "terrain"}
    assert number["equipment"] >= 6
    assert number["artifact"] >= 2
    assert len(terrains) >= 2
    # only a creature whose class is known bears equipment
    bearers = [f for f in faces if f.type == "creature" and f.classes and not f.subtype]
    assert len(bearers) >= 2 * number["equipment"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_equipment_of_a_deck_finds_a_bearer_in_it(name: str) -> None:
    faces = [LIBRARY[card] for card in DECKS[name]]
    for piece in faces:
        if piece.type != "equipment":
            continue
        asked = [a.select for a in piece.abilities if getattr(a, "name", "") == "only for"]
        for select in asked:
            assert select is not None
            assert any(
                face.type == "creature"
                and face.classes
                and (not select.elements or face.element in select.elements)
                and (not select.kinds or set(select.kinds) & set(face.classes))
                for face in faces
            ), piece.name
