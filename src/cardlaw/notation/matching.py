"""Matching words against the wordings of options, leniently and with a price."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardlaw.kernel.choice import Option
from cardlaw.kernel.state import State
from cardlaw.notation.labels import NOBODY, Names, player_word, zone_words
from cardlaw.notation.phrases import Phrase, Speaker, Wording, fits, is_empty, object_of
from cardlaw.notation.tokens import CONNECTORS, LOOSE, Words, match, words

NOBODY_WORDS = (words(NOBODY), words("nothing"), words("none"), words("no one"))


class Found(NamedTuple):
    """A match: the option, where its words end, the price."""

    option: Option
    end: int
    cost: int


class Matcher:
    """Finds options in words, with the names of one position."""

    def __init__(self, state: State, names: Names) -> None:
        self.state = state
        self.names = names
        self.speaker = Speaker(state, names)

    def options(
        self,
        phrase: Phrase,
        wording: Wording,
        candidates: list[Option] | None,
        typed: Words,
        at: int,
    ) -> Iterator[Found]:
        """The options whose words begin at a place; any well-formed one without candidates."""
        lead = len(phrase.lead)
        if wording and wording[0].field < 0 and match(wording[0].words, typed, at) is None:
            return
        if candidates is None:
            if any(segment.field >= 0 for segment in wording):
                yield from self._free(phrase, wording, typed, at)
            else:
                found = match(wording[0].words, typed, at)
                if found is not None:
                    yield Found(phrase.lead, *found)
            return
        fitting = [c for c in candidates if fits(phrase, wording, c[lead:])]
        if fitting:
            yield from self._among(phrase, wording, 0, fitting, typed, at, 0)

    def _among(
        self,
        phrase: Phrase,
        wording: Wording,
        segment: int,
        candidates: list[Option],
        typed: Words,
        at: int,
        cost: int,
    ) -> Iterator[Found]:
        if segment == len(wording):
            for option in candidates:
                yield Found(option, at, cost)
            return
        field = wording[segment].field
        if field < 0:
            found = match(wording[segment].words, typed, at)
            if found is not None:
                yield from self._among(
                    phrase, wording, segment + 1, candidates, typed, found[0], cost + found[1]
                )
            return
        groups: dict[Any, list[Option]] = {}
        for option in candidates:
            value = phrase.value(option[len(phrase.lead) :], field)
            key = self._ability(option) if phrase.kind(field) == "ability" else value
            groups.setdefault(key, []).append(option)
        for value, group in groups.items():
            for end, price in self.value(phrase, field, value, typed, at):
                yield from self._among(
                    phrase, wording, segment + 1, group, typed, end, cost + price
                )

    def _ability(self, option: Option) -> str:
        return self.state.book.ability_word(self.state, option)

    def value(
        self, phrase: Phrase, field: int, value: Any, typed: Words, at: int
    ) -> Iterator[tuple[int, int]]:
        """Where the words of one value may end that begin here, with the price."""
        kind = phrase.kind(field)
        if phrase.is_rest(field) or kind == "objs":
            yield from self._list(kind, value, typed, at)
        else:
            yield from self.plain(kind, value, typed, at)

    def _list(
        self, kind: str, values: tuple[Any, ...], typed: Words, at: int
    ) -> Iterator[tuple[int, int]]:
        if not values:
            yield at, 0
            return
        item = "obj" if kind == "objs" else kind
        for index, value in enumerate(values):
            # A set may be named in any order; where the order matters, the right one is cheaper.
            price = LOOSE if index else 0
            for end, cost in self.plain(item, value, typed, at):
                after = skip_connectors(typed, end) if len(values) > 1 else end
                rest = values[:index] + values[index + 1 :]
                for last, more in self._list(kind, rest, typed, after):
                    yield last, cost + more + price

    def plain(self, kind: str, value: Any, typed: Words, at: int) -> Iterator[tuple[int, int]]:
        """The same for a value that is no list."""
        if is_empty(value) and kind != "num":
            known = list(NOBODY_WORDS)
        elif kind == "obj":
            obj = object_of(value)
            if obj in self.state.where:
                yield from self.names.ends(obj, typed, at)
                return
            known = [words(str(obj))]
        elif kind == "player":
            known = [words(player_word(value)), words(f"player {player_word(value)}")]
        elif kind == "zone" and isinstance(value, tuple):
            known = [words(zone_words(self.state, value)), words(value[0])]
        else:
            known = [words(self.speaker.plain(kind, value))]
        for way in known:
            found = match(way, typed, at)
            if found is not None:
                yield found

    # -- without candidates ------------------------------------------------------------------------

    def _free(self, phrase: Phrase, wording: Wording, typed: Words, at: int) -> Iterator[Found]:
        """Well-formed options read by the types of their fields alone."""
        states: list[tuple[dict[int, Any], int, int]] = [({}, at, 0)]
        for segment in wording:
            following: list[tuple[dict[int, Any], int, int]] = []
            for values, place, cost in states:
                if segment.field < 0:
                    found = match(segment.words, typed, place)
                    if found is not None:
                        following.append((values, found[0], cost + found[1]))
                    continue
                for value, end, price in self._any(phrase, segment.field, typed, place):
                    following.append(({**values, segment.field: value}, end, cost + price))
            states = following[:2000]
        for values, end, cost in states:
            option: list[Any] = list(phrase.lead)
            for field in range(len(phrase.fields)):
                if phrase.is_rest(field):
                    option.extend(values.get(field, ()))
                else:
                    option.append(values.get(field, -1))
            yield Found(tuple(option), end, cost)

    def _any(
        self, phrase: Phrase, field: int, typed: Words, at: int
    ) -> Iterator[tuple[Any, int, int]]:
        kind = phrase.kind(field)
        if phrase.is_rest(field) or kind == "objs":
            yield from self._any_list("obj" if kind == "objs" else kind, typed, at)
        else:
            yield from self._any_plain(kind, typed, at)

    def _any_list(self, kind: str, typed: Words, at: int) -> Iterator[tuple[Any, int, int]]:
        for value, end, cost in self._any_plain(kind, typed, at):
            yield (value,), end, cost
            after = skip_connectors(typed, end)
            if after < len(typed):
                for rest, last, more in self._any_list(kind, typed, after):
                    if value not in rest:
                        yield (value, *rest), last, cost + more

    def _any_plain(self, kind: str, typed: Words, at: int) -> Iterator[tuple[Any, int, int]]:
        if at >= len(typed):
            return
        if kind == "obj":
            for obj in self.names.objects():
                for end, cost in self.names.ends(obj, typed, at):
                    yield obj, end, cost
        elif kind == "player":
            for player in (0, 1):
                for end, cost in self.plain(kind, player, typed, at):
                    yield player, end, cost
        elif kind == "num":
            if typed[at].lstrip("+-").isascii() and typed[at].lstrip("+-").isdigit():
                yield int(typed[at][:12]), at + 1, 0
        elif kind in ("term", "name"):
            for end in range(len(typed), at, -1):
                yield " ".join(typed[at:end]), end, 0


def skip_connectors(typed: Words, at: int) -> int:
    """The place after words such as "and"."""
    while at < len(typed) and typed[at] in CONNECTORS:
        at += 1
    return at
