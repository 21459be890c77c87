"""Loyalty (701): whose team a card must share to be recruited, also dual and by revealing."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.kernel.action import Act
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.parts import Naming
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import allied, traits_of

LOYALTY, DUAL, BY_REVEALING = "loyalty", "dual loyalty", "loyalty-reveal"


def teammate(state: State, card: int, player: int) -> int | None:
    """A character of the player that shares an affiliation with a card."""
    mine = words.characters(state, player)
    return next((obj for obj in mine if allied(state, card, obj)), None)


@cites("VS 701", "VS 513")
def loyal(state: State, card: int, player: int) -> Findings:
    """The breach of loyalty: no character of the player shares an affiliation with the card."""
    face = face_of(state, card)
    if face.keyword(DUAL) is not None:
        yield from dually_loyal(state, card, player)
    if face.keyword(LOYALTY) is None:
        return
    obj = teammate(state, card, player)
    if obj is None:
        yield Breach("not-loyal", "VS 701", (card,))
    else:
        yield Ground("loyal", "VS 701", (card, obj))


@cites("VS 701")
def dually_loyal(state: State, card: int, player: int) -> Findings:
    """The breach of dual loyalty: one of the printed affiliations is missing."""
    mine = words.characters(state, player)
    for kind in face_of(state, card).affiliations:
        if not any(kind in traits_of(state, obj).affiliations for obj in mine):
            yield Breach("not-dually-loyal", "VS 701", (card, kind))


def must_reveal(state: State, card: int, player: int) -> bool:
    """Whether only a revealed card can make the recruiting loyal."""
    if face_of(state, card).keyword(BY_REVEALING) is None:
        return False
    return teammate(state, card, player) is None


class Revealed(Naming):
    """The character card that is revealed for its affiliation."""

    name = "reveal"
    rule = "VS 701"
    phrase = "revealing {card}"
    fields: tuple[str, ...] = ("obj:card",)
    public = False

    def domain(self, state: State, act: Act) -> Iterable[Option]:
        mine = state.zone(words.HAND, act.player) + words.resources(state, act.player)
        return [(self.name, obj) for obj in mine if obj != act.first[1]]

    @cites("VS 701")
    def findings(self, state: State, act: Act, answer: Option) -> Findings:
        obj, card = answer[1], act.first[1]
        zones = ((words.HAND, act.player), (words.RESOURCES, act.player))
        if obj == card or state.where[obj] not in zones:
            yield Breach("not-in-hand-or-row", "VS 701", (obj,))
            return
        if face_of(state, obj).type != words.CHARACTER:
            yield Breach("not-a-character-card", "VS 701", (obj,))
        elif not allied(state, card, obj):
            yield Breach("no-shared-affiliation", "VS 701", (obj, card))

    def none_legal(self, state: State, act: Act) -> Breach:
        return Breach("not-loyal", "VS 701", (act.first[1],))


REVEALED = Revealed()
