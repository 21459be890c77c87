"""The wording of VS System cards: names as words, texts as data and back (209, 210)."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from cardlaw.cards import nodes
from cardlaw.cards.defaults import defaults_of
from cardlaw.cards.language import (
    ENGLISH,
    WHOLE,
    Draft,
    Grammar,
    Language,
    Line,
    NotUnderstood,
    Unfaced,
    ability_of,
    named,
    naming,
)
from cardlaw.cards.losses import counted
from cardlaw.cards.pronouns import spoken
from cardlaw.cards.record import CardRecord
from cardlaw.cards.words import (
    NAME_BEGINS,
    OWN,
    Word,
    lines_of,
    marked,
    name_read,
    name_said,
    names_in,
    sentence,
    signed_read,
    signed_said,
)
from cardlaw.rulebooks.vs.faces import Face, read_face
from cardlaw.rulebooks.vs.nodes import VOCABULARY, Boost, Cosmic
from cardlaw.rulebooks.vs.playable import unplayed
from cardlaw.rulebooks.vs.shorthand import EVENTS, collapsed
from cardlaw.rulebooks.vs.trial import trial
from cardlaw.rulebooks.vs.words import PLOT_TWIST

_HERE = Path(__file__).parent
_ONGOING = {"ability": "keyword", "name": "ongoing"}
_THIS = re.compile(r"\bthis (character|equipment|location|plot twist|card)\b", re.IGNORECASE)
_KINDS = tomllib.loads((_HERE / "kinds.toml").read_text(encoding="utf-8"))
KINDS = frozenset((*_KINDS["affiliations"], *_KINDS["traits"]))

_POINT = re.compile(r"\b1 resource point\b")
#: texts know one resource point as several
_ONE_POINT = ("1 resource points", "1 resource point")
#: where a sentence begins inside a line
_BEGINS = re.compile(r"(\"|>>> )([a-z])")

# -- a record's text as lines ----------------------------------------------------------------------


def lines(record: CardRecord) -> tuple[Line, ...]:
    """The lines of a card's text: the own name is one word, affiliations are one word each."""
    own = [record.name, str(record.printed.get("name", ""))]
    declared = {kind for key in ("affiliations", "traits") for kind in _listed(record, key)}
    names = _names(frozenset(declared))
    start = "twist" if record.type_line == PLOT_TWIST else "line"
    found = []
    for said in lines_of(record.oracle_text, filter(None, own)):
        text = _POINT.sub(_ONE_POINT[0], said)
        found.append(Line(marked(_THIS.sub(OWN, text), names), start))
    return tuple(found)


def _listed(record: CardRecord, key: str) -> tuple[str, ...]:
    value = record.printed.get(key, ())
    return value if isinstance(value, tuple) else ()


@lru_cache(maxsize=256)
def _names(declared: frozenset[str]) -> re.Pattern[str]:
    """Names of affiliations and traits, the longest first."""
    return names_in(KINDS | declared)


# -- classes of words ------------------------------------------------------------------------------

_PLUS = re.compile(r"[+-]\d+/[+-]\d+")


def _plus(word: Word) -> str | None:
    return word.plain if _PLUS.fullmatch(word.plain) else None


def _said_plus(value: Any) -> list[str] | None:
    return [value] if isinstance(value, str) and _PLUS.fullmatch(value) else None


# -- values and data -------------------------------------------------------------------------------


def as_data(value: Any, start: str) -> Any:
    """The value of a line as card data: a list of abilities that this rulebook carries out."""
    found = []
    for item in value:
        node = ability_of(item, EVENTS, counted, VOCABULARY)
        problem = unplayed((node,))
        if problem:
            raise NotUnderstood(f"{problem} is not played yet")
        found.append(msgspec.to_builtins(node))
    return found


def as_said(data: Any, start: str) -> Any:
    """Card data as the phrase table says it."""
    return [spoken(collapsed(item), EVENTS) for item in data]


