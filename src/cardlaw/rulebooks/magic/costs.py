"""What a spell or ability costs, and with what it can be paid (CR 118, 601.2f, 602.1a, 605)."""

from __future__ import annotations

import msgspec

from cardlaw.cards.nodes import Activated, Select
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS
from cardlaw.rulebooks.magic.attach import player_in
from cardlaw.rulebooks.magic.board import (
    SICK,
    TAPPED,
    Board,
    Char,
    Scope,
    char_of,
    fits,
)
from cardlaw.rulebooks.magic.face import Skill, printed
from cardlaw.rulebooks.magic.history import spells_cast
from cardlaw.rulebooks.magic.mana import (
    COLORS,
    EMPTY,
    TYPES,
    ManaCost,
    Pool,
    Purse,
    Source,
    both_pools,
    most_mana,
    payments,
)
from cardlaw.rulebooks.magic.nodes import AddMana, CostLess
from cardlaw.rulebooks.magic.quantities import quantity
from cardlaw.rulebooks.magic.seeming import fits_as
from cardlaw.rulebooks.magic.snow import for_cost
from cardlaw.rulebooks.magic.steps import all_hold

#: states that may keep a permanent from being tapped
_HINDERED = TAPPED | SICK


def holds_mana(state: State) -> bool:
    """Whether any player has unspent mana, or mana that stays: most of the time nobody has."""
    for _, name in state.points:  # noqa: SIM110  cheaper than any()
        if name[0] in TYPES:
            return True
    return False


def pool_of(state: State, player: int) -> Pool:
    """A player's unspent mana by type."""
    if not holds_mana(state):
        return EMPTY
    get = state.points.get
    return (
        get((player, "W"), 0),
        get((player, "U"), 0),
        get((player, "B"), 0),
        get((player, "R"), 0),
        get((player, "G"), 0),
        get((player, "C"), 0),
    )


#: after a type of mana in the name of a point: how much of it isn't lost until the turn ends
STAYS = " stays"


@rules("CR 500.5", "CR 106.4")
def staying(state: State, player: int) -> Pool:
    """The mana in a player's pool that a text keeps there; mana that may be lost is spent first."""
    pool = pool_of(state, player)
    kept = (state.points.get((player, f"{symbol}{STAYS}"), 0) for symbol in TYPES)
    return tuple(map(min, pool, kept))


def keep(state: State, player: int, pool: Pool) -> None:
    """Note how much of a player's mana stays, as part of the event begun last."""
    for symbol, number in zip(TYPES, pool, strict=True):
        state.put(POINTS, (player, f"{symbol}{STAYS}"), number or None)


def put_pool(state: State, player: int, pool: Pool) -> None:
    """Write a player's unspent mana, as part of the event begun last."""
    for symbol, number in zip(TYPES, pool, strict=True):
        state.put(POINTS, (player, symbol), number or None)


@rules("CR 605.1a", "CR 605.3a", "CR 601.2g")
def mana_sources(state: State, player: int, without: tuple[int, ...] = ()) -> list[Source]:
    """The permanents that a player can tap for mana now, by abilities that only cost that."""
    memory = state.remembered()
    found: list[Source] | None = memory.get(("sources", player))
    if found is None:
        bits = state.status.get
        # untapped and old ones need no further question
        found = [
            source
            for source in _sources(state, player)
            if not bits(source.obj, 0) & _HINDERED or can_tap(state, source.obj)
        ]
        memory["sources", player] = found
    if without:
        return [source for source in found if source.obj not in without]
    return found


def _sources(state: State, player: int) -> list[Source]:
    """All permanents of a player with such abilities, tapped ones too."""
    board: Board = state.board()
    found = board.sources[player]
    if found is None:
        found = board.sources[player] = [
            Source(obj, board.mana[obj], _key(state, board, obj), "", is_snow(board.chars[obj]))
            for obj in board.players[player]
            if obj in board.mana
        ]
        for obj in board.able.get((player, ""), ()):
            if obj not in board.mana:
                found.extend(_sacrificed(state, board, obj))
        if "forbid activate" in board.parts:
            found = [s for s in found if not board.about("forbid activate", s.obj)]
            board.sources[player] = found
    return found


