"""Carrying out what a card says (508, 708): each verb of card data as events."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Does
from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import Breach, breaches_of, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import holds
from cardlaw.rulebooks.vs.equip import may_attach
from cardlaw.rulebooks.vs.events import PERFORMER, Changes, put_effect
from cardlaw.rulebooks.vs.faces import is_equipment
from cardlaw.rulebooks.vs.formation import BOTH_ROWS
from cardlaw.rulebooks.vs.nodes import (
    Apart,
    AsEnters,
    Choose,
    CopyPowers,
    EndGame,
    Negate,
    Pay,
    Rally,
    RecoverLater,
    ReplaceResource,
)
from cardlaw.rulebooks.vs.powers import COSMIC, face_of
from cardlaw.rulebooks.vs.select import Sight, amount, candidates, meant
from cardlaw.rulebooks.vs.states import change_of_state, cosmic_room
from cardlaw.rulebooks.vs.verbs import (
    copy_powers,
    end_game,
    negate,
    rally,
    replace_resource,
)

Doing = Generator[Choice, Option, Sight]

_TO = {
    "hand": "returned to hand",
    "deck": "put into deck",
    "KO'd pile": "put into pile",
    "removed cards": "removed from the game",
    "resource row": "became a resource",
}
_PRIVATE = ("hand", "deck")


def execute(state: State, does: Iterable[Does], sight: Sight, cause: int) -> Doing:
    """Do what a sentence says, in order, as far as possible. Returns what it named."""
    for do in does:
        sight = yield from _one(state, do, sight, cause)
    return sight


def _one(state: State, do: Does, sight: Sight, cause: int) -> Doing:
    if isinstance(do, nodes.If):
        met = all(holds(state, when, sight) for when in do.when)
        return (yield from execute(state, do.then if met else do.otherwise, sight, cause))
    if isinstance(do, Choose):
        return (yield from _choose(state, do, sight, cause))
    if isinstance(do, Pay):
        return (yield from _pay(state, do, sight))
    if isinstance(do, Rally):
        found = rally(state, do, sight, cause)
        return (yield from execute(state, do.then if found else (), sight, cause))
    if isinstance(do, nodes.Move):
        yield from _move(state, do, sight, cause)
    elif isinstance(do, nodes.Control):
        yield from _control(state, do, sight, cause)
    elif isinstance(do, nodes.Shuffle):
        yield from shuffle(state, sight.whose(do.player), "VS 708", cause)
    elif isinstance(do, nodes.SetState):
        yield from _set_state(state, do, sight, cause)
    elif isinstance(do, nodes.Destroy):
        objects = meant(state, do.what, sight)
        gone = [Happening("KO'd", "VS 708", (cause,), (obj,)) for obj in objects]
        yield from PERFORMER.perform(state, gone)
    elif isinstance(do, ReplaceResource):
        for obj in meant(state, do.what, sight):
            yield from replace_resource(state, obj, cause)
    else:
        _silently(state, do, sight, cause)
    return sight


def _silently(state: State, do: Does, sight: Sight, cause: int) -> None:
    """The verbs that ask nothing."""
    if isinstance(do, nodes.Attach):
        for equipment in meant(state, do.what, sight):
            for bearer in meant(state, do.to, sight):
                attach(state, equipment, bearer, sight.player, "VS 708.12", cause)
    elif isinstance(do, nodes.Change):
        _change(state, do, sight, cause)
    elif isinstance(do, nodes.PutCounters):
        _counters(state, do, sight, cause)
    elif isinstance(do, nodes.Points):
        _points(state, do, sight, cause)
    elif isinstance(do, nodes.Draw):
        player = sight.whose(do.player)
        for _ in range(amount(state, do.amount, sight)):
            draw(state, player, "VS 708", (cause,))
    elif isinstance(do, RecoverLater):
        for obj in meant(state, do.what, sight):
            refs = (state.ref(obj),)
            _lasting(state, sight, refs, "turn", (("recover later",),), cause)
    else:
        _own(state, do, sight, cause)


def _own(state: State, do: Does, sight: Sight, cause: int) -> None:
    """The verbs of this game that ask nothing."""
    if isinstance(do, Negate):
        for obj in meant(state, do.what, sight):
            negate(state, obj, cause)
    elif isinstance(do, CopyPowers):
        copy_powers(state, do, sight, cause)
    elif isinstance(do, EndGame):
        end_game(state, do, sight, cause)


@rules("VS 302.9", "VS 302.10", "VS 708.12")
def attach(
    state: State, equipment: int, bearer: int, player: int, rule: str, cause: int
) -> int | None:
    """Attach an equipment if the bearer is legal; otherwise it stays where it is, and why.

    Returns the event of attaching, None if there was none.
    """
    if not is_equipment(face_of(state, equipment)):
        return None
    breaches = breaches_of(may_attach(state, equipment, bearer, player))
    if not breaches:
        event = Happening("attached", rule, (cause,), (equipment, bearer))
        return PERFORMER.happen(state, [event])[0]
    stays = state.event("not attached", rule, (cause,), equipment, bearer)
    tell_reasons(state, breaches, stays)
    return None


def tell_reasons(state: State, breaches: list[Breach], cause: int) -> None:
    """Why something was not done, each reason as an event under its own rule."""
    for breach in breaches:
        state.event(breach.code, breach.rule, (cause,), *breach.values)


def draw(state: State, player: int, rule: str, causes: tuple[int, ...]) -> None:
    """A player draws the top card, if there is one."""
    deck = state.zone(words.DECK, player)
    if deck:
        PERFORMER.happen(state, [Happening("drew", rule, causes, (player, deck[0]))])


def _choose(state: State, do: Choose, sight: Sight, cause: int) -> Doing:
    """Choose an object; a search of a private zone for a described card may fail."""
    private = do.select.zone in _PRIVATE
    if do.player == "chance":
        return (yield from _pick(state, do, sight))
    player = sight.whose(do.player)
    if private:
        _look(state, candidates(state, do.select, sight.player), player, cause)
    found = meant(state, do.select, sight)
    if not found:
        return sight.naming(do.name, ())
    may_fail = do.may or (private and described(do.select))
    kind = "choose card" if private else "choose"
    (picked,) = yield Choice(kind, player, (0 if may_fail else 1, *found))
    refs = () if picked < 0 else (state.ref(picked),)
    return sight.naming(do.name, refs)


def _pick(state: State, do: Choose, sight: Sight) -> Doing:
    """One of the objects, at random: nobody looks through them."""
    found = meant(state, do.select, sight)
    if not found:
        return sight.naming(do.name, ())
    order = yield Choice("random", CHANCE, tuple(found))
    return sight.naming(do.name, (state.ref(order[0]),))


@rules("VS 508")
def described(select: nodes.Select) -> bool:
    """Whether a search is for a described card, so that nobody can demand that it is found."""
    plain = nodes.Select(zone=select.zone, owner=select.owner, controller=select.controller)
    return select != plain


def _look(state: State, found: Iterable[int], player: int, cause: int) -> None:
    """Whoever searches a zone sees the cards in it."""
    unseen = [obj for obj in found if not words.knows(state, player, obj)]
    if unseen:
        state.event("searched", "VS 708", (cause,), player)
        for obj in unseen:
            state.reveal(obj, 1 << player)


def _pay(state: State, do: Pay, sight: Sight) -> Doing:
    """Pay up to so many points."""
    have = state.points.get((sight.player, do.kind), 0)
    paid = 0
    if have > 0:
        (paid,) = yield Choice("pay", sight.player, (min(do.most, have), do.kind))
    if paid:
        event = Happening("paid", "VS 203", (state.answer,), (sight.player, paid, do.kind))
        PERFORMER.happen(state, [event])
    return sight._replace(numbers=(("paid", paid), *sight.numbers))


def _move(
    state: State, do: nodes.Move, sight: Sight, cause: int
) -> Generator[Choice, Option, None]:
    objects = meant(state, do.what, sight)
    if do.to == "in play":
        for obj in objects:
            if do.attached_to is not None:
                for bearer in meant(state, do.attached_to, sight):
                    number = attach(state, obj, bearer, sight.player, "VS 302.9", cause)
                    if number is not None:
                        yield from as_it_enters(state, obj, sight.player, number)
            elif face_of(state, obj).type == words.CHARACTER and not words.in_play(state, obj):
                yield from enter(state, obj, sight.player, "put", "VS 214", cause)
    elif do.to in _TO:
        batch = []
        for obj in objects:
            kind = _TO[do.to]
            if state.where[obj][0] == words.HAND and kind == "put into pile":
                kind = "discarded"
            rule = "VS 217" if kind == "became a resource" else "VS 708"
            at = (do.at or "bottom",) if kind == "put into deck" else ()
            batch.append(Happening(kind, rule, (cause,), (obj, *at)))
        yield from PERFORMER.perform(state, batch)
    else:
        for obj in objects:
            yield from _reposition(state, do.to, obj, cause)


@rules("VS 302.7", "VS 708")
def _reposition(state: State, to: str, obj: int, cause: int) -> Generator[Choice, Option, None]:
    """Move a character to an area or a row; its controller picks the position."""
    here = state.where[obj][0]
    if here not in BOTH_ROWS:
        return
    if to in BOTH_ROWS:
        rows: tuple[str, ...] = BOTH_ROWS[to]
        if here == to:
            return
    else:
        rows = tuple(word for word in BOTH_ROWS[here] if word.endswith(to))
        if words.area_word(state, obj) in rows:
            return
    player = state.controller[obj]
    word, column = yield Choice("position", player, (obj, *rows))
    event = Happening("moved", "VS 708", (cause, state.answer), (obj, word, column))
    PERFORMER.happen(state, [event])


@rules("VS 214", "VS 301.4", "VS 701.22")
def enter(
    state: State, obj: int, player: int, how: str, rule: str, cause: int
) -> Generator[Choice, Option, None]:
    """A character comes into play where its controller likes, as far as its icons allow."""
    concealed = face_of(state, obj).concealed
    rows: tuple[str, ...] = ()
    if concealed != "yes":
        rows += BOTH_ROWS[words.VISIBLE]
    if concealed:
        rows += BOTH_ROWS[words.HIDDEN]
    word, column = yield Choice("position", player, (obj, *rows))
    values = (obj, player, word, column)
    event = Happening("entered play", rule, (cause, state.answer), (*values, how))
    ids = PERFORMER.happen(state, [event])
    yield from as_it_enters(state, obj, player, ids[0])


@rules("VS 214")
def as_it_enters(
    state: State, obj: int, player: int, cause: int
) -> Generator[Choice, Option, None]:
    """Do what the card says that its controller does as it comes into play."""
    for ability in face_of(state, obj).text:
        if isinstance(ability, AsEnters):
            yield from execute(state, ability.do, Sight(obj, player), cause)


@rules("VS 708", "VS 704.4")
def _control(
    state: State, do: nodes.Control, sight: Sight, cause: int
) -> Generator[Choice, Option, None]:
    """A player gains control of characters, which come to the same kind of area."""
    player = sight.whose(do.player)
    for obj in meant(state, do.what, sight):
        if state.controller[obj] == player or not words.in_area(state, obj):
            continue
        rows = BOTH_ROWS[state.where[obj][0]]
        word, column = yield Choice("position", player, (obj, *rows))
        values = (obj, player, word, column)
        event = Happening("gained control", "VS 708", (cause, state.answer), values)
        before = state.controller[obj]
        ids = PERFORMER.happen(state, [event])
        if do.until != "game":
            refs = (state.ref(obj),)
            _lasting(state, sight, refs, do.until, (("control back", before),), ids[0])


def shuffle(state: State, player: int, rule: str, cause: int) -> Generator[Choice, Option, None]:
    """A player's deck is shuffled."""
    order = yield Choice("shuffle", CHANCE, (player,))
    state.event("shuffled", rule, (cause,), player)
    state.arrange((words.DECK, player), order)


