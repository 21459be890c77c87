"""Targets and cells of playable abilities (chapters 219, 401, 412): what they may aim at."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Attach, Control, Select, SetState, Triggered
from cardlaw.kernel.action import Act, Part
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.board import Board, Path
from cardlaw.rulebooks.berserk.equip import may_bear
from cardlaw.rulebooks.berserk.faces import UNKNOWN
from cardlaw.rulebooks.berserk.field import CELLS, NEIGHBOURS, STEPS, across, distance
from cardlaw.rulebooks.berserk.misfits import colour_apart, is_for_nothing, rule_of_misfit
from cardlaw.rulebooks.berserk.moving import may_be_placed, may_be_relocated, may_enter
from cardlaw.rulebooks.berserk.named import NAMED, option_of, usable, word_of
from cardlaw.rulebooks.berserk.nodes import Place, Playable, Redirect, Relocate
from cardlaw.rulebooks.berserk.places import adjacent
from cardlaw.rulebooks.berserk.select import Scene, char_of, chosen, suits
from cardlaw.rulebooks.berserk.squad import may_be_taken_once, may_take_terrain
from cardlaw.rulebooks.berserk.stack import action_on_top
from cardlaw.rulebooks.berserk.strike import (
    ACCURATE,
    may_aim_at,
    may_be_attacked,
    out_of_cache,
)
from cardlaw.rulebooks.berserk.words import (
    ATTACKS,
    COMPANIONS,
    EQUIPMENT,
    FLYER,
    GRAVEYARD,
    MELEE,
    RANGED,
    TERRAIN,
    in_battle,
    is_closed,
    is_hidden,
)

ACROSS = "strike across a row"
#: the words of a text that mean any number of cards
SEVERAL = frozenset(("", "each", "other"))


def knows(state: State, player: int, obj: int) -> bool:
    """Whether a player knows what a card is."""
    return bool(state.knows.get(obj, 0) >> player & 1)


def playable(state: State, obj: int, number: int) -> Playable | None:
    """A card's playable ability by its number, acquired ones below zero, or None."""
    word = word_of(number)
    if word:
        acquired: dict[str, int] = char_of(state, obj).acquired
        return usable(word, acquired[word]) if word in acquired else None
    abilities = state.faces[state.card[obj]].sheet.abilities
    if 0 <= number < len(abilities):
        ability = abilities[number]
        if isinstance(ability, Playable):
            return ability
    return None


def acquired_by(state: State, obj: int) -> list[int]:
    """The numbers of the abilities that a card can use because it has acquired them.

    What is printed on it in the same words is left out.
    """
    char = char_of(state, obj)
    if not char.acquired:
        return []
    printed = () if char.blank else state.faces[state.card[obj]].sheet.abilities
    return [
        option_of(word)
        for word, number in char.acquired.items()
        if usable(word, number) not in printed
    ]


def text_of(state: State, obj: int, number: int) -> Path:
    """The path of a card's playable ability by its number."""
    word = word_of(number)
    if not word:
        return (state.card[obj], number)
    return (NAMED, number, char_of(state, obj).acquired.get(word, 0))


def scene_of(state: State, act: Act) -> Scene:
    """The scene of a playable ability with the targets named so far."""
    obj, number = act.first[1], act.first[2]
    ability = playable(state, obj, number)
    names: list[tuple[str, int]] = []
    if ability is not None:
        aims = [answer[1] for answer in act.answers if answer[0] in ("target", "other")]
        names = [(t.name, aim) for t, aim in zip(ability.targets, aims, strict=False)]
    return Scene(act.player, obj, names=tuple(names), text=text_of(state, obj, number))


class Aim(Part):
    """A target of a playable ability: the first or the second."""

    rule = "BE09 412.1"
    fields: tuple[str, ...] = ("obj:target",)

    def __init__(self, index: int) -> None:
        self.index = index
        self.name = ("target", "other")[index]
        self.phrase = ("targeting {target}", "and {target}")[index]

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [(self.name, obj) for obj in state.where]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        ability = playable(state, act.first[1], act.first[2])
        if ability is None or self.index >= len(ability.targets):
            return []
        return [(self.name, obj) for obj in worth_testing(state, act, ability, self.index)]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        ability = playable(state, act.first[1], act.first[2])
        if ability is not None and self.index < len(ability.targets):
            yield from may_target(state, act, ability, self.index, answer[1])

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-target", self.rule, (act.first[1],))


