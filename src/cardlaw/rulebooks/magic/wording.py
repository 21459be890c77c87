"""The wording of Magic's cards: classes of words, and texts as data and back (CR 201.5, 207)."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from cardlaw.cards.defaults import defaults_of
from cardlaw.cards.language import ENGLISH, WHOLE, Draft, Grammar, Language, Line, ability_of
from cardlaw.cards.pronouns import spoken
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import BULLET, OWN, Word, lines_of
from cardlaw.rulebooks.magic.nodes import VOCABULARY
from cardlaw.rulebooks.magic.shorthand import EVENTS, collapsed, expanded
from cardlaw.rulebooks.magic.subtypes import subtypes_by_type
from cardlaw.rulebooks.magic.trial import trial
from cardlaw.rulebooks.magic.typeline import face_of

PHRASES = Path(__file__).with_name("phrases")
_QUOTED = re.compile(r'"[^"]*"')
_THIS = re.compile(
    r"\bthis (creature|artifact|enchantment|land|permanent|Equipment|Aura|Vehicle|Fortification"
    r"|spell|card|token|planeswalker|Saga|Class|Case|Spacecraft|battle)\b(?!'s owner)",
    re.IGNORECASE,
)
#: the name of another card, where a text says that something has it
_NAMED = re.compile(r"\bnamed ([A-Z][\w'-]*(?:,? (?:(?:of|the|to|in|for|from) )*[A-Z][\w'-]*)*)")
#: inside a granted ability: the card that grants it, by name
GRANTER = "granter"

#: words before a dash that have no meaning in the rules (CR 207.2c)
_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
ABILITY_WORDS = frozenset(_WORDS["ability"])
#: words before a dash that do mean something, by their first word
DASHED = frozenset(_WORDS["dashed"])
#: kinds of counters that mean nothing by themselves (CR 122.1)
_MARKINGS = frozenset(_WORDS["counters"])
_SMALL = frozenset(("of", "the", "and", "to", "in", "a", "for"))
_MODE_NAME = re.compile(rf"{BULLET} ([A-Z][\w'\- ]*?) \u2014 ")
_ROW = re.compile(r"\d+(?:[\u2014-]\d+|\+)? \| ")
_PREFIX = re.compile(r"([A-Z][\w' ]*?[!?]?) \u2014 (.+)")


# -- the own name --------------------------------------------------------------------------------


def own_names(record: CardRecord) -> list[str]:
    """The names by which a card calls itself: its name and, for a legendary one, its short name."""
    names = [record.name]
    if "Legendary" in record.type_line:
        short = re.split(r", | of | the ", record.name)[0]
        names.append(short)
        first = short.split(" ")[0]
        if first.casefold() not in _plain_words() and len(first) > 2:
            names.append(first)
    return [name for name in dict.fromkeys(names) if name]


@lru_cache(maxsize=1)
def _plain_words() -> frozenset[str]:
    """Words that are no short name: they have a meaning in texts."""
    kinds = {kind.casefold() for kinds in subtypes_by_type().values() for kind in kinds}
    return frozenset(kinds | {"the", "a", "an", "lord", "lady", "king", "queen", "creature"})


def lines(record: CardRecord) -> tuple[Line, ...]:
    """The lines of a card's text; the own name and "this creature" are one word."""
    spell = bool(re.search(r"\b(Instant|Sorcery)\b", record.type_line))
    found = []
    for text in _with_tables(lines_of(record.oracle_text, own_names(record))):
        line, prefix = _stopped(_THIS.sub(OWN, _inside_out(_NAMED.sub(r"named «\1»", text)))), ""
        split = _PREFIX.fullmatch(line)
        if split and _is_flavour(split[1]):
            prefix, line = split[1], split[2]
        line = _MODE_NAME.sub(_unnamed, line)
        # a keyword of an instant or sorcery stands alone, without a stop
        told = spell and line.endswith((".", '"'))
        found.append(Line(line, "spell" if told else "line", prefix))
    return tuple(found)


