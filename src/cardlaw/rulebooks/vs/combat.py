"""The attack step (407): the check of a proposed attack, and its conclusion."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, TURN
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.attack import attackers, defender, still_attacking
from cardlaw.rulebooks.vs.events import PERFORMER, set_status
from cardlaw.rulebooks.vs.select import traits_of
from cardlaw.rulebooks.vs.states import may_be_stunned

Asking = Generator[Choice, Option, None]


@rules("VS 407", "VS 6")
def check(state: State) -> Procedure:
    """After the players passed: those still legal exhaust and attack, or the attack fails."""
    causes: tuple[int, ...] = state.lists.get("attack cause", ())
    team = still_attacking(state)
    player = words.primary(state)
    if not team:
        state.event("attack failed", "VS 407", causes, player)
        clear(state)
        pile.give_priority(state, player)
        return
    event = state.event("attack goes on", "VS 407", causes, player)
    state.put(TURN, "attack", words.GOING)
    state.set_list("attackers", tuple(team))
    state.set_list("attack cause", (event,))
    pile.give_priority(state, player)
    batch = [Happening("exhausted", "VS 407", (event,), (obj,)) for obj in team]
    PERFORMER.happen(state, batch)
    roles = [Happening("became an attacker", "VS 407", (event,), (obj,)) for obj in team]
    for obj in team:
        set_status(state, obj, on=words.ATTACKER)
    target = defender(state)
    if target is not None:
        roles.append(Happening("became the defender", "VS 407", (event,), (target,)))
    PERFORMER.happen(state, roles)
    yield from ()


def clear(state: State) -> None:
    """No attack is going on, as part of the event begun last."""
    bits = words.ATTACKER | words.DEFENDER | words.REINFORCED
    for obj in words.all_characters(state):
        if state.status.get(obj, 0) & bits:
            set_status(state, obj, off=bits)
    for name in ("attackers", "defender", "attack cause"):
        state.set_list(name, ())
    state.put(TURN, "attack", None)
    state.put(TURN, "struck", None)
    for key, effect in sorted(state.effects.items()):
        if effect.until == "attack":
            state.put(EFFECTS, key, None)


@rules("VS 407")
def conclude(state: State) -> Procedure:
    """Compare ATK and DEF, stun, stun back, break through; then the attack is over."""
    causes: tuple[int, ...] = state.lists.get("attack cause", ())
    team = attackers(state)
    target = defender(state)
    struck = state.turn.get("struck")
    player = words.primary(state)
    back = -1
    if target is not None:
        back = yield from _stun_back(state, team, target)
    event = state.event("attack concluded", "VS 407", causes, player)
    pile.give_priority(state, player)
    total = sum(max(0, traits_of(state, obj).atk) for obj in team)
    if struck is not None:
        if total:
            values = (struck - 1, total)
            PERFORMER.happen(state, [Happening("lost endurance", "VS 407", (event,), values)])
    elif target is None:
        batch = [Happening("readied", "VS 407", (event,), (obj,)) for obj in team]
        PERFORMER.happen(state, batch)
    elif team:
        yield from _compare(state, team, target, total, back, event)
    state.event("attack ended", "VS 407", (event,), player)
    clear(state)


def enough(state: State, atk: int, defence: int) -> bool:
    """Whether an ATK stuns against a DEF."""
    atk, defence = max(0, atk), max(0, defence)
    return atk > defence if state.options["stun-comparison"] == "greater" else atk >= defence


@rules("VS 407")
def beatable(state: State, team: tuple[int, ...], target: int) -> list[int]:
    """The attackers that the defender can stun back."""
    exhausted = words.has(state, target, words.EXHAUSTED)
    if exhausted and state.options["exhausted-defender"] == "does-not-stun-back":
        return []
    atk = traits_of(state, target).atk
    return [
        obj
        for obj in team
        if enough(state, atk, traits_of(state, obj).defence) and may_be_stunned(state, obj)
    ]


def _stun_back(state: State, team: tuple[int, ...], target: int) -> Generator[Choice, Option, int]:
    """The one attacker that is stunned back; -1 for none."""
    able = beatable(state, team, target)
    if not able:
        return -1
    if len(able) == 1:
        return able[0]
    player = state.controller[target]
    if state.options["stun-back-choice"] == "attacking-player":
        player = 1 - player
    (obj,) = yield Choice("stun back", player, tuple(able))
    return int(obj)


def stun_back_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "stun back"."""
    return OneOf([(obj,) for obj in choice.args])


@rules("VS 407", "VS 708.11")
def _compare(
    state: State, team: tuple[int, ...], target: int, total: int, back: int, event: int
) -> Asking:
    """Both comparisons use the values before the stuns, which happen at once."""
    defence = max(0, traits_of(state, target).defence)
    reinforced = words.has(state, target, words.REINFORCED)
    player = state.controller[target]
    batch = []
    if enough(state, total, defence) and may_be_stunned(state, target):
        batch.append(Happening("stunned", "VS 708.11", (event,), (target,)))
    if back >= 0:
        batch.append(Happening("stunned", "VS 708.11", (event,), (back,)))
    ids = yield from PERFORMER.perform(state, batch)
    if not (ids and words.has(state, target, words.STUNNED)):
        return
    proud = [Happening("stunned a defender", "VS 407", (ids[0],), (o, target)) for o in team]
    PERFORMER.happen(state, proud)
    if total > defence and not reinforced:
        values = (player, total - defence)
        PERFORMER.happen(state, [Happening("lost endurance", "VS 407", (ids[0],), values)])
