"""A position written in words (213, 302): what ``setup`` and ``placing`` read, as plain data."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.setup import Called, Field, said_players
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.placing import ZONES
from cardlaw.rulebooks.vs.powers import face_of, node_at
from cardlaw.rulebooks.vs.setup import START

_STEP_WORDS = {number: word for word, number in words.STEPS.items()}
#: the states that a placement names; those of an attack and of resources are told otherwise
_STATES = ("stunned", "exhausted", "reinforced", "boosted")
_NUMBERS = ("ATK", "DEF", "cost", "willpower")


def in_words(state: State, called: Called) -> dict[str, Field]:
    """A position of VS System in words."""
    return {
        **_turn(state),
        "A": _player(state, called, 0),
        "B": _player(state, called, 1),
    }


def _turn(state: State) -> dict[str, Field]:
    turn = state.turn
    if "step" not in turn:
        return {"step": START}
    said: dict[str, Field] = {
        "turn": str(turn.get("turn", 1)),
        "active": "AB"[words.initiative(state)],
        "step": _STEP_WORDS[words.step(state)],
    }
    if words.primary(state) != words.initiative(state):
        said["primary"] = "AB"[words.primary(state)]
    if "begin" in turn:
        said["begins"] = "yes"
    said |= pile.said_priority(state, words.primary(state))
    if turn.get("attack"):
        said["attack"] = "proposed" if turn["attack"] == words.PROPOSED else "going"
        if turn.get("struck"):
            said["struck"] = "AB"[turn["struck"] - 1]
    return said


def _player(state: State, called: Called, player: int) -> dict[str, Field]:
    said: dict[str, Field] = {
        words.ENDURANCE: str(state.points.get((player, words.ENDURANCE), 0)),
    }
    points = state.points.get((player, words.POINTS), 0)
    if points:
        said[words.POINTS] = str(points)
    recruited = [
        state.faces[face].full_name
        for who, face in state.lists.get("recruited", ())
        if who == player
    ]
    if recruited:
        said["recruited"] = recruited
    for row, (area, line) in words.ROWS.items():
        here = [o for o in state.zone(area, player) if state.place[o][0] == line]
        here.sort(key=lambda obj: state.place[obj][1])
        if here:
            said[row] = [_character(state, called, obj) for obj in here]
    for word, zone in ZONES.items():
        cards = state.zone(zone, player)
        if cards:
            said[word] = [called.entry(obj, _fields(state, obj)) for obj in cards]
    return said


def _character(state: State, called: Called, obj: int) -> Field:
    worn = sorted(gear for gear, host in state.host.items() if host == obj)
    attached = [called.entry(gear, _fields(state, gear, obj)) for gear in worn]
    return called.entry(obj, _fields(state, obj), attached)


def _fields(state: State, obj: int, bearer: int = 0) -> dict[str, Field]:
    """What is said of a card where it lies."""
    zone, player = state.where[obj]
    said = _standing(state, obj)
    if bearer and state.controller[obj] != state.controller[bearer]:
        said["controller"] = "AB"[state.controller[obj]]
    if state.owner[obj] != player:
        said["owner"] = "AB"[state.owner[obj]]
    counters = {kind: str(n) for (o, kind), n in sorted(state.counters.items()) if o == obj}
    if counters:
        said["counters"] = counters
    hidden = {words.DECK: 0, words.HAND: 1 << player, words.RESOURCES: 1 << player}
    more = said_players(state.knows.get(obj, 0) & ~hidden.get(zone, 3))
    if more and "face" not in said:
        said["known to"] = more
    return said | _this_turn(state, obj)


def _standing(state: State, obj: int) -> dict[str, Field]:
    """Where a card stands, its states, and whether it fights."""
    zone = state.where[obj][0]
    said: dict[str, Field] = {}
    if zone in words.AREAS:
        said["column"] = str(state.place[obj][1])
    if zone == words.RESOURCES and words.has(state, obj, words.FACE_UP):
        said["face"] = "up"
    said |= {word: "yes" for word in _STATES if words.has(state, obj, words.STATES[word])}
    if obj in state.lists.get("attackers", ()):
        said["attacker"] = "yes"
    if obj in state.lists.get("defender", ()):
        said["defender"] = "yes"
    return said


def _this_turn(state: State, obj: int) -> dict[str, Field]:
    """What a card did this turn, and what lasts on it for a while."""
    said: dict[str, Field] = {}
    if state.used.get(("moved", obj)):
        said["moved"] = "yes"
    used = _used(state, obj)
    if used:
        said["used"] = str(used)
    for until in ("turn", "attack"):
        changes = _changes(state, obj, until)
        if changes:
            said[f"until end of {until}"] = changes
    return said


def _used(state: State, obj: int) -> int:
    """How often the powers of an object with a limit were used."""
    face = face_of(state, obj)
    paths = [(state.card[obj], index) for index, _ in face.abilities]
    limited = [path for path in paths if getattr(node_at(state, path), "limit", 0)]
    return max((state.used.get((obj, path), 0) for path in limited), default=0)


def _changes(state: State, obj: int, until: str) -> list[Field]:
    """The modifiers of an object with an end, as far as words tell them."""
    said: list[Field] = []
    for _, effect in sorted(state.effects.items()):
        if effect.until != until or not any(ref.id == obj for ref in effect.affected):
            continue
        for change in effect.data:
            if change[0] == "get" and change[1] in _NUMBERS:
                said.append(f"{change[2]:+d} {change[1]}")
            elif change[0] == "gain" and change[1] in ("flight", "range", "invulnerability"):
                said.append(str(change[1]))
    return said
