"""Numbers that texts ask for: counts, values of objects and players (CR 107.1, 608.2h, 700)."""

from __future__ import annotations

from cardlaw.cards.nodes import Quantity, Select, ValueOf
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import (
    COUNTING,
    Board,
    Scope,
    char_on,
    meant,
    named_refs,
)
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.history import cast_before
from cardlaw.rulebooks.magic.instructions import NUMBERS, THIS_TURN
from cardlaw.rulebooks.magic.known import counters_on, last_value
from cardlaw.rulebooks.magic.mana import COLORS, TYPES
from cardlaw.rulebooks.magic.qualities import qualities, value_of
from cardlaw.rulebooks.magic.subtypes import LAND_TYPES
from cardlaw.rulebooks.magic.whose import players_by

_SIZES = {"hand size": "hand", "library size": "library", "graveyard size": "graveyard"}
#: the opponents in a game for two, and those of them that a creature does not attack
_OPPONENTS = {"opponents": 1, "further opponents": 0}
_PARTY = ("Cleric", "Rogue", "Warrior", "Wizard")
_CARD_TYPES = frozenset(
    (
        "artifact",
        "battle",
        "creature",
        "enchantment",
        "instant",
        "kindred",
        "land",
        "planeswalker",
        "sorcery",
    )
)


def quantity(state: State, board: Board, amount: Quantity, scope: Scope) -> int:
    """A number of a text: fixed, a count, or a value of objects or players."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, ValueOf):
        found = _value(state, board, amount, scope)
    elif amount.of.adjacent_to == "self" and not state.is_current(scope.source):
        found = len(last_attached(state, board, amount.of, scope))
    else:
        found = len(meant(state, board, amount.of, scope))
    return amount.times * (halved(found, amount.half) if amount.half else found)


@rules("CR 107.1a")
def halved(number: int, how: str) -> int:
    """Half of a number, rounded up or down."""
    return -(-number // 2) if how == "up" else number // 2


def _value(state: State, board: Board, amount: ValueOf, scope: Scope) -> int:
    what = amount.what
    if what == "event":
        return scope.amount
    if what == "resolutions":
        return state.used.get(("resolved", scope.source.id, *scope.path), 0)
    if what == "spells cast before it":
        return cast_before(state, amount.of, scope)
    if what.startswith("paid "):
        return times_paid(state, scope, what.removeprefix("paid "))
    if what == "number":
        return len(named_refs(state, amount.of, scope))
    if what in _OPPONENTS:
        return _OPPONENTS[what]
    if what in ("x", "result"):
        return next((a[1] for a in scope.answers if a[0] == what), 0)
    if what in NUMBERS or what in _SIZES:
        whose = players_by(state, amount.of.who or "you", scope)
        return sum(_of_player(state, player, what) for player in whose)
    refs = named_refs(state, amount.of, scope) if amount.of.who else []
    if amount.of.who in ("", "other"):
        refs = [state.ref(obj) for obj in meant(state, board, amount.of, scope)]
    return of_objects(state, board, what, refs)


def _of_player(state: State, player: int, what: str) -> int:
    if what in THIS_TURN:
        return state.used.get((what, player), 0)
    zone = _SIZES.get(what)
    if zone is not None:
        return len(state.zone(zone, player))
    return state.points.get((player, what), 0)


@rules("CR 608.2h", "CR 700.5")
def of_objects(state: State, board: Board, what: str, refs: list[Ref]) -> int:
    """A number that some objects have together: a sum, the greatest, or how many kinds."""
    if what.startswith("greatest "):
        word = what.removeprefix("greatest ")
        return max((_one(state, board, ref, word) for ref in refs), default=0)
    if what == "card types":
        found = [char_on(state, board, ref.id).types & _CARD_TYPES for ref in refs]
        return len(frozenset().union(*found))
    if what == "basic land types":
        kinds = [char_on(state, board, ref.id).subtypes for ref in refs]
        return len(frozenset().union(*kinds) & frozenset(LAND_TYPES))
    if what == "colors":
        return len(frozenset().union(*(char_on(state, board, ref.id).colors for ref in refs)))
    if what == "party":
        return party(state, board, refs)
    if what == "names":
        return len({char_on(state, board, ref.id).name for ref in refs})
    return sum(_one(state, board, ref, what) for ref in refs)


@rules("CR 700.8")
def party(state: State, board: Board, refs: list[Ref]) -> int:
    """How many of the four roles of a party some creatures can fill, one role each."""
    filled: dict[str, Ref] = {}

    def place(ref: Ref, tried: set[str]) -> bool:
        char = char_on(state, board, ref.id)
        for kind in _PARTY:
            if char.is_kind(kind) and kind not in tried:
                tried.add(kind)
                if kind not in filled or place(filled[kind], tried):
                    filled[kind] = ref
                    return True
        return False

    return sum(place(ref, set()) for ref in refs)


def _one(state: State, board: Board, ref: Ref, what: str) -> int:
    if what == "counters" or what.endswith(" counters"):
        return counters_on(state, ref, what.removesuffix("counters").strip())
    if what.startswith("devotion "):
        return devotion(state, ref.id, what.removeprefix("devotion "))
    if what in ("blockers", "blockers beyond the first"):
        pairs = state.lists.get("blockers", ())
        number = sum(1 for _, attacker in pairs if attacker == ref.id)
        return number if what == "blockers" else max(0, number - 1)
    if state.is_current(ref) and (ref.id in board.chars or what == "mana value"):
        return value_of(char_on(state, board, ref.id), what) or 0
    if what == "mana value":
        return printed(state, ref.id).mana.value
    return last_value(state, ref, what)


@rules("CR 700.5")
def devotion(state: State, obj: int, color: str) -> int:
    """The mana symbols of a colour, or of any of some colours, in an object's mana cost."""
    cost = printed(state, obj).mana
    symbols = [letter for letter, name in COLORS.items() if name in color.split(" ")]
    plain = sum(cost.typed[TYPES.index(symbol)] for symbol in symbols)
    return plain + sum(any(s in kinds for s in symbols) for kinds in cost.hybrid)


@rules("CR 608.2h")
def last_attached(state: State, board: Board, select: Select, scope: Scope) -> list[int]:
    """What was attached to the source of a text as it last existed, of those that fit."""
    last = state.last.get(scope.source)
    known: tuple[int, ...] = last[10] if last is not None else ()
    return [obj for obj in known if qualities(char_on(state, board, obj), select)]


def times_paid(state: State, scope: Scope, name: str) -> int:
    """How often a cost was paid for the spell, or for the spell that became the permanent."""
    said = sum(a[:2] in (("with", name), ("way", name)) for a in scope.answers)
    source = scope.source
    for item in state.pile.values() if not said else ():
        if item.kind == "spell" and item.source == source:
            return sum(a[:2] in (("with", name), ("way", name)) for a in item.answers)
    return said or state.used.get(("paid for", source.id, source.born, name), 0)


COUNTING.append(quantity)
