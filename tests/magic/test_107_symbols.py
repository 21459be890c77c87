"""Symbols that can be paid in several ways, and changes of costs (CR 107.4, 118.7, 202.3)."""

import pytest

from cardlaw.rulebooks.magic.mana import Source, parse_mana, pay_with, payments

POOL = (0,) * 6


def plains(number: int) -> list[Source]:
    return [Source(n, ("W",), ("Plains",)) for n in range(1, number + 1)]


def forests(number: int) -> list[Source]:
    return [Source(n, ("G",), ("Forest",)) for n in range(101, 101 + number)]


@pytest.mark.rule("CR 107.4e")
def test_107_4e_a_monocoloured_hybrid_is_one_of_its_colour_or_two_of_any() -> None:
    cost = parse_mana("{2/W}")
    assert list(payments(cost, POOL, [*plains(1), *forests(2)])) == [(1,), (101, 102)]
    assert list(payments(cost, POOL, forests(1))) == []


@pytest.mark.rule("CR 107.4e")
def test_107_4e_halves_are_chosen_symbol_by_symbol() -> None:
    cost = parse_mana("{2/W}{2/W}")
    assert (1, 101, 102) in list(payments(cost, POOL, [*plains(1), *forests(2)]))
    assert pay_with(cost, POOL, [*plains(1), *forests(1)]) is None


@pytest.mark.rule("CR 202.3f")
def test_202_3f_the_largest_half_counts_for_the_mana_value() -> None:
    assert parse_mana("{2/W}{W/U}{G/P}").value == 4
    assert parse_mana("{2/W}{W/U}{G/P}").least == 2


@pytest.mark.rule("CR 107.4f")
def test_107_4f_a_phyrexian_symbol_is_mana_unless_life_is_paid() -> None:
    cost = parse_mana("{W/P}{W/P}{G/U/P}")
    assert cost.phyrexian == ("WP", "GUP")
    assert cost.with_life((1, 0)) == parse_mana("{W}{G/U}")
    assert cost.with_life((2, 1)).value == 0
    assert str(cost) == "{W/P}{W/P}{G/U/P}"


@pytest.mark.rule("CR 118.7a")
def test_118_7a_generic_reductions_leave_colours_alone() -> None:
    assert parse_mana("{2}{R}").cheaper(5) == parse_mana("{R}")


@pytest.mark.rule("CR 118.7b")
def test_118_7b_a_reduction_by_what_is_not_there_is_generic() -> None:
    assert parse_mana("{2}{R}").cheaper(1, "{W}") == parse_mana("{1}{R}")


@pytest.mark.rule("CR 118.7c")
def test_118_7c_what_exceeds_a_colour_is_generic() -> None:
    assert parse_mana("{2}{R}").cheaper(2, "{R}") == parse_mana("{1}")


@pytest.mark.rule("CR 118.7d")
def test_118_7d_what_exceeds_colourless_mana_is_generic() -> None:
    assert parse_mana("{2}{C}{R}").cheaper(2, "{C}") == parse_mana("{1}{R}")
