"""The cards of a position in words (213, 302): where they lie, what they bear, their states."""

from __future__ import annotations

import re
from typing import Any

from cardlaw.kernel.setup import Doc, Fault, Field, Mark, Placement, player_of, truth
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import CONTROLLER, COUNTERS, HOST, PLACE, USED
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.events import put_effect, set_status
from cardlaw.rulebooks.vs.powers import face_of, node_at
from cardlaw.rulebooks.vs.select import equipment_on, traits_of
from cardlaw.rulebooks.vs.words import RESOURCES, ROWS

ZONES = {
    "hand": words.HAND,
    "deck": words.DECK,
    "KO'd pile": words.KOED,
    "removed cards": words.REMOVED,
    "resource row": RESOURCES,
}
_STATES = ("stunned", "exhausted", "reinforced", "boosted")
FIELDS = (
    *_STATES,
    "face",
    "owner",
    "controller",
    "column",
    "counters",
    "until end of turn",
    "until end of attack",
    "known to",
    "used",
    "moved",
    "attacker",
    "defender",
)
#: what may be said of a card by where it is
_IN_HIDING = ("owner", "known to", "stunned", "exhausted", "attacker", "defender")
_IN_PLAY = tuple(name for name in FIELDS if name not in ("face", "controller"))
_KNOWN = {
    words.VISIBLE: _IN_PLAY,
    words.HIDDEN: _IN_PLAY,
    words.EQUIPMENT: tuple(name for name in FIELDS if name not in ("face", "column")),
    RESOURCES: tuple(name for name in FIELDS if name not in ("column", "controller")),
}
_MODIFIER = re.compile(r"^([+-]\d+)\s*(?:/\s*([+-]\d+)|(ATK|DEF|cost|willpower))$")
MOST_COLUMNS = 40


def items(value: Any) -> tuple[Any, ...]:
    """A field that may be one word or a list of them."""
    if isinstance(value, list | tuple):
        return tuple(value)
    return (value,) if value not in (None, "") else ()


