"""The result table (BE09 205.4, 205.6, 216.7): exact chances of all outcomes of a strike."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from tests.berserk.table import Table, creature

from cardlaw.kernel.choice import CHANCE
from cardlaw.kernel.game import Game

MISS, WEAK, MEDIUM, STRONG = range(4)
#: wounds that tell the grade of a hit: the attacker deals 1, 2, 4 and the other 10, 20, 40
GRADE = {0: MISS, 1: WEAK, 2: MEDIUM, 4: STRONG}
Chances = dict[tuple[int, int], Fraction]


def strike(closed: bool, attack: int = 0, defense: int = 0) -> Game:
    """A strike that is announced, with so much experience on each side, before the first roll."""
    exp = {"ability": "keyword", "name": "attack experience", "number": attack}
    defends = {"ability": "keyword", "name": "defense experience", "number": defense}
    cards = [
        creature("Lion", life=99, strike=[1, 2, 4], abilities=[exp] if attack else []),
        creature("Bear", life=99, strike=[1, 2, 4], abilities=[defends] if defense else []),
    ]
    position = {
        "step": "main",
        "A": {"field": [{"Lion": {"cell": "C1"}}]},
        "B": {"field": [{"Bear": {"cell": "C1'", "closed": closed}}]},
    }
    table = Table(position, cards)
    game = table.game
    game.auto_chance = False
    game.push(("strike", table.object("Lion")))
    if game.choice is not None and game.choice.kind == "part":
        game.push(("against", table.object("Bear")))
    return game


def leaves(game: Game, milder: bool, weight: Fraction) -> Iterator[tuple[Game, Fraction]]:
    """Every end of the strike with its chance: each option of Chance is followed on a copy."""
    while game.choice is not None and game.choice.kind == "exchange":
        game.push(("weaken",) if milder else ("keep",))
    if game.choice is None or game.to_act != CHANCE:
        yield game, weight
        return
    options = list(game.space())
    for option in options:
        branch = game.copy()
        branch.auto_chance = False
        branch.push(option)
        yield from leaves(branch, milder, weight / len(options))


def chances(game: Game, milder: bool = False) -> Chances:
    """The chance of each outcome: what the attacker deals, and what comes back."""
    found: Chances = {}
    lion, bear = sorted(game.state.owner)
    for end, weight in leaves(game, milder, Fraction(1)):
        wounds = end.state.damage
        outcome = (GRADE[wounds.get(bear, 0)], GRADE[wounds.get(lion, 0)])
        found[outcome] = found.get(outcome, Fraction(0)) + weight
    assert sum(found.values()) == 1
    return found


def of_36(**outcomes: int) -> Chances:
    """Chances in thirty-sixths, by words such as ``strong_miss``."""
    grades = {"miss": MISS, "weak": WEAK, "medium": MEDIUM, "strong": STRONG}
    return {
        (grades[word.split("_")[0]], grades[word.split("_")[1]]): Fraction(number, 36)
        for word, number in outcomes.items()
    }


@pytest.mark.rule("BE09 205.6")
def test_205_6_two_open_creatures() -> None:
    assert chances(strike(closed=False)) == of_36(
        strong_miss=1, strong_weak=2, medium_miss=3, medium_weak=4, weak_miss=14,
        miss_weak=5, miss_miss=4, weak_medium=2, miss_medium=1,
    )  # fmt: skip


@pytest.mark.rule("BE09 216.7")
def test_216_7_exchanges_that_are_always_weakened() -> None:
    assert chances(strike(closed=False), milder=True) == of_36(
        strong_miss=1, medium_miss=5, weak_miss=18, miss_weak=7, miss_miss=4, miss_medium=1,
    )  # fmt: skip


@pytest.mark.rule("BE09 422.4")
def test_422_4_experience_moves_the_whole_table() -> None:
    assert chances(strike(closed=False, attack=1)) == of_36(
        strong_miss=3, strong_weak=3, medium_miss=4, medium_weak=5, weak_miss=13,
        miss_weak=4, miss_miss=3, weak_medium=1,
    )  # fmt: skip
    assert chances(strike(closed=False, defense=1)) == of_36(
        strong_weak=1, medium_miss=2, medium_weak=3, weak_miss=13, miss_weak=6,
        miss_miss=5, weak_medium=3, miss_medium=3,
    )  # fmt: skip


@pytest.mark.rule("BE09 205.4")
def test_205_4_a_closed_card() -> None:
    assert chances(strike(closed=True)) == of_36(weak_miss=18, medium_miss=12, strong_miss=6)


@pytest.mark.rule("BE09 104.2a")
def test_104_2a_a_roll_above_six_counts_as_six() -> None:
    assert chances(strike(closed=True, attack=1)) == of_36(
        weak_miss=12, medium_miss=12, strong_miss=12
    )
