"""How good a position is for a player: a guess for players that look ahead, not a rule."""

from __future__ import annotations

from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.faces import Char
from cardlaw.rulebooks.berserk.field import distance
from cardlaw.rulebooks.berserk.select import value_of
from cardlaw.rulebooks.berserk.told import char_in_full
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    EQUIPMENT,
    RECRUITING,
    RECRUITMENT,
    is_hidden,
    step,
)

#: the scale: a wound is ten
LIFE = 10
CARD = 30
STRIKE = 12
EQUIPPED = 25
#: what a crystal is worth once it has been spent on a card of the squad
CRYSTAL = 12
#: how much a step towards the nearest enemy is worth
STEP = 3


def worth(state: State, player: int) -> int:
    """One side's squad by life, strikes and equipment, less the other's; who is near may strike."""
    if step(state) <= RECRUITING:
        return _recruited(state, player)
    ours, theirs = (_squad(state, p) for p in (player, 1 - player))
    return ours - theirs - STEP * _apart(state, player)


def _recruited(state: State, player: int) -> int:
    cards = state.zone(RECRUITMENT, player)
    return sum(CRYSTAL * char_in_full(state, obj).cost for obj in cards)


def _squad(state: State, player: int) -> int:
    return sum(_card(state, obj) for obj in state.board().squads[player])


def _card(state: State, obj: int) -> int:
    char: Char = char_in_full(state, obj)
    if char.type == EQUIPMENT:
        return EQUIPPED if obj in state.host else 0
    if char.type != CREATURE:
        return CARD
    life = char.life if is_hidden(state, obj) else value_of(state, obj, "life")
    strike = sum(max(0, number) for number in char.strike)
    return CARD + LIFE * life + STRIKE * strike // 3


def _apart(state: State, player: int) -> int:
    """How far each own creature is from the nearest enemy, added up."""
    board = state.board()
    enemies = [board.cell_of[o] for o in board.squads[1 - player] if o in board.cell_of]
    if not enemies:
        return 0
    own = [o for o in board.squads[player] if o in board.cell_of and o not in state.host]
    fighters = [o for o in own if char_in_full(state, o).type == CREATURE]
    cells = [board.cell_of[o] for o in fighters]
    return sum(min(distance(cell, other, diagonal=True) for other in enemies) - 1 for cell in cells)
