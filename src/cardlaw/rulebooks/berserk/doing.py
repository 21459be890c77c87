"""What texts do (chapters 401, 416, 217): the executor of every effect of card data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardlaw.cards.nodes import (
    Attach,
    Change,
    Control,
    Damage,
    Destroy,
    Does,
    If,
    Move,
    PutCounters,
    SetState,
)
from cardlaw.kernel.choice import Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, breached, breaches_of, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.board import plain_gives
from cardlaw.rulebooks.berserk.equip import may_bear
from cardlaw.rulebooks.berserk.field import distance
from cardlaw.rulebooks.berserk.happen import (
    CARRIED,
    CHANGED,
    CLOSES,
    CONTROLLED,
    DIED,
    EQUIPPED,
    EXILED,
    OPENS,
    PERFORMER,
    PLACED,
    RESURRECTED,
    RETURNED,
    STEPPED,
    SUMMONED,
    WOUNDED,
    happen,
    slayer_of,
)
from cardlaw.rulebooks.berserk.marking import heal, nourish, poison, put_marks
from cardlaw.rulebooks.berserk.meaning import Doing, Work, meant
from cardlaw.rulebooks.berserk.moving import may_be_placed, may_be_relocated, may_enter
from cardlaw.rulebooks.berserk.nodes import (
    Block,
    Heal,
    Nourish,
    Place,
    Poison,
    Redirect,
    Relocate,
    Summon,
)
from cardlaw.rulebooks.berserk.rule_effects import (
    free_cells,
    on_stack,
    perform_between,
    put_destructions,
)
from cardlaw.rulebooks.berserk.select import Scene, amount, char_of, chosen, fits, holds
from cardlaw.rulebooks.berserk.shuffling import shuffle
from cardlaw.rulebooks.berserk.squad import face_of, may_be_taken_once, may_take_terrain
from cardlaw.rulebooks.berserk.stack import aimed_at, block, chain_of, put_chain
from cardlaw.rulebooks.berserk.words import (
    COMPANIONS,
    DECK,
    EQUIPMENT,
    EXILE,
    GRAVEYARD,
    TERRAIN,
    active,
    in_battle,
    is_closed,
)


@rules("BE12 503.2")
def do_all(state: State, dos: tuple[Does, ...], doing: Doing) -> Work:
    """Carry out the effects of a text in its order; what the rules do meanwhile does not wait."""
    for place, do in enumerate(dos):
        if place:
            yield from perform_between(state)
        yield from EXECUTORS[type(do)](state, do, doing)


def _each(
    state: State, kind: str, objs: list[int], doing: Doing, *more: Any, rule: str = ""
) -> None:
    batch = [Happening(kind, rule or doing.rule, (doing.event,), (obj, *more)) for obj in objs]
    PERFORMER.happen(state, batch)


def _damage(state: State, do: Damage, doing: Doing) -> Work:
    number = amount(state, do.amount, doing.scene)
    if do.what is not None and number > 0:
        hit = [
            obj
            for obj in meant(state, do.what, doing)
            if can_be_wounded(state, obj, doing.event) and not is_resilient(state, obj, doing)
        ]
        _each(state, WOUNDED, hit, doing, number, doing.scene.source, doing.kind)
    yield from ()


@rules("BE09 414.1")
def is_resilient(state: State, obj: int, doing: Doing) -> bool:
    """Whether a card receives no wounds from an influence of the enemy; this is told."""
    if doing.kind != "influence" or "resilience" not in char_of(state, obj).keywords:
        return False
    if state.controller[obj] == doing.scene.player:
        return False
    state.event("unharmed", "BE09 414.1", (doing.event,), obj)
    return True


@rules("BE09 411.1", "BE12 211.2", "BE12 212.9")
def can_be_wounded(state: State, obj: int, cause: int) -> bool:
    """Whether a card in battle receives wounds now; what keeps them off is told."""
    if not in_battle(state, obj):
        return False
    char = char_of(state, obj)
    rule = {EQUIPMENT: "BE12 212.9", TERRAIN: "BE12 211.2"}.get(char.type, "")
    if not rule and char.forbidden("be wounded"):
        rule = "BE09 411.1"
    if rule:
        state.event("unharmed", rule, (cause,), obj)
    return not rule


@rules("BE12 212.7", "BE12 212.8", "BE09 210.8", "BE09 214.9", "BE09 214.9a")
def step_to(
    state: State, obj: int, cell: str, rule: str, causes: tuple[int, ...], kind: str = STEPPED
) -> None:
    """A card comes to a cell, and at the same moment whatever it bears."""
    batch = [Happening(kind, rule, causes, (obj, cell))]
    for worn in state.board().worn.get(obj, ()):
        carried = "BE09 210.8" if char_of(state, worn).subtype in COMPANIONS else "BE12 212.8"
        batch.append(Happening(CARRIED, carried, causes, (worn, cell)))
    PERFORMER.happen(state, batch)


@rules("BE09 402.3", "BE09 402.3a")
def _destroy(state: State, do: Destroy, doing: Doing) -> Work:
    objs = [obj for obj in meant(state, do.what, doing) if in_battle(state, obj)]
    by = [slayer_of(state, obj, doing.scene.source, doing.kind) for obj in objs]
    if on_stack(state):
        put_destructions(state, objs, (doing.event,), by=by)
    else:
        batch = [
            Happening(DIED, doing.rule, (doing.event,), (obj, -1, slayer))
            for obj, slayer in zip(objs, by, strict=True)
        ]
        PERFORMER.happen(state, batch)
    yield from ()


def _set_state(state: State, do: SetState, doing: Doing) -> Work:
    closing = (do.state == "closed") == do.on
    objs = [obj for obj in meant(state, do.what, doing) if is_closed(state, obj) != closing]
    _each(state, CLOSES if closing else OPENS, objs, doing)
    yield from ()


@rules("BE09 418.2")
def until(state: State, word: str, player: int) -> str:
    """When a duration of the game's words is over; the empty string is the end of the battle."""
    now = state.turn.get("turn", 0)
    mine = active(state) == player
    if word == "turn":
        return f"end {now}"
    if word == "enemy turn":
        return f"end {now + 1}" if mine else f"end {now}"
    if word == "own turn":
        return f"start {now + 2}" if mine else f"start {now + 1}"
    return ""


