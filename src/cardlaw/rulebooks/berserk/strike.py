"""Simple strikes, defenders and the table of strikes (chapters 205, 211, 216)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.board import Board
from cardlaw.rulebooks.berserk.field import NEIGHBOURS
from cardlaw.rulebooks.berserk.fighting import Bout, is_like
from cardlaw.rulebooks.berserk.happen import REVEALED, happen
from cardlaw.rulebooks.berserk.places import adjacent
from cardlaw.rulebooks.berserk.select import Scene, char_of, fits
from cardlaw.rulebooks.berserk.stack import (
    DEFENSE,
    IN_RESPONSE,
    STRIKE,
    TARGET,
    WITH_DICE,
    WOUND,
    Chain,
    action_on_top,
    aimed_at,
    announce,
    can_close,
    own,
    slow,
)
from cardlaw.rulebooks.berserk.vanguard import may_lead
from cardlaw.rulebooks.berserk.words import (
    AIMED,
    ARTIFACT,
    CLOSED,
    CREATURE,
    EQUIPMENT,
    FLYER,
    TERRAIN,
    VANGUARD,
    WIDER,
    active,
    in_battle,
    is_closed,
    is_hidden,
    step,
)

DIRECTED, UNANSWERED = "directed strike", "unanswered strike"
ACCURATE = "accuracy"
#: what lets a creature strike flyers, and the word of a ban on attacks of all kinds
REACHES, ANY_ATTACK = "reaches flyers", "attack"
MISS, WEAK, MEDIUM, STRONG = range(4)
#: what the attacker and the one attacked deal, by the difference of their results from -5 to +5
TABLE: dict[int, tuple[int, int]] = {
    5: (STRONG, MISS),
    4: (STRONG, WEAK),
    3: (MEDIUM, MISS),
    2: (MEDIUM, WEAK),
    1: (WEAK, MISS),
    -1: (WEAK, MISS),
    -2: (MISS, MISS),
    -3: (MISS, WEAK),
    -4: (WEAK, MEDIUM),
    -5: (MISS, MEDIUM),
}
#: up to this result a draw goes to the attacker
LOW_DRAW = 4


@cites("BE09 205.6")
def fight(attack: int, defense: int) -> tuple[int, int]:
    """What two open creatures deal each other by the results of their rolls."""
    difference = max(-5, min(5, attack - defense))
    if difference:
        return TABLE[difference]
    return (WEAK, MISS) if attack <= LOW_DRAW else (MISS, WEAK)


@cites("BE09 216.7")
def weakened(attack: int, defense: int) -> tuple[int, int] | None:
    """The next row toward a draw, for a result in which both deal wounds; None for others."""
    difference = max(-5, min(5, attack - defense))
    if not difference or MISS in TABLE[difference]:
        return None
    return TABLE[difference - 1 if difference > 0 else difference + 1]


@cites("BE09 205.4")
def grade(result: int) -> int:
    """How hard an attack hits where only the attacker rolls."""
    if result <= 3:
        return WEAK
    return MEDIUM if result <= 5 else STRONG


@cites("BE12 211.2", "BE12 212.9")
def may_be_attacked(state: State, target: int) -> Findings:
    """The breaches of any attack on a card, and of redirecting one to it."""
    if not in_battle(state, target):
        yield Breach("not-in-battle", "BE09 412.1", (target,))
    elif not is_hidden(state, target):
        kind = char_of(state, target).type
        if kind == EQUIPMENT:
            yield Breach("target-is-equipment", "BE12 212.9", (target,))
        elif kind == TERRAIN:
            yield Breach("target-is-terrain", "BE12 211.2", (target,))


@cites("BE09 205.2", "BE09 205.5b", "BE09 210.9", "BE09 211.5", "BE09 211.8", "BE09 211.9")
@cites("BE09 415.3")
def may_strike(state: State, attacker: int, target: int) -> Findings:
    """The breaches of a simple strike at a card."""
    found = list(may_be_attacked(state, target))
    if found:
        yield from found
        return
    if char_of(state, target).type == ARTIFACT:
        yield Ground("no-answer", "BE12 210.2", (target,))
        yield Ground("as-closed", "BE12 210.3", (target,))
        yield Ground("rolls-no-die", "BE09 205.5b", (target,))
    if target == attacker:
        yield Breach("strikes-itself", "BE09 205.2", (attacker,))
        return
    yield from may_aim_at(state, attacker, target, STRIKE)
    if target in state.host:
        yield Ground("on-its-bearers-cell", "BE09 210.9", (target, state.host[target]))
    if char_of(state, attacker).subtype == FLYER:
        yield Ground("flyer-strikes-anything", "BE09 211.5", (attacker,))
        yield from out_of_cache(state, attacker, target)
        return
    if char_of(state, target).subtype == FLYER and not is_hidden(state, target):
        reaches = state.status.get(attacker, 0) & AIMED
        if not reaches and REACHES not in char_of(state, attacker).keywords:
            yield Breach("flyer-out-of-reach", "BE09 211.8", (attacker, target))
    elif in_battle(state, attacker) and not adjacent(state.board(), attacker, target):
        yield Breach("not-adjacent", "BE09 205.2", (attacker, target))


@cites("BE09 103.2", "BE09 414.1")
def may_aim_at(state: State, source: int, target: int, kind: str) -> Findings:
    """The breach of an attack at a card that a text on the attacker does not let it attack."""
    char = char_of(state, source)
    if not char.forbids or ACCURATE in char.keywords or is_hidden(state, target):
        return
    for ban in char.forbids:
        wide = ban.what == ANY_ATTACK or kind in WIDER.get(ban.what, ())
        if not wide and ban.what != kind:
            continue
        scene = Scene(state.controller[source], source)
        spared = ban.but is not None and fits(state, ban.but, target, scene)
        if not spared and (ban.select is None or fits(state, ban.select, target, scene)):
            yield Breach("may-not-attack", "BE09 103.2", (source, target))


@cites("BE09 414.1")
def out_of_cache(state: State, flyer: int, target: int) -> Findings:
    """The breach of a flyer aiming at a card in a cache; it may be redirected there."""
    if "cache" in char_of(state, target).keywords and not is_hidden(state, target):
        yield Breach("in-cache", "BE09 414.1", (target, flyer))


def has_company(board: Board, obj: int) -> bool:
    """Whether there is any card that a creature could reach by where it stands."""
    here = board.cell_of.get(obj)
    if here is None or obj in board.worn or board.cells.get(here) != obj:
        return True
    return any(cell in board.cells for cell in NEIGHBOURS[here])


@cites("BE09 308", "BE09 414.1")
def is_unanswered(state: State, attacker: int, target: int) -> bool:
    """Whether nobody may defend against a creature's strike, nor strike back."""
    if step(state) == VANGUARD or UNANSWERED in char_of(state, attacker).keywords:
        return True
    return is_like(state, Bout(attacker, target, STRIKE), UNANSWERED)


