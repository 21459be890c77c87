"""Performing events: replacement, the batch, and the triggers that it matches."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import WAITING, Waiting


class Happening(NamedTuple):
    """An event that is about to happen, as data: its kind, rule, causes and values.

    ``done`` holds the replacement effects that were already applied to it; each applies once.
    """

    kind: str
    rule: str
    causes: tuple[int, ...]
    values: tuple[Any, ...] = ()
    done: tuple[Option, ...] = ()


#: a replacement effect that would apply: (object id, path of its text ...)
Replacement = Option
Batch = list[Happening]


class Performer:
    """How one rulebook performs events. The rulebook fills in the functions.

    ``perform`` is the one way in which a rule's events become changes.
    """

    #: event kinds that any replacement effect of the game can watch; others take the fast path
    replaceable: frozenset[str] = frozenset()

    def replacements(self, state: State, event: Happening) -> list[Replacement]:
        """The replacement effects that would apply to an event and have not yet."""
        return []

    def chooser(self, state: State, event: Happening) -> int:
        """The player who picks among several replacement effects (the affected one)."""
        raise NotImplementedError

    def replace(self, state: State, event: Happening, effect: Replacement) -> Batch:
        """What happens instead: no events, one or several. ``perform`` notes the effect as done."""
        raise NotImplementedError

    def write(self, state: State, event: Happening) -> int:
        """Begin the event and make its changes. Returns its id. It asks nobody anything."""
        raise NotImplementedError

    def match(self, state: State, written: Sequence[tuple[int, Happening]], before: Any) -> None:
        """Note the triggers of a batch with ``wait``. ``before`` is the board before the batch."""

    def board_before(self, state: State, events: Batch) -> Any:
        """The board that ``match`` gets; a game that knows that nothing watches may spare it."""
        return state.board()

    def perform(self, state: State, events: Batch) -> Generator[Choice, Option, list[int]]:
        """Let simultaneous events happen: replacement, then the batch, then its triggers.

        Returns the ids of the written events.
        """
        ready = yield from self.settle(state, events)
        return self.happen(state, ready)

    def settle(self, state: State, events: Batch) -> Generator[Choice, Option, Batch]:
        """Apply replacement effects to events until none is left; what then is to happen."""
        ready: Batch = []
        queue = list(events)
        while queue:
            event = queue.pop(0)
            instead = yield from self.replaced(state, event)
            if instead is None:
                ready.append(event)
            else:
                queue[:0] = instead
        return ready

    def replaced(self, state: State, event: Happening) -> Generator[Choice, Option, Batch | None]:
        """What happens in place of an event by one replacement effect; None if none applies."""
        if event.kind not in self.replaceable:
            return None
        found = [r for r in self.replacements(state, event) if r not in event.done]
        if not found:
            return None
        effect = found[0]
        if len(found) > 1:
            player = self.chooser(state, event)
            effect = yield Choice("replace", player, (event.kind, event.values, tuple(found)))
        done = (*event.done, effect)
        return [e._replace(done=done) for e in self.replace(state, event, effect)]

    def happen(self, state: State, events: Batch) -> list[int]:
        """Write events as one batch, with nothing to replace them, and match triggers."""
        if not events:
            return []
        before = self.board_before(state, events)
        written = [(self.write(state, event), event) for event in events]
        self.match(state, written, before)
        return [number for number, _ in written]


def replace_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "replace": one of the effects that would apply."""
    return OneOf(list(choice.args[2]))


def wait(state: State, rule: str, trigger: Waiting) -> int:
    """Let a trigger wait for the next time that somebody would get priority. Returns its key."""
    state.event("triggered", rule, (trigger.event,), trigger.source.id)
    key = state.number()
    state.put(WAITING, key, trigger)
    return key


Watch = dict[str, list[Any]]


def index_by(items: Sequence[Any], kinds: Callable[[Any], Sequence[str]]) -> Watch:
    """Index triggers or replacement effects by the kinds of event that they watch."""
    result: Watch = {}
    for item in items:
        for kind in kinds(item):
            result.setdefault(kind, []).append(item)
    return result
