"""Payment of game actions (216.12, 506.5): closing, tokens, movement, what may be used once."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, USED, PileItem
from cardlaw.rulebooks.berserk.happen import CLOSES, PERFORMER, SPENT_TOKENS, happen, set_bits
from cardlaw.rulebooks.berserk.named import text_at
from cardlaw.rulebooks.berserk.nodes import Playable
from cardlaw.rulebooks.berserk.select import char_of, in_the_battle
from cardlaw.rulebooks.berserk.stack import (
    AIMING_UP,
    CLOSING,
    DEFENSE,
    MOVEMENT,
    STRIKE,
    TRIGGER,
    chain_of,
)
from cardlaw.rulebooks.berserk.vanguard import count_strike
from cardlaw.rulebooks.berserk.words import (
    AIMED,
    AIMING,
    CLOSED,
    LEAPS,
    MOVED,
    NEUTRAL,
    STRIKES_A_TURN,
    TOKEN,
    VANGUARD,
    in_battle,
    is_closed,
    step,
)

Work = Generator[Choice, Option, None]
MEDITATION = "meditation"


def ability_of(state: State, item: PileItem) -> Playable | None:
    """The playable ability that an item of the stack carries out, or None."""
    if item.kind == TRIGGER or len(item.text) < 2:
        return None
    ability = text_at(state, item.text)
    return ability if isinstance(ability, Playable) else None


@rules("BE09 404.4", "BE09 103.6")
def unable(state: State, item: PileItem) -> bool:
    """Whether the card of an action can no longer pay for it."""
    if state.options["payment"] != "at-the-end":
        return False
    obj = item.source[0]
    ability = ability_of(state, item)
    closes = item.kind in CLOSING or (ability is not None and ability.cost.exhaust)
    return closes and is_closed(state, obj)


@rules("BE09 216.12", "BE09 216.12a", "BE09 203.3", "BE12 123.5", "BE12 506.5", "BE12 301.1")
def pay(state: State, item: PileItem, event: int) -> Work:
    """The card pays for its action; a defender closes when the attacker does."""
    obj = item.source[0]
    chain = chain_of(item)
    if not in_battle(state, obj):
        closing = []
    elif item.kind == MOVEMENT:
        state.event("movement spent", "BE09 203.3", (event,), obj)
        state.add_to(COUNTERS, (obj, MOVED), 1)
        return
    elif item.kind == DEFENSE and state.options["payment"] == "at-the-end":
        return
    else:
        leads = item.kind == STRIKE and step(state) == VANGUARD
        if leads:
            count_strike(state, obj, event)
        closing = [obj] if item.kind in CLOSING and not leads else []
        if item.kind == STRIKE and not leads and stays_open(state, obj, event):
            closing = []
        ability = ability_of(state, item)
        if ability is not None:
            closing = yield from pay_for_ability(state, item, ability, event)
    if chain.defender >= 0 and "does not close when defending" not in (
        char_of(state, chain.defender).keywords
    ):
        closing.append(chain.defender)
    batch = [
        Happening(CLOSES, "BE09 216.12", (event,), (o,))
        if o == obj
        else Happening(CLOSES, "BE09 216.12a", (event, chain.defense), (o,))
        for o in closing
        if in_battle(state, o) and not state.status.get(o, 0) & CLOSED
    ]
    PERFORMER.happen(state, batch)
    if item.kind == AIMING_UP:
        set_bits(state, obj, AIMING)
    elif item.kind == STRIKE and state.status.get(obj, 0) & AIMED:
        state.event("aim used", "BE09 211.9", (event,), obj)
        set_bits(state, obj, 0, AIMED)


@rules("BE09 216.12", "BE09 103.1")
def stays_open(state: State, obj: int, event: int) -> bool:
    """Whether a creature does not close for this strike: none, or not the first ones of a turn."""
    words = char_of(state, obj).keywords
    if "does not close when striking" in words:
        return True
    strikes = words.get(STRIKES_A_TURN, 0)
    if not strikes:
        return False
    state.event("use counted", "BE09 216.12", (event,), obj)
    state.add_to(USED, (STRIKES_A_TURN, obj), 1)
    return state.used[STRIKES_A_TURN, obj] < strikes


@rules("BE09 6", "BE12 123.5")
def payers(state: State, obj: int) -> list[int]:
    """The cards whose tokens may pay for a card's ability: itself; in meditation those like it."""
    found = [obj] if state.counters.get((obj, TOKEN), 0) else []
    char = char_of(state, obj)
    if MEDITATION in char.keywords and char.element != NEUTRAL:
        found += [
            other
            for other in state.board().squads[state.controller[obj]]
            if other != obj
            and (other, TOKEN) in state.counters
            and char_of(state, other).element == char.element
        ]
    return found


def tokens_for(state: State, obj: int) -> int:
    """How many tokens may pay for a card's ability."""
    return sum(state.counters.get((payer, TOKEN), 0) for payer in payers(state, obj))


@rules("BE12 123.5", "BE09 6")
def spend_tokens(state: State, obj: int, number: int, event: int) -> Work:
    """Tokens are spent one by one if they may come from several cards; the player says whose."""
    found = payers(state, obj)
    if found == [obj]:
        here = min(number, state.counters[obj, TOKEN])
        happen(state, SPENT_TOKENS, "BE12 123.5", (event,), obj, here)
        return
    for _ in range(number):
        found = payers(state, obj)
        if not found:
            return
        answer = yield Choice("payer", state.controller[obj], tuple(found))
        rule = "BE12 123.5" if answer[0] == obj else "BE09 6"
        happen(state, SPENT_TOKENS, rule, (event, state.answer), answer[0], 1)


@rules("BE12 123.5", "BE09 203.12", "BE09 216.12")
def pay_for_ability(
    state: State, item: PileItem, ability: Playable, event: int
) -> Generator[Choice, Option, list[int]]:
    """Tokens, uses and movement that an ability costs. Returns the card if it closes."""
    obj = item.source[0]
    if ability.cost.remove_counters:
        named = ability.cost.counters < 0
        number = chain_of(item).number if named else max(1, ability.cost.counters)
        yield from spend_tokens(state, obj, number, event)
    if ability.limit:
        state.event("use counted", "BE09 216.12", (event,), obj)
        state.add_to(USED, ("ability", obj, state.born.get(obj, 0), item.text), 1)
    if ability.battle_limit:
        state.event("use counted", "BE09 216.12", (event,), obj)
        state.add_to(USED, in_the_battle(obj, item.text), 1)
    if ability.kind in LEAPS:
        state.event("movement spent", "BE09 203.12", (event,), obj)
        state.put(COUNTERS, (obj, MOVED), max(1, char_of(state, obj).movement))
    return [obj] if ability.cost.exhaust else []
