"""Positions in the areas (213, 405): where characters may stand, and forming up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.events import PERFORMER
from cardlaw.rulebooks.vs.words import ROWS

BOTH_ROWS = {
    words.VISIBLE: ("front row", "support row"),
    words.HIDDEN: ("hidden front row", "hidden support row"),
}
#: how many empty columns beyond the outermost character are worth offering: with two, a newcomer
#: can stand beside it or apart from it, and every further column is the same
BEYOND = 2


def columns(state: State, player: int, area: str) -> range:
    """The columns of an area that make a difference."""
    taken = [state.place[obj][1] for obj in state.zone(area, player)]
    if not taken:
        return range(1, 2)
    return range(min(taken) - BEYOND, max(taken) + BEYOND + 1)


def occupant(state: State, player: int, word: str, column: int) -> int | None:
    """The character that stands at a position, if any."""
    area, row = ROWS[word]
    for obj in state.zone(area, player):
        if state.place[obj] == (row, column):
            return obj
    return None


def free(state: State, player: int, rows: Sequence[str]) -> list[Option]:
    """The free positions in these rows: (row, column)."""
    return [
        (word, column)
        for word in rows
        for column in columns(state, player, ROWS[word][0])
        if occupant(state, player, word, column) is None
    ]


def position_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "position": its arguments are the object and the rows."""
    _, *rows = choice.args
    return OneOf(free(state, choice.player, rows))


def beside(state: State, choice: Choice, option: Option) -> Breach:
    """The breach of a position that is not offered."""
    if len(option) == 2 and option[0] in ROWS and option[0] not in choice.args[1:]:
        return Breach("position-elsewhere", "VS 213", tuple(option))
    return Breach("position-taken", "VS 213", tuple(option))


class Place(Part):
    """The position to which a character moves in the formation step.

    Formations that differ only by shifting all columns are one, so that a character alone in its
    area has nothing to choose but its row.
    """

    name = "to"
    rule = "VS 405"
    phrase = "to {row} {column}"
    fields: tuple[str, ...] = ("term:row", "num:column")

    def every(self, state: State, act: Act) -> Iterable[Option]:
        obj = act.first[1]
        player = state.controller[obj]
        for word, (area, _) in ROWS.items():
            for column in columns(state, player, area):
                yield ("to", word, column)

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        obj = act.first[1]
        area = state.where[obj][0]
        if area not in BOTH_ROWS:
            return
        alone = len(state.zone(*state.where[obj])) == 1
        own = state.place[obj][1]
        for word in BOTH_ROWS[area]:
            for column in (own,) if alone else columns(state, act.player, area):
                yield ("to", word, column)

    @cites("VS 405", "VS 213")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj = act.first[1]
        _, word, column = answer
        if not words.in_area(state, obj):
            return
        area, row = ROWS[word]
        if state.where[obj][0] != area:
            yield Breach("position-elsewhere", "VS 405", (word, column))
        elif state.place[obj] == (row, column):
            yield Breach("position-taken", "VS 405", (word, column))
        elif column != state.place[obj][1] and len(state.zone(*state.where[obj])) == 1:
            yield Breach("formation-unchanged", "VS 405", (word, column))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("position-elsewhere", "VS 405", ("front row", 1))


class Form(Shape):
    """Moving a character in the formation step; one that stands there changes places with it.

    Each character is moved once at most: that reaches every formation.
    """

    verb = "move"
    rules: tuple[str, ...] = ("VS 405",)
    phrase = "move {character}"
    fields: tuple[str, ...] = ("obj:character",)
    parts: tuple[Part, ...] = (Place(),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("move", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if words.step(state) != words.FORMATION or words.primary(state) != player:
            return []
        return [("move", obj) for obj in words.characters(state, player)]

    @cites("VS 405")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        if words.step(state) != words.FORMATION or words.primary(state) != act.player:
            yield Breach("not-your-formation-step", "VS 405")
        if pile.items(state):
            yield Breach("chain-not-empty", "VS 405")
        if not words.in_area(state, obj):
            yield Breach("not-a-character", "VS 405", (obj,))
        elif state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 405", (obj,))
        elif ("moved", obj) in state.used:
            yield Breach("already-formed-up", "VS 405", (obj,))

    @cites("VS 405", "VS 302.6")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        obj = act.first[1]
        _, word, column = act.answers[0]
        other = occupant(state, act.player, word, column)
        place = state.place[obj]
        old = words.area_word(state, obj)
        moves = [Happening("moved", "VS 405", (cause,), (obj, word, column))]
        if other is not None:
            moves.append(Happening("moved", "VS 405", (cause,), (other, old, place[1])))
        PERFORMER.happen(state, moves)
        state.put(USED, ("moved", obj), 1)
        yield from ()
