"""The rulebook's words: zones, steps, states, counters (chapters 206, 300)."""

from __future__ import annotations

from cardlaw.kernel.rulebook import ZoneKind
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Zone

FIELD = "field"
ADDITIONAL = "additional zone"
AUXILIARY = "auxiliary zone"
GRAVEYARD = "graveyard"
DECK = "deck"
DEAL = "deal"
RECRUITMENT = "recruitment"
EXILE = "exile"

ON_FIELD: Zone = (FIELD, -1)
IN_ADDITIONAL: Zone = (ADDITIONAL, -1)
IN_AUXILIARY: Zone = (AUXILIARY, -1)
#: the zone of battle: where a player's squad is
BATTLE = (ON_FIELD, IN_ADDITIONAL, IN_AUXILIARY)

ZONES = {
    FIELD: ZoneKind("nobody"),
    ADDITIONAL: ZoneKind("all"),
    AUXILIARY: ZoneKind("all"),
    GRAVEYARD: ZoneKind("all", ordered=True),
    DECK: ZoneKind("nobody", listed=False),
    DEAL: ZoneKind("owner", listed=False),
    RECRUITMENT: ZoneKind("owner", listed=False),
    EXILE: ZoneKind("all", ordered=True),
}

#: the steps of a battle in order, as numbers in the word "step" of the turn
STEPS = (
    "deal",
    "redeal",
    "recruitment",
    "deployment",
    "reveal",
    "battle start",
    "vanguard",
    "preparation",
    "turn start",
    "main",
    "final",
)
DEALING, REDEALING, RECRUITING, DEPLOYING, REVEALING = range(5)
STARTING, VANGUARD, PREPARING, TURN_START, MAIN, FINAL = range(5, 11)
#: the steps in which a player acts with an empty stack
OF_ACTION = frozenset((VANGUARD, MAIN))

#: how far the reveal has come: not at all, the first player decides, the second, what is assigned
UNTURNED, FIRST_DECIDING, DECIDING, EQUIPPING, JOINING, INFESTING = range(6)

HIDDEN = 1
CLOSED = 2
#: closed in order to strike a flyer next turn; may strike one this turn
AIMING, AIMED = 8, 16
#: open since the turn began: poison and regeneration act
AWAKE = 32
INCARNATED = 64
#: stays closed when its player's next turn begins
STUNNED = 128
#: its player has decided whether this card stays face down
DECIDED = 256

STATUS_NAMES = {
    "hidden": HIDDEN,
    "closed": CLOSED,
    "aiming": AIMING,
    "aimed": AIMED,
    "awake": AWAKE,
    "incarnated": INCARNATED,
    "stunned": STUNNED,
    "decided": DECIDED,
}

#: what a player has: two terrains by permission, and the permission used up
SECOND_TERRAIN = "second terrain"
SPENT_PERMISSION = "second terrain spent"

TOKEN = "token"
POISON = "poison"
EXTRA = "extra life"
MOVED = "moved"

#: how many tokens are worth testing as a price that a player names
MOST_NAMED = 20

#: what a card has done or received this turn
HIT, HURT, HAS_ATTACKED = "hit", "wounded", "attacked"
#: how often something was used in the whole battle
BATTLE_USE = "in the battle"
#: who has wounded or destroyed a card at close quarters last, as its number plus one
SLAYER = "slayer"
#: whether what wounded or destroyed a card last was an enemy's
BY_ENEMY = "by enemy"

CREATURE, ARTIFACT, TERRAIN, EQUIPMENT = "creature", "artifact", "terrain", "equipment"
FLYER, SYMBIOTE, PARASITE = "flyer", "symbiote", "parasite"
#: the subtypes of creatures that live on a host
COMPANIONS = frozenset((SYMBIOTE, PARASITE))
#: the kinds of ability that stand for movement
LEAPS = frozenset(("jump", "teleport", "maneuver"))
#: the moments before the battle to which an ability may be bound
EARLY = ("before recruitment", "before reveal")
FLIGHT, INCORPOREAL = "flight", "incorporeal"

NEUTRAL = "neutral"
#: the elements, and what is of none
ELEMENTS = ("steppe", "mountains", "forest", "swamps", "darkness", NEUTRAL)
WEAPON, ARMOR, SHIELD, POTION = "weapon", "armor", "shield", "potion"
EQUIPMENT_CLASSES = (WEAPON, ARMOR, SHIELD, POTION)

#: the kinds of actions, and what each belongs to
MELEE = frozenset(("simple strike", "special strike", "magic strike"))
RANGED = frozenset(("shot", "throw", "discharge", "strike across a row"))
ATTACKS = MELEE | RANGED
INFLUENCE = "influence"
MAGIC = frozenset(("magic strike", "discharge", "spell"))
#: how many simple strikes a creature may make in a turn before it closes
STRIKES_A_TURN = "strikes a turn"
#: the wider kinds that a protection may name, with what they include
WIDER: dict[str, frozenset[str]] = {
    "magic": MAGIC,
    "melee attacks": MELEE,
    "ranged attacks": RANGED,
    "attacks": ATTACKS,
    "non-magical attacks": ATTACKS - MAGIC,
    "ranged non-magical attacks": RANGED - MAGIC,
    "strikes": MELEE | {"strike across a row"},
    "all but simple strikes": ATTACKS - {"simple strike"},
}


def step(state: State) -> int:
    """The step of the battle."""
    return state.turn.get("step", DEALING)


def active(state: State) -> int:
    """The player whose turn it is; before the battle, the player who goes first."""
    return state.turn.get("active", 0)


def first_player(state: State) -> int:
    """The player who takes the first turn."""
    return state.turn.get("first", 0)


def side(state: State, player: int) -> int:
    """0 for the first player, 1 for the second: whose half and rows are meant."""
    return player ^ first_player(state)


def is_hidden(state: State, obj: int) -> bool:
    """Whether a card lies face down on the field."""
    return bool(state.status.get(obj, 0) & HIDDEN)


def is_closed(state: State, obj: int) -> bool:
    """Whether a card is closed."""
    return bool(state.status.get(obj, 0) & CLOSED)


def in_battle(state: State, obj: int) -> bool:
    """Whether an object is in the zone of battle."""
    return state.where[obj][1] < 0


def on_field(state: State, obj: int) -> bool:
    """Whether an object is on the battlefield."""
    return state.where[obj] == ON_FIELD
