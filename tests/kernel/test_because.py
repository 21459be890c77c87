"""Causes: from an event up to answers and turn-based rules, through sweeps."""

import pytest
from tests.kernel.games import game, only, table

from cardlaw.kernel.action import Procedure
from cardlaw.kernel.because import SETUP, SWEEP, all_causes, because, events, is_root, journal
from cardlaw.kernel.game import Game
from cardlaw.kernel.rulebook import Spec
from cardlaw.kernel.state import ANSWER, State
from cardlaw.kernel.tables import HOST, TURN
from cardlaw.rulebooks.toy.book import Toy


def last(found: Game, kind: str) -> int:
    """The id of the last event of a kind."""
    return [event.id for event in events(found) if event.kind == kind][-1]


def chain(found: Game, number: int) -> list[str]:
    """The kinds of the events in a chain, from the event to its roots."""
    return [event.kind for event in because(found, number).chain()]


def zapped() -> Game:
    """A bear that wears an axe is destroyed by a spark."""
    found = table(hand=["Spark"], board=["Bear", "Axe"])
    bear, axe = only(found, "Bear"), only(found, "Axe")
    found.play((("equip", axe), ("target", bear)))
    found.push(("pass",))
    found.push(("pass",))
    assert found.state.host == {axe: bear}
    found.play((("zap", only(found, "Spark")), ("target", bear)))
    found.push(("pass",))
    found.push(("pass",))
    return found


def test_a_sweep_is_explained_by_what_it_read() -> None:
    found = zapped()
    axe = only(found, "Axe")
    assert found.state.where[axe] == ("discard", 0)
    number = last(found, "discarded")
    entry = dict(journal(found))[number]
    assert entry[2] == (SWEEP,)
    told = because(found, number)
    assert [c.event.kind for c in told.causes] == ["attached", "destroyed"]
    kinds = [event.kind for event in told.chain()]
    assert kinds[0] == "discarded"
    assert {"attached", "destroyed", "resolved", "played", "announced", ANSWER} <= set(kinds)
    roots = [e.values[2] for e in told.chain() if e.kind == ANSWER]
    assert roots == [("equip", axe), ("zap", only(found, "Spark"))]
    assert len(kinds) == len(told.chain())


def test_a_loaded_position_begins_its_chains_where_it_begins() -> None:
    from cardlaw.kernel.record import load_position, position

    found = table(hand=["Bear"])
    found.push(("play", only(found, "Bear")))
    loaded = load_position(found.book, position(found))
    loaded.push(("pass",))
    loaded.push(("pass",))
    entered = because(loaded, last(loaded, "entered"))
    assert [event.kind for event in entered.chain()] == ["entered", "resolved"]
    assert entered.event.causes == (last(loaded, "resolved"),)


def test_every_chain_of_a_game_ends_in_a_root() -> None:
    found = game(5, 120)
    told = all_causes(found)
    assert [cause.event.id for cause in told] == [event.id for event in events(found)]
    for cause in told:
        if not cause.causes:
            assert is_root(found, cause.event), cause.event
    assert because(found, told[40].event.id).chain() == told[40].chain()


@pytest.mark.parametrize("number", [-1, 10**9])
def test_an_unknown_event_is_an_error(number: int) -> None:
    with pytest.raises(ValueError, match="there is no event"):
        because(zapped(), number)


def test_a_change_is_no_event() -> None:
    found = zapped()
    change = next(n for n, entry in journal(found) if entry[0] == HOST)
    with pytest.raises(ValueError, match="there is no event"):
        because(found, change)


def test_asking_changes_nothing_and_works_after_an_undo() -> None:
    from cardlaw.kernel.state import canonical

    found = zapped()
    before = canonical(found.state)
    all_causes(found)
    assert canonical(found.state) == before
    found.undo()
    found.push(("pass",))
    assert chain(found, last(found, "discarded"))[:2] == ["discarded", "attached"]


class Long(Toy):
    """Two thousand events, each caused by the one before."""

    patience = 10_000

    def next(self, state: State) -> Spec | None:
        if 0 < state.turn.get("link", 0) < 2000:
            return ("link", ())
        return super().next(state)

    @staticmethod
    def link(state: State) -> Procedure:
        cause = state.turn["cause"]
        event = state.event("lost shield", "TOY 4.1", (cause,), 1)
        state.put(TURN, "cause", event)
        state.put(TURN, "link", state.turn["link"] + 1)
        yield from ()

    procedures = {**Toy.procedures, "link": link}


def test_a_very_long_chain_is_walked() -> None:
    found = table(hand=["Bear"], book=Long())
    found.state.turn.update({"link": 1, "cause": 0})
    found.push(("pass",))
    told = because(found, last(found, "lost shield"))
    assert len(told.chain()) == 2000
    assert told.chain()[-1].kind == SETUP
