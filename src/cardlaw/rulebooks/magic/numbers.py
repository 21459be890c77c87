"""Events that change a number: life, energy, counters (CR 107.14, 119.3, 122, 613.7c)."""

from __future__ import annotations

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, POINTS, TURN, USED
from cardlaw.rulebooks.magic.board import Char
from cardlaw.rulebooks.magic.counters import KEYWORD_COUNTERS
from cardlaw.rulebooks.magic.instructions import THIS_TURN
from cardlaw.rulebooks.magic.texts import Texts


def add_points(state: State, player: int, kind: str, amount: int) -> None:
    """Change a number of a player, as part of the event begun last."""
    state.add_to(POINTS, (player, kind), amount)
    texts: Texts = state.texts
    if kind in texts.numbers:
        note_numbers(state)


@rules("CR 613.5")
def note_numbers(state: State) -> None:
    """Note the numbers of players that texts look at: what depends on them changes at once.

    Part of the event begun last.
    """
    texts: Texts = state.texts
    state.set_list("numbers", tuple(_of_both(state, word) for word in texts.numbers))


def _of_both(state: State, word: str) -> tuple[str, int, int]:
    """A number of both players."""
    if word in THIS_TURN:
        return word, state.used.get((word, 0), 0), state.used.get((word, 1), 0)
    return word, state.points.get((0, word), 0), state.points.get((1, word), 0)


@rules("CR 702.164c")
def add_toxic(state: State, number: int, player: int, char: Char) -> None:
    """Combat damage by a creature with toxic gives poison counters besides."""
    words = [word for word in char.keywords if word[:6] == "toxic "]
    total = sum(int(word.removeprefix("toxic ")) for word in words)
    if total:
        state.event("got counters", "CR 702.164c", (number,), player, "poison", total)
        add_points(state, player, "poison", total)


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
    add_points(state, player, "life", sign * amount)


@rules("CR 107.14")
def write_energy(state: State, number: int, event: Happening) -> None:
    """A player pays energy counters."""
    player, amount = event.values
    add_points(state, player, "energy", -amount)


def write_got_counters(state: State, number: int, event: Happening) -> None:
    """A player gets counters."""
    player, kind, amount = event.values
    add_points(state, player, kind, amount)


def write_lost(state: State, number: int, event: Happening) -> None:
    """A player loses the game."""
    player = event.values[0]
    state.put(TURN, "lost", state.turn.get("lost", 0) | 1 << player)