@rules("BE09 407.1")
def _change(state: State, do: Change, doing: Doing) -> Work:
    objs = tuple(meant(state, do.what, doing))
    if objs:
        scene = doing.scene
        data = plain_gives(state, do.gives, scene)
        end = until(state, do.until, scene.player)
        values = (objs, end, data, scene.player, scene.source, scene.text)
        happen(state, CHANGED, "BE09 407.1", (doing.event,), *values)
    yield from ()


@rules("BE12 211.3", "BE09 217.1", "BE09 217.1b")
def _control(state: State, do: Control, doing: Doing) -> Work:
    scene = doing.scene
    player = scene.player if do.player == "you" else 1 - scene.player
    for obj in meant(state, do.what, doing):
        if state.controller[obj] == player or not in_battle(state, obj):
            continue
        squad = state.board().squads[player]
        if breached(may_be_taken_once(state, obj, squad)):
            continue
        terrain = char_of(state, obj).type == TERRAIN
        if terrain and breached(may_take_terrain(state, player, obj, squad)):
            continue
        end = until(state, do.until, scene.player)
        values = ((obj,), end, (("control", player),), player, scene.source, scene.text)
        event = happen(state, CHANGED, "BE09 217.1", (doing.event,), *values)
        happen(state, CONTROLLED, "BE09 217.1", (event,), obj, player)
    yield from ()


@rules("BE12 212.1", "BE09 214.11", "BE09 423.3")
def _attach(state: State, do: Attach, doing: Doing) -> Work:
    """An equipment gets a new bearer, if that card may bear it."""
    for equipment in meant(state, do.what, doing):
        for bearer in meant(state, do.to, doing):
            by_own_text = doing.scene.source == equipment
            if not breached(may_bear(state, equipment, bearer, enemy=by_own_text)):
                happen(state, EQUIPPED, "BE12 212.1", (doing.event,), equipment, bearer)
    yield from ()


@rules("BE09 206.3a", "BE09 206.10")
def _move(state: State, do: Move, doing: Doing) -> Work:
    kinds = {GRAVEYARD: DIED, DECK: RETURNED, EXILE: EXILED}
    objs = meant(state, do.what, doing)
    more = (-1,) if do.to == GRAVEYARD else ()
    _each(state, kinds[do.to], objs, doing, *more, rule="BE09 206.3a")
    if do.to == DECK:
        for player in sorted({state.owner[obj] for obj in objs}):
            yield from shuffle(state, player, doing.event)


@rules("BE12 506.7.1", "BE12 212.8", "BE09 211.3")
def _relocate(state: State, do: Relocate, doing: Doing) -> Work:
    for obj in meant(state, do.what, doing):
        if not in_battle(state, obj) or breached(may_be_relocated(state, obj)):
            continue
        cell = doing.scene.cell
        causes: tuple[int, ...] = (doing.event,)
        if not cell:
            cells = relocation_cells(state, obj, do.range)
            if not cells:
                continue
            answer = yield Choice("cell", doing.scene.player, (obj, tuple(cells)))
            cell = answer[0]
            causes = (*causes, state.answer)
        if cell not in state.board().cells and not breached(may_enter(state, obj, cell)):
            step_to(state, obj, cell, doing.step_rule, causes)


def relocation_cells(state: State, obj: int, reach: int) -> list[str]:
    """The free cells to which a card may be relocated."""
    here = state.board().cell_of.get(obj)
    diagonal = state.options["distance"] == "diagonal"
    found = []
    for cell in free_cells(state):
        near = not reach or here is None or distance(here, cell, diagonal) <= reach
        if near and not breached(may_enter(state, obj, cell)):
            found.append(cell)
    return found


