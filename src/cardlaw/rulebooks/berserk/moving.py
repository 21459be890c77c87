"""Movement (chapters 203, 506): one step of a creature to the next cell."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.field import CELLS, DIAGONALS, STEPS, half
from cardlaw.rulebooks.berserk.select import char_of
from cardlaw.rulebooks.berserk.sharing import may_stand_with_others
from cardlaw.rulebooks.berserk.stack import MOVEMENT, WITHOUT_DICE, Chain, announce, own, slow
from cardlaw.rulebooks.berserk.words import (
    ARTIFACT,
    CLOSED,
    COMPANIONS,
    CREATURE,
    EQUIPMENT,
    FLYER,
    LEAPS,
    MOVED,
    TERRAIN,
    is_hidden,
    side,
)

DIAGONAL = "diagonal movement"


@cites("BE12 210.2", "BE12 212.8", "BE09 203.2", "BE09 203.9", "BE09 203.10", "BE12 506.3")
def can_move_by_itself(state: State, obj: int) -> Findings:
    """The breaches of a card being one that moves over the field."""
    char = char_of(state, obj)
    if is_hidden(state, obj):
        yield Breach("lies-face-down", "BE09 415.1", (obj,))
    elif char.type == ARTIFACT:
        yield Breach("artifact-cannot-move", "BE12 210.2", (obj,))
    elif char.type == EQUIPMENT:
        yield Breach("equipment-cannot-move", "BE12 212.8", (obj,))
    elif char.type != CREATURE:
        yield Breach("terrain-cannot-move", "BE12 506.3", (obj,))
    elif char.subtype == FLYER:
        yield Breach("flyer-cannot-move", "BE09 203.10", (obj,))
    elif char.subtype in COMPANIONS:
        yield Breach("symbiote-cannot-move", "BE09 203.9", (obj,))
    elif state.board().cell_of.get(obj) is None:
        yield Breach("not-on-field", "BE09 203.2", (obj,))


@cites("BE12 212.8", "BE12 211.1", "BE09 210.8", "BE09 211.3", "BE09 214.9")
def may_be_relocated(state: State, obj: int) -> Findings:
    """The breaches of a text relocating a card: what is borne or lies outside the field stays."""
    char = char_of(state, obj)
    if char.type == EQUIPMENT:
        yield Breach("equipment-cannot-move", "BE12 212.8", (obj,))
    elif char.type == TERRAIN:
        yield Breach("not-on-field", "BE12 211.1", (obj,))
    elif char.subtype == FLYER:
        yield Breach("flyer-is-not-relocated", "BE09 211.3", (obj,))
    elif char.subtype in COMPANIONS:
        yield Breach("symbiote-cannot-move", "BE09 210.8", (obj,))


@cites("BE09 214.9")
def may_be_placed(state: State, obj: int) -> Findings:
    """The breach of putting equipment on a cell without its bearer."""
    if char_of(state, obj).type == EQUIPMENT:
        yield Breach("equipment-cannot-move", "BE09 214.9", (obj,))


def unused_movement(state: State, obj: int) -> int:
    """How many steps a creature has left this turn."""
    return max(0, char_of(state, obj).movement) - state.counters.get((obj, MOVED), 0)


@cites("BE12 212.8", "BE09 103.2")
def may_enter(state: State, obj: int, cell: str, how: str = "") -> Findings:
    """The breaches of relocating a card to a cell: bans on it and on the equipment it bears."""
    for other in (obj, *state.board().worn.get(obj, ())):
        for ban in char_of(state, other).forbids:
            enemy = ban.what == "enter enemy half" and half(cell) != side(
                state, state.controller[other]
            )
            if how in LEAPS and ban.what == "leap into enemy half":
                enemy = half(cell) != side(state, state.controller[other])
            if enemy or ban.what == "relocate":
                rule = "BE09 103.2" if other == obj else "BE12 212.8"
                yield Breach("cell-forbidden", rule, (obj, cell, other))


@cites("BE09 214.9a")
def _comes_along(state: State, obj: int) -> Findings:
    """The equipment that a creature takes along, which uses no movement."""
    for worn in state.board().worn.get(obj, ()):
        if char_of(state, worn).type == EQUIPMENT:
            yield Ground("equipment-comes-along", "BE09 214.9a", (worn, obj))


def steps_from(state: State, obj: int) -> tuple[str, ...]:
    """The cells that one step reaches."""
    here = state.board().cell_of.get(obj)
    if here is None:
        return ()
    diagonal = DIAGONAL in char_of(state, obj).keywords
    return STEPS[here] + DIAGONALS[here] if diagonal else STEPS[here]


class To(Part):
    """The cell that a step leads to."""

    name = "to"
    phrase = "to {cell}"
    rule = "BE09 203.2"
    fields: tuple[str, ...] = ("name:cell",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("to", cell) for cell in CELLS]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        cells, obj = state.board().cells, act.first[1]
        steps = steps_from(state, obj)
        if may_stand_with_others(state, obj):
            return [("to", c) for c in steps]
        return [("to", c) for c in steps if c not in cells]

    @cites("BE09 203.2", "BE12 210.1", "BE09 6")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj, cell = act.first[1], answer[1]
        if state.board().cell_of.get(obj) is None:
            return
        if cell not in steps_from(state, obj):
            yield Breach("not-a-step", "BE09 203.2", (obj, cell))
        taken = state.board().cells.get(cell)
        if taken is not None and may_stand_with_others(state, obj):
            yield Ground("shares-the-cell", "BE09 6", (obj, taken))
        elif taken is not None:
            rule = "BE12 210.1" if char_of(state, taken).type == ARTIFACT else "BE09 203.2"
            yield Breach("cell-occupied", rule, (cell, taken))
        yield from may_enter(state, obj, cell)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-free-step", self.rule, (act.first[1],))


class Move(Shape):
    """Moving a creature by one step."""

    verb = "move"
    phrase = "move {card}"
    rules: tuple[str, ...] = (
        "BE12 506.2",
        "BE09 203.2",
        "BE09 203.8",
        "BE09 209.2",
        "BE12 301.2",
    )
    fields: tuple[str, ...] = ("obj:card",)
    parts: tuple[Part, ...] = (To(),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("move", obj) for obj in state.where]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        board = state.board()
        return [
            ("move", obj)
            for obj in board.squads[player]
            if obj in state.place
            and not state.status.get(obj, 0) & CLOSED
            and unused_movement(state, obj) > 0
        ]

    @cites(
        "BE12 506.2",
        "BE12 506.3",
        "BE09 203.4",
        "BE09 203.5",
        "BE09 203.6",
        "BE09 203.8",
        "BE09 214.9a",
    )
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from slow(state, act.player, "BE09 203.5", "BE12 506.2")
        found = list(own(state, act.player, obj))
        if not found:
            found = list(can_move_by_itself(state, obj))
        if found:
            yield from found
            return
        if state.status.get(obj, 0) & CLOSED:
            yield Breach("closed", "BE09 203.6", (obj,))
        if unused_movement(state, obj) <= 0:
            yield Breach("no-movement-left", "BE09 203.4", (obj,))
        if char_of(state, obj).forbidden("move"):
            yield Breach("forbidden", "BE09 103.2", (obj,))
        yield from _comes_along(state, obj)

    @cites("BE09 215.2", "BE12 506.2")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        chain = Chain(len(WITHOUT_DICE), cell=act.answers[0][1])
        yield from announce(state, act, MOVEMENT, (), chain, cause)
