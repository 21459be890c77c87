"""Spaces of options, and Chance, whose n-th answer is a function of the seed and n."""

from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlaw.kernel.choice import Chance, Number, OneOf, Permutation, Space, mix

ITEMS = st.lists(st.integers(0, 99), unique=True, max_size=5).map(tuple)
OPTIONS = st.lists(st.tuples(st.integers(0, 9), st.text(max_size=2)), unique=True, min_size=1)
SPACES = st.one_of(
    st.builds(OneOf, OPTIONS),
    st.builds(lambda low, more: Number(low, low + more), st.integers(-9, 9), st.integers(0, 9)),
    st.builds(Permutation, ITEMS),
)


@given(SPACES, st.integers(0, 2**64 - 1))
def test_a_space_lists_counts_contains_and_samples_the_same(space: Space, number: int) -> None:
    options = list(space)
    assert len(options) == space.count() == len(space)
    assert len(set(options)) == len(options)
    assert all(option in space for option in options)
    assert space.sample(number) in options
    assert sum(space.weight(option) for option in options) == pytest.approx(1)
    assert space.only() == (options[0] if len(options) == 1 else None)


@given(SPACES, st.one_of(st.none(), st.integers(), st.text(), st.tuples(st.text()), st.just([1])))
def test_what_is_no_option_is_not_contained(space: Space, other: object) -> None:
    assert (other in space) == (other in list(space))
    if other not in space:
        assert space.weight(other) == 0  # type: ignore[arg-type]


def test_mixed_values_are_no_permutation_and_true_is_no_number() -> None:
    assert (1, "2") not in Permutation((1, 2))
    assert (1, 1) not in Permutation((1, 2))
    assert (1, None) not in Permutation((1, 2))
    assert (True,) not in Number(0, 1)
    assert (1, 2) not in Number(0, 5)


def test_a_large_shuffle_is_counted_and_weighed_without_listing() -> None:
    deck = Permutation(tuple(range(250)))
    assert deck.count() == factorial(250)
    assert len(deck) > 2**60
    assert 0 <= deck.weight(deck.items) < 1e-300
    assert deck.only() is None
    assert sorted(deck.sample(5)) == list(range(250))


def test_all_orders_are_equally_likely() -> None:
    orders = Counter(Permutation((1, 2, 3)).sample(mix(7, n)) for n in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**32))
def test_the_mix_is_a_function_with_64_bits(seed: int, n: int) -> None:
    assert mix(seed, n) == mix(seed, n)
    assert 0 <= mix(seed, n) < 2**64
    assert mix(seed, n) != mix(seed, n + 1)


@given(st.integers(0, 2**64 - 1), st.integers(0, 50), SPACES)
def test_chance_answers_the_same_each_time(seed: int, n: int, space: Space) -> None:
    answer = Chance(seed).answer(space, n)
    assert answer in space
    assert Chance(seed).answer(space, n) == answer


def test_a_fixed_die_falls_as_the_case_says() -> None:
    chance = Chance(3, {1: (6,)})
    assert chance.answer(Number(1, 6), 1) == (6,)
    assert chance.answer(Number(1, 6), 2) == Chance(3).answer(Number(1, 6), 2)
    with pytest.raises(ValueError, match="no result of this roll"):
        Chance(3, {0: (7,)}).answer(Number(1, 6), 0)


@given(st.permutations(range(8)), st.integers(0, 8), st.integers(0, 99))
def test_a_fixed_shuffle_has_the_top_and_then_what_the_seed_gives(
    order: list[int], top: int, seed: int
) -> None:
    space = Permutation(tuple(range(8)))
    wanted = tuple(order[:top])
    answer = Chance(seed, {0: wanted}).answer(space, 0)
    assert answer in space
    assert answer[:top] == wanted
    free = Chance(seed).answer(space, 0)
    assert answer[top:] == tuple(item for item in free if item not in wanted)


@pytest.mark.parametrize("top", [(99,), (1, 1)])
def test_a_fixed_top_that_is_not_in_the_deck_is_refused(top: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no result of this roll or shuffle"):
        Chance(0, {0: top}).answer(Permutation((1, 2, 3)), 0)
