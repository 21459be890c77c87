"""The events of the game (214, 508, 708): how each changes the tables, and what it triggers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardlaw.cards import nodes
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Batch, Happening, Performer, wait
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CONTROLLER,
    COUNTERS,
    HOST,
    LAST,
    PLACE,
    POINTS,
    STAMP,
    STATUS,
    Ref,
    Waiting,
    Zone,
)
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import Board, Power, board_of, equipment_stays, node_at
from cardlaw.rulebooks.vs.select import Sight, amount, equipment_on, fits, traits_of
from cardlaw.rulebooks.vs.unique import beside, swept

#: events by which an object leaves its zone: where it goes
LEAVING = {
    "put into pile": words.KOED,
    "KO'd": words.KOED,
    "discarded": words.KOED,
    "returned to hand": words.HAND,
    "put into deck": words.DECK,
    "removed from the game": words.REMOVED,
    "became a resource": words.RESOURCES,
}
#: the list of the event kinds that any card of the game watches
WATCHED = "watched"
#: the value of an event that "it" means, where it is not the first
_IT = {"stunned a defender": 1}
_BEFORE = frozenset((*LEAVING, "stunned"))
_IN_ATTACK = words.ATTACKER | words.DEFENDER | words.REINFORCED


def set_status(state: State, obj: int, on: int = 0, off: int = 0) -> None:
    """Turn states of an object on and off."""
    bits = (state.status.get(obj, 0) | on) & ~off
    state.put(STATUS, obj, bits or None)


def leave_attack(state: State, obj: int) -> None:
    """An object is in no attack any more, as part of the event begun last."""
    for name in ("attackers", "defender"):
        ids = state.lists.get(name, ())
        if obj in ids:
            state.set_list(name, tuple(other for other in ids if other != obj))
    if state.status.get(obj, 0) & _IN_ATTACK:
        set_status(state, obj, off=_IN_ATTACK)


class VsPerformer(Performer):
    """How events of this game happen."""

    replaceable = frozenset(("stunned",))

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
        }
        for kind in LEAVING:
            self.writers[kind] = self.leave

    # -- replacement and triggers -----------------------------------------------------------

    def chooser(self, state: State, event: Happening) -> int:
        return state.controller[event.values[0]]

    @rules("VS 511", "VS 203.8")
    def replacements(self, state: State, event: Happening) -> list[Option]:
        found: list[Option] = []
        for power in board_of(state).replacements.get(event.kind, ()):
            assert isinstance(power.node, nodes.Replacement)
            if concerns(state, power, power.node.on.what, event.values[0]):
                found.append((power.holder, *power.path))
        return found

    def replace(self, state: State, event: Happening, effect: Option) -> Batch:
        holder, *path = effect
        node = node_at(state, tuple(path))
        assert isinstance(node, nodes.Replacement)
        player = state.controller[holder]
        sight = Sight(holder, player, (("it", (state.ref(event.values[0]),)),))
        result: Batch = []
        for do in node.instead:
            if isinstance(do, nodes.Destroy):
                result.append(Happening("KO'd", "VS 511", event.causes, (holder,)))
            elif isinstance(do, nodes.Points):
                change = amount(state, do.amount, sight)
                kind = "lost endurance" if change < 0 else "gained endurance"
                result.append(Happening(kind, "VS 511", event.causes, (player, abs(change))))
        return result

    def board_before(self, state: State, events: Batch) -> Board | None:
        """None while no card of the game watches any of the events."""
        watched = state.lists.get(WATCHED, ())
        return board_of(state) if any(event.kind in watched for event in events) else None

    @rules("VS 502", "VS 506")
    def match(
        self, state: State, written: Sequence[tuple[int, Happening]], before: Board | None
    ) -> None:
        if before is None:
            return
        after = board_of(state)
        for number, event in written:
            early = event.kind in _BEFORE
            for power in (before if early else after).triggers.get(event.kind, ()):
                assert isinstance(power.node, nodes.Triggered)
                if any(
                    self.watches(state, power, on, event, before if early else None)
                    for on in power.node.on
                ):
                    self.trigger(state, power, event, number)

    def watches(
        self, state: State, power: Power, on: nodes.On, event: Happening, before: Board | None
    ) -> bool:
        """Whether a triggered power watches this event."""
        if on.event != event.kind:
            return False
        if event.kind == "step began":
            word, player = event.values
            mine = player == state.controller[power.holder]
            return on.to == word and (not on.whose or mine == (on.whose == "you"))
        if before is None:
            return concerns(state, power, on.what, event.values[0])
        return concerned(state, power, on.what, event.values[0], before)

    def trigger(self, state: State, power: Power, event: Happening, number: int) -> None:
        obj = event.values[_IT.get(event.kind, 0)]
        if event.kind == "step began":
            obj = power.holder
        it = Ref(obj, state.born[obj] - (1 if event.kind in LEAVING else 0))
        source = Ref(power.holder, state.born[power.holder])
        player = state.controller[power.holder]
        if power.holder == obj and it in state.last:
            player = state.last[it][3]
        wait(state, "VS 502", Waiting(player, source, power.path, number, (it,)))

    # -- writing ------------------------------------------------------------------------------

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
        state.put(STATUS, obj, None)
        state.put(PLACE, obj, None)
        state.put(HOST, obj, None)
        for key in sorted(key for key in state.counters if key[0] == obj):
            state.put(COUNTERS, key, None)
        state.put(CONTROLLER, obj, state.owner[obj])
        state.move(obj, zone, index)

    def drop(self, state: State, worn: Sequence[int], rule: str, cause: int) -> None:
        """Equipment goes to its owner's pile as part of what happens to its bearer."""
        for equipment in worn:
            state.event("put into pile", rule, (cause,), equipment)
            self.depart(state, equipment, (words.KOED, state.owner[equipment]))

    @rules("VS 708.11", "VS 708.11b", "VS 701.12")
    def stun(self, state: State, event: Happening, number: int) -> None:
        """A character is stunned, and its controller loses endurance equal to its cost."""
        obj = event.values[0]
        traits = traits_of(state, obj)
        leave_attack(state, obj)
        set_status(state, obj, on=words.STUNNED | words.EXHAUSTED)
        if not traits.invulnerable and traits.cost > 0:
            player = state.controller[obj]
            state.event("lost endurance", "VS 708.11b", (number,), player, traits.cost)
            state.add_to(POINTS, (player, words.ENDURANCE), -traits.cost)
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
        if state.where[equipment][0] != words.EQUIPMENT:
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

    @rules("VS 214", "VS 301.4")
    def enter(self, state: State, event: Happening, number: int) -> None:
        """A character comes into play, ready, at a position."""
        obj, player, word, column = event.values
        area, row = words.ROWS[word]
        state.put(CONTROLLER, obj, player)
        state.move(obj, (area, player))
        state.put(PLACE, obj, (row, column))

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
        leave_attack(state, obj)
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
    def put_resource(self, state: State, event: Happening, number: int) -> None:
        player, obj = event.values
        state.move(obj, (words.RESOURCES, player))

    @rules("VS 215")
    def count(self, state: State, event: Happening, number: int) -> None:
        obj, kind, change = event.values
        state.add_to(COUNTERS, (obj, kind), change)


