"""From a case's position to a game: faces, placements, the state, fixed results of chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from cardlaw.judge import texts
from cardlaw.judge.cases import PLAYER_KEYS, Case, Word, mapping, scalar, sequence
from cardlaw.judge.faults import FileFault, shortened, unknown
from cardlaw.judge.nodes import Map, Node, Scalar, Seq, plain
from cardlaw.kernel.choice import Number, Option, Permutation, Space
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.setup import Doc, Fault, Mark, Placement
from cardlaw.kernel.state import State
from cardlaw.notation.labels import Names
from cardlaw.notation.tokens import loose, words

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def key_of(name: str) -> str:
    """A name as it is compared: without case, punctuation and spaces."""
    return " ".join(loose(word) for word in words(name))


class Faces:
    """The faces of a game: those of the case, and those of the library that it names."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.faces: list[Any] = []
        self.library = book.library()
        self._inline: dict[str, list[Any]] = {}
        self._shipped: dict[str, list[Any]] = {}
        self._used: dict[int, int] = {}
        for name, face in self.library.items():
            self._enter(self._shipped, name, face)

    def _enter(self, table: dict[str, list[Any]], name: str, face: Any) -> None:
        for other in dict.fromkeys((name, *self.book.names_of(face))):
            row = table.setdefault(key_of(other), [])
            if not any(face is known for known in row):
                row.append(face)

    def define(self, card: Map) -> None:
        """Add a card that the case defines."""
        data = plain(card)
        if texts.has_words(data):
            try:
                data = texts.with_abilities(self.book, data)
            except texts.NotRead as error:
                problem = shortened(str(error), 300)
                raise FileFault("card-text", card.keys["text"], problem=problem) from None
        try:
            face = self.book.read_face(data)
        except (ValueError, KeyError, TypeError) as error:
            raise FileFault(
                "card", _place(card, str(error)), problem=shortened(str(error), 200)
            ) from None
        name = self.book.name_of(face)
        names = list(self.book.names_of(face))
        if any(list(self.book.names_of(other)) == names for other in self.faces):
            raise FileFault("card-twice", card.mark, name=name)
        self._enter(self._inline, name, face)
        self._index(face)

    def find(self, name: str, mark: Mark) -> int:
        """The index of the face with a name. FileFault if there is none or more than one."""
        key = key_of(name)
        found = self._inline.get(key) or self._shipped.get(key) or []
        if not found:
            known = [n for face in self.library.values() for n in self.book.names_of(face)]
            known += [self.book.name_of(face) for face in self.faces]
            raise unknown("card", name, known, mark)
        if len(found) > 1:
            exact = [face for face in found if self.book.name_of(face) == name]
            if len(exact) != 1:
                exact = [face for face in found if key_of(self._exactly(face)) == key]
            if len(exact) != 1:
                near = ", ".join(self.book.names_of(face)[-1] for face in found)
                raise FileFault("which-card", mark, name=name, near=near)
            found = exact
        return self._index(found[0])

    def _exactly(self, face: Any) -> str:
        """The name of a face that tells it from other versions."""
        return (self.book.name_of(face), *self.book.names_of(face))[-1]

    def _index(self, face: Any) -> int:
        for number, known in enumerate(self.faces):
            if known is face:
                return number
        self.faces.append(face)
        return len(self.faces) - 1

    def with_tokens(self) -> tuple[Any, ...]:
        """All faces, and those of the tokens that their texts make."""
        at = 0
        while at < len(self.faces):
            for name in _token_names(msgspec.to_builtins(self.faces[at])):
                found = self._inline.get(key_of(name)) or self._shipped.get(key_of(name))
                if found:
                    self._index(found[0])
            at += 1
        return tuple(self.faces)


def _token_names(data: Any) -> list[str]:
    if isinstance(data, dict):
        own = [data["face"]] if data.get("do") == "token" and "face" in data else []
        return own + [name for value in data.values() for name in _token_names(value)]
    if isinstance(data, list | tuple):
        return [name for value in data for name in _token_names(value)]
    return []


def _place(card: Map, problem: str) -> Mark:
    """The deepest place in a card that a message such as "... at `$.text[0].do`" means."""
    found = re.search(r"`\$([^`]*)`", problem)
    return _deepest(card, card.mark, _STEP.findall(found[1]) if found else [])


def _deepest(node: Node, mark: Mark, steps: list[tuple[str, str]]) -> Mark:
    if not steps:
        return mark
    name, number = steps[0]
    if name and isinstance(node, Map) and name in node.items:
        return _deepest(node.items[name], node.keys[name], steps[1:])
    if number and isinstance(node, Seq) and int(number) < len(node.items):
        item = node.items[int(number)]
        return _deepest(item, item.mark, steps[1:])
    return mark


