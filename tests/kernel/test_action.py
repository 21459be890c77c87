"""Shapes and their parts, the pile, events that can be replaced, triggers that wait."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from tests.kernel.games import only, table

from cardlaw.kernel import pile
from cardlaw.kernel.action import (
    Act,
    Part,
    Procedure,
    Shape,
    completes,
    is_over_real_objects,
    judge_line,
    lines,
    offer,
    part_options,
    well_formed,
)
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Batch, Happening, Performer, index_by, replace_space, wait
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PILE, PileItem, Ref, Waiting
from cardlaw.rulebooks.toy.book import BOOK, Toy


class Digit(Part):
    """A digit that must be larger than the one before; nine is never legal."""

    rule = "TOY 2.1"
    fields = ("num:n",)

    def __init__(self, name: str) -> None:
        self.name = name

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name, n) for n in range(10)]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        before = act.answers[-1][1] if act.answers else -1
        if answer[1] <= before:
            yield Breach("not-yours", "TOY 3.1", (answer[1],))
        if answer[1] == 9:
            yield Breach("wrong-kind", "TOY 2.2", (9,))
        if answer[1] == 8:
            yield Ground("eight", "TOY 2.3")

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-target", self.rule, (len(act.answers),))


class Count(Shape):
    """Counting upwards with some digits."""

    verb = "count"
    rules = ("TOY 2.2",)
    fields = ("num:from",)

    def __init__(self, digits: int) -> None:
        self.parts = tuple(Digit(f"d{n}") for n in range(digits))

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("count", 0), ("count", 1)]

    def findings(self, state: State, act: Act) -> Findings:
        if act.first[1] == 1:
            yield Breach("not-your-turn", "TOY 2.2")


@pytest.fixture
def state() -> State:
    return table(hand=["Bear"], board=["Bear"]).state


def test_an_offered_option_can_be_completed(state: State) -> None:
    assert offer(state, [Count(9)], 0) == [("count", 0)]
    assert offer(state, [Count(10)], 0) == []
    assert completes(state, Count(9), Act(0, ("count", 0)))


def test_only_answers_with_a_completion_are_options(state: State) -> None:
    shape = Count(3)
    act = Act(0, ("count", 0), (("d0", 2),))
    assert part_options(state, shape, shape.parts[1], act) == [("d1", n) for n in range(3, 8)]
    last = act.plus(("d1", 7))
    assert part_options(state, shape, shape.parts[2], last) == [("d2", 8)]
    assert last.given("d1") == ("d1", 7) and last.given("d2") is None
    assert last.line == (("count", 0), ("d0", 2), ("d1", 7))


def test_legal_lines_are_the_well_formed_ones_without_a_breach(state: State) -> None:
    shape = Count(2)
    legal = list(lines(state, shape, Act(0, ("count", 0))))
    every = list(well_formed(state, [shape], 0))
    assert len(every) == 2 * 100 == len(set(every))
    judged = [w for w in every if judge_line(state, shape, Act(0, w[0]), w[1:]).legal]
    assert judged == legal
    assert len(legal) == 9 * 8 // 2


def test_a_ruling_has_every_breach_and_ground_of_all_parts(state: State) -> None:
    ruling = judge_line(state, Count(3), Act(0, ("count", 1)), (("d0", 8), ("d1", 9), ("d2", 9)))
    assert ruling.codes == ("not-your-turn", "wrong-kind", "not-yours")
    assert ruling.grounds == (Ground("eight", "TOY 2.3"),)
    assert ruling.rules == ("TOY 2.2", "TOY 2.1")


def test_a_line_that_cannot_go_on_blames_the_deepest_part(state: State) -> None:
    ruling = judge_line(state, Count(10), Act(0, ("count", 0)), (("d0", 0), ("d1", 1)))
    assert ruling.breaches == (Breach("no-target", "TOY 2.1", (9,)),)
    stuck = judge_line(state, Count(3), Act(0, ("count", 0)), (("d0", 3), ("d1", 8)))
    assert stuck.breaches == (Breach("no-target", "TOY 2.1", (2,)),)
    assert judge_line(state, Count(3), Act(0, ("count", 0)), (("d0", 3),)).legal


@pytest.mark.parametrize(
    ("fields", "values", "fits"),
    [
        (("obj:a",), (1,), True),
        (("obj:a",), ((1, 1),), True),
        (("obj:a",), (Ref(1, 1),), True),
        (("obj:a",), (None,), True),
        (("obj:a",), (-1,), True),
        (("obj:a",), (), True),
        (("obj:a",), (10**6,), False),
        (("obj:a",), ("Bear",), False),
        (("obj:a",), (1, 2), False),
        (("*obj:a",), (1, 2, 3), True),
        (("*obj:a",), (1, 10**6), False),
        (("num:a",), ("x",), False),
        (("num:a", "player:b"), (3, "A"), False),
        (("term:a",), ("x",), True),
        ((), (1,), False),
    ],
)
def test_lines_must_be_about_real_objects(
    state: State, fields: tuple[str, ...], values: tuple[Any, ...], fits: bool
) -> None:
    assert is_over_real_objects(state, fields, values) == fits


def item(state: State, number: int) -> PileItem:
    return PileItem("play", 0, Ref(number, 1), (), ("play", number), (), 0)


def test_the_last_item_of_the_pile_is_the_first_to_go(state: State) -> None:
    keys = [pile.put_on(state, item(state, n)) for n in (1, 2, 3)]
    assert pile.items(state) == tuple(keys)
    assert pile.top(state) == keys[2]
    assert pile.take_off(state, keys[1]).source.id == 2
    assert pile.items(state) == (keys[0], keys[2])
    pile.take_off(state, keys[2])
    pile.take_off(state, keys[0])
    assert pile.top(state) is None
    assert not state.tables[PILE] and "pile" not in state.lists


def test_passing_in_succession_ends_with_a_new_priority(state: State) -> None:
    pile.give_priority(state, 1)
    assert pile.holder(state) == 1
    pile.pass_priority(state, "TOY 2.1", 1, 0)
    assert pile.holder(state) == 0 and not pile.all_passed(state)
    pile.pass_priority(state, "TOY 2.1", 0, 0)
    assert pile.holder(state) == 1 and pile.all_passed(state)
    pile.give_priority(state, 0)
    assert not pile.all_passed(state)
    pile.take_priority(state)
    assert pile.holder(state) is None


def picked(state: State, answers: Sequence[Option]) -> tuple[list[int], list[Choice]]:
    """The triggers in the order in which they go on the pile, and what was asked."""
    order, asked, given = [], [], list(answers)
    while state.waiting:
        generator = pile.next_waiting(state, (1, 0))
        try:
            asked.append(next(generator))
            generator.send(given.pop(0))
        except StopIteration as done:
            key = done.value[0]
        order.append(key)
        pile.drop_waiting(state, key)
    return order, asked


def test_triggers_go_on_the_pile_in_the_order_of_players(state: State) -> None:
    def trigger(player: int, source: int, data: str = "") -> int:
        return wait(state, "TOY 4.2", Waiting(player, Ref(source, 1), (), 0, (data,)))

    first = trigger(0, 1)
    second = trigger(1, 2, "x")
    third = trigger(1, 3, "y")
    order, asked = picked(state, [(third,)])
    assert order == [third, second, first]
    assert asked == [Choice("trigger", 1, (second, third))]
    assert list(pile.trigger_space(state, asked[0])) == [(second,), (third,)]


def test_triggers_that_nobody_can_tell_apart_are_not_asked(state: State) -> None:
    keys = [wait(state, "TOY 4.2", Waiting(0, Ref(1, 1), (), 0, ("x",))) for _ in range(3)]
    order, asked = picked(state, [])
    assert order == keys
    assert not asked
    assert next(iter(_finished(pile.next_waiting(state, (0, 1))))) is None


def _finished(generator: Any) -> list[Any]:
    try:
        next(generator)
    except StopIteration as done:
        return [done.value]
    raise AssertionError("it asks")


def test_waiting_triggers_do_not_depend_on_the_order_of_rows(state: State) -> None:
    for source in (3, 1, 2):
        wait(state, "TOY 4.2", Waiting(0, Ref(source, 1), (), 0))
    straight = next(pile.next_waiting(state, (0, 1)))
    state.waiting = dict(reversed(state.waiting.items()))
    state._list_tables()
    assert next(pile.next_waiting(state, (0, 1))) == straight


class Shields(Performer):
    """Up to three shields a card, each replacing a hit by a lesser one."""

    replaceable = frozenset(("hit",))

    def __init__(self) -> None:
        self.matched: list[list[str]] = []

    def replacements(self, state: State, event: Happening) -> list[Option]:
        return [("red",), ("blue",)] if event.values[1] > 0 else []

    def chooser(self, state: State, event: Happening) -> int:
        return int(event.values[0])

    def replace(self, state: State, event: Happening, effect: Option) -> Batch:
        less = event._replace(values=(event.values[0], event.values[1] - 1))
        if effect == ("blue",):
            return [less, Happening("lost shield", "TOY 4.1", event.causes, (1,))]
        return [less]

    def write(self, state: State, event: Happening) -> int:
        return state.event(event.kind, event.rule, event.causes, *event.values)

    def match(self, state: State, written: Sequence[tuple[int, Happening]], before: object) -> None:
        self.matched.append([event.kind for _, event in written])


def performed(state: State, events: Batch, answers: Sequence[Option]) -> tuple[Any, list[Choice]]:
    """Perform events with these answers: the performer, what was asked."""
    performer = Shields()
    generator = performer.perform(state, events)
    asked, given = [], list(answers)
    try:
        asked.append(next(generator))
        while True:
            asked.append(generator.send(given.pop(0)))
    except StopIteration:
        return performer, asked


def test_each_replacement_applies_once_to_an_event_and_the_right_player_picks(
    state: State,
) -> None:
    before = len(state.entries)
    hit = Happening("hit", "TOY 2.3", (0,), (1, 5))
    performer, asked = performed(state, [hit], [("blue",)])
    assert asked == [Choice("replace", 1, ("hit", (1, 5), (("red",), ("blue",))))]
    assert list(replace_space(state, asked[0])) == [("red",), ("blue",)]
    heads = [e for e in state.entries[before:] if e[0].__class__ is str]
    assert [(e[0], e[3]) for e in heads] == [("hit", (1, 3)), ("lost shield", (1,))]
    assert performer.matched == [["hit", "lost shield"]]


def test_what_is_not_watched_takes_the_short_way_in_one_batch(state: State) -> None:
    events = [Happening("entered", "TOY 2.2", (0,), (n,)) for n in (1, 2)]
    performer, asked = performed(state, events, [])
    assert not asked
    assert performer.matched == [["entered", "entered"]]
    assert performed(state, [], [])[0].matched == []


def test_watchers_are_found_by_the_kind_of_event() -> None:
    index = index_by(["ab", "b", ""], list)
    assert index == {"a": ["ab"], "b": ["ab", "b"]}


def test_a_shield_is_lost_instead_of_the_creature() -> None:
    found = table(hand=["Spark", "Ogre"])
    ogre = only(found, "Ogre")
    found.play((("play", ogre),))
    found.push(("pass",))
    found.push(("pass",))
    assert found.state.counters == {(ogre, "shield"): 1}
    found.play((("zap", only(found, "Spark")), ("target", ogre)))
    found.push(("pass",))
    found.push(("pass",))
    assert found.state.where[ogre] == ("board", 0)
    assert not found.state.counters


def test_an_omen_draws_a_card_later() -> None:
    found = table(hand=["Spark"], board=["Raven"])
    found.play((("zap", only(found, "Spark")), ("target", only(found, "Raven"))))
    hand = len(found.state.zone("hand", 0))
    for _ in range(4):
        found.push(("pass",))
    assert len(found.state.zone("hand", 0)) == hand + 1


def test_a_procedure_that_asks_nothing_is_one(state: State) -> None:
    shape = BOOK.by_verb["pass"]
    generator: Procedure = shape.perform(state, Act(0, ("pass",)), 0)
    with pytest.raises(StopIteration):
        next(generator)
    assert isinstance(BOOK, Toy)
