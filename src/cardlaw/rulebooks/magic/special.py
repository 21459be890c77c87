"""Mana that may be spent only on some things (CR 106.6)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS
from cardlaw.rulebooks.magic.board import Board, Char, Scope
from cardlaw.rulebooks.magic.face import node_at
from cardlaw.rulebooks.magic.mana import EMPTY, TYPES, Pool
from cardlaw.rulebooks.magic.nodes import AddMana
from cardlaw.rulebooks.magic.seeming import fits_as
from cardlaw.rulebooks.magic.texts import Texts

#: between the type of such mana and the place of the text that restricts it, in the name of a point
ONLY = " only "


def restricted(state: State, player: int) -> list[tuple[str, AddMana, int]]:
    """A player's mana with restrictions: the point's name, the text, how much."""
    texts: Texts = state.texts
    if not texts.restricts:
        return []
    found = []
    for (who, name), number in sorted(state.points.items()):
        if who == player and ONLY in name:
            face, node = name.split(ONLY)[1].split(".")
            text = node_at(state, (int(face), int(node)))
            assert isinstance(text, AddMana)
            found.append((name, text, number))
    return found


@rules("CR 106.6")
def fitting(
    state: State, player: int, obj: int, spell: bool, seems: Char | None = None
) -> list[tuple[str, int]]:
    """The restricted mana that may be spent on a spell, or on an ability of an object."""
    board: Board = state.board()
    scope = Scope(state.ref(obj), player)
    return [
        (name, number)
        for name, text, number in restricted(state, player)
        if text.only_for in ("", "spell" if spell else "ability")
        and (text.only is None or fits_as(state, board, text.only, obj, scope, seems))
    ]


def together(names: list[tuple[str, int]]) -> Pool:
    """Restricted mana by type."""
    pool = list(EMPTY)
    for name, number in names:
        pool[TYPES.index(name[0])] += number
    return tuple(pool)


def all_of(state: State, player: int) -> Pool:
    """All of a player's restricted mana by type."""
    return together([(name, number) for name, _, number in restricted(state, player)])


@rules("CR 106.6")
def spend(state: State, player: int, names: list[tuple[str, int]], spent: Pool) -> Pool:
    """Spend restricted mana first; return how much of each type is left of what was usable."""
    need = list(spent)
    left = list(together(names))
    for name, number in names:
        index = TYPES.index(name[0])
        taken = min(number, need[index])
        need[index] -= taken
        left[index] -= taken
        if taken:
            state.put(POINTS, (player, name), number - taken or None)
    return tuple(left)


@rules("CR 106.6", "CR 106.4")
def add_restricted(
    state: State, player: int, mana: str, path: tuple[int, int], causes: tuple[int, ...]
) -> None:
    """Mana that a text restricts goes into a player's pool."""
    state.event("added mana", "CR 106.6", causes, player, mana)
    for symbol in mana:
        state.add_to(POINTS, (player, f"{symbol}{ONLY}{path[0]}.{path[1]}"), 1)


@rules("CR 703.4q")
def lose_restricted(state: State, player: int) -> None:
    """Restricted mana is lost like any other, as part of the event begun last."""
    for name, _, _ in restricted(state, player):
        state.put(POINTS, (player, name), None)
