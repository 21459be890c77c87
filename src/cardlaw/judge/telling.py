"""Telling what happened and why: events, breaches, grounds and rulings in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.because import SETUP, Event
from cardlaw.kernel.choice import Choice, Line
from cardlaw.kernel.law import Breach, Finding, Ruling
from cardlaw.kernel.rulebook import Note, Rulebook
from cardlaw.kernel.state import ANSWER, FORCED, ROLLED, State
from cardlaw.notation.labels import Names, player_word
from cardlaw.notation.phrases import object_of
from cardlaw.notation.saying import say_answer


def rule_title(book: Rulebook, rule: str, words: Tongue) -> str:
    """The title of a rule in a language; empty for a rule that is not in the index."""
    if rule not in book.index:
        return ""
    return words.template(f"rule.{rule}.title") or book.index[rule].title


def book_title(book: Rulebook, words: Tongue) -> str:
    """The name of a game in a language."""
    return words.template("title") or book.title


def rule_gist(book: Rulebook, rule: str, words: Tongue) -> str:
    """What a rule says, in a language."""
    return words.template(f"rule.{rule}.gist") or book.index[rule].gist


class Speaker:
    """Says findings of a rulebook in one language, where no position is at hand."""

    def __init__(self, book: Rulebook, words: Tongue) -> None:
        self.book = book
        self.words = words

    # -- values ----------------------------------------------------------------------------------

    def value(self, kind: str, value: Any) -> str:
        """A value of a type in words for people."""
        if kind == "player":
            return player_word(value)
        if kind == "term":
            if isinstance(value, bool):
                return self.words.term("yes" if value else "no")
            return self.words.term(str(value))
        if isinstance(value, tuple):
            return ", ".join(str(item) for item in value)
        return str(value)

    def named(self, fields: tuple[str, ...], values: Sequence[Any]) -> dict[str, object]:
        """Values by the names of their fields, numbers as numbers, the rest in words."""
        result: dict[str, object] = {}
        for index, field in enumerate(fields):
            kind, _, name = field.lstrip("*").partition(":")
            if field.startswith("*"):
                result[name] = ", ".join(self.value(kind, v) for v in values[index:])
            elif index < len(values):
                value = values[index]
                number = kind == "num" and type(value) is int
                result[name] = value if number else self.value(kind, value)
                if number:
                    result.setdefault("n", value)
        return result

    # -- findings --------------------------------------------------------------------------------

    def finding(self, finding: Finding) -> str:
        """The reason in the words of the game."""
        sort = "breach" if isinstance(finding, Breach) else "ground"
        return self._message(f"{sort}.{finding.code}", finding.code, finding.values)

    def remedy(self, breach: Breach) -> str:
        """What would make it legal; empty if nothing would."""
        key = f"remedy.{breach.code}"
        return self._message(key, breach.code, breach.values) if self.words.has(key) else ""

    def _message(self, key: str, code: str, values: tuple[Any, ...]) -> str:
        known = self.book.codes.get(code)
        named = self.named(known.fields if known is not None else (), values)
        if self.words.has(key):
            return self.words.text(key, **named)
        rest = ", ".join(str(value) for name, value in named.items() if name != "n")
        return f"{code}: {rest}" if rest else code

    def rule(self, rule: str) -> str:
        """A rule with its title: "VS 302.3a Legal bearer"."""
        title = rule_title(self.book, rule, self.words)
        return f"{rule} {title}" if title else rule


class Teller(Speaker):
    """Tells about one position in one language."""

    def __init__(self, state: State, names: Names, words: Tongue) -> None:
        super().__init__(state.book, words)
        self.state = state
        self.names = names

    def value(self, kind: str, value: Any) -> str:
        """A value of a type in words for people."""
        if value is None or (kind in ("obj", "player") and value == -1):
            return self.words.text("nobody")
        if kind == "obj":
            obj = object_of(value)
            return self.names.label(obj) if obj in self.state.where else self.words.text("gone")
        if kind == "objs":
            return ", ".join(self.value("obj", item) for item in value)
        if kind == "zone":
            name, player = value if isinstance(value, tuple) else (value, -1)
            word = self.words.term(str(name))
            if player < 0:
                return word
            return self.words.text("zone-of", player=player_word(player), zone=word)
        return super().value(kind, value)

    # -- events ----------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """What happened, as a sentence; what did not happen is told by its breaches."""
        if event.kind in (ANSWER, FORCED, ROLLED):
            return self.answer(event)
        if event.kind == SETUP:
            return self.words.text("setup")
        return self.occurrence(event.kind, event.values)

    def occurrence(self, kind: str, values: tuple[Any, ...]) -> str:
        """The sentence for what happened; a breach says why something did not."""
        key, breach = f"event.{kind}", f"breach.{kind}"
        if not self.words.has(key) and self.words.has(breach):
            return f"{self._message(breach, kind, values)}."
        return self._message(key, kind, values)

    def answer(self, event: Event) -> str:
        """Who answered what."""
        player, kind, option = event.values
        choice = Choice(kind, player, ())
        if kind == "part":
            said = self._part(option)
        else:
            said = say_answer(self.state, choice, option, self.names)
        if event.kind == ROLLED:
            if not self.book.choices[kind].open:
                return self.words.text("rolled-hidden")
            own = f"rolled.{kind}"
            return self.words.text(own if self.words.has(own) else "rolled", result=said)
        return self.words.text("answered", player=player_word(player), answer=said)

    def _part(self, option: Any) -> str:
        objects = [v for v in option[1:] if object_of(v) in self.state.where]
        return ", ".join(self.value("obj", v) for v in objects) or " ".join(map(str, option[1:]))

    # -- rulings ---------------------------------------------------------------------------------

    def action(self, line: Line) -> tuple[str, str]:
        """The verb of a line in the infinitive, and the object it is done with."""
        first = line[0]
        shape = self.book.by_verb.get(first[0]) if first else None
        if shape is None:
            return self.words.text("answer-so"), ""
        verb = self.words.template(f"verb.{shape.verb}") or shape.verb
        for field, value in zip(shape.fields, first[1:], strict=False):
            if field.startswith("obj:") and object_of(value) in self.state.where:
                return verb, self.value("obj", value)
        return verb, ""

    def refusal(self, line: Line, ruling: Ruling) -> str:
        """The whole refusal: what cannot be done, every reason with its rule, every remedy."""
        verb, thing = self.action(line)
        reasons = "; ".join(f"{self.finding(b)} ({b.rule})" for b in ruling.breaches)
        remedies = [self.remedy(breach) for breach in ruling.breaches]
        key = "refusal" if thing else "refusal-bare"
        text = self.words.text(key, verb=verb, object=thing, reasons=reasons)
        return " ".join([text, *dict.fromkeys(r for r in remedies if r)])

    def note(self, note: Note) -> str:
        """One step in how a value came about."""
        source = self.value("obj", note.source) if note.source >= 0 else ""
        key = "note" if source else "note-bare"
        if note.before is None:
            key = "note-begins" if note.after is not None else "note-only"
        return self.words.text(
            key,
            before=_shown(note.before, self.words),
            after=_shown(note.after, self.words),
            source=source or "-",
            rule=self.rule(note.rule),
        )


def _shown(value: object, words: Tongue) -> str:
    if isinstance(value, tuple | list | frozenset | set):
        return ", ".join(sorted(_shown(v, words) for v in value)) or "-"
    if isinstance(value, bool):
        return words.term("yes" if value else "no")
    return "-" if value is None else words.term(str(value))
