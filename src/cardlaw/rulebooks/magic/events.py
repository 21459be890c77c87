"""Events: how each is written, what replaces it (CR 400.7, 120, 614, 615, 616, 701)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Batch, Happening, Performer
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
    STAMP,
    STATUS,
    TURN,
    USED,
    Ref,
    Zone,
)
from cardlaw.rulebooks.magic.attach import player_in
from cardlaw.rulebooks.magic.bestow import forget_bestowed, is_bestowed
from cardlaw.rulebooks.magic.board import (
    ATTACKING,
    BLOCKED,
    BLOCKING,
    COMBAT,
    DEADLY,
    FACE_DOWN,
    FIELD,
    GONE,
    MARKED,
    SICK,
    STATUS_NAMES,
    TAPPED,
    Board,
    Char,
    char_of,
)
from cardlaw.rulebooks.magic.chosen import CHOICES
from cardlaw.rulebooks.magic.copiable import SPELL_COPY, become_token, no_copy
from cardlaw.rulebooks.magic.counting import count
from cardlaw.rulebooks.magic.damaging import WORDS as DAMAGE_WORDS
from cardlaw.rulebooks.magic.damaging import changed_damage, damage_changes
from cardlaw.rulebooks.magic.entering import enter_as_put, enter_so
from cardlaw.rulebooks.magic.face import is_token, printed
from cardlaw.rulebooks.magic.face_down import is_down, seers_of, turn_back, turn_down
from cardlaw.rulebooks.magic.history import write_cast
from cardlaw.rulebooks.magic.joining import enter_attacking
from cardlaw.rulebooks.magic.journal import told
from cardlaw.rulebooks.magic.known import reveal
from cardlaw.rulebooks.magic.last_known import char_of_ref, last_known
from cardlaw.rulebooks.magic.life import may_gain_life
from cardlaw.rulebooks.magic.madness import goes_into_exile
from cardlaw.rulebooks.magic.numbers import (
    add_points,
    add_toxic,
    write_counters,
    write_energy,
    write_got_counters,
    write_life,
    write_lost,
)
from cardlaw.rulebooks.magic.occurrences import WORDS
from cardlaw.rulebooks.magic.preventing import hindrances, instead_of_damage
from cardlaw.rulebooks.magic.reanimating import loosen
from cardlaw.rulebooks.magic.replacing import DYING, deaths_replaced, instead_of_death
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.triggers import match
from cardlaw.rulebooks.magic.would import (
    EFFECT,
    FOLLOW,
    INSTEAD,
    KINDS,
    affected_player,
    applying,
    changed,
    entering_with,
    note_draw,
    watches,
)

#: where an event puts its object: the kind of the event -> the zone's name
LEAVING = {
    "destroyed": "graveyard",
    "put into graveyard": "graveyard",
    "sacrificed": "graveyard",
    "discarded": "graveyard",
    "milled": "graveyard",
    "countered": "graveyard",
    "exiled": "exile",
    "returned to hand": "hand",
    "put into hand": "hand",
    "put into library": "library",
    "put on top of library": "library",
    "drew": "hand",
    "ceased to exist": "nowhere",
}


def zone_of(state: State, name: str, obj: int) -> Zone:
    """A zone of the object's owner, or the shared one."""
    if name in ("exile", "nowhere", "battlefield", "stack"):
        return (name, -1)
    return (name, state.owner[obj])


def set_bits(state: State, obj: int, on: int = 0, off: int = 0) -> None:
    """Turn states of an object on and off."""
    bits = state.status.get(obj, 0)
    state.put(STATUS, obj, (bits | on) & ~off or None)


@rules("CR 506.4")
def leave_combat(state: State, obj: int) -> None:
    """Remove an object from combat, as part of the event begun last."""
    if not state.status.get(obj, 0) & COMBAT:
        return
    set_bits(state, obj, off=COMBAT)
    for name in ("attackers", "blockers"):
        pairs = state.lists.get(name, ())
        state.set_list(name, tuple(pair for pair in pairs if obj != pair[0]))


#: uses of this turn and timestamps of counters, which belong to an object, not to its card
USES = ("triggered", "activated", "exhausted", "resolved", "loyalty", "counter")


