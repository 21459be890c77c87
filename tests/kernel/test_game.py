"""The driver: answers, forced answers, refusals, undo, copies, questions without writing."""

from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.kernel.games import game, only, option, table

from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import CHANCE, Choice, Number, Option, Permutation
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Findings, IllegalAction, StaleAction, UnknownAction
from cardlaw.kernel.rulebook import ChoiceKind, Spec
from cardlaw.kernel.state import FORCED, State, canonical
from cardlaw.kernel.tables import HOST, TURN
from cardlaw.rulebooks.toy.actions import Pass
from cardlaw.rulebooks.toy.book import Toy


def picture(found: Game) -> tuple[object, ...]:
    """What must be equal at the same moment."""
    shown = found.space()
    options = () if isinstance(shown, Permutation) else tuple(shown)
    length = found.state.base + len(found.state.entries)
    return canonical(found.state), found.choice, options, length, found.state.answer


class Driver(RuleBasedStateMachine):
    """Push, undo, copy and refuse in any order, against a stack of pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.game = game(0, auto_chance=False)
        self.game.back_to(self.game.root())
        self.past: list[tuple[object, ...]] = [picture(self.game)]
        self.others: list[tuple[Game, list[tuple[object, ...]]]] = []

    @rule(number=st.integers(0, 2**32))
    def push(self, number: int) -> None:
        if self.game.over:
            return
        if self.game.to_act == CHANCE:
            answer = self.game.space().sample(number)
        else:
            answer = option(self.game, number)
        self.game.push(answer)
        self.past.append(picture(self.game))

    @rule(steps=st.integers(1, 4))
    def undo(self, steps: int) -> None:
        for _ in range(steps):
            done = self.game.undo_step()
            assert done == (len(self.past) > 1)
            if done:
                self.past.pop()

    @rule()
    def keep_a_copy(self) -> None:
        self.others.append((self.game.copy(), list(self.past)))

    @rule()
    def go_on_with_a_copy(self) -> None:
        if self.others:
            mine = (self.game, self.past)
            self.game, self.past = self.others.pop(0)
            self.others.append(mine)

    @rule(subject=st.integers(1, 48))
    def refuse(self, subject: int) -> None:
        choice = self.game.choice
        if choice is None or choice.kind != "action":
            return
        line = (("play", subject),)
        if line[0] not in self.game.legal:
            with pytest.raises(IllegalAction) as refused:
                self.game.play(line)
            assert refused.value.ruling == self.game.why(line)

    @invariant()
    def every_game_is_where_it_was_left(self) -> None:
        assert picture(self.game) == self.past[-1]
        for other, past in self.others:
            assert picture(other) == past[-1]


TestDriver = Driver.TestCase
TestDriver.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)


def test_a_single_public_option_is_taken_and_written_down() -> None:
    found = table(hand=["Spark"], board=["Bear"])
    bear, spark = only(found, "Bear"), only(found, "Spark")
    assert list(found.legal) == [("zap", spark), ("pass",)]
    found.push(("zap", spark))
    heads = [entry for entry in found.step.entries if entry[0] == FORCED]
    assert [head[3] for head in heads] == [(0, "part", ("target", bear))]
    assert found.choice is not None and found.choice.kind == "action"
    found.undo()
    assert list(found.legal) == [("zap", spark), ("pass",)]


def test_a_line_may_name_the_forced_answer_or_leave_it_out() -> None:
    for rest in (True, False):
        found = table(hand=["Spark"], board=["Bear"])
        target = (("target", only(found, "Bear")),) if rest else ()
        found.play((("zap", only(found, "Spark")), *target))
        assert len(found.state.pile) == 1


def test_a_line_with_another_answer_than_the_forced_one_is_refused_whole() -> None:
    found = table(hand=["Spark", "Axe"], board=["Bear"])
    before = picture(found)
    with pytest.raises(IllegalAction) as refused:
        found.play((("zap", only(found, "Spark")), ("target", only(found, "Axe"))))
    assert refused.value.ruling.codes == ("wrong-kind",)
    assert picture(found) == before


def test_a_line_that_goes_on_after_its_end_is_refused_whole() -> None:
    found = table(hand=["Bear"], board=[])
    before = picture(found)
    line = (("play", only(found, "Bear")), ("target", only(found, "Bear")))
    with pytest.raises(IllegalAction) as refused:
        found.play(line)
    assert refused.value.ruling.codes == ("not-asked",)
    assert picture(found) == before


def test_a_line_that_stops_early_leaves_the_question_open() -> None:
    found = table(hand=["Spark"], board=["Bear"], other=["Ogre"])
    spark = only(found, "Spark")
    found.play((("zap", spark),))
    assert found.choice == Choice("part", 0, (("zap", spark), (), "target"))
    assert found.in_procedure
    assert found.why((("target", spark),)).codes == ("wrong-kind",)
    assert found.why((("target", only(found, "Ogre")),)).legal
    with pytest.raises(IllegalAction):
        found.play((("target", spark),))
    found.play((("target", only(found, "Ogre")),))
    assert len(found.state.pile) == 1
    assert found.undo()
    assert found.in_procedure
    assert found.undo()
    assert not found.in_procedure
    assert not found.undo()


def test_every_breach_of_every_part_is_named() -> None:
    found = table(hand=["Axe"], board=["Bear"], other=["Ogre"])
    line = (("equip", only(found, "Axe")), ("target", only(found, "Axe")))
    assert found.why(line).codes == ("not-on-board", "wrong-kind")
    assert found.why(line, 1).codes == (
        "no-priority",
        "not-on-board",
        "not-your-turn",
        "wrong-kind",
    )


def test_a_line_without_a_possible_completion_says_why() -> None:
    found = table(hand=["Spark"])
    ruling = found.why((("zap", only(found, "Spark")),))
    assert ruling.codes == ("no-target",)
    assert ("zap", only(found, "Spark")) not in found.legal


@pytest.mark.parametrize(
    "line", [(), (("fly", 1),), (("play", 999),), (("play", "Bear"),), (("play", 1, 2),), ((),)]
)
def test_a_line_about_nothing_is_no_action(line: tuple[Option, ...]) -> None:
    found = table(hand=["Bear"])
    before = picture(found)
    with pytest.raises(UnknownAction):
        found.why(line)
    with pytest.raises(UnknownAction):
        found.play(line)
    assert picture(found) == before


def test_nothing_is_asked_after_the_end() -> None:
    found = table(hand=["Bear"])
    found.concede(0)
    assert found.over and found.to_act is None and list(found.legal) == []
    with pytest.raises(StaleAction):
        found.push(("pass",))
    with pytest.raises(StaleAction):
        found.play((("pass",),))
    with pytest.raises(StaleAction):
        found.agree_draw()
    assert found.undo()
    assert found.to_act == 0


def test_a_concession_inside_a_procedure_can_be_taken_back() -> None:
    found = table(hand=["Spark"], board=["Bear"], other=["Ogre"])
    found.push(("zap", only(found, "Spark")))
    before = picture(found)
    found.agree_draw()
    assert found.over
    found.undo()
    assert picture(found) == before
    found.push(("target", only(found, "Ogre")))
    assert len(found.state.pile) == 1


class Reading(Pass):
    """An action that reads the board, attaches, asks, and reads the board again."""

    verb = "read"
    phrase = "read"

    def every(self, state: State, player: int) -> list[Option]:
        return [("read",)]

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        for asked in range(3):
            power = state.board().power
            state.event("entered", "TOY 2.2", (cause,), sum(power.values()))
            gear = min(o for o in state.where if state.faces[state.card[o]].name == "Axe")
            bears = sorted(power, key=lambda obj: -power[obj])
            state.put(HOST, gear, bears[asked % len(bears)])
            answer = yield Choice("number", act.player)
            cause = state.answer
            state.put(TURN, "chosen", answer[0])


class Reader(Toy):
    """A game with that action."""

    shapes = (*Toy.shapes, Reading())
    choices = {
        **Toy.choices,
        "number": ChoiceKind("TOY 2.1", lambda state, choice: Number(1, 3), fields=("num:n",)),
    }


def test_a_rebuilt_procedure_sees_the_board_of_its_begin() -> None:
    found = table(board=["Bear", "Ogre", "Axe"], book=Reader())
    found.push(("read",))
    for answer in (1, 2):
        straight, copy = found.copy(), found.copy()
        found.state.board()
        found.push((answer,))
        copy.state.board()
        copy.push((3,))
        copy.undo_step()
        copy.push((answer,))
        straight.push((answer,))
        assert picture(straight) == picture(copy) == picture(found)
        assert straight.step.entries == copy.step.entries == found.step.entries
        assert copy.state.board().power == found.state.board().power


class Vague(Part):
    """Two answers that only their player may know."""

    name = "vague"
    rule = "TOY 2.1"
    fields = ("num:n",)
    public = False

    def every(self, state: State, act: Act) -> Iterator[Option]:
        return iter([("vague", 1), ("vague", 2)])

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if answer[1] == 2:
            yield from Toy.by_two()


class Hidden(Shape):
    """An action with that part."""

    verb = "hide"
    rules = ("TOY 2.1",)
    fields = ()
    parts = (Vague(),)

    def every(self, state: State, player: int) -> list[Option]:
        return [("hide",)]

    def findings(self, state: State, act: Act) -> Findings:
        return iter(())

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        state.event("entered", "TOY 2.2", (cause,), 1)
        yield from ()


def test_a_single_option_that_is_secret_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlaw.kernel.law import Breach

    def breach() -> Findings:
        yield Breach("not-yours", "TOY 3.1", (1,))

    monkeypatch.setattr(Toy, "by_two", breach, raising=False)
    monkeypatch.setattr(Toy, "shapes", (*Toy.shapes, Hidden()))
    found = table(board=["Bear"], book=Toy())
    found.push(("hide",))
    assert found.choice is not None and found.choice.kind == "part"
    assert list(found.legal) == [("vague", 1)]
    monkeypatch.setattr(Vague, "public", True)
    found.undo()
    found.push(("hide",))
    assert found.choice is not None and found.choice.kind == "action"


class Breaks(Pass):
    """An action that writes and then fails, as a fault in a rulebook would."""

    verb = "break"
    phrase = "break"

    def every(self, state: State, player: int) -> list[Option]:
        return [("break",)]

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        state.event("entered", "TOY 2.2", (cause,), 1)
        state.put(TURN, "broken", 1)
        raise RuntimeError("a fault in the rulebook")
        yield from ()


@pytest.mark.parametrize("how", ["push", "play"])
def test_a_fault_in_a_rulebook_changes_nothing(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(Toy, "shapes", (*Toy.shapes, Breaks()))
    found = table(hand=["Bear"], book=Toy())
    before = picture(found)
    act = partial(found.push, ("break",)) if how == "push" else partial(found.play, (("break",),))
    with pytest.raises(RuntimeError, match="a fault"):
        act()
    assert picture(found) == before
    found.push(("pass",))
    found.undo()
    assert picture(found) == before


def test_undo_takes_the_rolls_back_with_the_play() -> None:
    found = table(board=["Bear", "Charm"])
    before = picture(found)
    found.play((("equip", only(found, "Charm")), ("target", only(found, "Bear"))))
    found.push(("pass",))
    found.push(("pass",))
    rolled = picture(found)
    assert any(e[3][:2] == (CHANCE, "die") for e in found.step.entries if e[0] == "rolled")
    found.undo()
    found.push(("pass",))
    assert picture(found) == rolled, "an undo must not roll again"
    for _ in range(3):
        found.undo()
    assert picture(found) == before


def test_an_open_die_offers_all_its_results() -> None:
    found = table(board=["Bear", "Charm"])
    found.auto_chance = False
    for answer in (("equip", only(found, "Charm")), ("pass",), ("pass",)):
        found.push(answer)
    assert found.to_act == CHANCE
    bear = only(found, "Bear")
    shields = []
    for answer in found.legal:
        found.push(answer)
        shields.append(found.state.counters.get((bear, "shield"), 0))
        found.undo_step()
    assert shields == [0, 0, 0, 0, 0, 1]


def test_the_options_have_a_short_repr() -> None:
    found = table(hand=["Bear"])
    assert repr(found.legal) == f"<play {only(found, 'Bear')}, pass>"
    assert len(found.legal) == found.legal.count() == 2
    assert found.legal.sample(1) == ("pass",)
    found = game(0)
    found.back_to(found.root())
    assert "options>" in repr(found.legal)


def test_next_names_the_procedure_without_being_asked_twice() -> None:
    calls: list[Spec | None] = []

    class Counting(Toy):
        def next(self, state: State) -> Spec | None:
            calls.append(super().next(state))
            return calls[-1]

    found = table(hand=["Bear"], book=Counting())
    calls.clear()
    found.push(("pass",))
    assert calls == [("action", (1,))]
    found.undo()
    found.push(("pass",))
    assert calls == [("action", (1,))] * 2
