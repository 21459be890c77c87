"""Nodes of card data about damage: more of it, none of it, elsewhere (CR 614, 615)."""

from __future__ import annotations

from cardlaw.cards.nodes import Does, Gives, Node, Quantity, Select


class Prevent(Node, Gives, frozen=True, tag="prevent", tag_field="gives"):
    """Damage that would be dealt to (or by) what it affects is prevented.

    ``amount``: only so much of it each time; nothing said is all. ``counters``: that many counters
    of the kind are put on what would have been dealt it.
    """

    by: bool = False
    combat_only: bool = False
    noncombat_only: bool = False
    amount: Quantity | None = None
    counters: str = ""


class PreventDamage(Node, Does, frozen=True, tag="prevent damage", tag_field="do"):
    """Prevent damage this turn that would be dealt to what is meant, or by and to anything.

    ``amount``: a shield of that much, which is used up; nothing said is all of it. With neither
    ``what`` nor ``player`` it is about all damage.
    """

    what: Select | None = None
    player: str = ""
    amount: Quantity | None = None
    combat_only: bool = False
    gives: tuple[Gives, ...] = ()
    until: str = "turn"


class MoreDamage(Node, Gives, frozen=True, tag="more damage", tag_field="gives"):
    """If a source would deal damage, it deals ``times`` as much, and ``plus`` more, instead.

    ``source`` describes the sources; ``who`` whom the damage is dealt to: permanent or player,
    player, permanent, opponent, enchanted player, opposing (an opponent or what one controls).
    """

    who: str = "permanent or player"
    times: int = 1
    plus: int = 0
    source: Select | None = None


class RedirectNext(Node, Does, frozen=True, tag="redirect next", tag_field="do"):
    """The next ``amount`` damage that would be dealt to what is meant goes elsewhere instead.

    ``to`` says where: to an object or to a player who was targeted.
    """

    what: Select
    to: Select
    amount: int = 1
    gives: tuple[Gives, ...] = ()
    until: str = "turn"


class Redirect(Node, Gives, frozen=True, tag="redirect", tag_field="gives"):
    """Damage that would be dealt to you is dealt to what it affects instead."""


DOES: tuple[type[Node], ...] = (PreventDamage, RedirectNext)
GIVES: tuple[type[Node], ...] = (Prevent, Redirect, MoreDamage)
