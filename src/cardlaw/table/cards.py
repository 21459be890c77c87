"""Cards of a picture: each object as the seat knows it, with its whole state in words."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.state import State
from cardlaw.kernel.view import Seen
from cardlaw.notation.labels import Names
from cardlaw.table.layouts import Layout
from cardlaw.table.picture import Card, Number
from cardlaw.table.pointing import Click
from cardlaw.table.printed import Press, Printed, printed_value

_OTHER = re.compile(r"[^a-z0-9]+")
_FIRST_NUMBERS = re.compile(r"-?\d+")


def slug(word: str) -> str:
    """A word of the rulebook as a class of a style sheet."""
    return _OTHER.sub("-", word.casefold()).strip("-") or "none"


class Dealer:
    """Makes the cards of one picture."""

    def __init__(
        self,
        state: State,
        seen: dict[int, Seen],
        objects: dict[int, int],
        names: Names,
        words: Tongue,
        layout: Layout,
        press: Press,
        language: str,
        lit: frozenset[Click],
        held: frozenset[Click],
    ) -> None:
        self.state = state
        self.seen = seen
        self.objects = objects
        self.names = names
        self.words = words
        self.layout = layout
        self.press = press
        self.language = language
        self.lit = lit
        self.held = held
        self.borne: dict[int, list[int]] = {}
        for each in seen.values():
            if each.host is not None and each.host > 0:
                self.borne.setdefault(each.host, []).append(each.id)

    def card(self, number: int, place: str = "", host: int | None = None) -> Card:
        """The card of a number of the view; ``host`` is the controller of what bears it."""
        seen, obj = self.seen[number], self.objects[number]
        label = self.names.called_at(obj)
        borne = tuple(
            self.card(other, host=seen.controller) for other in sorted(self.borne.get(number, ()))
        )
        key = (
            self.words.language,
            self.language,
            number,
            label,
            place,
            host,
            self.state.card[obj],
            seen.name,
            seen.zone[0],
            seen.controller,
            seen.status,
            seen.damage,
            repr(seen.counters),
            repr(seen.values),
            number in self.lit,
            number in self.held,
            *map(id, borne),
        )
        found = self.press.card(key)
        if found is None:
            found = self.press.keep(key, self._made(seen, label, borne, place, host))
        return found

    def _made(
        self, seen: Seen, label: str, borne: tuple[Card, ...], place: str, host: int | None
    ) -> Card:
        layout, values = self.layout, seen.values
        printed = self._printed(seen)
        name = printed.name if printed else ""
        down = self._down(seen)
        card = Card(
            id=seen.id,
            name=name,
            label=label if printed and label != name else "",
            kind=self._kind(values),
            frame=self._frame(values),
            cost=printed.cost if printed else (),
            cost_kind=slug(printed.cost_kind) if printed and printed.cost_kind else "",
            line=self._line(values),
            stats=self._stats(values, printed),
            marks=self._marks(values, printed.text if printed else ()),
            text=printed.text if printed else (),
            states=self._states(seen, down),
            counters=tuple(
                (self.words.term(kind), n)
                for kind, n in sorted(seen.counters.items())
                if kind not in layout.quiet
            ),
            damage=seen.damage,
            borne=borne,
            player=seen.controller,
            strange=host is not None and host != seen.controller,
            down=down,
            turned=any(state in layout.turned for state in seen.status),
            blank=bool(layout.blank[0]) and values.get(layout.blank[0]) == layout.blank[1],
            lit=seen.id in self.lit,
            held=seen.id in self.held,
            said="",
        )
        return _with_words(card, place, self.words)

    def _printed(self, seen: Seen) -> Printed | None:
        if seen.name is None:
            return None
        face = self.state.card[self.objects[seen.id]]
        return self.press.face(face, self.state.faces[face], self.language)

    def _stats(
        self, values: dict[str, Any], printed: Printed | None
    ) -> tuple[tuple[str, tuple[Number, ...]], ...]:
        found = []
        for stat in self.layout.stats:
            if any(word not in values for word in stat.words):
                continue
            fields = stat.printed or ("",) * len(stat.words)
            numbers = tuple(
                Number(
                    word,
                    self.words.term(word),
                    str(values[word]),
                    _change(values[word], printed, field),
                )
                for word, field in zip(stat.words, fields, strict=True)
            )
            found.append((stat.between, numbers))
        if not self.layout.stats:
            found = [
                ("", (Number(word, self.words.term(word), str(value)),))
                for word, value in values.items()
                if type(value) is int
            ]
        return tuple(found)

    def _kind(self, values: dict[str, Any]) -> str:
        """The word by which the picture of a card is chosen: the last of its types."""
        found = _listed(values, self.layout.types)
        return slug(found[-1]) if found else "none"

    def _frame(self, values: dict[str, Any]) -> str:
        found = values.get(self.layout.frame)
        if isinstance(found, list):
            return slug(str(found[0])) if len(found) == 1 else "many" if found else "none"
        return slug(str(found)) if found else "none"

    def _line(self, values: dict[str, Any]) -> str:
        """The type line: types, then what they are in particular."""
        kinds = " ".join(self.words.term(word) for word in _listed(values, self.layout.types))
        more = ", ".join(self.words.term(word) for word in _listed(values, self.layout.subtypes))
        return f"{kinds} · {more}" if kinds and more else kinds or more

    def _marks(self, values: dict[str, Any], text: tuple[str, ...]) -> tuple[str, ...]:
        """The values that stand nowhere else, nor in its text: keywords with their number."""
        layout, term = self.layout, self.words.term
        used = {*layout.types, *layout.subtypes, *layout.silent, layout.frame, layout.blank[0]}
        used.update(word for stat in layout.stats for word in stat.words)
        found: list[str] = []
        for word, value in values.items():
            if word in used or value in (False, [], "", None):
                continue
            if value is True:
                found.append(term(word))
            elif isinstance(value, list):
                found.extend(term(str(item)) for item in value)
            elif isinstance(value, str):
                found.append(f"{term(word)}: {term(value)}")
            elif layout.stats:
                found.append(f"{term(word)} {value}")
        return tuple(mark for mark in found if not _stands(mark, text))

    def _states(self, seen: Seen, down: bool) -> tuple[tuple[str, str], ...]:
        types = _listed(seen.values, self.layout.types)
        only = dict(self.layout.states_of)
        shown = [
            word
            for word in seen.status
            if word not in self.layout.quiet and only.get(word, "") in ("", *types)
        ]
        if down and not any(word in self.layout.down for word in shown):
            shown.insert(0, "face down")
        return tuple((slug(word), self.words.term(word)) for word in shown)

    def _down(self, seen: Seen) -> bool:
        without = dict(self.layout.down_without).get(seen.zone[0])
        if without is not None:
            return without not in seen.status
        return any(word in self.layout.down for word in seen.status)


def _listed(values: dict[str, Any], words: tuple[str, ...]) -> list[str]:
    """The words under some words of values, in their order."""
    found: list[str] = []
    for word in words:
        value = values.get(word)
        if isinstance(value, list):
            found.extend(map(str, value))
        elif value:
            found.append(str(value))
    return found


def _stands(mark: str, text: tuple[str, ...]) -> bool:
    """Whether a keyword stands in a card's text; there, one is not said."""
    folded = mark.casefold().removesuffix(" 1")
    return any(folded in line.casefold() for line in text)


