"""Parts of continuous effects, their layers, and what they depend on (CR 613.3, 613.4, 613.8)."""

from __future__ import annotations

from cardlaw.cards.nodes import (
    Allow,
    Condition,
    Count,
    Exists,
    Forbid,
    Gain,
    Get,
    Gives,
    Lose,
    Select,
    Set,
    ValueOf,
)
from cardlaw.kernel.tables import Effect
from cardlaw.rulebooks.magic.board import Held
from cardlaw.rulebooks.magic.clauses import CombatCost, HandSize, SpellLimit
from cardlaw.rulebooks.magic.copy_nodes import EnterAsCopy
from cardlaw.rulebooks.magic.damage_nodes import MoreDamage, Prevent, Redirect
from cardlaw.rulebooks.magic.instructions import (
    Blockers,
    CounterLimit,
    MustBeBlocked,
    Spares,
)
from cardlaw.rulebooks.magic.nodes import (
    Become,
    ChooseAsEnters,
    CostLess,
    Enters,
    Instead,
    OnlyTo,
    PlayerGains,
    Switch,
    YouControl,
)
from cardlaw.rulebooks.magic.replacement_nodes import Would
from cardlaw.rulebooks.magic.subtypes import LAND_TYPES

RULES_LAYER = 99


class Origin:
    """Where parts of a continuous effect come from: a static ability, or a resolved effect."""

    __slots__ = (
        "affected",
        "defining",
        "effect",
        "held",
        "rule",
        "select",
        "source",
        "stamp",
        "when",
        "you",
    )

    def __init__(self, source: int, stamp: int, select: Select) -> None:
        self.source = source
        self.stamp = stamp
        self.select = select
        self.when: tuple[Condition, ...] = ()
        self.held: Held | None = None
        self.effect: Effect | None = None
        self.you = -1
        self.defining = False
        #: the rule that makes the effect, where no text does
        self.rule = ""
        #: the objects that it applies to, fixed when its first part applies
        self.affected: tuple[int, ...] | None = None


class Part:
    """One part of a continuous effect in one layer."""

    __slots__ = ("gives", "layer", "number", "origin")

    def __init__(self, layer: int, origin: Origin, gives: Gives, number: int) -> None:
        self.layer = layer
        self.origin = origin
        self.gives = gives
        self.number = number

    def order(self) -> tuple[bool, int]:
        return (not self.origin.defining, self.origin.stamp)


def layers_of(gives: Gives, defining: bool) -> tuple[int, ...]:
    """In which layers a part of an effect applies."""
    if isinstance(gives, Get):
        return (72,)
    if isinstance(gives, Set):
        return (70 if defining else 71,)
    if isinstance(gives, Switch):
        return (73,)
    if isinstance(gives, YouControl):
        return (2,)
    if isinstance(gives, Gain | Lose | Become):
        return _layers_of_words(gives)
    return (RULES_LAYER,)


def _layers_of_words(gives: Gain | Lose | Become) -> tuple[int, ...]:
    found = []
    all_kinds = isinstance(gives, Lose) and gives.all_kinds
    wild = isinstance(gives, Become) and gives.all_creature_types
    if gives.types or gives.kinds or all_kinds or wild:
        found.append(4)
    if (
        not isinstance(gives, Lose)
        and gives.colors
        or isinstance(gives, Become)
        and gives.colorless
    ):
        found.append(5)
    if isinstance(gives, Gain) and (gives.keywords or gives.abilities):
        found.append(6)
    if isinstance(gives, Lose) and (gives.keywords or gives.all_abilities):
        found.append(6)
    return tuple(found)


def silences(piece: Part) -> bool:
    gives = piece.gives
    if isinstance(gives, Lose):
        return piece.layer == 6 and gives.all_abilities
    return (
        isinstance(gives, Become)
        and piece.layer == 4
        and not gives.add
        and any(kind in LAND_TYPES for kind in gives.kinds)
    )


def can_lose(held: Held, on: Part) -> bool:
    return on.layer == 6 or held.source == on.origin.source or on.layer == 4


def reads(piece: Part) -> frozenset[int]:
    """The layers whose results decide to what a piece applies and what it does."""
    origin = piece.origin
    found: set[int] = set()
    if origin.effect is None:
        if origin.affected is None:
            found |= select_reads(origin.select)
            for condition in origin.when:
                if isinstance(condition, Exists):
                    found |= select_reads(condition.what)
        if isinstance(piece.gives, Get | Set) and not isinstance(piece.gives.amount, int):
            found |= quantity_reads(piece.gives.amount)
        if isinstance(piece.gives, YouControl):
            found.add(2)
    return frozenset(found)


def may_depend(piece: Part, layer: int) -> bool:
    """Whether a piece could depend on, or silence, any other one of its layer."""
    return silences(piece) or not reads(piece).isdisjoint((layer, layer // 10 * 10))


def quantity_reads(amount: Count | ValueOf) -> set[int]:
    found = select_reads(amount.of)
    if isinstance(amount, ValueOf) and amount.what in ("power", "toughness"):
        found.add(70)
    return found


#: descriptions that no result of a layer decides
_PLAIN = (Select(who="bearer"), Select(who="self"))


def select_reads(select: Select) -> set[int]:
    found: set[int] = set()
    if select in _PLAIN:
        return found
    if select.types or select.not_types or select.kinds or select.not_kinds:
        found.add(4)
    if select.equipped is not None or "enchanted" in select.states + select.not_states:
        found.add(4)
    if select.colors or select.not_colors:
        found.add(5)
    if select.shares:
        found.add(5 if select.shares == "color" else 4)
    if select.keywords or select.not_keywords:
        found.add(6)
    if select.controller:
        found.add(2)
    if select.than_self or not select.values.keys() <= {"mana value", "abilities"}:
        found.add(70)
    if "abilities" in select.values:
        found.add(6)
    for other in select.any_of:
        found |= select_reads(other)
    return found


#: nodes about rules and costs -> the word under which such a part is found
_WORDS: dict[type, str] = {
    CostLess: "cost",
    OnlyTo: "only to",
    Blockers: "blockers",
    Prevent: "prevent",
    Redirect: "redirect",
    Enters: "enters",
    Instead: "instead",
    MoreDamage: "more damage",
    ChooseAsEnters: "chooses",
    CounterLimit: "counter limit",
    HandSize: "hand size",
    CombatCost: "combat cost",
    Spares: "spares",
    SpellLimit: "spell limit",
    PlayerGains: "player gains",
    EnterAsCopy: "enters as copy",
}


def part_word(gives: Gives) -> str:
    """The word under which a part about rules is found."""
    if isinstance(gives, Forbid):
        return f"forbid {gives.what}"
    if isinstance(gives, Allow):
        return f"allow {gives.what}"
    if isinstance(gives, Would):
        return f"would {gives.event}"
    if isinstance(gives, MustBeBlocked):
        return "all block it" if gives.by_all else "must be blocked"
    word = _WORDS.get(gives.__class__)
    if word is None:
        raise TypeError(f"no effect of this game: {gives!r}")
    return word
