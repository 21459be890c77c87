"""Selectors, quantities and conditions of card texts (chapters 400, 406)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlaw.cards.nodes import (
    Condition,
    Count,
    During,
    Exists,
    Quantity,
    Select,
    ValueOf,
)
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.berserk.nodes import (
    GoesSecond,
    HasNot,
    IsUsing,
    KilledByEnemy,
    Least,
    OncePerBattle,
    OncePerTurn,
    Sum,
)
from cardlaw.rulebooks.berserk.places import PLACES, is_at, stands
from cardlaw.rulebooks.berserk.words import (
    BATTLE,
    BATTLE_USE,
    BY_ENEMY,
    CLOSED,
    COMPANIONS,
    CREATURE,
    EQUIPMENT,
    EXTRA,
    FLYER,
    GRAVEYARD,
    HIT,
    HURT,
    MOVED,
    NEUTRAL,
    POISON,
    STEPS,
    TOKEN,
    WIDER,
    active,
    first_player,
    in_battle,
    is_hidden,
    step,
)

if TYPE_CHECKING:
    from cardlaw.rulebooks.berserk.faces import Char


class Scene(NamedTuple):
    """Who speaks a text: its player and source, what the event was about, the named cards."""

    player: int
    source: int
    it: int = -1
    by: int = -1
    names: tuple[tuple[str, int], ...] = ()
    #: the ability's path, for conditions on its own use
    text: tuple[int, ...] = ()
    cell: str = ""
    #: the number of the event: wounds, tokens
    number: int = 0

    def named(self, name: str) -> list[int]:
        """The cards that the text calls by a name."""
        return [obj for word, obj in self.names if word == name]


def char_of(state: State, obj: int) -> Char:
    """The characteristics of an object in any zone, as everybody sees them."""
    char: Char | None = state.board().chars.get(obj)
    return state.faces[state.card[obj]].sheet.char if char is None else char


def all_in_battle(state: State) -> list[int]:
    """All objects in the zone of battle, in the order of the zones."""
    return [obj for zone in BATTLE for obj in state.order.get(zone, ())]


def value_of(state: State, obj: int, what: str) -> int:
    """A number of a card in the game's words."""
    char = char_of(state, obj)
    if what == "cost":
        return max(0, char.cost)
    if what == "life":
        return char.life + state.counters.get((obj, EXTRA), 0) - state.damage.get(obj, 0)
    if what == "wounds":
        return state.damage.get(obj, 0)
    if what == "tokens":
        return state.counters.get((obj, TOKEN), 0)
    if what == POISON:
        return state.counters.get((obj, POISON), 0)
    if what.endswith(" left"):
        most = char.keywords.get(what.removesuffix(" left"), 0)
        return most - state.counters.get((obj, TOKEN), 0)
    if what == "movement":
        return max(0, char.movement)
    if what in STRIKES:
        return max(0, char.strike[STRIKES.index(what)])
    if what in COUNTED:
        return COUNTED[what](state, obj)
    return char.keywords.get(what, 0)


#: the grades of a simple strike as values, from the weak one
STRIKES = ("weak strike", "medium strike", "strong strike")


def _last_tokens(state: State, obj: int) -> int:
    """The tokens with which a card left the zone of battle."""
    known = state.last.get(Ref(obj, state.born.get(obj, 0) - 1))
    return 0 if known is None else int(known[-1])


#: values that are no characteristics
COUNTED: dict[str, Callable[[State, int], int]] = {
    "moved": lambda state, obj: state.counters.get((obj, MOVED), 0),
    "extra life": lambda state, obj: state.counters.get((obj, EXTRA), 0),
    "wounds this turn": lambda state, obj: state.used.get((HURT, obj), 0),
    "tokens it had": _last_tokens,
}


