"""Sagas: lore counters, chapters, and their end (CR 714)."""

from __future__ import annotations

from collections.abc import Iterator

from cardlaw.cards.nodes import Triggered
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import Board, Char
from cardlaw.rulebooks.magic.face import skill_at

#: the rule of chapter abilities, by which they are told from others
CHAPTER_RULE = "CR 714.2b"
#: the trigger word of chapters
CHAPTER = "chapter"


@rules("CR 714.2d")
def final_chapter(char: Char) -> int:
    """The greatest chapter number among the chapter abilities of a permanent; 0 without any."""
    numbers = [0]
    for held in char.skills:
        node = held.skill.node
        if held.skill.rule == CHAPTER_RULE and isinstance(node, Triggered):
            numbers.extend(int(on.to) for on in node.on)
    return max(numbers)


@rules("CR 714.2b")
def reached(state: State, kind: str, values: tuple[object, ...]) -> range:
    """The chapters that an event by which lore counters are put on a Saga reaches."""
    now = state.counters.get((int(str(values[0])), "lore"), 0)
    if kind == "entered":
        return range(1, now + 1)
    if values[1] != "lore":
        return range(0)
    return range(now - int(str(values[2])) + 1, now + 1)


@rules("CR 714.3c")
def read_on(state: State, player: int) -> list[Happening]:
    """A lore counter for each Saga of the active player as the precombat main phase begins."""
    board: Board = state.board()
    return [
        Happening("put counters", "CR 714.3c", (), (obj, "lore", 1))
        for obj in board.players[player]
        if "Saga" in board.chars[obj].subtypes and final_chapter(board.chars[obj])
    ]


@rules("CR 714.4")
def read_out(state: State) -> Iterator[tuple[str, str, tuple[object, ...]]]:
    """Sagas whose last chapter has left the stack: their controllers sacrifice them."""
    board: Board = state.board()
    for obj, kind in sorted(state.counters):
        if kind != "lore" or obj not in board.field:
            continue
        char = board.chars[obj]
        last = final_chapter(char)
        if "Saga" not in char.subtypes or not last or state.counters[obj, kind] < last:
            continue
        if not _is_being_read(state, obj):
            yield "sacrificed", "CR 714.4", (obj,)


def _is_being_read(state: State, obj: int) -> bool:
    """Whether a chapter ability of a Saga has triggered and not yet left the stack."""
    ref = state.ref(obj)
    rows = [(row.source, row.text) for row in state.waiting.values()]
    rows += [(item.source, item.text) for item in state.pile.values()]
    return any(
        tuple(source) == ref and len(text) > 1 and skill_at(state, text).rule == CHAPTER_RULE
        for source, text in rows
    )
