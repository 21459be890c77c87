"""Snow mana: which mana in a pool came from snow sources, and what it pays (CR 107.4h)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS
from cardlaw.rulebooks.magic.mana import TYPES, ManaCost, Pool
from cardlaw.rulebooks.magic.texts import Texts

#: after a type of mana in the name of a point: how much of it came from snow sources
SNOW = " snow"


def asks_for_snow(state: State) -> bool:
    """Whether some cost of the game can be paid with snow mana only, so that it is told apart."""
    texts: Texts = state.texts
    return texts.snow


@rules("CR 107.4h", "CR 106.4")
def snow_of(state: State, player: int) -> Pool:
    """How much of a player's unspent mana of each type came from snow sources."""
    return tuple(state.points.get((player, f"{symbol}{SNOW}"), 0) for symbol in TYPES)


def note_snow(state: State, player: int, snow: Pool) -> None:
    """Note how much of a player's mana came from snow sources, as part of the event begun last."""
    for symbol, number in zip(TYPES, snow, strict=True):
        state.put(POINTS, (player, f"{symbol}{SNOW}"), number or None)


def for_cost(state: State, player: int, cost: ManaCost, pool: Pool) -> Pool:
    """A pool as a cost sees it: for snow symbols, followed by what came from snow sources."""
    return (*pool, *snow_of(state, player)) if cost.snow else pool


@rules("CR 107.4h")
def keep_snow(state: State, player: int, left: Pool, snow: Pool | None) -> None:
    """After a payment: of one type, mana that is not from snow sources is spent first.

    ``snow`` is what a payment of snow symbols has left of it.
    """
    if asks_for_snow(state):
        now = snow_of(state, player) if snow is None else snow
        note_snow(state, player, tuple(map(min, now, left)))
