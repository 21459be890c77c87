"""Shuffled decks (chapter 206)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.words import DECK


@rules("BE09 206.10")
def shuffle(state: State, player: int, *causes: int) -> Generator[Choice, Option, None]:
    """Shuffle a player's deck, if it has cards."""
    if state.zone(DECK, player):
        order = yield Choice("shuffle", CHANCE, (player,))
        state.event("shuffled", "BE09 206.10", (*causes, state.answer), player)
        state.arrange((DECK, player), order)
