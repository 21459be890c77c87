"""The state of a game: tables, the journal that alone writes them, and the epochs of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.tables import (
    BORN,
    CARD,
    CONTROLLER,
    KNOWS,
    LISTS,
    ORDER,
    OWNER,
    SERIAL,
    STAMP,
    TABLES,
    TURN,
    WHERE,
    Effect,
    PileItem,
    Ref,
    Waiting,
    Zone,
)

if TYPE_CHECKING:
    from cardlaw.kernel.rulebook import Rulebook

#: a journal entry is a change, or the head of an event: kind, rule, causes, values
Entry = tuple[Any, Any, Any, Any]

ANSWER = "answer"
FORCED = "forced"
ROLLED = "rolled"
HEADS = (ANSWER, FORCED, ROLLED)


class State:
    """All that is mutable in a game. Questions read it; only ``event`` and the writers below write.

    Every change belongs to the event whose head stands before it in the journal. An event's id is
    its index in the journal, counted from the start of the game.
    """

    def __init__(
        self,
        book: Rulebook,
        faces: tuple[Any, ...],
        options: dict[str, str],
        texts: Any = None,
    ) -> None:
        self.book = book
        self.faces = faces
        self.options = options
        self.where: dict[int, Zone] = {}
        self.order: dict[Zone, tuple[int, ...]] = {}
        self.card: dict[int, int] = {}
        self.owner: dict[int, int] = {}
        self.controller: dict[int, int] = {}
        self.host: dict[int, int] = {}
        self.status: dict[int, int] = {}
        self.counters: dict[tuple[int, str], int] = {}
        self.damage: dict[int, int] = {}
        self.place: dict[int, tuple[Any, ...]] = {}
        self.born: dict[int, int] = {}
        self.stamp: dict[int, int] = {}
        self.effects: dict[int, Effect] = {}
        self.pile: dict[int, PileItem] = {}
        self.waiting: dict[int, Waiting] = {}
        self.used: dict[tuple[Any, ...], int] = {}
        self.knows: dict[int, int] = {}
        self.serial: dict[int, int] = {}
        self.points: dict[tuple[int, str], int] = {}
        self.turn: dict[str, int] = {}
        self.lists: dict[str, tuple[Any, ...]] = {}
        self.last: dict[Ref, tuple[Any, ...]] = {}
        self.entries: list[Entry] = []
        self.base = 0
        self.answer = -1
        #: the last answer of the running procedure that was not forced, or -1
        self.decided = -1
        self.epoch = 0
        self.issued = 0
        self.boards: dict[int, Any] = {}
        self.memory: dict[Any, Any] = {}
        self.memory_of = -1
        self.shaping = book.shaping
        self.words = book.shaping_words
        #: what the rulebook has found out about all texts of the game
        self.texts = book.survey(faces) if texts is None else texts
        self.keeps = book.keeps_boards
        self._list_tables()

    def _list_tables(self) -> None:
        self.tables: tuple[dict[Any, Any], ...] = (
            self.where,
            self.order,
            self.card,
            self.owner,
            self.controller,
            self.host,
            self.status,
            self.counters,
            self.damage,
            self.place,
            self.born,
            self.stamp,
            self.effects,
            self.pile,
            self.waiting,
            self.used,
            self.knows,
            self.serial,
            self.points,
            self.turn,
            self.lists,
            self.last,
        )

    # -- the journal ------------------------------------------------------------------------

    def event(self, kind: str, rule: str, causes: tuple[int, ...], *values: Any) -> int:
        """Begin an event: what the rules name. Changes that follow belong to it. Returns its id.

        ``causes`` are ids of earlier events; none only for the rulebook's turn-based rules.
        """
        entries = self.entries
        number = self.base + len(entries)
        entries.append((kind, rule, causes, values))
        return number

    def note_answer(self, head: str, rule: str, choice: Choice, option: Option) -> int:
        """Write down an answer as a root of causes. ``head`` is ANSWER, FORCED or ROLLED."""
        number = self.event(head, rule, (), choice.player, choice.kind, option)
        if head != FORCED:
            self.decided = number
        # What follows from a forced answer follows from the decision that led there.
        self.answer = number if self.decided < 0 else self.decided
        if choice.player == CHANCE:
            self.put(TURN, "chance", self.turn.get("chance", 0) + 1)
        return self.answer

    def put(self, table: int, key: Any, value: Any) -> None:
        """Write one row, as part of the event begun last. None removes the row."""
        rows = self.tables[table]
        old = rows.get(key)
        if old == value:
            return
        if value is None:
            del rows[key]
        else:
            rows[key] = value
        self.entries.append((table, key, old, value))
        if table in self.shaping or self.words and key.__class__ is str and key in self.words:
            self.issued += 1
            board = self.boards.get(self.epoch) if self.keeps else None
            if board is not None and self.book.is_light(self, table, key, old, value):
                # The change shapes no characteristic: the new epoch has the same board.
                if len(self.boards) > 7:
                    self.boards.clear()
                self.boards[self.issued] = board
            self.epoch = self.issued

    def revert(self, entries: list[Entry]) -> None:
        """Take changes back, the last first. The caller restores epoch and journal."""
        tables = self.tables
        for table, key, old, _ in reversed(entries):
            if table.__class__ is int:
                if old is None:
                    del tables[table][key]
                else:
                    tables[table][key] = old

    # -- the board --------------------------------------------------------------------------

    def board(self) -> Any:
        """The computed characteristics of all objects, in the rulebook's form, for this epoch."""
        board = self.boards.get(self.epoch)
        if board is None:
            board = self.book.compute(self)
            if len(self.boards) > 7:
                self.boards.clear()
            self.boards[self.epoch] = board
        return board

    def remembered(self) -> dict[Any, Any]:
        """What questions have found out in this epoch, by keys of their own.

        A new epoch begins with nothing. What a question reads besides the tables in
        ``Rulebook.shaping`` must be part of its key.
        """
        if self.memory_of != self.epoch:
            self.memory = {}
            self.memory_of = self.epoch
        return self.memory

    # -- writers that two games share ---------------------------------------------------------

    def ref(self, obj: int) -> Ref:
        """The object as it is now, for targets and causes that must notice a change of zone."""
        return Ref(obj, self.born.get(obj, 0))

    def is_current(self, ref: Ref) -> bool:
        """Whether the object is still the one that the Ref meant."""
        return self.born.get(ref.id, 0) == ref.born

    def zone(self, name: str, player: int) -> tuple[int, ...]:
        """The objects in a zone, in its order."""
        return self.order.get((name, player), ())

    def tick(self) -> int:
        """A new timestamp."""
        now = self.turn.get("clock", 0) + 1
        self.put(TURN, "clock", now)
        return now

    def number(self) -> int:
        """A new key for a row of effects, pile or waiting."""
        n = self.turn.get("numbers", 0) + 1
        self.put(TURN, "numbers", n)
        return n

    def add_to(self, table: int, key: Any, amount: int) -> None:
        """Add to a row that counts; zero removes it."""
        total = self.tables[table].get(key, 0) + amount
        self.put(table, key, total or None)

    def set_list(self, name: str, values: tuple[Any, ...]) -> None:
        """Write a named list; the empty one is no row."""
        self.put(LISTS, name, values or None)

    def move(
        self, obj: int, zone: Zone, index: int | None = None, seers: int | None = None
    ) -> None:
        """Put an object into a zone (last, or at ``index``) as a new object with a new timestamp.

        Who knows its face follows from the zone's kind, unless ``seers`` (bits of players) says who
        sees it on its way, as for what is face down among face-up cards. A move that some player
        cannot follow gives the object a new serial number.
        """
        source = self.where.get(obj)
        if source is not None:
            self._lose_sight(source, zone)
        self._take_out(obj)
        there = self.order.get(zone, ())
        at = len(there) if index is None else index
        there = (*there[:at], obj, *there[at:])
        self.put(WHERE, obj, zone)
        self.put(ORDER, zone, there)
        self.put(BORN, obj, self.born.get(obj, 0) + 1)
        self.put(STAMP, obj, self.tick())
        before = self.knows.get(obj, 0)
        after = before | (self.book.seers(self, zone) if seers is None else seers)
        self.put(KNOWS, obj, after or None)
        if before != 3 or after != 3:
            self.hide(obj)

    def _lose_sight(self, source: Zone, zone: Zone) -> None:
        """Before one object of a hand goes where the other player cannot see it.

        That player no longer knows which object of the hand is which, nor which one went.
        """
        kind = self.book.zones[source[0]]
        if kind.listed or kind.seen != "owner" or source[1] < 0:
            return
        other = 2 >> source[1]
        if self.book.seers(self, zone) & other:
            return
        for obj in self.order[source]:
            known = self.knows.get(obj, 0)
            if known & other:
                self.put(KNOWS, obj, known & ~other or None)
                self.hide(obj)

    def _take_out(self, obj: int) -> None:
        zone = self.where.get(obj)
        if zone is not None:
            there = self.order[zone]
            at = there.index(obj)
            self.put(ORDER, zone, (*there[:at], *there[at + 1 :]) or None)

    def shift(self, obj: int, zone: Zone) -> None:
        """Move an object between parts of one zone of the rules: it stays the same object."""
        self._take_out(obj)
        self.put(WHERE, obj, zone)
        self.put(ORDER, zone, (*self.order.get(zone, ()), obj))

    def hide(self, obj: int) -> None:
        """Give an object a new serial number, so that nobody can link it to what it was."""
        n = self.turn.get("serials", 0) + 1
        self.put(TURN, "serials", n)
        self.put(SERIAL, obj, n)

    def reveal(self, obj: int, players: int = 3) -> None:
        """Let players (bits: 1 the first, 2 the second) know an object's face."""
        self.put(KNOWS, obj, self.knows.get(obj, 0) | players)

    def forget(self, obj: int) -> None:
        """Nobody can follow the object any longer: a shuffle, a face-down mix."""
        self.put(KNOWS, obj, None)
        self.hide(obj)

    def arrange(self, zone: Zone, items: tuple[int, ...]) -> None:
        """Write the order of a zone after a shuffle: nobody knows what lies where."""
        self.put(ORDER, zone, items or None)
        n = self.turn.get("serials", 0)
        # as ``forget`` does for each object, with the count of serial numbers written once
        for obj in items:
            n += 1
            self.put(KNOWS, obj, None)
            self.put(SERIAL, obj, n)
        self.put(TURN, "serials", n or None)

    def create(self, face: int, owner: int, zone: Zone) -> int:
        """A new object (a card at the start of a game, a token later) in a zone. Returns its id."""
        obj = self.turn.get("objects", 0) + 1
        self.put(TURN, "objects", obj)
        self.put(CARD, obj, face)
        self.put(OWNER, obj, owner)
        self.put(CONTROLLER, obj, owner)
        self.move(obj, zone)
        return obj

    def deal(self, faces: Sequence[int], owner: int, zone: Zone) -> None:
        """New objects in a zone, in this order, all at once: what ``create`` does one by one."""
        count = self.turn.get
        objects, clock, serials = count("objects", 0), count("clock", 0), count("serials", 0)
        seers = self.book.seers(self, zone)
        ids = range(objects + 1, objects + len(faces) + 1)
        for number, (obj, face) in enumerate(zip(ids, faces, strict=True), 1):
            self.put(CARD, obj, face)
            self.put(OWNER, obj, owner)
            self.put(CONTROLLER, obj, owner)
            self.put(WHERE, obj, zone)
            self.put(BORN, obj, 1)
            self.put(STAMP, obj, clock + number)
            self.put(KNOWS, obj, seers or None)
            self.put(SERIAL, obj, serials + number)
        self.put(ORDER, zone, (*self.order.get(zone, ()), *ids) or None)
        for word, before in (("objects", objects), ("clock", clock), ("serials", serials)):
            self.put(TURN, word, before + len(faces) or None)

    # -- copies and bytes ---------------------------------------------------------------------

    def copy(self) -> State:
        """An independent state with the same rows. The journal before now is shared, not copied."""
        other = State(self.book, self.faces, self.options, self.texts)
        other.where = self.where.copy()
        other.order = self.order.copy()
        other.card = self.card.copy()
        other.owner = self.owner.copy()
        other.controller = self.controller.copy()
        other.host = self.host.copy()
        other.status = self.status.copy()
        other.counters = self.counters.copy()
        other.damage = self.damage.copy()
        other.place = self.place.copy()
        other.born = self.born.copy()
        other.stamp = self.stamp.copy()
        other.effects = self.effects.copy()
        other.pile = self.pile.copy()
        other.waiting = self.waiting.copy()
        other.used = self.used.copy()
        other.knows = self.knows.copy()
        other.serial = self.serial.copy()
        other.points = self.points.copy()
        other.turn = self.turn.copy()
        other.lists = self.lists.copy()
        other.last = self.last.copy()
        other.entries = self.entries
        other.base = self.base
        other.answer = self.answer
        other.epoch = self.epoch
        other.issued = self.issued
        board = self.boards.get(self.epoch)
        other.boards = {} if board is None else {self.epoch: board}
        other._list_tables()
        return other


