"""The shipped cards: all their nodes have executors, and every ability does something."""

import pytest

from cardlaw.cards.nodes import Condition, Does, Gives, walk
from cardlaw.kernel.deck import IllegalDeck
from cardlaw.rulebooks.berserk import BOOK, new_game, read_face
from cardlaw.rulebooks.berserk.doing import EXECUTORS
from cardlaw.rulebooks.berserk.happen import WRITERS
from cardlaw.rulebooks.berserk.nodes import VOCABULARY

LIBRARY = BOOK.library()


def test_the_library_has_published_cards_and_designs() -> None:
    published = [face for face in LIBRARY.values() if not face.own_design]
    assert len(published) == 366
    assert sum(not face.missing for face in published) >= 269
    assert all(face.source and face.name_ru for face in published)
    assert all(face.name_ru for face in LIBRARY.values())
    assert len({face.name_ru for face in LIBRARY.values()}) == len(LIBRARY)


def test_every_effect_of_the_vocabulary_has_an_executor() -> None:
    nodes = [n for kind in VOCABULARY.nodes.values() for n in kind.values()]
    assert [n.__name__ for n in nodes if issubclass(n, Does) and n not in EXECUTORS] == []


@pytest.mark.parametrize("name", LIBRARY)
def test_every_node_of_a_card_is_known(name: str) -> None:
    face = LIBRARY[name]
    for ability in face.abilities:
        for node in walk(ability):
            if isinstance(node, Does):
                assert type(node) in EXECUTORS
            elif isinstance(node, Gives | Condition):
                mark = Gives if isinstance(node, Gives) else Condition
                assert type(node) in VOCABULARY.nodes[mark].values()


@pytest.mark.parametrize("name", LIBRARY)
def test_a_trigger_watches_an_event_that_happens(name: str) -> None:
    told = {*WRITERS, *BOOK.codes}
    for _, trigger in LIBRARY[name].sheet.triggers:
        assert [on.event for on in trigger.on if on.event not in told] == []


def test_a_face_survives_writing_and_reading() -> None:
    import msgspec

    for face in LIBRARY.values():
        assert read_face(msgspec.to_builtins(face)) == face


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"name": "X", "type": "spell"}, "type of X"),
        ({"name": "X", "element": "fire"}, "element of X"),
        ({"name": "X", "life": -1}, "negative"),
        ({"name": "X", "abilities": [{"ability": "dance"}]}, "dance"),
        ({"name": "X", "speed": 3}, "speed"),
    ],
)
def test_a_wrong_card_is_refused_with_its_reason(data: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_face(data)


def refusal(deck: list[str]) -> list[tuple[object, ...]]:
    """The breaches for which a game with a deck is refused."""
    with pytest.raises(IllegalDeck) as refused:
        new_game((deck, BOOK.starters()[1]))
    return [tuple(breach) for breach in refused.value.ruling.breaches]


@pytest.mark.rule("BE09 100.2b")
def test_100_2b_a_fourth_copy_is_refused() -> None:
    one, _ = BOOK.starters()
    deck = [*one[:40], "Troll", "Troll", "Troll", "Troll"]
    assert refusal(deck) == [("too-many-copies", "BE09 100.2b", ("Troll", 4, 3))]


@pytest.mark.rule("BE09 100.2b")
def test_100_2b_a_card_with_horde_may_be_there_five_times() -> None:
    horde = next(f.name for f in BOOK.library().values() if "horde" in f.sheet.char.keywords)
    one, two = BOOK.starters()
    deck = [name for name in one[:40] if name != horde] + [horde] * 5
    assert new_game((deck, two)).state.zone("deck", 0)
    assert refusal([*deck, horde]) == [("too-many-copies", "BE09 100.2b", (horde, 6, 5))]


@pytest.mark.rule("BE09 100.3")
def test_100_3_a_deck_of_fifty_one_is_refused() -> None:
    one, two = BOOK.starters()
    deck = [*one, *(name for name in two if name not in one)][:51]
    assert refusal(deck) == [("deck-too-large", "BE09 100.3", (51, 50))]


@pytest.mark.rule("BE09 100.3")
def test_100_3_a_deck_of_twenty_nine_is_refused() -> None:
    one, _ = BOOK.starters()
    assert refusal(one[:29]) == [("deck-too-small", "BE09 100.3", (29, 30))]
