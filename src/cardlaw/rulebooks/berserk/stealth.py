"""Stealth (the glossary): which cards may lie face down in battle, and turning them up at will."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.law import Breach, Findings, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.field import row
from cardlaw.rulebooks.berserk.happen import REVEALED, happen
from cardlaw.rulebooks.berserk.sharing import do_something_else
from cardlaw.rulebooks.berserk.squad import face_of
from cardlaw.rulebooks.berserk.stack import own, slow
from cardlaw.rulebooks.berserk.words import COMPANIONS, EQUIPMENT, is_hidden, side

STEALTH = "stealth"
#: until when stealth keeps a card face down, by the option
AT_WILL, FIRST_TURN = "until-turned-up", "first-turn"
#: when its player may turn it up, by the option
WITH_PRIORITY, MAIN_PHASE = "with-priority", "own-main-phase"


def has_stealth(face: BerserkFace) -> bool:
    """Whether a printed card has stealth; what lies face down can acquire nothing."""
    return STEALTH in face.sheet.char.keywords


def is_bound(face: BerserkFace) -> bool:
    """Whether a card must be turned up because it is given to a bearer or host."""
    return face.type == EQUIPMENT or face.subtype in COMPANIONS


def in_third_row(state: State, obj: int) -> bool:
    """Whether a card stands in the third row of the second player, who controls it."""
    place = state.place.get(obj)
    return place is not None and row(place[0]) == 3 and side(state, state.controller[obj]) == 1


@rules("BE09 306.2a")
def may_stay_hidden(state: State, obj: int, face: BerserkFace) -> bool:
    """Whether a card, if it has this face, may lie face down once both squads are revealed."""
    if is_bound(face):
        return False
    first_turn = state.turn.get("turn", 0) <= 1
    if first_turn and in_third_row(state, obj):
        return True
    return has_stealth(face) and (first_turn or state.options[STEALTH] == AT_WILL)


@rules("BE09 306.2a")
def outlasts_first_turn(state: State, obj: int) -> bool:
    """Whether a card that lies face down stays so when the first turn ends."""
    return has_stealth(face_of(state, obj)) and state.options[STEALTH] == AT_WILL


def stealthy(state: State, player: int) -> list[int]:
    """A player's cards that lie face down and may be turned up at will."""
    if not state.board().hidden[player]:
        return []
    squad = state.board().squads[player]
    return [obj for obj in squad if is_hidden(state, obj) and has_stealth(face_of(state, obj))]


@rules("BE09 415.5")
def may_show_itself(state: State, player: int, obj: int) -> Findings:
    """The breaches of turning up a card at will in battle."""
    found = list(own(state, player, obj))
    if found:
        yield from found
    elif not is_hidden(state, obj) or not has_stealth(face_of(state, obj)):
        yield Breach("not-at-will", "BE09 415.5", (obj,))
    elif state.options["turning-up"] == MAIN_PHASE:
        yield from slow(state, player, "BE09 415.5", "BE09 415.5")


@rules("BE09 415.5")
def show_itself(state: State, player: int, obj: int, cause: int) -> None:
    """Turn a card up at will: nothing goes on the stack, its player keeps priority."""
    event = happen(state, REVEALED, "BE09 415.5", (cause,), obj)
    pile.give_priority(state, player)
    if state.board().shared:
        do_something_else(state, player, -1, event)
