"""What keywords mean, spelt out as abilities (CR 702).

A keyword stands as a word in ``keywords`` of a face, of a counter or of what an effect gives:
``prowess``, ``bushido 2``, ``ward {2}``. Those of ``MEANINGS`` stand for triggered abilities, which
every object has that has the word. Those of ``PRINTED`` stand for static or activated abilities of
the face on which they are printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardlaw.cards.nodes import Ability, Keyword
from cardlaw.rulebooks.magic.keywords import fighting, growing, guarding, lasting, vehicles

Meaning = Callable[[Keyword], tuple[Ability, ...]]

#: the keyword -> its rule, what it means
MEANINGS: dict[str, tuple[str, Meaning]] = {
    **fighting.MEANINGS,
    **growing.MEANINGS,
    **guarding.MEANINGS,
    **lasting.MEANINGS,
    **vehicles.MEANINGS,
}
PRINTED: frozenset[str] = growing.PRINTED | lasting.PRINTED | vehicles.PRINTED
RULES = {name: rule for name, (rule, _) in MEANINGS.items()}

_NUMBER = re.compile(r"(?P<name>.+) (?P<number>\d+)")
_COST = re.compile(r"(?P<name>[a-z' ]+?) (?P<cost>(?:\{[^}]+\})+)")


def read_word(word: str) -> Keyword | None:
    """A keyword in a word as a node; None for keywords that stand for no other ability."""
    if word in MEANINGS:
        return Keyword(name=word)
    found = _NUMBER.fullmatch(word)
    if found and found["name"] in MEANINGS:
        return Keyword(name=found["name"], number=int(found["number"]))
    found = _COST.fullmatch(word)
    if found and found["name"] in MEANINGS:
        return Keyword(name=found["name"], cost=found["cost"])
    name, _, rest = word.partition(" ")
    if rest and name in guarding.MEANINGS:
        return guarding.read(name, rest)
    return None


def meaning(ability: Keyword) -> tuple[Ability, ...]:
    """The abilities that a keyword stands for. KeyError for one that stands for none."""
    return MEANINGS[ability.name][1](ability)
