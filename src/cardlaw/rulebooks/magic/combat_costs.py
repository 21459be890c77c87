"""What attacking and blocking cost, and paying it (CR 508.1g to 508.1j, 509.1d to 509.1f)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardlaw.cards.nodes import Toll
from cardlaw.kernel.action import Act, Part, Procedure
from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.asking import GIVING, Pay
from cardlaw.rulebooks.magic.board import Board, RulePart, Scope
from cardlaw.rulebooks.magic.clauses import CombatCost
from cardlaw.rulebooks.magic.costs import affordable, mana_sources, pool_of
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.giving import ChooseToll
from cardlaw.rulebooks.magic.mana import ManaCost, Pool, Source, cost_text, parse_mana
from cardlaw.rulebooks.magic.pay import pay_mana
from cardlaw.rulebooks.magic.prices import life_of, tolls_of
from cardlaw.rulebooks.magic.quantities import quantity
from cardlaw.rulebooks.magic.snow import for_cost
from cardlaw.rulebooks.magic.tolls import CHOSEN, given_for, has_life, may_give, pay_tolls

#: the word of parts of effects by which attacking or blocking costs something
WORD = "combat cost"
#: the verb of a declaration -> the rules of its total cost and of paying it
VERBS = {"attack": ("CR 508.1h", "CR 508.1j"), "block": ("CR 509.1d", "CR 509.1f")}

#: a creature and what it attacks or blocks: an object, or a player as -1 - player
Pair = tuple[int, int]


def costs_something(board: Board) -> bool:
    """Whether any effect makes attacking or blocking cost something."""
    return WORD in board.parts


@rules("CR 508.1h", "CR 509.1d")
def costs_of(state: State, verb: str, obj: int, whom: int) -> list[RulePart]:
    """The effects by which a creature costs something as it attacks or blocks."""
    board: Board = state.board()
    found = []
    for part in board.about(WORD, obj):
        gives = part.gives
        assert isinstance(gives, CombatCost)
        if gives.verb == verb and _is_about(board, gives, part.you, whom):
            found.append(part)
    return found


def _is_about(board: Board, gives: CombatCost, you: int, whom: int) -> bool:
    """Whether a cost is about attacks on this player or planeswalker."""
    if not gives.whom or gives.verb == "block":
        return True
    if whom < 0:
        return whom == -1 - you
    return gives.whom == "yours" and whom in board.chars and board.chars[whom].controller == you


class Declaration:
    """A declaration of attackers or blockers with what it costs, as it has been answered so far."""

    __slots__ = ("_life", "act", "mana", "obj", "player", "scope", "tolls", "verb")

    def __init__(self, state: State, verb: str, act: Act, pairs: Sequence[Pair]) -> None:
        self.act = act
        self.verb = verb
        self.player = act.player
        #: the creature for which something is paid that was declared last
        self.obj = 0
        self.mana = ManaCost()
        self.tolls: tuple[Toll, ...] = ()
        self._life = 0
        for obj, whom in dict(pairs).items():
            for part in costs_of(state, verb, obj, whom):
                self.obj = obj
                self._add(state, part, obj)
        self.scope = (
            Scope(state.ref(self.obj), act.player) if self.obj else Scope(Ref(0, 0), act.player)
        )

    @rules("CR 508.1h", "CR 509.1d")
    def _add(self, state: State, part: RulePart, obj: int) -> None:
        gives = part.gives
        assert isinstance(gives, CombatCost)
        board: Board = state.board()
        scope = Scope(state.ref(part.source), part.you)
        scope.named["it"] = [state.ref(obj)]
        times = max(0, quantity(state, board, gives.times, scope))
        mana = parse_mana(gives.cost.pay)
        if gives.x is not None:
            mana = mana.with_x(max(0, quantity(state, board, gives.x, scope)))
        for _ in range(times):
            self.mana = self.mana.plus(mana)
            self.tolls = (*self.tolls, *tolls_of(gives.cost))
        self._life += times * life_of(gives.cost)

    # -- what the parts that ask for payment look at ----------------------------------------------

    def cost(self, state: State) -> ManaCost:
        """The mana that it costs in all."""
        return self.mana

    def given(self, *names: str) -> list[int]:
        """The objects chosen for parts of the cost."""
        return [a[1] for a in self.act.answers if a[0] in names and len(a) > 1]

    def open_toll(self, state: State) -> tuple[Toll, list[int]] | None:
        """The first part of the cost that still lacks objects, and those chosen for it."""
        for toll, given, number in given_for(state, self.tolls, self.act.answers, self.scope):
            if len(given) < number:
                return toll, given
        return None

    @rules("CR 508.1f")
    def sources(self, state: State) -> list[Source]:
        """What can be tapped for mana: attackers without vigilance are tapped by now."""
        board: Board = state.board()
        busy = tuple(self.given("tapping"))
        if self.verb == "attack":
            attackers = self.given("attacker")
            busy += tuple(obj for obj in attackers if not board.chars[obj].has("vigilance"))
        gone = self.given("sacrifice", "returning")
        return [s for s in mana_sources(state, self.player, busy) if s.obj not in gone]

    def pool(self, state: State) -> Pool:
        """The mana in the pool that may be spent on it."""
        return for_cost(state, self.player, self.mana, pool_of(state, self.player))

    def payable(self, state: State) -> bool:
        """Whether the mana can be paid."""
        if self.mana.is_nothing:
            return True
        sources, pool = self.sources(state), self.pool(state)
        return affordable(state, self.mana, self.player, (), sources, pool) is not None

    @property
    def pay_rule(self) -> str:
        """The rule by which it is paid."""
        return VERBS[self.verb][1]

    @rules("CR 508.1j", "CR 509.1f")
    def too_dear(self, state: State) -> Breach:
        """The breach of a cost in mana that the player can't pay."""
        return Breach("combat-cost-too-dear", self.pay_rule, (self.obj, cost_text(self.mana)))

    @rules("CR 508.1j", "CR 509.1f", "CR 119.4", "CR 118.3")
    def unpayable(self, state: State) -> Findings:
        """The breaches of declaring what the player can't pay for: partly paid is not paid."""
        if not self.obj:
            return
        if not self.payable(state):
            yield self.too_dear(state)
        yield from has_life(state, self.player, self._life)
        taken: list[int] = []
        for toll in self.tolls:
            able = [o for o in may_give(state, toll, self.player, self.scope) if o not in taken]
            wanted = toll.amount if isinstance(toll.amount, int) else 1
            if len(able) < wanted:
                yield Breach("nothing-for-the-cost", "CR 118.3", (self.obj,))
                return
            taken += able[:wanted]

    def part(self, state: State) -> Part | None:
        """The part of the payment that is asked next."""
        if not self.obj:
            return None
        missing = self.open_toll(state) if self.tolls else None
        if missing is not None:
            return TOLLS[CHOSEN[missing[0].do]]
        asked = any(answer[0] == "pay" for answer in self.act.answers)
        return None if asked or self.mana.is_nothing else PAY

    @rules("CR 508.1h", "CR 508.1j", "CR 509.1d", "CR 509.1f")
    def pay(self, state: State, cause: int) -> Procedure:
        """The total cost is locked in, then all of it is paid."""
        if not self.obj:
            return
        total, rule = VERBS[self.verb]
        words = cost_text(self.mana)
        state.event("total combat cost", total, (cause,), self.player, words)
        chosen = self.act.given("pay") or ("pay",)
        sources = self.sources(state)
        yield from pay_mana(state, self.player, self.mana, chosen[1:], (cause,), sources, rule=rule)
        if self._life:
            happen(state, "paid life", rule, (cause,), self.player, self._life)
        yield from pay_tolls(state, self.tolls, self.act.answers, self.scope, (cause,))


#: the parts by which costs of combat are asked for
TOLLS = {
    name: ChooseToll(name, f"{word} {{{field}}}", f"obj:{field}") for name, word, field in GIVING
}
PAY = Pay()
PARTS: tuple[Part, ...] = (*TOLLS.values(), PAY)


@rules("CR 508.1d", "CR 509.1c")
def is_free(state: State, verb: str, obj: int, whom: Iterable[int]) -> bool:
    """Whether a creature can attack or block something without a cost: nobody has to pay one."""
    if not costs_something(state.board()):
        return True
    return any(not costs_of(state, verb, obj, who) for who in whom)
