"""How good a position is for a player: a guess for players that look ahead, not a rule."""

from __future__ import annotations

from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import ATTACKING, Board, Char
from cardlaw.rulebooks.magic.steps import ATTACKERS, COMBAT_ENDS, step

#: the scale: a point of life is ten
LIFE = 10
CARD = 12
LAND, OTHER = 20, 24
POWER, TOUGHNESS = 12, 5
ATTACHED = 8
#: the keywords that make a creature better by about a point of power
GOOD = ("flying", "double strike", "first strike", "trample", "deathtouch", "lifelink", "menace")


def worth(state: State, player: int) -> int:
    """One side's life, permanents and cards, less those of the other side."""
    return _side(state, player) - _side(state, 1 - player)


def settled(state: State) -> bool:
    """Whether the stack is empty and no fight is going on."""
    if state.lists.get("pile"):
        return False
    fighting = ATTACKERS <= step(state) <= COMBAT_ENDS
    return not (fighting and any(bits & ATTACKING for bits in state.status.values()))


def _side(state: State, player: int) -> int:
    board: Board = state.board()
    value = LIFE * state.points.get((player, "life"), 0)
    value += CARD * len(state.zone("hand", player))
    for obj in board.players[player]:
        value += _permanent(board.chars[obj]) + ATTACHED * (obj in board.hosts)
    return value


def _permanent(char: Char) -> int:
    if "creature" not in char.types:
        return LAND if "land" in char.types else OTHER
    good = sum(char.has(word) for word in GOOD)
    power, toughness = max(0, char.power or 0), max(0, char.toughness or 0)
    return OTHER + POWER * (power + good) + TOUGHNESS * toughness
