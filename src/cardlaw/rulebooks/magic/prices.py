"""What a cost asks for besides tapping: life, tolls, ways of casting (CR 118.8, 118.9, 119.4)."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardlaw.cards.nodes import Cost, Toll
from cardlaw.rulebooks.magic.mana import ManaCost, parse_mana
from cardlaw.rulebooks.magic.nodes import CastCost

_LIFE = re.compile(r"(\d+) life")


def life_of(cost: Cost) -> int:
    """The life that is part of a cost."""
    life = _LIFE.search(cost.pay)
    return int(life[1]) if life else 0


def tolls_of(cost: Cost) -> tuple[Toll, ...]:
    """Everything that a cost does to objects, apart from tapping and counters of its own object."""
    found = []
    if cost.sacrifice is not None:
        found.append(Toll(do="sacrifice", what=cost.sacrifice))
    if cost.discard is not None:
        found.append(Toll(do="discard", what=cost.discard))
    return (*found, *cost.also)


class Way(NamedTuple):
    """A cost of casting as the engine uses it."""

    node: CastCost
    mana: ManaCost
    life: int
    tolls: tuple[Toll, ...]


def way_of(node: CastCost, cost: Cost) -> Way:
    """A cost of casting, its mana and life read."""
    return Way(node, parse_mana(cost.pay), life_of(cost), tolls_of(cost))
