"""Resolving the objects of a chain (chapters 216, 409, 410): one procedure for each stage."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from cardlaw.cards.nodes import Triggered
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import LISTS, TURN, PileItem, Ref
from cardlaw.rulebooks.berserk.aiming import can_be_done, in_reach
from cardlaw.rulebooks.berserk.attacks import (
    combatants,
    fights,
    is_at_artifact,
    is_kept_off,
    strength_of,
    total_of,
    unmodified,
)
from cardlaw.rulebooks.berserk.cancelling import call_off, is_lost
from cardlaw.rulebooks.berserk.doing import do_all, redirect, step_to
from cardlaw.rulebooks.berserk.fighting import GRADES, Blow, Bout, other_grade
from cardlaw.rulebooks.berserk.happen import (
    ATTACKED,
    DEFENDED,
    GAINED_TOKEN,
    REVEALED,
    WOUNDED,
    happen,
)
from cardlaw.rulebooks.berserk.hitting import Hit, end_attack, spend, tell_outcome, wound_all
from cardlaw.rulebooks.berserk.marking import remove_wounds
from cardlaw.rulebooks.berserk.meaning import Doing, can_be_wounded, is_shielded, protecting
from cardlaw.rulebooks.berserk.moving import can_move_by_itself, may_enter
from cardlaw.rulebooks.berserk.named import text_at
from cardlaw.rulebooks.berserk.paying import ability_of, pay
from cardlaw.rulebooks.berserk.replacing import perform
from cardlaw.rulebooks.berserk.rule_effects import resolve_destruction
from cardlaw.rulebooks.berserk.select import Scene, suits
from cardlaw.rulebooks.berserk.sharing import may_stand_with_others
from cardlaw.rulebooks.berserk.stack import (
    ACCUMULATING,
    CALCULATION,
    DECLARATION,
    DEFENSE,
    DESTRUCTION,
    ENDING,
    MOVEMENT,
    PAYMENT,
    PROTECTION,
    RESULT,
    ROLL,
    STAGES,
    STRIKE,
    TARGET,
    TRIGGER,
    WOUND,
    Chain,
    block,
    chain_of,
    is_source,
    put_chain,
)
from cardlaw.rulebooks.berserk.strike import (
    fight,
    grade,
    may_be_attacked,
    may_strike,
    weakened,
)
from cardlaw.rulebooks.berserk.triggering import fits_text
from cardlaw.rulebooks.berserk.turn import BY_RULE, incarnate
from cardlaw.rulebooks.berserk.words import (
    ATTACKS,
    active,
    is_hidden,
)

Work = Generator[Choice, Option, None]


@rules("BE09 215.8", "BE09 215.9", "BE09 216.1", "BE12 301.1")
def resolve(state: State) -> Procedure:
    """Resolve the object on top of the stack: the stage that its chain has reached."""
    key = pile.top(state)
    assert key is not None
    item = state.pile[key]
    stage = chain_of(item).stage
    source = item.source[0]
    event = state.event("resolved", _by_rule(state, item), (item.event,), source, stage)
    pile.give_priority(state, active(state))
    if "stage" in state.turn:
        state.put(TURN, "stage", None)
    if stage not in (ENDING, PAYMENT) and is_lost(state, key, item, event):
        return
    yield from _STAGES[stage](state, key, item, event)
    if key in state.pile:
        advance(state, key, stage)


@rules("BE09 215.8", "BE09 405.4", "BE09 412.2")
def _by_rule(state: State, item: PileItem) -> str:
    """By which rule an object is resolved: a trigger without its source, a target that is kept."""
    chain = chain_of(item)
    if item.kind == TRIGGER and not is_source(state, item):
        return "BE09 405.4"
    kept = chain.stage == TARGET and chain.targets and not chain.redirected
    return "BE09 412.2" if kept else _RULES.get(chain.stage, "BE09 215.8")


def advance(state: State, key: int, stage: str) -> None:
    """The next object of the chain is on top, or the chain is done."""
    chain = chain_of(state.pile[key])
    if chain.stage != stage:
        return
    stages = STAGES[chain.stages]
    following = stages.index(stage) + 1
    if following == len(stages):
        pile.take_off(state, key)
    else:
        put_chain(state, key, chain._replace(stage=stages[following]))


# -- declaration and target


@rules("BE09 216.2")
def _declaration(state: State, key: int, item: PileItem, event: int) -> Work:
    yield from ()


@rules("BE09 216.4", "BE09 409.2", "BE09 412.2", "BE09 415.2", "BE09 415.4")
def _target(state: State, key: int, item: PileItem, event: int) -> Work:
    """Fix the final target: it must be there, hidden ones are turned up and must then be legal."""
    chain = chain_of(item)
    if item.kind == MOVEMENT:
        if not _may_arrive(state, item.source[0], chain.cell):
            call_off(state, key, event)
        return
    turned = []
    for target in chain.targets:
        obj = target[0]
        if not state.is_current(Ref(*target)):
            call_off(state, key, event)
            return
        if is_hidden(state, obj):
            happen(state, REVEALED, "BE09 415.2", (event,), obj)
            turned.append(obj)
    if not _is_legal(state, item, chain):
        if turned:
            block(state, key, "BE09 415.4", event)
        else:
            call_off(state, key, event)
        return
    if item.kind in ATTACKS and chain.targets:
        struck = chain.targets[0][0]
        happen(state, ATTACKED, "BE09 216.4", (event,), struck, item.source[0], item.kind)
    yield from ()


@rules("BE12 212.8", "BE09 203.2", "BE09 203.10")
def _may_arrive(state: State, obj: int, cell: str) -> bool:
    """Whether a creature on its way can still come to the cell."""
    if breached(can_move_by_itself(state, obj)):
        return False
    if cell in state.board().cells and not may_stand_with_others(state, obj):
        return False
    return not breached(may_enter(state, obj, cell))


@rules("BE09 409.2", "BE09 401.3", "BE09 103.3")
def _is_legal(state: State, item: PileItem, chain: Chain) -> bool:
    """Whether the targets of an action are still legal."""
    objs = chain.ids()
    if item.kind == STRIKE:
        if chain.redirected:
            return not breached(may_be_attacked(state, objs[0]))
        return not breached(may_strike(state, item.source[0], objs[0]))
    if item.kind == TRIGGER:
        return _is_trigger_legal(state, item, chain)
    ability = ability_of(state, item)
    if ability is None:
        return True
    if ability.cell and chain.cell in state.board().cells:
        return False
    if ability.kind in ATTACKS and objs and breached(may_be_attacked(state, objs[0])):
        return False
    scene = scene_of(state, item, chain)
    pairs = list(zip(ability.targets, objs, strict=False))[1 if chain.redirected else 0 :]
    for place, (target, obj) in enumerate(pairs, start=len(objs) - len(pairs)):
        if not suits(state, target.select, obj, scene):
            return False
        named = scene._replace(names=scene.names[: place + 1])
        if breached(in_reach(state, ability, item.source[0], obj)):
            return False
        if breached(can_be_done(state, ability, named)):
            return False
    return True


@rules("BE09 409.2", "BE09 412.2", "BE09 103.3")
def _is_trigger_legal(state: State, item: PileItem, chain: Chain) -> bool:
    """Whether what a trigger aims at still suits its text."""
    if not chain.targets:
        return True
    ability: Triggered = text_at(state, item.text)
    scene = scene_of(state, item, chain)
    for place, (target, obj) in enumerate(zip(ability.targets, chain.ids(), strict=True)):
        named = scene._replace(names=scene.names[: place + 1])
        if not suits(state, target.select, obj, named) or not fits_text(state, ability, named):
            return False
    return True


def scene_of(state: State, item: PileItem, chain: Chain) -> Scene:
    """The scene in which an item's text is carried out."""
    names: tuple[tuple[str, int], ...] = ()
    if len(item.text) > 1:
        ability = text_at(state, item.text)
        named = zip(ability.targets, chain.ids(), strict=False)
        names = tuple((target.name, obj) for target, obj in named)
    return Scene(
        item.player,
        item.source[0],
        chain.it,
        chain.by,
        names,
        tuple(item.text),
        chain.cell,
        chain.number,
    )


