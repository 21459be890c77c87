"""Reading a case file: its form, its words, the place of everything; the rules come later."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from cardlaw import rulebooks
from cardlaw.judge.faults import FileFault, shortened, unknown
from cardlaw.judge.nodes import Map, Node, Scalar, Seq, read_bytes, read_tree
from cardlaw.judge.tongue import ENGLISH, LANGUAGES
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.setup import Mark

VERSION = "1"
HOW = ("acts", "refuses", "defines", "refers")
PLAYER_KEYS = ("A", "B")

TOP = {
    "cardlaw", "game", "edition", "title", "shows", "source", "note", "options", "cards",
    "position", "chance", "script",
}  # fmt: skip
#: the keys of a step by its main key
STEPS: dict[str, tuple[str, ...]] = {
    "A": ("refused",),
    "B": ("refused",),
    "pass": (),
    "may": ("by", "answer", "breaches", "rules"),
    "options": ("include", "exclude", "count"),
    "expect": (),
    "explain": ("value", "rules"),
    "because": ("chain",),
    "shortcut": ("lines", "times", "shortened", "refused"),
    "what if": (),
    "seen by": ("include", "exclude"),
}

T = TypeVar("T")


@dataclass(frozen=True)
class Word:
    """A string and its place."""

    text: str
    mark: Mark


@dataclass(frozen=True)
class Shown:
    """A rule that a case proves, and how."""

    rule: str
    how: str
    mark: Mark


@dataclass
class StepDoc:
    """One step of a script. ``kind`` is the main key; which fields matter depends on it."""

    kind: str
    mark: Mark
    text: Word
    words: dict[str, Word] = field(default_factory=dict)
    lists: dict[str, list[Word]] = field(default_factory=dict)
    expect: list[tuple[Word, Word, Word]] = field(default_factory=list)
    steps: list[StepDoc] = field(default_factory=list)


@dataclass
class Case:
    """A case file that is sound in its form."""

    path: str
    book: Rulebook
    edition: str
    title: dict[str, str]
    shows: list[Shown]
    source: str
    note: dict[str, str]
    options: dict[str, Word]
    cards: list[Map]
    position: Map
    chance: list[list[Word] | Word]
    script: list[StepDoc]


def read_case(path: Path, name: str = "") -> Case:
    """A case from a file. FileFault says what is wrong and where."""
    return case_from_bytes(read_bytes(path), name or str(path))


def case_from_bytes(raw: bytes, name: str = "case") -> Case:
    """A case from the bytes of a file. FileFault says what is wrong and where."""
    return _case(read_tree(raw), name)


def _case(root: Node, name: str) -> Case:
    top = mapping(root)
    _known("key", top, TOP)
    version = _word(top, "cardlaw")
    if version.text != VERSION:
        raise FileFault("version", version.mark, name=shortened(version.text), known=VERSION)
    book = _book(_word(top, "game"))
    edition = _optional(top, "edition")
    if edition is not None and edition.text != book.edition:
        raise FileFault("edition", edition.mark, name=shortened(edition.text), known=book.edition)
    script = _get(top, "script")
    return Case(
        path=name,
        book=book,
        edition=book.edition,
        title=_texts(top, "title"),
        shows=_shows(book, _get(top, "shows")),
        source=_text(top, "source"),
        note=_texts(top, "note") if "note" in top.items else {},
        options=_options(book, _get(top, "options")),
        cards=[mapping(item) for item in sequence(_get(top, "cards"))],
        position=mapping(_get(top, "position"), top.mark),
        chance=[_chance(item) for item in sequence(_get(top, "chance"))],
        script=_steps(script) if script is not None else [],
    )


# -- the pieces ------------------------------------------------------------------------------------


def mapping(node: Node | None, mark: Mark | None = None) -> Map:
    """A node as a mapping; nothing is an empty one."""
    if isinstance(node, Map):
        return node
    if node is None or (isinstance(node, Scalar) and not node.text):
        return Map(mark or (node.mark if node is not None else Mark()))
    raise FileFault("no-mapping", node.mark)


def sequence(node: Node | None) -> list[Node]:
    """A node as a list; nothing is an empty one, one word a list of one."""
    if node is None or (isinstance(node, Scalar) and not node.text):
        return []
    return node.items if isinstance(node, Seq) else [node]


def scalar(node: Node) -> Word:
    """A node as a word. FileFault for a list or mapping."""
    if isinstance(node, Scalar):
        return Word(node.text.strip(), node.mark)
    raise FileFault("no-word", node.mark)


def word_list(node: Node | None) -> list[Word]:
    """A node as a list of words."""
    return [scalar(item) for item in sequence(node)]


def _get(node: Map, key: str) -> Node | None:
    return node.items.get(key)


def _word(node: Map, key: str) -> Word:
    value = node.items.get(key)
    if value is None or (isinstance(value, Scalar) and not value.text.strip()):
        raise FileFault("missing", node.keys.get(key, node.mark), name=key)
    return scalar(value)


def _optional(node: Map, key: str) -> Word | None:
    return _word(node, key) if key in node.items else None


def _text(node: Map, key: str) -> str:
    value = node.items.get(key)
    return scalar(value).text if value is not None else ""


def _texts(node: Map, key: str) -> dict[str, str]:
    """A text by its language; one that is given without languages is taken for English."""
    value = node.items.get(key)
    if not isinstance(value, Map):
        return {ENGLISH: _word(node, key).text if key == "title" else _text(node, key)}
    if not value.items:
        raise FileFault("missing", node.keys[key], name=key)
    for language, mark in value.keys.items():
        if language not in LANGUAGES:
            raise unknown("language", language, LANGUAGES, mark)
    return {language: _word(value, language).text for language in value.items}


def in_language(texts: dict[str, str], language: str) -> str:
    """The text in a language; otherwise in English, otherwise the first there is."""
    found = texts.get(language) or texts.get(ENGLISH)
    return found or next(iter(texts.values()), "")


def _known(what: str, node: Map, known: Iterable[str]) -> None:
    allowed = list(known)
    for key, mark in node.keys.items():
        if key not in allowed:
            raise unknown(what, key, sorted(allowed), mark)


def _book(word: Word) -> Rulebook:
    known = rulebooks.known()
    if word.text not in known:
        raise unknown("game", word.text, known, word.mark)
    return rulebooks.find(word.text)


def _shows(book: Rulebook, node: Node | None) -> list[Shown]:
    shows = mapping(node)
    result = []
    for rule, value in shows.items.items():
        mark = shows.keys[rule]
        if rule not in book.index:
            raise unknown("rule", rule, list(book.index.rules), mark)
        how = scalar(value)
        if how.text not in HOW:
            raise unknown("how", how.text, HOW, how.mark)
        result.append(Shown(rule, how.text, mark))
    return result


def _options(book: Rulebook, node: Node | None) -> dict[str, Word]:
    options = mapping(node)
    result = {}
    for name, value in options.items.items():
        if name not in book.option_values:
            raise unknown("option", name, book.option_values, options.keys[name])
        word = scalar(value)
        if word.text not in book.option_values[name]:
            raise unknown("value", word.text, book.option_values[name], word.mark)
        result[name] = word
    return result


def _chance(node: Node) -> list[Word] | Word:
    return word_list(node) if isinstance(node, Seq) else scalar(node)


# -- the script ------------------------------------------------------------------------------------


def _steps(node: Node) -> list[StepDoc]:
    if isinstance(node, Map):
        raise FileFault("no-list", node.mark)
    return [_step(item) for item in sequence(node)]


def _step(node: Node) -> StepDoc:
    if isinstance(node, Scalar) and node.text == "pass":
        raise FileFault("bare-pass", node.mark)
    step = mapping(node)
    main = [key for key in step.items if key in STEPS]
    if len(main) != 1:
        if main:
            raise FileFault("two-steps", step.keys[main[1]], name=", ".join(main))
        key = next(iter(step.items), "")
        raise unknown("step", key, STEPS, step.keys.get(key, step.mark))
    kind = main[0]
    for key, mark in step.keys.items():
        if key != kind and key not in STEPS[kind]:
            raise unknown("step-key", key, STEPS[kind] or STEPS, mark)
    value = step.items[kind]
    return _READERS.get(kind, _spoken)(kind, step, value)


def _spoken(kind: str, step: Map, value: Node) -> StepDoc:
    """A step whose main value is one line of words."""
    text = scalar(value)
    if not text.text:
        raise FileFault("missing", step.keys[kind], name=kind)
    doc = StepDoc(kind, step.keys[kind], text)
    for key in STEPS[kind]:
        if key not in step.items:
            continue
        if key in ("by", "answer", "count", "value", "times", "shortened"):
            doc.words[key] = _choice_of(key, _word(step, key))
        else:
            doc.lists[key] = word_list(step.items[key])
    if kind in ("options", "seen by", "shortcut"):
        _choice_of("by", text)
    if kind == "pass" and text.text != "all":
        raise unknown("pass", text.text, ("all",), text.mark)
    return doc


def _choice_of(key: str, word: Word) -> Word:
    if key == "by" and word.text not in PLAYER_KEYS:
        raise unknown("player", word.text, PLAYER_KEYS, word.mark)
    if key == "answer" and word.text not in ("yes", "no"):
        raise unknown("answer", word.text, ("yes", "no"), word.mark)
    if key in ("count", "times", "shortened") and not (word.text.isascii() and word.text.isdigit()):
        raise FileFault("no-number", word.mark, name=shortened(word.text))
    return word


def _expect(kind: str, step: Map, value: Node) -> StepDoc:
    """Subjects with their properties; a subject with one value is a property of the game."""
    subjects = mapping(value)
    doc = StepDoc(kind, step.keys[kind], Word("", step.mark))
    for subject, wanted in subjects.items.items():
        mark = subjects.keys[subject]
        if isinstance(wanted, Map):
            who = Word(subject, mark)
            for name, node in wanted.items.items():
                doc.expect.append((who, Word(name, wanted.keys[name]), _value(node)))
        else:
            doc.expect.append((Word("the game", mark), Word(subject, mark), _value(wanted)))
    if not doc.expect:
        raise FileFault("missing", step.keys[kind], name=kind)
    return doc


def _value(node: Node) -> Word:
    """A value that is expected; a list is kept as lines of one word."""
    if isinstance(node, Scalar):
        return Word(node.text.strip(), node.mark)
    if isinstance(node, Map):
        pairs = [f"{key}: {scalar(value).text}" for key, value in node.items.items()]
        return Word("".join(f"\n{pair}" for pair in pairs) or "\n", node.mark)
    return Word("".join(f"\n{word.text}" for word in word_list(node)) or "\n", node.mark)


def _what_if(kind: str, step: Map, value: Node) -> StepDoc:
    doc = StepDoc(kind, step.keys[kind], Word("", step.mark))
    doc.steps = _steps(value)
    if not doc.steps:
        raise FileFault("missing", step.keys[kind], name=kind)
    return doc


_READERS: dict[str, Callable[[str, Map, Node], StepDoc]] = {
    "expect": _expect,
    "what if": _what_if,
}
