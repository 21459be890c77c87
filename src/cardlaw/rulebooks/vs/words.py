"""The words of the game (chapters 2 and 4): zones, rows, states and steps."""

from __future__ import annotations

from cardlaw.kernel.state import State

DECK = "deck"
HAND = "hand"
KOED = "KO'd pile"
REMOVED = "removed cards"
CHAIN = "chain"
VISIBLE = "visible area"
HIDDEN = "hidden area"
EQUIPMENT = "equipment"
RESOURCES = "resource row"

AREAS = (VISIBLE, HIDDEN)

STUNNED = 1
EXHAUSTED = 2
FACE_UP = 4
ATTACKER = 8
DEFENDER = 16
REINFORCED = 32
#: a plot twist of the resource row whose effect is still on the chain
ANNOUNCED = 64
#: a card whose boost was paid this turn
BOOSTED = 128

STATES = {
    "stunned": STUNNED,
    "exhausted": EXHAUSTED,
    "face up": FACE_UP,
    "attacker": ATTACKER,
    "defender": DEFENDER,
    "reinforced": REINFORCED,
    "announced": ANNOUNCED,
    "boosted": BOOSTED,
}

DRAW = 1
RESOURCE = 2
RECRUIT = 3
FORMATION = 4
ATTACK = 5
RECOVERY = 6
STEPS = {
    "draw": DRAW,
    "resource": RESOURCE,
    "recruit": RECRUIT,
    "formation": FORMATION,
    "attack": ATTACK,
    "recovery": RECOVERY,
}
STEP_RULE = {
    DRAW: "VS 401",
    RESOURCE: "VS 403",
    RECRUIT: "VS 404",
    FORMATION: "VS 405",
    ATTACK: "VS 407",
    RECOVERY: "VS 408",
}

FRONT, SUPPORT = 0, 1
ROWS = {
    "front row": (VISIBLE, FRONT),
    "support row": (VISIBLE, SUPPORT),
    "hidden front row": (HIDDEN, FRONT),
    "hidden support row": (HIDDEN, SUPPORT),
}
ROW_WORDS = {where: word for word, where in ROWS.items()}

#: the stages of an attack: proposed and not yet checked, going on
PROPOSED, GOING = 1, 2

CHARACTER = "character"
LOCATION = "location"
PLOT_TWIST = "plot twist"

POINTS = "resource points"
ENDURANCE = "endurance"


def has(state: State, obj: int, bit: int) -> bool:
    """Whether an object has a state."""
    return bool(state.status.get(obj, 0) & bit)


def step(state: State) -> int:
    """The step of the turn that is going on."""
    return state.turn.get("step", 0)


def primary(state: State) -> int:
    """The primary player: whose step it is, or who has the initiative."""
    return state.turn.get("primary", 0)


def initiative(state: State) -> int:
    """The player who has the initiative."""
    return state.turn.get("initiative", 0)


def in_area(state: State, obj: int) -> bool:
    """Whether an object lies in a visible or hidden area."""
    return state.where[obj][0] in AREAS


def in_play(state: State, obj: int) -> bool:
    """Whether an object is in play: in an area, attached, or in a resource row."""
    return state.where[obj][0] in (VISIBLE, HIDDEN, EQUIPMENT, RESOURCES)


def characters(state: State, player: int) -> tuple[int, ...]:
    """The characters that a player controls, the visible area first."""
    return state.zone(VISIBLE, player) + state.zone(HIDDEN, player)


def all_characters(state: State) -> tuple[int, ...]:
    """All characters in play, the first player's first."""
    return characters(state, 0) + characters(state, 1)


def resources(state: State, player: int) -> tuple[int, ...]:
    """The resources that a player controls."""
    return state.zone(RESOURCES, player)


def area_word(state: State, obj: int) -> str:
    """The row of a character in words: "hidden front row"."""
    zone = state.where[obj][0]
    row = state.place.get(obj, (FRONT, 1))[0]
    return ROW_WORDS[(zone, row)]


def row_word(state: State, obj: int) -> str:
    """The row of a character without its area: "front", "support"."""
    return area_word(state, obj).removeprefix("hidden ").removesuffix(" row")


def is_position(place: tuple[object, ...] | None) -> bool:
    """Whether a row of the table ``place`` is a row and a column."""
    if place is None or len(place) != 2:
        return False
    row, column = place
    return type(row) is int and row in (FRONT, SUPPORT) and type(column) is int


def knows(state: State, player: int, obj: int) -> bool:
    """Whether a player knows the face of an object."""
    return bool(state.knows.get(obj, 0) >> player & 1)
