"""Selectors, quantities and conditions of card texts (chapters 400, 406)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
from cardlaw.rulebooks.berserk.field import NEIGHBOURS
from cardlaw.rulebooks.berserk.field import STEPS as STEPS_FROM
from cardlaw.rulebooks.berserk.nodes import GoesSecond, HasNot, IsUsing, Least, OncePerTurn
from cardlaw.rulebooks.berserk.words import (
    BATTLE,
    CLOSED,
    COMPANIONS,
    EQUIPMENT,
    EXTRA,
    FLYER,
    GRAVEYARD,
    HIDDEN,
    HIT,
    POISON,
    STEPS,
    TOKEN,
    active,
    first_player,
    in_battle,
    is_hidden,
    step,
)

if TYPE_CHECKING:
    from cardlaw.rulebooks.berserk.board import Board
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


@rules("BE12 212.7", "BE09 214.10", "BE09 210.9", "BE09 211.4")
def adjacent(board: Board, one: int, other: int) -> bool:
    """Whether two cards stand side by side, as a bearer does with its equipment."""
    here, there = board.cell_of.get(one), board.cell_of.get(other)
    if here is None or there is None or one == other:
        return False
    if here == there:
        return here not in board.shared or _ride_together(board, here, one, other)
    return there in NEIGHBOURS[here]


def _ride_together(board: Board, cell: str, one: int, other: int) -> bool:
    """Whether two cards on a shared cell belong to the same bearer or host."""
    groups = [(obj, *board.worn.get(obj, ())) for obj in board.shared[cell]]
    return any(one in group and other in group for group in groups)


def all_in_battle(state: State) -> list[int]:
    """All objects in the zone of battle, in the order of the zones."""
    return [obj for zone in BATTLE for obj in state.order.get(zone, ())]


def value_of(state: State, obj: int, what: str) -> int:
    """A number of a card in the game's words."""
    char = char_of(state, obj)
    if what == "cost":
        return char.cost
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
        return char.movement
    if what == "weak strike":
        return char.strike[0]
    return char.keywords.get(what, 0)


def amount(state: State, quantity: Quantity | Least, scene: Scene) -> int:
    """A quantity of a text as a number."""
    if isinstance(quantity, int):
        return quantity
    if isinstance(quantity, Count):
        found = [o for o in all_in_battle(state) if fits(state, quantity.of, o, scene)]
        return quantity.times * len(found)
    if isinstance(quantity, Least):
        both = (amount(state, quantity.one, scene), amount(state, quantity.other, scene))
        return quantity.times * min(both)
    assert isinstance(quantity, ValueOf)
    if quantity.what == "number":
        return quantity.times * scene.number
    subjects = _subjects(state, quantity.of, scene)
    return quantity.times * sum(value_of(state, obj, quantity.what) for obj in subjects)


def _subjects(state: State, select: Select, scene: Scene) -> list[int]:
    """The objects that a selector's ``who`` names; all in battle when it names none."""
    who = select.who
    if who in ("", "each"):
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
    return scene.named(who)


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
    """Whether a card is at another one: adjacent, "on" it, or "orthogonally" adjacent."""
    how, _, who = what.rpartition(" ")
    anchors = _subjects(state, Select(who=who), scene)
    if how == "on":
        return state.host.get(obj, -1) in anchors
    near = _in_line if how == "orthogonally" else adjacent
    return any(near(state.board(), obj, other) for other in anchors)


@rules("BE09 6")
def _in_line(board: Board, one: int, other: int) -> bool:
    """Whether two cards stand on cells that share a side, as a formation asks."""
    here, there = board.cell_of.get(one), board.cell_of.get(other)
    return here is not None and there in STEPS_FROM[here]


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
    return _in_state(state, select, obj, char)


def _elements(state: State, select: Select, scene: Scene) -> tuple[str, ...]:
    """The elements that a selector names; "own" is that of the card with the text."""
    own = char_of(state, scene.source).element
    return tuple(own if word == "own" else word for word in select.elements)


def _where(state: State, select: Select, obj: int) -> bool:
    zone = state.where[obj][0]
    if select.zone:
        return zone == select.zone
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
    return word in char.keywords


def has_state(state: State, obj: int, word: str) -> bool:
    """Whether a card is in a state of the game's words."""
    status = state.status.get(obj, 0)
    if word == "closed":
        return bool(status & CLOSED)
    if word == "open":
        return not status & CLOSED
    if word == "hidden":
        return bool(status & HIDDEN)
    if word == "wounded":
        return state.damage.get(obj, 0) > 0
    if word == "with a class":
        return bool(char_of(state, obj).classes)
    if word == "poisoned":
        return (obj, POISON) in state.counters
    if word == "hit this turn":
        return (HIT, obj) in state.used
    return bool(status & state.book.status_names.get(word, 0))


def holds(state: State, conditions: tuple[Condition, ...], scene: Scene) -> bool:
    """Whether all conditions of a text hold now."""
    return all(_holds(state, condition, scene) for condition in conditions)


def _holds(state: State, condition: Condition, scene: Scene) -> bool:
    if isinstance(condition, Exists):
        found = len(chosen(state, condition.what, scene))
        most = condition.most
        return found >= condition.least and (most is None or found <= most)
    if isinstance(condition, During):
        if condition.whose and (condition.whose == "you") != (active(state) == scene.player):
            return False
        return not condition.step or STEPS[step(state)] == condition.step
    if isinstance(condition, OncePerTurn):
        key = ("ability", scene.source, state.born.get(scene.source, 0), scene.text)
        return key not in state.used
    if isinstance(condition, GoesSecond):
        return scene.player != first_player(state)
    if isinstance(condition, HasNot):
        return (condition.what, scene.source) not in state.used
    if isinstance(condition, IsUsing):
        from cardlaw.rulebooks.berserk.stack import action_on_top  # noqa: PLC0415

        item = action_on_top(state)
        if item is None or (condition.kinds and item.kind not in condition.kinds):
            return False
        if condition.by is not None and not _named_or_fits(state, condition.by, item.source, scene):
            return False
        return condition.at is None or any(
            _named_or_fits(state, condition.at, obj, scene) for obj in item.targets
        )
    raise TypeError(f"the condition {condition!r} has no executor")


def _named_or_fits(state: State, select: Select, obj: int, scene: Scene) -> bool:
    return obj in _subjects(state, select, scene) and fits(state, select, obj, scene)
