"""Mana costs and their payment (CR 106, 107.4, 118, 601.2f to 601.2h)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cardlaw.kernel.law import rules

TYPES = "WUBRGC"
#: the types of mana, and what pays for one generic mana only
_KINDS = TYPES + "1"
#: keywords of spells by which more than mana pays for them
HELPS = ("convoke", "improvise", "delve")
#: what is used first where mana is paid automatically
_HOWS = ("", *HELPS, "sacrifice")
COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_HYBRID = re.compile(r"[2WUBRGC]/[WUBRG](/P)?|[WUBRG]/P")


class ManaCost(NamedTuple):
    """What must be paid: generic mana, coloured and colourless mana by type, hybrids, X, snow."""

    generic: int = 0
    typed: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    hybrid: tuple[str, ...] = ()
    x: int = 0
    snow: int = 0

    @property
    @rules("CR 202.3f")
    def value(self) -> int:
        """The mana value, with X as 0: of a hybrid symbol its largest half counts."""
        total = self.generic + sum(self.typed) + self.snow
        if self.hybrid:
            total += sum(2 if symbol[0] == "2" else 1 for symbol in self.hybrid)
        return total

    @property
    def is_nothing(self) -> bool:
        """Whether no mana has to be paid, with X as 0."""
        rest = self.generic or self.hybrid or self.snow
        return not rest and self.typed == EMPTY

    @property
    def least(self) -> int:
        """The least mana that can pay it: of a symbol with 2 one mana, of a Phyrexian one none."""
        if not self.hybrid:
            return self.generic + sum(self.typed) + self.snow
        typed = sum(self.typed) + self.snow
        return self.generic + typed + sum("P" not in symbol for symbol in self.hybrid)

    @property
    def phyrexian(self) -> tuple[str, ...]:
        """The different Phyrexian symbols, in the order written."""
        if not self.hybrid:
            return ()
        return tuple(dict.fromkeys(symbol for symbol in self.hybrid if symbol[-1] == "P"))

    def with_life(self, numbers: tuple[int, ...]) -> ManaCost:
        """The cost if so many of each Phyrexian symbol are paid with life; else: all of them."""
        typed, hybrid = list(self.typed), [s for s in self.hybrid if s[-1] != "P"]
        for index, symbol in enumerate(self.phyrexian):
            rest = self.hybrid.count(symbol) - numbers[index] if index < len(numbers) else 0
            if len(symbol) == 2:
                typed[TYPES.index(symbol[0])] += rest
            else:
                hybrid.extend([symbol[:-1]] * rest)
        return self._replace(typed=tuple(typed), hybrid=tuple(hybrid))

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours of the symbols, in the order of the colour wheel."""
        return tuple(
            name
            for index, (symbol, name) in enumerate(COLORS.items())
            if self.typed[index] or any(symbol in pair for pair in self.hybrid)
        )

    def with_x(self, x: int) -> ManaCost:
        """The cost with a chosen value of X."""
        if not self.x:
            return self
        return self._replace(generic=self.generic + self.x * x, x=0)

    @rules("CR 118.7a", "CR 118.7b", "CR 118.7c", "CR 118.7d")
    def cheaper(self, times: int, mana: str = "") -> ManaCost:
        """The cost with that much less generic mana, or that often less of some symbols.

        What exceeds the mana of a type in the cost reduces generic mana; nothing falls below zero.
        """
        typed, generic = list(self.typed), self.generic
        for _ in range(times if mana else 0):
            for index, number in enumerate(parse_mana(mana).typed):
                taken = min(number, typed[index])
                typed[index] -= taken
                generic -= number - taken
        generic -= parse_mana(mana).generic * times if mana else times
        return self._replace(generic=max(0, generic), typed=tuple(typed))

    def more(self, times: int, mana: str = "") -> ManaCost:
        """The cost with that much more generic mana, or that often some symbols more."""
        if not mana:
            return self._replace(generic=self.generic + times)
        cost = self
        for _ in range(times):
            cost = cost.plus(parse_mana(mana))
        return cost

    def plus(self, other: ManaCost) -> ManaCost:
        """Both costs together."""
        return ManaCost(
            self.generic + other.generic,
            both_pools(self.typed, other.typed),
            self.hybrid + other.hybrid,
            self.x + other.x,
            self.snow + other.snow,
        )

    def __str__(self) -> str:
        parts = ["{X}"] * self.x
        if self.generic or self.value == 0 and not self.x:
            parts.append(f"{{{self.generic}}}")
        for symbol, number in zip(TYPES, self.typed, strict=True):
            parts.extend([f"{{{symbol}}}"] * number)
        parts.extend(f"{{{'/'.join(symbol)}}}" for symbol in self.hybrid)
        parts.extend(["{S}"] * self.snow)
        return "".join(parts)


@lru_cache(maxsize=4096)
def cost_text(cost: ManaCost) -> str:
    """A mana cost in symbols."""
    return str(cost)


