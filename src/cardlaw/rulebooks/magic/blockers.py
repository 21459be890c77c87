"""Declaring blockers: who may block what, and what a whole declaration must obey (CR 509.1)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Select
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import TAPPED, Board, Scope, fits
from cardlaw.rulebooks.magic.combat import DECLARE, declared, still_under
from cardlaw.rulebooks.magic.combat_costs import PARTS, Declaration, costs_something, is_free
from cardlaw.rulebooks.magic.evasion import capacity, evades, least_and_most, needs
from cardlaw.rulebooks.magic.events import PERFORMER
from cardlaw.rulebooks.magic.instructions import MustBeBlocked
from cardlaw.rulebooks.magic.steps import BLOCKERS, active, step


@cites("CR 509.1a", "CR 509.1b", "CR 506.3")
def may_block(state: State, obj: int, player: int) -> Findings:
    """The breaches of a permanent blocking anything."""
    board: Board = state.board()
    if obj not in board.field:
        yield Breach("blocker-elsewhere", "CR 509.1a", (obj,))
        return
    char = board.chars[obj]
    if "creature" not in char.types:
        yield Breach("blocker-no-creature", "CR 509.1a", (obj,))
    if char.controller != player:
        yield Breach("blocker-not-yours", "CR 509.1a", (obj,))
    if state.status.get(obj, 0) & TAPPED:
        yield Breach("blocker-tapped", "CR 509.1a", (obj,))
    if board.about("forbid block", obj):
        yield Breach("block-forbidden", "CR 509.1b", (obj,))


@cites("CR 509.1a", "CR 509.1b")
def may_block_it(state: State, obj: int, attacker: int) -> Findings:
    """The breaches of a creature blocking one attacker."""
    if not any(pair[0] == attacker for pair in state.lists.get("attackers", ())):
        yield Breach("not-attacking", "CR 509.1a", (attacker,))
        return
    yield from evades(state, state.board(), attacker, obj)


def possible_blockers(state: State) -> list[int]:
    """The creatures that may block something."""
    player = 1 - active(state)
    board: Board = state.board()
    return [
        obj
        for obj in board.players[player]
        if "creature" in board.chars[obj].types and not breached(may_block(state, obj, player))
    ]


def may_block_at_all(state: State) -> bool:
    """Whether any creature may block any attacker."""
    attackers = [pair[0] for pair in state.lists.get("attackers", ())]
    return any(
        not breached(may_block_it(state, obj, attacker))
        for obj in possible_blockers(state)
        for attacker in attackers
    )


class Blocker(Part):
    """One more blocker and what it blocks, in the order of ids; or no more."""

    name = "blocker"
    rule = "CR 509.1a"
    phrase = "with {blocker} blocking {attacker} | {attacker} with {blocker} | with nobody else"
    fields: tuple[str, ...] = ("obj:blocker", "obj:attacker")
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        last = _last(act)
        board: Board = state.board()
        objs = sorted(board.field)
        return [
            ("blocker",),
            *(("blocker", o, a) for o in objs for a in objs if (o, a) > last and a != o),
        ]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        yield ("blocker",)
        last = _last(act)
        attackers = [pair[0] for pair in state.lists.get("attackers", ())]
        for obj in sorted(possible_blockers(state)):
            if obj >= last[0]:
                for attacker in attackers:
                    if obj > last[0] or attacker > last[1]:
                        yield ("blocker", obj, attacker)

    @cites("CR 509.1a", "CR 509.1b", "CR 509.1c", "CR 702.111b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if len(answer) < 3:
            yield from whole_block(state, act)
            return
        if answer[1:3] <= _last(act):
            yield Breach("blockers-out-of-order", "CR 509.1a", (answer[1],))
        found = list(may_block(state, answer[1], act.player))
        yield from found
        if not any(isinstance(b, Breach) and b.code == "blocker-elsewhere" for b in found):
            yield from may_block_it(state, answer[1], answer[2])
            yield from room_for(state, act, answer[1], answer[2])
            if costs_something(state.board()):
                after = act.plus(answer)
                yield from Declaration(state, "block", after, _blocks(after)).unpayable(state)

    def none_legal(self, state: State, act: Act) -> Breach:
        for finding in whole_block(state, act):
            if isinstance(finding, Breach):
                return finding
        return Breach("nobody-can-block", "CR 509.1a", (act.player,))


def _last(act: Act) -> tuple[int, int]:
    """The blocker and the attacker of the last answer."""
    return max(_blocks(act), default=(0, 0))


def _blocks(act: Act) -> list[tuple[int, int]]:
    return [(a[1], a[2]) for a in act.answers if len(a) > 2 and a[0] == "blocker"]


@cites("CR 509.1a", "CR 509.1b")
def room_for(state: State, act: Act, obj: int, attacker: int) -> Findings:
    """The breaches of one more block: the blocker is used up, or the attacker allows no more."""
    board: Board = state.board()
    blocks = _blocks(act)
    mine = [a for b, a in blocks if b == obj]
    if mine and attacker not in mine and len(mine) >= capacity(board, obj):
        yield Breach("blocks-already", "CR 509.1a", (obj,))
    most = least_and_most(board, attacker)[1]
    if most is not None and sum(1 for _, a in blocks if a == attacker) >= most:
        yield Breach("too-many-blockers", "CR 509.1b", (attacker, most))


@cites("CR 509.1b", "CR 509.1c", "CR 702.111b")
def whole_block(state: State, act: Act) -> Findings:
    """The breaches of a whole declaration: too few blockers, requirements that could be obeyed."""
    board: Board = state.board()
    blocks = _blocks(act)
    for attacker, _ in state.lists.get("attackers", ()):
        number = sum(1 for _, a in blocks if a == attacker)
        char = board.chars.get(attacker)
        least = least_and_most(board, attacker)[0]
        if number == 1 and char is not None and char.has("menace"):
            yield Breach("menace", "CR 702.111b", (attacker,))
        elif 0 < number < least:
            yield Breach("too-few-blockers", "CR 509.1b", (attacker, least))
    alone = {b for b, _ in blocks}
    if len(alone) == 1 and board.about("forbid block alone", *alone):
        yield Breach("block-forbidden", "CR 509.1b", tuple(alone))
    if needs(board):
        yield from unmet(state, board, blocks)


@cites("CR 509.1c")
def unmet(state: State, board: Board, blocks: list[tuple[int, int]]) -> Findings:
    """The requirements that creatures which don't block could still obey."""
    busy = {b for b, _ in blocks}
    idle = [
        b for b in possible_blockers(state) if b not in busy and is_free(state, "block", b, (0,))
    ]
    for attacker, _ in state.lists.get("attackers", ()):
        able = [b for b in idle if not breached(may_block_it(state, b, attacker))]
        number = sum(1 for _, a in blocks if a == attacker)
        least, most = least_and_most(board, attacker)
        if not able or number + len(able) < least or most is not None and number >= most:
            continue
        if _lacks_a_blocker(state, board, attacker, blocks, able):
            yield Breach("must-be-blocked", "CR 509.1c", (attacker,))
        elif board.about("all block it", attacker):
            yield Breach("all-must-block-it", "CR 509.1c", (attacker, able[0]))
        for obj in able:
            if board.about("allow must block", obj):
                yield Breach("must-block", "CR 509.1c", (obj, attacker))
        for part in board.parts.get("allow must block it", ()):
            if part.affected[1:] == (attacker,) and part.affected[0] in able:
                yield Breach("must-block", "CR 509.1c", (part.affected[0], attacker))


