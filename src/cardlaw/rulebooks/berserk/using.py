"""Using playable abilities (chapters 104, 404): their time, their cost, announcing them."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Part, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED
from cardlaw.rulebooks.berserk.aiming import (
    Aim,
    On,
    acquired_by,
    knows,
    playable,
    scene_of,
    text_of,
)
from cardlaw.rulebooks.berserk.doing import do_all
from cardlaw.rulebooks.berserk.early import early_moment, early_player
from cardlaw.rulebooks.berserk.happen import REVEALED, happen
from cardlaw.rulebooks.berserk.meaning import Doing
from cardlaw.rulebooks.berserk.misfits import is_for_nothing, rule_of_condition
from cardlaw.rulebooks.berserk.moving import can_move_by_itself
from cardlaw.rulebooks.berserk.nodes import Playable, Redirect
from cardlaw.rulebooks.berserk.paying import tokens_for
from cardlaw.rulebooks.berserk.select import char_of, holds, in_the_battle
from cardlaw.rulebooks.berserk.stack import (
    IN_RESPONSE,
    WITH_DICE,
    WITHOUT_DICE,
    WOUND,
    Chain,
    action_on_top,
    aimed_at,
    announce,
    can_close,
    own,
    slow,
)
from cardlaw.rulebooks.berserk.words import (
    CLOSED,
    DEAL,
    EARLY,
    INFLUENCE,
    LEAPS,
    MAGIC,
    MAIN,
    MOST_NAMED,
    MOVED,
    STARTING,
    is_closed,
    is_hidden,
    step,
)


@cites("BE09 301.2", "BE09 303", "BE09 306.1")
def do_early(state: State, act: Act, ability: Playable, cause: int) -> Procedure:
    """Before the battle nothing goes on the stack: what an ability says is done at once."""
    obj = act.first[1]
    state.reveal(obj)
    event = state.event("use counted", "BE09 301.2", (cause,), obj)
    path = (state.card[obj], act.first[2])
    state.add_to(USED, ("ability", obj, state.born.get(obj, 0), path), 1)
    yield from do_all(state, ability.do, Doing(scene_of(state, act), ability.kind, event))


class Spending(Part):
    """How many tokens are spent, where the player of an ability says so."""

    name = "spending"
    phrase = "spending {tokens}"
    rule = "BE09 104.5"
    fields: tuple[str, ...] = ("num:tokens",)

    def every(self, state: State, act: Act) -> Iterable[Option]:
        return [("spending", number) for number in range(MOST_NAMED + 1)]

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        here = tokens_for(state, act.first[1])
        return [("spending", number) for number in range(1, here + 1)]

    @cites("BE09 103.7a", "BE09 104.5")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj, number = act.first[1], answer[1]
        if number < 1:
            yield Breach("no-tokens-as-price", "BE09 103.7a", (obj,))
        elif number > tokens_for(state, obj):
            yield Breach("too-few-tokens", "BE09 104.5", (obj, number))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("too-few-tokens", self.rule, (act.first[1], 1))


class Use(Shape):
    """Using a playable ability of a card."""

    verb = "use"
    phrase = "use {which} of {card}"
    rules: tuple[str, ...] = ("BE09 400.4", "BE09 404.1", "BE09 404.3", "BE09 215.3", "BE12 301.2")
    fields: tuple[str, ...] = ("obj:card", "ability:which")
    parts: tuple[Part, ...] = (Aim(0), Aim(1), On(), Spending())

    def every(self, state: State, player: int) -> Iterable[Option]:
        for obj in state.where:
            if knows(state, player, obj):
                for number in state.faces[state.card[obj]].sheet.playables:
                    yield ("use", obj, number)
                for number in acquired_by(state, obj):
                    yield ("use", obj, number)

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        board = state.board()
        if early_moment(state):
            for obj in (*state.zone(DEAL, player), *board.squads[player]):
                for number in state.faces[state.card[obj]].sheet.quick:
                    yield ("use", obj, number)
            return
        if pile.items(state) or step(state) != MAIN:
            for obj in board.quick[player]:
                sheet = state.faces[state.card[obj]].sheet
                closed = state.status.get(obj, 0) & CLOSED
                for number in sheet.quick:
                    if not closed or not sheet.abilities[number].cost.exhaust:
                        yield ("use", obj, number)
            return
        for obj in board.squads[player]:
            sheet = state.faces[state.card[obj]].sheet
            closed = state.status.get(obj, 0) & CLOSED
            for number in sheet.playables:
                if not closed or not sheet.abilities[number].cost.exhaust:
                    yield ("use", obj, number)
            for number in acquired_by(state, obj):
                yield ("use", obj, number)

    def next_part(self, state: State, act: Act) -> Part | None:
        ability = playable(state, act.first[1], act.first[2])
        asked = len(act.answers)
        if ability is None or not knows(state, act.player, act.first[1]):
            return None
        aims = len(ability.targets)
        if asked < aims:
            return self.parts[asked]
        rest: list[Part] = [self.parts[2]] if ability.cell else []
        if names_number(ability):
            rest.append(self.parts[3])
        return rest[asked - aims] if asked - aims < len(rest) else None

    @cites("BE09 404.1", "BE09 404.3", "BE09 404.6", "BE09 404.7", "BE09 404.8")
    @cites("BE09 407.4", "BE09 414.1")
    def findings(self, state: State, act: Act) -> Findings:
        obj, number = act.first[1], act.first[2]
        dealt = state.where[obj] == (DEAL, act.player)
        found = [] if dealt else list(own(state, act.player, obj))
        if found:
            yield from found
            return
        ability = playable(state, obj, number)
        if ability is None:
            yield Breach("no-such-ability", "BE09 404.1", (obj,))
            return
        yield from in_time(state, act.player, ability)
        if dealt and ability.moment != EARLY[0]:
            yield Breach("not-in-battle", "BE09 200.2b", (obj,))
        if number >= 0 and char_of(state, obj).blank:
            yield Breach("ability-lost", "BE09 407.1", (obj,))
        yield from payable(state, act, ability)
        scene = scene_of(state, act)
        if ability.when and not holds(state, ability.when, scene):
            rule = rule_of_condition(state, ability.when, scene)
            yield Breach("condition-fails", rule, (obj,))
        if not ability.targets and is_for_nothing(state, ability, scene):
            yield Breach("number-is-zero", "BE09 103.7", (obj,))
        yield from of_kind(ability, obj)
        if number < 0:
            lost = char_of(state, obj).blank
            yield Ground("acquired", "BE09 407.4" if lost else "BE09 414.1", (obj,))
        if not ability.moment and not rolls(ability):
            yield Ground("without-dice", "BE09 216.1b")

    @cites("BE09 215.2", "BE09 400.4", "BE09 216.1b")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        obj, number = act.first[1], act.first[2]
        ability = playable(state, obj, number)
        assert ability is not None
        if is_hidden(state, obj):
            happen(state, REVEALED, "BE09 415.2", (cause,), obj)
        if ability.moment in EARLY:
            yield from do_early(state, act, ability, cause)
            return
        targets = tuple(aimed_at(state, a[1]) for a in act.answers if a[0] in ("target", "other"))
        cell = next((a[1] for a in act.answers if a[0] == "on"), "")
        named = next((a[1] for a in act.answers if a[0] == "spending"), 0)
        top = action_on_top(state)
        if ability.moment:
            assert top is not None
            chain = Chain(len(IN_RESPONSE), WOUND, targets, cell, about=top.key, number=named)
        else:
            stages = WITH_DICE if rolls(ability) else WITHOUT_DICE
            chain = Chain(len(stages), targets=targets, cell=cell, number=named)
        text = text_of(state, obj, number)
        yield from announce(state, act, ability.kind, text, chain, cause)


def names_number(ability: Playable) -> bool:
    """Whether the player says how many tokens an ability costs."""
    return bool(ability.cost.remove_counters) and ability.cost.counters < 0


def rolls(ability: Playable) -> bool:
    """Whether a die decides how hard an ability hits."""
    return ability.strength is not None and len(set(ability.strength)) > 1


@cites("BE09 404.6", "BE09 404.7", "BE09 404.8", "BE09 216.3", "BE09 410.3", "BE09 412.3")
def in_time(state: State, player: int, ability: Playable) -> Findings:
    """The breaches of the moment: slow, fast, or bound to a stage of another action."""
    if ability.moment in EARLY:
        moment = early_moment(state)
        if moment != ability.moment or early_player(state, moment) != player:
            yield Breach("wrong-moment", "BE09 404.8", (ability.moment,))
    elif ability.moment:
        top = action_on_top(state)
        redirects = any(isinstance(do, Redirect) for do in ability.do)
        if top is None or top.stage != ability.moment:
            rule = "BE09 412.3" if redirects else "BE09 404.8"
            yield Breach("wrong-moment", rule, (ability.moment,))
        elif redirects and top.redirected:
            yield Breach("already-redirected", "BE09 412.5", (top.source,))
    elif not ability.fast:
        yield Ground("slow", "BE09 404.7")
        yield from slow(state, player, "BE09 404.7", "BE09 404.7")
    elif step(state) < STARTING:
        yield Breach("not-in-battle-yet", "BE09 404.6")
    else:
        yield Ground("sudden", "BE09 404.6")


@cites("BE09 401.4", "BE09 401.6")
def of_kind(ability: Playable, obj: int) -> Findings:
    """What an ability is: magic, or an influence because its text does not say otherwise."""
    if ability.kind in MAGIC:
        yield Ground("is-magic", "BE09 401.4", (obj,))
    elif ability.kind == INFLUENCE:
        yield Ground("is-influence", "BE09 401.6", (obj,))


@cites("BE09 103.6", "BE09 103.7a", "BE09 104.4", "BE09 104.5", "BE09 404.3", "BE12 506.7")
def payable(state: State, act: Act, ability: Playable) -> Findings:
    """The breaches of paying for an ability."""
    obj = act.first[1]
    cost = ability.cost
    if cost.exhaust:
        yield from can_close(state, obj, "BE09 104.4")
    if cost.remove_counters and tokens_for(state, obj) < max(1, cost.counters):
        yield Breach("too-few-tokens", "BE09 104.5", (obj, max(1, cost.counters)))
    if ability.limit or ability.moment in EARLY:
        key = ("ability", obj, state.born.get(obj, 0), (state.card[obj], act.first[2]))
        if state.used.get(key, 0) >= max(1, ability.limit):
            yield Breach("used-up", "BE09 216.12", (obj,))
    if ability.battle_limit:
        used = state.used.get(in_the_battle(obj, (state.card[obj], act.first[2])), 0)
        if used >= ability.battle_limit:
            yield Breach("used-up-for-good", "BE09 216.12", (obj,))
    if ability.kind in LEAPS:
        yield from can_leap(state, obj)


@cites("BE12 506.7", "BE09 203.13", "BE09 209.3")
def can_leap(state: State, obj: int) -> Findings:
    """The breaches of jumping or teleporting: the allowance must be whole, the creature open."""
    found = list(can_move_by_itself(state, obj))
    yield from found
    if found:
        return
    if is_closed(state, obj):
        yield Breach("closed", "BE09 209.3", (obj,))
    if state.counters.get((obj, MOVED), 0):
        yield Breach("allowance-not-whole", "BE12 506.7", (obj,))
