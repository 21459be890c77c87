"""A game's card language: where its phrases are, its classes of words, how values become data.

A rulebook fills a ``Language`` in; it needs no parser for that. The library service above the
rulebooks puts the parser and the printer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from cardlaw.cards.nodes import Ability
from cardlaw.cards.pronouns import Events, settled
from cardlaw.cards.record import CardRecord
from cardlaw.cards.vocabulary import Vocabulary
from cardlaw.cards.words import Word

#: what a class of words means by a word; None: it is no such word
ReadWord = Callable[[Word], Any]
#: the words of a value; None: the value is not of the class
PrintWord = Callable[[Any], list[str] | None]


class NotUnderstood(ValueError):
    """What a text says cannot be made into card data: one sentence why."""


def _whole(word: Word) -> int | None:
    return int(word.plain) if word.plain.isdigit() else None


def _said_whole(value: Any) -> list[str] | None:
    return [str(value)] if type(value) is int and value >= 0 else None


#: the class of words that are whole numbers
WHOLE: tuple[ReadWord, PrintWord] = (_whole, _said_whole)


def ability_of(
    value: dict[str, Any],
    events: Events,
    expanded: Callable[[Any], Any],
    vocabulary: Vocabulary,
) -> Ability:
    """An ability as the phrase table says it, as a node. NotUnderstood says why it is none."""
    try:
        return vocabulary.read(expanded(settled(value, events)), Ability)
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


#: the language that every game's cards are written in
ENGLISH = "en"


class Line(NamedTuple):
    """One line of a card as it is parsed: its words, what stood before it, and what it may be.

    ``start`` is the category of the phrase table; ``prefix`` a word of flavour that rules ignore;
    ``tongue`` the language, by which the grammar is chosen.
    """

    text: str
    start: str
    prefix: str = ""
    tongue: str = ENGLISH


class Grammar(NamedTuple):
    """How texts are written in one language: phrases, classes of words, spelling."""

    phrases: tuple[Path, ...]
    #: classes of single words, in the order in which they are asked
    words: Mapping[str, tuple[ReadWord, PrintWord]]
    #: the words of a line as they stand on a card; None: lines are not printed for people
    spelt: Callable[[list[str], CardRecord], str] | None = None


def named(data: dict[str, Any]) -> tuple[str, str]:
    """The name and the text of a card that a user wrote. ValueError says what is wrong."""
    name, text = data.get("name", ""), data.get("text", "")
    if not isinstance(name, str) or not name.strip():
        raise ValueError("a card needs a name")
    if not isinstance(text, str):
        raise ValueError(f"{name}: the text of a card is words, a line for each ability")
    return name, text.strip()


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Refusals of a card begin with its name."""
    try:
        yield
    except ValueError as error:
        said = str(error)
        raise ValueError(said if name in said else f"{name}: {said}") from None


class Draft(NamedTuple):
    """The values of all lines of a card, still to be made into a face."""

    record: CardRecord
    lines: tuple[Line, ...]
    values: tuple[Any, ...]


class Unfaced(NamedTuple):
    """A face as a record without text, and the data of each line of its text with the category."""

    record: CardRecord
    lines: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Language:
    """What a game's cards are written in."""

    game: str
    #: language -> its grammar; all mean the same card data
    grammars: Mapping[str, Grammar]
    starts: tuple[str, ...]
    lines: Callable[[CardRecord], tuple[Line, ...]]
    #: the value of a line as card data, and back; NotUnderstood if there is none
    settled: Callable[[Any, str], Any]
    spoken: Callable[[Any, str], Any]
    #: the values of fields that a mapping leaves out
    defaults: Callable[[dict[str, Any]], dict[str, Any]]
    #: the rulebook's face; NotUnderstood says what else of the card is not supported
    face: Callable[[Draft], Any]
    #: why a face is not fully supported, each ability tried out in a position made for it
    trial: Callable[[Any], tuple[str, ...]]
    #: layouts of which data files hold a part only, or that no game for two players uses
    outside: frozenset[str]
    #: further files that decide what a line means: a change of them makes old readings void
    sources: tuple[Path, ...] = ()
    #: a face without its text, and its lines as data, each with its category; None: the shipped
    #: cards of the game are not printed
    unfaced: Callable[[Any], Unfaced] | None = None
    #: whether a shipped face states less than the printed card does
    incomplete: Callable[[Any], bool] | None = None
    #: the record of a card that a user wrote, from plain data; ValueError says what is wrong
    written: Callable[[dict[str, Any]], CardRecord] | None = None
