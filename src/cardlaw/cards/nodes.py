"""Ability nodes: the vocabulary of card data that more than one game uses.

A card's text is a tuple of abilities, each a tree of these nodes. A node is written in a data file
as a mapping; its tag says which node it is (``ability:``, ``do:``, ``if:``). A game adds verbs of
its own as further structs and names the unions that its cards may use.
"""

from __future__ import annotations

import msgspec


class Ability:
    """The mark of nodes that are abilities (tag ``ability``)."""

    __slots__ = ()


class Does:
    """The mark of nodes that are effects (tag ``do``)."""

    __slots__ = ()


class Condition:
    """The mark of nodes that are conditions (tag ``if``)."""

    __slots__ = ()


class Gives:
    """The mark of nodes that modify characteristics (tag ``gives``)."""

    __slots__ = ()


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all nodes: immutable, and strict about misspelt fields."""


class Select(Node, frozen=True):
    """Which objects are meant. Empty fields do not restrict.

    ``who`` names objects by their part in the sentence: self (the object that has the ability),
    bearer (what self is attached to), granter (what grants self the ability), it (what the event
    was about), target, each, other (not self).
    """

    who: str = ""
    types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    #: subtypes, affiliations, classes: having any of them is enough
    kinds: tuple[str, ...] = ()
    not_kinds: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    not_colors: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    named: str = ""
    version: str = ""
    #: any of a character's identities, in the game that has them
    identity: str = ""
    controller: str = ""  # you | opponent | "" (anybody)
    owner: str = ""
    zone: str = ""
    states: tuple[str, ...] = ()
    not_states: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    not_keywords: tuple[str, ...] = ()
    #: limits on values in the game's words: {"power": [4, None]} is "power 4 or more"
    values: dict[str, tuple[int | None, int | None]] = {}
    #: values that are at most a number that the text counts
    at_most: dict[str, Quantity] = {}
    equipped: bool | None = None
    #: self | bearer | target: beside it on the game's field; "orthogonally self": sharing a side
    adjacent_to: str = ""
    #: what it fights, by its part in the sentence
    blocks: str = ""
    blocked_by: str = ""
    except_self: bool = False
    #: an object by its part in the sentence that is not meant
    except_who: str = ""
    #: what it is attached to
    on: Select | None = None
    #: what it has in common with the object of that part in the sentence: kind, color
    shares: str = ""
    with_whom: str = ""
    #: values compared with those of self, any of them: "power less", "toughness greater"
    than_self: tuple[str, ...] = ()
    any_of: tuple[Select, ...] = ()


class Count(Node, frozen=True, tag="count", tag_field="amount"):
    """The number of objects that fit; ``half`` of it, rounded up or down."""

    of: Select
    times: int = 1
    half: str = ""


class ValueOf(Node, frozen=True, tag="value", tag_field="amount"):
    """A value of an object in the game's words, such as its power, or counters of a kind."""

    what: str
    of: Select
    times: int = 1
    half: str = ""  # up | down: half of it, rounded so


Quantity = int | Count | ValueOf


class Target(Node, frozen=True):
    """A target: what it may be, by which name the effects call it, how many.

    ``most`` of -1 is any number. ``another``: none of the targets chosen before it. ``paid``: there
    is such a target only if a cost with that name was paid.
    """

    select: Select
    name: str = "target"
    least: int = 1
    most: int = 1
    another: bool = False
    paid: str = ""


class Get(Node, Gives, frozen=True, tag="get", tag_field="gives"):
    """Changes a value by an amount ("+2 ATK")."""

    value: str
    amount: Quantity


class Set(Node, Gives, frozen=True, tag="set", tag_field="gives"):
    """Sets a value ("base power 4")."""

    value: str
    amount: Quantity


class Gain(Node, Gives, frozen=True, tag="gain", tag_field="gives"):
    """Gives keywords, kinds, types or whole abilities."""

    keywords: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()


class Lose(Node, Gives, frozen=True, tag="lose", tag_field="gives"):
    """Takes keywords, kinds or types away; ``all_kinds``: every class or subtype."""

    keywords: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    all_kinds: bool = False
    all_abilities: bool = False


class Allow(Node, Gives, frozen=True, tag="allow", tag_field="gives"):
    """Lifts a rule in the game's words ("number of equipment" to 2; "second terrain")."""

    what: str
    amount: int = 1
    select: Select | None = None


class Forbid(Node, Gives, frozen=True, tag="forbid", tag_field="gives"):
    """Forbids something in the game's words ("attack", "be equipped", "move there").

    ``select``: only where such an object has to do with it; ``but``: except such objects.
    """

    what: str
    select: Select | None = None
    but: Select | None = None


