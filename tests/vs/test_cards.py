"""The cards that the package ships, and cards that it must not accept."""

import msgspec
import pytest

from cardlaw.kernel.deck import deck_list
from cardlaw.rulebooks.vs import BOOK, FACTS, LIBRARY, OWN, STARTER, read_face
from cardlaw.rulebooks.vs.faces import Face


def test_every_card_comes_back_from_plain_data() -> None:
    for face in LIBRARY.values():
        assert read_face(msgspec.to_builtins(face)) == face


def test_the_starter_decks_are_of_sixty_cards_of_the_starter_set() -> None:
    for deck in STARTER.values():
        assert len(deck) == 60
        assert set(deck) <= OWN.keys()
        assert BOOK.judge_deck(deck_list([OWN[name] for name in deck], BOOK.name_of)).legal
    assert len({name for deck in STARTER.values() for name in deck}) >= 60


def test_cards_with_a_source_are_told_from_our_own() -> None:
    assert len(FACTS) >= 28 and all(face.source for face in FACTS.values())
    assert not any(face.source or face.unknown for face in OWN.values())
    assert not OWN.keys() & FACTS.keys()


@pytest.mark.parametrize("face", FACTS.values(), ids=lambda face: str(face.full_name))
def test_an_unknown_value_is_not_made_up(face: Face) -> None:
    """What stands in ``unknown`` has no value; all else that such a card has is there."""
    for word in face.unknown:
        if word != "text":
            assert not msgspec.to_builtins(face).get(word)
    if face.type == "character" and "version" not in face.unknown:
        assert face.version and face.affiliations


@pytest.mark.rule("VS 302.8")
def test_302_8_equipment_is_unique_by_its_version_only() -> None:
    unique = [f.name for f in LIBRARY.values() if f.type == "equipment" and f.printed.unique]
    assert [name for name in unique if LIBRARY[name].version != "Unique"] == []
    assert sorted(unique) == ["Harbor Crown", "Rusted Crown", "Twin Blades"]