@rules("BE09 214.9")
def _place(state: State, do: Place, doing: Doing) -> Work:
    for obj in meant(state, do.what, doing):
        stays = not in_battle(state, obj) or breached(may_be_placed(state, obj))
        if not stays and doing.scene.cell not in state.board().cells:
            step_to(state, obj, doing.scene.cell, doing.rule, (doing.event,), PLACED)
    yield from ()


@rules("BE09 412.5", "BE09 216.3")
def redirect(state: State, key: int, target: int, event: int, defender: int = -1) -> None:
    """The action gets another target, if it is still there and was not redirected before."""
    if key not in state.pile:
        return
    item = state.pile[key]
    chain = chain_of(item)
    if chain.redirected:
        state.event("cancelled", "BE09 412.5", (event,), item.source[0])
        return
    told = state.event("redirected", "BE09 412.5", (event,), item.source[0], target)
    new = (aimed_at(state, target), *chain.targets[1:])
    put_chain(
        state, key, chain._replace(targets=new, redirected=True, defender=defender, defense=told)
    )


def _redirect(state: State, do: Redirect, doing: Doing) -> Work:
    for obj in chosen(state, do.to, doing.scene)[:1]:
        redirect(state, doing.about, obj, doing.event)
    yield from ()


def _block(state: State, do: Block, doing: Doing) -> Work:
    if doing.about in state.pile:
        block(state, doing.about, "BE09 410.1", doing.event)
    yield from ()


@rules("BE12 212.6", "BE12 212.2", "BE12 212.4", "BE12 211.3", "BE09 409.2")
def summonable(state: State, do: Summon, scene: Scene, onto: int) -> tuple[list[int], str]:
    """The cards that a summoning may bring; if there are none, the rule that keeps them away."""
    player = scene.player
    squad = state.board().squads[player]
    found = []
    why = "BE09 409.2"
    named = chosen(state, do.what, scene) if do.what.who else None
    for obj in sorted(state.zone(do.source, player)):
        if named is not None and obj not in named:
            continue
        if not fits(state, do.what, obj, scene):
            continue
        breaches = list(_kept_away(state, player, obj, squad, onto))
        if breaches:
            why = breaches[0].rule
        else:
            found.append(obj)
    return found, why


def _kept_away(
    state: State, player: int, obj: int, squad: list[int], onto: int
) -> Iterator[Breach]:
    """The breaches of a card coming into a squad, onto a bearer if one is named."""
    findings = [may_be_taken_once(state, obj, squad)]
    if face_of(state, obj).type == TERRAIN:
        findings.append(may_take_terrain(state, player, obj, squad))
    if onto >= 0:
        findings.append(may_bear(state, obj, onto))
    for question in findings:
        yield from breaches_of(question)


@rules("BE12 212.6", "BE09 206.10")
def _summon(state: State, do: Summon, doing: Doing) -> Work:
    scene = doing.scene
    onto = -1
    if do.onto is not None:
        bearers = chosen(state, do.onto, scene)
        if not bearers:
            return
        onto = bearers[0]
    if do.source == DECK:
        event = state.event("deck searched", "BE09 206.10", (doing.event,), scene.player)
        for obj in state.zone(DECK, scene.player):
            state.reveal(obj, 1 << scene.player)
        doing.event = event
    cards, why = summonable(state, do, scene, onto)
    if cards:
        ask = "card" if do.source == DECK else "target"
        answer = yield Choice(ask, scene.player, tuple(cards))
        obj = answer[0]
        where: Any = onto if onto >= 0 else scene.cell
        kind = SUMMONED if do.source == DECK else RESURRECTED
        causes = (doing.event, state.answer)
        # of a creature or terrain that is summoned only the glossary speaks
        rule = "BE12 212.6" if face_of(state, obj).type == EQUIPMENT else "BE09 6"
        happen(state, kind, rule, causes, obj, scene.player, where)
        if do.closed:
            happen(state, CLOSES, rule, (doing.event,), obj)
    else:
        state.event("nothing came", why, (doing.event,), scene.source)
    if do.source == DECK:
        yield from shuffle(state, scene.player, doing.event)


def _if(state: State, do: If, doing: Doing) -> Work:
    branch = do.then if holds(state, do.when, doing.scene) else do.otherwise
    yield from do_all(state, branch, doing)


EXECUTORS: dict[type, Callable[[State, Any, Doing], Work]] = {
    Damage: _damage,
    Heal: heal,
    Poison: poison,
    Destroy: _destroy,
    SetState: _set_state,
    PutCounters: put_marks,
    Nourish: nourish,
    Change: _change,
    Control: _control,
    Attach: _attach,
    Move: _move,
    Relocate: _relocate,
    Place: _place,
    Redirect: _redirect,
    Block: _block,
    Summon: _summon,
    If: _if,
}
