"""Moving objects, entering the battlefield, tokens (CR 110, 111, 301.5e, 303.4f to 303.4i, 400)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.cards.nodes import Move, Select, Token
from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import ORDER, USED
from cardlaw.rulebooks.magic.attach import (
    from_option,
    has_reconfigure,
    kind_of_attachment,
    may_attach,
)
from cardlaw.rulebooks.magic.board import FIELD, GONE, NOWHERE, Board, Scope, char_of
from cardlaw.rulebooks.magic.copiable import enter_as_copy, no_copy
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    objects,
    players,
    text_of,
)
from cardlaw.rulebooks.magic.entering import as_it_enters, as_it_will_be, put_so
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import skill_at
from cardlaw.rulebooks.magic.granter import GRANTER
from cardlaw.rulebooks.magic.instructions import EnchantAnew
from cardlaw.rulebooks.magic.joining import put_attacking
from cardlaw.rulebooks.magic.reanimating import ANEW, Anew, note_returned, note_row
from cardlaw.rulebooks.magic.tokens import token_name
from cardlaw.rulebooks.magic.whose import is_whose
from cardlaw.rulebooks.magic.would import Group, watches

MOVES = {
    "hand": ("returned to hand", "CR 608.2c"),
    "graveyard": ("put into graveyard", "CR 608.2c"),
    "exile": ("exiled", "CR 701.13a"),
    "library": ("put into library", "CR 608.2c"),
}


@rules("CR 400.7f")
def aura_again(state: State, scope: Scope) -> list[int]:
    """The card that an Aura became when the permanent that it enchanted left the battlefield."""
    ref = scope.source
    last = state.last.get(ref)
    if last is None or "Aura" not in last[6] or scope.known_bearer not in scope.named.get("it", ()):
        return []
    became = state.where[ref.id][0] == "graveyard" and state.born[ref.id] - ref.born == 1
    return [ref.id] if became else []


@rules("CR 400.7j")
def paid_away(state: State, scope: Scope) -> list[int]:
    """The card that the source of an ability became by the cost of that ability."""
    ref = scope.source
    if len(scope.path) < 2 or state.is_current(ref) or state.born[ref.id] - ref.born != 1:
        return []
    skill = skill_at(state, scope.path)
    gone = any(
        toll.what.who == "self" and toll.do in ("exile", "sacrifice") for toll in skill.tolls
    )
    public = state.where[ref.id][0] in ("exile", "graveyard")
    return [ref.id] if gone and public else []


@rules("CR 400.7", "CR 400.7j")
def found_again(state: State, select: Select, doing: Doing) -> list[int]:
    """The objects of an event, or of an earlier part of the text, where they have gone."""
    if select == Select(who="self"):
        found = aura_again(state, doing.scope) or paid_away(state, doing.scope)
        return found or objects(state, select, doing)
    if select.who == GRANTER:
        return objects(state, select, doing)
    if select.who not in doing.scope.named or select != Select(who=select.who):
        return objects(state, select, doing)
    return [
        ref.id
        for ref in doing.scope.named.get(select.who, ())
        if ref.id > 0
        and (state.is_current(ref) or ref in state.last and state.born[ref.id] - ref.born == 1)
    ]


@rules("CR 400.7", "CR 400.7j", "CR 608.2c")
def move(state: State, node: Move, doing: Doing) -> Course:
    """Move objects to another zone."""
    things = found_again(state, node.what, doing)
    for select in node.also:
        things += [obj for obj in found_again(state, select, doing) if obj not in things]
    if node.to == "battlefield":
        events = []
        amount = amount_of(state, node.amount, doing)
        for obj in things:
            put_so(state, obj, node.tapped, node.counters, amount)
            under = doing.scope.you if node.under == "you" else state.owner[obj]
            yield from put_attacking(state, obj, under, node.attacking, doing.scope)
            event = yield from entering(state, obj, under, doing, node.attached_to)
            events += [event] if event is not None else []
        enter_together(state, events)
        name_anew(state, node.what, events, doing)
        return
    if node.to == "library" and node.at == "random bottom":
        yield from bottom_at_random(state, things, doing)
        return
    kind, rule = MOVES[node.to]
    if node.what == Select(who="self") and not state.is_current(doing.scope.source):
        rule = "CR 400.7f"
    if node.to == "library" and node.at in ("top", "shuffled"):
        kind = "put on top of library"
    yield from PERFORMER.perform(
        state, [Happening(kind, rule, doing.cause, (obj,)) for obj in things]
    )
    follow(state, node.what, doing)
    if node.at == "shuffled":
        for player in dict.fromkeys(state.owner[obj] for obj in things):
            yield from shuffle(state, player, doing)


@rules("CR 702.5a")
def enchant_anew(state: State, node: EnchantAnew, doing: Doing) -> Course:
    """An Aura enchants something else from now on, if it is still there."""
    source = doing.scope.source
    if state.is_current(source) and state.where[source.id] == FIELD:
        text = text_of(state, node, doing)
        state.event("enchants anew", "CR 702.5a", doing.cause, source.id)
        note_row(state, Anew(source.id, source.born, *text))
    yield from ()


@rules("CR 400.7j")
def follow(state: State, select: Select, doing: Doing) -> None:
    """A card that a text has moved from where it was no permanent is what it still speaks of."""
    named = doing.scope.named
    if select.who in named:
        named[select.who] = [
            state.ref(ref.id)
            if ref.id > 0 and ref not in state.last and state.born[ref.id] - ref.born == 1
            else ref
            for ref in named[select.who]
        ]


@rules("CR 400.7j")
def name_anew(state: State, select: Select, events: list[Happening], doing: Doing) -> None:
    """What a text has put onto the battlefield is what its later parts call so."""
    scope = doing.scope
    scope.named["moved"] = [state.ref(event.values[0]) for event in events]
    if state.lists.get(ANEW):
        for event in events:
            note_returned(state, scope.source, event.values[0])
    if select.who in scope.named:
        scope.named[select.who] = scope.named["moved"]


@rules("CR 701.24a")
def shuffle(state: State, player: int, doing: Doing) -> Course:
    """A player shuffles their library."""
    order = yield Choice("shuffle", CHANCE, (player,))
    state.event("shuffled", "CR 701.24a", doing.cause, player)
    state.arrange(("library", player), order)


@rules("CR 608.2c")
def bottom_at_random(state: State, things: list[int], doing: Doing) -> Course:
    """Put cards of a library on its bottom in a random order: nobody knows which is which."""
    player = doing.scope.you
    library = state.zone("library", player)
    cards = tuple(obj for obj in library if obj in things)
    if not cards:
        return
    order = yield Choice("bottom order", CHANCE, (cards,))
    state.event("put on the bottom", "CR 608.2c", doing.cause, player, len(cards))
    state.put(ORDER, ("library", player), (*(o for o in library if o not in cards), *order))
    for obj in order:
        state.forget(obj)


def enter(
    state: State,
    obj: int,
    player: int,
    doing: Doing,
    to: Select | None = None,
    *,
    tapped: bool = False,
) -> Generator[Choice, Option, bool]:
    """Put an object onto the battlefield, perhaps attached or tapped. Whether it entered."""
    event = yield from entering(state, obj, player, doing, to)
    if event is None:
        return False
    if tapped:
        state.put(USED, ("enters tapped", obj), 1)
    enter_together(state, [event])
    return True


@rules("CR 603.6a")
def enter_together(state: State, events: list[Happening]) -> None:
    """Objects enter the battlefield at the same time, together with what else happens then."""
    for number, event in zip(PERFORMER.happen(state, events), events, strict=True):
        if event.kind != "entered":
            continue
        obj, _, host = event.values
        if host:
            note_attached(state, obj, host, number)


@rules("CR 301.5e", "CR 303.4f", "CR 303.4g", "CR 303.4h", "CR 303.4i", "CR 400.4a")
def entering(
    state: State, obj: int, player: int, doing: Doing, to: Select | None
) -> Generator[Choice, Option, Happening | None]:
    """The event of an object entering, with what it enters attached to; None if it can't enter."""
    yield from enter_as_copy(state, obj, player)
    char = char_of(state, obj)
    if not char.face.is_permanent:
        return None
    aura = "Aura" in char.subtypes
    host, rule = GONE, "CR 608.2c"
    if to is not None:
        rule = "CR 303.4" if aura else "CR 301.5e"
        host = yield from entering_host(state, obj, player, doing, to)
        gear = host and kind_of_attachment(char)
        ahead = as_it_will_be(state, obj, player) if gear else char
        if gear and "creature" in ahead.types and not has_reconfigure(ahead):
            kind = "stayed" if aura else "entering unattached"
            happen(state, kind, "CR 614.12", doing.cause, obj, host)
            host = GONE
        elif host and breached(may_attach(state, obj, host)):
            why = {"Aura": "CR 303.4i", "": "CR 303.4h"}.get(kind_of_attachment(char), "CR 301.5e")
            kind = "stayed" if aura else "entering unattached"
            happen(state, kind, why, doing.cause, obj, host)
            host = GONE
        elif aura and not host:
            happen(state, "could not enter", "CR 303.4i", doing.cause, obj)
    elif aura:
        rule = "CR 303.4f"
        host = yield from aura_host(state, obj, player)
        if not host:
            happen(state, "could not enter", "CR 303.4g", doing.cause, obj)
    if aura and not host:
        if state.lists.get("copies"):
            no_copy(state, obj)
        return None
    yield from as_it_enters(state, obj, player, doing.cause[0])
    return Happening("entered", rule, doing.cause, (obj, player, host))


