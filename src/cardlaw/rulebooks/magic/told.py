"""What people are told about objects and players, in words (CR 109.3)."""

from __future__ import annotations

from cardlaw.kernel.setup import Property
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import STATUS_NAMES, Board, Char, char_of
from cardlaw.rulebooks.magic.costs import pool_of
from cardlaw.rulebooks.magic.face import Face, printed
from cardlaw.rulebooks.magic.face_down import how_down, is_down
from cardlaw.rulebooks.magic.mana import TYPES
from cardlaw.rulebooks.magic.qualities import value_of
from cardlaw.rulebooks.magic.shown import labels_of
from cardlaw.rulebooks.magic.special import all_of
from cardlaw.rulebooks.magic.steps import active, step_word
from cardlaw.rulebooks.magic.types import subtypes_of

KEYWORDS = frozenset(
    (
        "deathtouch",
        "defender",
        "double strike",
        "first strike",
        "flash",
        "flying",
        "haste",
        "hexproof",
        "indestructible",
        "infect",
        "lifelink",
        "menace",
        "phasing",
        "reach",
        "shroud",
        "trample",
        "vigilance",
    )
)
TYPE_WORDS = ("artifact", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery")


def values_of(state: State, obj: int) -> dict[str, int | str | bool | list[str]]:
    """The characteristics of one object in words."""
    char = char_of(state, obj)
    found: dict[str, int | str | bool | list[str]] = {
        "types": sorted(char.types),
        "subtypes": sorted(char.subtypes),
        "supertypes": sorted(char.supertypes),
        "colors": sorted(char.colors),
        "keywords": sorted(char.keywords),
        "mana value": char.face.mana.value,
    }
    card: Face = state.faces[state.card[obj]]
    if char.name != card.name:
        found["name"] = char.name
    if is_down(state, obj):
        found["face down"] = how_down(state, obj)
    if "creature" in char.types:
        found["power"] = char.power or 0
        found["toughness"] = char.toughness or 0
    return found


def shelf(state: State, obj: int) -> str:
    """Among which permanents a face lists one; empty for what is not on the battlefield."""
    if state.where[obj][0] != "battlefield":
        return ""
    types = char_of(state, obj).types
    return "creatures" if "creature" in types else "lands" if "land" in types else "permanents"


def held(state: State, obj: int) -> list[str]:
    """A card in hand: what it costs, and power and toughness of a creature."""
    face = printed(state, obj)
    found = [face.cost] if face.cost else []
    return found if face.power is None else [*found, f"{face.power}/{face.toughness}"]


def property_of(state: State, obj: int, name: str) -> Property:
    """A property of an object. KeyError for an unknown word."""
    char = char_of(state, obj)
    if name in ("power", "toughness", "mana value"):
        return value_of(char, name)
    if name in STATUS_NAMES:
        return bool(state.status.get(obj, 0) & STATUS_NAMES[name])
    if name == "damage":
        return state.damage.get(obj, 0)
    if name == "name":
        return char.name
    if name == "phased out":
        return state.where[obj][0] == "phased out"
    return _words_of(state, obj, char, name)


def _words_of(state: State, obj: int, char: Char, name: str) -> Property:
    if name == "abilities":
        return tuple(labels_of(char))
    if name in ("equipped creature", "equipped by"):
        return _bearing(state, obj, name)
    words = {
        "types": char.types,
        "subtypes": frozenset(subtypes_of(char)),
        "supertypes": char.supertypes,
        "colors": char.colors,
        "keywords": frozenset(char.keywords),
    }
    if name in words:
        return tuple(sorted(words[name]))
    if name in TYPE_WORDS:
        return name in char.types
    if name == "legendary":
        return name in char.supertypes
    if name in KEYWORDS or name.split(" ", maxsplit=1)[0] in ("protection", "hexproof", "ward"):
        return char.has(name)
    if name == "loyalty" or any(key == (obj, name) for key in state.counters):
        return state.counters.get((obj, name), 0)
    if name in ("+1/+1", "-1/-1", "charge", "quest", "time"):
        return 0
    raise KeyError(name)


def _bearing(state: State, obj: int, name: str) -> Property:
    board: Board = state.board()
    if name == "equipped creature":
        host = board.hosts.get(obj)
        return board.chars[host].name if host else None
    found = [board.chars[a] for a in board.attached.get(obj, ())]
    return tuple(char.name for char in found if "Equipment" in char.subtypes)


def property_of_player(state: State, player: int, name: str) -> Property:
    """A number of a player. KeyError for an unknown word."""
    if name in ("life", "poison", "experience", "energy"):
        return state.points.get((player, name), 0)
    if name == "mana":
        more = all_of(state, player)
        pool = tuple(a + b for a, b in zip(pool_of(state, player), more, strict=True))
        return "".join(f"{{{s}}}" * n for s, n in zip(TYPES, pool, strict=True)) or None
    if name in ("hand", "library", "graveyard"):
        return tuple(printed(state, obj).name for obj in state.zone(name, player))
    if name in ("hand size", "library size", "graveyard size"):
        return len(state.zone(name.split(" ", maxsplit=1)[0], player))
    if name == "permanents":
        board: Board = state.board()
        return len(board.players[player])
    if name == "lost":
        return bool(state.turn.get("lost", 0) >> player & 1)
    raise KeyError(name)


#: the step while hands are drawn and mulligans taken
BEFORE = "before the game"


def property_of_game(state: State, name: str) -> Property:
    """A word of the turn. KeyError for an unknown word."""
    if "number" not in state.turn and name in ("turn", "step", "active"):
        return BEFORE if name == "step" else None
    if name == "turn":
        return state.turn["number"]
    if name == "step":
        return step_word(state)
    if name == "active":
        return "AB"[active(state)]
    if name == "winner":
        result = state.turn.get("result")
        return None if result in (None, 3) else "AB"[(result or 1) - 1]
    if name == "drawn":
        return state.turn.get("result") == 3
    raise KeyError(name)
