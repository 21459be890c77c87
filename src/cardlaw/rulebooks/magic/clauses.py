"""Further clauses of texts: hand sizes, casting for another cost, what costs less to attack (CR 6).

Nodes of card data, beside those of ``nodes`` and ``instructions``.
"""

from __future__ import annotations

from cardlaw.cards.nodes import Ability, Condition, Cost, Does, Gain, Gives, Node, Quantity, Select

#: where a card must be for a special action that exiles it from the hand
ASIDE = "set aside from hand"


class HandSize(Node, Gives, frozen=True, tag="hand size", tag_field="gives"):
    """A player's maximum hand size is ``most``, or is ``more`` greater (negative: smaller).

    ``whose``: you, opponent or each. "No maximum hand size" is an ``allow`` of these words.
    """

    most: Quantity | None = None
    more: Quantity = 0
    whose: str = "you"


class CastBy(Node, Does, frozen=True, tag="cast by", tag_field="do"):
    """You may cast a card for one of its alternative costs; a card not cast goes elsewhere.

    ``way`` is the name of that cost. ``otherwise`` is the zone for a card that isn't cast.
    """

    what: Select
    way: str
    otherwise: str = ""


class SpellLimit(Node, Gives, frozen=True, tag="spell limit", tag_field="gives"):
    """A player can't cast more than ``most`` spells each turn.

    ``whose``: you, opponent, enchanted player, or anybody.
    """

    most: int = 1
    whose: str = ""


class CombatCost(Node, Gives, frozen=True, tag="combat cost", tag_field="gives"):
    """What it affects attacks, or blocks, only if its controller pays ``cost`` for each of them.

    ``whom``: attacks on you, or on you and planeswalkers that you control ("yours"); empty is any.
    ``times`` is how often the cost is paid for each creature, ``x`` what X is in it; both are
    counted as attackers or blockers are declared, and may ask about "it", the creature.
    """

    cost: Cost = Cost()
    verb: str = "attack"
    whom: str = ""
    times: Quantity = 1
    x: Quantity | None = None


class SetAside(Node, Does, frozen=True, tag="set aside", tag_field="do"):
    """Exile this card from the hand, to be cast on a later turn.

    ``how`` is foretold, plotted, or suspended with so many time counters.
    """

    how: str
    counters: int = 0


class PlaySuspended(Node, Does, frozen=True, tag="play suspended", tag_field="do"):
    """You may play this exiled card without paying; a creature has haste as long as it is yours."""

    gives: tuple[Gives, ...] = (Gain(keywords=("haste",)),)
    until: str = "yours"


class GetEmblem(Node, Does, frozen=True, tag="emblem", tag_field="do"):
    """A player gets an emblem with these abilities."""

    abilities: tuple[Ability, ...] = ()
    player: str = "you"


class BecomeMonarch(Node, Does, frozen=True, tag="become monarch", tag_field="do"):
    """A player becomes the monarch."""

    player: str = "you"


class IsMonarch(Node, Condition, frozen=True, tag="is monarch", tag_field="if"):
    """A player is the monarch: you, opponent, that of the event; or nobody is."""

    whose: str = "you"


class Exploit(Node, Does, frozen=True, tag="exploit", tag_field="do"):
    """You may sacrifice a creature: this creature exploits it."""


class IsAside(Node, Condition, frozen=True, tag="is aside", tag_field="if"):
    """This card became foretold or plotted in an earlier turn; plotted: it's time for a sorcery."""

    how: str


DOES: tuple[type[Node], ...] = (CastBy, SetAside, PlaySuspended, GetEmblem, BecomeMonarch, Exploit)
CONDITIONS: tuple[type[Node], ...] = (IsAside, IsMonarch)
GIVES: tuple[type[Node], ...] = (HandSize, SpellLimit, CombatCost)
