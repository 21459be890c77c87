"""When and from where a player may act: priority, timing, zones (CR 117.1, 307.1, 601.3, 702.8)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.cards.nodes import Allow
from cardlaw.kernel import pile
from cardlaw.kernel.law import Breach, Findings, Ground, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED, Ref
from cardlaw.rulebooks.magic.bestow import AURA, BESTOW
from cardlaw.rulebooks.magic.board import Board, Char, RulePart, Scope, char_of, fits, is_forbidden
from cardlaw.rulebooks.magic.clauses import SpellLimit
from cardlaw.rulebooks.magic.face import Face, node_at, printed
from cardlaw.rulebooks.magic.instructions import DOWN_FACES
from cardlaw.rulebooks.magic.nodes import MayPlay
from cardlaw.rulebooks.magic.prices import Way
from cardlaw.rulebooks.magic.qualities import qualities
from cardlaw.rulebooks.magic.seeming import fits_as, seeming
from cardlaw.rulebooks.magic.steps import PRIORITY, active, all_hold, in_main, sorcery_time
from cardlaw.rulebooks.magic.types import become
from cardlaw.rulebooks.magic.ways import FREE_WAY, alternatives
from cardlaw.rulebooks.magic.whose import is_whose

#: the uses of a turn: the spells that a player has cast, a permission that counts once
SPELLS, ONCE = "spells cast", "cast once"
#: the zones from which static abilities may let cards be played
PLAYABLE = ("graveyard", "exile", "library")


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
def allowed(
    state: State, word: str, obj: int, player: int, seems: Char | None = None
) -> RulePart | None:
    """The text that lets a player do something with a card, by the word of what it allows."""
    board: Board = state.board()
    for part in board.parts.get(f"allow {word}", ()) if board.parts else ():
        gives = part.gives
        if part.you != player or not isinstance(gives, Allow):
            continue
        if gives.select is not None and gives.select.who == "self":
            continue
        scope = Scope(state.ref(part.source), part.you)
        if gives.select is None or fits_as(state, board, gives.select, obj, scope, seems):
            return part
    return None


@rules("CR 117.1a", "CR 601.3b", "CR 702.8a", "CR 304.1", "CR 302.1", "CR 303.1", "CR 708.4")
def at_that_time(state: State, obj: int, player: int, way: Way | None) -> Findings:
    """The breaches of casting a spell now, and what lets it be cast at any time."""
    face = printed(state, obj)
    seems = seeming(state, obj, player, () if way is None else (way,))
    if seems is not None:
        face = seems.face
    if face.is_fast or way is not None and way.node.flash:
        if "flash" in face.keywords:
            yield Ground("has-keyword", "CR 702.8a", (obj, "flash"))
        return
    bestowed = way is not None and way.node.name == BESTOW and flash_for_auras(state, obj, player)
    as_it_is = allowed(state, "cast with flash", obj, player, seems) is not None
    if as_it_is or bestowed or seems is None and own_flash(state, obj, player):
        yield Ground("as-though-flash", "CR 702.8a", (obj,))
        return
    if sorcery_time(state, player):
        return
    rule = "CR 708.4" if seems is not None else ""
    rule = rule or next((r for t, r in _CASTING.items() if t in face.types), "CR 117.1a")
    yield from as_sorcery(state, player, rule)


@rules("CR 101.2", "CR 601.3")
def may_cast_spells(state: State, obj: int, player: int) -> Findings:
    """The breach of casting a spell where a text says that a player can't cast any."""
    if is_forbidden(state.board(), "cast spells", player):
        yield Breach("casting-forbidden", "CR 101.2", (obj, player))


@rules("CR 601.3b", "CR 702.103b")
def flash_for_auras(state: State, obj: int, player: int) -> bool:
    """Whether a text lets a card be cast with flash as the Aura that bestow makes of it."""
    board: Board = state.board()
    char = char_of(state, obj).copy()
    become(char, obj, AURA)
    return any(
        part.you == player
        and isinstance(part.gives, Allow)
        and part.gives.select is not None
        and part.gives.select.who != "self"
        and qualities(char, part.gives.select)
        for part in board.parts.get("allow cast with flash", ())
    )


@rules("CR 601.3", "CR 702.8a")
def own_flash(state: State, obj: int, player: int) -> bool:
    """Whether a card's own text lets it be cast now as though it had flash."""
    scope = Scope(state.ref(obj), player)
    nodes = printed(state, obj).flashes
    return any(all_hold(state, state.board(), node.when, scope) for node in nodes)


@rules("CR 601.3", "CR 101.2")
def within_limit(state: State, player: int) -> Findings:
    """The breach of casting more spells in a turn than a text lets a player cast."""
    board: Board = state.board()
    for part in board.parts.get("spell limit", ()):
        gives = part.gives
        assert isinstance(gives, SpellLimit)
        scope = Scope(state.ref(part.source), part.you)
        concerned = not gives.whose or is_whose(state, gives.whose, player, scope)
        if concerned and state.used.get((SPELLS, player), 0) >= gives.most:
            yield Breach("too-many-spells", "CR 601.3", (player, gives.most))


