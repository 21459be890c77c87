"""Which code implements a rule and which cases prove it, and what is missing."""

from __future__ import annotations

from typing import NamedTuple

from cardlaw import rulebooks
from cardlaw.judge.shipped import Proof, proofs
from cardlaw.kernel.law import CODE, Rule
from cardlaw.kernel.rulebook import Rulebook

#: by the kind of a rule: whether it needs code, and the kinds of cases it needs (one of each set)
NEEDS: dict[str, tuple[bool, tuple[tuple[str, ...], ...]]] = {
    "acts": (True, (("acts",), ("refuses",))),
    "defines": (True, (("defines", "acts", "refuses"),)),
    "refers": (False, ()),
}


class Covered(NamedTuple):
    """A rule with its code, its cases, and what it lacks: "code", "acts", "refuses", "defines"."""

    rule: Rule
    code: tuple[str, ...]
    cases: tuple[Proof, ...]
    missing: tuple[str, ...]

    def count(self, how: str) -> int:
        """How many cases show the rule so."""
        return sum(proof.how == how for proof in self.cases)


def real_books() -> list[Rulebook]:
    """All rulebooks of real games, by their keys."""
    books = [rulebooks.find(key) for key in rulebooks.known()]
    return [book for book in books if not book.example]


def code_of(rule: str) -> tuple[str, ...]:
    """The functions registered for a rule, as "module:name" without the package's name."""
    places = dict.fromkeys(CODE.get(rule, ()))
    return tuple(sorted(place.removeprefix("cardlaw.") for place in places))


def covered(rule: Rule) -> Covered:
    """A rule with its code and its cases."""
    code = code_of(rule.id)
    cases = tuple(proof for proof in proofs() if proof.rule == rule.id)
    missing: list[str] = []
    if rule.scope == "seed":
        needs_code, needed = NEEDS[rule.kind]
        if needs_code and not code:
            missing.append("code")
        shown = {proof.how for proof in cases}
        missing.extend(kinds[0] for kinds in needed if not shown.intersection(kinds))
    return Covered(rule, code, cases, tuple(missing))


def coverage() -> dict[str, list[Covered]]:
    """Every rule of every real rulebook, by the book's key, in the order of the book."""
    return {book.key: [covered(rule) for rule in book.index] for book in real_books()}


def unknown_citations() -> list[str]:
    """Rules that code or cases cite and no index has."""
    known = {rule.id for key in rulebooks.known() for rule in rulebooks.find(key).index}
    cited = {rule: f"code {places[0]}" for rule, places in CODE.items()}
    cited |= {proof.rule: f"case {proof.path}" for proof in proofs()}
    return [f"{rule} ({where})" for rule, where in sorted(cited.items()) if rule not in known]


def markdown() -> str:
    """The table as a document: rule, kind, code, cases."""
    lines = [
        "# Rules, their code and their cases",
        "",
        "Written by `cardlaw rules --coverage --write`; a test fails when it is out of date. A",
        "rule of the scope *seed* that lacks something it needs is marked **missing**: a rule that",
        "acts needs code, a case where it acts and one where it refuses; one that defines needs",
        "code and a case.",
    ]
    for key, rows in coverage().items():
        book = rulebooks.find(key)
        lines += ["", f"## {book.title} ({book.edition})", ""]
        lines += ["| rule | title | kind | scope | code | cases |", "|---|---|---|---|---|---|"]
        lines += [_row(row) for row in rows]
    return "\n".join(lines) + "\n"


def _row(row: Covered) -> str:
    rule = row.rule
    code = "<br>".join(f"`{place.removeprefix('rulebooks.')}`" for place in row.code)
    cases = "<br>".join(f"{p.how}: [{_stem(p)}](../cases/{p.path})" for p in row.cases)
    if row.missing:
        cases = "<br>".join([f"**missing: {', '.join(row.missing)}**", *([cases] if cases else [])])
    title = rule.title.replace("|", "\\|")
    return f"| {rule.id} | {title} | {rule.kind} | {rule.scope} | {code} | {cases} |"


def _stem(proof: Proof) -> str:
    return proof.path.rsplit("/", 1)[-1].removesuffix(".yaml")
