"""Choices as data, and the spaces of options that they choose from."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Option = tuple[Any, ...]
Line = tuple[Option, ...]

#: the player who rolls dice, flips coins and shuffles
CHANCE = -1

_MASK = (1 << 64) - 1


class Choice(NamedTuple):
    """Who decides what. ``args`` are plain data; the options are computed when somebody asks."""

    kind: str
    player: int
    args: tuple[Any, ...] = ()


def mix(seed: int, n: int) -> int:
    """The n-th 64-bit number of a seed (splitmix64): a function, so that undo cannot re-roll."""
    z = (seed + (n + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Space:
    """The options of a choice. Every space counts, tests, iterates and samples."""

    def __contains__(self, option: object) -> bool:
        raise NotImplementedError

    def count(self) -> int:
        """How many options there are; a shuffle has too many for ``len``."""
        raise NotImplementedError

    def __len__(self) -> int:
        return min(self.count(), sys.maxsize)

    def __iter__(self) -> Iterator[Option]:
        raise NotImplementedError

    def sample(self, number: int) -> Option:
        """The option that a random 64-bit number stands for; each option is equally likely."""
        raise NotImplementedError

    def weight(self, option: Option) -> float:
        """The probability of an option when Chance decides."""
        return 1 / self.count() if option in self else 0.0

    def only(self) -> Option | None:
        """The single option, or None when there are more."""
        return next(iter(self)) if self.count() == 1 else None


class OneOf(Space):
    """A list of options in a documented, stable order."""

    __slots__ = ("options",)

    def __init__(self, options: list[Option]) -> None:
        self.options = options

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def __len__(self) -> int:
        return len(self.options)

    def count(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def sample(self, number: int) -> Option:
        return self.options[number % len(self.options)]

    def only(self) -> Option | None:
        return self.options[0] if len(self.options) == 1 else None


class Number(Space):
    """A whole number from ``low`` to ``high``, both included; a die is ``Number(1, 6)``."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def __contains__(self, option: object) -> bool:
        if not isinstance(option, tuple) or len(option) != 1:
            return False
        return type(option[0]) is int and self.low <= option[0] <= self.high

    def count(self) -> int:
        return max(0, self.high - self.low + 1)

    def __iter__(self) -> Iterator[Option]:
        return ((n,) for n in range(self.low, self.high + 1))

    def sample(self, number: int) -> Option:
        return (self.low + number % self.count(),)


class Permutation(Space):
    """All orders of some distinct objects, such as a shuffle."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[int, ...]) -> None:
        self.items = items

    def __contains__(self, option: object) -> bool:
        if not isinstance(option, tuple) or any(type(item) is not int for item in option):
            return False
        return sorted(option) == sorted(self.items)

    def count(self) -> int:
        total = 1
        for n in range(2, len(self.items) + 1):
            total *= n
        return total

    def __iter__(self) -> Iterator[Option]:
        def walk(rest: tuple[int, ...]) -> Iterator[Option]:
            if not rest:
                yield ()
            for index, item in enumerate(rest):
                for tail in walk(rest[:index] + rest[index + 1 :]):
                    yield (item, *tail)

        return walk(self.items)

    def sample(self, number: int) -> Option:
        items = list(self.items)
        for index in range(len(items) - 1, 0, -1):
            other = mix(number, index) % (index + 1)
            items[index], items[other] = items[other], items[index]
        return tuple(items)

    def only(self) -> Option | None:
        return self.items if len(self.items) < 2 else None


class Chance:
    """Answers for the player Chance: the n-th is a function of the seed and n.

    ``fixed`` gives the first answers by number: a die's result as ``(6,)``, a shuffle's top as the
    ids that shall lie on top. ``given`` is asked for what ``fixed`` does not say, with the space
    and the number, and answers None where nothing is given. The rest comes from the seed.
    """

    __slots__ = ("fixed", "given", "seed")

    def __init__(
        self,
        seed: int,
        fixed: dict[int, Option] | None = None,
        given: Callable[[Space, int], Option | None] | None = None,
    ) -> None:
        self.seed = seed
        self.fixed = {} if fixed is None else fixed
        self.given = given

    def answer(self, space: Space, n: int) -> Option:
        """The n-th answer, an option of ``space``. ValueError if a fixed one does not fit."""
        option = space.sample(mix(self.seed, n))
        top = self.fixed.get(n)
        if top is None and self.given is not None:
            top = self.given(space, n)
        if top is None:
            return option
        if isinstance(space, Permutation):
            rest = tuple(item for item in option if item not in top)
            option = tuple(top) + rest
        else:
            option = top
        if option not in space:
            raise ValueError(f"the fixed result {top} is no result of this roll or shuffle")
        return option
