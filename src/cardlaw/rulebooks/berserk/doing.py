"""What texts do (chapters 401, 416, 217): the executor of every effect of card data."""

from __future__ import annotations

from collections.abc import Callable
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
    Points,
    PutCounters,
    SetState,
)
from cardlaw.kernel.choice import Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, USED
from cardlaw.rulebooks.berserk.choosing import (
    adjust,
    carried,
    choose,
    may,
    repeat,
    transfer,
)
from cardlaw.rulebooks.berserk.equip import may_bear
from cardlaw.rulebooks.berserk.field import STEPS, distance, half
from cardlaw.rulebooks.berserk.happen import (
    CARRIED,
    CLOSES,
    DIED,
    EQUIPPED,
    EXILED,
    OPENS,
    PERFORMER,
    PLACED,
    RETURNED,
    STEPPED,
    WOUNDED,
    happen,
    set_bits,
    slayer_of,
)
from cardlaw.rulebooks.berserk.hitting import attack
from cardlaw.rulebooks.berserk.lasting import change, control
from cardlaw.rulebooks.berserk.marking import heal, nourish, poison, put_marks
from cardlaw.rulebooks.berserk.meaning import Doing, Work, can_be_wounded, leave_out, meant
from cardlaw.rulebooks.berserk.moving import may_be_placed, may_be_relocated, may_enter
from cardlaw.rulebooks.berserk.nodes import (
    Adjust,
    As,
    Attack,
    Block,
    Choose,
    Heal,
    May,
    Nourish,
    Place,
    Poison,
    Prophesy,
    Redirect,
    Relocate,
    Repeat,
    Summon,
    Swap,
    Transfer,
)
from cardlaw.rulebooks.berserk.replacing import perform
from cardlaw.rulebooks.berserk.rule_effects import (
    free_cells,
    on_stack,
    perform_between,
    put_destructions,
)
from cardlaw.rulebooks.berserk.select import amount, char_of, chosen, holds
from cardlaw.rulebooks.berserk.shuffling import shuffle
from cardlaw.rulebooks.berserk.stack import aimed_at, block, chain_of, put_chain
from cardlaw.rulebooks.berserk.summoning import prophesy, summon
from cardlaw.rulebooks.berserk.words import (
    BY_ENEMY,
    COMPANIONS,
    DECK,
    EXILE,
    GRAVEYARD,
    MOVED,
    STUNNED,
    active,
    in_battle,
    is_closed,
)


@rules("BE12 503.2", "BE09 416.5")
def do_all(state: State, dos: tuple[Does, ...], doing: Doing) -> Work:
    """Carry out the effects of a text in its order; what the rules do meanwhile does not wait."""
    rule = doing.rule
    for place, do in enumerate(dos):
        if place:
            yield from perform_between(state)
            doing.rule = "BE09 416.5"
        yield from EXECUTORS[type(do)](state, do, doing)
    doing.rule = rule


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
        values = (number, doing.scene.source, doing.kind)
        batch = [Happening(WOUNDED, doing.rule, (doing.event,), (obj, *values)) for obj in hit]
        yield from perform(state, batch, do_all)


@rules("BE09 414.1")
def is_resilient(state: State, obj: int, doing: Doing) -> bool:
    """Whether a card receives no wounds from an influence of the enemy; this is told."""
    if doing.kind != "influence" or "resilience" not in char_of(state, obj).keywords:
        return False
    if state.controller[obj] == doing.scene.player:
        return False
    if "ignores resilience" in char_of(state, doing.scene.source).keywords:
        return False
    state.event("unharmed", "BE09 414.1", (doing.event,), obj)
    return True


@rules("BE12 212.7", "BE12 212.8", "BE09 210.8", "BE09 214.9", "BE09 214.9a")
def step_to(
    state: State, obj: int, cell: str, rule: str, causes: tuple[int, ...], kind: str = STEPPED
) -> None:
    """A card comes to a cell, and at the same moment whatever it bears."""
    PERFORMER.happen(state, _steps(state, obj, cell, rule, causes, kind))


def _steps(
    state: State, obj: int, cell: str, rule: str, causes: tuple[int, ...], kind: str = STEPPED
) -> list[Happening]:
    """What happens when a card comes to a cell with whatever it bears."""
    here = state.board().cell_of.get(obj)
    crossing = ("to the other half",) if here is not None and half(here) != half(cell) else ()
    batch = [Happening(kind, rule, causes, (obj, cell, *crossing))]
    for worn in state.board().worn.get(obj, ()):
        carried = "BE09 210.8" if char_of(state, worn).subtype in COMPANIONS else "BE12 212.8"
        batch.append(Happening(CARRIED, carried, causes, (worn, cell)))
    return batch


@rules("BE09 402.3", "BE09 402.3a")
def _destroy(state: State, do: Destroy, doing: Doing) -> Work:
    objs = [obj for obj in meant(state, do.what, doing) if in_battle(state, obj)]
    by = [slayer_of(state, obj, doing.scene.source, doing.kind) for obj in objs]
    for obj in objs:
        enemy = state.controller[obj] != doing.scene.player
        state.put(USED, (BY_ENEMY, obj), int(enemy) or None)
    if on_stack(state):
        put_destructions(state, objs, (doing.event,), by=by)
    else:
        batch = [
            Happening(DIED, doing.rule, (doing.event,), (obj, -1, slayer))
            for obj, slayer in zip(objs, by, strict=True)
        ]
        PERFORMER.happen(state, batch)
    yield from ()