class Static(Node, Ability, frozen=True, tag="static", tag_field="ability"):
    """A continuous (static, permanent) ability."""

    affects: Select
    gives: tuple[Gives, ...]
    when: tuple[Condition, ...] = ()
    text: str = ""


class On(Node, frozen=True):
    """What a trigger or a replacement watches: an event's kind, and what it is about."""

    event: str
    #: the object that the event is about
    what: Select = Select(who="self")
    #: further values of the event in the game's words ("to": "graveyard")
    to: str = ""
    by: Select | None = None
    whose: str = ""  # you | opponent: whose turn, draw, step
    #: "one or more": once for all that happens at the same time
    together: bool = False
    #: what has to be true as it happens, and is not looked at again: "attacks alone"
    given: tuple[Condition, ...] = ()


class Triggered(Node, Ability, frozen=True, tag="triggered", tag_field="ability"):
    """When/whenever/at: watches events, goes on the pile, does something."""

    on: tuple[On, ...]
    do: tuple[Does, ...]
    when: tuple[Condition, ...] = ()
    targets: tuple[Target, ...] = ()
    may: bool = False
    limit: int = 0  # how often it triggers each turn; 0 is no limit
    zone: str = ""  # where it works, if not where cards are in play
    text: str = ""


class Toll(Node, frozen=True):
    """One thing that is done to objects to pay a cost, by the game's word for it.

    ``what`` of "self" is the object itself; otherwise the player chooses ``amount`` of them.
    ``kind`` is the kind of counters, where it is about counters. With ``worth``, a value such as
    power, the player chooses any number of objects that are worth ``amount`` together.
    """

    do: str
    what: Select = Select(who="self")
    amount: Quantity = 1
    kind: str = ""
    worth: str = ""


class Cost(Node, frozen=True):
    """What is paid: an amount in the game's currency, states, sacrifices, counters."""

    pay: str = ""  # "{2}{W}", "3": the game reads it
    exhaust: bool = False  # tap, activate, close this object
    sacrifice: Select | None = None
    stun: Select | None = None
    remove_counters: str = ""
    counters: int = 0
    discard: Select | None = None
    also: tuple[Toll, ...] = ()


class Activated(Node, Ability, frozen=True, tag="activated", tag_field="ability"):
    """Cost: effect. ``timing`` is the game's word (sorcery, recruit step, slow, fast)."""

    do: tuple[Does, ...]
    cost: Cost = Cost()
    targets: tuple[Target, ...] = ()
    when: tuple[Condition, ...] = ()
    timing: str = ""
    limit: int = 0  # uses each turn; 0 is no limit
    zone: str = ""  # where it can be activated from, if not from where cards are in play
    #: what changes the cost of activating it by its own text
    less: tuple[Gives, ...] = ()
    text: str = ""


class Keyword(Node, Ability, frozen=True, tag="keyword", tag_field="ability"):
    """A keyword with its parameters; the rulebook rewrites it or knows it."""

    name: str
    cost: str = ""
    #: a cost that is more than an amount: "equip by sacrificing an artifact"
    price: Cost | None = None
    #: several costs, of which one is paid: "equip {2} or {B}"
    either: tuple[Cost, ...] = ()
    number: int = 0
    #: a number that is looked up: "mobilize X, where X is its power"
    amount: Quantity | None = None
    #: of an activated ability that it stands for: uses each turn, changes of its cost
    limit: int = 0
    less: tuple[Gives, ...] = ()
    select: Select | None = None
    words: tuple[str, ...] = ()
    text: str = ""


class Replacement(Node, Ability, frozen=True, tag="replacement", tag_field="ability"):
    """If the event would happen, do this instead."""

    on: On
    instead: tuple[Does, ...]
    when: tuple[Condition, ...] = ()
    text: str = ""


class Script(Node, Ability, frozen=True, tag="spell", tag_field="ability"):
    """What a spell, plot twist or one-shot card does when it resolves."""

    do: tuple[Does, ...]
    targets: tuple[Target, ...] = ()
    when: tuple[Condition, ...] = ()
    text: str = ""


# -- effects that two games or more share --------------------------------------------------------


class Attach(Node, Does, frozen=True, tag="attach", tag_field="do"):
    """Attach ``what`` to ``to``."""

    what: Select = Select(who="self")
    to: Select = Select(who="target")
    may: bool = False


class Unattach(Node, Does, frozen=True, tag="unattach", tag_field="do"):
    """Unattach ``what`` from what it is attached to."""

    what: Select


