"""The course of a turn (chapters 309-313): opening, phases, what ends and begins with them."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.happen import Happening, wait
from cardlaw.kernel.law import Finding, breaches_of, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, EFFECTS, TURN, USED, Waiting
from cardlaw.rulebooks.berserk.field import CELLS, half, row
from cardlaw.rulebooks.berserk.happen import (
    CONTROLLED,
    DIED,
    ENDED,
    GAINED_TOKEN,
    INCARNATES,
    OPENS,
    PERFORMER,
    REVEALED,
    TURN_ENDED,
    TURN_STARTED,
    happen,
    set_bits,
)
from cardlaw.rulebooks.berserk.preparation import opens, stay_closed
from cardlaw.rulebooks.berserk.select import char_of
from cardlaw.rulebooks.berserk.sharing import change_of_turns
from cardlaw.rulebooks.berserk.squad import may_be_taken_once, may_take_terrain
from cardlaw.rulebooks.berserk.stack import give_priority
from cardlaw.rulebooks.berserk.stealth import outlasts_first_turn
from cardlaw.rulebooks.berserk.vanguard import next_vanguard
from cardlaw.rulebooks.berserk.words import (
    AIMED,
    AIMING,
    AWAKE,
    BATTLE_USE,
    FINAL,
    GRAVEYARD,
    INCARNATED,
    MAIN,
    MOVED,
    POISON,
    STUNNED,
    TERRAIN,
    TOKEN,
    TURN_START,
    active,
    first_player,
    in_battle,
    is_closed,
    is_hidden,
    side,
    step,
)

REGENERATION, FADING, INCARNATION = "regeneration", "fading", "incarnation"
#: the data of waiting actions that a rule and no text sets off at the start of a turn
BY_RULE = {REGENERATION: 0, POISON: 1, FADING: 2, INCARNATION: 3}


@rules("BE09 313.2", "BE09 311.1", "BE09 311.2", "BE09 311.3", "BE09 311.4")
def begin_turn(state: State) -> Procedure:
    """The next turn: open, clear markers, end what lasts until now, set off what starts now."""
    number = state.turn.get("turn", 0) + 1
    player = first_player(state) if number == 1 else 1 - active(state)
    event = state.event("turn began", "BE09 313.2", (), player, number)
    pile.take_priority(state)
    state.put(TURN, "turn", number)
    state.put(TURN, "active", player)
    state.put(TURN, "step", TURN_START)
    for key in sorted(state.used, key=repr):
        if key[0] != BATTLE_USE:
            state.put(USED, key, None)
    staying = yield from stay_closed(state, player, event)
    open_all(state, player, staying, event)
    end_effects(state, f"start {number}", event, "BE09 311.3")
    happen(state, TURN_STARTED, "BE09 311.4", (event,), player)
    start_by_rule(state, player, event)
    give_priority(state, player, event)


@rules("BE09 311.1", "BE09 311.2", "BE09 211.9")
def open_all(state: State, player: int, staying: list[int], event: int) -> None:
    """Open the player's closed cards but those that stay so, and clear their movement markers."""
    squad = state.board().squads[player]
    for obj in squad:
        bits = state.status.get(obj, 0)
        if bits & (AIMING | AIMED | AWAKE):
            set_bits(state, obj, AIMED if bits & AIMING else 0, AIMING | AWAKE)
            if not bits & AIMING:
                set_bits(state, obj, 0, AIMED)
    closed = [obj for obj in squad if is_closed(state, obj)]
    opening = [obj for obj in opens(state, closed) if obj not in staying]
    batch = [Happening(OPENS, "BE09 311.1", (event,), (obj,)) for obj in opening]
    PERFORMER.happen(state, batch)
    moved = [obj for obj in squad if (obj, MOVED) in state.counters]
    if moved:
        state.event("markers cleared", "BE09 311.2", (event,), player)
    for obj in moved:
        state.put(COUNTERS, (obj, MOVED), None)
    for obj in closed:
        set_bits(state, obj, 0, STUNNED)
    for obj in squad:
        if not is_closed(state, obj):
            set_bits(state, obj, AWAKE)


@rules("BE09 311.4", "BE09 414.4")
def start_by_rule(state: State, player: int, event: int) -> None:
    """Regeneration, poison, fading and incarnation of the player's cards wait to act."""
    for obj in state.board().squads[player]:
        if not state.status.get(obj, 0) & AWAKE or is_hidden(state, obj):
            continue
        char = char_of(state, obj)
        for word in (REGENERATION, FADING):
            number = char.keywords.get(word, 0)
            if number and (word != REGENERATION or state.damage.get(obj, 0)):
                _wait(state, player, obj, word, number, event)
        if (obj, POISON) in state.counters:
            _wait(state, player, obj, POISON, state.counters[obj, POISON], event)
    for obj in state.zone(GRAVEYARD, player):
        number = char_of(state, obj).keywords.get(INCARNATION, 0)
        if number and not state.status.get(obj, 0) & INCARNATED:
            _wait(state, player, obj, INCARNATION, number, event)


