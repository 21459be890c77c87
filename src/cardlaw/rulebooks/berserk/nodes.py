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
    On,
    Points,
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
    protection. ``near``: it reaches neighbours even where the option forbids that.
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
    near: bool = False
    #: how often it may be used each turn, and in the whole battle; 0 is no limit
    limit: int = 0
    battle_limit: int = 0
    when: tuple[Condition, ...] = ()
    text: str = ""


class Least(Node, frozen=True, tag="least", tag_field="amount"):
    """The least of two quantities."""

    one: int | Count | ValueOf
    other: int | Count | ValueOf
    times: int = 1


class Sum(Node, frozen=True, tag="sum", tag_field="amount"):
    """A quantity and a fixed number more, or less; never below nothing."""

    one: Count | ValueOf | Least
    other: int


Number = Quantity | Least | Sum


class Fighting(Node, Ability, frozen=True, tag="fighting", tag_field="ability"):
    """What is different while a card attacks or is attacked.

    ``role`` of ``who``: deals (it hits, attacking or striking back) or receives (it is hit);
    ``part`` of the attack: attack, answer, or both when empty. ``kinds`` are kinds of attacks,
    wider ones among them, ``other`` is the card on the other side. ``strength`` changes the
    wounds, ``roll`` the die of ``who``; ``has`` names abilities that the attack has: directed
    strike, unanswered strike, ignores armor, ignores abilities (of the card it hits), protection
    (the card that is hit receives nothing). ``grades`` and ``force`` say how hard the attack hits
    for this to act: weak, medium or strong, and the limits of its unmodified strength.
    ``becomes`` makes it of another grade, ``sets`` is the strength that it gets in the end.
    ``like`` asks what a simple strike is already: directed strike, unanswered strike.
    ``natural`` (3, 6) makes a rolled three a six, (0, 6) any number. ``limit`` is how many attacks
    of a turn it acts on, ``battle_limit`` of a battle.
    """

    role: str = "deals"
    who: Select = Select(who="self")
    kinds: tuple[str, ...] = ()
    other: Select | None = None
    part: str = ""
    strength: Number = 0
    roll: Number = 0
    has: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    force: tuple[int | None, int | None] = (None, None)
    like: tuple[str, ...] = ()
    becomes: str = ""
    sets: int | None = None
    natural: tuple[int, int] | None = None
    limit: int = 0
    battle_limit: int = 0
    when: tuple[Condition, ...] = ()
    text: str = ""


class Instead(Node, Ability, frozen=True, tag="instead", tag_field="ability"):
    """What happens instead of an event: wounded, healed (also who is not wounded) or poisoned.

    In its effects "it" is the card that the event is about, and the number is that of the event.
    """

    on: On
    do: tuple[Does, ...]
    when: tuple[Condition, ...] = ()
    may: bool = False
    text: str = ""


class Relocate(Node, Does, frozen=True, tag="relocate", tag_field="do"):
    """Relocate a card to a cell: the one that was named, or one chosen now within ``range``.

    ``straight``: only to a cell that shares a side with its own.
    """

    what: Select = Select(who="self")
    range: int = 0
    straight: bool = False
    may: bool = False


class Place(Node, Does, frozen=True, tag="place", tag_field="do"):
    """Put a card on the named cell, or on a free one chosen now; this is no relocation."""

    what: Select
    may: bool = False


class Swap(Node, Does, frozen=True, tag="swap", tag_field="do"):
    """Two cards change places."""

    one: Select = Select(who="self")
    other: Select = Select(who="target")


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
    amount: Number


class Summon(Node, Does, frozen=True, tag="summon", tag_field="do"):
    """Bring a card of the own deck into the squad, onto the named cell or onto a bearer.

    ``source`` is deck, graveyard, or deck or graveyard, as the zone of ``what`` is. Where no cell
    was named the player chooses a free one: ``where`` is beside (the card with the text), half,
    first row, third row, or its cell (where the card with the text stood last).
    """

    what: Select
    onto: Select | None = None
    source: str = "deck"
    closed: bool = False
    where: str = "beside"
    may: bool = False


class Attack(Node, Does, frozen=True, tag="attack", tag_field="do"):
    """An attack that is part of another text: it hits each card meant, with a roll of its own."""

    kind: str
    strength: Strength | Number
    what: Select = Select(who="target")


class Choose(Node, Does, frozen=True, tag="choose", tag_field="do"):
    """A player chooses a card now; the effects after it call it by ``name``.

    ``by`` is you or opponent. None that the text has called so before, unless ``again``.
    """

    what: Select
    name: str = "chosen"
    may: bool = False
    by: str = "you"
    again: bool = False


class May(Node, Does, frozen=True, tag="may", tag_field="do"):
    """The player decides whether this happens."""

    then: tuple[Does, ...]
    otherwise: tuple[Does, ...] = ()
    by: str = "you"


class Repeat(Node, Does, frozen=True, tag="repeat", tag_field="do"):
    """Do something several times."""

    times: Number
    then: tuple[Does, ...]
    most: int = 0


class Transfer(Node, Does, frozen=True, tag="transfer", tag_field="do"):
    """Move wounds or tokens from one card to another: ``most``, as many as wanted; 0 is all."""

    kind: str
    of: Select
    to: Select = Select(who="self")
    most: int = 0
    exactly: bool = False


class Adjust(Node, Does, frozen=True, tag="adjust", tag_field="do"):
    """The action on top of the stack becomes of another grade, or gets a strength in the end."""

    grade: str = ""
    strength: int | None = None


class As(Node, Does, frozen=True, tag="as", tag_field="do"):
    """A part of a text that counts as a spell though the rest is an influence."""

    kind: str
    then: tuple[Does, ...]


class Prophesy(Node, Does, frozen=True, tag="prophesy", tag_field="do"):
    """Show the top cards of the own deck; the effects after it call them "shown"."""

    number: int = 1


class OncePerTurn(Node, Condition, frozen=True, tag="once a turn", tag_field="if"):
    """The ability was not used this turn."""


class OncePerBattle(Node, Condition, frozen=True, tag="once a battle", tag_field="if"):
    """The ability was not used in this battle."""


class KilledByEnemy(Node, Condition, frozen=True, tag="killed by an enemy", tag_field="if"):
    """What wounded or destroyed the card last this turn was an enemy's."""


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
        Instead,
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
        Attack,
        Choose,
        May,
        Repeat,
        Transfer,
        Adjust,
        As,
        KilledByEnemy,
        Prophesy,
        Swap,
        Points,
        OncePerTurn,
        OncePerBattle,
        IsUsing,
    )
)

__all__ = [
    "VOCABULARY",
    "Adjust",
    "As",
    "Attack",
    "Block",
    "Choose",
    "Count",
    "Fighting",
    "GoesSecond",
    "HasNot",
    "Heal",
    "Instead",
    "IsUsing",
    "KilledByEnemy",
    "Least",
    "May",
    "Nourish",
    "Number",
    "OncePerBattle",
    "OncePerTurn",
    "Place",
    "Playable",
    "Poison",
    "Prophesy",
    "Redirect",
    "Relocate",
    "Repeat",
    "Strength",
    "Sum",
    "Summon",
    "Swap",
    "Transfer",
    "ValueOf",
]
