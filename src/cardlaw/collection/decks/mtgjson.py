"""Deck lists of MTGJSON: one deck in a JSON file."""

from __future__ import annotations

import msgspec

from cardlaw.collection.decks.deck import COMMANDER, MAIN, SIDEBOARD, Draft, Entry
from cardlaw.collection.decks.text import MOST_COPIES, MOST_ENTRIES
from cardlaw.collection.words import CardFault
from cardlaw.judge.faults import shortened


class _Card(msgspec.Struct, rename="camel"):
    name: str
    count: int = 1
    set_code: str = ""
    number: str = ""


class _Deck(msgspec.Struct, rename="camel"):
    main_board: list[_Card]
    side_board: list[_Card] = []
    commander: list[_Card] = []
    name: str = ""


class _File(msgspec.Struct):
    data: _Deck


def read_mtgjson(text: str, name: str) -> Draft:
    """A deck from MTGJSON's JSON. CardFault says what is wrong."""
    try:
        found = msgspec.json.decode(text, type=_File).data
    except msgspec.ValidationError as error:
        raise CardFault("no-mtgjson-deck", name, reason=str(error)) from None
    except msgspec.DecodeError as error:
        raise CardFault("broken-deck-json", name, reason=str(error)) from None
    except RecursionError:
        raise CardFault("broken-deck-json", name, reason="too deeply nested") from None
    draft = Draft("mtgjson")
    draft.title = shortened(found.name, 200)
    sections = ((MAIN, found.main_board), (SIDEBOARD, found.side_board))
    for section, cards in (*sections, (COMMANDER, found.commander)):
        if len(cards) > MOST_ENTRIES:
            raise CardFault("too-many-lines", name, most=MOST_ENTRIES)
        for card in cards:
            if not card.name.strip():
                raise CardFault("card-without-name", name)
            if card.count < 0:
                raise CardFault("no-count", name, card=card.name, count=str(card.count))
            if card.count > MOST_COPIES:
                raise CardFault("too-many-copies", name, n=card.count, most=MOST_COPIES)
            if card.count:
                code = card.set_code.upper()
                title = shortened(card.name, 200)
                draft.add(section, Entry(card.count, title, code, card.number))
    return draft