def _wait(state: State, player: int, obj: int, word: str, number: int, event: int) -> None:
    data = (BY_RULE[word], number, (), 0)
    wait(state, "BE09 311.4", Waiting(player, state.ref(obj), (), event, data))


@rules("BE09 6")
def incarnate(state: State, player: int, obj: int, needed: int, event: int) -> None:
    """A token on a card in the graveyard; with enough of them it comes back to the third row."""
    event = happen(state, GAINED_TOKEN, "BE09 6", (event,), obj, 1)
    if state.counters.get((obj, TOKEN), 0) < needed:
        return
    home = side(state, player)
    taken = state.board().cells
    free = [c for c in CELLS if half(c) == home and row(c) == 3 and c not in taken]
    if free:
        happen(state, INCARNATES, "BE09 6", (event,), obj, player, free[0])


@rules("BE09 215.8", "BE09 312.2", "BE09 313.1")
def end_step(state: State) -> Procedure:
    """Both passed on an empty stack: the next step or phase, or the end of the turn."""
    now = step(state)
    player = active(state)
    over = state.event("step over", "BE09 215.8", ())
    if now == TURN_START:
        event = state.event("main phase began", "BE09 312.2", (over,), player)
        state.put(TURN, "step", MAIN)
        give_priority(state, player, event)
    elif now == MAIN:
        event = state.event("final phase began", "BE09 313.1", (over,), player)
        state.put(TURN, "step", FINAL)
        give_priority(state, player, event)
        happen(state, TURN_ENDED, "BE09 313.1", (event,), player)
    elif now == FINAL:
        yield from end_turn(state)
    elif not next_vanguard(state, over):
        yield from begin_turn(state)


@rules("BE09 313.2", "BE09 306.2a")
def end_turn(state: State) -> Procedure:
    """What lasts until the end of the turn ends; after the first turn cards are turned up."""
    number = state.turn.get("turn", 0)
    event = state.event("turn over", "BE09 313.2", (), active(state), number)
    change_of_turns(state, event)
    end_effects(state, f"end {number}", event, "BE09 313.2")
    if number <= 1:
        for player in (0, 1):
            hidden = [
                obj
                for obj in state.board().squads[player]
                if is_hidden(state, obj) and not outlasts_first_turn(state, obj)
            ]
            batch = [Happening(REVEALED, "BE09 306.2a", (event,), (obj,)) for obj in hidden]
            PERFORMER.happen(state, batch)
    if number >= int(state.options["turn-limit"]):
        state.event("turn limit", "BE09 102.4", (event,), number)
        state.put(TURN, "result", 3)
        return
    yield from begin_turn(state)


@rules("BE09 311.3", "BE09 313.2")
def end_effects(state: State, until: str, event: int, rule: str) -> None:
    """End the continuous effects that last until a moment."""
    for key in sorted(state.effects):
        effect = state.effects[key]
        if effect.until != until:
            continue
        state.event(ENDED, rule, (event,), effect.source)
        state.put(EFFECTS, key, None)
        if effect.data and effect.data[0][0] == "control":
            for ref in effect.affected:
                if state.is_current(ref):
                    return_control(state, ref.id, event)


@rules("BE09 217.1", "BE12 211.3", "BE09 414.1")
def return_control(state: State, obj: int, event: int) -> None:
    """Control of a card goes back; what a squad may not have a second time goes by the option."""
    player = held_by(state, obj)
    if player == state.controller[obj] or not in_battle(state, obj):
        return
    squad = state.board().squads[player]
    found: list[Finding] = list(may_be_taken_once(state, obj, squad))
    if char_of(state, obj).type == TERRAIN:
        found += may_take_terrain(state, player, obj, squad)
    breaches = breaches_of(found)
    how = state.options["returning-second"] if breaches else "returns"
    if how == "destroyed":
        happen(state, DIED, breaches[0].rule, (event,), obj, -1)
    elif how == "stays":
        state.event("not returned", breaches[0].rule, (event,), obj, player)
    else:
        happen(state, CONTROLLED, "BE09 217.1", (event,), obj, player)


@rules("BE09 217.1")
def held_by(state: State, obj: int) -> int:
    """The player who controls a card by the effects that remain; its owner when there are none."""
    player = state.owner[obj]
    for key in sorted(state.effects):
        effect = state.effects[key]
        here = any(ref.id == obj and state.is_current(ref) for ref in effect.affected)
        if here and effect.data and effect.data[0][0] == "control":
            player = effect.data[0][1]
    return player