@rules("CR 303.4", "CR 301.5a", "CR 301.6")
def note_attached(state: State, obj: int, host: int, cause: int) -> None:
    """Note what entered attached to what, as an Aura or as another attachment."""
    kind = kind_of_attachment(char_of(state, obj))
    if kind == "Aura":
        happen(state, "enchanted", "CR 303.4", (cause,), obj, host)
    else:
        rule = "CR 301.6" if kind == "Fortification" else "CR 301.5a"
        happen(state, "equipped", rule, (cause,), obj, host)


@rules("CR 608.2d", "CR 301.5e", "CR 303.4f")
def entering_host(
    state: State, obj: int, player: int, doing: Doing, to: Select
) -> Generator[Choice, Option, int]:
    """What an object enters attached to; its player picks where the text means several."""
    hosts = objects(state, to, doing)
    if to.who == "player":
        you, word = doing.scope.you, to.controller or "each"
        hosts = [-1 - p for p in (you, 1 - you) if is_whose(state, word, p, doing.scope)]
    legal = hosts
    if len(hosts) > 1:
        legal = [h for h in hosts if not breached(may_attach(state, obj, h))]
    if len(legal) > 1 and to.who in ("", "each", "other"):
        answer = yield Choice("pick bearer", player, (obj, tuple(legal)))
        return from_option(answer[0], answer[1])
    return (legal or hosts or [GONE])[0]


