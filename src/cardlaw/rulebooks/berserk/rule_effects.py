"""Rule effects (503, 421): what the rules do by themselves, at once and outside the stack."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.because import SWEEP
from cardlaw.kernel.choice import Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import LISTS, TURN, PileItem, Ref
from cardlaw.rulebooks.berserk.field import CELLS
from cardlaw.rulebooks.berserk.happen import (
    DIED,
    LANDED,
    PERFORMER,
    POISON_LOST,
    TO_ADDITIONAL,
    TO_AUXILIARY,
    happen,
    last_slayer,
)
from cardlaw.rulebooks.berserk.select import char_of, value_of
from cardlaw.rulebooks.berserk.sharing import too_many
from cardlaw.rulebooks.berserk.stack import DESTRUCTION, IN_RESPONSE, WOUND, Chain, chain_of
from cardlaw.rulebooks.berserk.words import (
    COMPANIONS,
    CREATURE,
    EQUIPMENT,
    EXTRA,
    FLYER,
    GRAVEYARD,
    IN_ADDITIONAL,
    ON_FIELD,
    POISON,
    REVEALING,
    TERRAIN,
    WIDER,
    active,
    is_hidden,
    step,
)

DIES, FALLS, LANDS, FLIES, LIES, HEALS = "dies", "destroyed", "lands", "flies", "lies", "unpoisoned"
CROWDED = "crowded out"
#: what marks a destruction that healing can still call off
BY_WOUNDS = "by wounds"


class Due(NamedTuple):
    """A rule effect whose condition holds: what happens to which card by which rule."""

    what: str
    obj: int
    rule: str
    host: int = -1


def on_stack(state: State) -> bool:
    """Whether the deaths of wounded cards go on the stack, by the option."""
    return state.options["deaths"] == "on-the-stack"


@rules("BE09 6", "BE09 208.4")
def _solid_guests(state: State) -> list[Due]:
    """Creatures on another card's cell that are incorporeal no longer."""
    return [Due(CROWDED, obj, "BE09 6") for obj in too_many(state)]


@rules("BE12 503.2")
def due(state: State) -> list[Due]:
    """The rule effects that are due, those of one kind together, in the order of doing them."""
    memory, key = state.remembered(), ("due", step(state))
    found: list[Due] | None = memory.get(key)
    if found is None:
        found = memory[key] = [
            *_lethal(state),
            *_without_bearer(state),
            *_solid_guests(state),
            *_misplaced(state),
            *_unpoisoned(state),
        ]
    if not found:
        return found
    halted = state.lists.get("halted", ())
    return [
        effect
        for effect in found
        if tuple(effect) not in halted
        and not (effect.what == DIES and _is_falling(state, effect.obj))
    ]


@rules("BE09 402.3", "BE09 204.6")
def _lethal(state: State) -> list[Due]:
    """Creatures and artifacts whose life is used up."""
    chars, counters = state.board().chars, state.counters
    return [
        Due(DIES, obj, "BE09 402.3")
        for obj, wounds in sorted(state.damage.items())
        if obj in chars and chars[obj].life + counters.get((obj, EXTRA), 0) <= wounds
    ]


def _is_falling(state: State, obj: int) -> bool:
    """Whether a destruction of the card lies on the stack already."""
    if not on_stack(state):
        return False
    return any(
        state.pile[key].kind == DESTRUCTION and state.pile[key].source[0] == obj
        for key in pile.items(state)
    )


@rules("BE12 212.2", "BE12 212.3", "BE12 212.6", "BE09 210.3", "BE09 210.5", "BE09 210.7")
def _without_bearer(state: State) -> list[Due]:
    """Equipment and symbiotes whose bearer or host cannot be one any longer, or that have none."""
    found = []
    for obj, host in sorted(state.host.items()):
        rule = lost_bearer(state, obj, host)
        if rule:
            found.append(Due(FALLS, obj, rule, host))
    if step(state) > REVEALING:
        for obj in sorted(state.board().odd):
            if obj in state.host or state.where[obj] != ON_FIELD or is_hidden(state, obj):
                continue
            char = char_of(state, obj)
            if char.type == EQUIPMENT:
                found.append(Due(FALLS, obj, "BE12 212.6"))
            elif char.subtype in COMPANIONS:
                found.append(Due(FALLS, obj, "BE09 421.5"))
    return found