# -- dice


@rules("BE09 216.5", "BE09 205.5b", "BE12 210.3", "BE09 213.3")
def _roll(state: State, key: int, item: PileItem, event: int) -> Work:
    """The attacker rolls; an open creature that fights rolls after it."""
    chain = chain_of(item)
    rolls: list[int] = []
    told: list[int] = []
    for obj in combatants(state, item, chain):
        answer = yield Choice("die", CHANCE, (obj,))
        rolls.append(answer[0])
        told.append(state.event("dice rolled", "BE09 216.5", (event, state.answer), obj, answer[0]))
    if item.kind == STRIKE and is_at_artifact(state, chain):
        state.event("does not fight", "BE09 213.3", (event,), chain.targets[0][0])
    put_chain(state, key, chain._replace(rolls=tuple(rolls), dice=tuple(told)))


@rules("BE09 216.6", "BE09 104.2a", "BE09 422.4")
def _result(state: State, key: int, item: PileItem, event: int) -> Work:
    """All modifiers are applied; a single roll stays between one and six."""
    chain = chain_of(item)
    fighters = (item.source[0], *chain.ids()[:1])[: len(chain.rolls)]
    rolled = zip(fighters, chain.rolls, strict=True)
    totals = [total_of(state, item, chain, obj, roll) for obj, roll in rolled]
    rule = "BE09 216.6"
    if len(totals) == 1 and not 1 <= totals[0] <= 6:
        totals, rule = [max(1, min(6, totals[0]))], "BE09 104.2a"
    if state.effects:
        for obj in fighters:
            spend(state, obj, ("next roll",), event)
    told = [
        state.event("result", rule, (event, dice), obj, total)
        for obj, dice, total in zip(fighters, chain.dice, totals, strict=True)
    ]
    put_chain(state, key, chain._replace(totals=tuple(totals), dice=tuple(told)))
    yield from ()


