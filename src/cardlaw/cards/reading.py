"""Parsing a line of a card's text with the phrase table: every reading that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from threading import Lock
from typing import Any, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import Lexer

from cardlaw.cards.phrases import DoNotMerge, Production, Slot, Table, filled
from cardlaw.cards.words import StrangeSign, Word, words_of

#: a class of words that the program reads itself: the name of its category, its word -> its value
WordClass = Callable[[Word], Any]
#: more readings than this are not looked at
MOST_READINGS = 64


class NotRead(ValueError):
    """A line that the table does not read: where it stops, and the words that no phrase knows."""

    def __init__(self, line: str, at: int, words: list[str], strange: list[str]) -> None:
        where = " ".join(words[at : at + 6]) if at < len(words) else "its end"
        super().__init__(f"not understood from {where!r} on" if words else "no words")
        self.line = line
        self.at = at
        self.words = words
        self.strange = strange


class Parsed(NamedTuple):
    """The different values of a line, and the lines of the table that its readings use."""

    values: list[Any]
    productions: tuple[str, ...]


class Meant(Token):
    """A word of a class, with its value."""

    meaning: Any = None


class _Words(Lexer):
    """Hands tokens to the parser that were made before."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
        ahead: _Ahead = getattr(data, "text", data)
        for token in ahead.tokens:
            ahead.look(token.type)
            yield token
        ahead.look("")


class _Begin(dict[Any, list[Any]]):
    """For each category the productions below it that can begin with one kind of token."""

    def __init__(self, kind: str, every: Mapping[Any, list[Any]], first: Mapping[Any, Any]) -> None:
        super().__init__()
        self.kind, self.every, self.first = kind, every, first

    def __missing__(self, category: Any) -> list[Any]:
        found = self[category] = [r for r in self.every[category] if self._fits(r.expansion[0])]
        return found

    def _fits(self, symbol: Any) -> bool:
        return any(terminal.name == self.kind for terminal in self.first[symbol])


class _Ahead:
    """The tokens of a line, and what the parser expects: only what the next token can begin.

    No production is without words, so that nothing else could be read there.
    """

    def __init__(self, tokens: list[Token], parser: Any, kinds: dict[str, _Begin]) -> None:
        self.tokens, self.parser, self.kinds = tokens, parser, kinds
        self.look(tokens[0].type)

    def look(self, kind: str) -> None:
        """Say which kind of token comes next; "" at the end of the line."""
        self.parser.predictions = self.kinds[kind]


class Reader:
    """Reads lines by a phrase table.

    ``classes`` are categories of single words that are looked up instead of listed: each maps a
    word to its value, or None if it is no such word. Their order decides where two know a word.
    """

    def __init__(self, table: Table, classes: Mapping[str, WordClass], starts: list[str]) -> None:
        self.table = table
        self.classes = classes
        self.literals: dict[str, str] = {}
        for production in table.productions:
            for part in () if production.printed_only else production.parts:
                if isinstance(part, str) and part not in self.literals:
                    self.literals[part] = f"W{len(self.literals)}"
        self._by_alias = {f"p{p.number}": p for p in table.productions}
        self._parser = Lark(
            self._grammar(), parser="earley", lexer=_Words, ambiguity="explicit", start=starts
        )
        self._reading = Lock()
        self._earley: Any = self._parser.parser.parser
        every, first = self._earley.predictions, self._earley.FIRST
        kinds = ("", *(terminal.name for terminal in self._earley.TERMINALS))
        self._begin = {kind: _Begin(kind, every, first) for kind in kinds}

    def _grammar(self) -> str:
        lines = []
        for category, productions in self.table.by_category.items():
            read = [p for p in productions if not p.printed_only]
            ways = " | ".join(f"{self._symbols(p)} -> p{p.number}" for p in read)
            lines.append(f"c_{category}: {ways}")
        terminals = [*self.literals.values(), *(f"K_{c.upper()}" for c in self.classes), "NO_WORD"]
        lines.append(f"%declare {' '.join(terminals)}")
        return "\n".join(lines)

    def _symbols(self, production: Production) -> str:
        found = []
        for part in production.parts:
            if isinstance(part, str):
                found.append(self.literals[part])
            elif part.category in self.classes:
                found.append(f"K_{part.category.upper()}")
            else:
                found.append(f"c_{part.category}")
        return " ".join(found)

    def token(self, word: Word) -> Token:
        """A word as the parser sees it: a word of some phrase, or one of a class."""
        literal = self.literals.get(word.plain)
        if literal is not None:
            return Token(literal, word.plain)
        for name, read in self.classes.items():
            value = read(word)
            if value is not None:
                meant = Meant(f"K_{name.upper()}", word.plain)
                meant.meaning = value  # pyright: ignore[reportAttributeAccessIssue]
                return meant
        return Token("NO_WORD", word.plain)

    def read(self, line: str, start: str) -> list[Any]:
        """Every different value that a line has as a whole. NotRead if it has none."""
        return self.parse(line, start).values

    def parse(self, line: str, start: str) -> Parsed:
        """The values of a line, and the productions that its readings use. NotRead if none."""
        try:
            words = words_of(line)
        except StrangeSign as error:
            raise NotRead(line, 0, [str(error)], [str(error)]) from None
        tokens = [self.token(word) for word in words]
        plain = [word.plain for word in words]
        strange = [str(token) for token in tokens if token.type == "NO_WORD"]
        if strange or not tokens:
            at = next((n for n, t in enumerate(tokens) if t.type == "NO_WORD"), 0)
            raise NotRead(line, at, plain, strange)
        for number, each in enumerate(tokens):
            each.column = number
        try:
            tree = self._tree(tokens, f"c_{start}")
        except UnexpectedInput as error:
            stopped: object = getattr(error, "token", None)
            where = stopped.column if isinstance(stopped, Token) else None
            raise NotRead(line, len(tokens) if where is None else where, plain, []) from None
        found: list[Any] = []
        for value in islice(self._values(tree), MOST_READINGS):
            if value not in found:
                found.append(value)
        if not found:
            raise NotRead(line, 0, plain, [])
        used = sorted(
            {self._by_alias[t.data].number for t in tree.iter_subtrees() if t.data[0] == "p"}
        )
        written = dict.fromkeys(self.table.productions[number].written for number in used)
        return Parsed(found, tuple(written))

    def _tree(self, tokens: list[Token], start: str) -> Any:
        with self._reading:
            ahead = _Ahead(tokens, self._earley, self._begin)
            return self._parser.parse(ahead, start=start)

    def _values(self, tree: Any) -> Iterator[Any]:
        """Every value of a tree; ambiguous trees have several."""
        if isinstance(tree, Meant):
            yield tree.meaning
            return
        assert isinstance(tree, Tree)
        if tree.data == "_ambig":
            for child in tree.children:
                yield from self._values(child)
            return
        production = self._by_alias[tree.data]
        inner = [
            child
            for part, child in zip(production.parts, tree.children, strict=True)
            if isinstance(part, Slot)
        ]
        names = [slot.name for slot in production.slots]
        for values in product(*(list(islice(self._values(c), MOST_READINGS)) for c in inner)):
            try:
                yield filled(production.value, dict(zip(names, values, strict=True)))
            except (DoNotMerge, TypeError, AttributeError):
                continue