@rules("BE12 212.2", "BE12 212.3", "BE09 210.7", "BE09 214.8", "BE09 421.4")
def lost_bearer(state: State, obj: int, host: int) -> str:
    """The rule by which a card loses what bears it, or the empty string."""
    worn = char_of(state, obj)
    symbiote = worn.subtype in COMPANIONS
    if not symbiote and worn.type != EQUIPMENT:
        return ""  # it has become something that needs no bearer
    if state.where[host] != ON_FIELD:
        died = state.where[host][0] == GRAVEYARD
        return ("BE09 421.4" if died else "BE09 210.7") if symbiote else "BE12 212.3"
    char = char_of(state, host)
    if symbiote:
        if char.type != CREATURE or char.subtype:
            return "BE09 210.3"
        if char.incorporeal and not char_of(state, obj).incorporeal:
            return "BE09 210.5"
        return ""
    if char.type != CREATURE or char.incorporeal:
        return "BE12 212.2"
    return "BE12 212.3" if char.subtype else ""


@rules("BE09 211.2a", "BE12 211.1", "BE09 208.4")
def _misplaced(state: State) -> list[Due]:
    """Flyers and terrains on the field, and creatures in the additional zone that do not fly."""
    found = []
    if step(state) > REVEALING:
        for obj in sorted(state.board().odd):
            if state.where[obj] != ON_FIELD or is_hidden(state, obj):
                continue
            char = char_of(state, obj)
            if char.type == TERRAIN:
                found.append(Due(LIES, obj, "BE12 211.1"))
            elif char.subtype == FLYER:
                found.append(Due(FLIES, obj, "BE09 211.2a"))
    for obj in state.order.get(IN_ADDITIONAL, ()):
        char = char_of(state, obj)
        if char.type == CREATURE and char.subtype != FLYER:
            found.append(Due(LANDS, obj, "BE09 208.4"))
    return found


@rules("BE09 411.1")
def _unpoisoned(state: State) -> list[Due]:
    """Poisoned creatures that cannot be poisoned any longer."""
    poisoned = [obj for obj, kind in state.counters if kind == POISON]
    found = []
    for obj in sorted(poisoned):
        char = char_of(state, obj)
        if char.incorporeal or char.protected_from(POISON, WIDER):
            found.append(Due(HEALS, obj, "BE09 411.1"))
    return found


@rules("BE12 503.2", "BE12 503.3")
def perform_due(state: State) -> Procedure:
    """Perform what is due until nothing is; stop before the first effect that would repeat."""
    done: list[Any] = list(state.lists.get("halted", ()))
    while True:
        waiting = [effect for effect in due(state) if tuple(effect) not in done]
        if not waiting:
            break
        group = _together(state, waiting)
        done.extend(tuple(effect) for effect in _now(group))
        yield from _perform(state, group)
    again = [tuple(effect) for effect in due(state) if tuple(effect) in done]
    if again:
        state.event("rule effects stopped", "BE12 503.3", (SWEEP,), again[0][1])
        state.put(LISTS, "halted", tuple(again))


@rules("BE12 503.2", "BE09 402.3")
def perform_between(state: State) -> Procedure:
    """What does not wait between two effects of one text: all but deaths.

    Whether a card is dead is asked when the whole text has been carried out.
    """
    done: list[Due] = []
    while True:
        waiting = [effect for effect in due(state) if effect.what != DIES and effect not in done]
        if not waiting:
            break
        group = _together(state, waiting)
        done.extend(_now(group))
        yield from _perform(state, group)


def _together(state: State, waiting: list[Due]) -> list[Due]:
    """The effects that are due at the same time, those of the first kind."""
    return ordered(state, [due for due in waiting if due.what == waiting[0].what])


def _now(group: list[Due]) -> list[Due]:
    """The effects of a group that happen now: all, but landings one by one.

    Who lands chooses a cell, so each landing sees the cells that those before it took.
    """
    return group[:1] if group[0].what == LANDS else group


@rules("BE12 503.2", "BE09 103.5")
def _perform(state: State, group: list[Due]) -> Procedure:
    what = group[0].what
    if what == DIES and on_stack(state):
        put_destructions(state, [effect.obj for effect in group], (SWEEP,), (BY_WOUNDS,))
        return
    told = state.event("rule effects", "BE12 503.2", ())
    if len({state.controller[effect.obj] for effect in group}) > 1:
        state.event("active player first", "BE09 103.5", (told,), active(state))
    if what == LANDS:
        yield from _land(state, group[0])
        return
    kinds = {DIES: DIED, CROWDED: DIED, FALLS: DIED, FLIES: TO_ADDITIONAL, LIES: TO_AUXILIARY}
    batch = []
    for effect in group:
        values: tuple[Any, ...] = (effect.obj,)
        if what == DIES:
            values = (effect.obj, effect.host, last_slayer(state, effect.obj))
        elif what in (CROWDED, FALLS):
            values = (effect.obj, effect.host)
        elif what == HEALS:
            values = (effect.obj, state.counters[effect.obj, POISON])
        kind = kinds.get(what, POISON_LOST)
        batch.append(Happening(kind, effect.rule, (SWEEP,), values))
    PERFORMER.happen(state, batch)