def _with_tables(texts: list[str]) -> list[str]:
    """The rows of a table of results stand on the line that has the die rolled (CR 706.3b)."""
    found: list[str] = []
    for text in texts:
        if found and _ROW.match(text):
            found[-1] += f" {text}"
        else:
            found.append(text)
    return found


def _unnamed(found: re.Match[str]) -> str:
    """A mode without a name that means nothing."""
    return f"{BULLET} " if _is_flavour(found[1]) else found[0]


def _is_flavour(words: str) -> bool:
    """Whether words before a dash mean nothing: an ability word, or a title (CR 207.2c, 207.2d)."""
    if words.casefold() in ABILITY_WORDS:
        return True
    first = words.split(" ", maxsplit=1)[0].casefold()
    titled = all(word[0].isupper() or word in _SMALL for word in words.split())
    return titled and first not in DASHED and not re.fullmatch(r"[IVX]+", words)


def _stopped(line: str) -> str:
    """A line whose quoted abilities all end with a stop, and which itself ends with one."""
    line = re.sub(r'([^\s.!?,"])"(?=[\s.,]|$)', r'\1."', line)
    line = re.sub(r',"(?=\s)', '.",', line)
    return re.sub(r'(?<=\.)"(?=$| [A-Z~])', '".', line)


def _inside_out(text: str) -> str:
    """Inside quotes the own name means what grants the ability, "this creature" what has it."""

    def quoted(found: re.Match[str]) -> str:
        inside = re.sub(r"\bthis (Equipment|Aura)\b", OWN, found[0])
        return _THIS.sub(OWN, inside.replace(OWN, GRANTER))

    return _QUOTED.sub(quoted, text)


# -- classes of words ------------------------------------------------------------------------------

_MANA = re.compile(r"(?:\{(?:[0-9]+|[WUBRGCX]|[WUBRG2]/[WUBRGP])\})+")


def _mana(word: Word) -> str | None:
    return word.plain if _MANA.fullmatch(word.plain) else None


def _said_mana(value: Any) -> list[str] | None:
    return [value] if isinstance(value, str) and _MANA.fullmatch(value) else None


def _cardname(word: Word) -> str | None:
    return word.plain[1:-1] if word.plain[0] == "«" else None


def _said_cardname(value: Any) -> list[str] | None:
    return [f"«{value}»"] if isinstance(value, str) and value else None


def _energy(word: Word) -> int | None:
    return len(word.plain) // 3 if re.fullmatch(r"(\{E\})+", word.plain) else None


def _said_energy(value: Any) -> list[str] | None:
    return ["{E}" * value] if type(value) is int and value > 0 else None


_CHANGE = re.compile(r"([+-]\d+)/([+-]\d+)")
_SIZE = re.compile(r"(\d+)/(\d+)")
_MIXED = re.compile(r"([+-])X/([+-]\d+)|([+-]\d+)/([+-])X", re.IGNORECASE)


def _change(word: Word) -> dict[str, int] | None:
    found = _CHANGE.fullmatch(word.plain)
    return {"power": int(found[1]), "toughness": int(found[2])} if found else None


def _said_change(value: Any) -> list[str] | None:
    if not isinstance(value, dict) or set(value) != {"power", "toughness"}:
        return None
    power, toughness = value["power"], value["toughness"]
    return [f"{_signed(power, toughness)}/{_signed(toughness, power)}"]


def _signed(number: int, other: int) -> str:
    return f"-{abs(number)}" if number < 0 or number == 0 and other < 0 else f"+{number}"


_X = {
    "+x/+x": {"power": 1, "toughness": 1},
    "+x/+0": {"power": 1, "toughness": 0},
    "+0/+x": {"power": 0, "toughness": 1},
    "-x/-x": {"power": -1, "toughness": -1},
    "-x/-0": {"power": -1, "toughness": 0},
}


def _xchange(word: Word) -> dict[str, int] | None:
    return _X.get(word.plain.casefold())


