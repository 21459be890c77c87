"""Effects that copy: token copies, becoming a copy, copies of spells on the stack (CR 707)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.cards.nodes import Select, Target, Token
from cardlaw.kernel import pile
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PILE, USED, PileItem, Ref
from cardlaw.rulebooks.magic.attach import as_option, from_option
from cardlaw.rulebooks.magic.bestow import enchants_of, is_bestowed, note_bestowed
from cardlaw.rulebooks.magic.board import NOWHERE, STACK, char_of, named_refs
from cardlaw.rulebooks.magic.copiable import (
    SPELL_COPY,
    Copied,
    copiable,
    note_copy,
)
from cardlaw.rulebooks.magic.copy_nodes import BecomeCopy, CopySpell, CopyToken
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    objects,
    permanents,
    text_of,
)
from cardlaw.rulebooks.magic.entering import put_so
from cardlaw.rulebooks.magic.events import happen
from cardlaw.rulebooks.magic.instructions import CopyAbility
from cardlaw.rulebooks.magic.joining import put_attacking
from cardlaw.rulebooks.magic.moving import (
    can_be_created,
    enter_together,
    entering,
    replaced_tokens,
    tokens_of,
)
from cardlaw.rulebooks.magic.resolve import Resolving
from cardlaw.rulebooks.magic.targets import candidates, may_target
from cardlaw.rulebooks.magic.verbs import spell_key
from cardlaw.rulebooks.magic.would import watches


@rules("CR 608.2h", "CR 707.2")
def originals(state: State, select: Select, doing: Doing) -> list[Copied]:
    """The copiable values of what a text copies; of what has left, as it last existed."""
    refs = [Ref(*ref) for ref in named_refs(state, select, doing.scope)] if select.who else []
    gone = [state.last[ref][13] for ref in refs if not state.is_current(ref) and ref in state.last]
    return [*gone, *(copiable(state, obj) for obj in objects(state, select, doing))]


@rules("CR 701.36a", "CR 608.2d")
def picked(state: State, select: Select, doing: Doing) -> Generator[Choice, Option, list[Copied]]:
    """The copiable values of the one among some objects that the player chooses."""
    pool = tuple(objects(state, select, doing))
    if not pool:
        return []
    answer = yield Choice("pick", doing.scope.you, (pool,))
    return [copiable(state, answer[0])]


@rules("CR 701.7a", "CR 111.2", "CR 707.5", "CR 707.2", "CR 303.4g")
def token_copy(state: State, node: CopyToken, doing: Doing) -> Course:
    """Create tokens that are copies."""
    you = doing.scope.you
    amount = amount_of(state, node.amount, doing)
    if node.pick:
        found = yield from picked(state, node.of, doing)
    else:
        found = originals(state, node.of, doing)
    wanted = [values for values in found for _ in range(amount)]
    events: list[Happening] = []
    if watches(state, "create tokens"):
        groups = tuple((values[0], amount, place) for place, values in enumerate(found))
        left = yield from replaced_tokens(state, you, groups, doing)
        wanted = [found[place] for _, number, place in left for _ in range(number) if place >= 0]
        for face, number, place in left:
            plain = Token(face=state.faces[face].name)
            if place < 0:
                events += yield from tokens_of(state, plain, you, number, doing)
    for values in wanted:
        obj = state.create(values[0], you, NOWHERE)
        state.put(USED, ("token", obj), 1)
        if not can_be_created(state, obj, [*state.board().field, -1, -2]):
            happen(state, "ceased to exist", "CR 303.4g", doing.cause, obj)
            continue
        rule = "CR 701.36a" if node.pick else "CR 707.2"
        number = state.event("token created", rule, doing.cause, you)
        if values[1] or node.but:
            ref = Ref(obj, state.born[obj] + 1)
            text = text_of(state, node, doing)
            note_copy(state, ref, values, text, doing.scope, "game", number)
        put_so(state, obj, node.tapped, "", 0)
        yield from put_attacking(state, obj, you, node.attacking, doing.scope)
        event = yield from entering(state, obj, you, doing, None)
        events += [event] if event is not None else []
    enter_together(state, events)
    doing.scope.named["created"] = [state.ref(event.values[0]) for event in events]


@rules("CR 707.4", "CR 707.2", "CR 611.2a")
def become_copy(state: State, node: BecomeCopy, doing: Doing) -> Course:
    """Permanents become copies of an object."""
    values = originals(state, node.of, doing)[:1]
    for obj in permanents(state, node.what, doing) if values else ():
        event = happen(state, "became copy", "CR 707.4", doing.cause, obj)
        text = text_of(state, node, doing)
        note_copy(state, state.ref(obj), values[0], text, doing.scope, node.until, event)
    yield from ()


@rules("CR 707.10", "CR 707.10c")
def copy_spell(state: State, node: CopySpell, doing: Doing) -> Course:
    """Put copies of a spell on the stack, perhaps with new targets."""
    key = spell_key(state, node.what, doing)
    if key not in state.pile:
        return
    for _ in range(amount_of(state, node.amount, doing)):
        yield from put_copy(state, key, node, doing)


@rules("CR 707.10", "CR 707.10c", "CR 707.2", "CR 115.1", "CR 702.103c")
def put_copy(state: State, key: int, node: CopySpell, doing: Doing) -> Course:
    """One copy of a spell: all that was chosen for it is copied, but for new targets."""
    item = state.pile[key]
    you = doing.scope.you
    number, texts = copiable(state, item.source.id)
    event = state.event("spell copied", "CR 707.10", doing.cause, item.source.id)
    obj = state.create(number, you, STACK)
    state.put(USED, ("token", obj), SPELL_COPY)
    if is_bestowed(state, item.source.id):
        state.event("bestowed", "CR 702.103c", (event,), obj)
        note_bestowed(state, obj)
    text = text_of(state, node, doing)
    if texts or node.but:
        note_copy(state, state.ref(obj), (number, texts), text, doing.scope, "game", event)
    copy = item._replace(player=you, source=state.ref(obj), event=event)
    on_stack = pile.put_on(state, copy)
    yield from aim_copy(state, on_stack, event, anew=node.retarget)


@rules("CR 707.10b", "CR 707.10c")
def copy_ability(state: State, node: CopyAbility, doing: Doing) -> Course:
    """Put a copy of an activated ability on the stack: of the same source, perhaps aimed anew."""
    key = doing.scope.amount
    if key not in state.pile:
        return
    item = state.pile[key]
    event = state.event("ability copied", "CR 707.10b", doing.cause, item.source.id)
    on_stack = pile.put_on(state, item._replace(player=doing.scope.you, event=event))
    yield from aim_copy(state, on_stack, event, anew=node.retarget)


@rules("CR 707.10c")
def aim_copy(state: State, key: int, event: int, *, anew: bool) -> Course:
    """A copy on the stack has its targets: those of the original, or others that are chosen."""
    if anew and state.pile[key].data[0]:
        yield from retarget(state, key)
    item = state.pile[key]
    for who in dict.fromkeys(ref[0] for ref in item.data[0]):
        happen(state, "became target", "CR 707.10c", (event,), who, item.source.id, key)


@rules("CR 707.10c", "CR 115.3")
def retarget(state: State, key: int) -> Course:
    """Its player may choose another legal target for each one; the old may stay, even illegal."""
    now = Resolving(state, key)
    item: PileItem = now.item
    slots = [slot.target for slot in now.slots] or enchanting(state, item)
    chosen = list(now.targets)
    for place, target in enumerate(slots):
        aim = now.aim(state, target)
        taken = [ref.id for ref, slot in zip(chosen, slots, strict=True) if slot is target]
        legal = [
            who
            for who in candidates(state, aim)
            if who not in taken and not breached(may_target(state, aim, who))
        ]
        old = chosen[place].id
        answer = yield Choice("target", item.player, (item.source.id, (old, *legal)))
        who = from_option(answer[0], answer[1])
        if who != old:
            chosen[place] = Ref(who, state.born.get(who, 0))
    told = iter(chosen)
    answers = tuple(
        ("target", *as_option(next(told).id)) if answer[0] == "target" else answer
        for answer in item.answers
    )
    changed = item._replace(answers=answers, data=(tuple(chosen), *item.data[1:]))
    state.put(PILE, key, changed)


def enchanting(state: State, item: PileItem) -> list[Target]:
    """The target of an Aura spell, which its enchant ability asks for."""
    if "Aura" not in char_of(state, item.source.id).subtypes:
        return []
    selects = enchants_of(state, item.source.id)
    return [Target(select=select) for select in selects[:1]]


VERBS: dict[type, Callable[..., Course]] = {
    CopyToken: token_copy,
    BecomeCopy: become_copy,
    CopySpell: copy_spell,
    CopyAbility: copy_ability,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
