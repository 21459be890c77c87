"""Putting cards onto the battlefield face down, turning them over (CR 701.40, 701.58, 708)."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.effects import DO, Course, Doing, amount_of, permanents, players
from cardlaw.rulebooks.magic.events import PERFORMER, happen
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.face_down import HOW_RULES, is_down, turn_back, turn_down
from cardlaw.rulebooks.magic.instructions import (
    Manifest,
    ManifestDread,
    TurnFaceDown,
    TurnFaceUp,
)
from cardlaw.rulebooks.magic.keyword_actions import choose_exactly
from cardlaw.rulebooks.magic.known import reveal
from cardlaw.rulebooks.magic.moving import enter_together, entering, found_again
from cardlaw.rulebooks.magic.scrying import look_at

#: what instructions that follow call the permanents
MANIFESTED = "manifested"


@rules("CR 701.40a", "CR 701.40e", "CR 701.58a")
def manifest(state: State, node: Manifest, doing: Doing) -> Course:
    """Cards enter the battlefield face down, one at a time."""
    refs: list[Ref] = []
    if node.what is not None:
        for obj in found_again(state, node.what, doing):
            yield from put_face_down(state, obj, node.how, doing.scope.you, doing, refs)
        doing.scope.named[MANIFESTED] = refs
        return
    amount = amount_of(state, node.amount, doing)
    for player in players(state, node.player, doing):
        for _ in range(amount):
            for obj in state.zone("library", player)[:1]:
                yield from put_face_down(state, obj, node.how, player, doing, refs)
    doing.scope.named[MANIFESTED] = refs


@rules("CR 701.62a", "CR 701.62b")
def manifest_dread(state: State, node: ManifestDread, doing: Doing) -> Course:
    """One of the top two cards is manifested, the other goes to the graveyard."""
    player = doing.scope.you
    cards = look_at(state, player, 2, "CR 701.62a", doing.cause)
    chosen = yield from choose_exactly(player, cards, 1, "pick card")
    refs: list[Ref] = []
    for obj in chosen:
        yield from put_face_down(state, obj, "manifest", player, doing, refs)
    batch = [
        Happening("put into graveyard", "CR 701.62a", doing.cause, (obj,))
        for obj in cards
        if obj not in chosen
    ]
    yield from PERFORMER.perform(state, batch)
    happen(state, "manifested dread", "CR 701.62b", doing.cause, player)
    doing.scope.named[MANIFESTED] = refs


@rules("CR 708.3", "CR 614.12")
def put_face_down(
    state: State, obj: int, how: str, player: int, doing: Doing, refs: list[Ref]
) -> Course:
    """A card is turned face down and enters so; what it has become joins ``refs``."""
    state.event("turned face down", HOW_RULES[how], doing.cause, obj)
    turn_down(state, obj, how)
    event = yield from entering(state, obj, player, doing, None)
    if event is None:
        turn_back(state, obj)
        return
    enter_together(state, [event._replace(rule="CR 708.3")])
    refs.append(state.ref(obj))


@rules("CR 708.8", "CR 701.40g")
def turn_face_up(state: State, node: TurnFaceUp, doing: Doing) -> Course:
    """Face-down permanents are turned face up; an instant or sorcery is shown and stays."""
    batch = []
    for obj in permanents(state, node.what, doing):
        if not is_down(state, obj):
            continue
        card: Face = state.faces[state.card[obj]]
        if card.is_permanent:
            batch.append(Happening("turned face up", "CR 708.8", doing.cause, (obj,)))
        else:
            reveal(state, obj, doing.cause, "CR 701.40g")
    PERFORMER.happen(state, batch)
    yield from ()


@rules("CR 708.2a", "CR 708.2b")
def turn_face_down(state: State, node: TurnFaceDown, doing: Doing) -> Course:
    """Face-up permanents are turned face down; nothing happens to those that are."""
    PERFORMER.happen(
        state,
        [
            Happening("turned over", "CR 708.2a", doing.cause, (obj,))
            for obj in permanents(state, node.what, doing)
            if not is_down(state, obj)
        ],
    )
    yield from ()


VERBS: dict[type, Callable[..., Course]] = {
    Manifest: manifest,
    ManifestDread: manifest_dread,
    TurnFaceUp: turn_face_up,
    TurnFaceDown: turn_face_down,
}


def register() -> None:
    """Add these effects to those that a text can do."""
    DO.update(VERBS)
