"""The toy rulebook's actions: playing cards, putting gear on, zapping, passing; their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.happen import Batch, Happening, Performer, wait
from cardlaw.kernel.law import Breach, Findings, breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, HOST, PileItem, Ref, Waiting

DRAW = "drew"
DROP = "discarded"
DESTROY = "destroyed"


def on_board(state: State, obj: int) -> bool:
    """Whether an object is on a player's board."""
    return state.where[obj][0] == "board"


def face(state: State, obj: int) -> Any:
    """The printed face of an object."""
    return state.faces[state.card[obj]]


def everything(state: State) -> Iterable[int]:
    """All objects of the game."""
    return state.where


def is_creature(state: State, obj: int) -> Findings:
    """The breaches of being a creature on the board."""
    if face(state, obj).kind != "creature":
        yield Breach("wrong-kind", "TOY 2.2", (obj,))
    elif not on_board(state, obj):
        yield Breach("not-on-board", "TOY 2.2", (obj,))


@rules("TOY 3.2")
def may_wear(state: State, gear: int, creature: int) -> Findings:
    """The breaches of putting a gear on a creature."""
    yield from is_creature(state, creature)
    if state.controller[creature] != state.controller[gear]:
        yield Breach("not-yours", "TOY 3.1", (creature,))
    for other in state.board().worn.get(creature, ()):
        yield Breach("already-wears", "TOY 3.2", (creature, other))


def slow(state: State, player: int) -> Findings:
    """The breaches of doing something slow now."""
    if (state.turn.get("turn", 1) + 1) % 2 != player:
        yield Breach("not-your-turn", "TOY 2.2")
    if pile.items(state):
        yield Breach("pile-not-empty", "TOY 2.2")


class Target(Part):
    """A creature as target."""

    name = "target"
    phrase = "targeting {target}"

    def __init__(self, rule: str, gear: bool) -> None:
        self.rule = rule
        self.gear = gear

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("target", obj) for obj in everything(state)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        own = state.zone("board", act.player)
        board = own if self.gear else (*own, *state.zone("board", 1 - act.player))
        return [("target", obj) for obj in board]

    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        if self.gear:
            return may_wear(state, act.first[1], answer[1])
        return is_creature(state, answer[1])

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("no-target", self.rule, (act.first[1],))


class FromHand(Shape):
    """Playing a card from the hand: its kinds, whether it is slow, its target."""

    def __init__(self, verb: str, rule: str, kinds: Sequence[str], parts: tuple[Part, ...]) -> None:
        self.verb = verb
        self.phrase = f"{verb} {{subject}}"
        self.rules = (rule,)
        self.kinds = kinds
        self.parts = parts

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in everything(state)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if self.verb == "play" and breached(slow(state, player)):
            return []
        return [(self.verb, obj) for obj in state.zone("hand", player)]

    def findings(self, state: State, act: Act) -> Findings:
        card = act.first[1]
        if state.where[card] != ("hand", act.player):
            yield Breach("not-in-hand", self.rules[0], (card,))
        elif face(state, card).kind not in self.kinds:
            yield Breach("wrong-kind", self.rules[0], (card,))
        if self.verb == "play":
            yield from slow(state, act.player)

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        card = act.first[1]
        event = state.event("played", self.rules[0], (cause,), card)
        state.move(card, ("pile", -1))
        item = PileItem(self.verb, act.player, state.ref(card), (), act.first, act.answers, event)
        pile.put_on(state, item)
        pile.give_priority(state, act.player)
        yield from ()


class Wear(Shape):
    """Putting a gear on a creature."""

    verb = "equip"
    phrase = "equip {subject}"
    rules: tuple[str, ...] = ("TOY 3.1",)
    parts: tuple[Part, ...] = (Target("TOY 3.1", gear=True),)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("equip", obj) for obj in everything(state)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if breached(slow(state, player)):
            return []
        return [
            ("equip", obj) for obj in state.zone("board", player) if face(state, obj).kind == "gear"
        ]

    def findings(self, state: State, act: Act) -> Findings:
        gear = act.first[1]
        if face(state, gear).kind != "gear":
            yield Breach("wrong-kind", "TOY 3.1", (gear,))
        elif not on_board(state, gear):
            yield Breach("not-on-board", "TOY 3.1", (gear,))
        elif state.controller[gear] != act.player:
            yield Breach("not-yours", "TOY 3.1", (gear,))
        yield from slow(state, act.player)

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        gear = act.first[1]
        event = state.event("announced", "TOY 3.1", (cause,), gear)
        item = PileItem("equip", act.player, state.ref(gear), (), act.first, act.answers, event)
        pile.put_on(state, item)
        pile.give_priority(state, act.player)
        yield from ()


