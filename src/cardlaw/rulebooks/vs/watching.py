"""What watches events (502, 506, 511): triggered powers and replacement effects."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardlaw.cards import nodes
from cardlaw.kernel.choice import Option
from cardlaw.kernel.happen import Batch, Happening, Performer, wait
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED, Ref, Waiting
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.board import Board, board_of
from cardlaw.rulebooks.vs.occasions import BEFORE, LEAVING, OF_PLAYERS, REPLACEABLE
from cardlaw.rulebooks.vs.powers import Power, node_at
from cardlaw.rulebooks.vs.select import Sight, amount, fits, identity_breaches, number_breaches

#: the list of the event kinds that any card of the game watches
WATCHED = "watched"
#: the value of an event that "it" means, where it is not the first
_IT = {"stunned a defender": 1}
_BEFORE = frozenset(BEFORE)
#: events about cards that come from the hand: where they lie afterwards
_LYING = {"played": words.CHAIN, "discarded": words.KOED}


class Watching(Performer):
    """How powers notice the events of this game."""

    replaceable = frozenset(REPLACEABLE)

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
        it = event.values[0]
        sight = Sight(holder, state.controller[holder], (("it", (state.ref(it),)),))
        result: Batch = []
        for do in node.instead:
            if isinstance(do, nodes.Points):
                change = amount(state, do.amount, sight)
                kind = "lost endurance" if change < 0 else "gained endurance"
                values = (sight.player, abs(change))
                result.append(Happening(kind, "VS 511", event.causes, values))
            elif isinstance(do, nodes.Destroy | nodes.Move | nodes.SetState):
                obj = holder if do.what.who == "self" else it
                result.append(Happening(instead(do), "VS 511", event.causes, (obj,)))
        return result

    def board_before(self, state: State, events: Batch) -> Board | None:
        """None while no card of the game watches any of the events."""
        watched = state.lists.get(WATCHED, ())
        return board_of(state) if any(event.kind in watched for event in events) else None

    def notice(self, state: State, number: int, event: Happening) -> None:
        """Match the triggers of an event that was written before its changes were complete."""
        self.match(state, [(number, event)], self.board_before(state, [event]))

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
        holder = state.controller[power.holder]
        if event.kind == "step began":
            word, player = event.values
            return on.to == word and (not on.whose or (player == holder) == (on.whose == "you"))
        if event.kind in OF_PLAYERS:
            return not on.whose or (event.values[0] == holder) == (on.whose == "you")
        if on.to and on.to != event.values[-1]:
            return False
        if event.kind in _LYING:
            what = lying(on.what, _LYING[event.kind])
            return concerns(state, power, what, event.values[0])
        if before is None:
            return concerns(state, power, on.what, event.values[0])
        return concerned(state, power, on.what, event.values[0], before)

    def trigger(self, state: State, power: Power, event: Happening, number: int) -> None:
        assert isinstance(power.node, nodes.Triggered)
        key = (power.holder, power.path)
        if power.node.limit and state.used.get(key, 0) >= power.node.limit:
            return
        obj = event.values[_IT.get(event.kind, 0)]
        if event.kind == "step began" or event.kind in OF_PLAYERS:
            obj = power.holder
        it = Ref(obj, state.born[obj] - (1 if event.kind in LEAVING else 0))
        source = Ref(power.holder, state.born[power.holder])
        player = state.controller[power.holder]
        if power.holder == obj and it in state.last:
            player = state.last[it][3]
        wait(state, "VS 502", Waiting(player, source, power.path, number, (it,)))
        if power.node.limit and words.in_play(state, power.holder):
            state.add_to(USED, key, 1)


def instead(do: nodes.Destroy | nodes.Move | nodes.SetState) -> str:
    """The event that a replacement effect makes of another."""
    if isinstance(do, nodes.Move):
        return next(kind for kind, zone in LEAVING.items() if zone == do.to)
    if isinstance(do, nodes.SetState):
        return do.state
    return "KO'd"


def lying(what: nodes.Select, zone: str) -> nodes.Select:
    """The words about a card that an event has put into a zone."""
    any_of = tuple(lying(part, zone) for part in what.any_of)
    return msgspec.structs.replace(what, zone=zone, any_of=any_of)


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
    if what.any_of:
        return any(concerned(state, power, part, obj, before) for part in what.any_of)
    if traits is None or (what.except_self and obj == power.holder):
        return False
    if (what.types and traits.type not in what.types) or traits.type in what.not_types:
        return False
    if any(identity_breaches(what, obj, traits, "")) or any(number_breaches(what, obj, traits, "")):
        return False
    last = state.last.get(Ref(obj, state.born[obj] - 1))
    controller = state.controller[obj] if last is None else last[3]
    mine = controller == state.controller[power.holder]
    return not (what.controller and mine != (what.controller == "you"))


def note_watched(state: State) -> None:
    """Note which kinds of event any card of the game watches, as part of setting it up."""
    kinds = {on.event for face in state.faces for on in face.watches}
    state.set_list(WATCHED, tuple(sorted(kinds)))