def _said_xchange(value: Any) -> list[str] | None:
    return next(([word.upper()] for word, v in _X.items() if v == value), None)


def _xmixed(word: Word) -> dict[str, Any] | None:
    found = _MIXED.fullmatch(word.plain)
    if found is None:
        return None
    value = "power" if found[1] else "toughness"
    sign, number = (found[1], found[2]) if found[1] else (found[4], found[3])
    return {"value": value, "x": 1 if sign == "+" else -1, "plus": int(number)}


def _said_xmixed(value: Any) -> list[str] | None:
    if not isinstance(value, dict) or set(value) != {"value", "x", "plus"}:
        return None
    if value["x"] not in (1, -1) or not value["plus"]:
        return None
    parts = ["+X" if value["x"] > 0 else "-X", f"{value['plus']:+d}"]
    return ["/".join(parts if value["value"] == "power" else parts[::-1])]


def _size(word: Word) -> dict[str, int] | None:
    found = _SIZE.fullmatch(word.plain)
    return {"power": int(found[1]), "toughness": int(found[2])} if found else None


def _said_size(value: Any) -> list[str] | None:
    fits = isinstance(value, dict) and set(value) == {"power", "toughness"}
    return [f"{value['power']}/{value['toughness']}"] if fits else None


def _ptcounter(word: Word) -> str | None:
    return word.plain if _CHANGE.fullmatch(word.plain) else None


def _said_ptcounter(value: Any) -> list[str] | None:
    return [value] if isinstance(value, str) and _CHANGE.fullmatch(value) else None


