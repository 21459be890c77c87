"""Effects that only Magic has: mana, countering, phasing, searching, choosing (CR 701, 702.26)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from cardlaw.cards.nodes import Cost, Forbid, Select, Static
from cardlaw.kernel import pile
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, TURN, PileItem
from cardlaw.rulebooks.magic.attach import from_option, may_attach
from cardlaw.rulebooks.magic.board import FIELD, Board, char_of, fits
from cardlaw.rulebooks.magic.casting import cast_now
from cardlaw.rulebooks.magic.costs import STAYS
from cardlaw.rulebooks.magic.effects import (
    DO,
    Course,
    Doing,
    amount_of,
    attaching,
    begin_effect,
    objects,
    perhaps,
    permanents,
    players,
    share_of,
    text_of,
)
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.mana import parse_mana
from cardlaw.rulebooks.magic.moving import enter, found_again, shuffle
from cardlaw.rulebooks.magic.nodes import (
    AddMana,
    Blink,
    ChooseAttach,
    Counter,
    DrawGame,
    GiveProtection,
    LoseGame,
    MayPlay,
    PhaseOut,
    Sacrifice,
    Search,
    TopCards,
    WinGame,
)
from cardlaw.rulebooks.magic.pay import pay_mana
from cardlaw.rulebooks.magic.phasing import phase_out
from cardlaw.rulebooks.magic.producing import add_mana
from cardlaw.rulebooks.magic.special import add_restricted
from cardlaw.rulebooks.magic.state_based import cannot_lose, cannot_win, end_game
from cardlaw.rulebooks.magic.ways import after_stack


@rules("CR 605.3b", "CR 106.6")
def mana(state: State, node: AddMana, doing: Doing) -> Course:
    """Add mana of the player's choice."""
    chosen = node.mana[0]
    (you,) = players(state, node.player, doing)[:1] or (doing.scope.you,)
    if len(node.mana) > 1:
        answer = yield Choice("mana", you, tuple(node.mana))
        chosen = answer[0]
    chosen *= amount_of(state, node.amount, doing)
    if not chosen:
        return
    if node.only is None and not node.only_for:
        add_mana(state, you, chosen, doing.cause, doing.scope.source.id)
        for symbol in chosen if node.stays else "":
            state.add_to(POINTS, (you, f"{symbol}{STAYS}"), 1)
        return
    path = text_of(state, node, doing)
    add_restricted(state, you, chosen, path, doing.cause)


@rules("CR 701.6a", "CR 702.21a", "CR 118.12a")
def counter(state: State, node: Counter, doing: Doing) -> Course:
    """Counter a spell or ability, unless its controller pays."""
    key = doing.scope.amount if node.what.who == "by" else spell_key(state, node.what, doing)
    if key not in state.pile:
        return
    item = state.pile[key]
    if not may_be_countered(state, item):
        happen(state, "stayed on the stack", "CR 101.2", doing.cause, item.source.id)
        return
    if node.unless or node.price is not None:
        paid = yield from pays_for(state, item.player, node, doing)
        if paid:
            return
    kind = "countered" if item.kind == "spell" else "removed from stack"
    kind, rule = after_stack(state, item, resolved=False) or (kind, "CR 701.6a")
    happen(state, kind, rule, doing.cause, item.source.id)
    pile.take_off(state, key)


@rules("CR 101.2", "CR 701.6a")
def may_be_countered(state: State, item: PileItem) -> bool:
    """Whether no text says that a spell can't be countered."""
    obj = item.source.id
    if item.kind != "spell":
        return True
    board: Board = state.board()
    if board.about("forbid be countered", obj):
        return False
    nodes = [skill.node for skill in printed(state, obj).own_skills]
    return not any(
        isinstance(part, Forbid) and part.what == "be countered" and node.affects.who == "self"
        for node in nodes
        if isinstance(node, Static)
        for part in node.gives
    )


@rules("CR 118.12a")
def pays_for(
    state: State, player: int, node: Counter, doing: Doing
) -> Generator[Choice, Option, bool]:
    """Let a player pay what stops a counter: mana, life, a discard, a sacrifice."""
    if node.price is not None:
        return (yield from pay_price(state, player, node.price, doing))
    if node.unless.endswith(" life"):
        life = int(node.unless.split(" ", maxsplit=1)[0])
        return (yield from pay_points(state, player, "life", life, "CR 118.12a", doing))
    return (yield from pay_or_not(state, player, node.unless, doing))


