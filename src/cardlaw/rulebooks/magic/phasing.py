"""Phasing (CR 702.26): permanents that don't exist for a while, with what is attached to them."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import HOST, USED
from cardlaw.rulebooks.magic.attach import kind_of_attachment
from cardlaw.rulebooks.magic.board import FIELD, GONE, PHASED, char_of
from cardlaw.rulebooks.magic.events import leave_combat


def attached_to(state: State, obj: int) -> list[int]:
    """What is attached to an object, in order of ids."""
    return sorted(other for other, host in state.host.items() if host == obj)


@rules("CR 702.26b", "CR 702.26g", "CR 702.26h", "CR 702.26j")
def phase_out(state: State, objs: list[int], rule: str, causes: tuple[int, ...]) -> None:
    """Phase permanents out, each with what is attached to it. Nothing triggers on attaching."""
    direct = [obj for obj in objs if not _along(state, obj, objs)]
    for obj in direct:
        event = state.event("phased out", rule, causes, obj)
        _go(state, obj, char_of(state, obj).controller)
        _follow(state, obj, event)


def _along(state: State, obj: int, objs: list[int]) -> bool:
    host = state.host.get(obj)
    while host is not None and host > 0:
        if host in objs:
            return True
        host = state.host.get(host)
    return False


def _go(state: State, obj: int, player: int) -> None:
    leave_combat(state, obj)
    state.put(USED, ("phased", obj), player + 1)
    state.shift(obj, PHASED)


def _follow(state: State, obj: int, cause: int) -> None:
    for other in attached_to(state, obj):
        if state.where[other] == FIELD:
            state.event("phased out", "CR 702.26g", (cause,), other)
            leave_combat(state, other)
            state.put(USED, ("phased", other), 3)
            state.shift(other, PHASED)
            _follow(state, other, cause)


@rules("CR 702.26c", "CR 702.26g", "CR 702.26i", "CR 702.26j")
def phase_in(state: State, objs: list[int], rule: str, causes: tuple[int, ...]) -> None:
    """Phase permanents in, each with what phased out along with it."""
    for obj in objs:
        event = state.event("phased in", _again(state, obj, rule), causes, obj)
        _come(state, obj)
        if state.host.get(obj, GONE) > GONE and state.where[state.host[obj]] != FIELD:
            state.put(HOST, obj, None)
        _lead(state, obj, event)


def _again(state: State, obj: int, rule: str) -> str:
    """The rule of phasing in; what can be attached returns to its bearer or to nothing."""
    return "CR 702.26i" if kind_of_attachment(char_of(state, obj)) else rule


def _come(state: State, obj: int) -> None:
    state.put(USED, ("phased", obj), None)
    state.shift(obj, FIELD)


def _lead(state: State, obj: int, cause: int) -> None:
    for other in attached_to(state, obj):
        if state.where[other] == PHASED and state.used.get(("phased", other)) == 3:
            state.event("phased in", "CR 702.26g", (cause,), other)
            _come(state, other)
            _lead(state, other, cause)


def phased_out_under(state: State, player: int) -> list[int]:
    """The permanents that phased out by themselves under a player's control."""
    found = state.zone(*PHASED)
    return [obj for obj in found if state.used.get(("phased", obj)) == player + 1]
