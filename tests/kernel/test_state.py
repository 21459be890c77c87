"""Tables, the journal, epochs, knowledge and the canonical bytes."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from cardlaw.kernel.rulebook import ZoneKind
from cardlaw.kernel.state import State, canonical, fill, rows_of
from cardlaw.kernel.tables import (
    COUNTERS,
    DAMAGE,
    EFFECTS,
    HOST,
    KNOWS,
    LAST,
    LISTS,
    PILE,
    TABLES,
    TURN,
    USED,
    WAITING,
    Effect,
    PileItem,
    Ref,
    Waiting,
)
from cardlaw.rulebooks.toy import BOOK
from cardlaw.rulebooks.toy.book import Toy
from cardlaw.rulebooks.toy.words import LIBRARY

FACES = tuple(LIBRARY.values())
KEYS = st.integers(1, 6)
VALUES = st.one_of(st.none(), st.integers(0, 3))


def new_state(book: Toy = BOOK) -> State:
    state = State(book, FACES, {})
    state.event("setup", "TOY 1.1", ())
    return state


class Journal(RuleBasedStateMachine):
    """Writing, marking and reverting, against plain copies of the tables."""

    def __init__(self) -> None:
        super().__init__()
        self.state = new_state()
        self.saved: list[tuple[int, bytes, int]] = []

    @rule(table=st.sampled_from([DAMAGE, HOST, KNOWS]), key=KEYS, value=VALUES)
    def put(self, table: int, key: int, value: int | None) -> None:
        epoch, length = self.state.epoch, len(self.state.entries)
        old = self.state.tables[table].get(key)
        self.state.put(table, key, value)
        assert self.state.tables[table].get(key) == value
        assert len(self.state.entries) == length + (old != value)
        shaped = old != value and table in BOOK.shaping
        assert (self.state.epoch != epoch) == shaped

    @rule(key=KEYS, amount=st.integers(-2, 2))
    def add(self, key: int, amount: int) -> None:
        before = self.state.counters.get((key, "shield"), 0)
        self.state.add_to(COUNTERS, (key, "shield"), amount)
        assert self.state.counters.get((key, "shield"), 0) == before + amount
        assert 0 not in self.state.counters.values()

    @rule(zone=st.sampled_from([("hand", 0), ("hand", 1), ("deck", 0), ("board", 1)]))
    def create(self, zone: tuple[str, int]) -> None:
        obj = self.state.create(0, 0, zone)
        assert self.state.order[zone][-1] == obj

    @rule(data=st.data(), zone=st.sampled_from([("hand", 0), ("deck", 0), ("board", 0)]))
    def move(self, data: st.DataObject, zone: tuple[str, int]) -> None:
        if self.state.where:
            obj = data.draw(st.sampled_from(sorted(self.state.where)))
            ref = self.state.ref(obj)
            self.state.move(obj, zone, data.draw(st.sampled_from([None, 0])))
            assert not self.state.is_current(ref)
            assert self.state.where[obj] == zone

    @rule()
    def save(self) -> None:
        state = self.state
        self.saved.append((len(state.entries), canonical(state), state.epoch))

    @rule()
    def revert(self) -> None:
        if self.saved:
            length, rows, epoch = self.saved.pop()
            self.state.revert(self.state.entries[length:])
            del self.state.entries[length:]
            self.state.epoch = epoch
            assert canonical(self.state) == rows

    @invariant()
    def each_object_is_in_one_place(self) -> None:
        placed = {obj: zone for zone, row in self.state.order.items() for obj in row}
        assert placed == self.state.where
        assert sum(map(len, self.state.order.values())) == len(placed)

    @invariant()
    def a_copy_and_a_loaded_state_have_the_same_bytes(self) -> None:
        rows = canonical(self.state)
        assert canonical(self.state.copy()) == rows
        loaded = State(BOOK, FACES, {})
        fill(loaded, msgspec.msgpack.decode(rows))
        assert canonical(loaded) == rows


TestJournal = Journal.TestCase
TestJournal.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


def test_an_epoch_is_never_used_twice() -> None:
    state = new_state()
    state.create(0, 0, ("board", 0))
    first = state.epoch
    mark = len(state.entries)
    state.put(HOST, 1, 2)
    second = state.epoch
    state.revert(state.entries[mark:])
    del state.entries[mark:]
    state.epoch = first
    state.put(HOST, 1, 3)
    assert len({first, second, state.epoch}) == 3


def test_the_board_is_computed_once_an_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_state()
    times: list[int] = []
    state.boards = {}
    monkeypatch.setattr(Toy, "compute", lambda self, state, recorder=None: times.append(1) or 1)
    state.board()
    state.board()
    state.put(DAMAGE, 1, 1)
    state.board()
    assert len(times) == 1
    state.put(HOST, 1, 2)
    state.board()
    assert len(times) == 2


def test_all_row_types_come_back_from_plain_data() -> None:
    state = new_state()
    obj = state.create(0, 0, ("board", 0))
    ref = state.ref(obj)
    state.put(EFFECTS, 1, Effect((0, 1), obj, 0, (ref, ref), "turn", 3, 0, ("x", (1,))))
    state.put(PILE, 2, PileItem("zap", 1, ref, (), ("zap", obj), (("target", obj),), 0))
    state.put(WAITING, 3, Waiting(1, ref, (4,), 0, ("omen",)))
    state.put(LAST, ref, (("power", 3),))
    state.put(USED, ("turn", obj, "equip"), 2)
    state.set_list("pile", (2,))
    loaded = State(BOOK, FACES, {})
    fill(loaded, msgspec.json.decode(msgspec.json.encode(rows_of(state))))
    for table, (name, row) in enumerate(TABLES):
        assert loaded.tables[table] == state.tables[table], name
        for value in loaded.tables[table].values():
            assert row is None or type(value) is row
    assert type(next(iter(loaded.last))) is Ref
    assert all(type(r) is Ref for r in loaded.effects[1].affected)


def test_equal_states_have_equal_bytes_whatever_the_order_of_writing() -> None:
    one, two = new_state(), new_state()
    rows: list[tuple[int, Any, Any]] = [
        (USED, ("a", 1), 1),
        (USED, ("a", "b"), 1),
        (USED, (2,), 1),
        (DAMAGE, 10, 1),
        (DAMAGE, 9, 2),
        (TURN, "turn", 4),
    ]
    for table, key, value in rows:
        one.put(table, key, value)
    for table, key, value in reversed(rows):
        two.put(table, key, value)
    assert canonical(one) == canonical(two)


@given(st.lists(st.sampled_from(["deck", "hand", "board", "discard", "pile"]), max_size=8))
def test_nobody_forgets_what_everybody_saw_and_nobody_learns_more(zones: list[str]) -> None:
    state = new_state()
    obj = state.create(0, 0, ("deck", 0))
    assert state.knows.get(obj, 0) == 0
    seen = 0
    hand = False
    for zone in zones:
        dropped = hand and zone in ("deck", "hand")
        serial, before = state.serial[obj], seen
        state.move(obj, (zone, -1 if zone == "pile" else 0))
        seen = (1 if dropped else seen) | {"deck": 0, "hand": 1}.get(zone, 3)
        assert state.knows.get(obj, 0) == seen
        hand = zone == "hand"
        if state.serial[obj] == serial:
            assert before == seen == 3


def test_a_card_that_leaves_a_hand_unseen_cannot_be_told_from_the_others() -> None:
    state = new_state()
    known = state.create(0, 0, ("hand", 0))
    other = state.create(1, 0, ("hand", 0))
    state.reveal(known, 2)
    assert state.knows[known] == 3
    serial = state.serial[known]
    state.move(other, ("deck", 0))
    assert state.knows[known] == 1
    assert state.serial[known] != serial
    assert state.knows[other] == 1


def test_a_card_that_is_played_openly_leaves_the_known_ones_known() -> None:
    state = new_state()
    known = state.create(0, 0, ("hand", 0))
    other = state.create(1, 0, ("hand", 0))
    state.reveal(known, 2)
    state.move(other, ("board", 0))
    assert state.knows[known] == 3
    state.move(known, ("board", 0))
    assert state.knows[known] == 3


@pytest.mark.parametrize("zone", [("deck", 0), ("hand", 1), ("board", 1), ("discard", 0)])
def test_dealing_cards_is_creating_each_of_them(zone: tuple[str, int]) -> None:
    one, other = new_state(), new_state()
    for state in (one, other):
        state.event("first", "TOY 1", ())
        state.create(0, 0, zone)
    for face in (1, 0, 1):
        one.create(face, zone[1], zone)
    other.deal((1, 0, 1), zone[1], zone)
    other.deal((), zone[1], zone)
    assert canonical(other) == canonical(one)
    assert other.zone(*zone) == (1, 2, 3, 4)


def test_a_shuffle_makes_everybody_forget() -> None:
    state = new_state()
    cards = tuple(state.create(0, 0, ("discard", 0)) for _ in range(3))
    for obj in cards:
        state.move(obj, ("deck", 0))
    assert all(state.knows[obj] == 3 for obj in cards)
    before = dict(state.serial)
    state.arrange(("deck", 0), cards[::-1])
    assert state.zone("deck", 0) == cards[::-1]
    assert not state.knows
    assert not set(before.values()) & set(state.serial.values())


def test_an_object_may_enter_at_any_place_of_a_zone() -> None:
    state = new_state()
    first, second = (state.create(0, 0, ("deck", 0)) for _ in range(2))
    third = state.create(0, 0, ("hand", 0))
    state.move(third, ("deck", 0), 1)
    assert state.zone("deck", 0) == (first, third, second)
    state.move(third, ("deck", 0), 0)
    assert state.zone("deck", 0) == (third, first, second)
    state.shift(first, ("discard", 0))
    assert state.where[first] == ("discard", 0)
    assert state.zone("deck", 0) == (third, second)


def test_shifting_keeps_the_object() -> None:
    state = new_state()
    obj = state.create(0, 0, ("board", 0))
    ref, stamp = state.ref(obj), state.stamp[obj]
    state.shift(obj, ("board", 1))
    assert state.is_current(ref)
    assert state.stamp[obj] == stamp


def test_an_empty_list_is_no_row() -> None:
    state = new_state()
    state.set_list("x", (1,))
    state.set_list("x", ())
    assert "x" not in state.lists
    assert state.entries[-1] == (LISTS, "x", (1,), None)


def test_zones_of_nobody_are_seen_by_nobody_in_particular() -> None:
    class Shared(Toy):
        zones = {**Toy.zones, "bag": ZoneKind("owner", listed=False)}

    state = new_state(Shared())
    obj = state.create(0, 0, ("bag", -1))
    state.reveal(obj)
    state.move(obj, ("deck", 0))
    assert state.knows[obj] == 3


def test_a_word_may_shape_characteristics_without_its_table() -> None:
    class Worded(Toy):
        shaping_words = frozenset(("weather",))

    state = new_state(Worded())
    epoch = state.epoch
    state.set_list("winds", (1,))
    state.put(TURN, "turn", 3)
    assert state.epoch == epoch
    state.set_list("weather", (1,))
    assert state.epoch != epoch
