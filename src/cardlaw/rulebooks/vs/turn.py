"""The turn (101, 4): steps in their order, drawing, resources, recovery with the wrap-up."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel import pile
from cardlaw.kernel.action import Act, Procedure, Shape
from cardlaw.kernel.because import SWEEP
from cardlaw.kernel.choice import CHANCE, Choice, OneOf, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Findings, rules
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.rulebook import DRAWN, Spec
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, LAST, POINTS, TURN, USED, PileItem, Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import text_active
from cardlaw.rulebooks.vs.effects import draw, shuffle
from cardlaw.rulebooks.vs.equip import ill_equipped
from cardlaw.rulebooks.vs.events import PERFORMER, set_status
from cardlaw.rulebooks.vs.formation import BOTH_ROWS
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.states import may_ready

Asking = Generator[Choice, Option, None]

START_ENDURANCE = 50
OPENING_HAND = 4
CARDS_DRAWN = 2


@rules("VS 216")
def next_procedure(state: State) -> Spec | None:
    """What the position demands: a step's beginning, a trigger, a resolution, a decision."""
    turn = state.turn
    if "result" in turn:
        return None
    if "step" not in turn:
        return ("begin", ())
    if "begin" in turn:
        return (_OPENING[turn["step"]], ())
    if state.waiting:
        return ("trigger", ())
    if state.options["equip-only"] == "always" and ill_equipped(state):
        return ("unfit", ())
    if pile.all_passed(state):
        if pile.top(state) is not None:
            return ("resolve", ())
        stage = turn.get("attack", 0)
        if stage:
            return ("check" if stage == words.PROPOSED else "conclude", ())
        return ("wrap up" if turn["step"] == words.RECOVERY else "close", ())
    player = pile.holder(state)
    assert player is not None
    return ("action", (player,))


class Pass(Shape):
    """Passing priority."""

    verb = "pass"
    phrase = "pass"
    rules: tuple[str, ...] = ("VS 216",)
    fields: tuple[str, ...] = ()

    def every(self, state: State, player: int) -> list[Option]:
        return [("pass",)]

    def findings(self, state: State, act: Act) -> Findings:
        return iter(())

    @cites("VS 216")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        pile.pass_priority(state, "VS 216", act.player, cause)
        yield from ()


# -- beginning -----------------------------------------------------------------------------------


@rules("VS 101")
def begin(state: State) -> Procedure:
    """Who has the initiative, opening hands, one change of hand each, the first turn."""
    (chooser,) = yield Choice("chance", CHANCE)
    (first,) = yield Choice("initiative", chooser)
    event = state.event("began", "VS 101", (state.answer,), first)
    state.put(TURN, "initiative", first)
    for player in (0, 1):
        state.put(POINTS, (player, words.ENDURANCE), START_ENDURANCE)
    for player in (first, 1 - first):
        yield from shuffle(state, player, "VS 101", event)
        for _ in range(OPENING_HAND):
            draw(state, player, "VS 101", (event,))
    for player in (first, 1 - first):
        (answer,) = yield Choice("new hand", player)
        if answer == "yes":
            yield from change_hand(state, player, state.answer)
    state.event("turn began", "VS 401", (), 1)
    state.put(TURN, "turn", 1)
    go(state, words.DRAW, first)