@rules("BE09 310.2", "BE09 219.2")
def _set_state(state: State, do: SetState, doing: Doing) -> Work:
    """Cards are closed, opened, or kept from opening when their next turn begins."""
    found = meant(state, do.what, doing)
    if do.state == "stunned":
        for obj in found:
            state.event("does not open", "BE09 310.2", (doing.event,), obj)
            set_bits(state, obj, STUNNED if do.on else 0, 0 if do.on else STUNNED)
    else:
        closing = (do.state == "closed") == do.on
        objs = [obj for obj in found if is_closed(state, obj) != closing]
        if closing:
            _each(state, CLOSES, objs, doing)
        else:
            batch = [Happening(OPENS, _opening(state, o), (doing.event,), (o,)) for o in objs]
            PERFORMER.happen(state, batch)
    yield from ()


@rules("BE09 219.4", "BE12 506.4")
def _opening(state: State, obj: int) -> str:
    """By which rule a card that opens may act: with movement restored, or as it has not moved."""
    own = active(state) == state.controller[obj]
    return "BE09 219.4" if own and (obj, MOVED) not in state.counters else "BE12 506.4"


@rules("BE12 212.1", "BE09 214.11")
def _attach(state: State, do: Attach, doing: Doing) -> Work:
    """An equipment gets a new bearer, if that card may bear it."""
    for equipment in meant(state, do.what, doing):
        for bearer in meant(state, do.to, doing):
            by_own_text = doing.scene.source == equipment
            if breached(may_bear(state, equipment, bearer, enemy=by_own_text)):
                leave_out(state, equipment, doing)
            else:
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
        if not in_battle(state, obj):
            continue
        if breached(may_be_relocated(state, obj)):
            leave_out(state, obj, doing)
            continue
        cell = doing.scene.cell
        causes: tuple[int, ...] = (doing.event,)
        if not cell:
            cells = relocation_cells(state, obj, do.range)
            here = state.board().cell_of.get(obj)
            if do.straight and here is not None:
                cells = [c for c in cells if c in STEPS[here]]
            if not cells:
                leave_out(state, obj, doing)
                continue
            kind = "spot" if do.may else "cell"
            answer = yield Choice(kind, doing.scene.player, (obj, tuple(cells)))
            cell = answer[0]
            causes = (*causes, state.answer)
        if not cell:
            continue
        if cell in state.board().cells or breached(may_enter(state, obj, cell)):
            leave_out(state, obj, doing)
        else:
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
        if not in_battle(state, obj):
            continue
        if breached(may_be_placed(state, obj)):
            leave_out(state, obj, doing)
            continue
        cell = doing.scene.cell
        causes: tuple[int, ...] = (doing.event,)
        if not cell:
            kind = "spot" if do.may else "cell"
            answer = yield Choice(kind, doing.scene.player, (obj, tuple(free_cells(state))))
            cell, causes = answer[0], (doing.event, state.answer)
        if cell and cell not in state.board().cells:
            step_to(state, obj, cell, doing.rule, causes, PLACED)


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


@rules("BE12 506.6", "BE09 203.12")
def _swap(state: State, do: Swap, doing: Doing) -> Work:
    """Two cards change places at the same moment, with what they bear."""
    cells = state.board().cell_of
    for one in meant(state, do.one, doing)[:1]:
        for other in meant(state, do.other, doing)[:1]:
            if one in state.place and other in state.place:
                how = (doing.step_rule, (doing.event,))
                there = _steps(state, one, cells[other], *how)
                back = _steps(state, other, cells[one], *how)
                PERFORMER.happen(state, there + back)
    yield from ()


@rules("BE09 303")
def _points(state: State, do: Points, doing: Doing) -> Work:
    """A player has more crystals to recruit with."""
    player = doing.scene.player if do.player == "you" else 1 - doing.scene.player
    number = amount(state, do.amount, doing.scene)
    state.event("crystals more", "BE09 303", (doing.event,), player, number, do.kind)
    state.add_to(POINTS, (player, do.kind), number)
    yield from ()


def _block(state: State, do: Block, doing: Doing) -> Work:
    if doing.about in state.pile:
        block(state, doing.about, "BE09 410.1", doing.event)
    yield from ()


def _as(state: State, do: As, doing: Doing) -> Work:
    """A part of a text that is carried out as something else, such as a spell."""
    usual, doing.kind = doing.kind, do.kind
    yield from do_all(state, do.then, doing)
    doing.kind = usual


def _if(state: State, do: If, doing: Doing) -> Work:
    branch = do.then if holds(state, do.when, doing.scene) else do.otherwise
    yield from do_all(state, branch, doing)


EXECUTORS: dict[type, Callable[[State, Any, Doing], Work]] = {
    Attack: carried(attack, do_all),
    Choose: choose,
    May: carried(may, do_all),
    Repeat: carried(repeat, do_all),
    Transfer: transfer,
    Adjust: adjust,
    As: _as,
    Prophesy: prophesy,
    Swap: _swap,
    Points: _points,
    Damage: _damage,
    Heal: carried(heal, do_all),
    Poison: carried(poison, do_all),
    Destroy: _destroy,
    SetState: _set_state,
    PutCounters: put_marks,
    Nourish: carried(nourish, do_all),
    Change: change,
    Control: control,
    Attach: _attach,
    Move: _move,
    Relocate: _relocate,
    Place: _place,
    Redirect: _redirect,
    Block: _block,
    Summon: summon,
    If: _if,
}
