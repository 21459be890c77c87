"""What resolving spells and abilities do: a function for each effect of a text (CR 608.2, 701)."""

from __future__ import annotations

from collections.abc import Callable, Generator

import msgspec

from cardlaw.cards.nodes import (
    Attach,
    Change,
    Control,
    Destroy,
    Does,
    Get,
    Gives,
    If,
    Node,
    Points,
    PutCounters,
    Quantity,
    Select,
    Set,
    SetState,
    Unattach,
)
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, Effect, Ref
from cardlaw.rulebooks.magic.attach import from_option, may_attach
from cardlaw.rulebooks.magic.board import (
    FIELD,
    TAPPED,
    Board,
    Scope,
    char_of,
    meant,
    named_refs,
)
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.last_known import char_of_ref
from cardlaw.rulebooks.magic.life import life_by_damage, may_gain_life
from cardlaw.rulebooks.magic.nodes import Divide, Lasting, Modal, Mode
from cardlaw.rulebooks.magic.quantities import quantity
from cardlaw.rulebooks.magic.relations import is_enchanted
from cardlaw.rulebooks.magic.steps import all_hold
from cardlaw.rulebooks.magic.untapping import turned
from cardlaw.rulebooks.magic.whose import players_by
from cardlaw.rulebooks.magic.would import watches

Course = Generator[Choice, Option, None]


class Doing:
    """An effect that is being carried out: its text's scope, its cause, what it may attach to."""

    __slots__ = ("as_creature", "by_mode", "cause", "done", "modes", "scope", "shares")

    def __init__(self, scope: Scope, cause: int, as_creature: bool = False) -> None:
        self.scope = scope
        self.cause = (cause,)
        self.as_creature = as_creature
        #: the chosen modes, and the legal targets of each by their names
        self.modes: list[Mode] = []
        self.by_mode: dict[int, dict[str, list[Ref]]] = {}
        #: what each target gets of what is divided
        self.shares: dict[Ref, int] = {}
        #: the replacement effects that have already been applied to what it stands for
        self.done: tuple[Option, ...] = ()


def carry_out(state: State, does: tuple[Does, ...], doing: Doing) -> Course:
    """Follow instructions in the order written."""
    for node in does:
        for field in _PLACES:
            select = getattr(node, field, None)
            if isinstance(select, Select) and select.who == ONE:
                yield from choose_one(state, select, doing)
        yield from DO[node.__class__](state, node, doing)


#: what a text calls an object that its player chooses as it resolves; the fields that may say so
ONE = "one"
_PLACES = ("what", "to", "of")


@rules("CR 608.2d")
def choose_one(state: State, select: Select, doing: Doing) -> Course:
    """The player chooses one of the objects that fit: "a creature you control"."""
    if select == Select(who=ONE) and ONE in doing.scope.named:
        return  # the text means the one that has been chosen already
    fitting = objects(state, msgspec.structs.replace(select, who=""), doing)
    doing.scope.named[ONE] = []
    if fitting:
        kind = "pick card" if select.zone not in ("", "battlefield") else "pick"
        answer = yield Choice(kind, doing.scope.you, (tuple(fitting),))
        doing.scope.named[ONE] = [state.ref(answer[0])]


def objects(state: State, select: Select, doing: Doing) -> list[int]:
    """The objects that an instruction means now."""
    board: Board = state.board()
    return [obj for obj in meant(state, board, select, doing.scope) if obj > 0]


def permanents(state: State, select: Select, doing: Doing) -> list[int]:
    """The permanents that an instruction means now."""
    return [obj for obj in objects(state, select, doing) if state.where[obj] == FIELD]


@rules("CR 120.1")
def damageable(state: State, select: Select, doing: Doing) -> list[int]:
    """The permanents and players that an instruction about damage names."""
    named = [ref.id for ref in doing.scope.named.get(select.who, ()) if ref.id < 0]
    return [*permanents(state, select, doing), *named]


@rules("CR 608.2h", "CR 109.4")
def players(state: State, word: str, doing: Doing) -> list[int]:
    """The players that an instruction means; "controller of it" has or last had control of it."""
    if " of " in word:
        role, _, name = word.partition(" of ")
        return whose(state, role, name, doing)
    if word == "controller":
        return whose(state, "controller", "it", doing)
    return players_by(state, word, doing.scope)