def bottom_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "bottom": the cards that are still to be put there."""
    return OneOf([(obj,) for obj in choice.args])


@rules("VS 101")
def change_hand(state: State, player: int, cause: int) -> Asking:
    """The hand goes to the bottom of the deck in any order, and as many cards are drawn."""
    rest = state.zone(words.HAND, player)
    ordered: tuple[int, ...] = ()
    while len(rest) > 1:
        (obj,) = yield Choice("bottom", player, rest)
        ordered = (*ordered, obj)
        rest = tuple(other for other in rest if other != obj)
    event = state.event("changed the hand", "VS 101", (cause,), player)
    for obj in (*ordered, *rest):
        state.move(obj, (words.DECK, player))
    for _ in (*ordered, *rest):
        draw(state, player, "VS 101", (event,))


def go(state: State, step: int, player: int) -> None:
    """Another step is to begin, as part of the event begun last."""
    state.put(TURN, "step", step)
    state.put(TURN, "primary", player)
    state.put(TURN, "begin", 1)
    pile.take_priority(state)


def opened(state: State) -> int:
    """The step begins: its triggers match, its primary player gets priority."""
    step = words.step(state)
    player = words.primary(state)
    word = next(word for word, number in words.STEPS.items() if number == step)
    began = Happening("step began", words.STEP_RULE[step], (), (word, player))
    event = PERFORMER.happen(state, [began])[0]
    state.put(TURN, "begin", None)
    pile.give_priority(state, player)
    return event


@rules("VS 401")
def open_draw(state: State) -> Procedure:
    """Each player draws two cards, the one with the initiative first."""
    event = opened(state)
    first = words.initiative(state)
    for player in (first, 1 - first):
        for _ in range(CARDS_DRAWN):
            draw(state, player, "VS 401", (event,))
    yield from ()


@rules("VS 403", "VS 217", "VS 402")
def open_resources(state: State) -> Procedure:
    """The primary player may put a card into the resource row, and gets resource points."""
    player = words.primary(state)
    card, cause = -1, -1
    if state.zone(words.HAND, player):
        (card,) = yield Choice("resource", player)
        cause = state.answer
    began = Happening("step began", "VS 403", (), ("resource", player))
    event = PERFORMER.happen(state, [began])[0]
    if card >= 0:
        values = (player, card, len(words.resources(state, player)) + 1)
        put = Happening("put into the resource row", "VS 403", (cause,), values)
        PERFORMER.happen(state, [put])
    points = len(words.resources(state, player))
    state.event("got points", "VS 403", (event,), player, points)
    before = state.points.get((player, words.POINTS), 0)
    state.put(POINTS, (player, words.POINTS), before + points or None)
    state.put(TURN, "step", words.RECRUIT)


def resource_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "resource": no card, or one from the hand."""
    hand = state.zone(words.HAND, choice.player)
    return OneOf([(-1,), *((obj,) for obj in hand)])


@rules("VS 404", "VS 405", "VS 407")
def open_step(state: State) -> Procedure:
    """A step begins in which players only get priority."""
    opened(state)
    yield from ()


@rules("VS 408")
def open_recovery(state: State) -> Procedure:
    """The recovery phase begins; who evaded recovers, who surges gets its counter."""
    began = opened(state)
    for key, effect in sorted(state.effects.items()):
        if effect.data == (("recover later",),):
            ref = Ref(*effect.affected[0])
            event = state.event("announced", "VS 506", (effect.event,), ref.id)
            state.put(EFFECTS, key, None)
            item = PileItem("evasion", effect.player, ref, (), (), (), event)
            pile.put_on(state, item)
    for obj in words.all_characters(state):
        cosmic = face_of(state, obj).cosmic
        if cosmic is not None and cosmic.surge and text_active(state, obj):
            event = state.event("announced", "VS 506", (began,), obj)
            player = state.controller[obj]
            item = PileItem("cosmic-surge", player, state.ref(obj), (), (), (), event)
            pile.put_on(state, item)
    yield from ()


_OPENING = {
    words.DRAW: "draw",
    words.RESOURCE: "resources",
    words.RECRUIT: "step",
    words.FORMATION: "step",
    words.ATTACK: "step",
    words.RECOVERY: "recovery",
}


@rules("VS 402", "VS 404", "VS 406")
def close(state: State) -> Procedure:
    """A step ends: the next one, or the same for the other player."""
    step = words.step(state)
    player = words.primary(state)
    first = words.initiative(state)
    rule = "VS 402" if step < words.FORMATION else "VS 406"
    state.event("step ended", rule, (), player)
    if step == words.DRAW:
        go(state, words.RESOURCE, first)
    elif step == words.RECRUIT:
        state.put(POINTS, (player, words.POINTS), None)
        go(state, words.FORMATION, player)
    elif step == words.FORMATION:
        for key in sorted(key for key in state.used if key[0] == "moved"):
            state.put(USED, key, None)
        if player == first:
            go(state, words.RESOURCE, 1 - first)
        else:
            go(state, words.ATTACK, first)
    elif player == first:
        go(state, words.ATTACK, 1 - first)
    else:
        go(state, words.RECOVERY, first)
    yield from ()


# -- recovery ------------------------------------------------------------------------------------