@rules("VS 708", "VS 701.12")
def _set_state(
    state: State, do: nodes.SetState, sight: Sight, cause: int
) -> Generator[Choice, Option, None]:
    """Stun, ready, turn down, power up ...: each only what can come into that state."""
    batch = []
    for obj in meant(state, do.what, sight):
        kind = change_of_state(state, obj, do.state, do.on)
        if kind:
            rule = "VS 708.11" if kind == "stunned" else "VS 708"
            batch.append(Happening(kind, rule, (cause,), (obj,)))
    yield from PERFORMER.perform(state, batch)


@rules("VS 511")
def _change(state: State, do: nodes.Change, sight: Sight, cause: int) -> None:
    """A modifier with an end; its numbers are fixed now. Without an attack none lasts for it."""
    if do.until == "attack" and "attack" not in state.turn:
        return
    data: list[tuple[str | int, ...]] = []
    for give in do.gives:
        if isinstance(give, nodes.Get | nodes.Set):
            word = "set" if isinstance(give, nodes.Set) else "get"
            data.append((word, give.value, amount(state, give.amount, sight)))
        elif isinstance(give, nodes.Gain):
            data.extend(("gain", word) for word in give.keywords)
            data.extend(("kind", word) for word in give.kinds)
        elif isinstance(give, nodes.Lose):
            data.extend(("lose", word) for word in give.keywords)
            data.extend(("no longer", word) for word in give.kinds)
        elif isinstance(give, nodes.Forbid):
            data.append(("forbid", give.what))
        elif isinstance(give, Apart):
            data.append(("apart",))
    refs = tuple(state.ref(obj) for obj in meant(state, do.what, sight))
    if refs:
        _lasting(state, sight, refs, do.until, tuple(data), cause)