@lru_cache(maxsize=4096)
@rules("CR 107.4a", "CR 107.4b", "CR 107.4c", "CR 107.4e", "CR 107.4f", "CR 107.4h")
def parse_mana(text: str) -> ManaCost:
    """Read "{2}{W}". ValueError for a symbol that this version doesn't know."""
    generic, x, snow, typed = 0, 0, 0, [0] * 6
    hybrid = []
    for symbol in _SYMBOL.findall(text):
        if symbol.isdigit():
            generic += int(symbol)
        elif symbol == "X":
            x += 1
        elif symbol == "S":
            snow += 1
        elif symbol in TYPES:
            typed[TYPES.index(symbol)] += 1
        elif _HYBRID.fullmatch(symbol):
            hybrid.append(symbol.replace("/", ""))
        else:
            raise ValueError(f"the mana symbol {{{symbol}}} is not supported")
    return ManaCost(generic, tuple(typed), tuple(hybrid), x, snow)


class Source(NamedTuple):
    """A permanent that can be tapped for mana: each option is what one ability would add.

    ``how`` says how else it is given: "sacrifice" besides tapping, or "convoke", "improvise" and
    "delve" in place of mana, where "1" stands for one generic mana.
    """

    obj: int
    options: tuple[str, ...]
    key: tuple[str, ...]
    how: str = ""
    snow: bool = False


Pool = tuple[int, ...]
EMPTY: Pool = (0, 0, 0, 0, 0, 0)


def both_pools(one: Pool, other: Pool) -> Pool:
    """Two amounts of mana together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


class Purse(NamedTuple):
    """Upper bounds of what may be spent: mana in all, and of each type."""

    total: int
    typed: tuple[int, ...]
    #: whether each source gives one mana of one type, so that what is within the bounds can be paid
    exact: bool = True

    def may_cover(self, value: int, typed: tuple[int, ...]) -> bool:
        """Whether mana of a value, and so much of each type, is within the bounds."""
        if value > self.total:
            return False
        for have, need in zip(self.typed, typed, strict=True):  # noqa: SIM110  cheaper than all()
            if need > have:
                return False
        return True


def most_mana(pool: Pool, sources: list[Source]) -> Purse:
    """The bounds of a pool and of sources that can all be tapped."""
    total = sum(pool)
    typed = list(pool)
    exact = True
    for source in sources:
        most, each = most_of(source.options)
        total += most
        exact = exact and most == 1 and len(source.options) == 1
        for index, number in each:
            typed[index] += number
    return Purse(total, tuple(typed), exact)


@lru_cache(maxsize=1024)
def most_of(options: tuple[str, ...]) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The most mana that one of some options adds, and the most of each type by its index."""
    each = [(index, max(o.count(symbol) for o in options)) for index, symbol in enumerate(TYPES)]
    return max(map(len, options)), tuple(pair for pair in each if pair[1])


def _covers(have: list[int], cost: ManaCost) -> list[int] | None:
    """What is left of an amount of mana after paying; None if it doesn't cover the cost."""
    if cost.snow:
        return _covers_snow(have, cost)
    rest = [h - t for h, t in zip(have, (*cost.typed, 0), strict=True)]
    if min(rest) < 0:
        return None
    if cost.hybrid:
        pair = cost.hybrid[0][::-1] if cost.hybrid[0][0] == "2" else cost.hybrid[0]
        later = cost._replace(typed=EMPTY, hybrid=cost.hybrid[1:])
        for symbol in pair:
            if symbol == "2":
                found = _covers(rest, later._replace(generic=cost.generic + 2))
                if found is not None:
                    return found
                continue
            index = TYPES.index(symbol)
            if rest[index] > 0:
                rest[index] -= 1
                found = _covers(rest, later)
                if found is not None:
                    return found
                rest[index] += 1
        return None
    return _spend_generic(rest, cost.generic)


@rules("CR 107.4h")
def _covers_snow(have: list[int], cost: ManaCost) -> list[int] | None:
    """The same with snow symbols: behind the seven kinds stands what came from snow sources."""
    later = cost._replace(snow=cost.snow - 1)
    for index in range(6):
        if have[index] and have[7 + index]:
            rest = have.copy()
            rest[index] -= 1
            rest[7 + index] -= 1
            left = _covers(rest if later.snow else rest[:7], later)
            if left is not None:
                return left if later.snow else [*left, *map(min, left, rest[7:])]
    return None


def _spend_generic(rest: list[int], generic: int) -> list[int] | None:
    if sum(rest) < generic:
        return None
    for index in (6, 5, 0, 1, 2, 3, 4):
        spent = min(generic, rest[index])
        rest[index] -= spent
        generic -= spent
    return rest


class Payment(NamedTuple):
    """A way to pay: what each tapped source adds, and what is left in the pool."""

    added: tuple[tuple[int, str], ...]
    left: Pool
    #: what is left of the mana from snow sources, if the cost has snow symbols
    snow: Pool | None = None