@lru_cache(maxsize=1)
def _kinds() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Subtypes by their words: singular, plural, and those that are the same in both."""
    one, many, same = {}, {}, {}
    plurals = subtypes_by_type()["plurals"]
    assert isinstance(plurals, dict)
    for group, names in subtypes_by_type().items():
        if group in ("plurals", "basic", "planeswalker"):
            continue
        for name in names:
            plural = plurals.get(name) or _plural(name)
            if plural == name:
                same[name.casefold()] = name
            else:
                one[name.casefold()] = name
                many[plural.casefold()] = name
    return one, many, same


def _plural(name: str) -> str:
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    if re.search(r"(s|x|z|ch|sh)$", name):
        return name + "es"
    if name.endswith("man"):
        return name[:-3] + "men"
    return name + "s"


def _kind_class(index: int) -> tuple[Any, Any]:
    def read(word: Word) -> str | None:
        return _kinds()[index].get(word.plain)

    def said(value: Any) -> list[str] | None:
        return next(([word] for word, kind in _kinds()[index].items() if kind == value), None)

    return lru_cache(maxsize=None)(read), said


def _loyalty(word: Word) -> int | None:
    found = re.fullmatch(r"\[([+-]?)(\d+)\]", word.plain)
    return int(found[2]) * (-1 if found[1] == "+" else 1) if found else None


def _said_loyalty(value: Any) -> list[str] | None:
    if type(value) is not int:
        return None
    return [f"[{-value:+d}]" if value else "[0]"]


def _name(word: Word) -> str | None:
    """A word with a capital that no phrase knows: part of the name of a token."""
    return word.shown if word.shown[0].isupper() and word.shown.isalpha() else None


def _said_name(value: Any) -> list[str] | None:
    fits = isinstance(value, str) and value.isalpha() and value[0].isupper()
    return [value.casefold()] if fits else None


# -- values and data -------------------------------------------------------------------------------


def as_data(value: Any, start: str) -> Any:
    """The value of a line as card data: a list of abilities, and keywords as texts."""
    items = [{"ability": "spell", **value}] if start == "spell" else value
    if start == "spell" and "ability" in value:
        items = [value]
    found = []
    for item in items:
        if "keyword" in item:
            found.append(item)
            continue
        node = ability_of(item, EVENTS, expanded, VOCABULARY)
        found.append(msgspec.to_builtins(node))
    return found


def as_said(data: Any, start: str) -> Any:
    """Card data as the phrase table says it."""
    items = [item if "keyword" in item else spoken(collapsed(item), EVENTS) for item in data]
    if start != "spell":
        return items
    if items[0]["ability"] != "spell":
        return items[0]
    return {key: item for key, item in items[0].items() if key != "ability"}


def finished(draft: Draft) -> Any:
    """The face of a card whose lines are all understood."""
    return face_of(draft)


#: data files hold the first half only of the former; the latter belong to no game for two players
OUTSIDE = frozenset(
    [
        "split",
        "adventure",
        "modal_dfc",
        "prepare",
        "aftermath",
        "flip",
        "planar",
        "scheme",
        "vanguard",
        "host",
        "augment",
    ]
)


def _nonkind(word: Word) -> str | None:
    name = word.plain.removeprefix("non-")
    if name == word.plain:
        return None
    return _kinds()[0].get(name) or _kinds()[2].get(name)


def _said_nonkind(value: Any) -> list[str] | None:
    known = any(value in words.values() for words in (_kinds()[0], _kinds()[2]))
    return [f"non-{value.casefold()}"] if known else None


_COLORS = ("white", "blue", "black", "red", "green")


def _noncolor(word: Word) -> str | None:
    color = word.plain.removeprefix("non")
    return color if color in _COLORS and color != word.plain else None


def _said_noncolor(value: Any) -> list[str] | None:
    return [f"non{value}"] if value in _COLORS else None


#: "two" and "three" are words of phrases
_NUMERALS = (
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)


def _numeral(word: Word) -> int | None:
    return _NUMERALS.index(word.plain) + 4 if word.plain in _NUMERALS else None


def _said_numeral(value: Any) -> list[str] | None:
    fits = type(value) is int and 4 <= value < 4 + len(_NUMERALS)
    return [_NUMERALS[value - 4]] if fits else None


#: the first words of the names of Role tokens (CR 111.10)
_ROLES = ("Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked")


def _role(word: Word) -> str | None:
    name = word.plain.capitalize()
    return name if name in _ROLES else None


def _said_role(value: Any) -> list[str] | None:
    return [value.casefold()] if value in _ROLES else None


def _marking(word: Word) -> str | None:
    return word.plain if word.plain in _MARKINGS else None


def _said_marking(value: Any) -> list[str] | None:
    return [value] if isinstance(value, str) and value in _MARKINGS else None


_SUBTYPE, _SUBTYPES, _SAMEKIND = (_kind_class(index) for index in range(3))
_WORDS = {
    "mana": (_mana, _said_mana),
    "energy": (_energy, _said_energy),
    "int": WHOLE,
    "numeral": (_numeral, _said_numeral),
    "rolename": (_role, _said_role),
    "noncolor": (_noncolor, _said_noncolor),
    "change": (_change, _said_change),
    "xchange": (_xchange, _said_xchange),
    "xmixed": (_xmixed, _said_xmixed),
    "size": (_size, _said_size),
    "subtype": _SUBTYPE,
    "subtypes": _SUBTYPES,
    "samekind": _SAMEKIND,
    "nonkind": (_nonkind, _said_nonkind),
    "marking": (_marking, _said_marking),
    "loyaltyup": (_loyalty, _said_loyalty),
    "cardname": (_cardname, _said_cardname),
    "name": (_name, _said_name),
}
LANGUAGE = Language(
    game="magic",
    grammars={ENGLISH: Grammar(tuple(sorted(PHRASES.glob("*.phrases"))), _WORDS)},
    starts=("line", "spell"),
    lines=lines,
    settled=as_data,
    spoken=as_said,
    defaults=defaults_of(VOCABULARY),
    face=finished,
    trial=trial,
    outside=OUTSIDE,
    sources=tuple(
        Path(__file__).with_name(name)
        for name in ("wording.py", "shorthand.py", "described.py", "nodes.py", "types.toml")
    ),
)