@rules("CR 118.12a", "CR 119.4")
def pay_points(
    state: State, player: int, kind: str, number: int, rule: str, doing: Doing
) -> Generator[Choice, Option, bool]:
    """Let a player pay life or energy, if there is that much."""
    if state.points.get((player, kind), 0) < number:
        return False
    answer = yield Choice("may", player, (doing.scope.source.id,))
    if answer != ("yes",):
        return False
    happen(state, f"paid {kind}", rule, (state.answer,), player, number)
    return True


@rules("CR 118.12a", "CR 701.9a", "CR 701.21a")
def pay_price(
    state: State, player: int, price: Cost, doing: Doing
) -> Generator[Choice, Option, bool]:
    """Let a player discard a card or sacrifice a permanent to stop an effect."""
    board: Board = state.board()
    select = price.discard or price.sacrifice or Select()
    pool = board.players[player] if price.discard is None else state.zone("hand", player)
    fitting = tuple(obj for obj in pool if fits(state, board, select, obj, doing.scope))
    if not fitting:
        return False
    answer = yield Choice("may", player, (doing.scope.source.id,))
    if answer != ("yes",):
        return False
    if price.discard is None:
        answer = yield Choice("pick", player, (fitting,))
        paid = Happening("sacrificed", "CR 701.21a", (state.answer,), (answer[0],))
    else:
        answer = yield Choice("pick card", player, (fitting,))
        paid = Happening("discarded", "CR 701.9a", (state.answer,), (answer[0],))
    yield from PERFORMER.perform(state, [paid])
    return True


def spell_key(state: State, select: Select, doing: Doing) -> int:
    """The key on the stack of the spell that is meant."""
    for obj in objects(state, select, doing):
        for key in pile.items(state):
            if state.pile[key].kind == "spell" and state.pile[key].source.id == obj:
                return key
    return -1


@rules("CR 118.12a")
def pay_or_not(
    state: State, player: int, cost: str, doing: Doing
) -> Generator[Choice, Option, bool]:
    """Let a player pay mana to stop an effect."""
    answer = yield Choice("unless", player, (cost,))
    if answer[0] != "pay":
        return False
    yield from pay_mana(state, player, parse_mana(cost), answer[1:], (state.answer,))
    return True


@rules("CR 702.26b", "CR 702.26d")
def phases_out(state: State, node: PhaseOut, doing: Doing) -> Course:
    """Permanents phase out."""
    phase_out(state, permanents(state, node.what, doing), "CR 702.26b", doing.cause)
    yield from ()


@rules("CR 701.21a")
def sacrifice(state: State, node: Sacrifice, doing: Doing) -> Course:
    """The player sacrifices permanents that they control."""
    whose = players(state, node.player, doing)
    batch = [
        Happening("sacrificed", "CR 701.21a", doing.cause, (obj,))
        for obj in permanents(state, node.what, doing)
        if char_of(state, obj).controller in whose
    ]
    yield from PERFORMER.perform(state, batch)


@rules("CR 701.13a", "CR 400.7")
def blink(state: State, node: Blink, doing: Doing) -> Course:
    """Exile, then return as a new object."""
    for obj in permanents(state, node.what, doing):
        happen(state, "exiled", "CR 701.13a", doing.cause, obj)
        yield from enter(state, obj, state.owner[obj], doing)


@rules("CR 702.16a", "CR 608.2d")
def give_protection(state: State, node: GiveProtection, doing: Doing) -> Course:
    """Protection from a colour of the player's choice."""
    affected = permanents(state, node.what, doing)
    if not affected:
        return
    answer = yield Choice("color", doing.scope.you, tuple(node.colors))
    begin_effect(state, node, affected, doing, doing.scope.you, ((), answer[0]))


@rules("CR 701.23a", "CR 701.24a")
def search(state: State, node: Search, doing: Doing) -> Course:
    """Players search their libraries, put what is found where the text says, shuffle."""
    for player in players(state, node.player, doing):
        if node.may:
            answer = yield Choice("may", player, (doing.scope.source.id,))
            if answer != ("yes",):
                continue
        yield from search_library(state, node, player, doing)


def search_library(state: State, node: Search, player: int, doing: Doing) -> Course:
    """One player searches."""
    board: Board = state.board()
    library = state.zone("library", player)
    fitting = tuple(o for o in library if fits(state, board, node.what, o, doing.scope))
    if node.unlike is not None:
        names = {char_of(state, o).name for o in objects(state, node.unlike, doing)}
        fitting = tuple(o for o in fitting if char_of(state, o).name not in names)
    happen(state, "searched", "CR 701.23a", doing.cause, player)
    for obj in library:
        state.reveal(obj, 1 << player)
    answer = yield Choice("find", player, (fitting,))
    if answer:
        yield from put_found(state, node, answer[0], player, doing)
    yield from shuffle(state, player, doing)


