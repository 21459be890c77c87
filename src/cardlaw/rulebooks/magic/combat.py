"""Combat: attackers, blockers, damage (CR 506 to 510, 702.2 to 702.20)."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from cardlaw.cards.nodes import Forbid
from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN, Ref
from cardlaw.rulebooks.magic.attach import has_quality, protections
from cardlaw.rulebooks.magic.board import (
    BLOCKED,
    SICK,
    STRUCK,
    TAPPED,
    Board,
    Scope,
    fits,
)
from cardlaw.rulebooks.magic.effects import deal
from cardlaw.rulebooks.magic.events import PERFORMER, set_bits
from cardlaw.rulebooks.magic.steps import (
    ATTACKERS,
    BLOCKERS,
    FIRST_DAMAGE,
    PRIORITY,
    active,
    step,
)

DECLARE = 3


# -- attackers -----------------------------------------------------------------------------------


@cites("CR 508.1a", "CR 508.1c", "CR 702.3b", "CR 702.10b", "CR 302.6", "CR 506.3")
def may_attack(state: State, obj: int, player: int) -> Findings:
    """The breaches of a permanent attacking."""
    board: Board = state.board()
    if obj not in board.field:
        yield Breach("attacker-elsewhere", "CR 508.1a", (obj,))
        return
    char = board.chars[obj]
    if "creature" not in char.types:
        yield Breach("attacker-no-creature", "CR 508.1a", (obj,))
    if char.controller != player:
        yield Breach("attacker-not-yours", "CR 508.1a", (obj,))
    bits = state.status.get(obj, 0)
    if bits & TAPPED:
        yield Breach("attacker-tapped", "CR 508.1a", (obj,))
    if bits & SICK and not char.has("haste"):
        yield Breach("attacker-sick", "CR 302.6", (obj,))
    if char.has("defender"):
        yield Breach("attacker-defender", "CR 702.3b", (obj,))
    if board.about("forbid attack", obj):
        yield Breach("attack-forbidden", "CR 508.1c", (obj,))


def possible_attackers(state: State) -> list[int]:
    """The creatures that may attack."""
    player = active(state)
    board: Board = state.board()
    return [
        obj
        for obj in board.players[player]
        if "creature" in board.chars[obj].types and not breached(may_attack(state, obj, player))
    ]


def may_attack_at_all(state: State) -> bool:
    """Whether any creature may attack."""
    return bool(possible_attackers(state))


def attackable(state: State, player: int) -> list[int]:
    """What a player's creatures may attack: the opponent, and the opponent's planeswalkers."""
    board: Board = state.board()
    other = 1 - player
    walkers = [
        obj
        for obj in board.players[other]
        if "planeswalker" in board.chars[obj].types and not board.about("forbid be attacked", obj)
    ]
    return [-1 - other, *walkers]


class Attacker(Part):
    """One more attacker, in the order of ids; or no more."""

    name = "attacker"
    rule = "CR 508.1a"
    phrase = "with {attacker} | with nobody else"
    fields = ("obj:attacker",)
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        last = _last(act)
        board: Board = state.board()
        return [("attacker",), *(("attacker", o) for o in sorted(board.field) if o > last)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        yield ("attacker",)
        last = _last(act)
        for obj in sorted(possible_attackers(state)):
            if obj > last:
                yield ("attacker", obj)

    @cites("CR 508.1a", "CR 508.1d")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        chosen = _chosen(act, "attacker")
        upto = answer[1] if len(answer) > 1 else None
        for obj in must_attack(state):
            skipped = upto is None or obj < upto
            if skipped and obj not in chosen:
                yield Breach("must-attack", "CR 508.1d", (obj,))
        if upto is None:
            return
        if upto <= _last(act):
            yield Breach("attackers-out-of-order", "CR 508.1a", (upto,))
        yield from may_attack(state, upto, act.player)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nobody-can-attack", "CR 508.1a", (act.player,))


class Attacked(Part):
    """The planeswalker that an attacker attacks; or else the player."""

    name = "attacked"
    rule = "CR 508.1b"
    phrase = "attacking {planeswalker} | attacking the player"
    fields = ("obj:planeswalker",)
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        board: Board = state.board()
        return [("attacked",), *(("attacked", obj) for obj in sorted(board.field))]

    @cites("CR 508.1b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if len(answer) > 1 and answer[1] not in attackable(state, act.player):
            yield Breach("not-attackable", "CR 508.1b", (answer[1],))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nobody-can-attack", "CR 508.1a", (act.player,))


def _chosen(act: Act, name: str) -> list[int]:
    return [a[1] for a in act.answers if len(a) > 1 and a[0] == name]


def _last(act: Act) -> int:
    names = ("attacker", "blocker")
    return max((a[1] for a in act.answers if len(a) > 1 and a[0] in names), default=0)


@cites("CR 508.1d")
def must_attack(state: State) -> list[int]:
    """The creatures that have to attack and can."""
    board: Board = state.board()
    parts = board.parts.get("allow must attack", ())
    forced = {obj for part in parts for obj in part.affected}
    return [obj for obj in possible_attackers(state) if obj in forced] if forced else []


class Attack(Shape):
    """Declaring attackers."""

    verb = "attack"
    phrase = "attack"
    rules = ("CR 508.1",)
    fields = ()
    parts = (Attacker(), Attacked())

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("attack",)]

    @cites("CR 508.1")
    def findings(self, state: State, act: Act) -> Findings:
        if step(state) != ATTACKERS or state.turn.get("stage") != DECLARE:
            yield Breach("no-attackers-now", "CR 508.1")
        if active(state) != act.player:
            yield Breach("not-your-turn", "CR 508.1", (act.player,))

    def next_part(self, state: State, act: Act) -> Part | None:
        last = act.answers[-1] if act.answers else ("attacked",)
        if last[0] == "attacked":
            return self.parts[0]
        if len(last) == 1:
            return None
        return self.parts[1] if len(attackable(state, act.player)) > 1 else self.parts[0]

    @cites("CR 508.1", "CR 508.1f", "CR 508.1k", "CR 702.20b", "CR 508.8", "CR 117.3a")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        board: Board = state.board()
        chosen = attacks(act)
        taps = [
            Happening("tapped", "CR 508.1f", (cause,), (obj,))
            for obj, _ in chosen
            if not board.chars[obj].has("vigilance")
        ]
        PERFORMER.happen(state, taps)
        PERFORMER.happen(
            state, [Happening("attacked", "CR 508.1k", (cause,), pair) for pair in chosen]
        )
        _declared(state, cause, "CR 508.1")
        yield from ()


def attacks(act: Act) -> list[tuple[int, int]]:
    """Each attacker with the planeswalker or the player (-1 - player) that it attacks."""
    result: list[tuple[int, int]] = []
    for answer in act.answers:
        if len(answer) > 1 and answer[0] == "attacker":
            result.append((answer[1], act.player - 2))
        elif len(answer) > 1:
            result[-1] = (result[-1][0], answer[1])
    return result


def _declared(state: State, cause: int, rule: str) -> None:
    state.event("declared", rule, (cause,))
    state.put(TURN, "stage", PRIORITY)
    pile.give_priority(state, active(state))


# -- blockers ------------------------------------------------------------------------------------


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


@cites("CR 702.9b", "CR 702.17b", "CR 702.16f", "CR 509.1b")
def may_block_it(state: State, obj: int, attacker: int) -> Findings:
    """The breaches of a creature blocking one attacker."""
    board: Board = state.board()
    if not any(pair[0] == attacker for pair in state.lists.get("attackers", ())):
        yield Breach("not-attacking", "CR 509.1a", (attacker,))
        return
    char, other = board.chars[attacker], board.chars[obj]
    if char.has("flying") and not (other.has("flying") or other.has("reach")):
        yield Breach("cannot-reach", "CR 702.9b", (obj, attacker))
    for quality in protections(char):
        if has_quality(other, quality):
            yield Breach("attacker-protected", "CR 702.16f", (attacker, quality))
    for part in board.about("forbid be blocked", attacker):
        assert isinstance(part.gives, Forbid)
        select = part.gives.select
        scope = Scope(Ref(part.source, state.born.get(part.source, 0)), part.you)
        if select is None or fits(state, board, select, obj, scope):
            yield Breach("blocking-it-forbidden", "CR 509.1b", (obj, attacker))


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
    fields = ("obj:blocker", "obj:attacker")
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        last = _last(act)
        board: Board = state.board()
        objs = sorted(board.field)
        return [
            ("blocker",),
            *(("blocker", o, a) for o in objs if o > last for a in objs if a != o),
        ]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        yield ("blocker",)
        last = _last(act)
        attackers = [pair[0] for pair in state.lists.get("attackers", ())]
        for obj in sorted(possible_blockers(state)):
            if obj > last:
                for attacker in attackers:
                    yield ("blocker", obj, attacker)

    @cites("CR 509.1a", "CR 509.1b", "CR 509.1c", "CR 702.111b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if len(answer) < 3:
            yield from whole_block(state, act)
            return
        if answer[1] <= _last(act):
            yield Breach("blockers-out-of-order", "CR 509.1a", (answer[1],))
        found = list(may_block(state, answer[1], act.player))
        yield from found
        if not any(isinstance(b, Breach) and b.code == "blocker-elsewhere" for b in found):
            yield from may_block_it(state, answer[1], answer[2])

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nobody-can-block", "CR 509.1a", (act.player,))


@cites("CR 509.1c", "CR 702.111b")
def whole_block(state: State, act: Act) -> Findings:
    """The breaches of a whole declaration: menace, and requirements that could be obeyed."""
    board: Board = state.board()
    blocks = [(a[1], a[2]) for a in act.answers if len(a) > 1]
    for attacker, _ in state.lists.get("attackers", ()):
        mine = [b for b, a in blocks if a == attacker]
        char = board.chars.get(attacker)
        if char is not None and char.has("menace") and len(mine) == 1:
            yield Breach("menace", "CR 702.111b", (attacker,))
        if not mine and board.about("must be blocked", attacker):
            idle = [b for b in possible_blockers(state) if b not in [x for x, _ in blocks]]
            if any(not breached(may_block_it(state, b, attacker)) for b in idle):
                yield Breach("must-be-blocked", "CR 509.1c", (attacker,))


class Block(Shape):
    """Declaring blockers."""

    verb = "block"
    phrase = "block"
    rules = ("CR 509.1",)
    fields = ()
    parts = (Blocker(),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("block",)]

    @cites("CR 509.1")
    def findings(self, state: State, act: Act) -> Findings:
        if step(state) != BLOCKERS or state.turn.get("stage") != DECLARE:
            yield Breach("no-blockers-now", "CR 509.1")
        if active(state) == act.player:
            yield Breach("not-defending", "CR 509.1", (act.player,))

    def next_part(self, state: State, act: Act) -> Part | None:
        done = bool(act.answers) and len(act.answers[-1]) == 1
        return None if done else self.parts[0]

    @cites("CR 509.1", "CR 509.1h")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        chosen = [(a[1], a[2]) for a in act.answers if len(a) > 1]
        PERFORMER.happen(
            state, [Happening("blocked", "CR 509.1", (cause,), pair) for pair in chosen]
        )
        _declared(state, cause, "CR 509.1")
        yield from ()


# -- damage --------------------------------------------------------------------------------------


@cites("CR 510.4", "CR 702.7b", "CR 702.4b")
def strikes_first(state: State) -> bool:
    """Whether a creature in combat has first strike or double strike."""
    return any(fast(state.board(), obj) for obj in fighters(state))


def fighters(state: State) -> list[int]:
    """All attackers, then all blockers, in the order in which they were declared."""
    attackers = [pair[0] for pair in state.lists.get("attackers", ())]
    return [*attackers, *dict.fromkeys(pair[0] for pair in state.lists.get("blockers", ()))]


@cites("CR 510.4", "CR 702.7b", "CR 702.4b", "CR 702.7c")
def deals_now(state: State, board: Board, obj: int) -> bool:
    """Whether a creature deals combat damage in this step."""
    char = board.chars.get(obj)
    if char is None or (char.power or 0) <= 0:
        return False
    if step(state) == FIRST_DAMAGE:
        return fast(board, obj)
    return not state.status.get(obj, 0) & STRUCK or char.has("double strike")


def fast(board: Board, obj: int) -> bool:
    """Whether a creature has first strike or double strike."""
    char = board.chars.get(obj)
    return char is not None and (char.has("first strike") or char.has("double strike"))


Packet = tuple[Ref, int, int]


@cites("CR 510.1", "CR 510.1a", "CR 510.1b", "CR 510.1c", "CR 510.1d", "CR 510.2")
def combat_damage(state: State) -> Procedure:
    """Combat damage is assigned, then dealt all at once."""
    board: Board = state.board()
    packets: list[Packet] = []
    for obj, who in state.lists.get("attackers", ()):
        if deals_now(state, board, obj):
            packets.extend((yield from assign(state, board, obj, who)))
    for obj, attacker in state.lists.get("blockers", ()):
        if deals_now(state, board, obj) and attacker in board.chars:
            packets.append((state.ref(obj), attacker, board.chars[obj].power or 0))
    if step(state) == FIRST_DAMAGE:
        state.event("struck first", "CR 510.4", ())
        for obj in fighters(state):
            if fast(board, obj):
                set_bits(state, obj, on=STRUCK)
    yield from deal(state, packets, (), combat=1)


@cites("CR 510.1c", "CR 702.19b", "CR 702.2c", "CR 702.19d")
def assign(
    state: State, board: Board, obj: int, who: int
) -> Generator[Choice, Option, list[Packet]]:
    """How an attacker divides its damage."""
    char = board.chars[obj]
    power = char.power or 0
    ref = state.ref(obj)
    blockers = [b for b, a in state.lists.get("blockers", ()) if a == obj and b in board.chars]
    trample = char.has("trample")
    attacked = who if who < 0 or who in board.chars else None
    if not state.status.get(obj, 0) & BLOCKED or trample and not blockers:
        return [] if attacked is None else [(ref, attacked, power)]
    targets = [*blockers, *([attacked] if trample and attacked is not None else [])]
    if not targets:
        return []
    packets = []
    left = power
    for index, target in enumerate(targets[:-1]):
        least = 0
        if trample and attacked is not None and index == 0 and len(targets) == 2:
            least = min(left, lethal(state, board, target, char.has("deathtouch")))
            if left == least:
                packets.append((ref, target, left))
                left = 0
                break
        answer = yield Choice("assign", char.controller, (obj, target, least, left))
        packets.append((ref, target, answer[0]))
        left -= answer[0]
    return _rest(state, board, packets, targets, (ref, left, trample and attacked is not None))


def _rest(
    state: State,
    board: Board,
    packets: list[Packet],
    targets: list[int],
    rest: tuple[Ref, int, bool],
) -> list[Packet]:
    """The last one gets what is left; what may not trample over goes back to a blocker."""
    ref, left, tramples = rest
    deathtouch = board.chars[ref.id].has("deathtouch")
    if tramples and left and len(targets) > 2:
        short = [p for p in packets if p[2] < lethal(state, board, p[1], deathtouch)]
        if short:
            packets = [(r, t, n + left) if t == short[0][1] else (r, t, n) for r, t, n in packets]
            left = 0
    if left:
        packets.append((ref, targets[-1], left))
    return packets


@cites("CR 120.6", "CR 702.2c", "CR 702.19b")
def lethal(state: State, board: Board, obj: int, deathtouch: bool) -> int:
    """How much damage is lethal to a creature."""
    if deathtouch:
        return 1
    return max(0, (board.chars[obj].toughness or 0) - state.damage.get(obj, 0))
