"""Summoning and resurrecting cards (glossary of BE09, 212): what may come, and where to."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import Breach, breached, breaches_of, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.equip import may_bear
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.field import NEIGHBOURS, half, row
from cardlaw.rulebooks.berserk.happen import CLOSES, PROPHESIED, RESURRECTED, SUMMONED, happen
from cardlaw.rulebooks.berserk.meaning import Doing, Work
from cardlaw.rulebooks.berserk.moving import may_enter
from cardlaw.rulebooks.berserk.nodes import Prophesy, Summon
from cardlaw.rulebooks.berserk.places import cell_or_last
from cardlaw.rulebooks.berserk.rule_effects import free_cells
from cardlaw.rulebooks.berserk.select import Scene, chosen, fits
from cardlaw.rulebooks.berserk.shuffling import shuffle
from cardlaw.rulebooks.berserk.squad import face_of, may_be_taken_once, may_take_terrain
from cardlaw.rulebooks.berserk.words import (
    ARTIFACT,
    CREATURE,
    DECK,
    EQUIPMENT,
    FLYER,
    GRAVEYARD,
    TERRAIN,
    side,
)

#: what the effects after a prophecy call the cards that it shows
SHOWN = "shown"
NOT_SUMMONABLE = "not summonable"
#: the zones from which a card comes, by the word of a text
ZONES_OF = {DECK: (DECK,), GRAVEYARD: (GRAVEYARD,), "deck or graveyard": (DECK, GRAVEYARD)}


@rules("BE12 212.6", "BE12 212.2", "BE12 212.4", "BE12 211.3", "BE09 409.2")
def summonable(state: State, do: Summon, scene: Scene, onto: int) -> tuple[list[int], str]:
    """The cards that a summoning may bring; if there are none, the rule that keeps them away."""
    player = scene.player
    squad = state.board().squads[player]
    found = []
    why = "BE09 409.2"
    named = chosen(state, do.what, scene) if do.what.who else None
    pool = [obj for zone in ZONES_OF[do.source] for obj in sorted(state.zone(zone, player))]
    for obj in pool:
        if named is not None and obj not in named:
            continue
        if not fits(state, do.what, obj, scene):
            continue
        breaches = list(_kept_away(state, player, obj, squad, onto))
        if breaches:
            why = breaches[0].rule
        else:
            found.append(obj)
    return found, why


@rules("BE09 103.2")
def _kept_away(
    state: State, player: int, obj: int, squad: list[int], onto: int
) -> Iterator[Breach]:
    """The breaches of a card coming into a squad, onto a bearer if one is named."""
    face = face_of(state, obj)
    if NOT_SUMMONABLE in face.sheet.char.keywords and state.where[obj][0] == DECK:
        yield Breach("forbidden", "BE09 103.2", (obj,))
    findings = [may_be_taken_once(state, obj, squad)]
    if face.type == TERRAIN:
        findings.append(may_take_terrain(state, player, obj, squad))
    if onto >= 0:
        findings.append(may_bear(state, obj, onto))
    for question in findings:
        yield from breaches_of(question)


def needs_cell(face: BerserkFace) -> bool:
    """Whether a card that comes into the squad stands on a cell of its own."""
    return face.type in (CREATURE, ARTIFACT) and face.subtype != FLYER


@rules("BE09 6", "BE09 207.3b")
def cells_for(state: State, scene: Scene, where: str) -> list[str]:
    """The free cells on which a text lets a card come into the squad."""
    here = cell_or_last(state, scene.source)
    home = side(state, scene.player)
    free = free_cells(state)
    if where == "its cell":
        return [cell for cell in free if cell == here]
    if where == "half":
        return [cell for cell in free if half(cell) == home]
    if where in ("first row", "third row"):
        line = 1 if where == "first row" else 3
        return [cell for cell in free if half(cell) == home and row(cell) == line]
    if not here:
        # beside what has no place is nowhere, so the own half is meant
        return [cell for cell in free if half(cell) == home]
    return [cell for cell in free if cell in NEIGHBOURS[here]]


@rules("BE09 6", "BE09 206.8", "BE09 206.10")
def prophesy(state: State, do: Prophesy, doing: Doing) -> Work:
    """The top cards of the own deck are shown to both players; then the deck is shuffled."""
    player = doing.scene.player
    shown = state.zone(DECK, player)[: do.number]
    names = [name for name in doing.scene.names if name[0] != SHOWN]
    for obj in shown:
        state.event("shown", "BE09 206.8", (doing.event,), player, face_of(state, obj).name)
        state.reveal(obj)
        names.append((SHOWN, obj))
    doing.scene = doing.scene._replace(names=tuple(names))
    happen(state, PROPHESIED, "BE09 6", (doing.event,), player)
    yield from shuffle(state, player, doing.event)


@rules("BE12 212.6", "BE09 206.10", "BE09 6")
def summon(state: State, do: Summon, doing: Doing) -> Work:
    """A card comes from the deck or the graveyard into the squad."""
    scene = doing.scene
    onto = -1
    if do.onto is not None:
        bearers = chosen(state, do.onto, scene)
        if not bearers:
            return
        onto = bearers[0]
    searched = DECK in ZONES_OF[do.source]
    if searched:
        event = state.event("deck searched", "BE09 206.10", (doing.event,), scene.player)
        for obj in state.zone(DECK, scene.player):
            state.reveal(obj, 1 << scene.player)
        doing.event = event
    cards, why = summonable(state, do, scene, onto)
    if onto < 0 and not scene.cell:
        cells = cells_for(state, scene, do.where)
        cards = [obj for obj in cards if cells or not needs_cell(face_of(state, obj))]
    if cards:
        yield from _bring(state, do, doing, cards, onto)
    else:
        state.event("nothing came", why, (doing.event,), scene.source)
    if searched:
        yield from shuffle(state, scene.player, doing.event)


@rules("BE12 212.6", "BE09 6")
def _bring(
    state: State, do: Summon, doing: Doing, cards: list[int], onto: int
) -> Generator[Choice, Option, None]:
    """The player chooses the card, and the cell where none was named."""
    scene = doing.scene
    hidden = DECK in ZONES_OF[do.source]
    if do.may:
        answer = yield Choice("pick", scene.player, tuple(cards))
        if answer[0] < 0:
            return
    else:
        answer = yield Choice("card" if hidden else "target", scene.player, tuple(cards))
    obj = answer[0]
    causes: tuple[int, ...] = (doing.event, state.answer)
    where: Any = onto if onto >= 0 else scene.cell
    if where == "" and needs_cell(face_of(state, obj)):
        cells = [
            cell
            for cell in cells_for(state, scene, do.where)
            if not breached(may_enter(state, obj, cell))
        ]
        if not cells:
            return
        answer = yield Choice("cell", scene.player, (obj, tuple(cells)))
        where = answer[0]
        causes = (*causes, state.answer)
    kind = SUMMONED if state.where[obj][0] == DECK else RESURRECTED
    # of a creature or terrain that is summoned only the glossary speaks
    rule = "BE12 212.6" if face_of(state, obj).type == EQUIPMENT else "BE09 6"
    event = happen(state, kind, rule, causes, obj, scene.player, where)
    if do.closed:
        happen(state, CLOSES, rule, (event,), obj)
