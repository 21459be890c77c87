"""The game's own verbs (509, 701, 708): negate, rally, copy, replace, team up, end the game."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel import pile
from cardlaw.kernel.choice import Choice, OneOf, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN, PileItem, Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import text_active
from cardlaw.rulebooks.vs.events import PERFORMER, Changes, put_effect, set_status
from cardlaw.rulebooks.vs.faces import is_equipment
from cardlaw.rulebooks.vs.nodes import CopyPowers, EndGame, Rally, TeamUp
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import Sight, fits, meant

Asking = Generator[Choice, Option, None]

#: how many affiliations a team-up unites
UNITED = 2


@rules("VS 509")
def negate(state: State, obj: int, cause: int) -> None:
    """The newest effect of an object on the chain does nothing; its costs stay paid."""
    for key in reversed(pile.items(state)):
        item = state.pile[key]
        if item.source[0] == obj:
            event = state.event("negated", "VS 509", (cause,), obj)
            pile.take_off(state, key)
            put_away(state, item, event)
            return


@rules("VS 509", "VS 304")
def put_away(state: State, item: PileItem, cause: int) -> None:
    """The card of an effect that is over goes where it belongs."""
    card = item.source[0]
    if not state.is_current(Ref(*item.source)):
        return
    if item.kind == "recruit":
        home = state.options["negated-equipment-recruit"] == "owners-hand"
        home = home and is_equipment(face_of(state, card))
        kind = "returned to hand" if home else "put into pile"
        PERFORMER.happen(state, [Happening(kind, "VS 509", (cause,), (card,))])
    elif item.kind == "plot twist":
        settle(state, card, "VS 509", cause)


@rules("VS 304")
def settle(state: State, card: int, rule: str, cause: int) -> None:
    """A plot twist stays in its row face up, or goes to its owner's pile."""
    if state.where[card][0] == words.RESOURCES:
        state.event("settled", "VS 304", (cause,), card)
        set_status(state, card, off=words.ANNOUNCED)
    else:
        PERFORMER.happen(state, [Happening("put into pile", rule, (cause,), (card,))])


@rules("VS 701")
def rally(state: State, do: Rally, sight: Sight, cause: int) -> bool:
    """Reveal the top card: it goes to the hand if it fits, else under the deck."""
    deck = state.zone(words.DECK, sight.player)
    if not deck:
        return False
    card = deck[0]
    revealed = state.event("revealed", "VS 701", (cause,), card)
    state.reveal(card)
    if fits(state, do.select, card, sight):
        event = state.event("rallied", "VS 701", (revealed,), card)
        PERFORMER.happen(state, [Happening("returned to hand", "VS 701", (event,), (card,))])
        return True
    event = state.event("did not rally", "VS 701", (revealed,), card)
    under = Happening("put into deck", "VS 701", (event,), (card, "bottom"))
    PERFORMER.happen(state, [under])
    return False


@rules("VS 511")
def copy_powers(state: State, do: CopyPowers, sight: Sight, cause: int) -> None:
    """Objects have the powers of others, fixed now, whatever becomes of those."""
    active = [obj for obj in meant(state, do.what, sight) if text_active(state, obj)]
    faces = tuple(dict.fromkeys(state.card[obj] for obj in active))
    for obj in meant(state, do.to, sight):
        if faces:
            event = state.event("copied powers", "VS 511", (cause,), obj)
            data: Changes = (("powers", *faces),)
            refs = (state.ref(obj),)
            put_effect(state, sight.source, sight.player, refs, do.until, event, data)


@rules("VS 512", "VS 217")
def replace_resource(state: State, obj: int, cause: int) -> Asking:
    """KO a resource; if that was done, the top card of the deck comes into the row face down."""
    if state.where[obj][0] != words.RESOURCES:
        return
    player = state.controller[obj]
    gone = Happening("KO'd", "VS 512", (cause,), (obj,))
    ids = yield from PERFORMER.perform(state, [gone])
    deck = state.zone(words.DECK, player)
    if not deck or state.where[obj][0] != words.KOED:
        return
    values = (player, deck[0], len(words.resources(state, player)) + 1)
    put = Happening("put into the resource row", "VS 512", (ids[0],), values)
    PERFORMER.happen(state, [put])


@rules("VS 102")
def end_game(state: State, do: EndGame, sight: Sight, cause: int) -> None:
    """A card says that a player wins or loses, and it is so at once."""
    player = sight.whose(do.player)
    wins = do.result == "win"
    state.event("won the game" if wins else "lost the game", "VS 102", (cause,), player)
    state.put(TURN, "result", (player if wins else 1 - player) + 1)


# -- team-ups ------------------------------------------------------------------------------------


@rules("VS 701", "VS 304")
def unite(state: State, card: int, player: int, cause: int) -> Asking:
    """A team-up that names nobody: its player chooses two affiliations while it is face up."""
    open_ones = [a for a in face_of(state, card).text if isinstance(a, TeamUp) and not a.kinds]
    if not open_ones or state.where[card][0] != words.RESOURCES:
        return
    chosen: tuple[str, ...] = ()
    for _ in range(UNITED):
        choice = Choice("affiliation", player, (card, *chosen))
        if not affiliations(state, choice):
            return
        (kind,) = yield choice
        chosen = (*chosen, kind)
    event = state.event("chose affiliations", "VS 701", (cause, state.answer), card, *chosen)
    data = tuple(("team", kind) for kind in chosen)
    refs = (state.ref(card),)
    put_effect(state, card, player, refs, "face up", event, data)


def affiliations(state: State, choice: Choice) -> list[Option]:
    """The affiliations of the player's cards and of all characters in play."""
    seen = [obj for obj, owner in state.owner.items() if owner == choice.player]
    seen += words.all_characters(state)
    found = {kind for obj in seen for kind in face_of(state, obj).affiliations}
    return [(kind,) for kind in sorted(found) if kind not in choice.args[1:]]


def affiliation_space(state: State, choice: Choice) -> OneOf:
    """The space of the choice "affiliation"."""
    return OneOf(affiliations(state, choice))
