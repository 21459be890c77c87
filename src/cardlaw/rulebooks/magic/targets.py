"""Targets: what may be one, when announcing and when resolving (CR 115, 601.2c, 608.2b)."""

from __future__ import annotations

from cardlaw.cards.nodes import Select, Target
from cardlaw.kernel.law import Breach, Findings, breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.attach import (
    has_quality,
    player_in,
    player_protected,
    protections,
    words_of_player,
)
from cardlaw.rulebooks.magic.board import (
    Board,
    Char,
    Scope,
    char_of,
    excepted,
    fits,
    is_so,
    relates,
    zone_pool,
)
from cardlaw.rulebooks.magic.qualities import qualities
from cardlaw.rulebooks.magic.whose import is_whose

#: fields of a description that may be about players
PLAYER, ANY, OR_WALKER = "player", "any target", "player or planeswalker"


class Aim:
    """One instance of the word target: what it asks, for whom, from which source."""

    __slots__ = ("quality", "rule", "scope", "source", "target")

    def __init__(
        self,
        target: Target,
        scope: Scope,
        source: Char,
        rule: str,
        quality: Select | None = None,
    ) -> None:
        self.target = target
        self.scope = scope
        self.source = source
        self.rule = rule
        self.quality = quality


def may_be_player(select: Select) -> bool:
    """Whether a description includes players."""
    return select.who in (PLAYER, ANY, OR_WALKER)


@rules("CR 115.2", "CR 115.4", "CR 601.2c")
def candidates(state: State, aim: Aim) -> list[int]:
    """Objects and players worth testing as a target, in a stable order."""
    select = aim.target.select
    found: list[int] = []
    if may_be_player(select):
        found.extend((-1, -2))
    if select.who != PLAYER:
        board: Board = state.board()
        chars = board.chars
        for who in zone_pool(state, board, select, aim.scope):
            char = chars.get(who)
            if char is None or _is_plausible(state, aim, char):
                found.append(who)
    return found


@rules("CR 115.1", "CR 601.2c")
def legal_candidates(state: State, aim: Aim) -> list[int]:
    """The objects and players that may be targeted now, in the same order."""
    return [who for who in candidates(state, aim) if not breached(may_target(state, aim, who))]


def _is_plausible(state: State, aim: Aim, char: Char) -> bool:
    """Whether a permanent has the types and the controller that the text asks for."""
    select = aim.target.select
    for word in select.types:
        if word not in char.types and word not in char.supertypes:
            return False
    controller = select.controller
    return not controller or is_whose(state, controller, char.controller, aim.scope)


@rules("CR 115.1", "CR 115.2", "CR 115.4")
def may_target(state: State, aim: Aim, who: int) -> Findings:
    """The breaches of targeting an object or player."""
    player = player_in(who)
    if player is not None:
        yield from _may_target_player(state, aim, player)
        return
    select = aim.target.select
    board: Board = state.board()
    zone = select.zone or "battlefield"
    if select.who == PLAYER:
        yield Breach("target-is-object", aim.rule, (who,))
        return
    if state.where[who][0] != zone:
        yield Breach("target-elsewhere", "CR 115.2", (who, zone))
        return
    yield from _fits(state, board, aim, who)
    if zone == "battlefield":
        yield from can_be_target(state, aim, who)
    elif zone == "graveyard" and board.about("forbid be targeted", who):
        yield Breach("target-forbidden", "CR 101.2", (who,))


@rules("CR 702.11c", "CR 702.16b", "CR 702.18a")
def _may_target_player(state: State, aim: Aim, player: int) -> Findings:
    select = aim.target.select
    if not may_be_player(select):
        yield Breach("target-is-player", "CR 115.2", (player,))
    elif select.controller and not is_whose(state, select.controller, player, aim.scope):
        yield Breach("target-wrong-player", aim.rule, (player,))
    words = tuple(words_of_player(state, player))
    if "shroud" in words:
        yield Breach("player-shroud", "CR 702.18a", (player,))
    if "hexproof" in words and player != aim.scope.you:
        yield Breach("player-hexproof", "CR 702.11c", (player,))
    quality = player_protected(state, player, aim.source)
    if quality is not None:
        yield Breach("player-protected", "CR 702.16b", (player, quality))


def _fits(state: State, board: Board, aim: Aim, who: int) -> Findings:
    select, scope = aim.target.select, aim.scope
    char = char_of(state, who)
    if select.who == ANY and not {"creature", "planeswalker", "battle"} & char.types:
        yield Breach("target-no-damage", "CR 115.4", (who,))
        return
    if select.who == OR_WALKER and "planeswalker" not in char.types:
        yield Breach("target-no-damage", "CR 115.4", (who,))
        return
    if select.types and not all(t in char.types or t in char.supertypes for t in select.types):
        yield Breach("target-wrong-type", aim.rule, (who, " ".join(select.types)))
    elif not qualities(char, select) or not relates(state, board, select, who, scope):
        yield Breach("target-wrong-kind", aim.rule, (who,))
    if select.controller and not is_whose(state, select.controller, char.controller, scope):
        code = "target-not-yours" if select.controller == "you" else "target-not-opponents"
        yield Breach(code, aim.rule, (who,))
    if select.owner and not is_whose(state, select.owner, state.owner[who], scope):
        yield Breach("target-wrong-owner", aim.rule, (who,))
    if excepted(state, select, who, scope):
        yield Breach("target-itself", aim.rule, (who,))
    if not is_so(state, board, select, who, scope):
        yield Breach("target-wrong-state", aim.rule, (who,))
    if aim.quality is not None and not fits(state, board, aim.quality, who, scope):
        yield Breach("target-without-quality", "CR 702.6c", (who,))


@rules("CR 702.18a", "CR 702.11b", "CR 702.11d", "CR 702.16b")
def can_be_target(state: State, aim: Aim, who: int) -> Findings:
    """The breaches of shroud, hexproof, protection and effects that forbid targeting."""
    char = char_of(state, who)
    for word in char.keywords:
        if word == "shroud":
            yield Breach("target-shroud", "CR 702.18a", (who,))
        elif word == "hexproof" and char.controller != aim.scope.you:
            yield Breach("target-hexproof", "CR 702.11b", (who,))
        elif word.startswith("hexproof from ") and char.controller != aim.scope.you:
            quality = word.removeprefix("hexproof from ")
            if has_quality(aim.source, quality):
                yield Breach("target-hexproof-from", "CR 702.11d", (who, quality))
    for quality in protections(char):
        if has_quality(aim.source, quality):
            yield Breach("target-protected", "CR 702.16b", (who, quality))
    board: Board = state.board()
    if board.parts and board.about("forbid be targeted", who):
        yield Breach("target-forbidden", "CR 101.2", (who,))


@rules("CR 608.2b")
def still_legal(state: State, aim: Aim, ref: Ref) -> bool:
    """Whether a target is still legal on resolving."""
    if ref.id >= 0 and not state.is_current(ref):
        return False
    if ref.id >= 0 and state.where[ref.id][0] == "phased out":
        return False
    return not breached(may_target(state, aim, ref.id))
