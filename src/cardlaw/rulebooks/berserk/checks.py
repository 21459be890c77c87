"""What a position of Berserk may not be: cells, bearers, limits of a squad, hidden cards."""

from __future__ import annotations

from collections.abc import Callable

from cardlaw.kernel.setup import Doc, Mark, Placement
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.equip import may_bear, may_live_on
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.squad import MOST_CARDS
from cardlaw.rulebooks.berserk.stealth import is_bound, may_stay_hidden
from cardlaw.rulebooks.berserk.words import (
    ADDITIONAL,
    ARTIFACT,
    AUXILIARY,
    COMPANIONS,
    CREATURE,
    EQUIPMENT,
    EXTRA,
    FIELD,
    FLYER,
    MOVED,
    RECRUITMENT,
    REVEALING,
    SECOND_TERRAIN,
    TERRAIN,
    in_battle,
    is_hidden,
    step,
)

Add = Callable[[str, str, "Mark | None"], None]

#: faults of bearing, by the breach of the rule: the sentence
BEARING = {
    "no-class": "{bearer} has no class and bears no equipment.",
    "flyer-bears-nothing": "{bearer} flies and bears no equipment.",
    "symbiote-bears-nothing": "{bearer} is a symbiote and bears no equipment.",
    "incorporeal-bears-nothing": "{bearer} is incorporeal and bears no equipment.",
    "class-taken": "{bearer} bears another equipment of the class of {card}.",
    "bearer-restricted": "{card} is not made for {bearer}.",
    "bears-no-such-thing": "{bearer} bears nothing like {card}.",
    "not-a-creature": "{bearer} is no creature and bears nothing.",
    "no-plain-creature": "{bearer} cannot be host to {card}.",
    "host-taken": "{bearer} is host to another symbiote.",
    "incorporeal-host": "{bearer} is incorporeal and no host to {card}.",
    "bearer-hidden": "{bearer} lies face down and bears nothing yet.",
}


#: what equipment survives: its bearer has other classes now than when it was put on
KEPT = frozenset(("no-class", "bearer-restricted"))


def check_position(state: State, doc: Doc, add: Add) -> None:
    """Report every fault of a position that has been read."""
    placed = {obj: placement for placement, obj in doc.objects.items()}
    taken: dict[str, int] = {}
    for obj in sorted(placed):
        placement = placed[obj]
        face = state.faces[state.card[obj]]
        _check_cell(state, obj, face, placement, taken, placed, add)
        _check_zone(state, obj, face, placement, add)
        _check_health(state, obj, face, placement, add)
        if obj in state.host:
            _check_bearing(state, obj, placement, placed, add)
        elif face.type == EQUIPMENT and placement.zone == FIELD and step(state) > REVEALING:
            text = f"{face.name} is on the field and nobody bears it."
            add("equipment-without-bearer", text, placement.mark)
        elif face.subtype in COMPANIONS and placement.zone == FIELD and step(state) > REVEALING:
            add("symbiote-without-host", f"{face.name} has no host.", placement.mark)
        if placement.attached:
            for worn in placement.attached:
                if worn.attached:
                    text = f"{worn.name} is borne itself and cannot bear anything."
                    add("borne-on-borne", text, worn.mark)
    for player in (0, 1):
        _check_squad(state, player, placed, add)


def _check_cell(
    state: State,
    obj: int,
    face: BerserkFace,
    placement: Placement,
    taken: dict[str, int],
    placed: dict[int, Placement],
    add: Add,
) -> None:
    place = state.place.get(obj)
    if place is None:
        if placement.zone == FIELD and obj not in state.host:
            text = f"{face.name} is on the field and needs a cell."
            add("without-cell", text, placement.mark)
        return
    chars = state.board().chars
    if chars[obj].incorporeal:
        return
    other = taken.setdefault(place[0], obj)
    if other != obj:
        text = f"{face.name} and {placed[other].name} cannot both stand on {place[0]}."
        add("cell-taken-twice", text, placement.mark)