@rules("CR 400.7", "CR 400.3", "CR 701.3d", "CR 702.26i")
def leave(state: State, obj: int, to: str, board: Board, place: str = "") -> None:
    """Move an object to another zone as a new object, as part of the event begun last.

    ``board`` is the one before everything that happens at the same time.
    """
    if state.where[obj] == FIELD:
        char = board.chars.get(obj)
        if char is not None:
            state.put(LAST, state.ref(obj), last_known(state, board, obj, char))
        leave_combat(state, obj)
        for other in sorted(o for o, host in state.host.items() if host == obj):
            state.put(HOST, other, GONE if state.where[other] == FIELD else None)
        for key in sorted(k for k in state.counters if k[0] == obj):
            state.put(COUNTERS, key, None)
        for table in (HOST, DAMAGE, STATUS, PLACE):
            state.put(table, obj, None)
        if state.lists.get(CHOICES):
            kept = (row for row in state.lists[CHOICES] if row[0] != obj)
            state.set_list(CHOICES, tuple(kept))
        for use in [u for u in state.used if u[0] in USES and u[1] == obj]:
            state.put(USED, use, None)
        state.put(CONTROLLER, obj, state.owner[obj])
    loosen(state, obj)
    forget_bestowed(state, obj)
    if is_down(state, obj):
        turn_back(state, obj)
    if state.lists.get("copies"):
        no_copy(state, obj)
    if is_token(state, obj):
        gone = tuple(o for o in state.lists.get("tokens gone", ()) if o != obj)
        state.set_list("tokens gone", gone if to == "nowhere" else (*gone, obj))
    state.move(obj, zone_of(state, to, obj), 0 if place == "top" else None)


Writer = Callable[[State, int, Happening], None]


@rules("CR 110.5b", "CR 613.7d", "CR 614.1c", "CR 306.5b", "CR 603.6d", "CR 302.6")
def write_entered(state: State, number: int, event: Happening) -> None:
    """A permanent enters: untapped, under a player's control, perhaps attached."""
    obj, player, host = event.values
    loosen(state, obj)
    state.move(obj, FIELD, seers=seers_of(state, obj, player))
    if state.used.get(("token", obj), 1) == SPELL_COPY:
        become_token(state, obj)
    state.put(CONTROLLER, obj, player)
    state.put(PLACE, obj, (player,) if player != state.owner[obj] else None)
    state.put(STATUS, obj, SICK | FACE_DOWN if is_down(state, obj) else SICK)
    loyalty = printed(state, obj).loyalty
    if loyalty:
        loyalty = entering_with(state, number, obj, "loyalty", loyalty)
        state.put(COUNTERS, (obj, "loyalty"), loyalty)
    if host != GONE:
        state.put(HOST, obj, host)
    enter_so(state, number, obj)
    enter_as_put(state, number, obj)
    enter_attacking(state, number, obj)


@rules("CR 701.3a", "CR 701.3c", "CR 613.7e")
def write_attached(state: State, number: int, event: Happening) -> None:
    """Put an attachment onto something, with a new timestamp."""
    obj, host = event.values
    state.put(HOST, obj, host)
    state.event("new timestamp", "CR 613.7e", (number,), obj)
    state.put(STAMP, obj, state.tick())


@rules("CR 701.3d", "CR 702.103f")
def write_unattached(state: State, number: int, event: Happening) -> None:
    """Take an attachment off; it stays on the battlefield."""
    state.put(HOST, event.values[0], None)
    if is_bestowed(state, event.values[0]):
        state.event("bestowed no more", "CR 702.103f", (number,), event.values[0])
        forget_bestowed(state, event.values[0])


@rules("CR 702.103g")
def write_loose(state: State, number: int, event: Happening) -> None:
    """What was bestowed and phased in unattached is a creature."""
    forget_bestowed(state, event.values[0])


@rules("CR 120.3a", "CR 120.3b", "CR 120.3c", "CR 120.3d", "CR 120.3e", "CR 120.6", "CR 702.2b")
def write_damage(state: State, number: int, event: Happening) -> None:
    """The results of damage: life, poison, loyalty, marked damage, counters, deathtouch."""
    source, who, amount, combat, born = event.values
    char = char_of_ref(state, Ref(source, born))
    player = player_in(who)
    if player is not None:
        if char.has("infect"):
            add_points(state, player, "poison", amount)
        else:
            add_points(state, player, "life", -amount)
        if combat:
            add_toxic(state, number, player, char)
    else:
        _damage_permanent(state, who, amount, char)
        if (
            combat
            and "creature" in char_of(state, who).types
            and state.is_current(Ref(source, born))
        ):
            set_bits(state, source, on=MARKED)


def _damage_permanent(state: State, who: int, amount: int, source: Char) -> None:
    hurt = char_of(state, who)
    if "planeswalker" in hurt.types:
        loyalty = state.counters.get((who, "loyalty"), 0)
        state.put(COUNTERS, (who, "loyalty"), max(0, loyalty - amount) or None)
    if "creature" in hurt.types:
        if source.has("infect") or source.has("wither"):
            state.add_to(COUNTERS, (who, "-1/-1"), amount)
        else:
            state.add_to(DAMAGE, who, amount)
        if source.has("deathtouch"):
            set_bits(state, who, on=DEADLY)
            state.put(TURN, "deadly", 1)


