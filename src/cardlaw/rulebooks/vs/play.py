"""Playing effects (304, 501, 505, 510): plot twists, payment powers, flipping locations."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards import nodes
from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, Findings
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.rulebook import BOTH
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED, PileItem
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import board_of, holds, text_active
from cardlaw.rulebooks.vs.events import PERFORMER, set_status
from cardlaw.rulebooks.vs.payments import (
    DISCARDING,
    EXHAUSTING,
    KNOCK_OUT,
    STUNNING,
    parts_of,
    pay,
    payable,
    threshold,
    timing,
)
from cardlaw.rulebooks.vs.powers import face_of, power_open
from cardlaw.rulebooks.vs.select import Sight
from cardlaw.rulebooks.vs.targets import TARGETS, Path, cost_of, groups_in, power_node, sentence_of


def announce(state: State, kind: str, act: Act, path: Path, event: int) -> None:
    """Put an effect on the chain; its player keeps priority."""
    source = state.ref(act.first[1])
    targets = tuple(ref for group in groups_in(state, act.answers) for ref in group)
    item = PileItem(kind, act.player, source, path, act.first, act.answers, event, targets)
    pile.put_on(state, item)
    pile.give_priority(state, act.player)


class PlayPlotTwist(Shape):
    """Playing a plot twist from the hand or from the resource row."""

    verb = "play"
    rules: tuple[str, ...] = ("VS 304", "VS 505")
    phrase = "play {card}"
    fields: tuple[str, ...] = ("obj:card",)
    parts: tuple[Part, ...] = (*TARGETS, DISCARDING, EXHAUSTING, STUNNING, KNOCK_OUT)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("play", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        mine = state.zone(words.HAND, player) + words.resources(state, player)
        return [("play", obj) for obj in mine if face_of(state, obj).type == words.PLOT_TWIST]

    @cites("VS 304", "VS 505", "VS 203")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        player = act.player
        zone = state.where[obj]
        face = face_of(state, obj)
        if zone not in ((words.HAND, player), (words.RESOURCES, player)):
            yield Breach("not-in-hand-or-row", "VS 304", (obj,))
            return
        if face.type != words.PLOT_TWIST:
            yield Breach("not-a-plot-twist", "VS 304", (obj,))
            return
        if zone[0] == words.RESOURCES and words.has(state, obj, words.FACE_UP):
            yield Breach("already-face-up", "VS 304", (obj,))
        yield from threshold(state, obj, player, "VS 203")
        yield from payable(state, obj, face.play_cost, player)
        if face.script is not None:
            sight = Sight(obj, player)
            for when in face.script[1].when:
                if holds(state, when, sight):
                    continue
                if isinstance(when, nodes.During):
                    yield Breach("wrong-time", "VS 513.3c", (when.step,))
                else:
                    yield Breach("condition-not-met", "VS 304", (obj,))

    def next_part(self, state: State, act: Act) -> Part | None:
        wanted = [*TARGETS[: len(sentence_of(state, act).targets)], *parts_of(cost_of(state, act))]
        asked = len(act.answers)
        return wanted[asked] if asked < len(wanted) else None

    @cites("VS 304", "VS 505")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        obj = act.first[1]
        event = state.event("played", "VS 304", (cause,), obj)
        if state.where[obj][0] == words.HAND:
            state.move(obj, (words.CHAIN, -1))
        else:
            set_status(state, obj, on=words.FACE_UP | words.ANNOUNCED)
            state.reveal(obj)
        found = face_of(state, obj).script
        path = () if found is None else (state.card[obj], found[0])
        announce(state, "plot twist", act, path, event)
        pay(state, face_of(state, obj).play_cost, act, event)
        PERFORMER.notice(state, event, Happening("played", "VS 304", (cause,), (obj,)))
        yield from ()


class UsePower(Shape):
    """Using a payment power."""

    verb = "use"
    rules: tuple[str, ...] = ("VS 501", "VS 505")
    phrase = "use {object} {which}"
    fields: tuple[str, ...] = ("obj:object", "ability:which")
    parts: tuple[Part, ...] = (*TARGETS, DISCARDING, EXHAUSTING, STUNNING, KNOCK_OUT)

    def every(self, state: State, player: int) -> Iterable[Option]:
        """Of cards that everybody knows: a path in a line would tell what a hidden one is."""
        board = board_of(state)
        for obj in sorted(o for o, known in state.knows.items() if known == BOTH):
            face = state.card[obj]
            printed = [(face, *path) for path in face_of(state, obj).payment_powers]
            now = [power.path for power in board.activated.get(obj, ())]
            yield from (("use", obj, path) for path in dict.fromkeys((*printed, *now)))

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        for obj, powers in board_of(state).activated.items():
            if state.controller[obj] == player:
                for power in powers:
                    yield ("use", obj, power.path)

    @cites("VS 501", "VS 500.2", "VS 302.5")
    def findings(self, state: State, act: Act) -> Findings:
        _, obj, path = act.first
        if not words.in_play(state, obj):
            yield Breach("not-in-play", "VS 500.2", (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "VS 501", (obj,))
        node = power_node(state, act.first)
        active = text_active(state, obj) and power_open(state, obj, tuple(path))
        if not active or node is None:
            rule = "VS 302.5" if state.where[obj][0] == words.EQUIPMENT else "VS 500.2"
            yield Breach("text-inactive", rule, (obj,))
            return
        yield from timing(state, node.timing, act.player)
        if node.limit and state.used.get((obj, tuple(path)), 0) >= node.limit:
            yield Breach("used-up", "VS 501", (obj, node.limit))
        yield from payable(state, obj, node.cost, act.player)
        sight = Sight(obj, act.player)
        for when in node.when:
            if not holds(state, when, sight):
                yield Breach("condition-not-met", "VS 501", (obj,))

    def next_part(self, state: State, act: Act) -> Part | None:
        node = power_node(state, act.first)
        if node is None:
            return None
        wanted = [*TARGETS[: len(node.targets)], *parts_of(node.cost)]
        asked = len(act.answers)
        return wanted[asked] if asked < len(wanted) else None

    @cites("VS 501", "VS 505", "VS 203", "VS 203.8")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        _, obj, path = act.first
        node = power_node(state, act.first)
        assert node is not None
        event = state.event("used", "VS 501", (cause,), obj)
        if node.limit:
            state.add_to(USED, (obj, tuple(path)), 1)
        announce(state, "power", act, tuple(path), event)
        pay(state, node.cost, act, event)
        yield from ()


class Flip(Shape):
    """Flipping a location, which does not use the chain."""

    verb = "flip"
    rules: tuple[str, ...] = ("VS 510",)
    phrase = "flip {location}"
    fields: tuple[str, ...] = ("obj:location",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("flip", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        return [
            ("flip", obj)
            for obj in words.resources(state, player)
            if face_of(state, obj).type == words.LOCATION
            and not words.has(state, obj, words.FACE_UP)
        ]

    @cites("VS 510", "VS 303", "VS 203")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        if state.where[obj] != (words.RESOURCES, act.player):
            yield Breach("not-your-resource", "VS 510", (obj,))
            return
        if words.has(state, obj, words.FACE_UP):
            yield Breach("already-face-up", "VS 510", (obj,))
        elif face_of(state, obj).type != words.LOCATION:
            yield Breach("not-a-location", "VS 303", (obj,))
            return
        yield from threshold(state, obj, act.player, "VS 510")

    @cites("VS 510", "VS 704.2")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        obj = act.first[1]
        if state.options.get("flipping") == "uses-the-chain":
            event = state.event("played", "VS 510", (cause,), obj)
            announce(state, "flip", act, (), event)
        else:
            PERFORMER.happen(state, [Happening("flipped", "VS 510", (cause,), (obj,))])
            pile.give_priority(state, act.player)
        yield from ()
