"""Effects that wait or hang on one another: delayed and reflexive triggers, "if you do"
(CR 603.7, 603.12, 608.2d, 118.12)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.cards.nodes import Script
from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.happen import Happening, wait
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, Effect, Ref, Waiting
from cardlaw.rulebooks.magic.board import char_of
from cardlaw.rulebooks.magic.damage_nodes import RedirectNext
from cardlaw.rulebooks.magic.damaging import next_number
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    begin_effect,
    carry_out,
    permanents,
    players,
    text_of,
)
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import skill_at
from cardlaw.rulebooks.magic.instructions import InsteadIf
from cardlaw.rulebooks.magic.moving import paid_away
from cardlaw.rulebooks.magic.nodes import Bury, IfDone, Later, Pay, Regenerate
from cardlaw.rulebooks.magic.replacing import FINAL
from cardlaw.rulebooks.magic.steps import all_hold
from cardlaw.rulebooks.magic.triggers import Named
from cardlaw.rulebooks.magic.verbs import pay_or_not, pay_points


@rules("CR 400.7", "CR 603.7c")
def named_now(state: State, doing: Doing) -> Named:
    """The objects that a text has named, as they are now, where they have gone in its course."""
    found = []
    for name, refs in sorted(doing.scope.named.items()):
        kept = []
        for ref in refs:
            if ref.id < 0:
                kept.append(ref)
            elif ref.id > 0 and state.born.get(ref.id, 0) - ref.born in (0, 1):
                kept.append(state.ref(ref.id))
        if kept:
            found.append((name, tuple(kept)))
    return tuple(found)


@rules("CR 603.7", "CR 603.7d", "CR 603.7e")
def later(state: State, node: Later, doing: Doing) -> Course:
    """A delayed triggered ability begins to wait."""
    scope = doing.scope
    text = text_of(state, node.ability, doing)
    rule = "CR 603.7d" if isinstance(skill_at(state, scope.path).node, Script) else "CR 603.7e"
    event = happen(state, "delayed", rule, doing.cause, scope.source.id)
    away = paid_away(state, scope)
    born = state.born[away[0]] if away else scope.source.born
    data = (named_now(state, doing), node.often, born)
    until = node.until or "triggered"
    row = Effect(text, scope.source.id, scope.you, (), until, state.tick(), event, data)
    state.put(EFFECTS, state.number(), row)
    yield from ()


def counted(state: State, course: Course) -> Generator[Choice, Option, bool]:
    """Follow instructions; whether anything but answers came of it."""
    before = state.base + len(state.entries)
    answers = 0
    choice = next(course, None)
    while choice is not None:
        option = yield choice
        answers += 2 if choice.player == CHANCE else 1
        choice = _after(course, option)
    return state.base + len(state.entries) - before > answers


def _after(course: Course, option: Option) -> Choice | None:
    """The next question of a course after an answer, or None at its end."""
    try:
        return course.send(option)
    except StopIteration:
        return None


@rules("CR 608.2d", "CR 603.12", "CR 118.12")
def if_done(state: State, node: IfDone, doing: Doing) -> Course:
    """Do something, perhaps by choice; go on if it was done, or else otherwise."""
    scope = doing.scope
    done = True
    for player in players(state, node.player, doing)[:1]:
        if node.may:
            answer = yield Choice("may", player, (scope.source.id,))
            done = answer == ("yes",)
    if done:
        done = yield from counted(state, carry_out(state, node.first, doing))
    if not done:
        yield from carry_out(state, node.otherwise, doing)
        return
    yield from carry_out(state, node.then, doing)
    if node.reflexive is not None:
        text = text_of(state, node.reflexive, doing)
        bearer = scope.bearer or Ref(0, 0)
        data = (0, 0, 0, 0, scope.amount, scope.player, *bearer, named_now(state, doing))
        wait(state, "CR 603.12", Waiting(scope.you, scope.source, text, doing.cause[0], data))


@rules("CR 608.2c")
def instead_if(state: State, node: InsteadIf, doing: Doing) -> Course:
    """Do one thing, or another in its place if conditions hold now."""
    now = all_hold(state, state.board(), node.when, doing.scope)
    yield from carry_out(state, node.instead if now else node.usually, doing)


@rules("CR 118.12", "CR 119.4", "CR 107.14")
def pay(state: State, node: Pay, doing: Doing) -> Course:
    """A player pays, if they will and can."""
    for player in players(state, node.player, doing)[:1]:
        if node.energy:
            yield from pay_points(state, player, "energy", node.energy, "CR 107.14", doing)
        elif node.life:
            yield from pay_points(state, player, "life", node.life, "CR 119.4", doing)
        else:
            times = amount_of(state, node.times, doing)
            yield from pay_or_not(state, player, node.cost * times, doing)


@rules("CR 701.19a", "CR 701.19c")
def regenerate(state: State, node: Regenerate, doing: Doing) -> Course:
    """A shield for each permanent that is meant."""
    for obj in permanents(state, node.what, doing):
        begin_effect(state, node, [obj], doing, doing.scope.you, ())
    yield from ()


@rules("CR 701.8a", "CR 701.19c", "CR 702.12b")
def bury(state: State, node: Bury, doing: Doing) -> Course:
    """Destroy permanents in such a way that no regeneration shield applies."""
    batch = [
        Happening("destroyed", "CR 701.8a", doing.cause, (obj,), (FINAL,))
        for obj in permanents(state, node.what, doing)
        if not char_of(state, obj).has("indestructible")
    ]
    yield from PERFORMER.perform(state, batch)


@rules("CR 614.9", "CR 615.7")
def redirect_next(state: State, node: RedirectNext, doing: Doing) -> Course:
    """From now on the next damage to something is dealt to something else."""
    aims = doing.scope.named.get(node.to.who, [])[:1]
    for obj in permanents(state, node.what, doing) if aims else ():
        number = next_number(state, doing.scope.source.id)
        data = (node.amount, tuple(aims[0]), number)
        begin_effect(state, node, [obj], doing, doing.scope.you, data)
    yield from ()


VERBS: dict[type, Callable[..., Course]] = {
    Later: later,
    IfDone: if_done,
    Pay: pay,
    Regenerate: regenerate,
    Bury: bury,
    InsteadIf: instead_if,
    RedirectNext: redirect_next,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
