"""The words of the turn: steps, whose turn it is, and conditions of texts (CR 500 to 514)."""

from __future__ import annotations

from cardlaw.cards.nodes import Condition, During, Exists
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.aside import waits_since_earlier
from cardlaw.rulebooks.magic.board import (
    MARKED,
    Board,
    Scope,
    fits,
    meant,
    named_refs,
)
from cardlaw.rulebooks.magic.clauses import IsAside, IsMonarch
from cardlaw.rulebooks.magic.crown import is_monarch
from cardlaw.rulebooks.magic.face import is_token
from cardlaw.rulebooks.magic.instructions import (
    Compare,
    DamagedBy,
    Either,
    Exactly,
    FirstCombat,
    IfCounters,
    Not,
    Was,
)
from cardlaw.rulebooks.magic.known import counters_on
from cardlaw.rulebooks.magic.last_known import was
from cardlaw.rulebooks.magic.nodes import Attached, History, Paid
from cardlaw.rulebooks.magic.quantities import quantity, times_paid
from cardlaw.rulebooks.magic.whose import players_by

STEPS = (
    "untap",
    "upkeep",
    "draw",
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "first combat damage",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end",
    "cleanup",
)
(
    UNTAP,
    UPKEEP,
    DRAW,
    MAIN,
    COMBAT_BEGINS,
    ATTACKERS,
    BLOCKERS,
    FIRST_DAMAGE,
    DAMAGE,
    COMBAT_ENDS,
    SECOND_MAIN,
    END,
    CLEANUP,
) = range(13)

#: the turn-based rule under which a step begins
STEP_RULES = (
    "CR 502.3",
    "CR 503.1",
    "CR 504.1",
    "CR 505.1",
    "CR 507.2",
    "CR 508.1",
    "CR 509.1",
    "CR 510.4",
    "CR 510.2",
    "CR 511.1",
    "CR 505.1",
    "CR 513.1",
    "CR 514.2",
)

#: stages of a step: its turn-based actions, its priority, its end
BEGIN, PRIORITY, END_STAGE = 0, 1, 2
#: the list of players who may still take a mulligan, each with how many they have taken
UNDECIDED = "undecided"
#: the word of the turn for how many combat phases it has had
COMBATS = "combats"


def active(state: State) -> int:
    """The player whose turn it is."""
    return state.turn.get("active", 0)


def step(state: State) -> int:
    """The number of the current step."""
    return state.turn.get("step", 0)


def in_main(state: State) -> bool:
    """Whether it is a main phase."""
    return step(state) in (MAIN, SECOND_MAIN)


@rules("CR 307.1", "CR 117.1a")
def sorcery_time(state: State, player: int) -> bool:
    """Whether a player could cast a sorcery: a main phase of their turn, the stack empty."""
    turn = state.turn
    mine = turn.get("active", 0) == player and turn.get("step", 0) in (MAIN, SECOND_MAIN)
    return mine and not state.lists.get("pile")


def in_combat(state: State) -> bool:
    """Whether it is the combat phase."""
    return COMBAT_BEGINS <= step(state) <= COMBAT_ENDS


def step_word(state: State) -> str:
    """The current step in words."""
    return STEPS[step(state)]


@rules("CR 603.4")
def holds(state: State, board: Board, condition: Condition, scope: Scope) -> bool:
    """Whether a condition of a text is true now."""
    if isinstance(condition, Exists):
        number = len(meant(state, board, condition.what, scope))
        return number >= condition.least and (condition.most is None or number <= condition.most)
    if isinstance(condition, During):
        mine = active(state) == scope.you
        if condition.whose and mine != (condition.whose == "you"):
            return False
        if condition.step == "combat":
            return in_combat(state)
        return not condition.step or step_word(state) == condition.step
    if isinstance(condition, Attached):
        host = state.host.get(scope.source.id)
        known = host is not None and host in board.chars
        return known and fits(state, board, condition.to, host or 0, scope)
    if isinstance(condition, History):
        refs = named_refs(state, condition.what, scope)
        done = any(state.status.get(ref.id, 0) & MARKED for ref in refs if state.is_current(ref))
        return bool(refs) and done == condition.happened
    if isinstance(condition, Paid):
        return times_paid(state, scope, condition.name) > 0
    return holds_further(state, board, condition, scope)


@rules("CR 603.4", "CR 608.2h")
def holds_further(state: State, board: Board, condition: Condition, scope: Scope) -> bool:
    """Whether a condition about numbers, or one made of others, is true now."""
    if isinstance(condition, Compare):
        left = quantity(state, board, condition.left, scope)
        return left >= quantity(state, board, condition.right, scope) + condition.more
    if isinstance(condition, IsAside):
        timely = condition.how != "plotted" or sorcery_time(state, scope.you)
        return timely and waits_since_earlier(state, scope.source, condition.how)
    if isinstance(condition, Not):
        return not all_hold(state, board, condition.of, scope)
    if isinstance(condition, Either):
        return any(holds(state, board, one, scope) for one in condition.of)
    if isinstance(condition, IfCounters):
        refs = named_refs(state, condition.what, scope)
        number = sum(counters_on(state, ref, condition.kind) for ref in refs)
        return number >= condition.least and (condition.most is None or number <= condition.most)
    if isinstance(condition, FirstCombat):
        return in_combat(state) and state.turn.get(COMBATS, 0) <= 1
    return holds_looking_back(state, board, condition, scope)


@rules("CR 608.2h", "CR 603.10a")
def holds_looking_back(state: State, board: Board, condition: Condition, scope: Scope) -> bool:
    """Whether a condition about what something was, or what has happened this turn, is true."""
    if isinstance(condition, IsMonarch):
        nobody = condition.whose == "nobody"
        whose = [] if nobody else players_by(state, condition.whose, scope)
        return bool(whose or nobody) and is_monarch(state, whose)
    if isinstance(condition, Exactly):
        return quantity(state, board, condition.left, scope) == condition.number
    if isinstance(condition, Was):
        refs = named_refs(state, condition.what, scope)
        if condition.card and any(is_token(state, ref.id) for ref in refs):
            return False
        return any(was(state, board, condition.what, ref, scope) for ref in refs)
    if isinstance(condition, DamagedBy):
        hurt = named_refs(state, condition.what, scope)
        return any(
            state.used.get(("hurt by", one.id, one.born, by.id, by.born))
            for one in hurt
            for by in named_refs(state, condition.by, scope)
        )
    raise TypeError(f"no condition of this game: {condition!r}")


def all_hold(state: State, board: Board, conditions: tuple[Condition, ...], scope: Scope) -> bool:
    """Whether all conditions are true now."""
    return all(holds(state, board, condition, scope) for condition in conditions)
