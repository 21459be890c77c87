"""The characteristics of one object (chapter 2), as the board computes them."""

from __future__ import annotations

from cardlaw.cards.nodes import Select

#: what an object has by its traits; a compiled class does not tell its slots
VALUES = (
    "affiliations",
    "apart",
    "atk",
    "concealed",
    "cost",
    "defence",
    "flight",
    "forbidden",
    "identities",
    "invulnerable",
    "kinds",
    "name",
    "power_up",
    "range",
    "room",
    "room_for",
    "text",
    "type",
    "unique",
    "version",
    "willpower",
)


class Traits:
    """What an object is now. The printed one is shared; a modified object has its own copy."""

    __slots__ = VALUES

    def __init__(self) -> None:
        self.name = ""
        self.version = ""
        self.identities: tuple[str, ...] = ()
        self.type = ""
        #: affiliations and traits
        self.kinds: tuple[str, ...] = ()
        self.affiliations: tuple[str, ...] = ()
        self.cost = 0
        self.atk = 0
        self.defence = 0
        self.willpower = 0
        #: what being powered up adds to ATK and to DEF
        self.power_up = 1
        self.flight = False
        self.range = False
        self.concealed = ""
        self.unique = False
        self.invulnerable = False
        #: whether its text is active
        self.text = True
        #: how many equipment it may have
        self.room = 1
        #: equipment of which it may have any number beside
        self.room_for: tuple[Select, ...] = ()
        #: not unique beside another version of its name
        self.apart = False
        #: what it is forbidden to do, in the cards' words
        self.forbidden: tuple[str, ...] = ()

    def copy(self) -> Traits:
        other = Traits()
        for name in VALUES:
            setattr(other, name, getattr(self, name))
        return other


#: the words of a card for numbers that can be changed -> the slot
NUMBERS = {
    "ATK": "atk",
    "DEF": "defence",
    "cost": "cost",
    "willpower": "willpower",
    "power-up": "power_up",
}
