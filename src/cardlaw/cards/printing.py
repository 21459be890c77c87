"""Printing values with the phrase table that reads them: the first wording, or whether one fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from cardlaw.cards.phrases import Production, Slot, Table

#: how a class of words prints a value: the words, or None if the value is not of the class
ClassPrinter = Callable[[Any], list[str] | None]
#: the defaults of the fields that a mapping leaves out
Defaults = Callable[[dict[str, Any]], dict[str, Any]]
MOST_WAYS = 400
#: a slot's name in a value
_SLOT = re.compile(r"\$(\w+)")


class Printer:
    """Prints values by a phrase table."""

    def __init__(
        self, table: Table, classes: Mapping[str, ClassPrinter], defaults: Defaults
    ) -> None:
        self.table = table
        self.classes = classes
        self.defaults = defaults

    # -- the first wording -----------------------------------------------------------------------

    def say(self, category: str, value: Any, depth: int = 0) -> list[str] | None:
        """The words of the first wording of a value, or None if nothing says it."""
        printer = self.classes.get(category)
        if printer is not None:
            return printer(value)
        if depth > 40:
            return None
        for production in self.table.by_category.get(category, ()):
            for slots in islice(self.slots_of(production, value), MOST_WAYS):
                words = self._fill(production, slots, depth)
                if words is not None:
                    return words
        return None

    def _fill(self, production: Production, slots: dict[str, Any], depth: int) -> list[str] | None:
        words: list[str] = []
        for part in production.parts:
            if isinstance(part, str):
                words.append(part)
                continue
            inner = self.say(part.category, slots[part.name], depth + 1)
            if inner is None:
                return None
            words += inner
        return words

    # -- whether some wording is these words -----------------------------------------------------

    def says(self, category: str, value: Any, words: list[str]) -> bool:
        """Whether one of the wordings of a value is exactly these words."""
        return len(words) in self._ends(category, value, words, 0, {})

    def _ends(
        self,
        category: str,
        value: Any,
        words: list[str],
        at: int,
        known: dict[tuple[str, str, int], set[int]],
    ) -> set[int]:
        """Where wordings of a value may end that begin at a word and agree with the words."""
        printer = self.classes.get(category)
        if printer is not None:
            said = printer(value)
            fits = said is not None and words[at : at + len(said)] == said
            return {at + len(said)} if fits and said is not None else set()
        key = (category, repr(value), at)
        if key in known:
            return known[key]
        known[key] = set()
        found: set[int] = set()
        for production in self.table.by_category.get(category, ()):
            first = production.parts[0]
            if isinstance(first, str) and (at >= len(words) or words[at] != first):
                continue
            for slots in islice(self.slots_of(production, value), MOST_WAYS):
                found |= self._follow(production.parts, slots, words, at, known)
        known[key] = found
        return found

    def _follow(
        self,
        parts: tuple[str | Slot, ...],
        slots: dict[str, Any],
        words: list[str],
        at: int,
        known: dict[tuple[str, str, int], set[int]],
    ) -> set[int]:
        ends = {at}
        for part in parts:
            after: set[int] = set()
            for end in ends:
                if isinstance(part, str):
                    if end < len(words) and words[end] == part:
                        after.add(end + 1)
                else:
                    after |= self._ends(part.category, slots[part.name], words, end, known)
            if not after:
                return set()
            ends = after
        return ends

    # -- fitting a value to what a production means ----------------------------------------------

    def slots_of(self, production: Production, value: Any) -> Iterator[dict[str, Any]]:
        """The ways to fill a production's slots so that it means a value."""
        yield from self._fit(production.value, value, {}, production)

    def _fit(
        self, pattern: Any, value: Any, slots: dict[str, Any], production: Production
    ) -> Iterator[dict[str, Any]]:
        if isinstance(pattern, str) and "$" in pattern:
            found = _fit_text(pattern, value, slots)
            if found is not None:
                yield found
        elif isinstance(pattern, dict):
            if list(pattern) == ["merge"]:
                yield from self._fit_merge(pattern["merge"], value, slots, production)
            elif isinstance(value, dict):
                yield from self._fit_mapping(pattern, value, slots, production)
        elif isinstance(pattern, list):
            if isinstance(value, list | tuple):
                yield from self._fit_list(pattern, list(value), slots, production)
        elif pattern == value and type(pattern) is type(value):
            yield slots

    def _fit_mapping(
        self, pattern: dict[str, Any], value: dict[str, Any], slots: dict[str, Any], at: Production
    ) -> Iterator[dict[str, Any]]:
        if any(key not in pattern for key in value):
            return
        missing = [key for key in pattern if key not in value]
        if missing:
            defaults = self.defaults(value)
            if any(key not in defaults for key in missing):
                return
            value = {**value, **{key: defaults[key] for key in missing}}
        yield from self._fit_keys(list(pattern), pattern, value, slots, at)

    def _fit_keys(
        self,
        keys: list[str],
        pattern: dict[str, Any],
        value: dict[str, Any],
        slots: dict[str, Any],
        at: Production,
    ) -> Iterator[dict[str, Any]]:
        if not keys:
            yield slots
            return
        for found in self._fit(pattern[keys[0]], value[keys[0]], slots, at):
            yield from self._fit_keys(keys[1:], pattern, value, found, at)

    def _fit_list(
        self, pattern: list[Any], value: list[Any], slots: dict[str, Any], at: Production
    ) -> Iterator[dict[str, Any]]:
        if not pattern:
            if not value:
                yield slots
            return
        first = pattern[0]
        if isinstance(first, str) and first.startswith("...$"):
            last = len(value) - (len(pattern) - 1)
            sizes = range(1, last + 1) if len(pattern) > 1 else (last,)
            for size in sizes:
                name = first[4:]
                if size > 0 and (name not in slots or slots[name] == value[:size]):
                    found = {**slots, name: value[:size]}
                    yield from self._fit_list(pattern[1:], value[size:], found, at)
        elif value:
            for found in self._fit(first, value[0], slots, at):
                yield from self._fit_list(pattern[1:], value[1:], found, at)

    def _fit_merge(
        self, pieces: list[Any], value: Any, slots: dict[str, Any], at: Production
    ) -> Iterator[dict[str, Any]]:
        """Split a mapping: each piece but the last takes the keys of some wording of its own."""
        if not isinstance(value, dict):
            return
        if len(pieces) == 1:
            yield from self._fit(pieces[0], value, slots, at)
            return
        for number, piece in enumerate(pieces):
            if isinstance(piece, dict) and list(piece) != ["merge"]:
                # What is stated word for word is taken away first: the rest is split after that.
                if all(key in value for key in piece):
                    taken = _part_of(piece, value, last=number > 0)
                    rest = [*pieces[:number], *pieces[number + 1 :]]
                    for found in self._fit(piece, taken, slots, at):
                        yield from self._fit_merge(
                            rest, _without(value, taken, number > 0), found, at
                        )
                return
        for taken, remaining in self._takings(pieces[0], value, at):
            for found in self._fit(pieces[0], taken, slots, at):
                yield from self._fit_merge(pieces[1:], remaining, found, at)

    def _takings(
        self, piece: Any, value: dict[str, Any], at: Production
    ) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        seen: list[Any] = []
        for shape in self._shapes(piece, at, set()):
            if not all(key in value for key in shape):
                continue
            taken = _part_of(shape, value)
            if taken not in seen:
                seen.append(taken)
                yield taken, _without(value, taken)

    def _shapes(self, piece: Any, at: Production, above: set[str]) -> Iterator[dict[str, Any]]:
        """The mappings that a piece of a merge may be, with their constants."""
        if isinstance(piece, dict):
            if list(piece) == ["merge"]:
                return
            yield piece
            return
        name = _SLOT.fullmatch(piece) if isinstance(piece, str) else None
        if name is None:
            return
        category = next(slot.category for slot in at.slots if slot.name == name[1])
        if category in above:
            return
        for production in self.table.by_category.get(category, ()):
            yield from self._shapes(production.value, production, above | {category})


