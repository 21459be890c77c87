"""What has happened this turn, counted where a text of the game asks for it (CR 603.2, 608.2h)."""

from __future__ import annotations

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED
from cardlaw.rulebooks.magic.numbers import note_numbers
from cardlaw.rulebooks.magic.texts import Texts

#: what a kind of event adds to
COUNTS = {"cast": "spells cast", "drew": "cards drawn"}


@rules("CR 603.2", "CR 608.2h")
def count(state: State, event: Happening) -> None:
    """Count an event of this turn, as part of it, if a text asks for such events."""
    texts: Texts = state.texts
    if not texts.counted:
        return
    if event.kind == "dealt damage" and "hurt by" in texts.counted:
        source, who, _, _, born = event.values
        if who > 0:
            state.put(USED, ("hurt by", who, state.born.get(who, 0), source, born), 1)
    word = COUNTS.get(event.kind)
    if word in texts.counted:
        state.add_to(USED, (word, _player_of(state, event)), 1)
        if word in texts.numbers:
            note_numbers(state)


def _player_of(state: State, event: Happening) -> int:
    """Who draws a card or casts a spell."""
    obj = event.values[0]
    if event.kind == "cast":
        for item in state.pile.values():
            if item.kind == "spell" and item.source.id == obj:
                return item.player
    return state.owner[obj]
