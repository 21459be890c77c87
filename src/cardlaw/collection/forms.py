"""The forms in which public data hold cards: Scryfall, MTGJSON, plain lists; read into records."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from cardlaw.cards.record import CardRecord

#: layouts of things that are no cards (CR 108.2b and the like) or show only a picture
NO_CARDS = {
    "token": "token",
    "double_faced_token": "token",
    "emblem": "token",
    "art_series": "picture",
}
#: layouts of which plain lists hold the first half only
_HALVED = frozenset(("split", "adventure", "modal_dfc", "prepare", "aftermath", "flip"))


class Printing(NamedTuple):
    """A printed card that was read: one whole card, or one side of it."""

    record: CardRecord
    #: the name of the whole card
    name: str
    #: "" for a whole card; "a", "b" ... for one face, which is put together with the others later
    side: str = ""
    #: further sets with the card, without numbers
    sets: tuple[str, ...] = ()


class Unfit(NamedTuple):
    """Something that is no card for the store, and why: a key of the catalogue."""

    reason: str
    name: str
    detail: str = ""


Found = Printing | Unfit


class _Part(msgspec.Struct):
    name: str = ""
    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] | None = None
    layout: str = ""

    def read(self) -> CardRecord:
        """The record of this face."""
        return CardRecord(
            name=self.name.strip(),
            mana_cost=self.mana_cost or "",
            type_line=self.type_line or "",
            oracle_text=self.oracle_text or "",
            power=self.power,
            toughness=self.toughness,
            loyalty=self.loyalty,
            defense=self.defense,
            colors=self.colors or (),
            color_indicator=self.color_indicator or (),
        )


class _Card(_Part):
    """A card of Scryfall or of a plain list, which use the same words."""

    object: str = "card"
    keywords: tuple[str, ...] | None = None
    legalities: dict[str, str] | None = None
    set: str = ""
    collector_number: str = ""
    card_faces: tuple[_Part, ...] | None = None
    # plain lists only
    face: str = ""
    front: str = ""
    back: str = ""
    other_faces: tuple[_Part, ...] | None = None
    sets: tuple[str, ...] = ()


class _Json(msgspec.Struct, rename="camel"):
    """A card, or one face of it, of MTGJSON."""

    name: str = ""
    face_name: str = ""
    side: str = ""
    mana_cost: str | None = None
    type: str | None = None
    text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] = ()
    color_indicator: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    layout: str = ""
    legalities: dict[str, str] = {}
    number: str = ""
    set_code: str = ""


_CARD = msgspec.json.Decoder(_Card)
_JSON = msgspec.json.Decoder(_Json)
_ATOMIC = msgspec.json.Decoder(tuple[_Json, ...])


def read_listed(raw: bytes) -> list[Found]:
    """What one element of a Scryfall file or of a plain list holds.

    msgspec.DecodeError for broken JSON, msgspec.ValidationError for a value of a wrong kind.
    """
    card = _CARD.decode(raw)
    name = card.name.strip()
    if card.object != "card":
        return [Unfit("no-card", name or card.object, card.object)]
    if not name:
        return [Unfit("no-name", "")]
    if card.layout in NO_CARDS:
        return [Unfit(NO_CARDS[card.layout], name)]
    faces = tuple(part.read() for part in card.card_faces or ())
    if card.layout == "reversible_card" and faces:
        # Whole cards on both sides: each is a card by itself.
        single = {face.name: face for face in reversed(faces)}
        return [Printing(_whole((face,), card, "normal"), face.name) for face in single.values()]
    if faces:
        return [Printing(_whole(faces, card, card.layout), name)]
    return [_plain(card, name)]


def _whole(faces: tuple[CardRecord, ...], card: _Card, layout: str) -> CardRecord:
    """The first of some faces, with the others and with what the card itself tells."""
    return msgspec.structs.replace(
        faces[0],
        keywords=card.keywords or (),
        layout=layout or "normal",
        legalities=dict(sorted((card.legalities or {}).items())),
        set_code=card.set.upper(),
        collector_number=card.collector_number,
        other_faces=faces[1:],
    )


def _plain(card: _Card, name: str) -> Printing:
    """A card of a plain list, where backs are elements of their own and second halves are cut."""
    face, sets = card.read(), tuple(code.upper() for code in card.sets)
    if card.face == "back" and card.front:
        whole = f"{card.front} // {name}"
        return Printing(_whole((face,), card, card.layout), whole, "b", sets)
    if " // " not in name:
        return Printing(_whole((face,), card, card.layout), name, "", sets)
    face = msgspec.structs.replace(face, name=name.split(" // ", maxsplit=1)[0])
    if card.layout == "reversible_card":
        return Printing(_whole((face,), card, "normal"), face.name, "", sets)
    others = tuple(part.read() for part in card.other_faces or ())
    side = "a" if card.layout not in _HALVED and card.back else ""
    return Printing(_whole((face, *others), card, card.layout), name, side, sets)


def read_mtgjson(raw: bytes) -> list[Found]:
    """What one card of a set file of MTGJSON holds: a card or one face. Errors as above."""
    return [_json(_JSON.decode(raw))]


def read_atomic(raw: bytes, key: str) -> list[Found]:
    """What one entry of AtomicCards holds: the faces of one card. Errors as above."""
    faces = _ATOMIC.decode(raw)
    if not faces or any(face.name.strip() != key.strip() for face in faces):
        return [Unfit("no-card", key, "entry")]
    return list(map(_json, faces))


def _json(card: _Json) -> Found:
    name = card.name.strip()
    if not name:
        return Unfit("no-name", "")
    if card.layout in NO_CARDS:
        return Unfit(NO_CARDS[card.layout], name)
    own = (card.face_name or name).strip()
    several = bool(card.side) and " // " in name and set(name.split(" // ")) != {own}
    record = CardRecord(
        name=own,
        mana_cost=card.mana_cost or "",
        type_line=card.type or "",
        oracle_text=card.text or "",
        power=card.power,
        toughness=card.toughness,
        loyalty=card.loyalty,
        defense=card.defense,
        colors=card.colors,
        color_indicator=card.color_indicator,
        keywords=card.keywords,
        layout="normal" if card.layout == "reversible_card" else card.layout or "normal",
        legalities={form: word.lower() for form, word in sorted(card.legalities.items())},
        set_code=card.set_code.upper(),
        collector_number=card.number,
    )
    return Printing(record, name if several else own, card.side if several else "")


def together(sides: dict[str, CardRecord]) -> CardRecord:
    """One record of the sides of a card, in their order."""
    first, *others = (sides[side] for side in sorted(sides))
    bare = (
        msgspec.structs.replace(other, legalities={}, layout="normal", keywords=())
        for other in others
    )
    keywords = tuple(dict.fromkeys(word for side in sorted(sides) for word in sides[side].keywords))
    return msgspec.structs.replace(first, other_faces=tuple(bare), keywords=keywords)


def is_cut(name: str, record: CardRecord) -> bool:
    """Whether a record lacks halves or faces that the whole name of its card has."""
    return len(record.other_faces) < name.count(" // ")


def renewed(name: str, old: CardRecord, new: CardRecord) -> CardRecord:
    """A record that takes the place of an older one: what the newer data do not tell stays."""
    if is_cut(name, new) and not is_cut(name, old):
        return old
    if not new.legalities and old.legalities:
        return msgspec.structs.replace(new, legalities=old.legalities)
    return new
