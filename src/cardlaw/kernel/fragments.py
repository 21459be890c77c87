"""Fragmented loops: both players keep doing what leads back to the same position.

A rulebook that knows the rule names it in ``Rulebook.fragment_rule``, has the code
``fragmented-loop`` and the procedure "bar". What may not be done again is the list ``BARRED``, of
players and lines, until its player has acted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlaw.kernel.action import BARRED, Procedure, barred
from cardlaw.kernel.choice import Choice, Line
from cardlaw.kernel.loops import COUNTING
from cardlaw.kernel.state import ANSWER, FORCED, State
from cardlaw.kernel.tables import BORN, EFFECTS, KNOWS, LAST, LISTS, SERIAL, STAMP, TURN, USED

if TYPE_CHECKING:
    from cardlaw.kernel.game import Game
    from cardlaw.kernel.moment import Step
    from cardlaw.kernel.rulebook import Spec

#: bits of both players
BOTH = 3
_IGNORED = frozenset((BORN, KNOWS, LAST, SERIAL))


def note_action(state: State, step: Step, choice: Choice | None) -> None:
    """Note an answer that is more than passing: whose action it is, and how things stood."""
    option = step.answer
    if choice is None or choice.kind != "action" or option is None or state.book.minor(option):
        return
    step.acted |= 1 << choice.player
    step.acts = True
    step.sign = signature(state)


def signature(state: State) -> tuple[int, int]:
    """Two numbers that equal positions share, found at once: most actions change one of them."""
    return sum(state.status.values()), sum(state.points.values())


class _Visit(NamedTuple):
    """An earlier decision in the very position that has come again."""

    line: Line
    #: the events of that answer and of the other player's
    causes: tuple[int, int]


def instead(game: Game, spec: Spec) -> Spec:
    """What comes before an action is asked: the lines that would go round again are barred."""
    state, book = game.state, game.book
    if spec[0] != "action" or spec[1][0] != book.breaks_loops(state):
        return spec
    player = spec[1][0]
    found = [visit for visit in _visits(game, player) if not barred(state, player, visit.line)]
    if not found:
        return spec
    lines = tuple(visit.line for visit in found)
    causes = tuple(dict.fromkeys(event for visit in found for event in visit.causes))
    return ("bar", (player, lines, causes))


def bar(state: State, player: int, lines: tuple[Line, ...], causes: tuple[int, ...]) -> Procedure:
    """A player has to choose otherwise than before, as the same position has come again."""
    state.event("fragmented loop", state.book.fragment_rule, causes, player)
    rows = [(player, line) for line in lines]
    state.set_list(BARRED, (*state.lists.get(BARRED, ()), *rows))
    yield from ()


def _alike(game: Game, player: int) -> list[Step]:
    """The player's actions of this turn, after which the other acted, in a position like this."""
    now: tuple[int, int] | None = None
    found: list[Step] = []
    since = False
    step = game.step if game.step.acts else game.step.deed
    while step is not None:
        if _actor(step) != player:
            since = True
        elif since:
            now = now or signature(game.state)
            if step.sign == now:
                found.append(step)
        step = step.deed
    return found


def _actor(step: Step) -> int:
    """Whose action an answer was."""
    assert step.moment is not None and step.moment.choice is not None
    return step.moment.choice.player


def _visits(game: Game, player: int) -> Iterator[_Visit]:
    """The player's actions of this turn in the same position, after which the other acted too."""
    alike = _alike(game, player)
    first: dict[tuple[int, Any], Any] = {}
    other = -1
    step = game.step
    while alike:
        for entry in reversed(step.entries):
            if entry[0].__class__ is int:
                first[entry[0], entry[1]] = entry[2]
        if step.acts and _actor(step) != player:
            other = step.base
        elif step is alike[0]:
            if _same(game, step, first):
                yield _Visit(_line(game, step), (step.base, other))
            alike.pop(0)
        assert step.prev is not None
        step = step.prev


def _line(game: Game, since: Step) -> Line:
    """The whole line of an action: its first option and the answers for its parts."""
    chain = [since]
    step = game.step
    while step is not since and step.prev is not None:
        chain.insert(1, step)
        step = step.prev
    line: list[Any] = []
    for step in chain:
        for entry in step.entries:
            if entry[0] in (ANSWER, FORCED):
                kind, option = entry[3][1:]
                if line and kind != "part":
                    return tuple(line)
                line.append(option)
    return tuple(line)


def _same(game: Game, step: Step, first: dict[tuple[int, Any], Any]) -> bool:
    """Whether the position equals the one before a step, given the old values of changed rows."""
    state = game.state
    stamps: dict[int, int] = {}
    old_effects: dict[int, Any] = {}
    for (table, key), old in first.items():
        if table in _IGNORED or state.tables[table].get(key) == old:
            continue
        if table == STAMP:
            stamps[key] = old
        elif table == EFFECTS:
            old_effects[key] = old
        elif not _is_bookkeeping(state, table, key):
            return False
    if stamps and _order(state.stamp) != _order({**state.stamp, **stamps}):
        return False
    return not old_effects or _same_effects(game, step, old_effects)


def _is_bookkeeping(state: State, table: int, key: Any) -> bool:
    """Whether a row only serves the engine, so that positions may differ in it."""
    if table == TURN:
        return key in COUNTING
    if table == USED:
        return key[0] in state.book.bookkeeping
    return table == LISTS and key == BARRED


def _order(stamps: dict[int, int]) -> list[int]:
    """The objects in the order of their timestamps."""
    return sorted(stamps, key=lambda obj: (stamps[obj] or 0, obj))


def _same_effects(game: Game, step: Step, changed: dict[int, Any]) -> bool:
    """Whether lasting effects amount to the same as before a step.

    Those whose work shows in the values of objects are compared by what shows.
    """
    state = game.state
    if _hidden(state, state.effects) != _hidden(state, {**state.effects, **changed}):
        return False
    past = game.copy()
    assert step.prev is not None
    past.back_to(step.prev)
    look = state.book.values_of
    return all(look(state, obj) == look(past.state, obj) for obj in state.where)


def _hidden(state: State, effects: dict[int, Any]) -> list[Any]:
    """The effects whose work no value shows, in order, apart from timestamps and events."""
    rows = [row for row in effects.values() if row is not None]
    rows = [row for row in rows if not state.book.shows(state, row)]
    return [row._replace(stamp=0, event=0) for row in sorted(rows, key=lambda row: row.stamp)]
