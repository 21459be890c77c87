"""Who is the monarch, and the abilities that come with it (CR 725)."""

from __future__ import annotations

from functools import lru_cache

from cardlaw.cards.nodes import Draw, On, Select, Triggered
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.clauses import BecomeMonarch, IsMonarch
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.tokens import CROWN

#: the list with the player who is the monarch
MONARCH = "monarch"


@lru_cache(maxsize=1)
@rules("CR 725.2")
def crown() -> Face:
    """What stands for the monarch in the command zone: the two abilities without a source."""
    hurt = On(
        event="deals combat damage",
        what=Select(types=("creature",)),
        to="player",
        given=(IsMonarch(whose="that"),),
    )
    abilities = (
        Triggered(on=(On(event="end", whose="you"),), do=(Draw(),)),
        Triggered(on=(hurt,), do=(BecomeMonarch(player="controller of it"),)),
    )
    return Face(name=CROWN, abilities=abilities, token=True, called=CROWN, nameless=True)


@rules("CR 725.1")
def is_monarch(state: State, players: list[int]) -> bool:
    """Whether one of these players is the monarch; of no players, whether nobody is."""
    now = state.lists.get(MONARCH, ())
    return any(player in now for player in players) if players else not now