@cites("BE09 414.1")
def is_directed(state: State, attacker: int, target: int) -> bool:
    """Whether nobody may defend against a creature's strike."""
    if is_unanswered(state, attacker, target) or DIRECTED in char_of(state, attacker).keywords:
        return True
    return is_like(state, Bout(attacker, target, STRIKE), DIRECTED)


class Against(Part):
    """The card that is struck."""

    name = "against"
    phrase = "against {target}"
    rule = "BE09 205.2"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("against", obj) for obj in state.where]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        board, attacker = state.board(), act.first[1]
        here = board.cell_of.get(attacker)
        aimed = state.status.get(attacker, 0) & AIMED
        if here is None or aimed or REACHES in board.chars[attacker].keywords:
            return [("against", obj) for obj in board.chars]
        near = [obj for c in (here, *NEIGHBOURS[here]) for obj in board.on(c)]
        # a symbiote stands on the cell of its host
        riders = [rider for obj in near for rider in board.worn.get(obj, ())]
        return [("against", obj) for obj in (*near, *riders)]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        return may_strike(state, act.first[1], answer[1])

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nothing-to-strike", self.rule, (act.first[1],))


class Strike(Shape):
    """Attacking with a simple strike."""

    verb = "strike"
    phrase = "strike with {attacker}"
    rules: tuple[str, ...] = (
        "BE09 205.2",
        "BE09 205.2a",
        "BE09 209.2",
        "BE09 215.3",
        "BE09 400.4",
        "BE12 301.2",
    )
    fields: tuple[str, ...] = ("obj:attacker",)
    parts: tuple[Part, ...] = (Against(),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("strike", obj) for obj in state.where]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        board, status = state.board(), state.status
        return [
            ("strike", obj)
            for obj in board.squads[player]
            if board.chars[obj].type == CREATURE
            and not status.get(obj, 0) & CLOSED
            and (
                status.get(obj, 0) & AIMED
                or has_company(board, obj)
                or REACHES in board.chars[obj].keywords
            )
        ]

    @cites("BE12 210.2", "BE09 205.2", "BE09 205.2a", "BE09 209.3")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        if step(state) == VANGUARD:
            yield from may_lead(state, act.player, obj)
        else:
            yield from slow(state, act.player, "BE09 205.2a", "BE09 205.2a")
        found = list(own(state, act.player, obj)) or list(_strikes(state, obj))
        if found:
            yield from found
            return
        yield from can_close(state, obj, "BE09 209.3")
        if char_of(state, obj).forbidden("strike"):
            yield Breach("forbidden", "BE09 103.2", (obj,))

    @cites("BE09 215.2", "BE09 400.4")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        target = aimed_at(state, act.answers[0][1])
        chain = Chain(len(WITH_DICE), targets=(target,))
        yield from announce(state, act, STRIKE, (), chain, cause)