def worth_testing(state: State, act: Act, ability: Playable, index: int) -> list[int]:
    """The cards in battle that can be legal targets by whose, of what type and where they are."""
    board: Board = state.board()
    select = ability.targets[index].select
    if select.zone == GRAVEYARD:
        return [*state.zone(GRAVEYARD, 0), *state.zone(GRAVEYARD, 1)]
    if select.zone or select.any_of:
        return list(board.chars)
    if select.controller:
        own_side = select.controller == "you"
        found = board.squads[act.player if own_side else 1 - act.player]
    else:
        found = [*board.squads[0], *board.squads[1]]
    near = select.adjacent_to == "self" or (index == 0 and ability.kind in MELEE)
    if near and char_of(state, act.first[1]).subtype != FLYER:
        here = board.cell_of.get(act.first[1])
        cells = () if here is None else (here, *NEIGHBOURS[here])
        found = [obj for obj in found if board.cell_of.get(obj) in cells]
    if select.types:
        types = (*select.types, UNKNOWN.type)
        found = [obj for obj in found if board.chars[obj].type in types]
    return found


@cites("BE09 205.7", "BE09 412.1", "BE09 415.3", "BE09 219.2", "BE09 211.3")
def may_target(state: State, act: Act, ability: Playable, index: int, target: int) -> Findings:
    """Every breach of a card as target of a playable ability."""
    source = act.first[1]
    aimed = ability.targets[index]
    if index == 0 and ability.kind in ATTACKS:
        found = list(may_be_attacked(state, target))
        found += may_aim_at(state, source, target, ability.kind)
        if ability.strength is not None:
            yield Ground("rolls-no-die", "BE09 205.7", (target,))
    elif not in_battle(state, target) and not aimed.select.zone:
        found = [Breach("not-in-battle", "BE09 412.1", (target,))]
    else:
        found = list(_not_onto_what_is_never_attacked(state, ability, target))
    if found:
        yield from found
        return
    yield from in_reach(state, ability, source, target)
    if char_of(state, source).subtype == FLYER and not ability.moment:
        yield from out_of_cache(state, source, target)
    yield from _where_it_stands(state, aimed.select, source, target)
    scene = scene_of(state, act)
    if not suits(state, aimed.select, target, scene):
        rule = rule_of_misfit(state, aimed.select, target, scene)
        yield Breach("target-does-not-fit", rule, (target, source))
    elif is_hidden(state, target):
        yield Ground("hidden-suits", "BE09 415.3", (target,))
    else:
        yield from colour_apart(aimed.select, target)
        name = (aimed.name, target)
        scene = scene._replace(names=(*scene.names[:index], name))
        yield from can_be_done(state, ability, scene)
        if is_for_nothing(state, ability, scene):
            yield Breach("number-is-zero", "BE09 103.7", (source,))


@cites("BE12 212.7", "BE09 214.10", "BE09 210.9", "BE09 207.8", "BE09 211.4")
def _where_it_stands(state: State, select: Select, source: int, target: int) -> Findings:
    """What the place of a card says where a text names its targets by place."""
    place = select.adjacent_to
    if not place:
        return
    if place == "opposite self":
        yield Ground("counts-as-in-front", "BE09 207.8", (source,))
    if place == "self" and FLYER in (
        char_of(state, source).subtype,
        char_of(state, target).subtype,
    ):
        yield Breach("not-adjacent", "BE09 211.4", (source, target))
    if target in state.host:
        host = state.host[target]
        companion = char_of(state, target).subtype in COMPANIONS
        rule = "BE09 210.9" if companion else "BE12 212.7"
        yield Ground("on-its-bearers-cell", rule, (target, host))
        if host != source and not companion:
            yield Ground("beside-its-bearers-neighbours", "BE09 214.10", (target, host))


@cites("BE12 211.2", "BE12 212.9", "BE09 412.3")
def _not_onto_what_is_never_attacked(state: State, ability: Playable, target: int) -> Findings:
    """An attack cannot be redirected to equipment or a terrain, nor to where it is aimed."""
    if not any(isinstance(do, Redirect) for do in ability.do):
        return
    top = action_on_top(state)
    if top is not None and top.kind in ATTACKS:
        yield from may_be_attacked(state, target)
        if ACCURATE in char_of(state, top.source).keywords:
            yield Breach("not-redirected", "BE09 414.1", (top.source,))
        if target in top.targets:
            yield Breach("is-the-target", "BE09 412.5", (target,))


@cites("BE09 205.2", "BE09 401.3", "BE09 6")
def in_reach(state: State, ability: Playable, source: int, target: int) -> Findings:
    """The breaches of distance: melee reaches neighbours, range does not hold for flyers."""
    board = state.board()
    here, there = board.cell_of.get(source), board.cell_of.get(target)
    if ability.kind in MELEE:
        if char_of(state, source).subtype != FLYER and not adjacent(board, source, target):
            yield Breach("not-adjacent", "BE09 401.3", (source, target))
    elif ability.kind == ACROSS:
        if here is not None and not _across(state, source, here, there):
            yield Breach("not-across-a-cell", "BE09 6", (source, target))
    elif ability.range and here is not None:
        reach = ability.range + char_of(state, source).keywords.get(f"{ability.kind} range", 0)
        if there is None:
            if ability.kind not in RANGED:
                yield Breach("out-of-range", "BE09 6", (source, target, reach))
        elif distance(here, there, state.options["distance"] == "diagonal") > reach:
            yield Breach("out-of-range", "BE09 6", (source, target, reach))
    if (
        ability.kind in RANGED
        and not ability.near
        and state.options["shots-at-neighbours"] == "forbidden"
        and adjacent(board, source, target)
    ):
        yield Breach("too-near", "BE09 401.3", (source, target))


