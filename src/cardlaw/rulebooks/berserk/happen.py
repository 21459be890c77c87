"""The events of a battle (405, 416): what each of them writes, and the triggers it sets off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardlaw.cards.nodes import On, Triggered
from cardlaw.kernel.happen import Happening, Performer, wait
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CONTROLLER,
    COUNTERS,
    DAMAGE,
    EFFECTS,
    HOST,
    LAST,
    PLACE,
    POINTS,
    STAMP,
    STATUS,
    USED,
    Effect,
    Waiting,
)
from cardlaw.rulebooks.berserk.board import IGNORES_ABILITIES, Board, Path
from cardlaw.rulebooks.berserk.codes import CODES
from cardlaw.rulebooks.berserk.fighting import Bout, is_like
from cardlaw.rulebooks.berserk.named import NAMED
from cardlaw.rulebooks.berserk.places import adjacent
from cardlaw.rulebooks.berserk.select import Scene, char_of, holds, is_meant
from cardlaw.rulebooks.berserk.words import (
    ATTACKS,
    BY_ENEMY,
    CLOSED,
    DECIDED,
    DECK,
    EXILE,
    EXTRA,
    FLYER,
    GRAVEYARD,
    HAS_ATTACKED,
    HIDDEN,
    HIT,
    HURT,
    IN_ADDITIONAL,
    IN_AUXILIARY,
    INCARNATED,
    MELEE,
    MOVED,
    ON_FIELD,
    POISON,
    RANGED,
    SECOND_TERRAIN,
    SLAYER,
    SPENT_PERMISSION,
    STRIKES_A_TURN,
    TERRAIN,
    TOKEN,
    WIDER,
    in_battle,
)

Values = tuple[Any, ...]

ANNOUNCED = "announced"
CLOSES, OPENS = "closed", "opened"
DIED = "died"
PLACED, STEPPED = "placed", "moved"
TO_ADDITIONAL, TO_AUXILIARY, LANDED = (
    "placed in additional zone",
    "placed in auxiliary zone",
    "landed",
)
EQUIPPED = "equipped"
CARRIED = "carried"
REVEALED = "revealed"
WOUNDED, HEALED, EXTRA_LIFE = "wounded", "healed", "extra life gained"
EXTRA_LOST = "extra life lost"
GAINED_TOKEN, SPENT_TOKENS = "token gained", "tokens spent"
POISONED, POISON_LOST = "poisoned", "poison lost"
CHANGED, ENDED = "changed", "effect ended"
CONTROLLED = "control changed"
SUMMONED, RESURRECTED, INCARNATES = "summoned", "resurrected", "incarnated"
RETURNED, EXILED = "returned to deck", "exiled"
#: a simple strike hits, or misses; another attack hits; a creature becomes a defender
ATTACKED, STRUCK, MISSED, HITS = "attacked", "struck", "missed", "hit"
DEFENDED = "defended"
PROPHESIED = "prophesied"
TURN_STARTED, TURN_ENDED, BATTLE_STARTED = "turn started", "turn ended", "battle started"


def set_bits(state: State, obj: int, on: int = 0, off: int = 0) -> None:
    """Turn states of an object on and off, as part of the event begun last."""
    state.put(STATUS, obj, ((state.status.get(obj, 0) | on) & ~off) or None)


def _closes(state: State, values: Values) -> None:
    set_bits(state, values[0], CLOSED)


@rules("BE09 203.7", "BE09 219.4", "BE12 506.4")
def _opens(state: State, values: Values) -> None:
    set_bits(state, values[0], 0, CLOSED)
    state.put(COUNTERS, (values[0], MOVED), None)
    state.put(USED, (STRIKES_A_TURN, values[0]), None)


def _leaves_battle(state: State, obj: int) -> None:
    """Everything that a card loses when it leaves the zone of battle."""
    char = state.board().chars.get(obj)
    worn = state.board().worn.get(obj, ())
    host = state.host.get(obj, -1)
    if char is not None:
        tokens = state.counters.get((obj, TOKEN), 0)
        cell = state.board().cell_of.get(obj, "")
        known = (state.controller[obj], host, worn, char.classes, char.element, cell, tokens)
        state.put(LAST, state.ref(obj), known)
    state.put(HOST, obj, None)
    state.put(PLACE, obj, None)
    state.put(DAMAGE, obj, None)
    state.put(STATUS, obj, (state.status.get(obj, 0) & INCARNATED) or None)
    for kind in _counters_of(state, obj):
        state.put(COUNTERS, (obj, kind), None)
    state.put(CONTROLLER, obj, state.owner[obj])


def _counters_of(state: State, obj: int) -> list[str]:
    return sorted(kind for other, kind in state.counters if other == obj)


@rules("BE12 211.4")
def _second_terrain_ends(state: State, obj: int) -> None:
    """When one of two terrains leaves, its player may control one only, whatever permits two."""
    player = state.controller[obj]
    if state.board().chars[obj].type == TERRAIN and (player, SECOND_TERRAIN) in state.points:
        state.put(POINTS, (player, SECOND_TERRAIN), None)
        state.put(POINTS, (player, SPENT_PERMISSION), 1)


@rules("BE09 206.3a", "BE09 206.9")
def _to_personal(zone: str) -> Callable[[State, Values], None]:
    def write(state: State, values: Values) -> None:
        obj = values[0]
        if in_battle(state, obj):
            _second_terrain_ends(state, obj)
            _leaves_battle(state, obj)
        state.reveal(obj)
        state.move(obj, (zone, state.owner[obj]))

    return write


def _placed(state: State, values: Values) -> None:
    obj, cell = values[:2]
    if state.where[obj] != ON_FIELD:
        state.shift(obj, ON_FIELD)
    state.put(HOST, obj, None)
    others = [state.place[other] for other in state.board().on(cell) if other != obj]
    # who comes to an occupied cell remembers that it came later
    later = (1 + max(place[1] if len(place) > 1 else 0 for place in others),) if others else ()
    state.put(PLACE, obj, (cell, *later))


def _brought(state: State, values: Values) -> None:
    """A card comes into the squad of a player on a cell or onto a bearer."""
    obj, player, where = values
    state.move(obj, ON_FIELD)
    state.reveal(obj)
    state.put(CONTROLLER, obj, player)
    if isinstance(where, str):
        state.put(PLACE, obj, (where,) if where else None)
    else:
        state.put(HOST, obj, where)


def _incarnates(state: State, values: Values) -> None:
    for kind in _counters_of(state, values[0]):
        state.put(COUNTERS, (values[0], kind), None)
    _brought(state, values)
    set_bits(state, values[0], CLOSED | INCARNATED)


def _shifted(zone: tuple[str, int]) -> Callable[[State, Values], None]:
    def write(state: State, values: Values) -> None:
        # what leaves the cells is borne by nobody there, such as a symbiote that takes wing
        state.put(PLACE, values[0], None)
        state.put(HOST, values[0], None)
        state.shift(values[0], zone)

    return write


@rules("BE12 211.1", "BE12 211.4")
def _to_auxiliary(state: State, values: Values) -> None:
    player = state.controller[values[0]]
    others = [o for o in state.order.get(IN_AUXILIARY, ()) if state.controller[o] == player]
    if others:
        state.put(POINTS, (player, SECOND_TERRAIN), 1)
    _shifted(IN_AUXILIARY)(state, values)


@rules("BE12 212.1")
def _equipped(state: State, values: Values) -> None:
    equipment, bearer = values
    if state.where[equipment] != ON_FIELD:
        state.shift(equipment, ON_FIELD)
    state.put(PLACE, equipment, None)
    state.put(HOST, equipment, bearer)
    state.put(STAMP, equipment, state.tick())


def _revealed(state: State, values: Values) -> None:
    set_bits(state, values[0], 0, HIDDEN | DECIDED)
    state.reveal(values[0])


def _counted(kind: str, sign: int) -> Callable[[State, Values], None]:
    def write(state: State, values: Values) -> None:
        state.add_to(COUNTERS, (values[0], kind), sign * values[1])

    return write


def _wounds(sign: int) -> Callable[[State, Values], None]:
    def write(state: State, values: Values) -> None:
        state.add_to(DAMAGE, values[0], sign * values[1])

    return write


def _is_wounded(state: State, values: Values) -> None:
    obj, number, *rest = values
    state.add_to(DAMAGE, obj, number)
    state.add_to(USED, (HURT, obj), number)
    rest = rest if rest and rest[0] >= 0 else []
    enemy = bool(rest) and state.controller[obj] != state.controller[rest[0]]
    state.put(USED, (BY_ENEMY, obj), int(enemy) or None)
    if not rest:
        state.put(USED, (SLAYER, obj), None)
        return
    source, kind = rest
    if source < 0:
        state.put(USED, (SLAYER, obj), None)
        return
    if kind in ATTACKS:
        state.put(USED, (HIT, obj), 1)
    state.put(USED, (SLAYER, obj), slayer_of(state, obj, source, kind) + 1 or None)


@rules("BE09 6")
def slayer_of(state: State, obj: int, source: int, kind: str) -> int:
    """The enemy that slays a card at close quarters, if it dies of what is done to it; or -1."""
    if state.controller[obj] == state.controller[source] or char_of(state, obj).incorporeal:
        return -1
    if char_of(state, source).subtype == FLYER:
        near = kind in MELEE
    else:
        near = kind not in RANGED and adjacent(state.board(), obj, source)
    return source if near else -1


def last_slayer(state: State, obj: int) -> int:
    """The enemy that slays a card which dies of its wounds, or -1."""
    return state.used.get((SLAYER, obj), 0) - 1


def _attacks(state: State, values: Values) -> None:
    state.put(USED, (HAS_ATTACKED, values[1]), 1)


def _changed(state: State, values: Values) -> None:
    affected, until, data, player, source, text = values
    stamp = state.tick()
    refs = tuple(state.ref(obj) for obj in affected)
    number = state.base + len(state.entries)
    row = Effect(text, source, player, refs, until, stamp, number, data)
    state.put(EFFECTS, state.number(), row)


def _controlled(state: State, values: Values) -> None:
    state.put(CONTROLLER, values[0], values[1])


def _nothing(state: State, values: Values) -> None:
    """An event that only tells."""


WRITERS: dict[str, Callable[[State, Values], None]] = {
    CLOSES: _closes,
    OPENS: _opens,
    PLACED: _placed,
    STEPPED: _placed,
    LANDED: _placed,
    TO_ADDITIONAL: _shifted(IN_ADDITIONAL),
    TO_AUXILIARY: _to_auxiliary,
    EQUIPPED: _equipped,
    REVEALED: _revealed,
    WOUNDED: _is_wounded,
    ATTACKED: _attacks,
    EXTRA_LIFE: _counted(EXTRA, 1),
    EXTRA_LOST: _counted(EXTRA, -1),
    HEALED: _wounds(-1),
    GAINED_TOKEN: _counted(TOKEN, 1),
    SPENT_TOKENS: _counted(TOKEN, -1),
    POISONED: _counted(POISON, 1),
    POISON_LOST: _counted(POISON, -1),
    CHANGED: _changed,
    CONTROLLED: _controlled,
    SUMMONED: _brought,
    RESURRECTED: _brought,
    INCARNATES: _incarnates,
    DIED: _to_personal(GRAVEYARD),
    EXILED: _to_personal(EXILE),
    RETURNED: _to_personal(DECK),
}

#: events whose triggers are those that were in play before it
LEAVING = frozenset((DIED, RETURNED, EXILED))
#: events whose second value is a number
NUMBERED = frozenset((WOUNDED, HEALED, GAINED_TOKEN, SPENT_TOKENS, POISONED, EXTRA_LIFE))
#: events of one card and another: who is attacked and who attacks, who defends and whom
OF_TWO = frozenset((ATTACKED, STRUCK, MISSED, HITS, DEFENDED))
#: events whose first value is a player
OF_PLAYERS = frozenset((TURN_STARTED, TURN_ENDED, BATTLE_STARTED, PROPHESIED))


class BerserkPerformer(Performer):
    """How the events of a battle happen."""

    def write(self, state: State, event: Happening) -> int:
        told = event.values[: len(CODES[event.kind].fields)]
        number = state.event(event.kind, event.rule, event.causes, *told)
        had_moved = event.kind == OPENS and (event.values[0], MOVED) in state.counters
        WRITERS.get(event.kind, _nothing)(state, event.values)
        if had_moved:
            state.event("may move again", "BE09 203.7", (number,), event.values[0])
        return number

    @rules("BE09 405.2", "BE09 407.1", "BE09 415.2")
    def match(self, state: State, written: Sequence[tuple[int, Happening]], before: Any) -> None:
        for number, event in written:
            board: Board = before if event.kind in LEAVING else state.board()
            for obj, text, trigger in board.watch.get(event.kind, ()):
                if not board.has_lost(obj, text) and any(
                    self.sets_off(state, event, on, obj, trigger, text) for on in trigger.on
                ):
                    self.note(state, number, event, obj, text)

    def sets_off(
        self, state: State, event: Happening, on: On, obj: int, trigger: Triggered, text: Path
    ) -> bool:
        """Whether an event is what a trigger of an object waits for."""
        if not in_manner(event, on):
            return False
        scene = scene_of(state, event, obj, text)
        if event.kind in OF_PLAYERS:
            mine = event.values[0] == scene.player
            if on.whose and (on.whose == "you") != mine:
                return False
        elif (
            not meant(state, on, scene)
            or is_thick(state, event, scene)
            or is_passed_over(state, event, scene)
        ):
            return False
        return holds(state, trigger.when, scene)

    def note(self, state: State, number: int, event: Happening, obj: int, text: Path) -> None:
        """Let a trigger wait; a hidden card that has it is turned up."""
        if state.status.get(obj, 0) & HIDDEN:
            state.event(REVEALED, "BE09 415.2", (number,), obj)
            _revealed(state, (obj,))
        scene = scene_of(state, event, obj, ())
        data = (scene.it, scene.by, state.lists.get("lineage", ()), scene.number)
        row = Waiting(scene.player, state.ref(obj), text, number, data)
        wait(state, "BE09 414.1" if text[0] == NAMED else "BE09 405.2", row)


def scene_of(state: State, event: Happening, obj: int, text: tuple[int, ...]) -> Scene:
    """The scene of a trigger: what the event was about, and who did it."""
    values = event.values
    if event.kind in OF_PLAYERS:
        return Scene(state.controller[obj], obj, text=text)
    by = -1
    if event.kind in OF_TWO:
        by = values[1]
    elif event.kind in (WOUNDED, DIED) and values[2:]:
        by = values[2]
    number = values[1] if event.kind in NUMBERED else 0
    if event.kind in OF_TWO:
        # the strength of what has hit
        number = next((n for n in values[2:] if isinstance(n, int)), 0)
    return Scene(state.controller[obj], obj, values[0], by, text=text, number=number)


@rules("BE09 414.1")
def is_thick(state: State, event: Happening, scene: Scene) -> bool:
    """Whether a thick skin keeps off what an attacking card, or its equipment, adds."""
    if event.kind not in OF_TWO or scene.by < 0:
        return False
    own = scene.by in (scene.source, state.host.get(scene.source))
    return own and "thick skin" in char_of(state, scene.it).keywords


@rules("BE09 408")
def is_passed_over(state: State, event: Happening, scene: Scene) -> bool:
    """Whether a card that is attacked cannot answer by its text, which the attacker ignores."""
    if not state.board().ignoring or event.kind not in OF_TWO or scene.source != scene.it:
        return False
    bout = Bout(scene.by, scene.it, str(event.values[2]))
    return is_like(state, bout, IGNORES_ABILITIES)


def _manner(event: Happening) -> tuple[str, ...]:
    """How an event comes about in words: the kind of attack, how hard it hits."""
    return tuple(word for word in event.values[2:] if isinstance(word, str))


def _is_so(event: Happening, word: str) -> bool:
    """Whether an event comes about as a word says, the wider kinds of attacks among them."""
    return any(how == word or how in WIDER.get(word, ()) for how in _manner(event))


def in_manner(event: Happening, on: On) -> bool:
    """Whether an event is of the kind, and comes about in the way, that a text names."""
    return on.event == event.kind and (not on.to or _is_so(event, on.to))


def is_about(state: State, event: Happening, on: On, scene: Scene) -> bool:
    """Whether an event of cards is what a text speaks of."""
    return in_manner(event, on) and meant(state, on, scene)


def meant(state: State, on: On, scene: Scene) -> bool:
    """Whether the event is about the card, and by the card, that a trigger names."""
    return is_meant(state, on.what, scene.it, scene) and (
        on.by is None or is_meant(state, on.by, scene.by, scene)
    )


PERFORMER = BerserkPerformer()


def happen(state: State, kind: str, rule: str, causes: tuple[int, ...], *values: Any) -> int:
    """Let one event happen now. Returns its id."""
    return PERFORMER.happen(state, [Happening(kind, rule, causes, values)])[0]
