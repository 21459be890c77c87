"""Faults planted into good lines: each alone, and all compatible pairs, give their breaches."""

import pytest
from tests.berserk.plants import PLANTS, SCENES, Plant, pairs, planted

PAIRS = list(pairs())


@pytest.mark.parametrize("scene", SCENES)
def test_the_good_line_is_legal(scene: str) -> None:
    assert SCENES[scene].codes() == []


def test_there_are_enough_kinds_of_faults() -> None:
    assert len({plant.code for plant in PLANTS}) >= 20
    assert len(PAIRS) > 100


@pytest.mark.parametrize("plant", PLANTS, ids=lambda p: f"{p.scene}-{p.code}")
def test_one_fault_gives_exactly_its_breach(plant: Plant) -> None:
    assert planted(plant) == [plant.code]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda p: f"{p[0].scene}-{p[0].code}-{p[1].code}")
def test_two_faults_give_exactly_their_breaches(pair: tuple[Plant, Plant]) -> None:
    assert planted(*pair) == sorted(plant.code for plant in pair)