@rules("CR 701.26a")
def write_tapped(state: State, number: int, event: Happening) -> None:
    """Tap a permanent."""
    set_bits(state, event.values[0], on=TAPPED)


@rules("CR 701.26b")
def write_untapped(state: State, number: int, event: Happening) -> None:
    """Untap a permanent."""
    set_bits(state, event.values[0], off=TAPPED)


@rules("CR 702.112b", "CR 701.37b")
def write_became(state: State, number: int, event: Happening) -> None:
    """A permanent becomes renowned, monstrous or saddled."""
    set_bits(state, event.values[0], on=STATUS_NAMES[event.values[1]])
    if event.values[1] == "saddled":
        state.put(TURN, "saddled", 1)


@rules("CR 508.1k")
def write_attacked(state: State, number: int, event: Happening) -> None:
    """A creature becomes an attacker."""
    obj, who = event.values
    set_bits(state, obj, on=ATTACKING)
    state.set_list("attackers", (*state.lists.get("attackers", ()), (obj, who)))


@rules("CR 509.1h")
def write_blocked(state: State, number: int, event: Happening) -> None:
    """A creature blocks an attacker, which becomes blocked."""
    blocker, attacker = event.values
    set_bits(state, blocker, on=BLOCKING)
    set_bits(state, attacker, on=BLOCKED)
    state.set_list("blockers", (*state.lists.get("blockers", ()), (blocker, attacker)))


@rules("CR 613.1b", "CR 302.6", "CR 506.4", "CR 708.5")
def write_control(state: State, number: int, event: Happening) -> None:
    """A permanent has a new controller."""
    obj, player = event.values
    leave_combat(state, obj)
    state.put(CONTROLLER, obj, player)
    set_bits(state, obj, on=SICK)
    if is_down(state, obj):
        state.reveal(obj, 1 << player)


@rules("CR 708.8", "CR 613.7f")
def write_face_up(state: State, number: int, event: Happening) -> None:
    """A face-down permanent has its normal face again, for all to see, with a new timestamp."""
    obj = event.values[0]
    turn_back(state, obj)
    set_bits(state, obj, off=FACE_DOWN)
    state.put(STAMP, obj, state.tick())
    state.reveal(obj)


@rules("CR 708.2a", "CR 613.7f")
def write_face_down(state: State, number: int, event: Happening) -> None:
    """A face-up permanent is turned face down, with a new timestamp."""
    obj = event.values[0]
    turn_down(state, obj, "turned")
    set_bits(state, obj, on=FACE_DOWN)
    state.put(STAMP, obj, state.tick())


@rules("CR 701.19a")
def write_regenerated(state: State, number: int, event: Happening) -> None:
    """A shield is used up: damage removed, tapped, removed from combat."""
    obj, key = event.values
    state.put(EFFECTS, key, None)
    state.put(DAMAGE, obj, None)
    set_bits(state, obj, on=TAPPED, off=DEADLY)
    leave_combat(state, obj)


@rules("CR 702.89a")
def write_spared(state: State, number: int, event: Happening) -> None:
    """What an Aura has saved loses its damage."""
    obj = event.values[0]
    state.put(DAMAGE, obj, None)
    set_bits(state, obj, off=DEADLY)


WRITERS: dict[str, Writer] = {
    "entered": write_entered,
    "attached": write_attached,
    "unattached": write_unattached,
    "bestowed no more": write_loose,
    "dealt damage": write_damage,
    "put counters": write_counters,
    "gained life": write_life,
    "lost life": write_life,
    "paid life": write_life,
    "tapped": write_tapped,
    "untapped": write_untapped,
    "became so": write_became,
    "attacked": write_attacked,
    "cast": write_cast,
    "blocked": write_blocked,
    "control changed": write_control,
    "got counters": write_got_counters,
    "paid energy": write_energy,
    "lost the game": write_lost,
    "regenerated": write_regenerated,
    "spared": write_spared,
    "turned face up": write_face_up,
    "turned over": write_face_down,
}


