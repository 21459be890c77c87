"""The crowd of a trial: cards that fit the descriptions of a text (chapters 200 to 214)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import msgspec

from cardlaw.cards import nodes
from cardlaw.cards.nodes import walk
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    EQUIPMENT,
    EQUIPMENT_CLASSES,
    FLYER,
    NEUTRAL,
    TERRAIN,
)

_STRONG, _COMMON = 30, (1, 3, 5)


class Crowd:
    """Faces that fit the descriptions of a text."""

    def __init__(self, face: BerserkFace, turn: int = 0) -> None:
        #: with which of its creatures the crowd begins
        self.turn = turn
        self.selects = [node for node in walk(face.abilities) if isinstance(node, nodes.Select)]
        kinds = self._words("kinds")
        self.classes = tuple(kind for kind in kinds if kind not in EQUIPMENT_CLASSES) or ("Crowd",)
        elements = tuple(word for word in self._words("elements") if word != "own")
        self.elements = elements or (face.element,)
        self.keywords = tuple(
            nodes.Keyword(word, number=1) for word in self._words("keywords") if word != FLYER
        )
        asked = [word for node in walk(face.abilities) for word in getattr(node, "like", ())]
        self.keywords += tuple(nodes.Keyword(word) for word in asked if word.endswith("strike"))
        if "able to accumulate" in self._words("states"):
            self.keywords = (*self.keywords, nodes.Keyword("accumulates"))
        #: whether the text asks about equipment that its card wears
        self.wears = any(s.adjacent_to == "on self" or s.equipped for s in self.selects)
        self.named = next((select.named for select in self.selects if select.named), "")
        self.variety = tuple(self._variety())
        bearer = self._creature("Bearer", 3, self.elements[0], _STRONG)
        self.bearer = msgspec.structs.replace(bearer, movement=3)
        self.things = tuple(
            BerserkFace(f"Thing {kind}", EQUIPMENT, classes=(kind,), cost=cost)
            for cost, kind in enumerate(EQUIPMENT_CLASSES)
        )
        self.flyer = BerserkFace("Bird", subtype=FLYER, life=5, cost=2, classes=self.classes)
        self.land = BerserkFace("Land", TERRAIN, cost=2)

    def _words(self, field: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(w for select in self.selects for w in getattr(select, field)))

    def _creature(self, name: str, cost: int, element: str, life: int) -> BerserkFace:
        return BerserkFace(
            name,
            CREATURE,
            element=element,
            cost=cost,
            life=life,
            movement=2,
            strike=(1, 2, 3),
            classes=self.classes,
        )

    def _variety(self) -> Iterator[BerserkFace]:
        """Creatures of each cost and element that the text names, with and without abilities."""
        costs = self._bounds("cost") or _COMMON
        lives = self._bounds("life") or (5,)
        for number, cost in enumerate(dict.fromkeys((*costs, *_COMMON))):
            element = self.elements[number % len(self.elements)]
            life = max(2, lives[number % len(lives)])
            yield self._creature(f"Person {cost}", cost, element, life)
        yield BerserkFace("Plain", CREATURE, NEUTRAL, life=4, cost=4, movement=1, strike=(1, 1, 1))
        gifted = self._creature("Gifted", 4, self.elements[-1], 9)
        yield BerserkFace(
            self.named or "Gifted",
            CREATURE,
            element=gifted.element,
            life=9,
            cost=4,
            movement=1,
            strike=(1, 2, 2),
            classes=self.classes,
            abilities=self.keywords,
        )

    def _bounds(self, value: str) -> tuple[int, ...]:
        """The numbers that a text names as limits of a value."""
        limits = [limit for s in self.selects for limit in s.values.get(value, ()) if limit]
        return tuple(dict.fromkeys(limit for limit in limits if limit < 20))

    def people(self) -> Iterator[BerserkFace]:
        """The creatures of a side, as many as are asked for."""
        start = self.turn % len(self.variety)
        return cycle((*self.variety[start:], *self.variety[:start]))