@cites("BE12 210.2", "BE09 205.2")
def _strikes(state: State, obj: int) -> Findings:
    kind = char_of(state, obj).type
    if is_hidden(state, obj):
        yield Breach("lies-face-down", "BE09 415.1", (obj,))
    elif kind == ARTIFACT:
        yield Breach("artifact-cannot-strike", "BE12 210.2", (obj,))
    elif kind != CREATURE:
        yield Breach("cannot-strike", "BE09 205.2", (obj,))


@cites("BE12 210.2", "BE09 205.3", "BE09 205.3a", "BE09 209.3")
def may_defend(state: State, defender: int) -> Findings:
    """The breaches of a card defending against the strike on top of the stack."""
    kind = state.faces[state.card[defender]].type
    if not is_hidden(state, defender):
        kind = char_of(state, defender).type
    if kind == ARTIFACT:
        yield Breach("artifact-cannot-defend", "BE12 210.2", (defender,))
        return
    if kind != CREATURE:
        yield Breach("cannot-defend", "BE09 205.3a", (defender,))
        return
    yield from can_close(state, defender, "BE09 209.3")
    if char_of(state, defender).forbidden("defend"):
        yield Breach("forbidden", "BE09 103.2", (defender,))


@cites("BE09 205.3a", "BE09 211.6")
def stands_to_defend(state: State, defender: int, attacker: int, target: int) -> Findings:
    """The breaches of where a defender stands."""
    board = state.board()
    if defender == target:
        yield Breach("is-the-target", "BE09 205.3", (defender,))
        return
    flies = char_of(state, defender).subtype == FLYER
    attacker_flies = char_of(state, attacker).subtype == FLYER
    if flies:
        if not attacker_flies and char_of(state, target).subtype != FLYER:
            yield Breach("flyer-does-not-defend", "BE09 211.6", (defender, target))
        return
    near = adjacent(board, defender, target)
    if not near or not (attacker_flies or adjacent(board, defender, attacker)):
        yield Breach("not-adjacent-to-both", "BE09 205.3a", (defender, attacker, target))


class Defend(Shape):
    """Naming a defender against a simple strike."""

    verb = "defend"
    phrase = "defend with {defender}"
    rules: tuple[str, ...] = ("BE09 205.3", "BE09 205.3a", "BE09 205.3b")
    fields: tuple[str, ...] = ("obj:defender",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("defend", obj) for obj in state.where]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        top = action_on_top(state)
        if top is None or top.kind != STRIKE or top.stage != TARGET or player == active(state):
            return []
        return [
            ("defend", obj) for obj in state.board().squads[player] if not is_closed(state, obj)
        ]

    @cites("BE09 205.3", "BE09 205.3c", "BE09 216.3", "BE09 414.1")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        found = list(own(state, act.player, obj)) or list(may_defend(state, obj))
        yield from found
        if act.player == active(state):
            yield Breach("active-does-not-defend", "BE09 205.3c")
        top = action_on_top(state)
        if top is None or top.kind != STRIKE:
            yield Breach("no-strike", "BE09 205.3")
            return
        if top.redirected:
            yield Breach("already-redirected", "BE09 216.3", (top.source,))
        elif top.stage != TARGET:
            yield Breach("too-late-to-defend", "BE09 216.3", (top.source,))
        if is_directed(state, top.source, top.targets[0]):
            yield Breach("directed-strike", "BE09 414.1", (top.source,))
        if ACCURATE in char_of(state, top.source).keywords:
            yield Breach("not-redirected", "BE09 414.1", (top.source,))
        if not found:
            yield from stands_to_defend(state, obj, top.source, top.targets[0])

    @cites("BE09 205.3", "BE09 216.3", "BE09 415.2")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        top = action_on_top(state)
        assert top is not None
        if is_hidden(state, act.first[1]):
            happen(state, REVEALED, "BE09 415.2", (cause,), act.first[1])
        target = aimed_at(state, act.first[1])
        chain = Chain(len(IN_RESPONSE), WOUND, targets=(target,), about=top.key)
        yield from announce(state, act, DEFENSE, (), chain, cause)