def amount(state: State, quantity: Quantity | Least | Sum, scene: Scene) -> int:
    """A quantity of a text as a number."""
    if isinstance(quantity, int):
        return quantity
    if isinstance(quantity, Count):
        found = [o for o in all_in_battle(state) if fits(state, quantity.of, o, scene)]
        return quantity.times * len(found)
    if isinstance(quantity, Least):
        both = (amount(state, quantity.one, scene), amount(state, quantity.other, scene))
        return quantity.times * min(both)
    if isinstance(quantity, Sum):
        return max(0, amount(state, quantity.one, scene) + quantity.other)
    assert isinstance(quantity, ValueOf)
    if quantity.what == "number":
        return quantity.times * scene.number
    subjects = chosen(state, quantity.of, scene)
    if quantity.what == "elements":
        return quantity.times * len({char_of(state, obj).element for obj in subjects} - {NEUTRAL})
    return quantity.times * sum(value_of(state, obj, quantity.what) for obj in subjects)


def _subjects(state: State, select: Select, scene: Scene) -> list[int]:
    """The objects that a selector's ``who`` names; all in battle when it names none."""
    who = select.who
    if who in ("", "each"):
        if select.zone == GRAVEYARD:
            return [obj for player in (0, 1) for obj in state.zone(GRAVEYARD, player)]
        return all_in_battle(state)
    if who == "other":
        # a text may call its second target so
        return scene.named(who) or all_in_battle(state)
    if who == "self":
        return [scene.source]
    if who == "bearer":
        host = bearer_of(state, scene.source)
        return [] if host < 0 else [host]
    if who == "it":
        return [scene.it] if scene.it >= 0 else []
    if who == "by":
        return [scene.by] if scene.by >= 0 else []
    if who == "struck":
        from cardlaw.rulebooks.berserk.stack import action_on_top  # noqa: PLC0415

        item = action_on_top(state)
        return [] if item is None else list(item.targets)
    if who == GRANTER:
        return [granter_of(scene.text)]
    if who.startswith(BEARER_OF):
        borne = _subjects(state, Select(who=who.removeprefix(BEARER_OF)), scene)
        return [host for host in (bearer_of(state, obj) for obj in borne) if host >= 0]
    return scene.named(who)


#: the word of an acquired ability for the card that gives it
GRANTER = "granter"


def granter_of(text: tuple[int, ...]) -> int:
    """The card that gives the ability with this path, or -1 if it is printed."""
    return text[3] if len(text) > 3 else -1


#: the words of a text for what bears another card that it names
BEARER_OF = "bearer of "


def bearer_of(state: State, obj: int) -> int:
    """What bears a card, or bore it when it left; -1 for none."""
    host = state.host.get(obj)
    if host is not None or in_battle(state, obj):
        return -1 if host is None else host
    known = state.last.get(Ref(obj, state.born.get(obj, 0) - 1))
    if known is None or known[1] < 0 or not in_battle(state, known[1]):
        return -1
    return int(known[1])


def chosen(state: State, select: Select, scene: Scene) -> list[int]:
    """The objects that a selector means in a scene."""
    return [obj for obj in _subjects(state, select, scene) if fits(state, select, obj, scene)]


@rules("BE09 415.3", "BE09 415.3a")
def suits(state: State, select: Select, obj: int, scene: Scene) -> bool:
    """Whether a card is legal for a text: of a hidden one only whose it is and how near."""
    if is_hidden(state, obj):
        return in_battle(state, obj) and _whose_and_near(state, select, obj, scene)
    return fits(state, select, obj, scene)


def _whose_and_near(state: State, select: Select, obj: int, scene: Scene) -> bool:
    if select.controller:
        mine = state.controller[obj] == scene.player
        if mine != (select.controller == "you"):
            return False
    if select.adjacent_to and not _beside(state, select.adjacent_to, obj, scene):
        return False
    return not (select.except_self and obj == scene.source)


def _beside(state: State, what: str, obj: int, scene: Scene) -> bool:
    """Whether a card stands to another one as a text says: "self", "on bearer", "opposite it"."""
    how, _, who = what.rpartition(" ")
    anchors = _subjects(state, Select(who=who), scene)
    return any(stands(state, how, obj, anchor, scene.source) for anchor in anchors)


def is_meant(state: State, select: Select, obj: int, scene: Scene) -> bool:
    """Whether a card is itself or the bearer, if a selector says so, and fits; -1 is no card."""
    if obj < 0:
        return False
    if select.who == "self" and obj != scene.source:
        return False
    if select.who == "bearer" and obj != state.host.get(scene.source):
        return False
    return fits(state, select, obj, scene)


