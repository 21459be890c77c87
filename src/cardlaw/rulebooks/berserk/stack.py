"""The stack (chapters 215-216, 301): chains of objects, announcing, when something may be done."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Procedure
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import LISTS, PILE, PileItem, Ref
from cardlaw.rulebooks.berserk.happen import ANNOUNCED
from cardlaw.rulebooks.berserk.named import text_at
from cardlaw.rulebooks.berserk.sharing import do_something_else
from cardlaw.rulebooks.berserk.words import CLOSED, MAIN, active, in_battle, step

DECLARATION, TARGET, ROLL, RESULT = "declaration", "target", "roll", "result"
CALCULATION, PROTECTION, WOUND = "calculation", "protection", "wound"
PAYMENT, ENDING = "payment", "ending"

#: the stages of an action with dice, without, and of what redirects or blocks another
WITH_DICE = (
    DECLARATION,
    TARGET,
    ROLL,
    RESULT,
    CALCULATION,
    PROTECTION,
    WOUND,
    PAYMENT,
    ENDING,
)
WITHOUT_DICE = (DECLARATION, TARGET, PROTECTION, WOUND, PAYMENT, ENDING)
IN_RESPONSE = (WOUND, PAYMENT)
STAGES = {9: WITH_DICE, 6: WITHOUT_DICE, 2: IN_RESPONSE}

STRIKE = "simple strike"
MOVEMENT = "movement"
ACCUMULATING = "accumulating"
AIMING_UP = "aiming at flyers"
DEFENSE = "defense"
TRIGGER = "trigger"
DESTRUCTION = "destruction"

#: actions that close their card when they are paid for, whatever their text
CLOSING = frozenset((STRIKE, ACCUMULATING, AIMING_UP, DEFENSE))


class Chain(NamedTuple):
    """What an action on the stack has become so far; the plain data of its pile item."""

    stages: int
    stage: str = DECLARATION
    #: the cards aimed at, as (object, born)
    targets: tuple[tuple[int, int], ...] = ()
    cell: str = ""
    redirected: bool = False
    defender: int = -1
    #: the natural rolls, the attacker's first, and with all modifiers
    rolls: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    #: 0 a miss, 1 weak, 2 medium, 3 strong: what the attacker deals and what comes back
    grade: int = 0
    answer: int = 0
    weakened: bool = False
    #: the pile item that this one redirects, blocks or defends against
    about: int = -1
    #: what the event of a trigger was about, and who did it
    it: int = -1
    by: int = -1
    lineage: tuple[Any, ...] = ()
    number: int = 0
    #: the events that say who defends, and how the dice fell: causes of what follows
    defense: int = -1
    dice: tuple[int, ...] = ()
    #: whether effects were already produced, so that it is paid for even if it proves illegal
    begun: bool = False
    #: the strength that another action has given to this one, or -1
    fixed: int = -1

    def ids(self) -> tuple[int, ...]:
        return tuple(target[0] for target in self.targets)


def aimed_at(state: State, obj: int) -> tuple[int, int]:
    """A card as target: its id, and which of its lives in the zones is meant."""
    return (obj, state.born.get(obj, 0))


def chain_of(item: PileItem) -> Chain:
    """The chain of a pile item."""
    return Chain(*item.data)


def what_matters(item: PileItem) -> tuple[Any, ...]:
    """What other actions can ask of an action on the stack, its stage apart."""
    return (item.kind, item.player, item.source, item.text, item.data[2:6])


def put_chain(state: State, key: int, chain: Chain) -> None:
    """Write what an action has become, as part of the event begun last."""
    state.put(PILE, key, state.pile[key]._replace(data=tuple(chain)))


@rules("BE09 410.1", "BE09 415.4")
def block(state: State, key: int, rule: str, cause: int) -> None:
    """Take an action off the stack except for its payment."""
    item = state.pile[key]
    state.event("blocked", rule, (cause,), item.source[0])
    put_chain(state, key, chain_of(item)._replace(stage=PAYMENT))


@rules("BE09 215.9")
def give_priority(state: State, player: int, cause: int) -> None:
    """A step begins: the active player receives priority."""
    state.event("priority", "BE09 215.9", (cause,), player)
    pile.give_priority(state, player)


class Seen(NamedTuple):
    """The action on top of the stack, as texts speak of it."""

    key: int
    kind: str
    player: int
    source: int
    targets: tuple[int, ...]
    stage: str
    redirected: bool


def action_on_top(state: State) -> Seen | None:
    """The action whose object lies on top of the stack, or None."""
    key = pile.top(state)
    if key is None:
        return None
    item = state.pile[key]
    chain = chain_of(item)
    return Seen(
        key, item.kind, item.player, item.source[0], chain.ids(), chain.stage, chain.redirected
    )


@rules("BE12 301.1", "BE12 301.2", "BE09 215.2", "BE09 215.3", "BE09 215.9", "BE09 216.1")
def announce(
    state: State, act: Act, kind: str, text: tuple[int, ...], chain: Chain, cause: int
) -> Procedure:
    """Put an action on the stack; the active player has priority then."""
    source = act.first[1]
    event = state.event(ANNOUNCED, "BE09 215.2", (cause,), source, kind)
    if "halted" in state.lists:
        state.put(LISTS, "halted", None)
    if "stage" in state.turn and state.entries[cause - state.base][0] == SETUP:
        chain = at_stage(chain, WITH_DICE[state.turn["stage"] - 1])
    item = PileItem(
        kind, act.player, state.ref(source), text, act.first, act.answers, event, tuple(chain)
    )
    pile.put_on(state, item)
    pile.give_priority(state, active(state))
    if state.board().shared:
        do_something_else(state, act.player, source if kind == MOVEMENT else -1, event)
    if state.options["payment"] != "at-the-end":
        from cardlaw.rulebooks.berserk.paying import pay  # noqa: PLC0415

        yield from pay(state, item, event)


def at_stage(chain: Chain, stage: str) -> Chain:
    """A chain of a position that has already reached a stage, if it has such a one."""
    return chain._replace(stage=stage) if stage in STAGES[chain.stages] else chain


def is_source(state: State, item: PileItem) -> bool:
    """Whether the source of an item is still the card that announced it."""
    return state.is_current(Ref(*item.source))


# -- when and by whom ------------------------------------------------------------------------------


def slow(state: State, player: int, turn: str, phase: str) -> Findings:
    """The breaches of doing something slow now; the rules for the turn and for the phase differ."""
    if active(state) != player:
        yield Breach("not-your-turn", turn)
    if step(state) != MAIN:
        yield Breach("not-main-phase", phase)
    if pile.items(state):
        yield Breach("stack-not-empty", phase)


@rules("BE09 200.2b")
def own(state: State, player: int, obj: int) -> Findings:
    """The breaches of a card being one's own in battle."""
    if not in_battle(state, obj):
        yield Breach("not-in-battle", "BE09 200.2b", (obj,))
    elif state.controller[obj] != player:
        yield Breach("not-yours", "BE09 200.2b", (obj,))


def will_close(state: State, obj: int) -> bool:
    """Whether a card has announced something that it has still to close for."""
    for key in pile.items(state):
        item = state.pile[key]
        if item.source[0] == obj and (item.kind in CLOSING or _costs_closing(state, item)):
            return True
        if item.kind == STRIKE and chain_of(item).defender == obj:
            return True
    return False


def _costs_closing(state: State, item: PileItem) -> bool:
    if item.kind == TRIGGER or len(item.text) < 2:
        return False
    ability = text_at(state, item.text)
    return bool(ability.cost.exhaust)


@rules("BE09 104.4", "BE09 103.6", "BE09 203.11", "BE09 209.3")
def can_close(state: State, obj: int, rule: str) -> Findings:
    """The breaches of paying by closing a card. ``rule`` is cited when it is closed already."""
    if state.status.get(obj, 0) & CLOSED:
        yield Breach("closed", rule, (obj,))
    elif will_close(state, obj):
        yield Breach("already-acting", "BE09 104.4", (obj,))
    elif state.pile and any(
        state.pile[key].kind == MOVEMENT and state.pile[key].source[0] == obj
        for key in pile.items(state)
    ):
        yield Breach("on-the-way", "BE09 203.11", (obj,))
