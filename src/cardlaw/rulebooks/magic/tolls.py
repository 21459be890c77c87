"""Costs that are no mana: what may be given for them, and giving it (CR 118.3, 601.2h, 602.1a)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardlaw.cards.nodes import Activated, Toll, ValueOf
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED
from cardlaw.rulebooks.magic.board import (
    FIELD,
    SICK,
    TAPPED,
    Board,
    Held,
    Scope,
    char_of,
    fits,
)
from cardlaw.rulebooks.magic.costs import can_tap_for_cost, is_sick
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.granter import GRANTER, note_granter
from cardlaw.rulebooks.magic.joining import SAME
from cardlaw.rulebooks.magic.known import reveal
from cardlaw.rulebooks.magic.qualities import value_of
from cardlaw.rulebooks.magic.quantities import quantity

#: what a player chooses objects for -> the name of the part that asks
CHOSEN = {
    "sacrifice": "sacrifice",
    "discard": "discard",
    "tap": "tapping",
    "exile": "exiling",
    "return": "returning",
}
#: the objects that a toll names rather than lets a player choose
OWN = ("self", GRANTER)
#: tolls that are points of the player: the event and its rule
POINTS = {"pay life": ("paid life", "CR 119.4"), "pay energy": ("paid energy", "CR 107.14")}
#: the events of paying, and their rules
PAID = {
    "sacrifice": ("sacrificed", "CR 701.21a"),
    "discard": ("discarded", "CR 701.9a"),
    "tap": ("tapped", "CR 118.3"),
    "untap": ("untapped", "CR 107.6"),
    "exile": ("exiled", "CR 118.3"),
    "return": ("returned to hand", "CR 118.3"),
    "unattach": ("unattached", "CR 701.3d"),
    "mill": ("put into graveyard", "CR 118.3"),
}


def is_chosen(toll: Toll) -> bool:
    """Whether a player chooses what is given."""
    return toll.do in CHOSEN and toll.what.who not in OWN


def is_own(toll: Toll) -> bool:
    """Whether a toll is about the object that has the ability, or about what grants it."""
    return toll.what.who in OWN


@rules("CR 201.5a", "CR 118.3")
def own_object(state: State, toll: Toll, scope: Scope) -> int:
    """The object that has the ability, or what grants it; 0 if that is no longer there."""
    if toll.what.who != GRANTER:
        return scope.source.id
    return next((ref.id for ref in scope.named.get(GRANTER, ()) if state.is_current(ref)), 0)


def asks_x(toll: Toll) -> bool:
    """Whether a toll asks for X objects or X of something."""
    return isinstance(toll.amount, ValueOf) and toll.amount.what == "x"


def amount_of_toll(state: State, toll: Toll, scope: Scope) -> int:
    """How many, or how much."""
    return quantity(state, state.board(), toll.amount, scope)


def given_for(
    state: State, tolls: Sequence[Toll], answers: Iterable[Option], scope: Scope
) -> list[tuple[Toll, list[int], int]]:
    """Each toll with a choice, what was chosen for it so far, and how much it asks for."""
    left: dict[str, list[int]] = {}
    for answer in answers:
        left.setdefault(answer[0], []).extend(answer[1:2])
    found = []
    for toll in tolls:
        if is_chosen(toll):
            number = amount_of_toll(state, toll, scope)
            mine = left.get(CHOSEN[toll.do], [])
            if toll.worth:
                number = enough(state, toll, mine, number)
            found.append((toll, mine[:number], number))
            left[CHOSEN[toll.do]] = mine[number:]
    return found


@rules("CR 702.122a")
def enough(state: State, toll: Toll, chosen: list[int], amount: int) -> int:
    """How many of the chosen objects are worth the amount together; one more while they aren't."""
    total = 0
    for number, obj in enumerate(chosen):
        if total >= amount:
            return number
        total += max(0, value_of(char_of(state, obj), toll.worth) or 0)
    return len(chosen) if total >= amount else len(chosen) + 1


@rules("CR 118.3", "CR 701.21a", "CR 701.9a")
def may_give(state: State, toll: Toll, player: int, scope: Scope) -> list[int]:
    """What a player may give for one toll, in the order of their numbers."""
    board: Board = state.board()
    select = toll.what
    if toll.do == "discard":
        pool: Iterable[int] = state.zone("hand", player)
    elif toll.do == "exile" and select.zone not in ("", "battlefield"):
        pool = state.zone(select.zone, player)
    else:
        pool = board.players[player]
    found = []
    for obj in sorted(pool):
        if toll.do == "tap" and state.status.get(obj, 0) & TAPPED:
            continue
        if obj == scope.source.id and state.where[obj][0] in ("hand", "graveyard"):
            continue
        if fits(state, board, select, obj, scope):
            found.append(obj)
    return found


def _can_untap(state: State, obj: int) -> Findings:
    bits = state.status.get(obj, 0)
    if not bits & TAPPED:
        yield Breach("already-untapped", "CR 107.6", (obj,))
    if bits & SICK and is_sick(char_of(state, obj)):
        yield Breach("summoning-sick", "CR 602.5a", (obj,))


@rules("CR 118.3", "CR 701.3d")
def _attached_somewhere(state: State, obj: int) -> Findings:
    if not state.host.get(obj):
        yield Breach("nothing-for-the-cost", "CR 118.3", (obj,))


@rules("CR 107.14")
def has_energy(state: State, player: int, amount: int) -> Findings:
    """The breach of paying more energy than a player has."""
    if state.points.get((player, "energy"), 0) < amount:
        yield Breach("not-enough-energy", "CR 107.14", (player, amount))