def fits(state: State, select: Select, obj: int, scene: Scene) -> bool:
    """Whether a card fits a selector. Its ``who`` is not tested here."""
    char = char_of(state, obj)
    if select.any_of:
        return any(fits(state, part, obj, scene) for part in select.any_of)
    if select.types and char.type not in select.types:
        return False
    if char.type in select.not_types:
        return False
    if not _where(state, select, obj) or not _whose_and_near(state, select, obj, scene):
        return False
    if select.kinds and not any(kind in char.classes for kind in select.kinds):
        return False
    if select.not_kinds and any(kind in char.classes for kind in select.not_kinds):
        return False
    if select.elements and char.element not in _elements(state, select, scene):
        return False
    if select.named and state.faces[state.card[obj]].name != select.named:
        return False
    return _compares(state, select, obj, scene) and _in_state(state, select, obj, char)


def _compares(state: State, select: Select, obj: int, scene: Scene) -> bool:
    """Whether a card stands to others as a selector says: not that one, like it, worth no more."""
    if select.owner and (state.owner[obj] == scene.player) != (select.owner == "you"):
        return False
    if select.except_who and obj in _subjects(state, Select(who=select.except_who), scene):
        return False
    if select.shares and not _shares(state, select, char_of(state, obj), scene):
        return False
    return all(
        value_of(state, obj, what) <= amount(state, most, scene)
        for what, most in select.at_most.items()
    )


@rules("BE09 202.3")
def _shares(state: State, select: Select, char: Char, scene: Scene) -> bool:
    """Whether a card has the class, the element or the cost of the one that a text compares."""
    for other in _subjects(state, Select(who=select.with_whom), scene):
        its = char_of(state, other)
        if select.shares == "class" and set(its.classes) & set(char.classes):
            return True
        if select.shares == "element" and its.element == char.element != NEUTRAL:
            return True
        if select.shares == "cost" and (its.cost, its.gold) == (char.cost, char.gold):
            return True
    return False


def _elements(state: State, select: Select, scene: Scene) -> tuple[str, ...]:
    """The elements that a selector names; "own" is that of the card with the text."""
    own = char_of(state, scene.source).element
    return tuple(own if word == "own" else word for word in select.elements)


def _where(state: State, select: Select, obj: int) -> bool:
    zone = state.where[obj][0]
    if select.zone:
        return zone == select.zone or zone in select.zone.split(" or ")
    return in_battle(state, obj) or select.who != "" or zone == GRAVEYARD


def _in_state(state: State, select: Select, obj: int, char: Char) -> bool:
    for word in select.states:
        if not has_state(state, obj, word):
            return False
    for word in select.not_states:
        if has_state(state, obj, word):
            return False
    for word in select.keywords:
        if not has_keyword(char, word):
            return False
    for word in select.not_keywords:
        if has_keyword(char, word):
            return False
    for what, (least, most) in select.values.items():
        value = value_of(state, obj, what)
        if (least is not None and value < least) or (most is not None and value > most):
            return False
    return select.equipped is None or select.equipped == wears(state, obj)


def wears(state: State, obj: int) -> bool:
    """Whether a card bears equipment."""
    return any(char_of(state, other).type == EQUIPMENT for other in state.board().worn.get(obj, ()))


def has_keyword(char: Char, word: str) -> bool:
    """Whether a card has a named ability, flight and being a symbiote among them."""
    if word in ("flight", FLYER):
        return char.subtype == FLYER
    if word in COMPANIONS:
        return char.subtype == word
    if word == "subtype":
        return bool(char.subtype)
    return word in char.keywords or word in char.kinds or bool(char.kinds & WIDER.get(word, NONE))


NONE: frozenset[str] = frozenset()


def _on_top(state: State, obj: int) -> bool:
    """Whether a card is the last that came into its graveyard."""
    return state.zone(GRAVEYARD, state.owner[obj])[-1:] == (obj,)


