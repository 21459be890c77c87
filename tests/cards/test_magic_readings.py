"""No text of Magic has two readings: sentences made of every production of the phrase table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from cardlaw.cards.language import Line
from cardlaw.cards.phrases import Production, Slot, Table
from cardlaw.library.texts import Texts, texts_of
from cardlaw.rulebooks.magic.wording import LANGUAGE

#: a word of each class that the program reads itself
WORDS = {
    "mana": "{2}",
    "energy": "{E}",
    "int": "3",
    "numeral": "nine",
    "change": "+1/+1",
    "xchange": "+X/+X",
    "xmixed": "+X/+2",
    "size": "2/2",
    "subtype": "Goblin",
    "subtypes": "Goblins",
    "samekind": "Treefolk",
    "nonkind": "non-Goblin",
    "noncolor": "nonred",
    "rolename": "royal",
    "marking": "aim",
    "loyaltyup": "[+1]",
    "cardname": "\u00abOld Axe\u00bb",
    "name": "Ash",
}


class Sentences:
    """The shortest words of each category, and the shortest line around them."""

    def __init__(self, table: Table, starts: tuple[str, ...]) -> None:
        self.read = {
            category: [p for p in productions if not p.printed_only]
            for category, productions in table.by_category.items()
        }
        self.words: dict[str, tuple[str, ...]] = {name: (word,) for name, word in WORDS.items()}
        while self._shortened():
            pass
        #: how a category comes into a line: through which slot of which production
        self.above: dict[str, tuple[Production, Slot] | None] = dict.fromkeys(starts)
        reached = list(starts)
        for category in reached:
            for production in self.read.get(category, ()):
                for slot in production.slots:
                    if slot.category not in self.above:
                        self.above[slot.category] = production, slot
                        reached.append(slot.category)

    def _shortened(self) -> bool:
        changed = False
        for category, productions in self.read.items():
            for production in productions:
                if all(slot.category in self.words for slot in production.slots):
                    said = self.of(production)
                    known = self.words.get(category)
                    if known is None or len(said) < len(known):
                        self.words[category], changed = said, True
        return changed

    def of(
        self, production: Production, name: str = "", said: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """The words of a production; those of one slot may be given."""
        found: list[str] = []
        for part in production.parts:
            if isinstance(part, str):
                found.append(part)
            else:
                found += said if part.name == name else self.words[part.category]
        return tuple(found)

    def line(self, category: str, said: tuple[str, ...]) -> Line:
        """A line in which words of a category stand."""
        while (above := self.above[category]) is not None:
            production, slot = above
            category, said = production.category, self.of(production, slot.name, said)
        return Line(" ".join(said), category)


@pytest.fixture(scope="module")
def texts() -> Texts:
    return texts_of("magic")


@pytest.fixture(scope="module")
def sentences(texts: Texts) -> Sentences:
    return Sentences(texts.wording().table, LANGUAGE.starts)


def doubles(texts: Texts, lines: Iterator[Line]) -> list[str]:
    return [line.text for line in lines if texts.read(line).reason == "two readings"]


def test_a_line_with_each_production_has_one_reading(texts: Texts, sentences: Sentences) -> None:
    made = [
        sentences.line(category, sentences.of(production))
        for category, productions in sentences.read.items()
        for production in productions
    ]
    read = [line for line in made if texts.read(line).understood]
    assert len(read) > 0.9 * len(made)
    assert doubles(texts, iter(made)) == []


def test_what_follows_a_noun_belongs_to_one_noun(texts: Texts, sentences: Sentences) -> None:
    """After an amount, "you control" is about what is counted and nothing else."""
    counted = ("the", "number", "of", "Goblins")
    after = [
        sentences.of(production, slot, counted)
        for category in ("suffix", "measure", "manameasure", "manalimit")
        for production in sentences.read[category]
        for slot in [next((s.name for s in production.slots if s.category == "quantity"), "")]
    ]
    owners = [("you", "control"), ("your", "opponents", "control"), ("with", "flying")]
    nouns = [("target", "creature"), ("each", "creature"), ("all", "creatures")]
    lines = (
        Line(" ".join(("destroy", *noun, *first, *second, ".")), "spell")
        for noun, first, second in product(nouns, after, owners)
    )
    assert doubles(texts, lines) == []


@pytest.mark.parametrize("value", ["mana value", "power", "toughness"])
def test_an_amount_takes_the_owner_that_stands_next_to_it(texts: Texts, value: str) -> None:
    text = (
        f"Exile target creature with {value} less than or equal to the number of Cats you control."
    )
    read = texts.read(Line(text, "spell"))
    assert read.understood, read.reason
    (spell,) = LANGUAGE.settled(read.value, "spell")
    chosen = spell["targets"][0]["select"]
    assert chosen.get("controller", "any") != "you"
    (amount,) = chosen["at_most"].values()
    assert amount["of"]["controller"] == "you"
    assert list(chosen["at_most"]) == [value]