class Position:
    """A case's position as the rulebook reads it, and the labels of its objects."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.book = case.book
        self.faces = Faces(case.book)
        for card in case.cards:
            self.faces.define(card)
        self.doc = Doc()
        self.pile: list[Node] = []
        self._labels: dict[str, Mark] = {}
        self._read(case.position)
        self.state = self._set_up()
        self.labels = {self.doc.objects[p]: p.label for p in self._all() if p.label}

    def _set_up(self) -> State:
        options = self.book.read_options({n: w.text for n, w in self.case.options.items()})
        try:
            return self.book.setup(self.doc, self.faces.with_tokens(), options)
        except Fault:
            raise
        except (ValueError, KeyError) as error:
            raise FileFault(
                "position", self.case.position.mark, problem=shortened(str(error), 200)
            ) from error

    def _all(self) -> list[Placement]:
        rest = list(self.doc.placements)
        found = []
        while rest:
            placement = rest.pop(0)
            found.append(placement)
            rest = [*placement.attached, *rest]
        return [p for p in found if p in self.doc.objects]

    def _read(self, position: Map) -> None:
        for key, node in position.items.items():
            mark = position.keys[key]
            if key in PLAYER_KEYS:
                self._player(PLAYER_KEYS.index(key), mapping(node, mark))
            elif key == "pile":
                self.pile = sequence(node)
            elif self._is_zone(key, node):
                self._zone(key, -1, node, mark)
            else:
                self.doc.turn[key] = self._field(node)
                self.doc.marks[key] = mark

    def _player(self, player: int, section: Map) -> None:
        for key, node in section.items.items():
            if self._is_zone(key, node):
                self._zone(key, player, node, section.keys[key])
            else:
                self.doc.players[player][key] = self._field(node)
            self.doc.marks[f"{PLAYER_KEYS[player]}.{key}"] = section.keys[key]

    def _is_zone(self, key: str, node: Node) -> bool:
        return isinstance(node, Seq) and key not in self.book.list_words

    def _field(self, node: Node) -> Any:
        value = plain(node)
        return value.strip() if isinstance(value, str) else value

    def _zone(self, zone: str, player: int, node: Node, mark: Mark) -> None:
        known = [*self.book.zones, *self.book.zone_parts]
        if zone not in known and not sequence(node):
            # A zone with cards is the rulebook's to judge; nobody else would see an empty one.
            raise unknown("zone", zone, known, mark)
        for item in sequence(node):
            self.doc.placements.append(self._placement(item, zone, player))

    def _placement(self, node: Node, zone: str, player: int) -> Placement:
        if isinstance(node, Scalar):
            name, fields, mark = node.text.strip(), Map(node.mark), node.mark
        elif isinstance(node, Map) and len(node.items) == 1:
            name = next(iter(node.items))
            mark = node.keys[name]
            fields = mapping(node.items[name], mark)
        else:
            raise FileFault("no-card", node.mark)
        placement = Placement(name, self.faces.find(name, mark), zone, player, mark)
        for key, value in fields.items.items():
            if key == "as":
                placement.label = self._label(scalar(value))
            elif key == "attached":
                placement.attached = [self._placement(n, zone, player) for n in sequence(value)]
            else:
                placement.fields[key] = self._field(value)
        return placement

    def _label(self, word: Word) -> str:
        if not word.text or word.text in PLAYER_KEYS or "\n" in word.text:
            raise FileFault("label", word.mark, name=shortened(word.text))
        if word.text in self._labels:
            line = self._labels[word.text].line
            raise FileFault("label-twice", word.mark, name=word.text, line=line)
        self._labels[word.text] = word.mark
        return word.text


class CaseChance:
    """Chance's first answers as a case gives them: numbers, words, cards on top of a shuffle."""

    __slots__ = ("entries", "fixed", "names", "start")

    def __init__(
        self, entries: list[list[Word] | Word], names: Callable[[], Names], start: int
    ) -> None:
        #: what was asked for so far, by the number of the answer
        self.fixed: dict[int, Option] = {}
        self.entries = entries
        self.names = names
        self.start = start

    def given(self, space: Space, n: int) -> Option | None:
        """The n-th answer if the case has one. FileFault if it does not fit."""
        index = n - self.start
        if not 0 <= index < len(self.entries):
            return None
        self.fixed[n] = self._fixed(self.entries[index], space)
        return self.fixed[n]

    def _fixed(self, entry: list[Word] | Word, space: Space) -> Option:
        if isinstance(space, Permutation):
            wanted = entry if isinstance(entry, list) else [entry]
            return self._top(wanted, space.items)
        if isinstance(entry, list):
            mark = entry[0].mark if entry else None
            raise FileFault("no-shuffle", mark)
        if isinstance(space, Number):
            number = int(entry.text) if re.fullmatch(r"[+-]?\d{1,9}", entry.text) else None
            if number is None or (number,) not in space:
                raise FileFault(
                    "no-result", entry.mark, name=shortened(entry.text), low=space.low,
                    high=space.high,
                )  # fmt: skip
            return (number,)
        for option in space:
            if " ".join(str(value) for value in option).casefold() == entry.text.casefold():
                return option
        raise FileFault("no-outcome", entry.mark, name=shortened(entry.text))

    def _top(self, wanted: list[Word], items: tuple[int, ...]) -> Option:
        names = self.names()
        top: list[int] = []
        for word in wanted:
            found = [o for o in names.find(word.text) if o in items and o not in top]
            if not found:
                found = [
                    o
                    for o in items
                    if o not in top and key_of(word.text) in map(key_of, names.called.get(o, ()))
                ]
            if not found:
                raise unknown("top", word.text, [names.label(o) for o in items], word.mark)
            top.append(found[0])
        return tuple(top)


def names_for(labels: Mapping[int, str]) -> Callable[[State], Names]:
    """A function that gives the names of a position with a case's labels."""
    return lambda state: Names(state, labels)
