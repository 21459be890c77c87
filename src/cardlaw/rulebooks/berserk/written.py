"""A position written in words (chapters 2 and 3): what ``setup`` reads, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlaw.kernel.pile import said_priority
from cardlaw.kernel.setup import Called, Field, said_players
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.setup import BITS, COUNTS, SHARED, read_modifier
from cardlaw.rulebooks.berserk.stack import WITH_DICE
from cardlaw.rulebooks.berserk.words import (
    DECK,
    FIELD,
    HIDDEN,
    REVEALING,
    SECOND_TERRAIN,
    STARTING,
    STEPS,
    ZONES,
)


def in_words(state: State, called: Called) -> dict[str, Field]:
    """A position of Berserk in words."""
    return {
        **_turn(state),
        "A": _player(state, called, 0),
        "B": _player(state, called, 1),
    }


def _turn(state: State) -> dict[str, Field]:
    turn = state.turn
    step = turn.get("step", 0)
    active = turn.get("active", 0)
    said: dict[str, Field] = {
        "step": STEPS[step],
        "active": "AB"[active],
        "first": "AB"[turn.get("first", 0)],
    }
    if step < REVEALING and turn.get("chooser"):
        said["active"] = "AB"[turn["chooser"] - 1]
    if step < STARTING:
        return said
    said["turn"] = str(turn.get("turn", 1))
    said |= said_priority(state, active)
    if turn.get("stage"):
        said["stage"] = WITH_DICE[turn["stage"] - 1]
    return said


def _player(state: State, called: Called, player: int) -> dict[str, Field]:
    said: dict[str, Field] = {}
    for word in ("gold", "silver"):
        if state.turn.get("step", 0) < STARTING:
            said[word] = str(state.points.get((player, word), 0))
    if state.points.get((player, SECOND_TERRAIN)):
        said[SECOND_TERRAIN] = "yes"
    for zone in ZONES:
        at = (zone, -1 if zone in SHARED else player)
        here = [
            obj
            for obj in state.zone(*at)
            if (at[1] >= 0 or state.controller[obj] == player)
            and state.host.get(obj) not in state.where
        ]
        if here:
            said[zone] = [_card(state, called, obj) for obj in here]
    return said


def _card(state: State, called: Called, obj: int) -> Field:
    worn = sorted(gear for gear, host in state.host.items() if host == obj)
    attached = [called.entry(gear, _fields(state, gear, obj)) for gear in worn]
    return called.entry(obj, _fields(state, obj), attached)


def _fields(state: State, obj: int, bearer: int = 0) -> dict[str, Field]:
    zone, player = state.where[obj]
    whose = player if player >= 0 else state.controller[bearer or obj]
    said: dict[str, Field] = {}
    if not bearer and zone == FIELD and obj in state.place:
        said["cell"] = state.place[obj][0]
    if state.controller[obj] != whose:
        said["controller"] = "AB"[state.controller[obj]]
    if state.owner[obj] != whose:
        said["owner"] = "AB"[state.owner[obj]]
    bits = state.status.get(obj, 0)
    said |= {word: "yes" for word, bit in BITS.items() if bits & bit}
    if state.turn.get("step", 0) == REVEALING and zone == FIELD and not bits & HIDDEN:
        said["hidden"] = "no"
    for word, kind in COUNTS.items():
        if state.counters.get((obj, kind)):
            said[word] = str(state.counters[(obj, kind)])
    if state.damage.get(obj):
        said["wounds"] = str(state.damage[obj])
    if state.used.get(("armor", obj)):
        said["armor used"] = str(state.used[("armor", obj)])
    knows = said_players(state.knows.get(obj, 0))
    if zone == DECK and len(knows) == 1:
        said["known to"] = knows[0]
    used = _used(state, obj)
    if used:
        said["used"] = used
    return said | _lasting(state, obj)


def _used(state: State, obj: int) -> list[Field]:
    """The names of the abilities that were used this turn, each as often as it was."""
    abilities = state.faces[state.card[obj]].sheet.abilities
    said: list[Field] = []
    for number, ability in enumerate(abilities):
        key = ("ability", obj, state.born.get(obj, 0), (state.card[obj], number))
        name = getattr(ability, "name", "")
        said.extend([name] * state.used.get(key, 0) if name else [])
    return said


def _lasting(state: State, obj: int) -> dict[str, Field]:
    """Temporary effects on a card, by how long they last, as far as words tell them."""
    turn = state.turn.get("turn", 1)
    durations = {
        f"end {turn}": "until end of turn",
        f"end {turn + 1}": "until end of next turn",
        f"start {turn + 1}": "until start of next turn",
        "": "until end of battle",
    }
    said: dict[str, Field] = {}
    for _, effect in sorted(state.effects.items()):
        word = durations.get(effect.until)
        if word is None or not any(ref.id == obj for ref in effect.affected):
            continue
        for row in effect.data:
            text = _change(row)
            if text:
                said[word] = [*said.get(word, []), text]
    return said


def _change(row: Sequence[Any]) -> str:
    """A temporary effect in words that mean the same row; empty where there are none."""
    kind = row[0]
    if kind == "get" and isinstance(row[2], int):
        text = f"{row[2]:+d} {row[1]}"
    elif kind == "keyword" and len(row) > 2:
        text = f"{row[1]} {row[2]}"
    elif kind == "forbid":
        text = f"cannot {row[1]}"
    elif kind == "gain":
        words, classes = row[1], row[2]
        text = f"class {classes[0]}" if classes else ""
        text = str(words[0]) if words and not classes else text
    elif kind == "lose":
        text = "no class" if row[3] else "no abilities" if row[4] else ""
        text = f"loses {row[1][0]}" if row[1] and not text else text
    else:
        text = ""
    return text if text and read_modifier(text) == tuple(row) else ""