@rules("CR 119.4")
def has_life(state: State, player: int, amount: int) -> Findings:
    """The breach of paying more life than a player has."""
    if amount and state.points.get((player, "life"), 0) < amount:
        yield Breach("not-enough-life", "CR 119.4", (player, amount))


@rules("CR 119.4", "CR 601.2h")
def life_for(state: State, tolls: Iterable[Toll], scope: Scope) -> int:
    """The life that tolls ask for together."""
    return sum(amount_of_toll(state, t, scope) for t in tolls if t.do == "pay life")


@rules("CR 118.3", "CR 606.6")
def _has_counters(state: State, obj: int, kind: str, amount: int) -> Findings:
    if state.counters.get((obj, kind), 0) < amount:
        rule = "CR 606.6" if kind == "loyalty" else "CR 118.3"
        yield Breach("too-few-counters", rule, (obj, kind, amount))


_NEEDS = {"untap": _can_untap, "unattach": _attached_somewhere}


@rules("CR 118.3", "CR 119.4", "CR 107.6", "CR 606.6", "CR 701.21a")
def can_pay_own(state: State, toll: Toll, player: int, scope: Scope) -> Findings:
    """The breach of a toll about the object itself, or about the player; life is asked together."""
    obj = own_object(state, toll, scope)
    amount = amount_of_toll(state, toll, scope)
    if toll.what.who == GRANTER and obj:
        yield Ground("granter-named", "CR 201.5a", (obj, scope.source.id))
    if not obj:
        yield Breach("nothing-for-the-cost", "CR 118.3", (scope.source.id,))
    elif toll.do == "pay life":
        return
    elif toll.do == "pay energy":
        yield from has_energy(state, player, amount)
    elif toll.do == "mill":
        if len(state.zone("library", player)) < amount:
            yield Breach("nothing-for-the-cost", "CR 118.3", (obj,))
    elif toll.do == "remove counters":
        yield from _has_counters(state, obj, toll.kind, amount)
    elif toll.do in _NEEDS:
        yield from _NEEDS[toll.do](state, obj)
    elif not is_chosen(toll):
        if toll.do == "tap" and state.status.get(obj, 0) & TAPPED:
            yield Breach("already-tapped", "CR 118.3", (obj,))
        yield from not_given(state, toll.do, player, obj)


@rules("CR 701.9a", "CR 701.21a")
def not_given(state: State, do: str, player: int, obj: int) -> Findings:
    """The breach of discarding or sacrificing what is elsewhere, or somebody else's."""
    if do == "discard" and state.where[obj] != ("hand", player):
        yield Breach("discard-not-in-hand", "CR 701.9a", (obj,))
    elif do == "sacrifice" and state.where[obj] != FIELD:
        yield Breach("sacrifice-no-permanent", "CR 701.21a", (obj,))
    elif do == "sacrifice" and char_of(state, obj).controller != player:
        yield Breach("sacrifice-not-yours", "CR 701.21a", (obj,))


@rules("CR 118.3", "CR 602.1a", "CR 119.4", "CR 306.5d", "CR 606.6", "CR 701.21a")
def can_pay_rest(state: State, held: Held, obj: int, player: int) -> Findings:
    """The breaches of the costs of an ability that are no mana and need no choice."""
    skill, node = held.skill, held.skill.node
    assert isinstance(node, Activated)
    cost = node.cost
    if cost.exhaust:
        yield from can_tap_for_cost(state, obj)
    if cost.remove_counters and cost.counters > 0:
        yield from _has_counters(state, obj, cost.remove_counters, cost.counters)
    life = skill.life
    if skill.tolls:
        scope = Scope(state.ref(obj), player)
        note_granter(state, scope, held)
        for toll in skill.tolls:
            if is_own(toll) and isinstance(toll.amount, int):
                yield from can_pay_own(state, toll, player, scope)
        life += life_for(state, skill.tolls, scope)
    if life:
        yield from has_life(state, player, life)


@rules("CR 702.49c")
def note_attacked(state: State, scope: Scope, things: list[int]) -> None:
    """Note what a creature attacks that is returned for a cost."""
    for obj, who in state.lists.get("attackers", ()):
        if obj in things:
            state.put(USED, (SAME, scope.source.id), who)


@rules("CR 601.2h", "CR 602.1a", "CR 701.21a", "CR 701.9a", "CR 119.4", "CR 107.6", "CR 118.11")
def pay_tolls(
    state: State,
    tolls: Sequence[Toll],
    answers: Iterable[Option],
    scope: Scope,
    causes: tuple[int, ...],
) -> Procedure:
    """Pay all tolls, in the order written; what replaces one doesn't undo the payment."""
    amounts = [amount_of_toll(state, toll, scope) for toll in tolls]
    chosen = [given for _, given, _ in given_for(state, tolls, answers, scope)]
    for toll, amount in zip(tolls, amounts, strict=True):
        obj = own_object(state, toll, scope)
        if toll.do in POINTS:
            if amount:
                happen(state, *POINTS[toll.do], causes, scope.you, amount)
        elif toll.do in ("put counters", "remove counters"):
            number = amount if toll.do == "put counters" else -amount
            given = Happening("put counters", "CR 118.3", causes, (obj, toll.kind, number))
            yield from PERFORMER.perform(state, [given])
        elif toll.do == "reveal":
            reveal(state, obj, causes, "CR 702.49a")
        else:
            kind, rule = PAID[toll.do]
            things = [obj]
            if is_chosen(toll):
                things = chosen.pop(0)
            elif toll.do == "mill":
                things = list(state.zone("library", scope.you)[:amount])
            if toll.do == "return":
                note_attacked(state, scope, things)
            batch = []
            for thing in things:
                host = (state.host[thing],) if toll.do == "unattach" else ()
                batch.append(Happening(kind, rule, causes, (thing, *host)))
            yield from PERFORMER.perform(state, batch)
