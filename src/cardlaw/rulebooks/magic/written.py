"""A position written in words: what ``setup`` reads, as plain data."""

from __future__ import annotations

from cardlaw.kernel.pile import said_priority
from cardlaw.kernel.setup import Called, Field, said_players
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import ATTACKING, FIELD, PHASED, STATUS_NAMES
from cardlaw.rulebooks.magic.face_down import how_down
from cardlaw.rulebooks.magic.mana import TYPES
from cardlaw.rulebooks.magic.relations import COMMANDERS
from cardlaw.rulebooks.magic.setup import PLAYER_WORDS, TOLD_MORE
from cardlaw.rulebooks.magic.steps import BEGIN, STEPS

#: what has no word of its own: it follows from attackers and blockers
_FOLLOWS = (*TOLD_MORE, "blocked")


def in_words(state: State, called: Called) -> dict[str, Field]:
    """A position of Magic in words."""
    return {
        **_turn(state),
        "A": _player(state, called, 0),
        "B": _player(state, called, 1),
    }


def _turn(state: State) -> dict[str, Field]:
    turn = state.turn
    active = turn.get("active", 0)
    said: dict[str, Field] = {
        "turn": str(max(turn.get("number", 1), 1)),
        "active": "AB"[active],
        "step": STEPS[turn.get("step", 0)],
        "begun": "no" if turn.get("stage") == BEGIN else "yes",
    }
    said |= said_priority(state, active)
    if turn.get("lands"):
        said["lands played"] = str(turn["lands"])
    return said


def _player(state: State, called: Called, player: int) -> dict[str, Field]:
    points = state.points
    said: dict[str, Field] = {"life": str(points.get((player, "life"), 0))}
    for word in PLAYER_WORDS:
        if word not in ("life", "mana") and points.get((player, word)):
            said[word] = str(points[(player, word)])
    mana = "".join(f"{{{symbol}}}" * points.get((player, symbol), 0) for symbol in TYPES)
    if mana:
        said["mana"] = mana
    field = [*state.zone(*FIELD), *state.zone(*PHASED)]
    here = [
        o for o in field if state.controller[o] == player and state.host.get(o) not in state.where
    ]
    if here:
        said["battlefield"] = [_permanent(state, called, obj, player) for obj in here]
    for zone in ("hand", "library", "graveyard"):
        cards = state.zone(zone, player)
        if cards:
            said[zone] = [called.entry(obj, _card(state, obj)) for obj in cards]
    exiled = [obj for obj in state.zone("exile", -1) if state.owner[obj] == player]
    if exiled:
        said["exile"] = [called.entry(obj, _card(state, obj)) for obj in exiled]
    return said


def _card(state: State, obj: int) -> dict[str, Field]:
    """What is said of a card that is no permanent."""
    zone, _ = state.where[obj]
    said: dict[str, Field] = {}
    knows = state.knows.get(obj, 0)
    if zone == "library" and knows:
        said["known to"] = said_players(knows)
    if zone == "hand" and knows == 3:
        said["known to"] = said_players(3 & ~(1 << state.owner[obj]))
    if obj in state.lists.get(COMMANDERS, ()):
        said["commander"] = "yes"
    return said


def _permanent(state: State, called: Called, obj: int, player: int) -> Field:
    worn = sorted(gear for gear, host in state.host.items() if host == obj)
    attached = [_permanent(state, called, gear, player) for gear in worn if gear in state.where]
    return called.entry(obj, _fields(state, called, obj, player), attached)


def _fields(state: State, called: Called, obj: int, player: int) -> dict[str, Field]:
    """``player``: under whom the permanent is listed."""
    said: dict[str, Field] = {}
    if state.controller[obj] != player:
        said["controller"] = "AB"[state.controller[obj]]
    if state.owner[obj] != player:
        said["owner"] = "AB"[state.owner[obj]]
    bits = state.status.get(obj, 0)
    said |= {w: "yes" for w, bit in STATUS_NAMES.items() if bits & bit and w not in _FOLLOWS}
    if bits & ATTACKING:
        said["attacking"] = "yes"
    for blocker, attacker in state.lists.get("blockers", ()):
        if blocker == obj and attacker in state.where:
            said["blocking"] = called.word(attacker)
    down = how_down(state, obj)
    if down:
        said["face down"] = down
    counters = {kind: str(n) for (o, kind), n in sorted(state.counters.items()) if o == obj}
    if counters:
        said["counters"] = counters
    if state.damage.get(obj):
        said["damage"] = str(state.damage[obj])
    if state.used.get(("loyalty", obj)):
        said["loyalty used"] = "yes"
    if obj in state.lists.get(COMMANDERS, ()):
        said["commander"] = "yes"
    if state.where[obj] == PHASED:
        said["phased out"] = "yes"
    return said