@rules("CR 605.1a", "CR 701.21a")
def _sacrificed(state: State, board: Board, obj: int) -> list[Source]:
    """A permanent as a source that is sacrificed as it is tapped for mana."""
    for held in board.acts[obj][""]:
        skill, node = held.skill, held.skill.node
        if not skill.mana or skill.value or not isinstance(node, Activated):
            continue
        if not _is_simple(node):
            continue
        cost = node.cost
        own = [(toll.do, toll.what.who) for toll in skill.tolls] == [("sacrifice", "self")]
        if own and cost.exhaust and not (cost.remove_counters or node.when or node.limit):
            key = (*_key(state, board, obj), "sacrificed")
            snow = is_snow(board.chars[obj])
            return [Source(obj, skill.mana, key, "sacrifice", snow)]
    return []


def _is_simple(node: Activated) -> bool:
    """Whether a mana ability adds exactly one of its possibilities, for anything."""
    adds = node.do[0]
    return isinstance(adds, AddMana) and adds.amount == 1 and not (adds.only or adds.only_for)


@rules("CR 702.51a", "CR 702.66a", "CR 702.126a")
def helping_sources(
    state: State, player: int, words: tuple[str, ...], without: tuple[int, ...]
) -> list[Source]:
    """What pays for a spell with convoke, improvise or delve, beside what gives mana."""
    board: Board = state.board()
    found = {source.obj: source for source in mana_sources(state, player, without)}
    for obj in board.players[player]:
        char = board.chars[obj]
        if obj in without or state.status.get(obj, 0) & TAPPED:
            continue
        if "convoke" in words and "creature" in char.types:
            colors = tuple(s for s, color in COLORS.items() if color in char.colors) or ("1",)
            known = found[obj].options if obj in found else ()
            options = tuple(dict.fromkeys((*known, *colors)))
            found[obj] = Source(obj, options, (char.name, str(obj), "convoke"), "convoke")
        elif "improvise" in words and "artifact" in char.types:
            known = found[obj].options if obj in found else ()
            found[obj] = Source(obj, (*known, "1"), (char.name, str(obj), "improvise"), "improvise")
    if "delve" in words:
        for obj in state.zone("graveyard", player):
            found[obj] = Source(obj, ("1",), (printed(state, obj).name, "delve"), "delve")
    return list(found.values())


@rules("CR 107.4h")
def is_snow(char: Char) -> bool:
    """Whether an object is a snow source of mana."""
    return "snow" in char.supertypes


def _key(state: State, board: Board, obj: int) -> tuple[str, ...]:
    char = board.chars[obj]
    if "creature" in char.types or obj in board.attached or state.effects:
        return (char.name, str(obj))
    return (char.name, "snow") if is_snow(char) else (char.name,)


@rules("CR 118.3")
def purse(state: State, player: int, more: Pool | None = None) -> Purse:
    """No more mana than this can a player spend now; ``more`` is mana with restrictions."""
    memory = state.remembered()
    pool = pool_of(state, player)
    if more is not None:
        pool = both_pools(pool, more)
    found: Purse | None = memory.get(("purse", player, pool))
    if found is None:
        found = memory["purse", player, pool] = most_mana(pool, mana_sources(state, player))
    return found


def can_tap(state: State, obj: int) -> bool:
    """Whether an object may be tapped to pay a cost."""
    bits = state.status.get(obj, 0)
    return not bits & TAPPED and not (bits & SICK and is_sick(char_of(state, obj)))


@rules("CR 302.6", "CR 702.10c")
def is_sick(char: Char) -> bool:
    """Whether being new under its controller hinders a permanent: a creature without haste."""
    return "creature" in char.types and not char.has("haste")


@rules("CR 107.5", "CR 302.6", "CR 602.5a", "CR 702.10c")
def can_tap_for_cost(state: State, obj: int) -> Findings:
    """The breaches of tapping an object to pay a cost with the tap symbol."""
    bits = state.status.get(obj, 0)
    if bits & TAPPED:
        yield Breach("already-tapped", "CR 107.5", (obj,))
    if bits & SICK:
        char = char_of(state, obj)
        if is_sick(char):
            yield Breach("summoning-sick", "CR 602.5a", (obj,))
        elif "creature" in char.types:
            yield Ground("has-keyword", "CR 702.10c", (obj, "haste"))