@rules("BE09 216.7", "BE09 216.8", "BE09 205.4", "BE09 205.6", "BE09 213.4")
def _calculation(state: State, key: int, item: PileItem, event: int) -> Work:
    """How hard the action hits; in an exchange the player with the higher result may weaken it."""
    chain = chain_of(item)
    causes: tuple[int, ...] = (event, *chain.dice)
    if len(chain.totals) == 1:
        deals: tuple[int, int] = (grade(chain.totals[0]), 0)
    else:
        attack, defense = chain.totals
        deals = fight(attack, defense)
        milder = weakened(attack, defense)
        if milder is not None:
            better = item.source[0] if attack > defense else chain.targets[0][0]
            answer = yield Choice("exchange", state.controller[better], (item.source[0],))
            deals = milder if answer == ("weaken",) else deals
            causes = (*causes, state.answer)
    changed = _other_grade(state, item, chain, deals)
    rule = "BE09 205.6" if len(chain.totals) > 1 else "BE09 205.4"
    if changed != deals:
        rule, deals = "BE09 216.8", changed
    elif len(chain.totals) < 2 and is_at_artifact(state, chain):
        rule = "BE12 210.3" if item.kind == STRIKE else "BE09 213.4"
    told = state.event("calculated", rule, causes, item.source[0], GRADES[deals[0]])
    put_chain(state, key, chain._replace(grade=deals[0], answer=deals[1], dice=(told,)))


