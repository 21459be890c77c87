"""Rules as data: rule numbers, the index of a rulebook, breaches, grounds and rulings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., object])

_NUMBER = re.compile(r"^([A-Z][A-Z0-9]*) ([0-9]+(?:\.[0-9]+)*[a-z]?)$")


class RuleId(NamedTuple):
    """A rule's name: the book with its edition where editions renumber, and the number."""

    book: str
    number: str

    def __str__(self) -> str:
        return f"{self.book} {self.number}"

    @property
    def section(self) -> str:
        """The number up to the first dot: ``702`` of ``702.6a``."""
        return self.number.split(".")[0]

    def order(self) -> tuple[str, tuple[int, ...], str]:
        """A key that sorts rules as their book does."""
        letter = self.number[-1] if self.number[-1].isalpha() else ""
        digits = self.number.removesuffix(letter)
        return (self.book, tuple(int(n) for n in digits.split(".")), letter)


def rule_id(text: str) -> RuleId:
    """Read ``"CR 702.6a"``. Raises ValueError when the text is no rule number."""
    found = _NUMBER.match(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no rule number such as 'CR 702.6a'")
    return RuleId(found[1], found[2])


#: every function of kernel and rulebooks by the rules it cites: rule -> "module:function"
CODE: dict[str, list[str]] = {}


def rules(*numbers: str) -> Callable[[F], F]:
    """Register a function or class as the code of these rules. It changes nothing else."""

    def mark(function: F) -> F:
        register(f"{function.__module__}:{function.__qualname__}", *numbers)
        return function

    return mark


def register(place: str, *numbers: str) -> None:
    """Note what stands at a place ("module:function") as the code of these rules."""
    for number in numbers:
        CODE.setdefault(number, []).append(place)


class Rule(msgspec.Struct, frozen=True):
    """One entry of a rule index."""

    number: str
    kind: str
    title: str
    gist: str
    scope: str = "support"
    book: str = ""
    root: bool = False
    confidence: str = ""

    @property
    def id(self) -> str:
        return f"{self.book} {self.number}"


class RuleIndex:
    """The numbered rules of one rulebook, from its data file."""

    def __init__(self, book: str, edition: str, title: str, entries: Iterable[Rule]) -> None:
        self.book = book
        self.edition = edition
        self.title = title
        self.rules: dict[str, Rule] = {}
        for entry in sorted(entries, key=lambda rule: rule_id(rule.id).order()):
            if entry.id in self.rules:
                raise ValueError(f"{entry.id} stands twice in the index of {title}")
            self.rules[entry.id] = entry
        self.roots = frozenset(rule.id for rule in self.rules.values() if rule.root)

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules

    def __getitem__(self, rule: str) -> Rule:
        return self.rules[rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def section(self, text: str) -> list[Rule]:
        """The rules at or below a number (``704``, ``302.3``), in the order of the book."""
        dotted = text + "."
        return [
            rule
            for rule in self
            if rule.number == text
            or rule.number.startswith(dotted)
            or (rule.number[:-1] == text and rule.number[-1].isalpha())
        ]


def load_index(path: Path) -> RuleIndex:
    """Read a rulebook's ``rules.toml``. Raises ValueError on a broken entry."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    book = str(data["book"])
    entries = []
    for row in data["rule"]:
        rule = msgspec.convert({"book": book, **row}, Rule)
        if rule.kind not in ("acts", "defines", "refers"):
            raise ValueError(f"{path.name}: {rule.id} has the unknown kind {rule.kind!r}")
        entries.append(rule)
    return RuleIndex(book, str(data["edition"]), str(data["title"]), entries)


class Code(NamedTuple):
    """A named message with typed, named values: the kind of a breach, a ground or an event.

    ``fields`` are ``"type:name"`` with the types obj (an object's id), player, num, term (a word
    that is translated), name (a word that is not), zone.
    """

    name: str
    fields: tuple[str, ...] = ()

    def breach(self, rule: str, *values: Any) -> Breach:
        """A reason why something is illegal, by ``rule``."""
        return Breach(self.name, rule, values)

    def ground(self, rule: str, *values: Any) -> Ground:
        """A reason why something is legal, by ``rule`` or by the clause of a card."""
        return Ground(self.name, rule, values)


class Breach(NamedTuple):
    """One reason why an action is illegal: stable code, rule, values of the code's fields."""

    code: str
    rule: str
    values: tuple[Any, ...] = ()


class Ground(NamedTuple):
    """One reason why an action is legal beyond the rules of its shape, such as a card's clause."""

    code: str
    rule: str
    values: tuple[Any, ...] = ()


Finding = Breach | Ground
Findings = Iterator[Finding]


def breached(findings: Findings) -> bool:
    """Whether there is any breach; stops at the first one."""
    for finding in findings:  # noqa: SIM110  a generator inside any() costs twice as much
        if finding.__class__ is Breach:
            return True
    return False


def breaches_of(findings: Iterable[Finding]) -> list[Breach]:
    """The breaches among findings, in their order."""
    return [finding for finding in findings if isinstance(finding, Breach)]


class Ruling(msgspec.Struct, frozen=True):
    """The answer to "may I?": legal with its grounds, or illegal with every breach."""

    rules: tuple[str, ...]
    breaches: tuple[Breach, ...] = ()
    grounds: tuple[Ground, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.breaches

    @property
    def codes(self) -> tuple[str, ...]:
        """The stable codes of all breaches, in the order in which the rules were asked."""
        return tuple(breach.code for breach in self.breaches)


class IllegalAction(ValueError):
    """An action that the rules forbid. ``ruling`` has every breach."""

    def __init__(self, ruling: Ruling, text: str = "") -> None:
        self.ruling = ruling
        super().__init__(text or "; ".join(f"{b.code} ({b.rule})" for b in ruling.breaches))


class UnknownAction(ValueError):
    """A text or tuple that is no action of this game at all."""


class AmbiguousAction(ValueError):
    """A text that fits several actions; ``candidates`` lists them in words."""

    def __init__(self, text: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.candidates = candidates


class StaleAction(ValueError):
    """An answer to a question that is no longer asked."""


class CardNotSupported(ValueError):
    """A card with a clause that this version cannot play; raised when a deck is loaded."""
