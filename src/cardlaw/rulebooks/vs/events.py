"""The events of the game (214, 508, 708): how each changes the tables, and what it triggers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardlaw.kernel.happen import Batch, Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CONTROLLER,
    COUNTERS,
    EFFECTS,
    HOST,
    LAST,
    PLACE,
    POINTS,
    STAMP,
    STATUS,
    USED,
    Effect,
    Ref,
    Zone,
)
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import equipment_stays
from cardlaw.rulebooks.vs.occasions import LEAVING
from cardlaw.rulebooks.vs.powers import COSMIC, face_of
from cardlaw.rulebooks.vs.select import equipment_on, traits_of
from cardlaw.rulebooks.vs.traits import Traits
from cardlaw.rulebooks.vs.unique import beside, swept
from cardlaw.rulebooks.vs.watching import Watching

#: what a modifier with an end changes: words, each with what it says
Changes = tuple[tuple[str | int, ...], ...]

_IN_ATTACK = words.ATTACKER | words.DEFENDER | words.REINFORCED


def set_status(state: State, obj: int, on: int = 0, off: int = 0) -> None:
    """Turn states of an object on and off."""
    bits = (state.status.get(obj, 0) | on) & ~off
    state.put(STATUS, obj, bits or None)


def put_effect(
    state: State,
    source: int,
    player: int,
    refs: tuple[Ref, ...],
    until: str,
    event: int,
    data: Changes,
) -> None:
    """A modifier with an end begins, as part of the event begun last."""
    effect = Effect((), source, player, refs, until, state.tick(), event, data)
    state.put(EFFECTS, state.number(), effect)


def leave_attack(state: State, obj: int) -> None:
    """An object is in no attack any more, as part of the event begun last."""
    for name in ("attackers", "defender"):
        ids = state.lists.get(name, ())
        if obj in ids:
            state.set_list(name, tuple(other for other in ids if other != obj))
    if state.status.get(obj, 0) & _IN_ATTACK:
        set_status(state, obj, off=_IN_ATTACK)


@rules("VS 6", "VS 701.12")
def stop_fighting(state: State, obj: int) -> None:
    """A character that stays in play is in no attack any more.

    What is only proposed is judged when the players have passed.
    """
    if state.turn.get("attack", 0) != words.PROPOSED:
        leave_attack(state, obj)


def forget_states(state: State, obj: int) -> None:
    """An object loses its states and counters, as part of the event begun last.

    How often its powers were used is forgotten too.
    """
    state.put(STATUS, obj, None)
    for key in sorted((key for key in state.used if obj in key), key=repr):
        state.put(USED, key, None)
    for key in sorted(key for key in state.counters if key[0] == obj):
        state.put(COUNTERS, key, None)


class VsPerformer(Watching):
    """How events of this game happen."""

    def __init__(self) -> None:
        self.writers: dict[str, Callable[[State, Happening, int], None]] = {
            "stunned": self.stun,
            "recovered": self.recover,
            "exhausted": self.exhaust,
            "readied": self.ready,
            "lost endurance": self.lose_endurance,
            "gained endurance": self.gain_endurance,
            "paid": self.pay,
            "attached": self.attach,
            "entered play": self.enter,
            "moved": self.move,
            "gained control": self.change_control,
            "flipped": self.flip,
            "drew": self.draw,
            "put into the resource row": self.put_resource,
            "counters": self.count,
            "gained points": self.gain_points,
            "powered up": self.power_up,
            "reinforced": self.reinforce,
            "lost reinforcement": self.lose_reinforcement,
            "left the attack": self.leave_the_attack,
            "became the defender": self.defend,
            "turned down": self.turn_down,
        }
        for kind in LEAVING:
            self.writers[kind] = self.leave

    # -- writing ------------------------------------------------------------------------------

    @rules("VS 708.11", "VS 708.11b")
    def happen(self, state: State, events: Batch) -> list[int]:
        """Write a batch; who is stunned in it loses endurance by what each was before it."""
        stunned = [at for at, event in enumerate(events) if event.kind == "stunned"]
        before = [traits_of(state, events[at].values[0]) for at in stunned]
        ids = super().happen(state, events)
        for at, traits in zip(stunned, before, strict=True):
            self.lose_for_stun(state, events[at].values[0], traits, ids[at])
        return ids

    @rules("VS 708.11b", "VS 701")
    def lose_for_stun(self, state: State, obj: int, traits: Traits, cause: int) -> None:
        """The controller of a stunned character loses endurance equal to its cost."""
        if traits.invulnerable:
            state.event("invulnerable", "VS 701", (cause,), obj)
        elif traits.cost > 0:
            values = (state.controller[obj], traits.cost)
            lost = Happening("lost endurance", "VS 708.11b", (cause,), values)
            self.notice(state, self.write(state, lost), lost)

    def write(self, state: State, event: Happening) -> int:
        number = state.event(event.kind, event.rule, event.causes, *event.values)
        writer = self.writers.get(event.kind)
        if writer is not None:
            writer(state, event, number)
        return number

    @rules("VS 302.6", "VS 708", "VS 213", "VS 217")
    def leave(self, state: State, event: Happening, number: int) -> None:
        """An object goes to a zone of its owner; the equipment it bears goes to the pile."""
        obj = event.values[0]
        zone = (LEAVING[event.kind], state.owner[obj])
        worn = equipment_on(state, obj)
        if words.in_play(state, obj):
            traits = traits_of(state, obj)
            value = (traits.atk, traits.defence, traits.cost, state.controller[obj])
            state.put(LAST, state.ref(obj), value)
        self.depart(state, obj, zone, 0 if event.values[1:] == ("top",) else None)
        self.drop(state, worn, "VS 302.6", number)

    def depart(self, state: State, obj: int, zone: Zone, index: int | None = None) -> None:
        """An object leaves and forgets its states, its counters, its controller."""
        leave_attack(state, obj)
        forget_states(state, obj)
        state.put(PLACE, obj, None)
        state.put(HOST, obj, None)
        state.put(CONTROLLER, obj, state.owner[obj])
        state.move(obj, zone, index)

    def drop(self, state: State, worn: Sequence[int], rule: str, cause: int) -> None:
        """Equipment goes to its owner's pile as part of what happens to its bearer."""
        for equipment in worn:
            state.event("put into pile", rule, (cause,), equipment)
            self.depart(state, equipment, (words.KOED, state.owner[equipment]))

    @rules("VS 708.11", "VS 701.12", "VS 701")
    def stun(self, state: State, event: Happening, number: int) -> None:
        """A character is stunned."""
        obj = event.values[0]
        stop_fighting(state, obj)
        set_status(state, obj, on=words.STUNNED | words.EXHAUSTED)
        if (obj, COSMIC) in state.counters:
            state.event("counters", "VS 701", (number,), obj, COSMIC, -1)
            state.put(COUNTERS, (obj, COSMIC), None)
        self.tell_text(state, obj, "text went off", number)

    @rules("VS 302.5")
    def tell_text(self, state: State, bearer: int, kind: str, cause: int) -> None:
        """Say of each equipment of a bearer that its text went off or is back."""
        for equipment in equipment_on(state, bearer):
            state.event(kind, "VS 302.5", (cause,), equipment)

    @rules("VS 302.5")
    def recover(self, state: State, event: Happening, number: int) -> None:
        set_status(state, event.values[0], off=words.STUNNED)
        self.tell_text(state, event.values[0], "text is back", number)

    def exhaust(self, state: State, event: Happening, number: int) -> None:
        set_status(state, event.values[0], on=words.EXHAUSTED)

    def ready(self, state: State, event: Happening, number: int) -> None:
        set_status(state, event.values[0], off=words.EXHAUSTED)

    def lose_endurance(self, state: State, event: Happening, number: int) -> None:
        player, points = event.values
        state.add_to(POINTS, (player, words.ENDURANCE), -points)

    def gain_endurance(self, state: State, event: Happening, number: int) -> None:
        player, points = event.values
        state.add_to(POINTS, (player, words.ENDURANCE), points)

    def pay(self, state: State, event: Happening, number: int) -> None:
        player, points, kind = event.values
        state.add_to(POINTS, (player, kind), -points)

    def gain_points(self, state: State, event: Happening, number: int) -> None:
        player, points = event.values
        state.add_to(POINTS, (player, words.POINTS), points)

    @rules("VS 302.4", "VS 302.10", "VS 704.3", "VS 302.8", "VS 708.12", "VS 214")
    def attach(self, state: State, event: Happening, number: int) -> None:
        """Equipment is attached: control passes, and a unique one sweeps its name."""
        equipment, bearer = event.values
        came_from = state.where[equipment][0]
        if came_from != words.EQUIPMENT:
            state.move(equipment, (words.EQUIPMENT, state.controller[equipment]))
        else:
            state.put(STAMP, equipment, state.tick())
        state.put(HOST, equipment, bearer)
        player = state.controller[bearer]
        if state.controller[equipment] != player:
            state.event("change of control", "VS 302.10", (number,), equipment, player)
            state.put(CONTROLLER, equipment, player)
            state.shift(equipment, (words.EQUIPMENT, player))
        self.sweep(state, equipment, player, "VS 704.3", number)
        if came_from != words.EQUIPMENT:
            how = "recruited" if came_from == words.CHAIN else "put"
            entered = Happening("entered play", event.rule, event.causes, (equipment, player, how))
            self.notice(state, number, entered)

    @rules("VS 704.1", "VS 704.1a", "VS 704.2", "VS 704.3", "VS 704.4", "VS 302.8")
    def sweep(self, state: State, obj: int, player: int, rule: str, cause: int) -> None:
        """Put away the other unique objects of the name, each with what it bears."""
        if not traits_of(state, obj).unique:
            return
        looking = "VS 302.8" if rule == "VS 704.3" else "VS 704.4"
        check = state.event("checked uniqueness", looking, (cause,), obj)
        for other in beside(state, obj, player):
            state.event("stayed beside", "VS 704.1a", (check,), other, obj)
        for other in swept(state, obj, player):
            if words.in_play(state, other):
                self.write(state, Happening("put into pile", rule, (check,), (other,)))

    @rules("VS 214", "VS 301.4", "VS 701")
    def enter(self, state: State, event: Happening, number: int) -> None:
        """A character comes into play, ready, at a position, with its cosmic counter."""
        obj, player, word, column, _ = event.values
        area, row = words.ROWS[word]
        state.put(CONTROLLER, obj, player)
        state.move(obj, (area, player))
        state.put(PLACE, obj, (row, column))
        cosmic = face_of(state, obj).cosmic
        if cosmic is not None and not cosmic.surge:
            state.event("counters", "VS 701", (number,), obj, COSMIC, 1)
            state.put(COUNTERS, (obj, COSMIC), 1)

    @rules("VS 302.7", "VS 213")
    def move(self, state: State, event: Happening, number: int) -> None:
        """A character takes another position; changing the area, it loses equipment."""
        obj, word, column = event.values
        area, row = words.ROWS[word]
        worn: Sequence[int] = ()
        if state.where[obj][0] != area:
            worn = equipment_on(state, obj)
            state.shift(obj, (area, state.controller[obj]))
        state.put(PLACE, obj, (row, column))
        for equipment in worn:
            if equipment_stays(state, equipment):
                state.event("stayed on", "VS 701.22b", (number,), equipment, obj)
        falling = [e for e in worn if not equipment_stays(state, e)]
        self.drop(state, falling, "VS 302.7", number)

    @rules("VS 302.10", "VS 708")
    def change_control(self, state: State, event: Happening, number: int) -> None:
        """A character goes over to another player, with what it bears still on it."""
        obj, player, word, column = event.values
        area, row = words.ROWS[word]
        stop_fighting(state, obj)
        state.put(CONTROLLER, obj, player)
        state.shift(obj, (area, player))
        state.put(PLACE, obj, (row, column))
        if state.options.get("bearer-changes-control") == "equipment-follows-bearer":
            for equipment in equipment_on(state, obj):
                if state.controller[equipment] != player:
                    values = (equipment, player)
                    state.event("change of control", "VS 302.10", (number,), *values)
                    state.put(CONTROLLER, equipment, player)
                    state.shift(equipment, (words.EQUIPMENT, player))

    @rules("VS 510", "VS 704.2")
    def flip(self, state: State, event: Happening, number: int) -> None:
        """A location is turned up; a unique one sweeps its name."""
        obj = event.values[0]
        set_status(state, obj, on=words.FACE_UP)
        state.reveal(obj)
        self.sweep(state, obj, state.controller[obj], "VS 704.2", number)

    def draw(self, state: State, event: Happening, number: int) -> None:
        player, obj = event.values
        state.move(obj, (words.HAND, player))

    @rules("VS 217")
    def turn_down(self, state: State, event: Happening, number: int) -> None:
        """A resource is turned face down: the same object, without what was chosen for it."""
        obj = event.values[0]
        set_status(state, obj, off=words.FACE_UP | words.ANNOUNCED)
        ref = state.ref(obj)
        for key, effect in sorted(state.effects.items()):
            if effect.until == "face up" and tuple(effect.affected[0]) == tuple(ref):
                state.put(EFFECTS, key, None)

    @rules("VS 217")
    def put_resource(self, state: State, event: Happening, number: int) -> None:
        player, obj, place = event.values
        state.move(obj, (words.RESOURCES, player), place - 1)

    @rules("VS 215")
    def count(self, state: State, event: Happening, number: int) -> None:
        obj, kind, change = event.values
        state.add_to(COUNTERS, (obj, kind), change)

    # -- in an attack ---------------------------------------------------------------------------

    @rules("VS 507")
    def power_up(self, state: State, event: Happening, number: int) -> None:
        """A character is powered up for the rest of the attack."""
        obj = event.values[0]
        more = max(0, traits_of(state, obj).power_up)
        data = (("get", "ATK", more), ("get", "DEF", more))
        refs = (state.ref(obj),)
        player = state.controller[obj]
        put_effect(state, obj, player, refs, "attack", number, data)

    @rules("VS 507")
    def reinforce(self, state: State, event: Happening, number: int) -> None:
        set_status(state, event.values[0], on=words.REINFORCED)

    @rules("VS 507")
    def lose_reinforcement(self, state: State, event: Happening, number: int) -> None:
        set_status(state, event.values[0], off=words.REINFORCED)

    @rules("VS 6")
    def leave_the_attack(self, state: State, event: Happening, number: int) -> None:
        """An attacker is removed from the attack: it stays as it is and counts no longer."""
        leave_attack(state, event.values[0])

    @rules("VS 6", "VS 407")
    def defend(self, state: State, event: Happening, number: int) -> None:
        """A character is the defender, whoever was it before."""
        obj = event.values[0]
        for other in state.lists.get("defender", ()):
            if other != obj:
                set_status(state, other, off=words.DEFENDER | words.REINFORCED)
        state.set_list("defender", (obj,))
        set_status(state, obj, on=words.DEFENDER)


PERFORMER = VsPerformer()