BAD = [
    ({"name": "X", "type": "creature"}, "card type"),
    ({"name": "X", "type": "character", "concealed": "no"}, "concealed"),
    ({"name": "X", "type": "character", "atk": "many"}, "int"),
    ({"name": "X", "type": "character", "power": 3}, "unknown field"),
    (
        {"name": "X", "type": "character", "text": [{"ability": "keyword", "name": "flying"}]},
        "flying",
    ),
    (
        {"name": "X", "type": "plot twist", "text": [{"ability": "spell", "do": [{"do": "win"}]}]},
        "win",
    ),
    (
        {"name": "X", "type": "plot twist", "text": [
            {"ability": "spell", "do": [{"do": "control", "what": {}, "until": "attack"}]}]},
        "control",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("data", "word"), BAD)
def test_a_card_that_cannot_be_played_is_refused_when_it_is_read(
    data: dict[str, object], word: str
) -> None:
    with pytest.raises(ValueError, match=word):
        BOOK.read_face(data)


def twist(do: dict[str, object], **more: object) -> dict[str, object]:
    """A plot twist with one effect."""
    return {"name": "X", "type": "plot twist", "text": [{"ability": "spell", "do": [do], **more}]}


def power(**more: object) -> dict[str, object]:
    """A character with one payment power."""
    text = {"ability": "activated", "do": [{"do": "draw"}], **more}
    return {"name": "X", "type": "character", "text": [text]}


def static(gives: dict[str, object]) -> dict[str, object]:
    """An equipment that gives its bearer something."""
    text = {"ability": "static", "affects": {"who": "bearer"}, "gives": [gives]}
    return {"name": "X", "type": "equipment", "text": [text]}


ONE = {"who": "target"}
ODD: list[tuple[str, dict[str, object]]] = [
    ("targets from 1 to 9", twist({"do": "draw"}, targets=[{"select": {}, "most": 9}])),
    ("elsewhere", twist({"do": "move", "what": ONE, "to": "elsewhere"})),
    ("middle", twist({"do": "move", "what": ONE, "to": "deck", "at": "middle"})),
    ("another player", twist({"do": "move", "what": ONE, "to": "in play", "under": "owner"})),
    ("asleep", twist({"do": "state", "what": ONE, "state": "asleep"})),
    ("glory", twist({"do": "points", "kind": "glory", "amount": 1})),
    ("hand", twist({"do": "shuffle", "zone": "hand"})),
    ("attach", twist({"do": "attach", "what": ONE, "to": ONE, "may": True})),
    ("tomorrow", twist({"do": "change", "what": ONE, "gives": [], "until": "tomorrow"})),
    ("moon", twist({"do": "draw"}, targets=[{"select": {"zone": "moon"}}])),
    ("angry", twist({"do": "draw"}, targets=[{"select": {"states": ["angry"]}}])),
    ("luck", twist({"do": "draw"}, targets=[{"select": {"values": {"luck": [1, 2]}}}])),
    ("colours", twist({"do": "draw"}, targets=[{"select": {"colors": ["red"]}}])),
    ("at noon", power(timing="at noon")),
    ("gold", power(cost={"pay": "3 gold"})),
    ("dance", power(cost={"also": [{"do": "dance"}]})),
    (
        "the deck",
        {
            "name": "X",
            "type": "location",
            "text": [{"ability": "static", "affects": {"zone": "deck"}, "gives": []}],
        },
    ),
    (
        "the hand",
        {
            "name": "X",
            "type": "location",
            "text": [
                {
                    "ability": "static",
                    "affects": {"zone": "hand"},
                    "gives": [{"gives": "get", "value": "ATK", "amount": 1}],
                }
            ],
        },
    ),
    (
        "loyalty",
        {
            "name": "X",
            "type": "character",
            "text": [
                {
                    "ability": "boost",
                    "cost": 1,
                    "powers": [{"ability": "keyword", "name": "loyalty"}],
                }
            ],
        },
    ),
    (
        "inside boost",
        {
            "name": "X",
            "type": "character",
            "text": [{"ability": "cosmic", "powers": [{"ability": "spell", "do": []}]}],
        },
    ),
    ("dream", power(do=[{"do": "end game", "result": "dream"}])),
    ("nobody", twist({"do": "choose", "select": {}, "player": "nobody"})),
    ("announced", twist({"do": "state", "what": ONE, "state": "announced"})),
    ("that way", twist({"do": "state", "what": ONE, "state": "defender", "on": False})),
    (
        "itself",
        {
            "name": "X",
            "type": "plot twist",
            "text": [{"ability": "to play", "cost": {"exhaust": True}}],
        },
    ),
    ("noon", twist({"do": "draw"}, when=[{"if": "during", "step": "noon"}])),
    (
        "further",
        {
            "name": "X",
            "type": "character",
            "text": [{"ability": "triggered", "on": [{"event": "KO'd", "whose": "you"}], "do": []}],
        },
    ),
    (
        "about something",
        {
            "name": "X",
            "type": "character",
            "text": [
                {
                    "ability": "replacement",
                    "on": {"event": "stunned"},
                    "instead": [{"do": "destroy", "what": {"types": ["character"]}}],
                }
            ],
        },
    ),
    ("swim", static({"gives": "gain", "keywords": ["swim"]})),
    ("luck", static({"gives": "get", "value": "luck", "amount": 1})),
    ("second hat", static({"gives": "allow", "what": "second hat"})),
    ("sing", static({"gives": "forbid", "what": "sing"})),
    ("powers", static({"gives": "lose", "all_abilities": True})),
]


@pytest.mark.parametrize(("word", "data"), ODD)
def test_words_that_nobody_carries_out_are_refused(word: str, data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not played yet") as found:
        BOOK.read_face(data)
    assert word in str(found.value)
