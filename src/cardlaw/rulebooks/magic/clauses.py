"""Further clauses of texts: hand sizes, casting for another cost, what costs less to attack (CR 6).

Nodes of card data, beside those of ``nodes`` and ``instructions``.
"""

from __future__ import annotations

from cardlaw.cards.nodes import Does, Gives, Node, Quantity, Select


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


DOES: tuple[type[Node], ...] = (CastBy,)
GIVES: tuple[type[Node], ...] = (HandSize, SpellLimit)