def _is_top_creature(state: State, obj: int) -> bool:
    """Whether a card is the creature that came last into its graveyard."""
    pile = state.zone(GRAVEYARD, state.owner[obj])
    creatures = [o for o in pile if state.faces[state.card[o]].type == CREATURE]
    return creatures[-1:] == [obj]


#: states of the game's words that are no bits of a card
_STATES: dict[str, Callable[[State, int], bool]] = {
    "open": lambda state, obj: not state.status.get(obj, 0) & CLOSED,
    "wounded": lambda state, obj: state.damage.get(obj, 0) > 0,
    "with a class": lambda state, obj: bool(char_of(state, obj).classes),
    "poisoned": lambda state, obj: (obj, POISON) in state.counters,
    "hit this turn": lambda state, obj: (HIT, obj) in state.used,
    "moved": lambda state, obj: (obj, MOVED) in state.counters,
    "elite": lambda state, obj: char_of(state, obj).gold,
    "regular": lambda state, obj: not char_of(state, obj).gold,
    "defending": lambda state, obj: any(item.data[5] == obj for item in state.pile.values()),
    "on top": _on_top,
    "top creature": _is_top_creature,
    "able to accumulate": lambda state, obj: bool(state.faces[state.card[obj]].sheet.accumulates),
}


def has_state(state: State, obj: int, word: str) -> bool:
    """Whether a card is in a state of the game's words."""
    bit = state.book.status_names.get(word, 0)
    if bit:
        return bool(state.status.get(obj, 0) & bit)
    if word in PLACES:
        return is_at(state, obj, word)
    return word in _STATES and _STATES[word](state, obj)


def holds(state: State, conditions: tuple[Condition, ...], scene: Scene) -> bool:
    """Whether all conditions of a text hold now."""
    return all(_holds(state, condition, scene) for condition in conditions)


def in_the_battle(source: int, text: tuple[int, ...]) -> tuple[Any, ...]:
    """The key under which it is counted how often an ability was used in the battle."""
    return (BATTLE_USE, source, text)


def _holds(state: State, condition: Condition, scene: Scene) -> bool:
    if isinstance(condition, Exists):
        found = len(chosen(state, condition.what, scene))
        most = condition.most
        return found >= condition.least and (most is None or found <= most)
    if isinstance(condition, During):
        if not whose_turn(state, condition, scene):
            return False
        return not condition.step or STEPS[step(state)] == condition.step
    if isinstance(condition, OncePerTurn):
        key = ("ability", scene.source, state.born.get(scene.source, 0), scene.text)
        return key not in state.used
    if isinstance(condition, OncePerBattle):
        return in_the_battle(scene.source, scene.text) not in state.used
    if isinstance(condition, KilledByEnemy):
        return (BY_ENEMY, scene.source) in state.used
    if isinstance(condition, GoesSecond):
        return scene.player != first_player(state)
    if isinstance(condition, HasNot):
        if condition.what == MOVED:
            return (scene.source, MOVED) not in state.counters
        return (condition.what, scene.source) not in state.used
    if isinstance(condition, IsUsing):
        return _is_using(state, condition, scene)
    raise TypeError(f"the condition {condition!r} has no executor")


@rules("BE09 200.4")
def whose_turn(state: State, condition: Condition, scene: Scene) -> bool:
    """Whether the active player is the one of whose turn a condition speaks, if it does."""
    if not isinstance(condition, During) or not condition.whose:
        return True
    return (condition.whose == "you") == (active(state) == scene.player)


def _is_using(state: State, condition: IsUsing, scene: Scene) -> bool:
    """Whether the action on top of the stack is such a one."""
    from cardlaw.rulebooks.berserk.stack import action_on_top  # noqa: PLC0415

    item = action_on_top(state)
    if item is None or (condition.kinds and item.kind not in condition.kinds):
        return False
    if condition.by is not None and not _named_or_fits(state, condition.by, item.source, scene):
        return False
    return condition.at is None or any(
        _named_or_fits(state, condition.at, obj, scene) for obj in item.targets
    )


def _named_or_fits(state: State, select: Select, obj: int, scene: Scene) -> bool:
    return obj in _subjects(state, select, scene) and fits(state, select, obj, scene)