def share_of(state: State, amount: Quantity, player: int, doing: Doing) -> int:
    """A number in an instruction as it applies to one of the players that it is about."""
    doing.scope.they = player
    return amount_of(state, amount, doing)


@rules("CR 109.4", "CR 608.2h")
def whose(state: State, role: str, name: str, doing: Doing) -> list[int]:
    """The owners or controllers of what a text calls so, of what has left as it last existed."""
    scope = doing.scope
    if name == "announcement":
        item = state.pile.get(scope.amount)
        if item is not None:
            return [item.player]
        name = "by"
    refs = [ref for ref in named_refs(state, Select(who=name), scope) if ref.id > 0]
    found = [
        state.owner[ref.id] if role == "owner" else char_of_ref(state, ref).controller
        for ref in refs
    ]
    return list(dict.fromkeys(found))


@rules("CR 107.1b", "CR 608.2h")
def amount_of(state: State, amount: Quantity, doing: Doing) -> int:
    """A number in an instruction, looked up now; a negative result of looking counts as zero."""
    found = quantity(state, state.board(), amount, doing.scope)
    if isinstance(amount, int):
        return found
    return max(0, found) if amount.times >= 0 else min(0, found)


def perhaps(state: State, doing: Doing, may: bool) -> Generator[Choice, Option, bool]:
    """Ask whether to do an optional thing."""
    if not may:
        return True
    answer = yield Choice("may", doing.scope.you, (doing.scope.source.id,))
    return bool(answer[0] == "yes")


# -- attaching -----------------------------------------------------------------------------------


@rules("CR 701.3a", "CR 701.3b", "CR 301.5b", "CR 303.4j")
def attach(state: State, node: Attach, doing: Doing) -> Course:
    """Attach objects to something, those that may be attached to it, all at once."""
    things = permanents(state, node.what, doing)
    hosts = objects(state, node.to, doing)
    hosts += [ref.id for ref in doing.scope.named.get(node.to.who, ()) if ref.id < 0]
    if not things or not hosts or not (yield from perhaps(state, doing, node.may)):
        return
    chosen: list[tuple[int, int]] = []
    for obj in things:
        host = yield from one_host(state, obj, hosts, doing)
        chosen.append((obj, host))
    batch = [event for obj, host in chosen for event in attaching(state, obj, host, doing)]
    PERFORMER.happen(state, batch)


@rules("CR 301.5c", "CR 303.4d", "CR 608.2d")
def one_host(
    state: State, obj: int, hosts: list[int], doing: Doing
) -> Generator[Choice, Option, int]:
    """The one of several hosts that an attachment goes to: its controller's choice."""
    legal = hosts
    if len(hosts) > 1:
        legal = [h for h in hosts if not breached(may_attach(state, obj, h, doing.as_creature))]
    if len(legal) > 1:
        answer = yield Choice("pick bearer", char_of(state, obj).controller, (obj, tuple(legal)))
        return from_option(answer[0], answer[1])
    return (legal or hosts)[0]


@rules("CR 701.3a", "CR 701.3b", "CR 301.5c", "CR 701.3d")
def attaching(state: State, obj: int, host: int, doing: Doing) -> list[Happening]:
    """The events of attaching one object; that it stays where it is, if it can't move."""
    found = list(may_attach(state, obj, host, doing.as_creature))
    old = state.host.get(obj)
    if found:
        return [Happening("stayed", found[0].rule, doing.cause, (obj, host))]
    if old == host:
        return [Happening("attached already", "CR 701.3b", doing.cause, (obj, host))]
    rule = "CR 701.3a" if old is None else "CR 701.3c"
    batch = [Happening("attached", rule, doing.cause, (obj, host))]
    if old is not None:
        batch.insert(0, Happening("unattached", "CR 701.3d", doing.cause, (obj, old)))
    return batch


@rules("CR 701.3d")
def unattach(state: State, node: Unattach, doing: Doing) -> Course:
    """Unattach objects."""
    batch = [
        Happening("unattached", "CR 701.3d", doing.cause, (obj, state.host[obj]))
        for obj in permanents(state, node.what, doing)
        if obj in state.host
    ]
    PERFORMER.happen(state, batch)
    yield from ()


# -- moving --------------------------------------------------------------------------------------


