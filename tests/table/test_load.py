"""Several tables at once: all is answered, nothing is refused. ``make load`` measures more."""

from tests.table.load import Measured, measure
from tests.table.serving import Server


def test_everybody_at_several_tables_is_answered(server: Server) -> None:
    measured = measure(server.address, tables=9, seconds=8.0)
    assert measured.refused == []
    assert len(measured.own) >= 9 * 2 * 7
    assert len(measured.other) > 20


def test_the_percentile_is_over_both_views() -> None:
    measured = Measured([0.01] * 90, [0.01] * 4 + [0.5] * 6, [])
    assert measured.percentile(93) < 0.02 and measured.percentile(95) > 0.4
