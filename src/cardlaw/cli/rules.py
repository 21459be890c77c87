"""``cardlaw rules``: rules with what they say, their code, their cases; and the coverage table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from cardlaw import rulebooks
from cardlaw.cli.output import fail, fault_text, language, print_json, show, width
from cardlaw.judge import FileFault
from cardlaw.judge.coverage import (
    Covered,
    coverage,
    covered,
    markdown,
    real_books,
    unknown_citations,
)
from cardlaw.judge.faults import unknown
from cardlaw.judge.shipped import checkout
from cardlaw.judge.telling import book_title, rule_gist, rule_title
from cardlaw.judge.tongue import Tongue, tongue
from cardlaw.judge.transcript import TextLine
from cardlaw.kernel.law import Rule
from cardlaw.kernel.rulebook import Rulebook

Flag = Annotated[bool, Parameter(negative=())]


def rules_command(
    book: str | None = None,
    number: str | None = None,
    /,
    *,
    lang: str = "en",
    json: Flag = False,
    coverage: Flag = False,
    write: Flag = False,
) -> int:
    """Show a rule, or a section whole: what it says, its code, the cases that prove it.

    Parameters
    ----------
    book
        A rulebook (vs, berserk, magic) or the name of its rules (VS, BE12, BE09, CR).
    number
        The number of a rule or section, such as 302.3a or 704.
    lang
        The language: en, de, ru or es.
    json
        Print as JSON.
    coverage
        Show each rule with its kind, code and cases; exit code 1 if anything is missing.
    write
        With --coverage: also write docs/rule-coverage.md of the source tree.
    """
    try:
        words = language(lang)
        if write and not coverage:
            raise FileFault("write-alone")
        if coverage:
            return _coverage(words, json, write)
        if book is None:
            return _books(words, json)
        if number is None and " " in book.strip():
            book, number = book.split(None, 1)
        elif number is None:
            book, number = _apart(book)
        return _rules(book, number, words, json)
    except FileFault as fault:
        return fail(fault_text(fault))


# -- books and rules -------------------------------------------------------------------------------


def _books(words: Tongue, json: bool) -> int:
    rows = []
    for book in real_books():
        names = list(dict.fromkeys(rule.book for rule in book.index))
        title = book_title(book, tongue(words.language, book.key))
        rows.append((book.key, title, book.edition, names, len(list(book.index))))
    if json:
        keys = ("key", "title", "edition", "books", "rules")
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
        return 0
    lines = [TextLine("head", words.text("rulebooks"))]
    for key, title, edition, names, count in rows:
        text = words.text("rules-in-book", n=count)
        lines.append(TextLine("plain", f"  {key:<8} {title} {edition}: {', '.join(names)}, {text}"))
    show(lines)
    return 0


def _apart(name: str) -> tuple[str, str | None]:
    """The rules and the number of "VS704"; any other name as it is."""
    for book in real_books():
        for sort in dict.fromkeys(rule.book for rule in book.index):
            rest = name[len(sort) :]
            if name.casefold().startswith(sort.casefold()) and rest[:1].isdigit():
                return sort, rest
    return name, None


def _find(name: str) -> tuple[Rulebook, str]:
    """The rulebook that a name means, and the name of its rules if that was meant."""
    for key in rulebooks.known():
        book = rulebooks.find(key)
        if name.casefold() in (key, book.title.casefold()):
            return book, ""
        for sort in dict.fromkeys(rule.book for rule in book.index):
            if name.casefold() == sort.casefold():
                return book, sort
    known = [book.key for book in real_books()]
    known += [sort for book in real_books() for sort in dict.fromkeys(r.book for r in book.index)]
    raise unknown("book", name, known, None)


def _rules(name: str, number: str | None, words: Tongue, json: bool) -> int:
    book, sort = _find(name)
    words = tongue(words.language, book.key)
    if number is not None:
        number = number.strip().rstrip(".").lower()
    found = list(book.index) if number is None else book.index.section(number)
    found = [rule for rule in found if not sort or rule.book == sort]
    if not found:
        known = [rule.number for rule in book.index if not sort or rule.book == sort]
        raise unknown("number", f"{name} {number}", known, None)
    rows = [covered(rule) for rule in found]
    if json:
        print_json([_data(book, row, words) for row in rows])
    elif number is None:
        show(_list(book, found, words))
    else:
        show(line for row in rows for line in _rule(book, row, words))
    return 0


def _data(book: Rulebook, row: Covered, words: Tongue) -> dict[str, Any]:
    return {
        "rule": row.rule.id,
        "title": rule_title(book, row.rule.id, words),
        "gist": rule_gist(book, row.rule.id, words),
        "kind": row.rule.kind,
        "scope": row.rule.scope,
        "code": list(row.code),
        "cases": [
            {"how": p.how, "title": p.title_in(words.language), "path": p.path} for p in row.cases
        ],
        "missing": list(row.missing),
    }


def _list(book: Rulebook, found: list[Rule], words: Tongue) -> Iterator[TextLine]:
    yield TextLine("head", f"{book_title(book, words)} {book.edition}")
    for rule in found:
        kind = words.text(f"kind.{rule.kind}")
        text = f"{rule.id:<13} {kind:<12} {rule_title(book, rule.id, words)}"
        yield from _wrap("plain", "  ", text, 28)


def _rule(book: Rulebook, row: Covered, words: Tongue) -> Iterator[TextLine]:
    rule = row.rule
    kind = words.text(f"kind.{rule.kind}")
    title = f"{rule.id}  {rule_title(book, rule.id, words)} ({kind})"
    yield from _wrap("title", "", title, 4)
    yield from _wrap("plain", "    ", rule_gist(book, rule.id, words))
    for place in row.code:
        yield from _wrap("dim", "    ", f"{words.text('code')}: {place}", 4)
    for proof in row.cases:
        how = words.text(f"kind.{proof.how}")
        text = f"{words.text('case')}: {proof.title_in(words.language)} ({how}; cases/{proof.path})"
        yield from _wrap("plain", "    ", text, 4)
    yield TextLine("plain", "")


def _wrap(style: str, indent: str, text: str, hang: int = 0) -> Iterator[TextLine]:
    rest = indent + " " * hang
    for line in textwrap.wrap(
        text, width(), initial_indent=indent, subsequent_indent=rest, break_on_hyphens=False
    ):
        yield TextLine(style, line)


# -- coverage -------------------------------------------------------------------------------------


def _coverage(words: Tongue, json: bool, write: bool) -> int:
    table = coverage()
    strangers = unknown_citations()
    missing = sum(bool(row.missing) for rows in table.values() for row in rows)
    if write:
        top = checkout()
        if top is None:
            raise FileFault("no-checkout")
        (top / "docs" / "rule-coverage.md").write_text(markdown(), encoding="utf-8")
    if json:
        data = {
            key: [_data(rulebooks.find(key), row, tongue(words.language, key)) for row in rows]
            for key, rows in table.items()
        }
        print_json({"books": data, "missing": missing, "unknown citations": strangers})
    else:
        for key, rows in table.items():
            show(_table(rulebooks.find(key), rows, words))
        for stranger in strangers:
            show(_wrap("bad", "", words.text("unknown-citation", name=stranger)))
        style = "bad" if missing else "good"
        show([TextLine(style, words.text("missing-rules", n=missing))])
    return 1 if missing or strangers else 0


def _table(book: Rulebook, rows: list[Covered], words: Tongue) -> Iterator[TextLine]:
    yield TextLine("head", f"{book_title(book, words)} {book.edition}")
    heads = [words.text(key) for key in ("column.rule", "column.kind", "column.cases")]
    head = f"  {heads[0]:<13} {heads[1]:<8} {heads[2]:<10} {words.text('code')}"
    yield TextLine("dim", head)
    for row in rows:
        cases = "/".join(str(row.count(how)) for how in ("acts", "refuses", "defines"))
        code = ", ".join(place.removeprefix("rulebooks.") for place in row.code) or "-"
        text = f"{row.rule.id:<13} {row.rule.kind:<8} {cases:<10} {code}"
        style = "plain" if row.rule.scope == "seed" else "dim"
        yield from _wrap("bad" if row.missing else style, "  ", text, 34)
        if row.missing:
            lacking = ", ".join(words.text(f"lacks.{what}") for what in row.missing)
            yield from _wrap("bad", " " * 16, words.text("lacking", what=lacking))
    yield TextLine("plain", "")