@rules("CR 303.4f")
def aura_host(state: State, obj: int, player: int) -> Generator[Choice, Option, int]:
    """What an Aura that wasn't cast enchants: its player's choice."""
    board: Board = state.board()
    cards = [card for p in (0, 1) for card in state.zone("graveyard", p)]
    hosts = [h for h in (*board.field, -1, -2, *cards) if not breached(may_attach(state, obj, h))]
    if not hosts:
        return GONE
    answer = yield Choice("pick host", player, (obj, tuple(hosts)))
    return from_option(answer[0], answer[1])


@rules("CR 701.7a", "CR 111.2", "CR 111.3", "CR 111.4", "CR 301.5e", "CR 303.4g")
def token(state: State, node: Token, doing: Doing) -> Course:
    """Create tokens."""
    events: list[Happening] = []
    for player in players(state, node.player, doing):
        wanted = [(one, amount_of(state, one.amount, doing)) for one in (node, *node.also)]
        if watches(state, "create tokens"):
            wanted = yield from other_tokens(state, wanted, player, doing)
        for one, amount in wanted:
            events += yield from tokens_of(state, one, player, amount, doing)
    enter_together(state, events)
    doing.scope.named["created"] = [state.ref(event.values[0]) for event in events]


@rules("CR 614.1a", "CR 111.2", "CR 616.1")
def other_tokens(
    state: State, wanted: list[tuple[Token, int]], player: int, doing: Doing
) -> Generator[Choice, Option, list[tuple[Token, int]]]:
    """The tokens that are created after all effects that replace their creation."""
    hosts = [one.attached_to for one, _ in wanted]
    groups = tuple(
        (token_number(state, one), amount if to is None else len(objects(state, to, doing)), place)
        for place, ((one, amount), to) in enumerate(zip(wanted, hosts, strict=True))
    )
    left = yield from replaced_tokens(state, player, groups, doing)
    return [
        (wanted[place][0] if place >= 0 else Token(face=state.faces[face].name), amount)
        for face, amount, place in left
    ]


def replaced_tokens(
    state: State, player: int, groups: tuple[Group, ...], doing: Doing
) -> Generator[Choice, Option, tuple[Group, ...]]:
    """Groups of tokens as replacement effects leave them."""
    event = Happening("would create", "CR 701.7a", doing.cause, (player, groups))
    left = yield from PERFORMER.settle(state, [event])
    return tuple(group for event in left for group in event.values[1])


def token_number(state: State, node: Token) -> int:
    """The number of the face of a token that a text describes."""
    name = token_name(node)
    return next(n for n, face in enumerate(state.faces) if face.name == name and face.token)


def tokens_of(
    state: State, node: Token, player: int, amount: int, doing: Doing
) -> Generator[Choice, Option, list[Happening]]:
    """The events of one player's tokens entering."""
    index = token_number(state, node)
    to = Select(who="host") if node.attached_to is not None else None
    hosts = objects(state, node.attached_to, doing) if node.attached_to is not None else []
    events: list[Happening] = []
    for number in range(amount if to is None else len(hosts)):
        obj = state.create(index, player, NOWHERE)
        onto = hosts[number : number + 1] if to is not None else [*state.board().field, -1, -2]
        if not can_be_created(state, obj, onto):
            happen(state, "ceased to exist", "CR 303.4g", doing.cause, obj)
            continue
        doing.scope.named["host"] = [state.ref(host) for host in onto] if to is not None else []
        state.event("token created", "CR 701.7a", doing.cause, player)
        put_so(state, obj, node.tapped, "", 0)
        yield from put_attacking(state, obj, player, node.attacking, doing.scope)
        event = yield from entering(state, obj, player, doing, to)
        events += [event] if event is not None else []
    return events


@rules("CR 303.4g", "CR 303.4i")
def can_be_created(state: State, obj: int, hosts: list[int]) -> bool:
    """Whether a token can enter: an Aura only if there is something for it to enchant."""
    if "Aura" not in char_of(state, obj).subtypes:
        return True
    return any(not breached(may_attach(state, obj, host)) for host in hosts)


ENTERING: dict[type, Callable[..., Course]] = {
    Move: move,
    Token: token,
    EnchantAnew: enchant_anew,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(ENTERING)