def spelt(words: list[str], record: CardRecord) -> str:
    """The words of a line as they stand on a card."""
    name = str(record.printed.get("name", record.name))
    line = sentence(_shown(word) for word in words)
    line = _BEGINS.sub(lambda found: found[1] + found[2].upper(), line)
    return line.replace(*_ONE_POINT).replace("+ X", "+X").replace(OWN, name)


def _shown(word: str) -> str:
    if word[0] == NAME_BEGINS:
        name = word[1:-1]
        return name if name in KINDS else f"[{name}]"
    return {"atk": "ATK", "def": "DEF", "ko": "KO", "ko'd": "KO'd", "x": "X"}.get(word, word)


# -- faces -----------------------------------------------------------------------------------------


def finished(draft: Draft) -> Any:
    """The face of a card whose lines are all understood."""
    record = draft.record
    text: list[Any] = []
    for value, line in zip(draft.values, draft.lines, strict=True):
        for ability in as_data(value, line.start):
            if ability != _ONGOING or ability not in text:
                text.append(ability)
    if sum(ability["ability"] == "spell" for ability in text) > 1:
        raise NotUnderstood("the instructions of a plot twist stand on one line")
    data = {"name": record.name, "type": record.type_line, **record.printed, "text": text}
    try:
        return read_face(data)
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


def written(data: dict[str, Any]) -> CardRecord:
    """The record of a card that a user wrote. ValueError says what of it is no card."""
    name, text = named(data)
    with naming(name):
        face = read_face({**data, "text": []})
        for word in ("cost", "threshold", "atk", "defence", "willpower"):
            if getattr(face, word) < 0:
                raise ValueError("a number on a card is not less than 0")
    return msgspec.structs.replace(unfaced(face).record, oracle_text=text)


def unfaced(face: Face) -> Unfaced:
    """A shipped face as a record without text, and its lines as data."""
    printed = msgspec.to_builtins(face)
    for key in ("type", "text"):
        printed.pop(key, None)
    printed = {key: tuple(v) if isinstance(v, list) else v for key, v in printed.items()}
    record = CardRecord(name=face.full_name, type_line=face.type, printed=printed)
    text = [_keyword(ability) for ability in face.text]
    if face.type != PLOT_TWIST:
        return Unfaced(record, tuple(("line", [ability]) for ability in text))
    costs = [ability for ability in text if ability["ability"] == "to play"]
    played = [[*costs, ability] for ability in text if ability["ability"] == "spell"]
    rest = [ability for ability in text if ability["ability"] not in ("spell", "to play")]
    lasting = [[_ONGOING, ability] for ability in rest if ability != _ONGOING]
    return Unfaced(record, tuple(("twist", line) for line in (*played, *lasting)))


def _keyword(ability: nodes.Ability) -> Any:
    """An ability as data; one that a keyword stands for, as that keyword."""
    name = getattr(ability, "text", "")
    if isinstance(ability, Boost | Cosmic):
        powers = [_keyword(power) for power in ability.powers]
        return {**msgspec.to_builtins(ability), "powers": powers}
    if name and not isinstance(ability, nodes.Keyword):
        return {"ability": "keyword", "name": name}
    return msgspec.to_builtins(ability)


LANGUAGE = Language(
    game="vs",
    grammars={
        ENGLISH: Grammar(
            tuple(sorted((_HERE / "phrases").glob("*.phrases"))),
            {
                "name": (name_read, name_said),
                "signed": (signed_read, signed_said),
                "int": WHOLE,
                "plus": (_plus, _said_plus),
            },
            spelt,
        )
    },
    starts=("line", "twist"),
    lines=lines,
    settled=as_data,
    spoken=as_said,
    defaults=defaults_of(VOCABULARY),
    face=finished,
    trial=trial,
    outside=frozenset(),
    sources=tuple(
        _HERE / name
        for name in ("wording.py", "shorthand.py", "nodes.py", "playable.py", "kinds.toml")
    ),
    unfaced=unfaced,
    incomplete=lambda face: bool(face.unknown),
    written=written,
)