def _check_zone(state: State, obj: int, face: BerserkFace, placement: Placement, add: Add) -> None:
    zone, hidden = placement.zone, is_hidden(state, obj)
    if hidden and zone != FIELD:
        text = f"{face.name} is in the {zone}, where no card lies face down."
        add("hidden-outside-the-field", text, placement.mark)
    if step(state) <= REVEALING:
        return
    if hidden:
        _check_hidden(state, obj, face, placement, add)
    elif zone == FIELD and face.type == TERRAIN:
        add("terrain-on-the-field", f"{face.name} belongs in the auxiliary zone.", placement.mark)
    elif zone == FIELD and state.board().chars[obj].subtype == FLYER:
        add("flyer-on-the-field", f"{face.name} flies: additional zone.", placement.mark)
    elif zone == ADDITIONAL and state.board().chars[obj].subtype != FLYER:
        text = f"{face.name} does not fly and is not in the additional zone."
        add("not-a-flyer", text, placement.mark)
    elif zone == AUXILIARY and face.type != TERRAIN:
        text = f"{face.name} is no terrain and not in the auxiliary zone."
        add("not-a-terrain", text, placement.mark)


def _check_hidden(
    state: State, obj: int, face: BerserkFace, placement: Placement, add: Add
) -> None:
    if is_bound(face):
        text = f"{face.name} cannot have stayed face down."
        add("hidden-equipment", text, placement.mark)
    elif not may_stay_hidden(state, obj, face):
        text = (
            f"{face.name} can be face down only in the second player's third row in turn 1, "
            "or with stealth."
        )
        add("hidden-too-long", text, placement.mark)


def _check_health(
    state: State, obj: int, face: BerserkFace, placement: Placement, add: Add
) -> None:
    wounds = state.damage.get(obj, 0)
    char = state.board().chars.get(obj, face.sheet.char)
    # of a card that lies face down the board shows nothing
    char = face.sheet.char if is_hidden(state, obj) else char
    mortal = char.type in (CREATURE, ARTIFACT)
    if not in_battle(state, obj):
        if wounds:
            text = f"{face.name} is in the {placement.zone} and has no wounds."
            add("wounds-outside-battle", text, placement.mark)
    elif wounds and not mortal:
        add("wounds-on-the-invulnerable", f"{face.name} has no wounds.", placement.mark)
    elif mortal and wounds >= char.life + state.counters.get((obj, EXTRA), 0):
        text = f"{face.name} has {char.life} life and would be dead with {wounds} wounds."
        add("dead-already", text, placement.mark)
    if state.counters.get((obj, MOVED), 0) and face.type != CREATURE:
        add("moved-without-legs", f"{face.name} cannot have moved.", placement.mark)


def _check_bearing(
    state: State, obj: int, placement: Placement, placed: dict[int, Placement], add: Add
) -> None:
    host = state.host[obj]
    face = state.faces[state.card[obj]]
    if face.subtype in COMPANIONS:
        found = list(may_live_on(state, obj, host))
    elif face.type == EQUIPMENT:
        found = list(may_bear(state, obj, host, enemy=True))
    else:
        text = f"{face.name} is neither equipment nor symbiote and is borne by nobody."
        add("not-borne", text, placement.mark)
        return
    bearer: BerserkFace = state.faces[state.card[host]]
    for breach in found:
        if breach.code in KEPT and state.board().chars[host].classes != bearer.classes:
            continue
        code, sentence = breach.code, BEARING.get(breach.code)
        if sentence is not None:
            text = sentence.format(bearer=placed[host].name, card=face.name)
            add(code, text, placement.mark)


def _check_squad(state: State, player: int, placed: dict[int, Placement], add: Add) -> None:
    squad = [o for o in state.board().squads[player] if o in placed]
    recruited = [o for o in state.zone(RECRUITMENT, player) if o in placed]
    if len(squad) + len(recruited) > MOST_CARDS and step(state) <= REVEALING:
        mark = placed[(squad + recruited)[-1]].mark
        add("too-many-cards", f"A squad has at most {MOST_CARDS} cards.", mark)
    terrains = [o for o in squad + recruited if state.faces[state.card[o]].type == TERRAIN]
    most = 2 if state.points.get((player, SECOND_TERRAIN)) else 1
    if len(terrains) > most:
        text = f"Player {'AB'[player]} controls {len(terrains)} terrains and may have {most}."
        add("too-many-terrains", text, placed[terrains[-1]].mark)
    names: dict[str, int] = {}
    for obj in squad + recruited:
        face = state.faces[state.card[obj]]
        if face.unique and names.setdefault(face.name, obj) != obj:
            text = f"{face.name} is unique and stands twice in one squad."
            add("unique-twice", text, placed[obj].mark)
