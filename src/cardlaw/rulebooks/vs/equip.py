"""Equipment (302): what it may be attached to."""

from __future__ import annotations

import msgspec

from cardlaw.kernel.law import Breach, Findings, Ground, breached, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import board_of, text_active
from cardlaw.rulebooks.vs.faces import Face
from cardlaw.rulebooks.vs.powers import face_of
from cardlaw.rulebooks.vs.select import Sight, fits, traits_of


def restrictions_active(state: State, equipment: int) -> bool:
    """Whether the equipment's own restrictions are there: not on a stunned bearer."""
    if state.where[equipment][0] != words.EQUIPMENT:
        return True
    return text_active(state, equipment)


def only_opposing(state: State, equipment: int) -> bool:
    """Whether the equipment equips opposing characters only."""
    selects = face_of(state, equipment).equips_only
    return restrictions_active(state, equipment) and any(
        select.controller == "opponent" for select in selects
    )


@rules("VS 302.3a", "VS 302.3b", "VS 513.3c", "VS 701.17", "VS 701.18", "VS 701.22b", "VS 708.12b")
def may_attach(state: State, equipment: int, bearer: int, player: int) -> Findings:
    """Every breach of attaching an equipment to an object by an effect of ``player``."""
    if not words.in_area(state, bearer):
        yield Breach("bearer-not-a-character", "VS 302.3a", (bearer,))
        return
    face = face_of(state, equipment)
    if words.has(state, bearer, words.STUNNED):
        yield Breach("bearer-stunned", "VS 302.3a", (bearer,))
    if state.where[bearer][0] == words.HIDDEN:
        if face.concealed:
            yield Ground("concealed-equipment", "VS 701.22b", (equipment,))
        else:
            yield Breach("bearer-hidden", "VS 302.3a", (bearer,))
    yield from has_room(state, equipment, face, bearer)
    yield from restricted(state, equipment, face, bearer, player)
    yield from controlled(state, equipment, bearer, player)


@rules("VS 302.3a", "VS 302.3b")
def has_room(state: State, equipment: int, face: Face, bearer: int) -> Findings:
    """The breach of a bearer that has its number of equipment already."""
    if state.host.get(equipment) == bearer:
        yield Breach("bearer-unchanged", "VS 708.12", (equipment, bearer))
        return
    traits = traits_of(state, bearer)
    worn = board_of(state).worn.get(bearer, ())
    if len(worn) < traits.room:
        return
    sight = Sight(bearer, state.controller[bearer])
    for select in traits.room_for:
        anywhere = msgspec.structs.replace(select, zone="", controller="")
        if any(kind in face.printed.kinds for kind in anywhere.kinds) or (
            not anywhere.kinds and fits(state, anywhere, equipment, sight)
        ):
            yield Ground("room-for-its-kind", "VS 302.3b", (bearer, equipment))
            return
    yield Breach("bearer-full", "VS 302.3b", (bearer, traits.room, worn[-1]))


@rules("VS 302.3a", "VS 513.3c")
def restricted(state: State, equipment: int, face: Face, bearer: int, player: int) -> Findings:
    """The breaches of the equipment's own restrictions, and of the bearer's."""
    if restrictions_active(state, equipment):
        for select in face.equips_only:
            plain = msgspec.structs.replace(select, controller="")
            if not fits(state, plain, bearer, Sight(equipment, player)):
                yield Breach("bearer-restricted", "VS 302.3a", (bearer, equipment))
    if "be equipped" in traits_of(state, bearer).forbidden:
        yield Breach("bearer-forbidden", "VS 302.3a", (bearer,))


@rules("VS 302.3a")
def controlled(state: State, equipment: int, bearer: int, player: int) -> Findings:
    """The breach of a bearer on the wrong side."""
    mine = state.controller[bearer] == player
    if only_opposing(state, equipment):
        if mine:
            yield Breach("bearer-not-opposing", "VS 302.3a", (bearer, equipment))
    elif not mine:
        yield Breach("bearer-not-yours", "VS 302.3a", (bearer,))


@rules("VS 302.3a")
def ill_equipped(state: State) -> list[int]:
    """The equipment whose own restriction its bearer does not meet, the oldest first."""
    return [
        equipment
        for equipment, bearer in sorted(state.host.items())
        if breached(
            restricted(
                state, equipment, face_of(state, equipment), bearer, state.controller[equipment]
            )
        )
    ]
