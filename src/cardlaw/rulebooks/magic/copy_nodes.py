"""Nodes of card data that make copies (CR 707)."""

from __future__ import annotations

from cardlaw.cards.nodes import Does, Gives, Node, Quantity, Select


class EnterAsCopy(Node, Gives, frozen=True, tag="enter as copy", tag_field="gives"):
    """This permanent enters as a copy of one of the objects that are meant, or may do so.

    ``but`` holds the exceptions: lose legendary, gain haste or an ability, become also an artifact,
    set power 1, enter with a counter.
    """

    of: Select
    but: tuple[Gives, ...] = ()
    may: bool = True


class CopyToken(Node, Does, frozen=True, tag="token copy", tag_field="do"):
    """Create tokens that are copies of what is meant; afterwards they are called created.

    ``amount``: how many of each. ``but``: the exceptions, part of what they are; what they only
    gain afterwards is a "change" of its own. ``tapped`` and ``attacking`` say how they enter.
    ``pick``: of one of those that are meant, which the player chooses (populate).
    """

    of: Select
    amount: Quantity = 1
    but: tuple[Gives, ...] = ()
    tapped: bool = False
    attacking: str = ""
    pick: bool = False


class BecomeCopy(Node, Does, frozen=True, tag="become copy", tag_field="do"):
    """Permanents become copies of an object, until the end of the turn or for good (game).

    ``keeps``: "except it has this ability", the one that says so.
    """

    what: Select
    of: Select
    but: tuple[Gives, ...] = ()
    until: str = "game"
    keeps: bool = False


class CopySpell(Node, Does, frozen=True, tag="copy spell", tag_field="do"):
    """Put copies of a spell on the stack; with ``retarget`` you may choose new targets for them.

    ``but``: the exceptions ("except the copy isn't legendary").
    """

    what: Select
    amount: Quantity = 1
    but: tuple[Gives, ...] = ()
    retarget: bool = False


COPYING = (EnterAsCopy, CopyToken, BecomeCopy, CopySpell)
