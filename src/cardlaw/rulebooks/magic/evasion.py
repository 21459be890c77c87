"""What keeps a creature from blocking an attacker, and how many may (CR 509.1b, 702.9 and on)."""

from __future__ import annotations

from cardlaw.cards.nodes import Allow, Forbid
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.attach import has_quality, protections
from cardlaw.rulebooks.magic.board import Board, Char, Scope, fits
from cardlaw.rulebooks.magic.instructions import Blockers

#: the rule of each keyword by which most creatures can't block it
EVASION = {
    "fear": "CR 702.36b",
    "horsemanship": "CR 702.31b",
    "intimidate": "CR 702.13b",
    "shadow": "CR 702.28b",
    "skulk": "CR 702.118b",
}


@rules("CR 702.9b", "CR 702.17b", "CR 702.16f", "CR 509.1b")
def evades(state: State, board: Board, attacker: int, obj: int) -> Findings:
    """The breaches of a creature blocking an attacker that evades it."""
    char, other = board.chars[attacker], board.chars[obj]
    for word in char.keywords:
        if word == "flying":
            if other.has("reach"):
                yield Ground("has-keyword", "CR 702.17b", (obj, "reach"))
            elif not other.has("flying"):
                yield Breach("cannot-reach", "CR 702.9b", (obj, attacker))
        elif word in EVASION:
            if not _meets(word, char, other):
                yield Breach("evaded", EVASION[word], (obj, attacker, word))
        elif word.endswith("walk"):
            yield from walks(board, obj, attacker, word)
    if other.has("shadow") and not char.has("shadow"):
        yield Breach("blocks-shadow-only", "CR 702.28b", (obj, attacker))
    for quality in protections(char):
        if has_quality(other, quality):
            yield Breach("attacker-protected", "CR 702.16f", (attacker, quality))
    yield from forbidden(state, board, attacker, obj)


@rules("CR 509.1b")
def forbidden(state: State, board: Board, attacker: int, obj: int) -> Findings:
    """The breaches of a block that a text forbids."""
    for part in board.about("forbid be blocked", attacker):
        assert isinstance(part.gives, Forbid)
        if _speaks_of(state, board, part.gives, obj, Ref(part.source, 0), part.you):
            yield Breach("blocking-it-forbidden", "CR 509.1b", (obj, attacker))
    for part in board.about("forbid block it", obj):
        assert isinstance(part.gives, Forbid)
        if _speaks_of(state, board, part.gives, attacker, Ref(part.source, 0), part.you):
            yield Breach("blocking-it-forbidden", "CR 509.1b", (obj, attacker))


def _speaks_of(state: State, board: Board, gives: Forbid, obj: int, source: Ref, you: int) -> bool:
    """Whether a prohibition is about an object: those that fit, or all but those."""
    scope = Scope(Ref(source.id, state.born.get(source.id, 0)), you)
    if gives.but is not None and fits(state, board, gives.but, obj, scope):
        return False
    return gives.select is None or fits(state, board, gives.select, obj, scope)


@rules("CR 702.13b", "CR 702.28b", "CR 702.31b", "CR 702.36b", "CR 702.118b")
def _meets(word: str, char: Char, other: Char) -> bool:
    """Whether a creature can block one with such a keyword."""
    if word in ("shadow", "horsemanship"):
        return other.has(word)
    if word == "skulk":
        return (other.power or 0) <= (char.power or 0)
    if "artifact" in other.types:
        return True
    return "black" in other.colors if word == "fear" else bool(other.colors & char.colors)


@rules("CR 702.14c")
def walks(board: Board, obj: int, attacker: int, word: str) -> Findings:
    """Landwalk: the breach of blocking while the blocker's side controls such a land."""
    kind = word.removesuffix("walk")
    player = board.chars[obj].controller
    for land in board.players[player]:
        char = board.chars[land]
        if "land" in char.types and _such_land(char, kind):
            yield Breach("walks-past", "CR 702.14c", (obj, attacker, land))
            return


def _such_land(char: Char, kind: str) -> bool:
    words = kind.split(" ")
    for word in words:
        if word == "nonbasic":
            if "basic" in char.supertypes:
                return False
        elif word in ("snow", "legendary", "basic"):
            if word not in char.supertypes:
                return False
        elif word == "artifact":
            if "artifact" not in char.types:
                return False
        elif word != "land" and word.capitalize() not in char.subtypes:
            return False
    return True


@rules("CR 509.1b", "CR 702.111b")
def least_and_most(board: Board, attacker: int) -> tuple[int, int | None]:
    """How many creatures have to block an attacker, if any do, and how many may."""
    char = board.chars.get(attacker)
    least = 2 if char is not None and char.has("menace") else 1
    most: int | None = None
    for part in board.about("blockers", attacker):
        assert isinstance(part.gives, Blockers)
        least = max(least, part.gives.least)
        if part.gives.most is not None:
            most = part.gives.most if most is None else min(most, part.gives.most)
    return least, most


@rules("CR 509.1a")
def capacity(board: Board, obj: int) -> int:
    """How many attackers a creature can block."""
    more = board.about("allow block more", obj)
    return 1 + sum(part.gives.amount for part in more if isinstance(part.gives, Allow))


#: the words of effects that require blocks
_REQUIRE = ("must be blocked", "all block it", "allow must block", "allow must block it")


def needs(board: Board) -> bool:
    """Whether any effect requires blocks."""
    return any(word in board.parts for word in _REQUIRE)