@rules("CR 601.2f", "CR 118.7", "CR 613.11")
def reduced(
    state: State,
    cost: ManaCost,
    skill: Skill | None,
    obj: int,
    you: int,
    targets: tuple[int, ...],
    seems: Char | None = None,
) -> ManaCost:
    """A mana cost after all effects that increase or reduce it.

    ``seems`` is what a spell seems to be that is cast face down.
    """
    board: Board = state.board()
    parts = board.parts.get("cost", ())
    found: list[tuple[CostLess, Scope]] = []
    for part in parts:
        gives = part.gives
        assert isinstance(gives, CostLess)
        scope = Scope(state.ref(part.source), part.you)
        if _concerns(state, board, gives, skill, obj, you, scope, seems):
            found.append((gives, scope))
    if skill is not None and skill.less:
        scope = Scope(state.ref(obj), you)
        scope.named["target"] = [state.ref(who) for who in targets if who > 0]
        found.extend((gives, scope) for gives in skill.less)
    own = skill is None and seems is None and obj in state.card
    if own and printed(state, obj).compiled.discounts:
        found.extend(_own_changes(state, board, obj, you))
    changes = [
        (quantity(state, board, gives.amount, scope), gives.mana)
        for gives, scope in found
        if _aimed(state, board, gives.target, targets, scope)
        for _ in range(_times(state, board, gives, targets, scope))
    ]
    if not changes:
        return cost
    for amount, mana in sorted(changes):
        if amount < 0:
            cost = cost.more(-amount, mana)
    for amount, mana in sorted(changes):
        if amount > 0:
            cost = cost.cheaper(amount, mana)
    return cost


@rules("CR 601.2f", "CR 118.7")
def _own_changes(state: State, board: Board, obj: int, you: int) -> list[tuple[CostLess, Scope]]:
    """How a spell changes its own cost."""
    scope = Scope(state.ref(obj), you)
    return [
        (gives, scope)
        for node in printed(state, obj).compiled.discounts
        if all_hold(state, board, node.when, scope)
        for gives in node.gives
        if isinstance(gives, CostLess)
    ]


def _concerns(
    state: State,
    board: Board,
    gives: CostLess,
    skill: Skill | None,
    obj: int,
    you: int,
    scope: Scope,
    seems: Char | None,
) -> bool:
    if gives.whose == "you" and you != scope.you:
        return False
    if gives.keyword != ("spell" if skill is None else skill.keyword):
        return False
    if gives.source is not None and gives.source.who == "self" and obj != scope.source.id:
        return False
    if gives.first:
        described = msgspec.structs.replace(gives.source or Select(), controller=gives.whose)
        if any(spells_cast(state, described, scope)):
            return False
    return gives.source is None or fits_as(state, board, gives.source, obj, scope, seems)


@rules("CR 601.2f")
def _times(
    state: State, board: Board, gives: CostLess, targets: tuple[int, ...], scope: Scope
) -> int:
    """How often a change of a cost counts: once, or for each target that fits."""
    if gives.each is None:
        return 1
    fitting = [
        who
        for who in targets
        if (gives.each == Select() if who < 0 else fits(state, board, gives.each, who, scope))
    ]
    return max(0, len(fitting) - gives.beyond)


def _aimed(
    state: State, board: Board, select: Select | None, targets: tuple[int, ...], scope: Scope
) -> bool:
    if select is None:
        return True
    wanted = scope.source.id if select.who == "self" else None
    return any(
        (wanted is None or who == wanted)
        and player_in(who) is None
        and fits(state, board, select, who, scope)
        for who in targets
    )


def affordable(
    state: State,
    cost: ManaCost,
    player: int,
    without: tuple[int, ...] = (),
    sources: list[Source] | None = None,
    pool: Pool | None = None,
) -> tuple[int, ...] | None:
    """The automatic payment of a mana cost: the permanents to tap; None if there is none.

    ``sources`` are the sources, if more than tapping for mana pays this cost; ``pool`` is the mana
    that may be spent, if some is restricted.
    """
    if cost.value == 0:
        return ()
    pool = for_cost(state, player, cost, pool_of(state, player)) if pool is None else pool
    if sources is not None:
        return next(payments(cost, pool, sources), None)
    memory = state.remembered()
    key = ("way", player, cost, pool, without)
    if key not in memory:
        memory[key] = next(payments(cost, pool, mana_sources(state, player, without)), None)
    way: tuple[int, ...] | None = memory[key]
    return way
