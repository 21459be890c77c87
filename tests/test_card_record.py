"""Records of cards: what importers hand to the card language."""

import msgspec

from cardlaw.cards.record import CardRecord


def test_a_record_survives_storing_with_its_other_faces() -> None:
    back = CardRecord(name="Night Side", type_line="Creature - Wolf", power="1+*", toughness="3")
    front = CardRecord(name="Day Side", mana_cost="{2}{G}", colors=("G",), other_faces=(back,))
    stored = msgspec.json.encode(front)
    assert msgspec.json.decode(stored, type=CardRecord) == front
    assert b"loyalty" not in stored, "what a card does not have is not written"