@rules("BE09 216.8", "BE09 422.4")
def _other_grade(
    state: State, item: PileItem, chain: Chain, deals: tuple[int, int]
) -> tuple[int, int]:
    """What both deal after the texts that change how hard an attack hits."""
    if not chain.targets or not state.board().fighting:
        return deals
    ability = ability_of(state, item)
    printed = None if ability is None else ability.strength
    bout = Bout(item.source[0], chain.targets[0][0], item.kind)
    there, back = deals
    strength = unmodified(state, bout.source, printed, there)
    answer = unmodified(state, bout.target, None, back)
    return other_grade(state, bout, there, strength), other_grade(
        state, bout.answer(), back, answer
    )


# -- protection, wounds, effects


@rules("BE09 216.10", "BE09 411.1")
def _protection(state: State, key: int, item: PileItem, event: int) -> Work:
    """A target that is protected from the action receives nothing of it."""
    chain = chain_of(item)
    if chain.targets and item.kind != TRIGGER:
        obj, source = chain.targets[0][0], item.source[0]
        shielded = obj != source and is_shielded(state, obj, source, item.kind)
        if shielded:
            state.event("protected", protecting(state, obj, item.kind), (event,), obj, source)
        if shielded or _is_kept_off(state, item, chain, event):
            put_chain(state, key, chain._replace(stage=PAYMENT))
    yield from ()


@rules("BE09 411.1")
def _is_kept_off(state: State, item: PileItem, chain: Chain, event: int) -> bool:
    """Whether a text keeps an attack off its target altogether."""
    if item.kind not in ATTACKS or not state.board().fighting:
        return False
    ability = ability_of(state, item)
    printed = None if ability is None else ability.strength
    force = chain.grade or (0 if item.kind == STRIKE else 1)
    bout = Bout(item.source[0], chain.targets[0][0], item.kind)
    blow = Blow(
        force, 0 if printed is None and ability else unmodified(state, bout.source, printed, force)
    )
    return is_kept_off(state, bout, blow, event)


@rules("BE09 216.11")
def _wound(state: State, key: int, item: PileItem, event: int) -> Work:
    """What the action does."""
    chain = chain_of(item)
    put_chain(state, key, chain._replace(begun=True))
    if item.kind == STRIKE:
        yield from _deal_strike(state, item, chain, event)
    elif item.kind == MOVEMENT:
        if _may_arrive(state, item.source[0], chain.cell):
            step_to(state, item.source[0], chain.cell, "BE09 203.2", (event,))
    elif item.kind == ACCUMULATING:
        happen(state, GAINED_TOKEN, "BE12 123.3", (event,), item.source[0], 1)
    elif item.kind == DEFENSE:
        obj = item.source[0]
        struck = _struck(state, chain)
        happen(state, DEFENDED, "BE09 205.3", (event,), obj, struck, STRIKE)
        redirect(state, chain.about, obj, event, defender=obj)
    elif item.kind == DESTRUCTION:
        resolve_destruction(state, item, event)
    elif item.kind == TRIGGER:
        yield from _do_trigger(state, item, chain, event)
    else:
        yield from _do_playable(state, item, chain, event)


def _struck(state: State, chain: Chain) -> int:
    """The card that a defender defends."""
    about = chain_of(state.pile[chain.about]) if chain.about in state.pile else chain
    return about.targets[0][0]


@rules("BE09 205.1a", "BE09 216.11", "BE09 420.5")
def _deal_strike(state: State, item: PileItem, chain: Chain, event: int) -> Work:
    """Both fighters deal their wounds at the same moment."""
    attacker, target = item.source[0], chain.targets[0][0]
    bout = Bout(attacker, target, STRIKE)
    hits = [_hit(state, bout, chain.grade, chain.fixed)]
    if chain.answer and fights(state, item, chain):
        hits.append(_hit(state, bout.answer(), chain.answer))
    causes = (event, *chain.dice)
    yield from wound_all(state, hits, causes, do_all)
    tell_outcome(state, bout, hits[0].blow, causes)
    end_attack(state, [hit.bout for hit in hits], event)