def _lasting(
    state: State,
    sight: Sight,
    refs: tuple[Ref, ...],
    until: str,
    data: Changes,
    cause: int,
) -> None:
    event = state.event("modified", "VS 511", (cause,), refs[0].id)
    put_effect(state, sight.source, sight.player, refs, until, event, data)


@rules("VS 215")
def _counters(state: State, do: nodes.PutCounters, sight: Sight, cause: int) -> None:
    """Put counters on objects, or take away as many as there are."""
    change = amount(state, do.amount, sight)
    batch = []
    for obj in meant(state, do.what, sight):
        number = max(change, -state.counters.get((obj, do.kind), 0))
        if do.kind == COSMIC and number > 0:
            number = cosmic_room(state, obj)
        if number and words.in_play(state, obj):
            values = (obj, do.kind, number)
            batch.append(Happening("counters", "VS 215", (cause,), values))
    PERFORMER.happen(state, batch)


def _points(state: State, do: nodes.Points, sight: Sight, cause: int) -> None:
    player = sight.whose(do.player)
    change = amount(state, do.amount, sight)
    if not change:
        return
    kind = "lost endurance" if change < 0 else "gained endurance"
    if do.kind == words.POINTS:
        kind = "gained points"
    PERFORMER.happen(state, [Happening(kind, "VS 708", (cause,), (player, abs(change)))])