@rules("BE09 103.5")
def ordered(state: State, group: list[Due]) -> list[Due]:
    """Simultaneous effects in the order in which they are done: the active player's first."""
    first = active(state)
    return sorted(group, key=lambda due: (state.controller[due.obj] != first, due.obj))


@rules("BE09 208.4")
def _land(state: State, effect: Due) -> Procedure:
    """A creature that no longer flies comes to a free cell, or dies if there is none."""
    obj = effect.obj
    if not free_cells(state):
        happen(state, DIED, effect.rule, (SWEEP,), obj, -1)
        return
    answer = yield Choice("landing", state.controller[obj], (obj,))
    happen(state, LANDED, effect.rule, (state.answer,), obj, answer[0])


def free_cells(state: State) -> list[str]:
    """The cells of the field that nothing occupies."""
    taken = state.board().cells
    return [cell for cell in CELLS if cell not in taken]


@rules("BE09 402.3a")
def put_destructions(
    state: State,
    objs: list[int],
    causes: tuple[int, ...],
    why: tuple[str, ...] = (),
    by: list[int] | None = None,
) -> None:
    """Put the destruction of cards on the stack. ``why``: ``BY_WOUNDS``, or nothing and by whom."""
    for obj, slayer in zip(objs, by or [-1] * len(objs), strict=True):
        event = state.event("destruction announced", "BE09 402.3a", causes, obj)
        chain = tuple(Chain(len(IN_RESPONSE), WOUND, by=slayer, lineage=why))
        player = state.controller[obj]
        pile.put_on(state, PileItem(DESTRUCTION, player, state.ref(obj), (), (), (), event, chain))
        pile.give_priority(state, active(state))


@rules("BE09 402.3c", "BE09 214.8")
def resolve_destruction(state: State, item: PileItem, event: int) -> None:
    """The card goes to the graveyard, its equipment after it; or it was healed in time."""
    obj = item.source[0]
    if not state.is_current(Ref(*item.source)):
        return
    chain = chain_of(item)
    wounded = BY_WOUNDS in chain.lineage
    if wounded and value_of(state, obj, "life") > 0:
        told = state.event("cancelled", "BE09 402.3c", (event,), obj)
        for worn in state.board().worn.get(obj, ()):
            if char_of(state, worn).type == EQUIPMENT:
                state.event("keeps its bearer", "BE09 214.8", (told,), worn, obj)
        return
    by = last_slayer(state, obj) if wounded else chain.by
    happen(state, DIED, "BE09 402.3a", (event,), obj, -1, by)


@rules("BE09 102.3a", "BE09 102.2a", "BE09 102.4", "BE09 415.3")
def defeated(state: State) -> list[int]:
    """The players without a creature in battle; a hidden card may be one."""
    lost = []
    for player in (0, 1):
        squad = state.board().squads[player]
        for obj in squad:
            if char_of(state, obj).type == CREATURE or is_hidden(state, obj):
                break
        else:
            lost.append(player)
    return lost


@rules("BE09 102.1", "BE09 102.2a", "BE09 102.3a", "BE09 102.4")
def end_battle(state: State) -> Procedure:
    """A player without creatures has lost; if both have none, the battle is drawn."""
    lost = defeated(state)
    if len(lost) == 2:
        state.event("drawn", "BE09 102.4", (SWEEP,))
        state.put(TURN, "result", 3)
    else:
        event = state.event("lost", "BE09 102.3a", (SWEEP,), lost[0])
        state.event("won", "BE09 102.2a", (event,), 1 - lost[0])
        state.put(TURN, "result", 2 - lost[0])
    yield from ()


@rules("BE12 503.3", "BE09 103.4")
def end_loop(state: State, how: str) -> Procedure:
    """A position that repeats, or a chain that grows, without a decision: the battle is drawn."""
    state.event("endless", "BE12 503.3", (), how)
    state.put(TURN, "result", 3)
    yield from ()
