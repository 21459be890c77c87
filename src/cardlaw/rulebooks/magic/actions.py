"""What a player with priority may do: cast, activate, play a land, tap, pass (CR 116, 117)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Activated
from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN, USED, PileItem, Ref
from cardlaw.rulebooks.magic.announce import Announcement, Parts, enough_mana
from cardlaw.rulebooks.magic.board import STACK, Board, Held, Scope, char_of
from cardlaw.rulebooks.magic.costs import (
    can_pay_rest,
    can_tap_for_cost,
    mana_sources,
    purse,
)
from cardlaw.rulebooks.magic.effects import Doing, add_mana, carry_out
from cardlaw.rulebooks.magic.entering import as_it_enters
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.mana import ManaCost, Purse, cost_text
from cardlaw.rulebooks.magic.pay import pay_mana, pay_rest
from cardlaw.rulebooks.magic.steps import PRIORITY, active, all_hold, in_main, sorcery_time

MOST_ABILITIES = 4


@cites("CR 117.3a", "CR 502.4", "CR 514.3")
def with_priority(state: State) -> Findings:
    """The breach of acting while attackers or blockers are declared."""
    if state.turn.get("stage", 0) != PRIORITY:
        yield Breach("nobody-has-priority", "CR 117.3a")


@cites("CR 117.1a", "CR 505.6a", "CR 602.5d", "CR 301.1", "CR 307.1")
def as_sorcery(state: State, player: int, rule: str) -> Findings:
    """The breaches of doing now what can be done only as a sorcery."""
    if active(state) != player:
        yield Breach("not-your-turn", rule, (player,))
    if not in_main(state):
        yield Breach("not-main-phase", rule)
    if pile.items(state):
        yield Breach("stack-not-empty", rule)


_CASTING = {
    "artifact": "CR 301.1",
    "creature": "CR 302.1",
    "enchantment": "CR 303.1",
    "planeswalker": "CR 306.1",
    "sorcery": "CR 307.1",
}


class Announced(Shape):
    """An action that is announced: targets, costs, payment."""

    aiming = "targeting"

    def __init__(self) -> None:
        self.asked = Parts(self.aiming)
        self.last: tuple[Act, State, int, Announcement] | None = None
        self.parts = self.asked.all()

    def announcement(self, state: State, act: Act) -> Announcement:
        """What is announced by an action so far; remembered while the position stays the same."""
        last = self.last
        if last is not None and last[0] is act and last[1] is state and last[2] == state.epoch:
            return last[3]
        found = self.announced(state, act)
        self.last = (act, state, state.epoch, found)
        return found

    def announced(self, state: State, act: Act) -> Announcement:
        raise NotImplementedError

    def next_part(self, state: State, act: Act) -> Part | None:
        return self.announcement(state, act).part(state, self.asked)


class Cast(Announced):
    """Casting a spell from the hand."""

    verb = "cast"
    phrase = "cast {card}"
    rules = ("CR 601.2", "CR 117.1a")
    fields = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("cast", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        board: Board = state.board()
        slow = sorcery_time(state, player) or "allow cast with flash" in board.parts
        spells = []
        for obj in state.zone("hand", player):
            face = printed(state, obj)
            if face.is_fast or slow and "land" not in face.types:
                spells.append((obj, face))
        if spells and "cost" not in board.parts:
            have = purse(state, player)
            return [
                ("cast", obj)
                for obj, face in spells
                if have.may_cover(face.mana_value, face.mana.typed)
            ]
        return [("cast", obj) for obj, _ in spells]

    def announced(self, state: State, act: Act) -> Announcement:
        obj = act.first[1]
        if not state.knows.get(obj, 0) >> act.player & 1:
            return Announcement(state, act, obj, None, spell=True, blank=True)
        script = printed(state, obj).compiled.script
        held = Held(script, (state.card[obj], script.number), obj) if script is not None else None
        return Announcement(state, act, obj, held, spell=True)

    @cites("CR 601.3", "CR 305.9", "CR 117.1a", "CR 702.8a", "CR 304.1", "CR 302.1", "CR 303.1")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from with_priority(state)
        if state.where[obj] != ("hand", act.player):
            yield Breach("not-in-hand", "CR 601.3", (obj,))
            return
        face = printed(state, obj)
        if "land" in face.types:
            yield Breach("land-is-not-cast", "CR 305.9", (obj,))
            return
        if "instant" not in face.types and "flash" not in face.keywords:
            if self._allowed(state, obj, act.player):
                yield Ground("as-though-flash", "CR 702.8a", (obj,))
            else:
                rule = next((r for t, r in _CASTING.items() if t in face.types), "CR 117.1a")
                yield from as_sorcery(state, act.player, rule)
        yield from enough_mana(state, self.announcement(state, act))

    def _allowed(self, state: State, obj: int, player: int) -> bool:
        parts = state.board().parts.get("allow cast with flash", ())
        return char_of(state, obj).is_attachment and any(part.you == player for part in parts)

    @cites("CR 601.2", "CR 601.2a", "CR 601.2i", "CR 301.1", "CR 301.5b", "CR 117.3c", "CR 303.4a")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        found = self.announcement(state, act)
        obj = found.obj
        cost = found.cost(state)
        event = state.event("put on stack", "CR 601.2a", (cause,), obj)
        state.move(obj, STACK)
        _cost(state, found, cost, event)
        key = _put(state, "spell", found, obj, event)
        _aim(state, found, key, event)
        pay = act.given("pay") or ("pay",)
        pay_mana(state, act.player, cost, pay[1:], (cause,))
        happen(state, "cast", "CR 601.2i", (event,), obj)
        yield from ()


@cites("CR 601.2f", "CR 118.7")
def _cost(state: State, found: Announcement, cost: ManaCost, event: int) -> None:
    """Note a total cost that effects have changed."""
    given = found.act.given("x")
    printed_cost = found.printed_cost().with_x(given[1] if given is not None else 0)
    if cost != printed_cost:
        state.event("total cost", "CR 601.2f", (event,), found.obj, cost_text(cost))


def _put(state: State, kind: str, found: Announcement, obj: int, event: int) -> int:
    refs = tuple(Ref(who, state.born.get(who, 0)) for who in found.chosen())
    counts = tuple(answer[1] for answer in found.act.answers if answer[0] == "count")
    act = found.act
    item = PileItem(
        kind,
        act.player,
        state.ref(obj),
        found.path,
        act.first,
        act.answers,
        event,
        (refs, (), counts),
    )
    key = pile.put_on(state, item)
    pile.give_priority(state, act.player)
    return key


@cites("CR 601.2c", "CR 115.1")
def _aim(state: State, found: Announcement, key: int, event: int) -> None:
    for who in dict.fromkeys(found.chosen()):
        happen(state, "became target", "CR 601.2c", (event,), who, found.obj, key)


class Which(Part):
    """Which of several abilities is activated."""

    name = "by"
    rule = "CR 602.2a"
    phrase = "by {ability}"
    fields = ("obj:source", "ability:ability")

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def every(self, state: State, act: Act) -> Iterable[Option]:
        obj = act.first[1]
        return [("by", obj, n) for n in range(len(abilities(state, obj, self.kind)))]

    @cites("CR 702.6d", "CR 602.2")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        held = abilities(state, act.first[1], self.kind)
        if answer[1] != act.first[1] or not 0 <= answer[2] < len(held):
            yield Breach("no-such-ability", "CR 602.2", (act.first[1],))
            return
        yield Ground("one-of-several", "CR 702.6d", (act.first[1],))
        yield from usable(state, act.first[1], held[answer[2]], act.player)
        shape = state.book.by_verb[act.first[0]]
        assert isinstance(shape, Activate)
        yield from enough_mana(state, shape.announcement(state, act.plus(answer)))

    def none_legal(self, state: State, act: Act) -> Breach:
        held = abilities(state, act.first[1], self.kind)
        for ability in held:
            for breach in usable(state, act.first[1], ability, act.player):
                if isinstance(breach, Breach):
                    return breach
        for ability in held:
            rule = ability.skill.rule
            return Breach("no-legal-target", rule, (act.first[1],))
        return Breach("no-such-ability", "CR 602.2", (act.first[1],))


def abilities(state: State, obj: int, verb: str) -> list[Held]:
    """The activated abilities of a permanent for a verb, apart from plain mana abilities."""
    board: Board = state.board()
    found = board.acts.get(obj)
    return found.get(verb, []) if found is not None else []


@cites("CR 602.5", "CR 602.5b", "CR 602.1b", "CR 306.5d", "CR 702.6a", "CR 101.1")
def usable(state: State, obj: int, held: Held, player: int) -> Findings:
    """The breaches of activating one ability now, apart from targets and mana."""
    node = held.skill.node
    assert isinstance(node, Activated)
    if held.skill.keyword:
        yield Ground("has-ability", held.skill.rule, (obj,))
    if held.source != obj:
        yield Ground("granted-ability", "CR 301.5d", (obj, held.source))
    if node.timing in ("sorcery", "loyalty"):
        if held.skill.keyword == "equip" and _any_time(state, player):
            yield Ground("equip-any-time", "CR 101.1", (obj,))
        else:
            rule = "CR 602.5d" if node.timing == "sorcery" else "CR 306.5d"
            yield from as_sorcery(state, player, rule)
    if node.timing == "loyalty" and state.used.get(("loyalty", obj)):
        yield Breach("loyalty-used", "CR 306.5d", (obj,))
    key = ("activated", obj, *held.path)
    if node.limit and state.used.get(key, 0) >= node.limit:
        yield Breach("limit-reached", "CR 602.5b", (obj, node.limit))
    scope = Scope(state.ref(obj), player)
    if node.when and not all_hold(state, state.board(), node.when, scope):
        yield Breach("condition-not-met", "CR 602.1b", (obj,))
    yield from can_pay_rest(state, held.skill, obj, player)


def _payable(state: State, obj: int, held: Held, player: int, have: Purse | None) -> bool:
    """Whether a player may be able to pay for an ability; without bounds mana is left open."""
    skill = held.skill
    if have is not None and not have.may_cover(skill.value, skill.cost.typed):
        return False
    return not breached(can_pay_rest(state, skill, obj, player))


def _any_time(state: State, player: int) -> bool:
    parts = state.board().parts.get("allow equip any time", ())
    return any(part.you == player for part in parts)


class Activate(Announced):
    """Activating an activated ability."""

    def __init__(self, verb: str, kind: str, aiming: str) -> None:
        self.verb = verb
        self.phrase = f"{verb} {{source}}"
        self.fields = ("obj:source",)
        self.kind = kind
        self.aiming = aiming
        self.rules = ("CR 602.2", "CR 117.1b")
        super().__init__()
        self.which = Which(kind)
        self.parts = (self.which, *self.parts)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [(self.verb, obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        board: Board = state.board()
        found = board.able.get((player, self.kind))
        if not found or self.kind and not self._ready(state, player):
            return ()
        have = None if "cost" in board.parts else purse(state, player)
        return [
            (self.verb, obj)
            for obj in found
            if any(_payable(state, obj, held, player, have) for held in board.acts[obj][self.kind])
        ]

    def _ready(self, state: State, player: int) -> bool:
        """Whether abilities that can be activated only as a sorcery may be legal now."""
        if sorcery_time(state, player):
            return True
        return self.kind == "equip" and _any_time(state, player)

    def held(self, state: State, act: Act) -> Held | None:
        """The ability that the answers name, or the only one."""
        found = abilities(state, act.first[1], self.kind)
        given = act.given("by")
        if given is not None and 0 <= given[2] < len(found):
            return found[given[2]]
        return found[0] if len(found) == 1 else None

    def announced(self, state: State, act: Act) -> Announcement:
        obj = act.first[1]
        blank = obj not in state.board().field
        return Announcement(state, act, obj, self.held(state, act), spell=False, blank=blank)

    def next_part(self, state: State, act: Act) -> Part | None:
        obj = act.first[1]
        if act.given("by") is None and len(abilities(state, obj, self.kind)) > 1:
            return self.which
        return super().next_part(state, act)

    @cites("CR 602.2", "CR 301.5d", "CR 303.4e", "CR 117.1b", "CR 109.4")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from with_priority(state)
        board: Board = state.board()
        if obj not in board.field:
            code = "gear-not-on-battlefield" if self.kind else "not-on-battlefield"
            yield Breach(code, "CR 602.2", (obj,))
            return
        held = abilities(state, obj, self.kind)
        if not held:
            yield Breach("no-such-ability", "CR 602.2", (obj,))
            return
        if board.chars[obj].controller != act.player:
            yield Breach("not-its-controller", "CR 602.2", (obj, act.player))
        if len(held) == 1:
            yield from usable(state, obj, held[0], act.player)
            yield from enough_mana(state, self.announcement(state, act))

    @cites("CR 602.2", "CR 602.2a", "CR 602.2b", "CR 702.6a", "CR 702.6d", "CR 605.3b")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        found = self.announcement(state, act)
        skill = found.skill
        assert skill is not None
        obj = found.obj
        node = skill.node
        assert isinstance(node, Activated)
        cost = found.cost(state)
        source = state.ref(obj)
        event = happen(state, "activated", skill.rule, (cause,), obj)
        _cost(state, found, cost, event)
        if node.limit:
            state.add_to(USED, ("activated", obj, *found.path), 1)
        if node.timing == "loyalty":
            state.put(USED, ("loyalty", obj), 1)
        on_stack = not skill.mana
        if on_stack:
            _aim(state, found, _put(state, "ability", found, obj, event), event)
        pay = act.given("pay") or ("pay",)
        pay_mana(state, act.player, cost, pay[1:], (cause,))
        pay_rest(state, skill, obj, act, (event,))
        if on_stack:
            return
        scope = Scope(source, act.player)
        scope.path = found.path
        yield from carry_out(state, node.do, Doing(scope, event))


class TapForMana(Shape):
    """Activating a mana ability that only taps its permanent."""

    verb = "tap"
    phrase = "tap {source} for {mana}"
    rules = ("CR 605.3a", "CR 605.1a")
    fields = ("obj:source", "name:mana")
    exact = True

    def every(self, state: State, player: int) -> Iterable[Option]:
        kinds = ("W", "U", "B", "R", "G", "C", "CC")
        return [("tap", obj, mana) for obj in sorted(state.where) for mana in kinds]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        return [
            ("tap", source.obj, mana)
            for source in mana_sources(state, player)
            for mana in source.options
        ]

    @cites("CR 605.3a", "CR 605.1a", "CR 602.2", "CR 305.6")
    def findings(self, state: State, act: Act) -> Findings:
        obj, mana = act.first[1], act.first[2]
        yield from with_priority(state)
        board: Board = state.board()
        if obj not in board.field:
            yield Breach("mana-not-on-battlefield", "CR 602.2", (obj,))
            return
        if mana not in board.mana.get(obj, ()):
            yield Breach("no-such-mana", "CR 605.1a", (obj, mana))
        if board.chars[obj].controller != act.player:
            yield Breach("not-its-controller", "CR 602.2", (obj, act.player))
        yield from can_tap_for_cost(state, obj)

    @cites("CR 605.3b", "CR 117.3c")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        tapped = happen(state, "tapped", "CR 605.3b", (cause,), act.first[1])
        add_mana(state, act.player, act.first[2], (tapped,))
        pile.give_priority(state, act.player)
        yield from ()


class PlayLand(Shape):
    """Playing a land."""

    verb = "play"
    phrase = "play {card}"
    rules = ("CR 116.2a", "CR 305.1")
    fields = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("play", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if active(state) != player or not in_main(state) or pile.items(state):
            return ()
        return [
            ("play", obj)
            for obj in state.zone("hand", player)
            if "land" in printed(state, obj).types
        ]

    @cites("CR 305.1", "CR 305.2", "CR 305.3", "CR 505.6b", "CR 116.2a")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from with_priority(state)
        if state.where[obj] != ("hand", act.player):
            yield Breach("land-not-in-hand", "CR 305.1", (obj,))
        elif "land" not in printed(state, obj).types:
            yield Breach("not-a-land", "CR 305.1", (obj,))
        if active(state) != act.player:
            yield Breach("not-your-turn", "CR 305.3", (act.player,))
        elif state.turn.get("lands", 0) >= 1:
            yield Breach("land-already-played", "CR 305.2", (act.player,))
        if not in_main(state):
            yield Breach("not-main-phase", "CR 505.6b")
        if pile.items(state):
            yield Breach("stack-not-empty", "CR 505.6b")

    @cites("CR 116.2a", "CR 305.1")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        yield from as_it_enters(state, act.first[1], act.player, cause)
        happen(state, "entered", "CR 305.1", (cause,), act.first[1], act.player, 0)
        state.put(TURN, "lands", state.turn.get("lands", 0) + 1)
        pile.give_priority(state, act.player)


class Pass(Shape):
    """Passing."""

    verb = "pass"
    phrase = "pass"
    rules = ("CR 117.3d",)
    fields = ()
    exact = True

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("pass",)]

    def findings(self, state: State, act: Act) -> Findings:
        yield from with_priority(state)

    @cites("CR 117.3d", "CR 117.4")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        pile.pass_priority(state, "CR 117.3d", act.player, cause)
        yield from ()
