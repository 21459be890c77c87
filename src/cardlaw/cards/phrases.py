"""The phrase table: one line of data for each production, for parsing and printing alike.

A table is a text of sections. ``[category]`` begins a section; each line below it is a production::

    draw {n:cards} => [{do: draw, amount: $n}]

``words <= value`` prints a value and is not read, for a wording that is read as something else.
On the left stand words and slots ``{name:category}``; on the right, in YAML's flow style, the value
that the words mean. ``$name`` is the value of a slot, ``...$name`` in a list stands for all items
of a list, and ``{merge: [$a, $b]}`` for one mapping made of two. A line may be broken after "=>".

Words that mean the same in a place stand in parentheses, with bars between them, the first of them
being the usual one; one of them may be nothing::

    that (creature|land) => {$it: that}
    it gains {k:keyword} (until end of turn|) => ...

Words that are inflected stand in sections of several forms. ``forms case = nom gen`` names the
forms, ``[noun_<case>]`` begins the sections ``[noun_nom]`` and ``[noun_gen]`` at once; below it
``<case>`` stands for the form and ``card|cards`` for the word in each form, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from cardlaw.cards.words import words_of

_SECTION = re.compile(r"\[([a-z_0-9<>]+)\]$")
_FORMS = re.compile(r"forms ([a-z]+) = ([a-z0-9 ]+)$")
_FORM = re.compile(r"<([a-z]+)>")
#: a word in its forms; the bars of a choice of words stand in parentheses
_INFLECTED = re.compile(r"\([^()]*\)|[^\s|()]+(?:\|[^\s|()]+)+")
_SLOT = re.compile(r"\{(\w+):([a-z_0-9]+)\}")
_CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
_ARROW = re.compile(r" (?:=>|<=) ")
_NUMBER = re.compile(r"[+-]?\d+")


class BrokenTable(ValueError):
    """A phrase table that is at fault: file, line and what is wrong."""


@dataclass(frozen=True)
class Slot:
    """A place in a production that another category fills."""

    name: str
    category: str


@dataclass
class Production:
    """One way to say something: its words and slots, and the value that they mean."""

    number: int
    category: str
    parts: tuple[str | Slot, ...]
    value: Any
    place: str
    #: the line of the table that it comes from: it may have several forms and choices of words
    written: str
    #: a wording that printing accepts, but that is read as something else
    printed_only: bool = False
    slots: tuple[Slot, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.slots = tuple(part for part in self.parts if isinstance(part, Slot))

    def __str__(self) -> str:
        shown = [p if isinstance(p, str) else f"{{{p.name}:{p.category}}}" for p in self.parts]
        return f"[{self.category}] {' '.join(shown)}"


class Table:
    """All productions of a game's card language, by category."""

    def __init__(self, productions: list[Production], known: Iterable[str]) -> None:
        self.productions = productions
        self.by_category: dict[str, list[Production]] = {}
        for production in productions:
            self.by_category.setdefault(production.category, []).append(production)
        known = set(known) | set(self.by_category)
        for production in productions:
            for slot in production.slots:
                if slot.category not in known:
                    raise BrokenTable(f"{production.place}: no category {slot.category!r}")


def read_tables(paths: Iterable[Path], known: Iterable[str] = ()) -> Table:
    """The productions of phrase files. ``known`` are categories that the program reads itself."""
    found: list[Production] = []
    for path in paths:
        category = ""
        pending = ""
        forms: dict[str, list[str]] = {}
        for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            place = f"{path.name}:{number}"
            line = raw.split(" #")[0].strip() if not raw.startswith("#") else ""
            if not line:
                continue
            line = f"{pending} {line}".strip()
            section, named = _SECTION.match(line), _FORMS.match(line)
            if section:
                category = section[1]
            elif named:
                forms[named[1]] = named[2].split()
            elif line.endswith("=>"):
                pending = line
                continue
            else:
                written = f"[{category}] {_ARROW.split(line, maxsplit=1)[0]}"
                for head, said in _in_forms(category, line, forms, place):
                    for chosen in _in_words(said):
                        found.append(_production(len(found), head, chosen, place, written))
            pending = ""
    return Table(found, known)