@rules("CR 701.8a", "CR 702.12b", "CR 701.8b")
def destroy(state: State, node: Destroy, doing: Doing) -> Course:
    """Destroy permanents that aren't indestructible."""
    batch = []
    for obj in permanents(state, node.what, doing):
        if char_of(state, obj).has("indestructible"):
            state.event("not destroyed", "CR 702.12b", doing.cause, obj)
        else:
            batch.append(Happening("destroyed", "CR 701.8a", doing.cause, (obj,)))
    yield from PERFORMER.perform(state, batch)


# -- continuous effects --------------------------------------------------------------------------


def text_of(state: State, node: Node, doing: Doing) -> tuple[int, int]:
    """The path of an instruction, or of an ability that it holds."""
    number = doing.scope.path[0]
    face: Face = state.faces[number]
    return (number, face.compiled.number(node))


def begin_effect(
    state: State,
    node: Lasting,
    affected: list[int],
    doing: Doing,
    player: int,
    data: tuple[object, ...],
) -> None:
    """Note a continuous effect with its end, its timestamp and its locked set."""
    scope = doing.scope
    text = text_of(state, node, doing)
    refs = tuple(state.ref(obj) for obj in affected)
    event = happen(
        state, "effect began", "CR 611.2a", doing.cause, scope.source.id, tuple(affected)
    )
    row = Effect(text, scope.source.id, player, refs, node.until, state.tick(), event, data)
    state.put(EFFECTS, state.number(), row)


@rules("CR 611.2a", "CR 611.2c", "CR 611.2d", "CR 613.7b", "CR 611.2b")
def change(state: State, node: Change, doing: Doing) -> Course:
    """A continuous effect on the objects that it finds now."""
    affected = permanents(state, node.what, doing)
    locked = tuple(locked_amount(state, part, doing) for part in node.gives)
    scope = doing.scope
    if node.until == "source stays" and not stays(state, scope.source):
        return
    groups = [[obj] for obj in affected] if node.until == "untap step" else [affected]
    for group in groups:
        if group:
            begin_effect(state, node, group, doing, scope.you, (locked, "", scope.source.born))
    yield from ()


@rules("CR 611.2b")
def stays(state: State, source: Ref) -> bool:
    """Whether the source of an effect is still the same permanent on the battlefield."""
    return state.is_current(source) and state.where[source.id] == FIELD


@rules("CR 107.1b", "CR 611.2d")
def locked_amount(state: State, part: Gives, doing: Doing) -> int:
    """The amount of a part of an effect, for as long as it lasts; only what is set is negative."""
    if isinstance(part, Set):
        return quantity(state, state.board(), part.amount, doing.scope)
    return amount_of(state, part.amount, doing) if isinstance(part, Get) else 0


@rules("CR 613.1b", "CR 611.2b")
def control(state: State, node: Control, doing: Doing) -> Course:
    """Gain control of permanents."""
    affected = permanents(state, node.what, doing)
    if node.until == "attached":
        affected = [obj for obj in affected if attached_by(state, doing, obj)]
    if node.until == "enchanted":
        affected = [obj for obj in affected if is_enchanted(state.board(), obj)]
    if node.until in ("tapped", "stays") and not as_long(state, node.until, doing.scope.source):
        affected = []
    for player in players(state, node.player, doing)[:1]:
        if affected:
            born = doing.scope.source.born
            begin_effect(state, node, affected, doing, player, (attachment(doing), born))
    yield from ()


@rules("CR 611.2b")
def as_long(state: State, until: str, source: Ref) -> bool:
    """Whether the source of an effect is on the battlefield, or is tapped there."""
    return stays(state, source) and (
        until == "stays" or bool(state.status.get(source.id, 0) & TAPPED)
    )


def attachment(doing: Doing) -> int:
    """The attachment that an effect lasts as long as: the one that the event was about."""
    refs = doing.scope.named.get("it", [])
    return refs[0].id if refs else doing.scope.source.id


def attached_by(state: State, doing: Doing, host: int) -> bool:
    """Whether that attachment is still attached to an object."""
    return state.host.get(attachment(doing)) == host


# -- counters, damage, life, cards ---------------------------------------------------------------


