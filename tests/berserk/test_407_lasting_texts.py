"""Lasting texts: a board stays through changes that none of them looks at (BE09 406, 407)."""

from typing import Any

import pytest
from tests.berserk.table import Table, creature

from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, DAMAGE, STATUS
from cardlaw.rulebooks.berserk.words import AWAKE, CLOSED, TOKEN

WOUND, TOKENS, CLOSING, WAKING = "wound", "tokens", "closing", "waking"

#: what a lasting text reads of its creature -> the change that makes it act
READS: dict[str, tuple[dict[str, Any], Any, str]] = {
    "a state of wounds": ({"states": ["wounded"]}, 1, WOUND),
    "what is not wounded": ({"not_states": ["wounded"]}, 1, WOUND),
    "life that is left": ({"values": {"life": [None, 6]}}, 1, WOUND),
    "tokens in a description": ({"values": {"tokens": [1, None]}}, 1, TOKENS),
    "a number of tokens": (
        {},
        {"amount": "value", "what": "tokens", "of": {"who": "self"}},
        TOKENS,
    ),
    "wounds as a number": ({}, {"amount": "value", "what": "wounds", "of": {"who": "self"}}, WOUND),
    "closed cards": ({"states": ["closed"]}, 1, CLOSING),
    "open cards": ({"states": ["open"]}, 1, CLOSING),
}


def field(select: dict[str, Any] | None, number: Any) -> Table:
    texts = []
    if select is not None:
        affects = {"who": "each", "types": ["creature"], **select}
        gives = [{"gives": "get", "value": "strike", "amount": number}]
        texts = [{"ability": "static", "affects": affects, "gives": gives}]
    card = creature("Lookout", abilities=texts)
    mine = [{"Lookout": {"cell": "B1"}}]
    return Table(
        {"step": "main", "A": {"field": mine}, "B": {"field": [{"Sarg": {"cell": "A3'"}}]}}, [card]
    )


def change(state: State, obj: int, how: str) -> None:
    state.event("attacked", "BE09 205.2", (), obj)
    if how == WOUND:
        state.put(DAMAGE, obj, state.damage.get(obj, 0) + 3)
    elif how == TOKENS:
        state.put(COUNTERS, (obj, TOKEN), 2)
    else:
        bit = CLOSED if how == CLOSING else AWAKE
        state.put(STATUS, obj, (state.status.get(obj, 0) ^ bit) or None)


@pytest.mark.rule("BE09 406.1")
@pytest.mark.parametrize("reads", READS)
def test_406_1_a_lasting_text_acts_as_soon_as_what_it_reads_changes(reads: str) -> None:
    select, number, how = READS[reads]
    table = field(select, number)
    state, obj = table.game.state, table.object("Lookout")
    before = state.board().chars[obj].strike
    change(state, obj, how)
    assert state.board().chars[obj].strike == state.book.compute(state).chars[obj].strike
    assert state.board().chars[obj].strike != before


@pytest.mark.rule("BE09 407.1")
@pytest.mark.parametrize("how", [WOUND, TOKENS, CLOSING, WAKING])
def test_407_1_what_no_lasting_text_reads_leaves_all_characteristics(how: str) -> None:
    table = field(None, 0)
    state, obj = table.game.state, table.object("Lookout")
    board, epoch = state.board(), state.epoch
    change(state, obj, how)
    assert state.epoch != epoch
    assert state.board() is board