@cites("CR 509.1c")
def _lacks_a_blocker(
    state: State, board: Board, attacker: int, blocks: list[tuple[int, int]], able: list[int]
) -> bool:
    """Whether an attacker has to be blocked by a creature that could, and isn't by such a one."""
    for part in board.about("must be blocked", attacker):
        gives = part.gives
        assert isinstance(gives, MustBeBlocked)
        by = gives.by or Select()
        scope = Scope(state.ref(part.source), part.you)
        now = any(a == attacker and fits(state, board, by, b, scope) for b, a in blocks)
        if not now and any(fits(state, board, by, b, scope) for b in able):
            return True
    return False


class Block(Shape):
    """Declaring blockers."""

    verb = "block"
    phrase = "block"
    rules: tuple[str, ...] = ("CR 509.1",)
    fields: tuple[str, ...] = ()
    parts: tuple[Part, ...] = (Blocker(), *PARTS)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("block",)]

    @cites("CR 509.1")
    def findings(self, state: State, act: Act) -> Findings:
        if step(state) != BLOCKERS or state.turn.get("stage") != DECLARE:
            yield Breach("no-blockers-now", "CR 509.1")
        if active(state) == act.player:
            yield Breach("not-defending", "CR 509.1", (act.player,))

    def next_part(self, state: State, act: Act) -> Part | None:
        last = act.answers[-1] if act.answers else ("blocker", 0, 0)
        if last[0] == "blocker" and len(last) > 1:
            return self.parts[0]
        costs = costs_something(state.board())
        return self.announcement(state, act).part(state) if costs else None

    def announcement(self, state: State, act: Act) -> Declaration:
        """The declaration with what it costs."""
        return Declaration(state, "block", act, _blocks(act))

    @cites("CR 509.1", "CR 509.1g", "CR 509.1h")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        chosen = _blocks(act)
        if costs_something(state.board()):
            yield from self.announcement(state, act).pay(state, cause)
            chosen = [pair for pair in chosen if still_under(state, pair[0], act.player)]
        PERFORMER.happen(
            state, [Happening("blocked", "CR 509.1", (cause,), pair) for pair in chosen]
        )
        declared(state, cause, "CR 509.1")
        yield from ()