def put_found(state: State, node: Search, obj: int, player: int, doing: Doing) -> Course:
    """Put a found card into the hand or onto the battlefield."""
    if node.to == "hand":
        happen(state, "put into hand", "CR 701.23a", doing.cause, obj)
        return
    if node.to == "cast":
        yield from cast_now(state, obj, player, doing)
        return
    entered = yield from enter(state, obj, player, doing, node.attached_to, tapped=node.tapped)
    if entered and node.then_attach is not None:
        yield from attach_to_choice(state, obj, objects(state, node.then_attach, doing), doing)


@rules("CR 608.2d", "CR 701.3b")
def attach_to_choice(state: State, obj: int, hosts: list[int], doing: Doing) -> Course:
    """Attach an object to one of some objects, of those that it can be attached to."""
    legal = tuple(h for h in hosts if not breached(may_attach(state, obj, h)))
    if legal:
        answer = yield Choice("pick bearer", doing.scope.you, (obj, legal))
        PERFORMER.happen(state, attaching(state, obj, from_option(*answer[:2]), doing))


@rules("CR 608.2d")
def choose_attach(state: State, node: ChooseAttach, doing: Doing) -> Course:
    """You may attach one of your objects to one of some objects."""
    things = [o for o in objects(state, node.what, doing) if state.where[o] == FIELD]
    hosts = objects(state, node.to, doing)
    pairs = [o for o in things if any(not breached(may_attach(state, o, h)) for h in hosts)]
    if not pairs or not (yield from perhaps(state, doing, node.may)):
        return
    answer = yield Choice("pick", doing.scope.you, (tuple(pairs),))
    yield from attach_to_choice(state, answer[0], hosts, doing)


@rules("CR 104.3e")
def lose_game(state: State, node: LoseGame, doing: Doing) -> Course:
    """Players lose the game at once."""
    events = [
        Happening("lost the game", "CR 104.3e", doing.cause, (player,))
        for player in players(state, node.player, doing)
        if not cannot_lose(state, player)
    ]
    end_game(state, tuple(PERFORMER.happen(state, events)))
    yield from ()


@rules("CR 104.2b", "CR 104.3f")
def win_game(state: State, node: WinGame, doing: Doing) -> Course:
    """A player wins the game, unless that player has lost it at the same time."""
    for player in players(state, node.player, doing)[:1]:
        if "result" not in state.turn and not cannot_win(state, player):
            happen(state, "won the game", "CR 104.2b", doing.cause, player)
            state.put(TURN, "result", player + 1)
    yield from ()


@rules("CR 104.4c")
def draw_game(state: State, node: DrawGame, doing: Doing) -> Course:
    """The game is a draw."""
    happen(state, "game drawn", "CR 104.4c", doing.cause)
    state.put(TURN, "result", 3)
    yield from ()


@rules("CR 701.17a", "CR 701.13a", "CR 608.2c")
def top_cards(state: State, node: TopCards, doing: Doing) -> Course:
    """Put cards from the top of libraries elsewhere, as many as there are."""
    kind, rule = {
        "exile": ("exiled", "CR 701.13a"),
        "graveyard": ("milled", "CR 701.17a"),
        "hand": ("put into hand", "CR 608.2c"),
    }[node.to]
    cards = [
        obj
        for player in players(state, node.player, doing)
        for obj in state.zone("library", player)[: share_of(state, node.amount, player, doing)]
    ]
    yield from PERFORMER.perform(
        state, [Happening(kind, rule, doing.cause, (obj,)) for obj in cards]
    )
    doing.scope.named["moved"] = [state.ref(obj) for obj in cards]


@rules("CR 601.3", "CR 611.2a")
def may_play(state: State, node: MayPlay, doing: Doing) -> Course:
    """A player may play some cards from where they are."""
    cards = found_again(state, node.what, doing)
    if cards:
        begin_effect(state, node, cards, doing, doing.scope.you, ())
    yield from ()


VERBS: dict[type, Callable[..., Course]] = {
    AddMana: mana,
    Counter: counter,
    PhaseOut: phases_out,
    Sacrifice: sacrifice,
    Blink: blink,
    GiveProtection: give_protection,
    Search: search,
    ChooseAttach: choose_attach,
    LoseGame: lose_game,
    WinGame: win_game,
    DrawGame: draw_game,
    TopCards: top_cards,
    MayPlay: may_play,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