def _fit_text(pattern: str, value: Any, slots: dict[str, Any]) -> dict[str, Any] | None:
    whole = _SLOT.fullmatch(pattern)
    if whole is not None:
        name = whole[1]
        if name in slots and slots[name] != value:
            return None
        return {**slots, name: value}
    if not isinstance(value, str):
        return None
    names = _SLOT.findall(pattern)
    parts = _SLOT.split(pattern)[::2]
    match = re.fullmatch("(.+?)".join(map(re.escape, parts)), value)
    if match is None:
        return None
    found = dict(slots)
    for name, text in zip(names, match.groups(), strict=True):
        read: Any = int(text) if re.fullmatch(r"-?\d+", text) else text
        if name in found and found[name] != read:
            return None
        found[name] = read
    return found


def _part_of(shape: dict[str, Any], value: dict[str, Any], last: bool = False) -> dict[str, Any]:
    """What a shape takes of a value: whole keys, or the first (last) items of lists that go on."""
    taken: dict[str, Any] = {}
    for key, pattern in shape.items():
        item = value[key]
        if isinstance(pattern, list) and isinstance(item, list) and _is_longer(item, pattern):
            taken[key] = item[-len(pattern) :] if last else item[: len(pattern)]
        else:
            taken[key] = item
    return taken


def _is_longer(item: list[Any], pattern: list[Any]) -> bool:
    """Whether a list is longer than a pattern can be."""
    open_ended = any(isinstance(part, str) and part.startswith("...$") for part in pattern)
    return len(item) > len(pattern) and not open_ended


def _without(value: dict[str, Any], taken: dict[str, Any], last: bool = False) -> dict[str, Any]:
    rest = dict(value)
    for key, item in taken.items():
        if isinstance(item, list) and len(rest[key]) > len(item):
            rest[key] = rest[key][: -len(item)] if last else rest[key][len(item) :]
        else:
            del rest[key]
    return rest
