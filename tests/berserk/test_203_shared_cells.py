"""A cell that an incorporeal creature shares with another card (BE09 6, 203.2)."""

import pytest
from tests.berserk.table import Table, creature

MIST = creature("Mist Wolf", abilities=[{"ability": "keyword", "name": "incorporeal"}])


@pytest.mark.rule("BE09 203.2")
def test_the_grid_shows_both_cards_on_a_shared_cell() -> None:
    field = [{"Troll": {"cell": "C1"}}, {"Mist Wolf": {"cell": "C1"}}]
    position = {
        "step": "main",
        "A": {"field": field},
        "B": {"field": [{"Sarg": {"cell": "E3'"}}]},
    }
    table = Table(position, cards=[MIST])
    state = table.game.state
    (grid,) = state.book.grids(state, 0)
    shown = [cell for _, cells in grid.rows for cell in cells]
    both = (table.object("Troll"), table.object("Mist Wolf"))
    assert both in shown
    assert (table.object("Sarg"),) in shown