class Setting:
    """One reading of a position: the state as it grows, and the faults found so far."""

    def __init__(self, state: State, doc: Doc) -> None:
        self.state = state
        self.doc = doc
        self.faults: list[Fault] = []
        self.taken: dict[tuple[str, int, int], str] = {}
        #: the last column that is taken in a row of a player
        self.last: dict[tuple[str, int], int] = {}

    def fault(self, code: str, text: str, mark: Mark | None, remedy: str) -> None:
        self.faults.append(Fault(code, text, mark, remedy))

    def number(self, value: Field, what: str, mark: Mark | None, least: int | None = 0) -> int:
        try:
            number = int(str(value))
        except ValueError:
            self.fault(
                "not-a-number", f"{what} is {value!r}, which is no number.", mark, "Write digits."
            )
            return 0
        if least is not None and number < least:
            text = f"{what} is {number}, which is less than {least}."
            self.fault("number-too-small", text, mark, f"It is at least {least}.")
            return least
        return number

    def player(self, value: Field, what: str, mark: Mark | None) -> int:
        try:
            return player_of(str(value))
        except KeyError:
            text = f"{what} is {value!r}, which is no player."
            self.fault("unknown-player", text, mark, "The players are A and B.")
            return 0

    def truth(self, value: Field, what: str, mark: Mark | None) -> bool:
        try:
            return truth(value)
        except ValueError:
            text = f"{what} is {value!r}, which is neither yes nor no."
            self.fault("not-a-truth", text, mark, "Write yes or no.")
            return False

    def place_all(self) -> None:
        for placement in self.doc.placements:
            if placement.zone in ROWS:
                self.character(placement)
            elif placement.zone in ZONES:
                self.card(placement)
            else:
                zones = ", ".join([*ROWS, *ZONES])
                self.fault(
                    "unknown-zone",
                    f"There is no zone {placement.zone!r} in this game.",
                    placement.mark,
                    f"The zones are {zones}.",
                )

    def create(self, placement: Placement, zone: tuple[str, int]) -> int:
        """The object of a placement, with its owner and what all placements may say."""
        fields = placement.fields
        owner = zone[1]
        if "owner" in fields:
            owner = self.player(fields["owner"], f"The owner of {placement.name}", placement.mark)
        obj = self.state.create(placement.face, owner, zone)
        self.doc.objects[placement] = obj
        self.state.put(CONTROLLER, obj, zone[1])
        for name in fields:
            if name not in FIELDS:
                self.fault(
                    "unknown-field",
                    f"{placement.name} has the field {name!r}, which this game does not know.",
                    placement.mark,
                    f"The fields are {', '.join(FIELDS)}.",
                )
        known = _KNOWN.get(zone[0], _IN_HIDING)
        for name in fields:
            if name in FIELDS and name not in known:
                text = f"{placement.name} has the field {name!r}, which means nothing there."
                remedy = f"There it may have {', '.join(known)}."
                self.fault("field-elsewhere", text, placement.mark, remedy)
        if "known to" in fields:
            for word in items(fields["known to"]):
                player = self.player(word, "A player who knows the card", placement.mark)
                self.state.reveal(obj, 1 << player)
        return obj

    def card(self, placement: Placement) -> None:
        """A card outside the areas."""
        zone = ZONES[placement.zone]
        obj = self.create(placement, (zone, placement.player))
        if zone != RESOURCES:
            if self.state.owner[obj] != placement.player:
                text = f"{placement.name} lies in another player's {placement.zone}."
                self.fault("foreign-zone", text, placement.mark, "Only play mixes owners.")
        elif self.face_up(placement):
            if face_of(self.state, obj).type not in (words.LOCATION, words.PLOT_TWIST):
                text = f"{placement.name} is face up in a resource row."
                remedy = "Only locations and plot twists are turned up there."
                self.fault("face-up-resource", text, placement.mark, remedy)
            set_status(self.state, obj, on=words.FACE_UP)
            self.state.reveal(obj)
        if placement.attached:
            text = f"{placement.name} is no character in play and bears equipment."
            self.fault("bearer-not-in-play", text, placement.mark, "Attach it to a character.")
        for name in ("stunned", "exhausted"):
            if name in placement.fields and zone != RESOURCES:
                text = f"{placement.name} is {name} in the {placement.zone}."
                self.fault("state-outside-play", text, placement.mark, "Only objects have states.")
        if zone == RESOURCES:
            self.states(placement, obj)

    def face_up(self, placement: Placement) -> bool:
        """Which way a resource lies."""
        face = placement.fields.get("face", "down")
        if face not in ("up", "down"):
            text = f"{placement.name} lies {face!r}, which is neither up nor down."
            self.fault("unknown-face", text, placement.mark, "Write face: up or face: down.")
        return str(face) == "up"

    def character(self, placement: Placement) -> None:
        area, row = ROWS[placement.zone]
        obj = self.create(placement, (area, placement.player))
        if face_of(self.state, obj).type != words.CHARACTER:
            text = f"{placement.name} stands in the {placement.zone} and is no character."
            remedy = "Only characters stand in rows; equipment is nested under attached."
            self.fault("not-a-character", text, placement.mark, remedy)
        column = self.column(placement)
        self.state.put(PLACE, obj, (row, column))
        self.states(placement, obj)
        for item in placement.attached:
            self.attach(item, obj, placement)

    def column(self, placement: Placement) -> int:
        """The column that a placement says, or the next one of its row."""
        key = (placement.zone, placement.player)
        if "column" in placement.fields:
            column = self.number(
                placement.fields["column"], f"The column of {placement.name}", placement.mark, None
            )
        else:
            column = self.last.get(key, 0) + 1
        if abs(column) > MOST_COLUMNS:
            text = f"{placement.name} stands in column {column}."
            self.fault("column-too-far", text, placement.mark, f"Up to {MOST_COLUMNS} are read.")
        other = self.taken.get((*key, column))
        if other is not None:
            text = f"{placement.name} and {other} stand in one position."
            self.fault("position-twice", text, placement.mark, "Give one another column.")
        self.taken[(*key, column)] = placement.name
        self.last[key] = max(column, self.last.get(key, column))
        return column

    def attach(self, item: Placement, bearer: int, host: Placement) -> None:
        player = self.state.controller[bearer]
        if "controller" in item.fields:
            player = self.player(
                item.fields["controller"], f"The controller of {item.name}", item.mark
            )
        equipment = self.create(item, (words.EQUIPMENT, player))
        face = face_of(self.state, equipment)
        if face.type != words.EQUIPMENT:
            text = f"{item.name} is attached to {host.name} and is no equipment."
            self.fault("not-equipment", text, item.mark, "Only equipment is attached.")
        if self.state.where[bearer][0] == words.HIDDEN and not face.concealed:
            text = f"{item.name} is not concealed and lies on {host.name}, which is hidden."
            self.fault("bearer-hidden", text, item.mark, "Move one of them.")
        if item.attached:
            text = f"{item.name} is equipment and bears equipment."
            self.fault("equipment-on-equipment", text, item.mark, "Attach it to a character.")
        self.state.put(HOST, equipment, bearer)
        self.states(item, equipment)

    def states(self, placement: Placement, obj: int) -> None:
        """States, counters, modifiers and limits of an object."""
        fields, mark = placement.fields, placement.mark
        for name in _STATES:
            if name in fields and self.truth(fields[name], f"{name} of {placement.name}", mark):
                set_status(self.state, obj, on=words.STATES[name])
        if words.has(self.state, obj, words.STUNNED):
            set_status(self.state, obj, on=words.EXHAUSTED)
            if not words.in_area(self.state, obj):
                text = f"{placement.name} is stunned and is no character."
                self.fault("stunned-thing", text, mark, "Only characters are stunned.")
        counters = fields.get("counters", {})
        if not isinstance(counters, dict):
            text = f"The counters of {placement.name} are no mapping from kind to number."
            self.fault("not-a-mapping", text, mark, "Write {+1/+1: 2}.")
            counters = {}
        for kind, value in counters.items():
            number = self.number(value, f"The number of {kind} counters", mark, 1)
            self.state.put(COUNTERS, (obj, str(kind)), number or None)
        for until in ("turn", "attack"):
            for word in items(fields.get(f"until end of {until}", ())):
                self.modifier(obj, until, str(word), placement)
        if "moved" in fields and self.truth(fields["moved"], "moved", mark):
            self.state.put(USED, ("moved", obj), 1)
        if "used" in fields:
            self.use(placement, obj)

    def use(self, placement: Placement, obj: int) -> None:
        number = self.number(placement.fields["used"], "How often it was used", placement.mark)
        for index, _ in face_of(self.state, obj).abilities:
            path = (self.state.card[obj], index)
            if number and getattr(node_at(self.state, path), "limit", 0):
                self.state.put(USED, (obj, path), number)

    def modifier(self, obj: int, until: str, word: str, placement: Placement) -> None:
        """A modifier with an end, in the order of the file: "+2/+0", "+2 ATK", "flight"."""
        found = _MODIFIER.match(word)
        data: list[tuple[str | int, ...]] = []
        if found is None and word in ("flight", "range", "invulnerability"):
            data.append(("gain", word))
        elif found is not None and found[3]:
            data.append(("get", found[3], int(found[1])))
        elif found is not None:
            data.append(("get", "ATK", int(found[1])))
            data.append(("get", "DEF", int(found[2])))
        else:
            text = f"The modifier {word!r} of {placement.name} is not understood."
            self.fault("unknown-modifier", text, placement.mark, "Write +2/+0, +2 ATK or flight.")
            return
        state = self.state
        player = state.controller[obj]
        refs = (state.ref(obj),)
        put_effect(state, -1, player, refs, until, 0, tuple(data))

    def limits(self) -> None:
        """No bearer has more equipment than it may."""
        placements = {obj: placement for placement, obj in self.doc.objects.items()}
        for obj in words.all_characters(self.state):
            worn = equipment_on(self.state, obj)
            traits = traits_of(self.state, obj)
            if len(worn) > traits.room and not traits.room_for:
                placement = placements[obj]
                text = f"{placement.name} bears {len(worn)} equipment and may bear {traits.room}."
                self.fault("too-much-equipment", text, placement.mark, "Take one away.")