def put_counters(state: State, node: PutCounters, doing: Doing) -> Course:
    """Put counters on objects or take them off."""
    amount = amount_of(state, node.amount, doing)
    batch = [
        Happening("put counters", "CR 608.2c", doing.cause, (obj, node.kind, amount), doing.done)
        for obj in (objects if node.what.zone else permanents)(state, node.what, doing)
        if amount
    ]
    yield from PERFORMER.perform(state, batch)


def deal(
    state: State, packets: list[tuple[Ref, int, int]], causes: tuple[int, ...], combat: int
) -> Course:
    """Deal damage from sources to creatures, planeswalkers and players, all at once."""
    rule = "CR 510.2" if combat else "CR 120.2"
    batch = [
        Happening("dealt damage", rule, causes, (source.id, who, amount, combat, source.born))
        for source, who, amount in packets
        if amount > 0 and (who < 0 or {"creature", "planeswalker"} & char_of(state, who).types)
    ]
    written = yield from PERFORMER.perform(state, batch)
    if watches(state, "gain life"):
        yield from PERFORMER.perform(state, life_by_damage(state, written))


@rules("CR 700.2", "CR 700.2d")
def modal(state: State, node: Modal, doing: Doing) -> Course:
    """Follow the chosen modes in the order written, each with its own targets."""
    for number, mode in enumerate(doing.modes):
        mine = doing.by_mode.get(number, {})
        for target in mode.targets:
            doing.scope.named[target.name] = mine.get(target.name, [])
        yield from carry_out(state, mode.do, doing)


@rules("CR 601.2d", "CR 608.2b")
def divide(state: State, node: Divide, doing: Doing) -> Course:
    """Each target that is still legal gets its share."""
    refs = doing.scope.named.get(node.target, [])
    got = [(ref.id, doing.shares.get(ref, 0)) for ref in refs]
    if not node.counters:
        source = doing.scope.source
        yield from deal(state, [(source, who, n) for who, n in got], doing.cause, combat=0)
        return
    batch = [
        Happening("put counters", "CR 601.2d", doing.cause, (obj, node.counters, number))
        for obj, number in got
        if number > 0 and obj > 0
    ]
    yield from PERFORMER.perform(state, batch)


@rules("CR 119.3", "CR 119.9")
def points(state: State, node: Points, doing: Doing) -> Course:
    """A player gains or loses life, or gets counters."""
    for player in players(state, node.player, doing):
        amount = share_of(state, node.amount, player, doing)
        if not amount:
            continue
        if node.kind != "life":
            happen(state, "got counters", "CR 608.2c", doing.cause, player, node.kind, amount)
        elif amount >= 0:
            if may_gain_life(state, doing.cause[0], player):
                gain = (player, amount)
                event = Happening("gained life", "CR 119.3", doing.cause, gain, doing.done)
                yield from PERFORMER.perform(state, [event])
        else:
            happen(state, "lost life", "CR 119.3", doing.cause, player, -amount)


@rules("CR 701.26a", "CR 701.26b", "CR 702.112b", "CR 701.37b")
def set_state(state: State, node: SetState, doing: Doing) -> Course:
    """Tap or untap permanents, or note what they have become."""
    if node.state in DESIGNATIONS:
        things = permanents(state, node.what, doing)
        rule = DESIGNATIONS[node.state]
        batch = [Happening("became so", rule, doing.cause, (obj, node.state)) for obj in things]
        PERFORMER.happen(state, batch)
        return
    tap = (node.state == "tapped") == node.on
    things = permanents(state, node.what, doing)
    PERFORMER.happen(state, turned(state, things, doing.cause, tap=tap))
    yield from ()


#: what a permanent can become that only texts ask about: the rule of each word
DESIGNATIONS = {"renowned": "CR 702.112b", "monstrous": "CR 701.37b", "saddled": "CR 702.171a"}


def branch(state: State, node: If, doing: Doing) -> Course:
    """Do one thing or the other."""
    now = all_hold(state, state.board(), node.when, doing.scope)
    yield from carry_out(state, node.then if now else node.otherwise, doing)


Doer = Callable[[State, "object", Doing], Course]
DO: dict[type, Callable[..., Course]] = {
    Attach: attach,
    Unattach: unattach,
    Destroy: destroy,
    Change: change,
    Control: control,
    PutCounters: put_counters,
    Points: points,
    SetState: set_state,
    If: branch,
    Modal: modal,
    Divide: divide,
}
