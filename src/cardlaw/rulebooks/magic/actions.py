"""What a player with priority may do: cast, activate, play a land, tap, pass (CR 116, 117)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Allow
from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN, USED, PileItem, Ref
from cardlaw.rulebooks.magic.announce import Announcement, enough_mana
from cardlaw.rulebooks.magic.asking import Parts
from cardlaw.rulebooks.magic.bestow import cast_bestowed, note_bestowed
from cardlaw.rulebooks.magic.board import STACK, Board, Held, Scope
from cardlaw.rulebooks.magic.copiable import enter_as_copy
from cardlaw.rulebooks.magic.costs import can_tap_for_cost, mana_sources, purse
from cardlaw.rulebooks.magic.entering import as_it_enters
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.face import Face, all_printed, printed
from cardlaw.rulebooks.magic.face_down import HOW_RULES, seers_of, turn_down
from cardlaw.rulebooks.magic.giving import own_tolls
from cardlaw.rulebooks.magic.granter import granting
from cardlaw.rulebooks.magic.hush import answerable, may_activate
from cardlaw.rulebooks.magic.known import reveal
from cardlaw.rulebooks.magic.mana import ManaCost, cost_text
from cardlaw.rulebooks.magic.pay import pay_for_symbols, pay_mana
from cardlaw.rulebooks.magic.permission import (
    at_that_time,
    in_reach,
    is_free,
    is_never_cast,
    is_permitted,
    knows_face,
    may_cast_from,
    may_cast_spells,
    permissions,
    permitted_cards,
    use_permission,
    ways_for,
    with_priority,
    within_limit,
)
from cardlaw.rulebooks.magic.prices import Way
from cardlaw.rulebooks.magic.producing import add_mana, tapped_for_mana
from cardlaw.rulebooks.magic.resolve import NOTHING_HAPPENED
from cardlaw.rulebooks.magic.special import all_of
from cardlaw.rulebooks.magic.splice import SPLICE
from cardlaw.rulebooks.magic.steps import active, in_main, sorcery_time
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.tolls import has_life, life_for, pay_tolls
from cardlaw.rulebooks.magic.ways import FREE_WAY, REBOUND, is_mandatory, rebounds


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
        if last is not None and last[2] == state.epoch and last[1] is state and last[0] == act:
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
    rules: tuple[str, ...] = ("CR 601.2", "CR 117.1a")
    fields: tuple[str, ...] = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("cast", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        board: Board = state.board()
        texts: Texts = state.texts
        slow = sorcery_time(state, player) or "allow cast with flash" in board.parts
        spells = [
            (obj, face)
            for obj, face in all_printed(state, self._cards(state, player))
            if face.may_be_fast or slow and not is_never_cast(face)
        ]
        if spells and "cost" not in board.parts:
            have = purse(state, player, all_of(state, player) if texts.restricts else None)
            return [
                ("cast", obj)
                for obj, face in spells
                if self._may_be_free(state, obj, face, player)
                or have.may_cover(face.least_mana, face.mana.typed)
            ]
        return [("cast", obj) for obj, _ in spells]

    def _may_be_free(self, state: State, obj: int, face: Face, player: int) -> bool:
        """Whether something else than its mana cost may have to be paid for a card."""
        if face.is_flexible or is_free(state, obj, player):
            return True
        return bool(state.effects and permissions(state, player).get(obj))

    def _cards(self, state: State, player: int) -> Iterable[int]:
        """The cards that may be cast from where they are."""
        texts: Texts = state.texts
        if not texts.elsewhere and not texts.permits:
            return state.zone("hand", player)
        found = list(state.zone("hand", player))
        found.extend(permitted_cards(state, player))
        for zone in sorted(texts.elsewhere - {"hand"}):
            pool = state.zone(zone, -1 if zone == "exile" else player)
            found.extend(o for o in pool if in_reach(state, o, player))
        return list(dict.fromkeys(found))

    def announced(self, state: State, act: Act) -> Announcement:
        obj = act.first[1]
        if not knows_face(state, obj, act.player):
            return Announcement(state, act, obj, None, spell=True, blank=True)
        script = printed(state, obj).compiled.script
        held = Held(script, (state.card[obj], script.number), obj) if script is not None else None
        return Announcement(state, act, obj, held, spell=True)

    @cites("CR 601.3", "CR 305.9", "CR 118.8", "CR 702.34a", "CR 702.61a")
    def findings(self, state: State, act: Act) -> Findings:
        obj, player = act.first[1], act.player
        yield from with_priority(state)
        yield from may_cast_spells(state, obj, player)
        yield from answerable(state)
        ways = ways_for(state, obj, player) if knows_face(state, obj, player) else []
        in_hand = state.where[obj] == ("hand", player)
        if not in_hand and not _from_elsewhere(state, obj, player, ways):
            found = list(may_cast_from(state, obj, player))
            yield from found
            if breached(iter(found)):
                return
        face = printed(state, obj)
        if is_never_cast(face):
            yield Breach("land-is-not-cast", "CR 305.9", (obj,))
            return
        if not ways:
            yield from at_that_time(state, obj, player, None)
        yield from within_limit(state, player)
        scope = Scope(state.ref(obj), player)
        life = 0
        for way in face.compiled.casting:
            if is_mandatory(way):
                yield from own_tolls(state, way, player, scope)
                life += way.life + life_for(state, way.tolls, scope)
        if life:
            yield from has_life(state, player, life)
        yield from enough_mana(state, self.announcement(state, act))

    @cites(
        "CR 601.2",
        "CR 601.2a",
        "CR 601.2i",
        "CR 301.1",
        "CR 301.5b",
        "CR 117.3c",
        "CR 303.4a",
        "CR 708.4",
    )
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        found = self.announcement(state, act)
        obj = found.obj
        cost = found.cost(state)
        sources = found.sources(state) if found.helps else None
        special = found.special(state)
        if found.down:
            state.event("turned face down", HOW_RULES[found.down], (cause,), obj)
            turn_down(state, obj, found.down)
        from_hand = state.where[obj][0] == "hand"
        event = state.event("put on stack", "CR 601.2a", (cause,), obj)
        use_permission(state, obj, act.player, found.ways)
        state.move(obj, STACK, seers=seers_of(state, obj, act.player))
        texts: Texts = state.texts
        if from_hand and "rebound" in texts.asides and rebounds(found.char.face):
            state.put(USED, (REBOUND, obj), state.born[obj])
        if cast_bestowed(found.ways):
            state.event("bestowed", "CR 702.103b", (event,), obj)
            note_bestowed(state, obj)
        for shown in found.given(SPLICE):
            reveal(state, shown, (event,), "CR 702.47a")
        note_cost(state, found, cost, event)
        key = put_on_stack(state, "spell", found, obj, event)
        note_targets(state, found, key, event)
        pay = act.given("pay") or ("pay",)
        yield from pay_mana(state, act.player, cost, pay[1:], (cause,), sources, special)
        pay_for_symbols(state, act.player, found.in_life(), (cause,))
        yield from pay_tolls(state, found.tolls, act.answers, found.scope, (event,))
        if found.life:
            happen(state, "paid life", "CR 119.4", (event,), act.player, found.life)
        happen(state, "cast", "CR 601.2i", (event,), obj)
        yield from ()


def _from_elsewhere(state: State, obj: int, player: int, ways: list[Way]) -> bool:
    """Whether one of the ways of casting a card lets it be cast from where it is."""
    zone, mine = state.where[obj][0], state.owner[obj] == player
    return any(
        way is FREE_WAY or zone in (way.node.zone, way.node.also_from) and mine for way in ways
    )


@cites("CR 601.2f", "CR 118.7")
def note_cost(state: State, found: Announcement, cost: ManaCost, event: int) -> None:
    """Note a total cost that effects have changed."""
    given = found.act.given("x")
    printed_cost = found.printed_cost().with_x(given[1] if given is not None else 0)
    if cost != printed_cost:
        state.event("total cost", "CR 601.2f", (event,), found.obj, cost_text(cost))


def put_on_stack(state: State, kind: str, found: Announcement, obj: int, event: int) -> int:
    refs = tuple(Ref(who, state.born.get(who, 0)) for who in found.chosen())
    counts = tuple(answer[1] for answer in found.act.answers if answer[0] == "count")
    act = found.act
    granter = granting(found.scope)
    known = (*NOTHING_HAPPENED, granter) if granter else ()
    item = PileItem(
        kind,
        act.player,
        state.ref(obj),
        found.path,
        act.first,
        act.answers,
        event,
        (refs, known, counts, *_shares(state, found, len(refs))),
    )
    key = pile.put_on(state, item)
    pile.give_priority(state, act.player)
    return key


def _shares(state: State, found: Announcement, targets: int) -> tuple[tuple[int, ...], ...]:
    """What each target gets of what is divided; empty if nothing is."""
    share = found.division(state)
    return () if share is None else (share.shares(found.divided(), targets),)


@cites("CR 601.2c", "CR 115.1")
def note_targets(state: State, found: Announcement, key: int, event: int) -> None:
    for who in dict.fromkeys(found.chosen()):
        happen(state, "became target", "CR 601.2c", (event,), who, found.obj, key)


class TapForMana(Shape):
    """Activating a mana ability that only taps its permanent."""

    verb = "tap"
    phrase = "tap {source} for {mana}"
    rules: tuple[str, ...] = ("CR 605.3a", "CR 605.1a")
    fields: tuple[str, ...] = ("obj:source", "name:mana")
    exact = True

    def every(self, state: State, player: int) -> Iterable[Option]:
        kinds = ("W", "U", "B", "R", "G", "C", "CC")
        return [("tap", obj, mana) for obj in sorted(state.where) for mana in kinds]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        return [
            ("tap", source.obj, mana)
            for source in mana_sources(state, player)
            if not source.how
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
        yield from may_activate(board, obj, mana=True)
        yield from can_tap_for_cost(state, obj)

    @cites("CR 605.3b", "CR 117.3c")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        tapped = happen(state, "tapped", "CR 605.3b", (cause,), act.first[1])
        added = add_mana(state, act.player, act.first[2], (tapped,), act.first[1])
        yield from tapped_for_mana(state, act.first[1], act.player, act.first[2], added)
        pile.give_priority(state, act.player)


class PlayLand(Shape):
    """Playing a land."""

    verb = "play"
    phrase = "play {card}"
    rules: tuple[str, ...] = ("CR 116.2a", "CR 305.1")
    fields: tuple[str, ...] = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("play", obj) for obj in sorted(state.where)]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        if not sorcery_time(state, player):
            return ()
        texts: Texts = state.texts
        cards = list(state.zone("hand", player))
        if texts.permits:
            cards.extend(permitted_cards(state, player))
        found = all_printed(state, cards)
        return [("play", obj) for obj, face in found if "land" in face.types]

    @cites("CR 305.1", "CR 305.2", "CR 305.3", "CR 505.6b", "CR 116.2a")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        yield from with_priority(state)
        if state.where[obj] != ("hand", act.player) and not is_permitted(state, obj, act.player):
            yield Breach("land-not-in-hand", "CR 305.1", (obj,))
        elif "land" not in printed(state, obj).types:
            yield Breach("not-a-land", "CR 305.1", (obj,))
        if active(state) != act.player:
            yield Breach("not-your-turn", "CR 305.3", (act.player,))
        elif state.turn.get("lands", 0) >= _lands_a_turn(state, act.player):
            yield Breach("land-already-played", "CR 305.2", (act.player,))
        if not in_main(state):
            yield Breach("not-main-phase", "CR 505.6b")
        if pile.items(state):
            yield Breach("stack-not-empty", "CR 505.6b")

    @cites("CR 116.2a", "CR 305.1")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        yield from enter_as_copy(state, act.first[1], act.player)
        yield from as_it_enters(state, act.first[1], act.player, cause)
        happen(state, "entered", "CR 305.1", (cause,), act.first[1], act.player, 0)
        state.put(TURN, "lands", state.turn.get("lands", 0) + 1)
        pile.give_priority(state, act.player)


@cites("CR 305.2")
def _lands_a_turn(state: State, player: int) -> int:
    """How many lands a player may play in a turn: one, and what effects add."""
    parts = state.board().parts.get("allow additional land")
    if parts is None:
        return 1
    more = [part.gives for part in parts if part.you == player]
    return 1 + sum(gives.amount for gives in more if isinstance(gives, Allow))


class Pass(Shape):
    """Passing."""

    verb = "pass"
    phrase = "pass"
    rules: tuple[str, ...] = ("CR 117.3d",)
    fields: tuple[str, ...] = ()
    exact = True

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("pass",)]

    def findings(self, state: State, act: Act) -> Findings:
        yield from with_priority(state)

    @cites("CR 117.3d", "CR 117.4")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        pile.pass_priority(state, "CR 117.3d", act.player, cause)
        yield from ()