def concerns(state: State, power: Power, what: nodes.Select, obj: int) -> bool:
    """Whether a power's words mean this object, which is where the event put it."""
    if what.who == "self":
        return obj == power.holder
    if what.who == "bearer":
        return state.host.get(power.holder) == obj
    return fits(state, what, obj, Sight(power.holder, state.controller[power.holder]))


def concerned(state: State, power: Power, what: nodes.Select, obj: int, before: Board) -> bool:
    """Whether a power's words meant this object before the event took it away."""
    if what.who == "self":
        return obj == power.holder
    traits = before.traits.get(obj)
    if what.who == "bearer":
        return power.holder in before.worn.get(obj, ())
    if traits is None or what.types and traits.type not in what.types:
        return False
    if what.kinds and not any(kind in traits.kinds for kind in what.kinds):
        return False
    last = state.last.get(Ref(obj, state.born[obj] - 1))
    controller = state.controller[obj] if last is None else last[3]
    mine = controller == state.controller[power.holder]
    return not (what.controller and mine != (what.controller == "you"))


def note_watched(state: State) -> None:
    """Note which kinds of event any card of the game watches, as part of setting it up."""
    kinds = {on.event for face in state.faces for on in face.watches}
    state.set_list(WATCHED, tuple(sorted(kinds)))


PERFORMER = VsPerformer()
