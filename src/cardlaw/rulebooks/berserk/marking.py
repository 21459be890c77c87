"""Marks on cards (chapters 204, 218, 416): wounds healed, poison, tokens, extra life."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.cards.nodes import PutCounters
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.happen import (
    EXTRA_LIFE,
    EXTRA_LOST,
    GAINED_TOKEN,
    HEALED,
    POISON_LOST,
    POISONED,
    SPENT_TOKENS,
    happen,
)
from cardlaw.rulebooks.berserk.lasting import come_too_late
from cardlaw.rulebooks.berserk.meaning import Doing, Work, meant
from cardlaw.rulebooks.berserk.nodes import Heal, Nourish, Poison
from cardlaw.rulebooks.berserk.replacing import Carry, left_over
from cardlaw.rulebooks.berserk.select import amount, char_of
from cardlaw.rulebooks.berserk.words import CREATURE, EXTRA, POISON, TOKEN, WIDER


def heal(state: State, do: Heal, doing: Doing, carry: Carry) -> Work:
    number = amount(state, do.amount, doing.scene)
    for obj in meant(state, do.what, doing):
        wounds = state.damage.get(obj, 0)
        most = wounds if do.amount == 0 else number
        yield from remove_wounds(state, obj, most, doing.event, carry)


@rules("BE09 416.2", "BE09 419")
def remove_wounds(
    state: State, obj: int, number: int, event: int, carry: Carry, rule: str = "BE09 416.2"
) -> Generator[Choice, Option, int]:
    """Heal a card as far as it is wounded; nothing heals the incorporeal. Returns how much."""
    if number <= 0 or char_of(state, obj).incorporeal:
        return 0
    wounds = state.damage.get(obj, 0)
    healing = Happening(HEALED, rule, (event,), (obj, number))
    if HEALED in state.board().replacing:
        left = yield from left_over(state, [healing], carry)
        wounds = wounds if left else 0
    if wounds:
        happen(state, HEALED, rule, (event,), obj, min(number, wounds))
    return min(number, wounds)


def poison(state: State, do: Poison, doing: Doing, carry: Carry) -> Work:
    number = amount(state, do.amount, doing.scene)
    for obj in meant(state, do.what, doing):
        char = char_of(state, obj)
        if char.type != CREATURE or char.incorporeal or char.protected_from(POISON, WIDER):
            continue
        before = state.counters.get((obj, POISON), 0)
        more = Happening(POISONED, "BE09 414.4", (doing.event,), (obj, number))
        if POISONED in state.board().replacing and not (yield from left_over(state, [more], carry)):
            continue
        if number > before:
            told = happen(state, POISONED, "BE09 414.4", (doing.event,), obj, number - before)
            come_too_late(state, obj, told)


def put_marks(state: State, do: PutCounters, doing: Doing) -> Work:
    number = amount(state, do.amount, doing.scene)
    for obj in meant(state, do.what, doing):
        if do.kind == POISON:
            add_poison(state, obj, number, doing.event)
        elif do.kind == EXTRA:
            add_life(state, obj, number, doing.event)
        else:
            add_tokens(state, obj, number, doing.event)
    yield from ()


def add_poison(state: State, obj: int, number: int, event: int) -> None:
    """A card is poisoned more, or loses poison."""
    here = state.counters.get((obj, POISON), 0)
    if number > 0:
        come_too_late(state, obj, happen(state, POISONED, "BE09 414.4", (event,), obj, number))
    elif here and number:
        happen(state, POISON_LOST, "BE09 414.4", (event,), obj, min(here, -number))


@rules("BE09 204.3", "BE09 204.6")
def add_life(state: State, obj: int, number: int, event: int) -> None:
    """A card receives extra life, as far as its life maximum allows, or loses some."""
    if number < 0:
        lost = min(-number, state.counters.get((obj, EXTRA), 0))
        if lost:
            happen(state, EXTRA_LOST, "BE09 204.6", (event,), obj, lost)
        return
    char, rule = char_of(state, obj), "BE09 204.6"
    if "life maximum" in char.keywords:
        extra = state.counters.get((obj, EXTRA), 0)
        room = max(0, char.keywords["life maximum"] - char.life - extra)
        if room < number:
            number, rule = room, "BE09 204.3"
    if number > 0:
        happen(state, EXTRA_LIFE, rule, (event,), obj, number)


@rules("BE12 123.2", "BE12 123.4")
def add_tokens(state: State, obj: int, number: int, event: int) -> None:
    """A card receives or loses tokens, as far as its limit allows."""
    here = state.counters.get((obj, TOKEN), 0)
    most = char_of(state, obj).keywords.get("most tokens", 0)
    gained = min(number, most - here) if most and number > 0 else number
    if gained > 0:
        happen(state, GAINED_TOKEN, "BE12 123.2", (event,), obj, gained)
    elif gained < 0 and here:
        happen(state, SPENT_TOKENS, "BE12 123.2", (event,), obj, min(here, -gained))


@rules("BE09 6")
def nourish(state: State, do: Nourish, doing: Doing, carry: Carry) -> Work:
    """Heal first; what is left over becomes extra life."""
    number = amount(state, do.amount, doing.scene)
    for obj in meant(state, do.what, doing):
        healed = yield from remove_wounds(state, obj, number, doing.event, carry)
        add_life(state, obj, number - healed, doing.event)
