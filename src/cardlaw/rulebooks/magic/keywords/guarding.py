"""Keywords that guard a permanent: ward with its costs (CR 702.21)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.cards.nodes import Ability, Cost, Keyword, On, Select, Triggered
from cardlaw.rulebooks.magic.nodes import Counter

_KINDS = ("artifact", "creature", "enchantment", "land", "permanent", "planeswalker")


def ward(ability: Keyword) -> tuple[Ability, ...]:
    """Counter what an opponent targets this with, unless its controller pays."""
    words = " ".join(("ward", *ability.words)) if ability.words else f"ward {ability.cost}"
    counter = Counter(what=Select(who="by"), unless=ability.cost, price=ability.price)
    on = On(event="becomes target", by=Select(controller="opponent"))
    return (Triggered(on=(on,), do=(counter,), text=words),)


def read(name: str, rest: str) -> Keyword | None:
    """Ward with a cost in words: "3 life", "discard a card", "sacrifice a creature"."""
    words = tuple(rest.split(" "))
    if len(words) == 2 and words[1] == "life" and words[0].isdigit():
        return Keyword(name=name, cost=rest)
    if rest == "discard a card":
        return Keyword(name=name, price=Cost(discard=Select()), words=words)
    if len(words) == 3 and words[0] == "sacrifice" and words[2] in _KINDS:
        kinds = () if words[2] == "permanent" else (words[2],)
        return Keyword(name=name, price=Cost(sacrifice=Select(types=kinds)), words=words)
    return None


MEANINGS: dict[str, tuple[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "ward": ("CR 702.21a", ward),
}
