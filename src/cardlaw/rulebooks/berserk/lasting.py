"""What lasts for a time (chapters 217, 407, 418): changes of cards, and control of them."""

from __future__ import annotations

from cardlaw.cards.nodes import Change, Control, Gain, Get, Gives, Keyword, Set, Triggered
from cardlaw.kernel.law import Finding, breaches_of, rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.board import plain_gives
from cardlaw.rulebooks.berserk.happen import CHANGED, CONTROLLED, TURN_STARTED, happen
from cardlaw.rulebooks.berserk.meaning import Doing, Work, leave_out, meant
from cardlaw.rulebooks.berserk.select import char_of
from cardlaw.rulebooks.berserk.squad import may_be_taken_once, may_take_terrain
from cardlaw.rulebooks.berserk.words import (
    COMPANIONS,
    TERRAIN,
    TURN_START,
    active,
    in_battle,
    step,
)

#: durations that end with what the card does next, not with a turn
NEXT = "next "
#: what acts by the rules when a turn starts
AT_START = frozenset(("regeneration", "fading"))
#: a duration that goes by the turns of whoever controls the changed card
ITS_TURN = "its next turn"


@rules("BE09 418.2")
def until(state: State, word: str, player: int) -> str:
    """When a duration of the game's words is over; the empty string is the end of the battle.

    The words: turn, enemy turn, own turn (its start), next own turn (its end), its next turn (the
    end of the next turn of whoever controls the card), next attack, next roll, next and a kind of
    attack, battle.
    """
    now = state.turn.get("turn", 0)
    mine = active(state) == player
    if word == "turn":
        return f"end {now}"
    if word == "enemy turn":
        return f"end {now + 1}" if mine else f"end {now}"
    if word == "own turn":
        return f"start {now + 2}" if mine else f"start {now + 1}"
    if word in ("next own turn", ITS_TURN):
        return f"end {now + 2}" if mine else f"end {now + 1}"
    return word if word.startswith(NEXT) else ""


def acts_at_start(give: Gives) -> bool:
    """Whether a modification gives something that acts when a turn starts."""
    if isinstance(give, Get | Set):
        return give.value in AT_START
    if not isinstance(give, Gain):
        return False
    return any(word in AT_START for word in give.keywords) or any(
        ability.name in AT_START
        if isinstance(ability, Keyword)
        else isinstance(ability, Triggered) and any(on.event == TURN_STARTED for on in ability.on)
        for ability in give.abilities
    )


@rules("BE09 311.5")
def come_too_late(state: State, obj: int, event: int) -> None:
    """What a card gets while its player's turn is starting waits for the next one; this is told."""
    if step(state) == TURN_START and active(state) == state.controller[obj]:
        state.event("waits a turn", "BE09 311.5", (event,), obj)


@rules("BE09 407.1")
def change(state: State, do: Change, doing: Doing) -> Work:
    """Cards are changed for a time."""
    objs = meant(state, do.what, doing)
    scene = doing.scene
    sides = (0, 1) if do.until == ITS_TURN else (scene.player,)
    for player in sides:
        group = tuple(o for o in objs if len(sides) == 1 or state.controller[o] == player)
        if group:
            data = plain_gives(state, do.gives, scene)
            end = until(state, do.until, player)
            values = (group, end, data, scene.player, scene.source, scene.text)
            event = happen(state, CHANGED, "BE09 407.1", (doing.event,), *values)
            if any(acts_at_start(give) for give in do.gives):
                for obj in group:
                    come_too_late(state, obj, event)
    yield from ()


@rules("BE12 211.3", "BE09 217.1")
def control(state: State, do: Control, doing: Doing) -> Work:
    scene = doing.scene
    player = scene.player if do.player == "you" else 1 - scene.player
    for obj in meant(state, do.what, doing):
        if state.controller[obj] == player or not in_battle(state, obj):
            continue
        squad = state.board().squads[player]
        found: list[Finding] = list(may_be_taken_once(state, obj, squad))
        if char_of(state, obj).type == TERRAIN:
            found += may_take_terrain(state, player, obj, squad)
        if breaches_of(found):
            leave_out(state, obj, doing)
            continue
        end = until(state, do.until, scene.player)
        values = ((obj,), end, (("control", player),), player, scene.source, scene.text)
        event = happen(state, CHANGED, "BE09 217.1", (doing.event,), *values)
        told = happen(state, CONTROLLED, "BE09 217.1", (event,), obj, player)
        _keep_bearer(state, obj, told)
    yield from ()


@rules("BE09 210.12", "BE09 217.1b")
def _keep_bearer(state: State, obj: int, cause: int) -> None:
    """What a card under new control bears stays on it and with whoever controlled it; told."""
    for worn in state.board().worn.get(obj, ()):
        companion = char_of(state, worn).subtype in COMPANIONS
        rule = "BE09 210.12" if companion else "BE09 217.1b"
        state.event("keeps its bearer", rule, (cause,), worn, obj)
