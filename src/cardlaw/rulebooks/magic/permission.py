"""When and from where a player may act: priority, timing, zones (CR 117.1, 307.1, 601.3, 702.8)."""

from __future__ import annotations

from cardlaw.cards.nodes import Allow
from cardlaw.kernel import pile
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.board import Board, RulePart, Scope, char_of, fits
from cardlaw.rulebooks.magic.face import Way, printed
from cardlaw.rulebooks.magic.steps import PRIORITY, active, in_main


@rules("CR 117.3a", "CR 502.4", "CR 514.3")
def with_priority(state: State) -> Findings:
    """The breach of acting while attackers or blockers are declared."""
    if state.turn.get("stage", 0) != PRIORITY:
        yield Breach("nobody-has-priority", "CR 117.3a")


@rules("CR 117.1a", "CR 505.6a", "CR 602.5d", "CR 301.1", "CR 307.1")
def as_sorcery(state: State, player: int, rule: str) -> Findings:
    """The breaches of doing now what can be done only as a sorcery."""
    if active(state) != player:
        yield Breach("not-your-turn", rule, (player,))
    if not in_main(state):
        yield Breach("not-main-phase", rule)
    if pile.items(state):
        yield Breach("stack-not-empty", rule)


_CASTING = {
    "artifact": "CR 301.1",
    "creature": "CR 302.1",
    "enchantment": "CR 303.1",
    "planeswalker": "CR 306.1",
    "sorcery": "CR 307.1",
}


@rules("CR 601.3", "CR 601.3b")
def allowed(state: State, word: str, obj: int, player: int) -> RulePart | None:
    """The text that lets a player do something with a card, by the word of what it allows."""
    board: Board = state.board()
    for part in board.parts.get(f"allow {word}", ()):
        gives = part.gives
        if part.you != player or not isinstance(gives, Allow):
            continue
        scope = Scope(Ref(part.source, state.born.get(part.source, 0)), part.you)
        if gives.select is None or fits(state, board, gives.select, obj, scope):
            return part
    return None


@rules("CR 117.1a", "CR 601.3b", "CR 702.8a", "CR 304.1", "CR 302.1", "CR 303.1")
def at_that_time(state: State, obj: int, player: int, way: Way | None) -> Findings:
    """The breaches of casting a spell now, and what lets it be cast at any time."""
    face = printed(state, obj)
    if face.is_fast or way is not None and way.node.flash:
        return
    if allowed(state, "cast with flash", obj, player) is not None:
        yield Ground("as-though-flash", "CR 702.8a", (obj,))
        return
    rule = next((r for t, r in _CASTING.items() if t in face.types), "CR 117.1a")
    yield from as_sorcery(state, player, rule)


@rules("CR 601.3")
def may_cast_from(state: State, obj: int, player: int) -> Findings:
    """The breach of casting a card from where it is for its mana cost."""
    if state.where[obj] != ("hand", player):
        yield Breach("not-in-hand", "CR 601.3", (obj,))


def in_reach(state: State, obj: int, player: int) -> bool:
    """Whether a card is where its own text may let a player cast it or use its abilities."""
    zone = state.where[obj]
    return zone[1] == player and zone[0] in printed(state, obj).compiled.elsewhere


def knows_face(state: State, obj: int, player: int) -> bool:
    """Whether a player knows what a card is."""
    return bool(state.knows.get(obj, 0) >> player & 1)


def keeps_char(state: State, obj: int, player: int) -> bool:
    """Whether an object is a player's own: controlled, or owned outside the battlefield."""
    return char_of(state, obj).controller == player
