"""Loops: a repeated position, one that grows, one that rolls dice, one that the book cannot end."""

import pytest
from tests.kernel.games import game, only, option, table

from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import CHANCE, Choice, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.loops import fingerprint
from cardlaw.kernel.rulebook import Spec
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import DAMAGE, PLACE, TURN, Ref
from cardlaw.rulebooks.toy import ToyFace
from cardlaw.rulebooks.toy.book import Toy

ECHO = ToyFace("Echo", "spell", echo=True)


def ended(found: Game) -> str:
    """How a loop ended the game."""
    assert found.over
    (how,) = [e[3][0] for e in found.step.entries if e[0] == "drawn"]
    return str(how)


def test_a_loop_through_passes_ends_as_a_draw() -> None:
    found = table(hand=["Echo"], board=["Bear"], faces=[ECHO])
    found.play((("zap", only(found, "Echo")), ("target", only(found, "Bear"))))
    passes = 0
    while not found.over:
        found.push(("pass",))
        passes += 1
        assert passes < 60
    assert ended(found) == "repeats"
    assert passes > 12
    before = len(list(found.steps()))
    found.undo()
    found.push(("pass",))
    assert found.over
    assert len(list(found.steps())) == before


def test_a_loop_that_somebody_breaks_goes_on() -> None:
    found = table(hand=["Echo", "Spark"], board=["Bear"], other=["Bear"], faces=[ECHO])
    bear = found.state.zone("board", 0)[0]
    found.play((("zap", only(found, "Echo")), ("target", bear)))
    for _ in range(10):
        found.push(("pass",))
    while found.to_act != 0:
        found.push(("pass",))
    found.play((("zap", only(found, "Spark")), ("target", found.state.zone("board", 1)[0])))
    assert found.step.passes == 0
    for _ in range(9):
        found.push(("pass",))
    assert not found.over


class Spinning(Toy):
    """After the first pass the rules go round by themselves: how is in the turn."""

    patience = 300
    ends = True

    def next(self, state: State) -> Spec | None:
        if state.turn.get("result") is None and state.turn.get("passes"):
            return ("spin", ())
        return super().next(state)

    def loop(self, state: State, how: str) -> Spec:
        return ("loop", (how,)) if self.ends else ("spin", ())


class Turning(Spinning):
    """Two positions take turns."""

    @staticmethod
    def spin(state: State) -> Procedure:
        state.event("priority", "TOY 2.1", (), 0)
        state.put(TURN, "round", 1 - state.turn.get("round", 0))
        state.tick()
        yield from ()

    procedures = {**Toy.procedures, "spin": spin}


class Growing(Spinning):
    """Each round the damage grows."""

    @staticmethod
    def spin(state: State) -> Procedure:
        state.event("priority", "TOY 2.1", (), 0)
        state.add_to(DAMAGE, 1, 1)
        yield from ()

    procedures = {**Toy.procedures, "spin": spin}


class Rolling(Spinning):
    """Each round a die is rolled, for ever."""

    @staticmethod
    def spin(state: State) -> Procedure:
        roll = yield Choice("die", CHANCE)
        state.event("shielded", "TOY 4.3", (state.answer,), roll[0])
        state.put(TURN, "round", roll[0])

    procedures = {**Toy.procedures, "spin": spin}


@pytest.mark.parametrize(
    ("book", "how"), [(Turning, "repeats"), (Growing, "grows"), (Rolling, "grows")]
)
def test_a_loop_of_the_rules_themselves_ends(book: type[Spinning], how: str) -> None:
    found = table(hand=["Bear"], board=["Bear"], book=book())
    found.push(("pass",))
    assert ended(found) == how
    found.undo()
    assert not found.over and found.to_act == 0


@pytest.mark.parametrize("book", [Turning, Growing, Rolling])
def test_a_loop_that_the_rulebook_does_not_end_is_a_fault_and_no_hang(
    monkeypatch: pytest.MonkeyPatch, book: type[Spinning]
) -> None:
    monkeypatch.setattr(book, "ends", False)
    found = table(hand=["Bear"], book=book())
    with pytest.raises(RuntimeError, match="although the rulebook has ended it"):
        found.push(("pass",))


def test_real_play_is_no_loop() -> None:
    for seed in range(6):
        found = game(seed)
        for step in range(500):
            if found.over:
                break
            found.push(option(found, mix(seed, step)))
        assert not any(e[0] == "drawn" for e in found.step.entries)


def test_equal_positions_share_a_mark_whatever_the_clock_says() -> None:
    found = table(hand=["Bear"], board=["Ogre"])
    state = found.state.copy()
    obj = only(found, "Ogre")
    state.move(obj, ("board", 0))
    mark = fingerprint(state)
    state.tick()
    state.hide(1)
    state.move(obj, ("board", 0))
    assert fingerprint(state) == mark
    state.put(PLACE, obj, (state.ref(obj),))
    mark = fingerprint(state)
    state.put(PLACE, obj, (Ref(obj, 0),))
    assert fingerprint(state) != mark
    state.put(PLACE, obj, None)
    state.move(obj, ("discard", 0))
    assert fingerprint(state) != found.position_mark()
