"""Objects and players in words: properties, zones, values for people and views."""

from __future__ import annotations

from cardlaw.kernel.choice import Option
from cardlaw.kernel.setup import Property
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import COUNTER, board_of, text_active
from cardlaw.rulebooks.vs.powers import COSMIC, face_of
from cardlaw.rulebooks.vs.select import equipment_on, traits_of
from cardlaw.rulebooks.vs.traits import NUMBERS

_FLAGS = ("flight", "range", "unique")


def zone_word(state: State, obj: int) -> str:
    """The zone of an object; for a character its row, for equipment "in play"."""
    if words.in_area(state, obj):
        return words.area_word(state, obj)
    return state.where[obj][0]


def values_of(state: State, obj: int) -> dict[str, int | str | bool | list[str]]:
    """The characteristics of an object for people."""
    traits = traits_of(state, obj)
    result: dict[str, int | str | bool | list[str]] = {"type": traits.type, "cost": traits.cost}
    if traits.type == words.CHARACTER:
        result["ATK"] = max(0, traits.atk)
        result["DEF"] = max(0, traits.defence)
        result["flight"] = traits.flight
        result["range"] = traits.range
    if traits.kinds:
        result["affiliations"] = list(traits.kinds)
    if obj in board_of(state).traits:
        result["text"] = "active" if text_active(state, obj) else "inactive"
    return result


def property_of(state: State, obj: int, name: str) -> Property:
    """A property of an object by its word. KeyError for a word that is none."""
    traits = traits_of(state, obj)
    if name in NUMBERS:
        return max(0, int(getattr(traits, NUMBERS[name])))
    if name in _FLAGS:
        return bool(getattr(traits, name))
    if name in words.STATES:
        return words.has(state, obj, words.STATES[name])
    if name == "row":
        return words.row_word(state, obj)
    if name == "area":
        return "hidden" if state.where[obj][0] == words.HIDDEN else "visible"
    if name == "face":
        return "up" if words.has(state, obj, words.FACE_UP) else "down"
    if name == "text":
        return "active" if text_active(state, obj) else "inactive"
    if name == "zone":
        return ("in play", "play") if words.in_play(state, obj) else (zone_word(state, obj),)
    if name == "in play":
        return words.in_play(state, obj)
    return _more(state, obj, name)


def _more(state: State, obj: int, name: str) -> Property:
    traits = traits_of(state, obj)
    if name == "room":
        return traits.room
    if name == "column":
        return int(state.place[obj][1])
    if name == "version":
        return traits.version
    if name == "identities":
        return traits.identities
    if name in ("name", "identity"):
        return traits.name if name == "name" else traits.identities[0]
    if name in ("color", "concealed"):
        face = face_of(state, obj)
        return face.color if name == "color" else face.concealed or "no"
    if name == "type":
        return traits.type
    if name == "affiliations":
        return traits.kinds
    if name == "equipment":
        return len(equipment_on(state, obj))
    if (obj, name) in state.counters or name in (COUNTER, COSMIC):
        return state.counters.get((obj, name), 0)
    raise KeyError(name)


def property_of_player(state: State, player: int, name: str) -> Property:
    """A number or state of a player by its word. KeyError for a word that is none."""
    if name in (words.ENDURANCE, words.POINTS):
        return state.points.get((player, name), 0)
    if name == "resources":
        return len(words.resources(state, player))
    if name in ("hand", "deck", "KO'd pile", "removed cards"):
        return len(state.zone(name, player))
    if name == "initiative":
        return words.initiative(state) == player
    if name == "primary":
        return words.primary(state) == player
    if name == "won":
        return state.turn.get("result", 0) == player + 1
    if name == "lost":
        return state.turn.get("result", 0) == 2 - player
    raise KeyError(name)


def property_of_game(state: State, name: str) -> Property:
    """A word of the turn or of the outcome. KeyError for a word that is none."""
    result = state.turn.get("result")
    if name == "winner":
        return "AB"[result - 1] if result in (1, 2) else "nobody"
    if name == "turn":
        return state.turn.get("turn", 1)
    if name == "step":
        return next((word for word, n in words.STEPS.items() if n == words.step(state)), None)
    if name == "active":
        return "AB"[words.initiative(state)]
    if name == "primary":
        return "AB"[words.primary(state)]
    if name == "attack":
        return ("none", "proposed", "going")[state.turn.get("attack", 0)]
    raise KeyError(name)


def details(state: State, obj: int) -> list[str]:
    """What a printed position adds to the name of an object."""
    bits = state.status.get(obj, 0)
    found = []
    if words.in_area(state, obj):
        traits = traits_of(state, obj)
        found.append(f"{max(0, traits.atk)}/{max(0, traits.defence)}")
        found.append(f"column {state.place[obj][1]}")
    if state.where[obj][0] == words.RESOURCES:
        found.append("face up" if bits & words.FACE_UP else "face down")
    found += [name for name, bit in words.STATES.items() if bits & bit and bit != words.FACE_UP]
    found += [f"{n} {kind}" for (o, kind), n in sorted(state.counters.items()) if o == obj]
    return found


def ability_word(state: State, option: Option) -> str:
    """How a line names a power: not at all if the object has but one to choose from."""
    if len(option) == 2:
        return _waiting_word(state, *option)
    _, obj, path = option
    own = [(state.card[obj], *path) for path in face_of(state, obj).payment_powers]
    powers = [power.path for power in board_of(state).activated.get(obj, ())]
    known = powers or own
    if len(known) < 2 and (not known or known[0] == tuple(path)):
        return ""
    number = known.index(tuple(path)) + 1 if tuple(path) in known else len(known) + 1
    return f"power {number}"


def _waiting_word(state: State, key: int, obj: int) -> str:
    """How a line names a trigger that waits."""
    own = [number for number, row in sorted(state.waiting.items()) if row.source[0] == obj]
    return f"power {own.index(key) + 1}" if len(own) > 1 and key in own else ""