class Pass(Shape):
    """Passing priority."""

    verb = "pass"
    phrase = "pass"
    rules: tuple[str, ...] = ("TOY 2.1",)
    fields: tuple[str, ...] = ()

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("pass",)]

    def findings(self, state: State, act: Act) -> Findings:
        return iter(())

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        pile.pass_priority(state, "TOY 2.1", act.player, cause)
        yield from ()


class ToyPerformer(Performer):
    """How the toy game's events happen."""

    replaceable = frozenset((DESTROY,))

    def chooser(self, state: State, event: Happening) -> int:
        return state.controller[event.values[0]]

    def replacements(self, state: State, event: Happening) -> list[Option]:
        return (
            [("shield", event.values[0])] if (event.values[0], "shield") in state.counters else []
        )

    @rules("TOY 4.1")
    def replace(self, state: State, event: Happening, effect: Option) -> Batch:
        return [Happening("lost shield", "TOY 4.1", event.causes, event.values)]

    def write(self, state: State, event: Happening) -> int:
        number = state.event(event.kind, event.rule, event.causes, *event.values)
        obj = event.values[-1]
        owner = state.owner[obj]
        if event.kind == "lost shield":
            state.add_to(COUNTERS, (obj, "shield"), -1)
        elif event.kind == DRAW:
            state.move(obj, ("hand", event.values[0]))
        else:
            state.put(HOST, obj, None)
            state.move(obj, ("discard", owner))
        return number

    @rules("TOY 4.2")
    def match(self, state: State, written: Sequence[tuple[int, Happening]], before: object) -> None:
        for number, event in written:
            if event.kind == DESTROY and face(state, event.values[0]).omen:
                obj = event.values[0]
                owner = state.controller[obj]
                wait(state, "TOY 4.2", Waiting(owner, Ref(obj, 0), (), number, ("omen",)))

    def echo(self, state: State, source: Ref, player: int, event: int) -> None:
        """An echo sounds again, for ever."""
        wait(state, "TOY 4.2", Waiting(player, source, (), event, ("echo",)))

    @rules("TOY 2.2", "TOY 2.3", "TOY 3.1", "TOY 4.3")
    def resolve(self, state: State, item: PileItem, event: int) -> Procedure:
        """What an item of the pile does."""
        card = item.source.id
        if item.kind == "play":
            state.event("entered", "TOY 2.2", (event,), card)
            state.move(card, ("board", item.player))
            if face(state, card).shielded:
                state.add_to(COUNTERS, (card, "shield"), 1)
            return
        target = item.answers[0][1]
        if item.kind == "zap":
            yield from self.zap(state, item, target, event)
        elif not any(may_wear(state, card, target)) and on_board(state, card):
            state.event("attached", "TOY 3.1", (event,), card, target)
            state.put(HOST, card, target)
            if face(state, card).lucky:
                roll = yield Choice("die", CHANCE)
                if roll == (6,):
                    state.event("shielded", "TOY 4.3", (event,), target)
                    state.add_to(COUNTERS, (target, "shield"), 1)

    def zap(self, state: State, item: PileItem, target: int, event: int) -> Procedure:
        """Destroy the target if it is still a creature on the board; discard the spell."""
        hit = [Happening(DESTROY, "TOY 2.3", (event,), (target,))]
        if not any(is_creature(state, target)):
            yield from self.perform(state, hit)
        self.happen(state, [Happening(DROP, "TOY 2.3", (event,), (item.source.id,))])
        if face(state, item.source.id).echo:
            self.echo(state, item.source, item.player, event)


PERFORMER = ToyPerformer()
SHAPES: tuple[Shape, ...] = (
    FromHand("play", "TOY 2.2", ("creature", "gear"), ()),
    FromHand("zap", "TOY 2.3", ("spell",), (Target("TOY 2.3", gear=False),)),
    Wear(),
    Pass(),
)