def _change(value: Any, printed: Printed | None, field: str) -> int:
    """Whether a value is more or less than what is printed."""
    before = printed_value(printed.face, field) if printed and field else None
    if before is None or before == str(value):
        return 0
    now = [int(piece) for piece in _FIRST_NUMBERS.findall(str(value).replace("-", " "))]
    old = [int(piece) for piece in _FIRST_NUMBERS.findall(before.replace("-", " "))]
    return (now > old) - (now < old)


def _with_words(card: Card, place: str, words: Tongue) -> Card:
    """The card with its whole state in one sentence."""
    said = [card.label or card.name or words.text("card.unknown", number=card.id)]
    said += [place] if place else []
    said += [card.line] if card.line else []
    said += [name for _, name in card.states]
    for between, numbers in card.stats:
        name = between.join(number.name for number in numbers)
        said.append(f"{name} {between.join(number.shown for number in numbers)}")
    said += [words.text("card.damage", n=card.damage)] if card.damage else []
    said += [words.text("card.counter", kind=kind, n=n) for kind, n in card.counters]
    said += [words.text("card.blank")] if card.blank else []
    said += [words.text("card.bears", name=each.label or each.name) for each in card.borne]
    said += [words.text("card.held")] if card.held else []
    said += [words.text("card.may")] if card.lit else []
    return msgspec.structs.replace(card, said=", ".join(said))