def _across(state: State, source: int, here: str, there: str | None) -> bool:
    board: Board = state.board()
    for between, behind in across(here):
        if behind == there:
            mine = state.controller[source]
            return all(state.controller[blocker] == mine for blocker in board.on(between))
    return False


@cites("BE09 103.3")
def can_be_done(state: State, ability: Playable | Triggered, scene: Scene) -> Findings:
    """The breaches of the last named target: what the text would do to it must be possible."""
    name, target = scene.names[-1]
    yield from _does_anything(state, ability, target)
    for do in ability.do:
        if isinstance(do, Relocate) and do.what.who == name:
            yield from may_be_relocated(state, target)
        elif isinstance(do, Place) and do.what.who == name:
            yield from may_be_placed(state, target)
        elif isinstance(do, Attach) and name in (do.what.who, do.to.who):
            yield from _may_attach(state, do, scene)
        elif isinstance(do, Control) and do.what.who == name:
            yield from _may_control(state, do, scene, target)


@cites("BE09 219.2", "BE09 219.3")
def _does_anything(state: State, ability: Playable | Triggered, target: int) -> Findings:
    """Opening what is open, closing what is closed."""
    if len(ability.do) == 1 and isinstance(ability.do[0], SetState):
        only = ability.do[0]
        if only.state in ("closed", "open") and only.what.who == "target":
            closing = (only.state == "closed") == only.on
            if closing == is_closed(state, target):
                code = "already-closed" if closing else "already-open"
                yield Breach(code, "BE09 219.2", (target,))
    elif any(isinstance(do, SetState) for do in ability.do):
        yield Ground("does-more", "BE09 219.3", (target,))


@cites("BE12 212.1", "BE09 214.11")
def _may_attach(state: State, do: Attach, scene: Scene) -> Findings:
    """Putting an equipment on a card, as soon as both are named."""
    pieces, bearers = _said(state, do.what, scene), _said(state, do.to, scene)
    for piece in pieces:
        if is_hidden(state, piece):
            continue
        if char_of(state, piece).type != EQUIPMENT:
            yield Breach("no-equipment", "BE12 212.1", (piece,))
            continue
        for bearer in bearers:
            if state.host.get(piece) == bearer:
                yield Breach("has-a-bearer", "BE12 212.1", (piece, bearer))
            elif not is_hidden(state, bearer):
                yield from may_bear(state, piece, bearer, enemy=scene.source == piece)


def _said(state: State, select: Select, scene: Scene) -> list[int]:
    """The cards of one word of a text; none for a word that means several or is not yet said."""
    several = select.who in SEVERAL and not scene.named(select.who)
    return [] if several else chosen(state, select, scene)


@cites("BE12 211.3", "BE09 217.1", "BE09 414.1")
def _may_control(state: State, do: Control, scene: Scene, target: int) -> Findings:
    """Taking control of a card of which the squad may have no more."""
    player = scene.player if do.player == "you" else 1 - scene.player
    if state.controller[target] == player:
        return
    squad = state.board().squads[player]
    yield from may_be_taken_once(state, target, squad)
    if char_of(state, target).type == TERRAIN:
        yield from may_take_terrain(state, player, target, squad)


class On(Part):
    """The cell that a playable ability names."""

    name = "on"
    phrase = "on {cell}"
    rule = "BE09 412.1"
    fields: tuple[str, ...] = ("name:cell",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("on", cell) for cell in CELLS]

    @cites("BE09 203.2", "BE12 506.7", "BE12 212.8")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        ability = playable(state, act.first[1], act.first[2])
        if ability is None or not ability.cell:
            return
        board, cell, source = state.board(), answer[1], act.first[1]
        if cell in board.cells:
            yield Breach("cell-occupied", "BE09 412.1", (cell, board.cells[cell]))
        here = board.cell_of.get(source)
        if here is not None:
            if ability.cell == "beside" and cell not in NEIGHBOURS[here]:
                yield Breach("cell-not-beside", "BE09 412.1", (cell, source))
            far = distance(here, cell, state.options["distance"] == "diagonal")
            if ability.cell_range and far > ability.cell_range:
                yield Breach("cell-out-of-range", "BE09 6", (cell, source, ability.cell_range))
        aims = scene_of(state, act).named("target")
        if ability.cell == "step" and aims:
            there = board.cell_of.get(aims[0])
            if there is not None and cell not in STEPS[there]:
                yield Breach("not-a-step", "BE09 203.2", (aims[0], cell))
        for do in ability.do:
            if isinstance(do, Relocate):
                moved = source if do.what.who == "self" else aims[0] if aims else source
                yield from may_enter(state, moved, cell, ability.kind)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-free-cell", self.rule)
