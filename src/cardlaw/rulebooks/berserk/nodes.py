"""Berserk's own nodes of card data: playable abilities and verbs of the game (part 4)."""

from __future__ import annotations

from cardlaw.cards.nodes import (
    Ability,
    Allow,
    Attach,
    Change,
    Condition,
    Control,
    Cost,
    Count,
    Damage,
    Destroy,
    Does,
    During,
    Exists,
    Forbid,
    Gain,
    Get,
    If,
    Keyword,
    Lose,
    Move,
    Node,
    PutCounters,
    Quantity,
    Select,
    Set,
    SetState,
    Static,
    Target,
    Triggered,
    ValueOf,
)
from cardlaw.cards.vocabulary import Vocabulary

Strength = tuple[int, int, int]


class Playable(Node, Ability, frozen=True, tag="playable", tag_field="ability"):
    """A playable ability: ``name`` is its word in lines, ``kind`` what it is (shot, spell ...).

    With a ``strength`` somebody rolls a die, and it wounds its target that much. ``cell`` asks for
    a cell: free, beside (free and next to the source), step (free and next to the first target).
    ``moment`` binds it to a moment: target (while another action's target lies on the stack),
    protection.
    """

    name: str
    kind: str = "influence"
    cost: Cost = Cost(exhaust=True)
    targets: tuple[Target, ...] = ()
    strength: Strength | None = None
    do: tuple[Does, ...] = ()
    cell: str = ""
    cell_range: int = 0
    fast: bool = False
    moment: str = ""
    range: int = 0
    limit: int = 0
    when: tuple[Condition, ...] = ()
    text: str = ""


class Least(Node, frozen=True, tag="least", tag_field="amount"):
    """The least of two quantities."""

    one: Count | ValueOf
    other: Count | ValueOf
    times: int = 1


class Fighting(Node, Ability, frozen=True, tag="fighting", tag_field="ability"):
    """What is different while a card attacks or is attacked.

    ``role`` of ``who``: deals (it hits, attacking or striking back) or receives (it is hit);
    ``part`` of the attack: attack, answer, or both when empty. ``kinds`` are kinds of attacks,
    wider ones among them, ``other`` is the card on the other side. ``strength`` changes the
    wounds, ``roll`` the die of ``who``; ``has`` names abilities that the attack has: directed
    strike, unanswered strike, ignores armor.
    """

    role: str = "deals"
    who: Select = Select(who="self")
    kinds: tuple[str, ...] = ()
    other: Select | None = None
    part: str = ""
    strength: Quantity | Least = 0
    roll: Quantity = 0
    has: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()
    text: str = ""


class Relocate(Node, Does, frozen=True, tag="relocate", tag_field="do"):
    """Relocate a card to a cell: the one that was named, or one chosen now within ``range``."""

    what: Select = Select(who="self")
    range: int = 0
    may: bool = False


class Place(Node, Does, frozen=True, tag="place", tag_field="do"):
    """Put a card on the named cell; this is no relocation."""

    what: Select


class Redirect(Node, Does, frozen=True, tag="redirect", tag_field="do"):
    """The action on top of the stack gets the chosen card as its target."""

    to: Select = Select(who="target")


class Block(Node, Does, frozen=True, tag="block", tag_field="do"):
    """Block the action on top of the stack."""


class Heal(Node, Does, frozen=True, tag="heal", tag_field="do"):
    """Remove wounds; 0 removes all."""

    what: Select
    amount: Quantity = 0


class Poison(Node, Does, frozen=True, tag="poison", tag_field="do"):
    """Poison a creature for an amount."""

    what: Select
    amount: Quantity = 1


class Nourish(Node, Does, frozen=True, tag="nourish", tag_field="do"):
    """Heal a card; what is left over becomes extra life, up to its life maximum."""

    what: Select
    amount: Quantity


class Summon(Node, Does, frozen=True, tag="summon", tag_field="do"):
    """Bring a card of the own deck into the squad, onto the named cell or onto a bearer."""

    what: Select
    onto: Select | None = None
    source: str = "deck"
    closed: bool = False


class OncePerTurn(Node, Condition, frozen=True, tag="once a turn", tag_field="if"):
    """The ability was not used this turn."""


class GoesSecond(Node, Condition, frozen=True, tag="goes second", tag_field="if"):
    """The player of the text is the second player."""


class HasNot(Node, Condition, frozen=True, tag="has not", tag_field="if"):
    """The card has not done or received something this turn: attacked, wounded, hit."""

    what: str


class IsUsing(Node, Condition, frozen=True, tag="action is", tag_field="if"):
    """The action on top of the stack is of one of these kinds and aims at a card that fits."""

    kinds: tuple[str, ...] = ()
    at: Select | None = None
    by: Select | None = None


VOCABULARY = Vocabulary(
    (
        Get,
        Set,
        Gain,
        Lose,
        Allow,
        Forbid,
        Static,
        Triggered,
        Keyword,
        Attach,
        Move,
        Destroy,
        Change,
        Control,
        PutCounters,
        Damage,
        SetState,
        If,
        Exists,
        During,
        Playable,
        Fighting,
        Relocate,
        Place,
        Redirect,
        Block,
        Heal,
        Poison,
        Nourish,
        HasNot,
        GoesSecond,
        Summon,
        OncePerTurn,
        IsUsing,
    )
)

__all__ = [
    "VOCABULARY",
    "Block",
    "Count",
    "Fighting",
    "GoesSecond",
    "HasNot",
    "Heal",
    "IsUsing",
    "Least",
    "Nourish",
    "OncePerTurn",
    "Place",
    "Playable",
    "Poison",
    "Redirect",
    "Relocate",
    "Strength",
    "Summon",
    "ValueOf",
]