class MagicPerformer(Performer):
    """How Magic's events happen."""

    replaceable = frozenset((*DYING, "dealt damage", *KINDS))
    #: the board before the batch that is being written, if anything of it may be asked
    before: Board | None = None
    #: the life that lifelink gains in the batch that is being written
    gains: tuple[tuple[int, Happening], ...] = ()

    @rules("CR 603.10", "CR 704.8")
    def board_before(self, state: State, events: Batch) -> Board | None:
        """The board before a batch; none where nothing leaves and no text watches its events."""
        texts: Texts = state.texts
        words = texts.words
        self.before = None
        self.gains = ()
        for event in events:
            if event.kind in LEAVING or event.kind == "became target":
                self.before = state.board()
                break
            watched = not words.isdisjoint(WORDS.get(event.kind, ()))
            if watched or event.kind == "dealt damage" and "gains life" in words:
                self.before = state.board()
                break
        return self.before

    @rules("CR 616.1")
    def chooser(self, state: State, event: Happening) -> int:
        """The player who picks among effects: the damaged player or the object's controller."""
        if event.kind in DYING:
            return char_of(state, event.values[0]).controller
        if event.kind in KINDS:
            return affected_player(state, event)
        player = player_in(event.values[1])
        return player if player is not None else char_of(state, event.values[1]).controller

    @rules("CR 616.1")
    def replacements(self, state: State, event: Happening) -> list[Option]:
        """What replaces a death, or prevents or redirects damage."""
        if event.kind in DYING:
            return deaths_replaced(state, event)
        if event.kind in KINDS:
            return list(applying(state, event)) if watches(state, KINDS[event.kind]) else []
        source, _, _, _, born = event.values
        hindered = hindrances(state, event, char_of_ref(state, Ref(source, born)))
        return [*damage_changes(state, event), *hindered]

    @rules("CR 614.6")
    def replace(self, state: State, event: Happening, effect: Option) -> Batch:
        """What happens in place of an event."""
        if event.kind in DYING:
            return instead_of_death(state, event, effect)
        if effect[0] == EFFECT:
            return changed(state, event, effect)
        if effect[0] in DAMAGE_WORDS:
            return changed_damage(state, event, effect)
        return instead_of_damage(state, event, effect)

    @rules("CR 614.6", "CR 121.7")
    def perform(self, state: State, events: Batch) -> Generator[Choice, Option, list[int]]:
        """Let simultaneous events happen; then what texts do in place of some of them."""
        ready = yield from self.settle(state, events)
        if not any(event.kind == INSTEAD for event in ready):
            return self.happen(state, ready)
        written = self.happen(state, [event for event in ready if event.kind != INSTEAD])
        for event in ready:
            if event.kind == INSTEAD:
                yield from FOLLOW[0](state, event)
        return written

    def write(self, state: State, event: Happening) -> int:
        """Begin the event and make its changes."""
        values = event.values
        number = state.event(*told(event))
        to = LEAVING.get(event.kind)
        if to is not None:
            if event.kind == "discarded" and goes_into_exile(state, values[0]):
                state.event("discarded into exile", "CR 702.35a", (number,), values[0])
                to = "exile"
            host = state.host.get(values[0], GONE)
            down = is_down(state, values[0])
            if event.kind == "drew":
                note_draw(state, state.owner[values[0]])
            place = "top" if event.kind == "put on top of library" else ""
            leave(state, values[0], to, self.before or state.board(), place)
            if down:
                reveal(state, values[0], (number,), "CR 708.9")
            if host > 0:
                state.event("unattached", "CR 701.3d", (number,), values[0], host)
        else:
            writer = WRITERS.get(event.kind)
            if writer is not None:
                writer(state, number, event)
            if event.kind == "dealt damage":
                self.link_life(state, number, event)
        count(state, event)
        return number

    @rules("CR 120.3f", "CR 702.15b")
    def link_life(self, state: State, number: int, event: Happening) -> None:
        """Lifelink: the controller of the source gains that much life."""
        source, _, amount, _, born = event.values
        char = char_of_ref(state, Ref(source, born))
        if watches(state, "gain life"):
            return  # it may be replaced, which is asked about after the damage
        if char.has("lifelink") and may_gain_life(state, number, char.controller):
            values = (char.controller, amount)
            gain = state.event("gained life", "CR 120.3f", (number,), *values)
            add_points(state, char.controller, "life", amount)
            happening = Happening("gained life", "CR 120.3f", (number,), values)
            self.gains = (*self.gains, (gain, happening))

    def match(self, state: State, written: Sequence[tuple[int, Happening]], before: Any) -> None:
        """Note the triggers of a batch."""
        if before is not None:
            match(state, [*written, *self.gains] if self.gains else written, before)


PERFORMER = MagicPerformer()


def happen(state: State, kind: str, rule: str, causes: tuple[int, ...], *values: Any) -> int:
    """One event that nothing replaces. Returns its id."""
    return PERFORMER.happen(state, [Happening(kind, rule, causes, values)])[0]