def _in_forms(
    category: str, line: str, forms: dict[str, list[str]], place: str
) -> list[tuple[str, str]]:
    """A line in every form of its section: the category and the line of each."""
    named = dict.fromkeys(_FORM.findall(category))
    if not named:
        return [(category, line)]
    rows = [(category, line)]
    for word in named:
        if word not in forms:
            raise BrokenTable(f"{place}: no forms are called {word!r}")
        sign = f"<{word}>"
        rows = [
            (head.replace(sign, form), _inflected(said.replace(sign, form), number, word, place))
            for head, said in rows
            for number, form in enumerate(forms[word])
        ]
    return rows


def _inflected(line: str, number: int, word: str, place: str) -> str:
    """A line with each of its inflected words in one form."""
    words, arrow, value = line.partition(" => ")

    def form(found: re.Match[str]) -> str:
        if found[0][0] == "(":
            return found[0]
        every = found[0].split("|")
        if number >= len(every):
            raise BrokenTable(f"{place}: {found[0]!r} lacks forms of {word!r}")
        return every[number]

    return f"{_INFLECTED.sub(form, words)}{arrow}{value}"


def _in_words(line: str) -> list[str]:
    """A line once for each choice of words, in the order in which they stand."""
    found = _CHOICE.search(line)
    if found is None:
        return [line]
    before, after = line[: found.start()], line[found.end() :]
    return [way for word in found[1].split("|") for way in _in_words(f"{before}{word}{after}")]


def _production(number: int, category: str, line: str, place: str, written: str) -> Production:
    printed_only = " <= " in line
    left, arrow, right = line.partition(" <= " if printed_only else " => ")
    if not category or not arrow:
        raise BrokenTable(f"{place}: a production is 'words => value' under a [category]")
    try:
        value = plain(yaml.load(right, Loader=yaml.BaseLoader))  # noqa: S506
    except yaml.YAMLError as error:
        raise BrokenTable(f"{place}: the value is no YAML: {error}") from None
    parts: list[str | Slot] = []
    at = 0
    for match in _SLOT.finditer(left):
        parts += [word.plain for word in words_of(left[at : match.start()])]
        parts.append(Slot(match[1], match[2]))
        at = match.end()
    parts += [word.plain for word in words_of(left[at:])]
    if not parts:
        raise BrokenTable(f"{place}: a production needs words")
    production = Production(number, category, tuple(parts), value, place, written, printed_only)
    named = set(_named(value))
    slots = {slot.name for slot in production.slots}
    if named != slots:
        odd = ", ".join(sorted(named ^ slots))
        raise BrokenTable(f"{place}: words and value do not both name {odd}")
    return production


def plain(value: Any) -> Any:
    """YAML's strings as numbers, truth values and nothing where they are such."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if value in ("true", "false"):
        return value == "true"
    if value == "null":
        return None
    return int(value) if _NUMBER.fullmatch(value) and value[0] != "+" else value


_IN = re.compile(r"\$(\w+)")


def _named(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [name for item in value.values() for name in _named(item)]
    if isinstance(value, list):
        return [name for item in value for name in _named(item)]
    return _IN.findall(value) if isinstance(value, str) else []


def filled(value: Any, slots: dict[str, Any]) -> Any:
    """A production's value with its slots filled in."""
    if isinstance(value, dict):
        if list(value) == ["merge"]:
            return merged([filled(item, slots) for item in value["merge"]])
        return {key: filled(item, slots) for key, item in value.items()}
    if isinstance(value, list):
        result: list[Any] = []
        for item in value:
            if isinstance(item, str) and item.startswith("...$"):
                result.extend(slots[item[4:]])
            else:
                result.append(filled(item, slots))
        return result
    if not isinstance(value, str) or "$" not in value:
        return value
    if value[0] == "$" and value[1:] in slots:
        return slots[value[1:]]
    return _IN.sub(lambda match: str(slots[match[1]]), value)


class DoNotMerge(ValueError):
    """Two mappings that say different things about the same key."""


def merged(pieces: list[dict[str, Any]]) -> dict[str, Any]:
    """One mapping of several; lists of the same key are joined."""
    result: dict[str, Any] = {}
    for piece in pieces:
        for key, value in piece.items():
            if key not in result:
                result[key] = value
            elif isinstance(value, list) and isinstance(result[key], list):
                result[key] = [*result[key], *value]
            elif isinstance(value, dict) and isinstance(result[key], dict):
                result[key] = merged([result[key], value])
            else:
                raise DoNotMerge(key)
    return result
