"""Texts of cards as words: reminders dropped, the own name as one word, one spelling for each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

#: the word that stands for the card's own name
OWN = "~"
#: around a name of several words that is one word of a text
NAME_BEGINS, NAME_ENDS = "\u2039", "\u203a"
#: what a name begins with that is the label of an ability
LABEL_BEGINS = f"{NAME_BEGINS}:"
#: between the options of a choice that a text lists
BULLET = "\u2022"

_REMINDER = re.compile(r"\s*\([^()]*\)")
_WORD = re.compile(
    r"(?:\{[^{}\s]+\})+"  # symbols, as one word
    r"|«[^«»]+»"  # the name of another card
    r"|\u2039[^\u2039\u203a]+\u203a"  # a name, as one word
    r"|>>>"
    r"|\d+-\d+-\d+"  # the strength of an attack: weak, medium, strong
    r"|[+-](?:\d+|X)/[+-](?:\d+|X)"  # a change of power and toughness
    r"|(?:\d+|X)/(?:\d+|X)"  # power and toughness
    r"|\[[+-]?(?:\d+|X)\]|[+-]\d+"
    r"|~|\d+"
    r"|[A-Za-z\u00c0-\u024f\u0400-\u04ff]+(?:['\-][A-Za-z\u00c0-\u024f\u0400-\u04ff]+)*'?"
    r"|[.,:;!?\"'\u2014\u2022/+*&%|]",
    re.IGNORECASE,
)
_QUOTES = {"\u201c": '"', "\u201d": '"', "\u2019": "'", "\u2018": "'", "\u2212": "-", "\u2013": "-"}


class Word(NamedTuple):
    """One word of a text: in lower case, and as it stands there."""

    plain: str
    shown: str


class StrangeSign(ValueError):
    """A text with a sign that belongs to no word; the text is the sign."""


def lines_of(text: str, own_names: Iterable[str] = ()) -> list[str]:
    """The abilities of a text, a line each: no reminders, "~" for the own name, options joined."""
    for sign, plain in _QUOTES.items():
        text = text.replace(sign, plain)
    text = _REMINDER.sub("", text)
    for name in sorted(own_names, key=len, reverse=True):
        text = re.sub(rf"(?<![\w~«]){re.escape(name)}(?![\w])", OWN, text)
    lines: list[str] = []
    for raw in text.split("\n"):
        line = raw.strip()
        if not line:
            continue
        if line.startswith(BULLET) and lines:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def words_of(line: str) -> list[Word]:
    """The words and signs of a line. StrangeSign if something in it is neither."""
    found: list[Word] = []
    at = 0
    for match in _WORD.finditer(line):
        between = line[at : match.start()].strip()
        if between:
            raise StrangeSign(between[:1])
        shown = match.group()
        found.append(Word(_plain(shown), shown))
        at = match.end()
    rest = line[at:].strip()
    if rest:
        raise StrangeSign(rest[:1])
    return found


def _plain(word: str) -> str:
    word = unicodedata.normalize("NFC", word)
    if word[0] == NAME_BEGINS:
        return word
    if word[0] in "{+-[«" or word[0].isdigit():
        return word.upper() if word[0] == "{" else word
    low = word.casefold()
    return "a" if low == "an" else low


_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_NAME = re.compile(rf"({NAME_BEGINS}[^{NAME_ENDS}]*{NAME_ENDS})")


def names_in(names: Iterable[str]) -> re.Pattern[str]:
    """What finds names in a text, the longest first."""
    every = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, every))})(?!\w)")


def marked(text: str, names: re.Pattern[str]) -> str:
    """A text in which each name, and whatever stands in brackets, is one word."""
    one_word = rf"{NAME_BEGINS}\1{NAME_ENDS}"
    pieces = _NAME.split(_BRACKETS.sub(one_word, text))
    pieces[::2] = [names.sub(one_word, piece) for piece in pieces[::2]]
    return "".join(pieces)


def name_read(word: Word) -> str | None:
    """The name that a word is, or None."""
    return word.plain[1:-1] if word.plain[0] == NAME_BEGINS else None


def name_said(value: object) -> list[str] | None:
    """A name as a word, or None if it is none."""
    return [f"{NAME_BEGINS}{value}{NAME_ENDS}"] if isinstance(value, str) and value else None


def unmarked(text: str) -> str:
    """A text in which names are words like others."""
    return text.replace(LABEL_BEGINS, "").replace(NAME_BEGINS, "").replace(NAME_ENDS, "")


_SIGNED = re.compile(r"[+-]\d+")


def signed_read(word: Word) -> int | None:
    """The number of a word such as +2, or None."""
    return int(word.plain) if _SIGNED.fullmatch(word.plain) else None


def signed_said(value: object) -> list[str] | None:
    """A number as a word with its sign, or None if it is none."""
    return [f"{value:+d}"] if type(value) is int else None


_GLUED = re.compile(r" (?=[.,:;!?])")
_VOWEL = re.compile(r"\b(a)(?= [aeiou])", re.IGNORECASE)


def glued(words: Iterable[str]) -> str:
    """Words with blanks between them, signs closed up."""
    return _GLUED.sub("", " ".join(words))


def sentence(words: Iterable[str]) -> str:
    """Words as a line of text: signs close up, "an" before a vowel, a capital at the start."""
    text = glued(words)
    text = _VOWEL.sub(r"\1n", text)
    text = re.sub(r'" ([^"]*?) ?"', r'"\1"', text)
    text = re.sub(r"(^|[.!?\u2022\u2014:\"] )([a-z])", lambda m: m[1] + m[2].upper(), text)
    return re.sub(r"\} \{", "}{", text)
