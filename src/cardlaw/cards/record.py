"""A card as a data file states it, before its text is understood.

Importers turn what Scryfall, MTGJSON and the like publish into these records, and the files in
which users write cards of other games; the card language turns a record into the rulebook's face.
The fields have the shapes of Magic's cards; another game uses the name, the type line and the text,
and keeps the rest of what is printed in ``printed``.
"""

from __future__ import annotations

import msgspec


class CardRecord(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One face of a card: what stands on it, as text.

    ``power``, ``toughness``, ``loyalty`` and ``defense`` are texts because some are no numbers
    ("*", "1+*", "X"); None: the card has none. ``colors`` are the letters W, U, B, R, G.
    ``color_indicator`` are the colours of a dot on the card, where it has one. ``layout`` is the
    word of Scryfall ("normal", "token", "split" ...).
    """

    name: str
    mana_cost: str = ""
    type_line: str = ""
    oracle_text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] = ()
    color_indicator: tuple[str, ...] = ()
    #: the names of keywords that the data file lists, as it spells them
    keywords: tuple[str, ...] = ()
    layout: str = "normal"
    #: format -> "legal", "not_legal", "banned", "restricted"
    legalities: dict[str, str] = {}
    #: code of the set and collector's number of the printing, where the file has them
    set_code: str = ""
    collector_number: str = ""
    #: what else is printed on a card of another game, under that game's words ("cost": 3)
    printed: dict[str, int | str | bool | tuple[str, ...]] = {}
    #: the other faces of the same card, front face first in the whole
    other_faces: tuple[CardRecord, ...] = ()
