"""Resolving effects (508, 509): what the newest item of the chain does."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.cards import nodes
from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, breaches_of, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PileItem, Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import holds
from cardlaw.rulebooks.vs.effects import as_it_enters, enter, execute, tell_reasons
from cardlaw.rulebooks.vs.equip import may_attach
from cardlaw.rulebooks.vs.events import PERFORMER
from cardlaw.rulebooks.vs.faces import is_equipment
from cardlaw.rulebooks.vs.keywords.handpowers import terraformed
from cardlaw.rulebooks.vs.powers import COSMIC, face_of, node_at
from cardlaw.rulebooks.vs.select import Sight
from cardlaw.rulebooks.vs.states import cosmic_room
from cardlaw.rulebooks.vs.targets import (
    Sentence,
    as_answers,
    groups_of,
    sets_of_targets,
    still_legal,
)
from cardlaw.rulebooks.vs.unique import looks
from cardlaw.rulebooks.vs.verbs import put_away, settle, unite

Asking = Generator[Choice, Option, None]

#: the answer that chooses no target where none need be chosen
NONE = (-1,)


@rules("VS 216", "VS 508")
def resolve(state: State) -> Procedure:
    """Resolve the newest effect of the chain; the primary player gets priority afterwards."""
    key = pile.top(state)
    assert key is not None
    item = state.pile[key]
    source = Ref(*item.source)
    rule = "VS 508.3" if item.kind == "recruit" else "VS 508"
    event = state.event("resolved", rule, (item.event,), source.id)
    pile.take_off(state, key)
    pile.give_priority(state, words.primary(state))
    if item.kind == "recruit":
        yield from recruit(state, item, event)
    elif item.kind in ("plot twist", "power", "trigger"):
        yield from sentence(state, item, event)
    elif item.kind in ("substitute", "shift"):
        if state.is_current(source):
            how = "substituted" if item.kind == "substitute" else "shifted"
            yield from put_character(state, item, how, event)
    elif item.kind == "flip":
        if state.is_current(source):
            PERFORMER.happen(state, [Happening("flipped", "VS 510", (event,), (source.id,))])
    else:
        game_based(state, item, event)


@rules("VS 302.4", "VS 508.3", "VS 508", "VS 302.3c")
def recruit(state: State, item: PileItem, event: int) -> Asking:
    """An equipment goes from the chain onto its target, a character to a position."""
    card = item.source[0]
    if not is_equipment(face_of(state, card)):
        yield from put_character(state, item, "recruited", event)
        return
    target = Ref(*item.data[0])
    current = state.is_current(target)
    breaches = breaches_of(may_attach(state, card, target.id, item.player)) if current else []
    if breaches or not current:
        negate_recruit(state, item, breaches, event)
        return
    values = (card, target.id)
    ids = PERFORMER.happen(state, [Happening("attached", "VS 302.4", (event,), values)])
    yield from as_it_enters(state, card, item.player, ids[0])


@rules("VS 508", "VS 509")
def negate_recruit(state: State, item: PileItem, breaches: list[Breach], event: int) -> None:
    """All targets are illegal: the effect does nothing, and its card is put away."""
    negated = state.event("negated", "VS 508", (event,), item.source[0])
    tell_reasons(state, breaches, negated)
    put_away(state, item, negated)


@rules("VS 704.1", "VS 704.4", "VS 301.4")
def put_character(state: State, item: PileItem, how: str, event: int) -> Asking:
    """A character comes into play; first the uniqueness rule clears its name."""
    card = item.source[0]
    if looks(state, how):
        PERFORMER.sweep(state, card, item.player, "VS 704.1", event)
    rule = "VS 301.4" if how == "recruited" else "VS 701"
    yield from enter(state, card, item.player, how, rule, event)


def spoken(state: State, item: PileItem) -> nodes.Script | nodes.Activated | nodes.Triggered | None:
    """The ability that an item of the chain carries out."""
    if not item.text:
        return None
    node = node_at(state, tuple(item.text))
    assert isinstance(node, nodes.Script | nodes.Activated | nodes.Triggered)
    return node


@rules("VS 508", "VS 509", "VS 304", "VS 502")
def sentence(state: State, item: PileItem, event: int) -> Asking:
    """A plot twist, a payment power or a triggered power does what it says."""
    node = spoken(state, item)
    source = item.source[0]
    rule = "VS 304"
    if node is not None:
        negated = yield from _carry_out(state, item, node, event)
        rule = "VS 509" if negated else "VS 304"
    if item.kind != "plot twist" or not state.is_current(Ref(*item.source)):
        return
    if rule == "VS 304":
        yield from unite(state, source, item.player, event)
    settle(state, source, rule, event)


def _carry_out(
    state: State,
    item: PileItem,
    node: nodes.Script | nodes.Activated | nodes.Triggered,
    event: int,
) -> Generator[Choice, Option, bool]:
    """Do what the sentence says on its legal targets. Returns whether it was negated."""
    source = item.source[0]
    refs = [Ref(*value) for value in item.data]
    sight = Sight(source, item.player)
    if not state.is_current(Ref(*item.source)):
        sight = sight.naming("self", ())
    if item.kind == "trigger":
        it, *refs = refs
        sight = sight.naming("it", (it,))
    legal = still_legal(state, Sentence(node.targets, node.do, sight), groups_of(item, refs))
    if refs and not legal:
        state.event("negated", "VS 508", (event,), source)
        return True
    for name, chosen in legal:
        sight = sight.naming(name, chosen)
    if isinstance(node, nodes.Triggered):
        if not all(holds(state, when, sight) for when in node.when):
            return False
        if node.may:
            (answer,) = yield Choice("may", item.player, (source,))
            if answer == "no":
                return False
    yield from execute(state, node.do, sight, event)
    return False


@rules("VS 507", "VS 701")
def game_based(state: State, item: PileItem, event: int) -> None:
    """Powering up, reinforcing, recovering, getting a cosmic counter, if it still can be done."""
    source = Ref(*item.source)
    if not state.is_current(source):
        return
    obj = source.id
    if item.kind == "power up" and words.has(state, obj, words.ATTACKER | words.DEFENDER):
        PERFORMER.happen(state, [Happening("powered up", "VS 507", (event,), (obj,))])
    elif item.kind == "reinforce" and words.has(state, obj, words.DEFENDER):
        PERFORMER.happen(state, [Happening("reinforced", "VS 507", (event,), (obj,))])
    elif item.kind == "evasion" and words.has(state, obj, words.STUNNED):
        PERFORMER.happen(state, [Happening("recovered", "VS 701", (event,), (obj,))])
    elif item.kind == "cosmic-surge" and cosmic_room(state, obj):
        values = (obj, COSMIC, 1)
        PERFORMER.happen(state, [Happening("counters", "VS 701", (event,), values)])
    elif item.kind == "terraform":
        terraformed(state, obj, Ref(*item.data[0]), event)


# -- triggers ------------------------------------------------------------------------------------


@rules("VS 506", "VS 502")
def announce_trigger(state: State) -> Procedure:
    """Put the next waiting trigger on the chain, with its targets."""
    first = words.primary(state)
    found = yield from pile.next_waiting(state, (first, 1 - first))
    assert found is not None
    key, row = found
    node = node_at(state, tuple(row.text))
    assert isinstance(node, nodes.Triggered)
    source = Ref(*row.source)
    groups: tuple[Option, ...] = ()
    for number in range(len(node.targets)):
        choice = Choice("trigger target", row.player, (key, number, *groups))
        if not trigger_targets(state, choice):
            state.event("without a target", "VS 506", (row.event,), source.id)
            pile.drop_waiting(state, key)
            return
        answer = yield choice
        groups = (*groups, () if answer == NONE else answer)
    event = state.event("announced", "VS 506", (row.event,), source.id)
    pile.drop_waiting(state, key)
    data = (*row.data[:1], *(state.ref(obj) for group in groups for obj in group))
    answers = as_answers(groups)
    item = PileItem("trigger", row.player, source, row.text, (), answers, event, data)
    pile.put_on(state, item)
    pile.give_priority(state, first)


def trigger_targets(state: State, choice: Choice) -> list[Option]:
    """The legal targets of a trigger that is put on the chain."""
    key, number, *earlier = choice.args
    row = state.waiting[key]
    node = node_at(state, tuple(row.text))
    assert isinstance(node, nodes.Triggered)
    sight = Sight(row.source[0], row.player)
    said = Sentence(node.targets, node.do, sight)
    refs = tuple(tuple(state.ref(obj) for obj in group) for group in earlier)
    return [group or NONE for group in sets_of_targets(state, said, number, refs)]


def trigger_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "trigger": each trigger with the object whose power it is."""
    return OneOf([(key, state.waiting[key].source[0]) for key in choice.args])


def trigger_target_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "trigger target"."""
    return OneOf(trigger_targets(state, choice))