def _hit(state: State, bout: Bout, force: int, fixed: int = -1) -> Hit:
    """One side of a simple strike."""
    strength = strength_of(state, bout.source, None, force)
    return Hit(bout, force, unmodified(state, bout.source, None, force), strength, fixed)


@rules("BE09 216.11", "BE09 401.4", "BE09 401.5")
def _do_playable(state: State, item: PileItem, chain: Chain, event: int) -> Work:
    """The wounds of an attack or a spell, then what else the text says."""
    ability = ability_of(state, item)
    if ability is None:
        return
    source = item.source[0]
    if ability.strength is not None and chain.targets:
        target = chain.targets[0][0]
        force = chain.grade or 1
        number = strength_of(state, source, ability.strength, force)
        if state.is_current(Ref(*chain.targets[0])):
            bout = Bout(source, target, item.kind)
            printed = unmodified(state, source, ability.strength, force)
            hit = Hit(bout, force, printed, number, chain.fixed)
            yield from wound_all(state, [hit], (event, *chain.dice), do_all)
            if item.kind in ATTACKS:
                tell_outcome(state, bout, hit.blow, (event, *chain.dice))
                end_attack(state, [bout], event)
    if ability.do:
        doing = Doing(scene_of(state, item, chain), item.kind, event, chain.about)
        if ability.cost.sacrifice is not None:
            doing.rule = "BE09 216.12"
        yield from do_all(state, ability.do, doing)


@rules("BE09 103.4", "BE09 405.4")
def _do_trigger(state: State, item: PileItem, chain: Chain, event: int) -> Work:
    """What a triggered ability does; abilities that it sets off remember where they come from."""
    if not item.text:
        yield from _do_by_rule(state, item, chain, event)
        return
    ability = text_at(state, item.text)
    state.put(LISTS, "lineage", chain.lineage or None)
    doing = Doing(scene_of(state, item, chain), "influence", event, chain.about)
    doing.step_rule = "BE12 506.7.1"
    yield from do_all(state, ability.do, doing)
    state.put(LISTS, "lineage", None)


@rules("BE09 311.4", "BE12 211.2", "BE12 212.9")
def _do_by_rule(state: State, item: PileItem, chain: Chain, event: int) -> Work:
    """Regeneration, poison, fading and incarnation at the start of a turn."""
    obj, number = item.source[0], chain.by
    if not is_source(state, item):
        return
    if chain.it == BY_RULE["regeneration"]:
        yield from remove_wounds(state, obj, number, event, do_all, "BE09 311.4")
    elif chain.it == BY_RULE["incarnation"]:
        incarnate(state, item.player, obj, number, event)
    elif can_be_wounded(state, obj, event):
        how = next(word for word, place in BY_RULE.items() if place == chain.it)
        hurt = Happening(WOUNDED, "BE09 311.4", (event,), (obj, number, -1, how))
        yield from perform(state, [hurt], do_all)


@rules("BE09 216.12")
def _payment(state: State, key: int, item: PileItem, event: int) -> Work:
    """The card pays."""
    if state.options["payment"] == "at-the-end" and item.kind != TRIGGER:
        paid = state.event("paid", "BE12 301.1", (event,), item.source[0])
        yield from pay(state, item, paid)


@rules("BE09 216.1")
def _ending(state: State, key: int, item: PileItem, event: int) -> Work:
    yield from ()


#: the rules of the stages that say for themselves what it means to resolve them
_RULES = {DECLARATION: "BE09 216.2", PROTECTION: "BE09 216.10", ENDING: "BE09 216.1"}
_STAGES: dict[str, Any] = {
    DECLARATION: _declaration,
    TARGET: _target,
    ROLL: _roll,
    RESULT: _result,
    CALCULATION: _calculation,
    PROTECTION: _protection,
    WOUND: _wound,
    PAYMENT: _payment,
    ENDING: _ending,
}