@rules("CR 601.3")
def may_cast_from(state: State, obj: int, player: int) -> Findings:
    """The breach of casting a card from where it is for its mana cost, or what allows it."""
    if state.where[obj] == ("hand", player):
        return
    if is_permitted(state, obj, player):
        yield Ground("may-play", "CR 601.3", (obj,))
    else:
        yield Breach("not-in-hand", "CR 601.3", (obj,))


@rules("CR 601.3", "CR 305.1")
def is_permitted(state: State, obj: int, player: int) -> bool:
    """Whether an effect lets a player play a card from outside the hand."""
    if permissions(state, player).get(obj) is False:
        return True
    zone, owner = state.where[obj]
    if zone not in PLAYABLE or owner not in (player, -1) or not knows_face(state, obj, player):
        return False
    if zone == "library" and state.zone("library", player)[:1] != (obj,):
        return False
    if allowed(state, f"play from {zone}", obj, player) is not None:
        return True
    return zone == "graveyard" and permits_once(state, obj, player) is not None


@rules("CR 601.3")
def permits_once(state: State, obj: int, player: int) -> RulePart | None:
    """The text that lets a player cast this as the one spell from the graveyard in their turn."""
    if active(state) != player or "land" in printed(state, obj).types:
        return None
    board: Board = state.board()
    for part in board.parts.get("allow cast from graveyard once", ()):
        gives = part.gives
        assert isinstance(gives, Allow)
        scope = Scope(state.ref(part.source), part.you)
        unused = (ONCE, part.source, state.born[part.source]) not in state.used
        fitting = gives.select is None or fits(state, board, gives.select, obj, scope)
        if part.you == player and unused and fitting:
            return part
    return None


@rules("CR 601.3")
def use_permission(state: State, obj: int, player: int, ways: Sequence[Way]) -> None:
    """Use up a permission that counts once each turn, if nothing else lets the card be cast."""
    zone = state.where[obj][0]
    if zone != "graveyard" or any(way.node.zone or way is FREE_WAY for way in ways):
        return
    if obj in permissions(state, player) or allowed(state, f"play from {zone}", obj, player):
        return
    part = permits_once(state, obj, player)
    if part is not None:
        state.put(USED, (ONCE, part.source, state.born[part.source]), 1)


@rules("CR 601.3", "CR 611.2a")
def permissions(state: State, player: int) -> dict[int, bool]:
    """The cards that effects let a player play from where they are, and whether only for free."""
    if not state.effects:
        return {}
    memory = state.remembered()
    found: dict[int, bool] | None = memory.get(("may play", player))
    if found is None:
        found = memory["may play", player] = {}
        for key in sorted(state.effects):
            row = state.effects[key]
            node = node_at(state, row.text) if row.player == player else None
            if not isinstance(node, MayPlay):
                continue
            for ref in row.affected:
                if state.is_current(Ref(*ref)):
                    found[ref[0]] = found.get(ref[0], True) and node.free
    return found


@rules("CR 305.9", "CR 708.4")
def no_spell(face: Face, way: Way | None) -> bool:
    """Whether a card can't be cast so: a land, unless it is cast face down as something else."""
    return "land" in face.types and (way is None or way.node.name not in DOWN_FACES)


@rules("CR 305.9")
def is_never_cast(face: Face) -> bool:
    """Whether a card can't be cast in any way."""
    if "land" not in face.types:
        return False
    return all(no_spell(face, way) for way in (None, *face.compiled.casting))


@rules("CR 118.9", "CR 601.3")
def ways_for(state: State, obj: int, player: int) -> list[Way]:
    """The alternative costs for which a player may cast a card: its own, and none at all."""
    found = alternatives(printed(state, obj))
    free = bool(state.effects) and permissions(state, player).get(obj)
    if free or is_free(state, obj, player):
        found = [*found, FREE_WAY]
    return found


@rules("CR 118.9", "CR 601.3")
def is_free(state: State, obj: int, player: int) -> bool:
    """Whether a text lets a player cast a card from the hand without paying its mana cost."""
    if state.where[obj] != ("hand", player) or "land" in printed(state, obj).types:
        return False
    return allowed(state, "cast for free", obj, player) is not None


def permitted_cards(state: State, player: int) -> list[int]:
    """The cards outside the hand that effects let a player play."""
    found = [obj for obj in permissions(state, player) if state.where[obj][0] != "hand"]
    board: Board = state.board()
    for zone in PLAYABLE:
        once = zone == "graveyard" and "allow cast from graveyard once" in board.parts
        if f"allow play from {zone}" not in board.parts and not once:
            continue
        pool = state.zone(zone, -1 if zone == "exile" else player)
        for obj in pool[:1] if zone == "library" else pool:
            if obj not in found and is_permitted(state, obj, player):
                found.append(obj)
    return found


def in_reach(state: State, obj: int, player: int) -> bool:
    """Whether a card is where its own text may let a player cast it or use its abilities."""
    zone = state.where[obj][0]
    mine = state.owner[obj] == player and zone not in ("battlefield", "stack")
    return mine and zone in printed(state, obj).compiled.elsewhere


def knows_face(state: State, obj: int, player: int) -> bool:
    """Whether a player knows what a card is."""
    return bool(state.knows.get(obj, 0) >> player & 1)