def rows_of(state: State) -> dict[str, list[list[Any]]]:
    """All tables as plain data, sorted by key: the canonical form of a state."""
    result = {}
    for (name, _), rows in zip(TABLES, state.tables, strict=True):
        # Only keys of ``used`` may be of any form, so that they cannot be compared.
        key = _as_text if name == "used" else None
        result[name] = [[at, rows[at]] for at in sorted(rows, key=key)]
    return result


def _as_text(key: Any) -> str:
    return repr(key)


def canonical(state: State) -> bytes:
    """The canonical bytes of all tables; equal states have equal bytes in every process."""
    return msgspec.msgpack.encode(rows_of(state))


def plain(value: Any) -> Any:
    """Turn decoded lists back into tuples, all the way down."""
    if isinstance(value, list):
        return tuple(plain(item) for item in value)
    return value


def _typed(row: type | None, value: Any) -> Any:
    value = plain(value)
    if row is PileItem or row is Waiting:
        fields = list(value)
        at = 2 if row is PileItem else 1
        fields[at] = Ref(*fields[at])
        return row(*fields)
    if row is Effect:
        fields = list(value)
        fields[3] = tuple(Ref(*ref) for ref in fields[3])
        return Effect(*fields)
    return value


def fill(state: State, rows: dict[str, list[Any]]) -> None:
    """Write tables from their canonical form into a new state, outside the journal."""
    for (name, row), table in zip(TABLES, state.tables, strict=True):
        # Objects lie in a table by number, as if they had been created here.
        for key, value in sorted(rows[name], key=lambda row: row[0] if type(row[0]) is int else 0):
            table[Ref(*plain(key)) if name == "last" else plain(key)] = _typed(row, value)