@rules("CR 601.2h", "CR 118.3")
def pay_with(cost: ManaCost, pool: Pool, sources: list[Source]) -> Payment | None:
    """How exactly these sources and the pool pay a cost; None if they don't cover it."""
    have = [*pool[:6], 0, *pool[6:]]
    flexible = []
    for source in sources:
        if len(source.options) == 1:
            _add(have, source, source.options[0], 1)
        else:
            flexible.append(source)
    chosen = _choose(have, cost, flexible, 0)
    if chosen is None:
        return None
    picks, left = chosen
    added = tuple((s.obj, s.options[0] if len(s.options) == 1 else picks[s.obj]) for s in sources)
    return Payment(added, tuple(left[:6]), tuple(left[7:]) if cost.snow else None)


def _add(have: list[int], source: Source, mana: str, times: int) -> None:
    for symbol in mana:
        index = _KINDS.index(symbol)
        have[index] += times
        if source.snow and len(have) > 7:
            have[7 + index] += times


def _choose(
    have: list[int], cost: ManaCost, flexible: list[Source], at: int
) -> tuple[dict[int, str], list[int]] | None:
    if at == len(flexible):
        left = _covers(list(have), cost)
        return None if left is None else ({}, left)
    source = flexible[at]
    wanted = [o for o in source.options if any(_wants(cost, have, s) for s in o)]
    for option in wanted or source.options[:1]:
        _add(have, source, option, 1)
        found = _choose(have, cost, flexible, at + 1)
        _add(have, source, option, -1)
        if found is not None:
            found[0][source.obj] = option
            return found
    return None


def _wants(cost: ManaCost, have: list[int], symbol: str) -> bool:
    if symbol == "1":
        return True
    index = TYPES.index(symbol)
    return have[index] < cost.typed[index] or any(symbol in pair for pair in cost.hybrid)


def classes(sources: list[Source]) -> list[list[Source]]:
    """Interchangeable sources together, the least flexible first."""
    groups: dict[tuple[str, ...], list[Source]] = {}
    for source in sources:
        groups.setdefault(source.key, []).append(source)
    return sorted(
        groups.values(),
        key=lambda g: (_HOWS.index(g[0].how), len(g[0].options), len(g[0].options[0]), g[0].obj),
    )


def payments(
    cost: ManaCost, pool: Pool, sources: list[Source], short: bool = False
) -> Iterator[tuple[int, ...]]:
    """Every set of sources that pays a cost with none to spare, the automatic one first.

    Of interchangeable sources only the first ones are used. With ``short`` the sets that don't
    cover the cost come too.
    """
    if not short and not quickly_covered(cost, pool, sources):
        return
    groups = classes(sources)
    spare = cost.value - cost.least
    for chosen in _counts(groups, 0, cost.value - usable(cost, pool), spare, short):
        paid = pay_with(cost, pool, chosen) is not None
        if paid and _minimal(cost, pool, chosen) or short and not paid:
            yield tuple(source.obj for source in chosen)


def usable(cost: ManaCost, pool: Pool) -> int:
    """How much of a pool can go into a cost; what could pay hybrid symbols is not counted."""
    fitting = sum(map(min, pool, cost.typed))
    snow = min(cost.snow, _snow_besides(cost, pool)) if cost.snow else 0
    return fitting + min(sum(pool[:6]) - fitting, cost.generic + snow)


def _snow_besides(cost: ManaCost, pool: Pool) -> int:
    """The mana from snow sources in a pool that the symbols of types leave over."""
    amounts = zip(pool[:6], pool[6:], cost.typed, strict=True)
    return sum(min(snow, all_ - min(all_, typed)) for all_, snow, typed in amounts)


def quickly_covered(cost: ManaCost, pool: Pool, sources: list[Source]) -> bool:
    """A fast necessary condition: enough mana at all."""
    total = sum(pool[:6])
    for source in sources:
        total += len(source.options[0])
        for option in source.options[1:]:
            if len(option) > len(source.options[0]):
                total += len(option) - len(source.options[0])
    return total >= cost.least


def _counts(
    groups: list[list[Source]], at: int, need: int, spare: int, short: bool
) -> Iterator[list[Source]]:
    """Some sources of each group: no more than are needed, no less than the cost can do with."""
    if at == len(groups):
        if short or need <= spare:
            yield []
        return
    group = groups[at]
    width = max(len(option) for option in group[0].options)
    most = len(group) if short else min(len(group), max(0, -(-need // width)))
    for number in range(most, -1, -1):
        for rest in _counts(groups, at + 1, need - number * width, spare, short):
            yield [*group[:number], *rest]


def _minimal(cost: ManaCost, pool: Pool, chosen: list[Source]) -> bool:
    exact = cost.value == cost.least and not cost.hybrid
    if exact and all(len(option) == 1 for s in chosen for option in s.options):
        return len(chosen) == max(0, cost.value - usable(cost, pool)) or _none_spare(
            cost, pool, chosen
        )
    return _none_spare(cost, pool, chosen)


def _none_spare(cost: ManaCost, pool: Pool, chosen: list[Source]) -> bool:
    return all(
        pay_with(cost, pool, [*chosen[:n], *chosen[n + 1 :]]) is None for n in range(len(chosen))
    )
