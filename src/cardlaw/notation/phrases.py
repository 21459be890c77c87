"""Phrases: options of any choice in words, by the templates that shapes, parts and choices give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from cardlaw.kernel.action import Part, Shape
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.state import State
from cardlaw.notation.labels import NOBODY, Names, player_word, zone_words
from cardlaw.notation.tokens import Words, words

_BRACES = re.compile(r"\{(\w+)\}")


class Segment(NamedTuple):
    """A piece of a wording: literal text, or the field of that index."""

    text: str
    field: int = -1

    @property
    def words(self) -> Words:
        return words(self.text)


Wording = tuple[Segment, ...]


class Phrase(NamedTuple):
    """How options of one kind are worded: ``lead`` values (verb, part name) are never said."""

    wordings: tuple[Wording, ...]
    fields: tuple[str, ...]
    lead: tuple[Any, ...]

    def kind(self, index: int) -> str:
        """The type of a field: "obj" of "obj:target"; without the star of the last one."""
        return self.fields[index].split(":")[0].lstrip("*")

    def is_rest(self, index: int) -> bool:
        """Whether a field takes all the remaining values."""
        return self.fields[index].startswith("*")

    def value(self, values: Option, index: int) -> Any:
        """The value of a field; the rest of the values as a tuple for a field with a star."""
        if self.is_rest(index):
            return values[index:]
        return values[index] if index < len(values) else None


@lru_cache(maxsize=2000)
def _compiled(phrase: str, fields: tuple[str, ...]) -> tuple[Wording, ...]:
    names = [field.split(":")[-1] for field in fields]
    result = []
    for text in phrase.split(" | "):
        pieces = _BRACES.split(text)
        segments = []
        for number, piece in enumerate(pieces):
            if number % 2:
                segments.append(Segment("", names.index(piece)))
            elif piece.strip():
                segments.append(Segment(piece.strip()))
        result.append(tuple(segments))
    return tuple(result)


def _all_fields(fields: tuple[str, ...]) -> str:
    return " ".join("{" + field.split(":")[-1] + "}" for field in fields)


def shape_phrase(shape: Shape) -> Phrase:
    """The phrase of the first options of a shape."""
    text = shape.phrase or f"{shape.verb} {_all_fields(shape.fields)}"
    return Phrase(_compiled(text, shape.fields), shape.fields, (shape.verb,))


def part_phrase(part: Part) -> Phrase:
    """The phrase of the answers for a part."""
    text = part.phrase or f"{part.name} {_all_fields(part.fields)}"
    return Phrase(_compiled(text, part.fields), part.fields, (part.name,))


def choice_phrase(book: Rulebook, choice: Choice, option: Option = ()) -> Phrase:
    """The phrase of the options of a choice that is neither an action nor one of its parts."""
    kind = book.choices[choice.kind]
    fields = kind.fields or tuple(f"term:value{n}" for n in range(len(option)))
    text = kind.phrase or _all_fields(fields)
    return Phrase(_compiled(text, fields), fields, ())


def is_empty(value: Any) -> bool:
    """Whether a value stands for nobody or nothing."""
    return value is None or value == () or (type(value) is int and value == -1)


def fits(phrase: Phrase, wording: Wording, values: Option) -> bool:
    """Whether an option fills all fields of a wording; one without fields wants nothing filled."""
    used = [segment.field for segment in wording if segment.field >= 0]
    if used:
        return all(_filled(phrase, values, index) for index in used)
    return all(is_empty(value) for value in values)


def _filled(phrase: Phrase, values: Option, index: int) -> bool:
    value = phrase.value(values, index)
    return not is_empty(value) or (value == -1 and phrase.kind(index) == "num")


def object_of(value: Any) -> Any:
    """The object of a value that is an id or a Ref, also one that was loaded."""
    return value[0] if isinstance(value, tuple) and value else value


class Speaker:
    """Says options in words, with the names of one position."""

    def __init__(self, state: State, names: Names) -> None:
        self.state = state
        self.names = names

    def option(self, phrase: Phrase, option: Option) -> str:
        """An option in words."""
        return " ".join(text for text, _ in self.pieces(phrase, option) if text)

    def pieces(self, phrase: Phrase, option: Option) -> list[tuple[str, bool]]:
        """The words of an option piece by piece, each with whether it is literal."""
        values = option[len(phrase.lead) :]
        for wording in phrase.wordings:
            if fits(phrase, wording, values):
                return [
                    (segment.text, True)
                    if segment.field < 0
                    else (self.value(phrase, option, segment.field), False)
                    for segment in wording
                ]
        lead = " ".join(str(word) for word in phrase.lead)
        said = [self.value(phrase, option, n) for n in range(min(len(values), len(phrase.fields)))]
        return [(lead, True), (" ".join(said), False)]

    def value(self, phrase: Phrase, option: Option, index: int) -> str:
        """One value of an option in words."""
        kind = phrase.kind(index)
        value = phrase.value(option[len(phrase.lead) :], index)
        if kind == "ability":
            return self.ability(option, value)
        if phrase.is_rest(index):
            return ", ".join(self.plain(kind, item) for item in value)
        return self.plain(kind, value)

    def ability(self, option: Option, value: Any) -> str:
        """The ability that an option names."""
        return self.state.book.ability_word(self.state, option)

    def plain(self, kind: str, value: Any) -> str:
        """A value of a type in words that ``read`` understands."""
        if is_empty(value) and kind != "num":
            return NOBODY
        if kind == "obj":
            obj = object_of(value)
            return self.names.label(obj) if obj in self.state.where else str(obj)
        if kind == "objs":
            return ", ".join(self.plain("obj", item) for item in value)
        if kind == "player":
            return player_word(value)
        if kind == "zone":
            return zone_words(self.state, value) if isinstance(value, tuple) else str(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return " ".join(str(item) for item in value)
        return str(value)


def literal_lead(pieces: list[tuple[str, bool]]) -> str:
    """The literal words before the first field: what a second answer of a list need not repeat."""
    lead = []
    for text, literal in pieces:
        if not literal:
            break
        lead.append(text)
    return " ".join(lead)


def wordings_without_lead(phrase: Phrase) -> Iterator[Wording]:
    """Each wording from its first field on, if literal words stand before it."""
    for wording in phrase.wordings:
        at = next((n for n, segment in enumerate(wording) if segment.field >= 0), 0)
        if at:
            yield wording[at:]
