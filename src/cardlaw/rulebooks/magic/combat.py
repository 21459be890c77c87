"""Combat: attackers and damage (CR 506 to 508, 510, 702.2 to 702.20)."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Finding, Findings, Ground, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN, Ref
from cardlaw.rulebooks.magic.board import (
    BLOCKED,
    SICK,
    STRUCK,
    TAPPED,
    Board,
)
from cardlaw.rulebooks.magic.combat_costs import PARTS, Declaration, costs_something, is_free
from cardlaw.rulebooks.magic.effects import deal
from cardlaw.rulebooks.magic.events import PERFORMER, set_bits
from cardlaw.rulebooks.magic.joining import attackable
from cardlaw.rulebooks.magic.steps import (
    ATTACKERS,
    FIRST_DAMAGE,
    PRIORITY,
    active,
    step,
)

DECLARE = 3


# -- attackers -----------------------------------------------------------------------------------


@cites(
    "CR 508.1a",
    "CR 508.1c",
    "CR 702.3b",
    "CR 702.10b",
    "CR 702.20b",
    "CR 302.6",
    "CR 506.3",
)
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
    if bits & SICK:
        if char.has("haste"):
            yield Ground("has-keyword", "CR 702.10b", (obj, "haste"))
        else:
            yield Breach("attacker-sick", "CR 302.6", (obj,))
    if char.has("vigilance"):
        yield Ground("has-keyword", "CR 702.20b", (obj, "vigilance"))
    if char.has("defender") and not board.about("allow attack with defender", obj):
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


class Attacker(Part):
    """One more attacker, in the order of ids; or no more."""

    name = "attacker"
    rule = "CR 508.1a"
    phrase = "with {attacker} | with nobody else"
    fields: tuple[str, ...] = ("obj:attacker",)
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
            if skipped and obj not in chosen and not _left_alone(state, obj, chosen):
                yield Breach("must-attack", "CR 508.1d", (obj,))
        if upto is None:
            if len(chosen) == 1 and state.board().about("forbid attack alone", chosen[0]):
                yield Breach("attack-forbidden", "CR 508.1c", (chosen[0],))
            return
        if upto <= _last(act):
            yield Breach("attackers-out-of-order", "CR 508.1a", (upto,))
        yield from may_attack(state, upto, act.player)
        if costs_something(state.board()):
            yield from dearer(state, act, upto)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nobody-can-attack", "CR 508.1a", (act.player,))


@cites("CR 508.1d", "CR 506.5")
def _left_alone(state: State, obj: int, chosen: list[int]) -> bool:
    """Whether a creature could attack only alone, which a text forbids."""
    if chosen or not state.board().about("forbid attack alone", obj):
        return False
    return not any(other > obj for other in possible_attackers(state))


class Attacked(Part):
    """The planeswalker that an attacker attacks; or else the player."""

    name = "attacked"
    rule = "CR 508.1b"
    phrase = "attacking {planeswalker} | attacking the player"
    fields: tuple[str, ...] = ("obj:planeswalker",)
    automatic = "done"

    def every(self, state: State, act: Act) -> Iterable[Option]:
        board: Board = state.board()
        return [("attacked",), *(("attacked", obj) for obj in sorted(board.field))]

    @cites("CR 508.1b")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if len(answer) > 1 and answer[1] not in attackable(state, act.player):
            yield Breach("not-attackable", "CR 508.1b", (answer[1],))
        if costs_something(state.board()):
            after = act.plus(answer)
            yield from Declaration(state, "attack", after, attacks(after)).unpayable(state)

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("nobody-can-attack", "CR 508.1a", (act.player,))


def _chosen(act: Act, name: str) -> list[int]:
    return [a[1] for a in act.answers if len(a) > 1 and a[0] == name]


def _last(act: Act) -> int:
    return max((a[1] for a in act.answers if len(a) > 1 and a[0] == "attacker"), default=0)


@cites("CR 508.1d", "CR 701.15b")
def must_attack(state: State) -> list[int]:
    """The creatures that have to attack and can."""
    board: Board = state.board()
    words = ("allow must attack", "allow goaded")
    parts = [part for word in words for part in board.parts.get(word, ())]
    forced = {obj for part in parts for obj in part.affected}
    if not forced:
        return []
    able = [obj for obj in possible_attackers(state) if obj in forced]
    whom = attackable(state, active(state))
    return [obj for obj in able if is_free(state, "attack", obj, whom)]


@cites("CR 508.1h", "CR 508.1j")
def dearer(state: State, act: Act, obj: int) -> Findings:
    """The breaches of one more attacker that costs too much, whatever it attacks."""
    after, before = act.plus(("attacker", obj)), attacks(act)
    found: list[Finding] = []
    for whom in reversed(attackable(state, act.player)):
        found = list(Declaration(state, "attack", after, [*before, (obj, whom)]).unpayable(state))
        if not breached(iter(found)):
            return
    yield from found


class Attack(Shape):
    """Declaring attackers."""

    verb = "attack"
    phrase = "attack"
    rules: tuple[str, ...] = ("CR 508.1",)
    fields: tuple[str, ...] = ()
    parts: tuple[Part, ...] = (Attacker(), Attacked(), *PARTS)

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
        if len(last) == 1 or last[0] != "attacker":
            costs = costs_something(state.board())
            return self.announcement(state, act).part(state) if costs else None
        return self.parts[1] if len(attackable(state, act.player)) > 1 else self.parts[0]

    def announcement(self, state: State, act: Act) -> Declaration:
        """The declaration with what it costs."""
        return Declaration(state, "attack", act, attacks(act))

    @cites("CR 508.1", "CR 508.1f", "CR 508.1k", "CR 702.20b", "CR 508.8", "CR 117.3a")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        board: Board = state.board()
        chosen = attacks(act)
        taps = [
            Happening("tapped", "CR 508.1f", (cause,), (obj,))
            for obj, _ in chosen
            if not board.chars[obj].has("vigilance")
        ]
        bill = self.announcement(state, act) if costs_something(board) else None
        PERFORMER.happen(state, taps)
        if bill is not None:
            yield from bill.pay(state, cause)
            chosen = [pair for pair in chosen if still_under(state, pair[0], act.player)]
        PERFORMER.happen(
            state, [Happening("attacked", "CR 508.1k", (cause,), pair) for pair in chosen]
        )
        declared(state, cause, "CR 508.1")


def attacks(act: Act) -> list[tuple[int, int]]:
    """Each attacker with the planeswalker or the player (-1 - player) that it attacks."""
    result: list[tuple[int, int]] = []
    for answer in act.answers:
        if len(answer) > 1 and answer[0] == "attacker":
            result.append((answer[1], act.player - 2))
        elif len(answer) > 1 and answer[0] == "attacked":
            result[-1] = (result[-1][0], answer[1])
    return result


@cites("CR 508.1k", "CR 509.1g")
def still_under(state: State, obj: int, player: int) -> bool:
    """Whether a player still controls a creature after what was paid for it."""
    board: Board = state.board()
    return obj in board.field and board.chars[obj].controller == player


def declared(state: State, cause: int, rule: str) -> None:
    state.event("declared", rule, (cause,))
    state.put(TURN, "stage", PRIORITY)
    pile.give_priority(state, active(state))


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
    if char is None or strength(board, obj) <= 0:
        return False
    if step(state) == FIRST_DAMAGE:
        return fast(board, obj)
    return not state.status.get(obj, 0) & STRUCK or char.has("double strike")


@cites("CR 510.1a")
def strength(board: Board, obj: int) -> int:
    """How much combat damage a creature assigns: its power, or its toughness by a text."""
    char = board.chars[obj]
    if board.parts and board.about("allow toughness as damage", obj):
        return char.toughness or 0
    return char.power or 0


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
    for obj in dict.fromkeys(pair[0] for pair in state.lists.get("blockers", ())):
        if deals_now(state, board, obj):
            packets.extend((yield from strike_back(state, board, obj)))
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
    power = strength(board, obj)
    ref = state.ref(obj)
    blockers = [b for b, a in state.lists.get("blockers", ()) if a == obj and b in board.chars]
    trample = char.has("trample")
    attacked = who if who < 0 or who in board.chars else None
    if not state.status.get(obj, 0) & BLOCKED or trample and not blockers:
        return [] if attacked is None else [(ref, attacked, power)]
    if attacked is not None and (yield from assigns_past(board, obj, char.controller)):
        return [(ref, attacked, power)]
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


@cites("CR 510.1c", "CR 609.4")
def assigns_past(board: Board, obj: int, player: int) -> Generator[Choice, Option, bool]:
    """Whether its controller has a blocked creature assign damage as though it weren't blocked."""
    if not board.about("allow assign as though unblocked", obj):
        return False
    answer = yield Choice("may", player, (obj,))
    return bool(answer == ("yes",))


@cites("CR 510.1d")
def strike_back(state: State, board: Board, obj: int) -> Generator[Choice, Option, list[Packet]]:
    """How a blocker divides its damage among the creatures that it blocks."""
    char = board.chars[obj]
    blocked = [a for b, a in state.lists.get("blockers", ()) if b == obj and a in board.chars]
    packets: list[Packet] = []
    left = strength(board, obj)
    for attacker in blocked[:-1]:
        answer = yield Choice("assign", char.controller, (obj, attacker, 0, left))
        packets.append((state.ref(obj), attacker, answer[0]))
        left -= answer[0]
    return [*packets, *((state.ref(obj), attacker, left) for attacker in blocked[-1:])]


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
