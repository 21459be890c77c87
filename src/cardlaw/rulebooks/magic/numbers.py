"""Events that change a number: life, energy, counters (CR 107.14, 119.3, 122, 613.7c)."""

from __future__ import annotations

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, POINTS, TURN, USED
from cardlaw.rulebooks.magic.board import Char
from cardlaw.rulebooks.magic.counters import KEYWORD_COUNTERS


@rules("CR 702.164c")
def add_toxic(state: State, number: int, player: int, char: Char) -> None:
    """Combat damage by a creature with toxic gives poison counters besides."""
    words = [word for word in char.keywords if word[:6] == "toxic "]
    total = sum(int(word.removeprefix("toxic ")) for word in words)
    if total:
        state.event("got counters", "CR 702.164c", (number,), player, "poison", total)
        state.add_to(POINTS, (player, "poison"), total)


@rules("CR 613.7c")
def write_counters(state: State, number: int, event: Happening) -> None:
    """Put counters on, or with a negative number take them off."""
    obj, kind, amount = event.values
    left = max(0, state.counters.get((obj, kind), 0) + amount)
    if kind in KEYWORD_COUNTERS:
        stamp = state.tick() if amount > 0 else state.used.get(("counter", obj, kind))
        state.put(USED, ("counter", obj, kind), stamp if left else None)
    state.put(COUNTERS, (obj, kind), left or None)


@rules("CR 119.3")
def write_life(state: State, number: int, event: Happening) -> None:
    """A player gains or loses life."""
    player, amount = event.values
    sign = -1 if event.kind in ("lost life", "paid life") else 1
    state.add_to(POINTS, (player, "life"), sign * amount)


@rules("CR 107.14")
def write_energy(state: State, number: int, event: Happening) -> None:
    """A player pays energy counters."""
    player, amount = event.values
    state.add_to(POINTS, (player, "energy"), -amount)


def write_got_counters(state: State, number: int, event: Happening) -> None:
    """A player gets counters."""
    player, kind, amount = event.values
    state.add_to(POINTS, (player, kind), amount)


def write_lost(state: State, number: int, event: Happening) -> None:
    """A player loses the game."""
    player = event.values[0]
    state.put(TURN, "lost", state.turn.get("lost", 0) | 1 << player)
