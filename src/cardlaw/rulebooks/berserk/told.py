"""Values in the game's words: what a card, a player or the battle is said to be."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.setup import Property
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.faces import Char
from cardlaw.rulebooks.berserk.moving import unused_movement
from cardlaw.rulebooks.berserk.select import value_of
from cardlaw.rulebooks.berserk.squad import GOLD, SILVER, purse
from cardlaw.rulebooks.berserk.stack import chain_of
from cardlaw.rulebooks.berserk.words import (
    CREATURE,
    EXTRA,
    FLYER,
    GRAVEYARD,
    POISON,
    SECOND_TERRAIN,
    STATUS_NAMES,
    STEPS,
    SYMBIOTE,
    TOKEN,
    active,
    in_battle,
    is_hidden,
    step,
)

#: named abilities that have a number or are there or not
KEYWORDS = (
    "armor",
    "attack experience",
    "defense experience",
    "shooting experience",
    "throwing experience",
    "discharge experience",
    "clumsiness",
    "blessing",
    "curse",
    "vulnerability",
    "regeneration",
    "fading",
    "incarnation",
    "directed strike",
    "unanswered strike",
    "incorporeal",
    "vanguard",
)
Values = dict[str, int | str | bool | list[str]]


def char_in_full(state: State, obj: int) -> Char:
    """The characteristics of a card for somebody who knows it, also when it lies face down."""
    char: Char | None = state.board().chars.get(obj)
    if char is None or is_hidden(state, obj):
        return state.faces[state.card[obj]].sheet.char  # type: ignore[no-any-return]
    return char


def strike_word(char: Char) -> str:
    """A simple strike as it is printed: weak, medium, strong."""
    return "-".join(str(max(0, number)) for number in char.strike)


def property_of(state: State, obj: int, name: str) -> Property:
    """A property of a card. KeyError for an unknown word."""
    char = char_in_full(state, obj)
    simple: dict[str, Property] = {
        "type": char.type,
        "subtype": char.subtype or None,
        "element": char.element,
        "cost": max(0, char.cost),
        "crystal": "gold" if char.gold else "silver",
        "strike": strike_word(char),
        "classes": tuple(char.classes),
        "protections": tuple(char.protections),
        "flying": char.subtype == FLYER,
        "symbiote": char.subtype == SYMBIOTE,
        "movement": max(0, char.movement),
        "wounds": state.damage.get(obj, 0),
        "tokens": state.counters.get((obj, TOKEN), 0),
        "poison": state.counters.get((obj, POISON), 0),
        "extra life": state.counters.get((obj, EXTRA), 0),
        "cell": state.board().cell_of.get(obj),
        "abilities": (*(() if char.blank else _ability_names(state, obj)), *char.acquired),
    }
    if name in simple:
        return simple[name]
    if name == "life":
        return value_of(state, obj, "life") if in_battle(state, obj) else char.life
    if name == "unused movement":
        return unused_movement(state, obj)
    if name == "open":
        return not state.status.get(obj, 0) & STATUS_NAMES["closed"]
    if name in STATUS_NAMES:
        return bool(state.status.get(obj, 0) & STATUS_NAMES[name])
    if name == "incorporeal":
        return char.incorporeal
    if name in KEYWORDS or name in char.keywords:
        return char.keywords.get(name, 0)
    raise KeyError(name)


def _ability_names(state: State, obj: int) -> tuple[str, ...]:
    sheet = state.faces[state.card[obj]].sheet
    return tuple(sheet.abilities[number].name for number in sheet.playables)


#: the states of a card that a printed position shows
SHOWN_STATES = ("hidden", "closed", "incarnated", "stunned")


def details(state: State, obj: int) -> list[str]:
    """What a printed position adds to the name of a card: its cell, states, counters, wounds."""
    cell = state.board().cell_of.get(obj)
    bits = state.status.get(obj, 0)
    found = [] if cell is None else [str(cell)]
    found += [name for name in SHOWN_STATES if bits & STATUS_NAMES[name]]
    found += [f"{n} {kind}" for (o, kind), n in sorted(state.counters.items()) if o == obj]
    wounds = state.damage.get(obj, 0)
    return [*found, f"wounds {wounds}"] if wounds else found


def values_of(state: State, obj: int) -> Values:
    """All values of a card that are worth showing."""
    char = char_in_full(state, obj)
    values: Values = {"type": char.type, "cost": max(0, char.cost), "element": char.element}
    if char.type == CREATURE:
        values["strike"] = strike_word(char)
        values["movement"] = max(0, char.movement)
    if char.life:
        values["life"] = value_of(state, obj, "life") if in_battle(state, obj) else char.life
        if is_hidden(state, obj):
            values["life"] = char.life
    if char.subtype:
        values["subtype"] = char.subtype
    if char.classes:
        values["classes"] = list(char.classes)
    for word in sorted(char.keywords):
        values[word] = char.keywords[word]
    if char.protections:
        values["protections"] = list(char.protections)
    return values


def property_of_player(state: State, player: int, name: str) -> Property:
    """A number or list of a player. KeyError for an unknown word."""
    if name == GOLD:
        return purse(state, player).gold
    if name == SILVER:
        return purse(state, player).silver
    if name == SECOND_TERRAIN:
        return bool(state.points.get((player, SECOND_TERRAIN)))
    if name == GRAVEYARD:
        return tuple(state.faces[state.card[o]].name for o in state.zone(GRAVEYARD, player))
    if name == "creatures":
        squad = state.board().squads[player]
        return sum(char_in_full(state, o).type == CREATURE for o in squad)
    raise KeyError(name)


def property_of_game(state: State, name: str) -> Property:
    """A word of the turn or the outcome. KeyError for an unknown word."""
    if name == "step":
        return STEPS[step(state)]
    if name == "turn":
        return state.turn.get("turn", 0)
    if name == "active":
        return "AB"[active(state)]
    if name == "stage":
        top = pile.top(state)
        return None if top is None else chain_of(state.pile[top]).stage
    if name == "winner":
        return {1: "A", 2: "B"}.get(state.turn.get("result", 0))
    raise KeyError(name)


def item_seen(state: State, key: int) -> list[str | int | list[int]]:
    """How far an action on the stack has come: stage, targets, cell, rolls, results, grades."""
    chain = chain_of(state.pile[key])
    targets = [state.serial.get(obj, -1) for obj in chain.ids()]
    dice = [list(chain.rolls), list(chain.totals), [chain.grade, chain.answer]]
    return [chain.stage, targets, chain.cell, int(chain.redirected), *dice]