@rules("VS 408", "VS 102")
def wrap_up(state: State) -> Procedure:
    """Losing, recovering, KO of the rest, readying, the end of modifiers, the initiative."""
    lost = losers(state)
    first = words.initiative(state)
    if len(lost) == 1:
        event = state.event("wrap-up", "VS 408", (), state.turn.get("turn", 1))
        state.event("lost the game", "VS 102", (event,), lost[0])
        state.put(TURN, "result", 2 - lost[0])
        return
    chosen: list[tuple[int, int]] = []
    for player in (first, 1 - first):
        (obj,) = yield Choice("recover", player)
        if obj >= 0:
            chosen.append((obj, state.answer))
    event = state.event("wrap-up", "VS 408", (), state.turn.get("turn", 1))
    back = [Happening("recovered", "VS 408", (answer,), (obj,)) for obj, answer in chosen]
    PERFORMER.happen(state, back)
    still = [o for o in words.all_characters(state) if words.has(state, o, words.STUNNED)]
    gone = [Happening("KO'd", "VS 408", (event,), (obj,)) for obj in still]
    yield from PERFORMER.perform(state, gone)
    tired = [obj for obj in sorted(state.status) if words.has(state, obj, words.EXHAUSTED)]
    tired = [o for o in tired if may_ready(state, o) and not words.has(state, o, words.STUNNED)]
    PERFORMER.happen(state, [Happening("readied", "VS 408", (event,), (obj,)) for obj in tired])
    yield from give_back(state, event)
    end_turn(state, 1 - first)


@rules("VS 408", "VS 708", "VS 511")
def give_back(state: State, cause: int) -> Asking:
    """Who controls a character for this turn only gives it back, to a place of its player's."""
    for _, effect in sorted(state.effects.items()):
        for word, *rest in effect.data:
            ref = Ref(*effect.affected[0])
            if word != "control back" or not state.is_current(ref):
                continue
            obj, player = ref.id, int(rest[0])
            if state.controller[obj] == player or not words.in_area(state, obj):
                continue
            rows = BOTH_ROWS[state.where[obj][0]]
            row, column = yield Choice("position", player, (obj, *rows))
            values = (obj, player, row, column)
            back = Happening("gained control", "VS 408", (cause, state.answer), values)
            PERFORMER.happen(state, [back])


@rules("VS 102")
def losers(state: State) -> list[int]:
    """The players who lose now. Nobody does while both are equally far below."""
    limit = 0 if state.options["losing"] == "zero-or-less" else -1
    points = [state.points.get((player, words.ENDURANCE), 0) for player in (0, 1)]
    low = [player for player in (0, 1) if points[player] <= limit]
    if len(low) == 2:
        least = min(points)
        low = [] if points[0] == points[1] else [points.index(least)]
    return low


@rules("VS 408")
def end_turn(state: State, first: int) -> None:
    """Modifiers of this turn end, the initiative passes, the next turn begins."""
    state.event("turn ended", "VS 408", (), state.turn.get("turn", 1))
    for key, effect in sorted(state.effects.items()):
        gone = not any(state.is_current(Ref(*value)) for value in effect.affected)
        if effect.until not in ("game", "face up") or gone:
            state.put(EFFECTS, key, None)
    for obj in sorted(obj for obj in state.status if words.has(state, obj, words.BOOSTED)):
        set_status(state, obj, off=words.BOOSTED)
    for used in sorted(state.used, key=repr):
        state.put(USED, used, None)
    for player in (0, 1):
        state.put(POINTS, (player, words.POINTS), None)
    awaited = {ref for row in state.waiting.values() for ref in row.data}
    for ref in sorted(set(state.last) - awaited):
        state.put(LAST, ref, None)
    state.set_list("recruited", ())
    turn = state.turn.get("turn", 1)
    limit = state.options["turn-limit"]
    if limit != "none" and turn >= int(limit):
        stalled(state, "grows")
        return
    state.put(TURN, "turn", turn + 1)
    state.put(TURN, "initiative", first)
    go(state, words.DRAW, first)


def recover_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "recover": nobody, or one of the player's stunned characters."""
    mine = words.characters(state, choice.player)
    stunned = [(obj,) for obj in mine if words.has(state, obj, words.STUNNED)]
    return OneOf([(-1,), *stunned])


@rules("VS 102")
def stalled(state: State, how: str) -> None:
    """A game that can only go on in a circle, or without end, has no winner."""
    state.event("stalled", "VS 408", (), how)
    state.put(TURN, "result", DRAWN)


def stall(state: State, how: str) -> Procedure:
    """The end of a loop."""
    stalled(state, how)
    yield from ()


@rules("VS 302.3a")
def drop_unfit(state: State) -> Procedure:
    """By the option "equip-only: always", equipment leaves a bearer that no longer fits."""
    batch = [
        Happening("put into pile", "VS 302.3a", (SWEEP,), (equipment,))
        for equipment in ill_equipped(state)
    ]
    PERFORMER.happen(state, batch)
    yield from ()
