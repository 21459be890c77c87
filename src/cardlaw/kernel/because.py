"""Walking up the causes of an event, to players' answers and turn-based rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardlaw.kernel.game import Game
from cardlaw.kernel.rulebook import Note, Recorder
from cardlaw.kernel.state import HEADS, Entry, State
from cardlaw.kernel.tables import EFFECTS, HOST, ORDER, STATUS, TABLES, WHERE, Zone

#: the single cause of an event that a rule's own sweep caused: what the sweep read explains it
SWEEP = -2
#: the head of the changes that set a position up
SETUP = "setup"


class Event(NamedTuple):
    """An event of the journal as it is told: ``causes`` are ids of earlier events."""

    id: int
    kind: str
    rule: str
    values: tuple[Any, ...]
    causes: tuple[int, ...]


class Cause(NamedTuple):
    """An event with its causes, up to the roots."""

    event: Event
    causes: tuple[Cause, ...]

    def chain(self) -> list[Event]:
        """The event and all its causes, each once, depth first."""
        seen: dict[int, Event] = {}
        todo: list[Cause] = [self]
        while todo:
            cause = todo.pop()
            if cause.event.id not in seen:
                seen[cause.event.id] = cause.event
                todo.extend(reversed(cause.causes))
        return list(seen.values())


def is_head(entry: Entry) -> bool:
    """Whether a journal entry begins an event."""
    return entry[0].__class__ is str


def journal(game: Game) -> Iterator[tuple[int, Entry]]:
    """All entries of a game with their indices, from its start."""
    root = game.root()
    for step in (root, *game.steps()):
        yield from enumerate(step.entries, step.base)


def events(game: Game) -> list[Event]:
    """Every event of a game since its start, answers included."""
    return [
        Event(number, entry[0], entry[1], entry[3], entry[2])
        for number, entry in journal(game)
        if is_head(entry)
    ]


def because(game: Game, number: int) -> Cause:
    """Why an event happened, up to answers and turn-based rules. ValueError for an unknown id."""
    return _Search(game).cause(number)


def all_causes(game: Game) -> list[Cause]:
    """Every event of a game with its causes, the earliest first."""
    search = _Search(game)
    return [search.cause(event.id) for event in events(game)]


class _Search:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries = list(journal(game))
        self.first = self.entries[0][0] if self.entries else 0
        self.told: dict[int, Event] = {}
        self.done: dict[int, Cause] = {}

    def cause(self, number: int) -> Cause:
        """The event with its causes. Chains may be thousands long, so nothing here recurses."""
        todo = [number]
        while todo:
            at = todo[-1]
            event = self.event(at)
            causes = [c for c in event.causes if self.first <= c < at]
            unknown = [c for c in causes if c not in self.done]
            if not unknown:
                self.done[at] = Cause(event, tuple(self.done[c] for c in causes))
                todo.pop()
            todo.extend(unknown)
        return self.done[number]

    def event(self, number: int) -> Event:
        """An event of the journal, with the causes of a sweep found."""
        known = self.told.get(number)
        if known is not None:
            return known
        at = number - self.first
        if not 0 <= at < len(self.entries) or not is_head(self.entries[at][1]):
            raise ValueError(f"there is no event {number} in this game")
        kind, rule, causes, values = self.entries[at][1]
        if causes == (SWEEP,):
            causes = self.read_by_sweep(number, kind, values)
        event = Event(number, kind, rule, values, causes)
        self.told[number] = event
        return event

    def read_by_sweep(self, number: int, kind: str, values: tuple[Any, ...]) -> tuple[int, ...]:
        """The events that wrote what a sweep read, the earliest first."""
        state = self.game.state.copy()
        state.revert([entry for index, entry in self.entries if index >= number])
        state.issued += 1
        state.epoch = state.issued
        state.board()
        reads: dict[tuple[int, Any], None] = {}
        watched = watch_reads(state, reads)
        state.book.reread(watched, kind, values)
        recorder = Recorder()
        state.book.compute(state, recorder)
        for note in recorder.notes:
            if note.obj in values and note.source >= 0:
                self.read_by_note(state, note, reads)
        return self.writers(reads, number)

    def read_by_note(self, state: State, note: Note, reads: dict[tuple[int, Any], None]) -> None:
        """The rows behind one step of a value: a noted effect, or else its source as it lies."""
        found = [
            key
            for key, effect in sorted(state.effects.items())
            if effect.source == note.source and effect.stamp == note.stamp
        ]
        for key in found:
            reads[(EFFECTS, key)] = None
        if not found:
            for table in (HOST, WHERE, STATUS):
                reads[(table, note.source)] = None

    def writers(self, reads: dict[tuple[int, Any], None], before: int) -> tuple[int, ...]:
        found: dict[tuple[int, Any], int] = {}
        head = -1
        for index, entry in self.entries:
            if index >= before:
                break
            if is_head(entry):
                head = index
            elif (entry[0], entry[1]) in reads:
                found[(entry[0], entry[1])] = head
        heads = sorted({head for head in found.values() if head >= 0})
        return tuple(h for h in heads if self.entries[h - self.first][1][0] != SETUP)


def is_root(game: Game, event: Event) -> bool:
    """Whether an event may have no cause: an answer, a set-up, or a turn-based rule."""
    return event.kind in HEADS or event.kind == SETUP or event.rule in game.book.index.roots


class _Watched(dict[Any, Any]):
    """A table that notes which rows are read."""

    def __init__(
        self, rows: dict[Any, Any], table: int, reads: dict[tuple[int, Any], None]
    ) -> None:
        super().__init__(rows)
        self._table = table
        self._reads = reads

    def note(self, table: int, key: Any) -> None:
        """Note a row of any table as read."""
        self._reads[(table, key)] = None

    def __getitem__(self, key: Any) -> Any:
        self._reads[(self._table, key)] = None
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._reads[(self._table, key)] = None
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self._reads[(self._table, key)] = None
        return super().__contains__(key)


_NAMES = tuple(name for name, _ in TABLES)
_QUIET = frozenset(("order", "serial", "knows", "stamp", "born", "turn"))


def watch_reads(state: State, reads: dict[tuple[int, Any], None]) -> State:
    """A copy of a state whose tables note in ``reads`` which rows are read."""
    watched = state.copy()
    for table, name in enumerate(_NAMES):
        if name not in _QUIET:
            setattr(watched, name, _Watched(getattr(watched, name), table, reads))
    watched._list_tables()
    return watched


def read_order(state: State, zone: Zone) -> None:
    """Say in ``Rulebook.reread`` that the order of a zone was read, which else explains nothing."""
    if isinstance(state.where, _Watched):
        state.where.note(ORDER, zone)
