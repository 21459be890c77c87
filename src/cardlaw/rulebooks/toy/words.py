"""The toy rulebook's cards and positions in words."""

from __future__ import annotations

import msgspec

from cardlaw.kernel import pile
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.setup import Called, Doc, Fault, Field, Placement, Vocabulary, player_of
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, HOST, TURN

ZONES = ("deck", "hand", "board", "discard")
VOCABULARY = Vocabulary(ZONES, ("shields",), (), ("turn", "priority", "pile"))


class ToyFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card: ``kind`` is creature, gear or spell."""

    name: str
    kind: str
    power: int = 0
    bonus: int = 0
    shielded: bool = False
    omen: bool = False
    lucky: bool = False
    echo: bool = False


LIBRARY = {
    face.name: face
    for face in (
        ToyFace("Bear", "creature", 2),
        ToyFace("Ogre", "creature", 3, shielded=True),
        ToyFace("Raven", "creature", 1, omen=True),
        ToyFace("Axe", "gear", bonus=2),
        ToyFace("Charm", "gear", bonus=1, lucky=True),
        ToyFace("Spark", "spell"),
    )
}


def set_up(state: State, doc: Doc) -> State:
    """Place the cards, then the turn: ``turn``, and ``priority`` (the turn player by default)."""
    state.event(SETUP, "TOY 1.1", ())
    for placement in doc.placements:
        _place(state, doc, placement)
    turn = int(doc.turn.get("turn", "1"))
    state.put(TURN, "turn", turn)
    active = (turn + 1) % 2
    pile.give_priority(state, player_of(doc.turn.get("priority", "AB"[active])))
    return state


def _place(state: State, doc: Doc, placement: Placement) -> int:
    if placement.zone not in ZONES or placement.player < 0:
        text = f"there is no zone {placement.zone!r} here"
        raise Fault("unknown-zone", text, placement.mark, f"Zones are {', '.join(ZONES)}")
    obj = state.create(placement.face, placement.player, (placement.zone, placement.player))
    doc.objects[placement] = obj
    if "shields" in placement.fields:
        state.put(COUNTERS, (obj, "shield"), int(placement.fields["shields"]))
    for gear in placement.attached:
        state.put(HOST, _place(state, doc, gear), obj)
    return obj


def in_words(state: State, called: Called) -> dict[str, Field]:
    """A position in words: what ``set_up`` reads, as plain data."""
    said: dict[str, Field] = {"turn": str(state.turn.get("turn", 1))}
    holder = state.turn.get(pile.PRIORITY)
    if holder:
        said["priority"] = "AB"[holder - 1]
    for player, word in enumerate("AB"):
        zones = {zone: state.zone(zone, player) for zone in ZONES}
        said[word] = {
            zone: [_said(state, called, obj) for obj in cards if not state.host.get(obj)]
            for zone, cards in zones.items()
            if cards
        }
    return said


def _said(state: State, called: Called, obj: int) -> Field:
    shields = state.counters.get((obj, "shield"))
    worn = sorted(gear for gear, host in state.host.items() if host == obj)
    attached = [_said(state, called, gear) for gear in worn]
    return called.entry(obj, {"shields": str(shields)} if shields else {}, attached)