class Move(Node, Does, frozen=True, tag="move", tag_field="do"):
    """Put objects into a zone of the game's words (hand, graveyard, koed pile, hidden area).

    ``also``: further objects that go there at the same time.
    """

    what: Select
    to: str
    under: str = ""  # you | owner: who controls it there
    attached_to: Select | None = None
    at: str = ""  # top | bottom | shuffled | beside self | a cell in the game's words
    closed: bool = False
    #: how it enters: tapped, with counters, attacking (whom, in the game's words)
    tapped: bool = False
    counters: str = ""
    amount: Quantity = 1
    attacking: str = ""
    also: tuple[Select, ...] = ()


class Destroy(Node, Does, frozen=True, tag="destroy", tag_field="do"):
    """Destroy, KO: the game's way of removing something."""

    what: Select


class Change(Node, Does, frozen=True, tag="change", tag_field="do"):
    """A continuous effect with an end in the game's words (turn, attack, game)."""

    what: Select
    gives: tuple[Gives, ...]
    until: str = "turn"


class Control(Node, Does, frozen=True, tag="control", tag_field="do"):
    """A player gains control of objects."""

    what: Select
    player: str = "you"
    until: str = "game"


class PutCounters(Node, Does, frozen=True, tag="counters", tag_field="do"):
    """Put counters (tokens, markers) on objects; a negative amount removes them."""

    what: Select
    kind: str
    amount: Quantity = 1


class Damage(Node, Does, frozen=True, tag="damage", tag_field="do"):
    """Deal damage (wounds) to objects or to a player."""

    amount: Quantity
    what: Select | None = None
    player: str = ""  # you | opponent
    kind: str = ""  # the game's word: magic, shot, combat
    #: what deals it, if not the source of the ability
    source: Select | None = None


class Points(Node, Does, frozen=True, tag="points", tag_field="do"):
    """A player gains or loses points of a kind (life, endurance, crystals)."""

    kind: str
    amount: Quantity
    player: str = "you"


class Draw(Node, Does, frozen=True, tag="draw", tag_field="do"):
    """A player draws cards."""

    amount: Quantity = 1
    player: str = "you"


class SetState(Node, Does, frozen=True, tag="state", tag_field="do"):
    """Turn a state of the game's words on or off (tap, exhaust, ready, stun, close, open)."""

    what: Select
    state: str
    on: bool = True


class Shuffle(Node, Does, frozen=True, tag="shuffle", tag_field="do"):
    """A player shuffles a zone."""

    player: str = "you"
    zone: str = "deck"


class Token(Node, Does, frozen=True, tag="token", tag_field="do"):
    """A player creates tokens of a face of the game by its key, with abilities that the text names.

    How they enter: ``tapped``, ``attacking`` (whom, in the game's words: chosen, that). ``also``:
    others that are created at the same time.
    """

    face: str
    amount: Quantity = 1
    attached_to: Select | None = None
    abilities: tuple[Ability, ...] = ()
    tapped: bool = False
    attacking: str = ""
    player: str = "you"
    also: tuple[Token, ...] = ()


# -- conditions -----------------------------------------------------------------------------------


class Exists(Node, Condition, frozen=True, tag="exists", tag_field="if"):
    """As many objects as stated fit (or none of them)."""

    what: Select
    least: int = 1
    most: int | None = None


class During(Node, Condition, frozen=True, tag="during", tag_field="if"):
    """It is this step or phase (the game's word), of this player's turn."""

    step: str = ""
    whose: str = ""


class If(Node, Does, frozen=True, tag="if", tag_field="do"):
    """Do ``then`` if the conditions hold now, else ``otherwise``."""

    when: tuple[Condition, ...]
    then: tuple[Does, ...]
    otherwise: tuple[Does, ...] = ()


def walk(node: object) -> list[Node]:
    """A node and all nodes inside it, outermost first."""
    result: list[Node] = []
    if isinstance(node, Node):
        result.append(node)
        for field in node.__struct_fields__:
            result.extend(walk(getattr(node, field)))
    elif isinstance(node, tuple | list):
        for item in node:
            result.extend(walk(item))
    return result


SHARED: tuple[type[Node], ...] = (
    Get,
    Set,
    Gain,
    Lose,
    Allow,
    Forbid,
    Static,
    Triggered,
    Activated,
    Keyword,
    Replacement,
    Script,
    Attach,
    Unattach,
    Move,
    Destroy,
    Change,
    Control,
    PutCounters,
    Damage,
    Points,
    Draw,
    SetState,
    Shuffle,
    Token,
    If,
    Exists,
    During,
)
