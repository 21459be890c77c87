"""The course of a turn: what comes next, and the turn-based actions (CR 103, 500 to 514)."""

from __future__ import annotations

from cardlaw.kernel import pile
from cardlaw.kernel.action import Procedure
from cardlaw.kernel.because import SWEEP
from cardlaw.kernel.choice import Choice
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.rulebook import Spec
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import DAMAGE, EFFECTS, STATUS, TURN, USED, Effect, Ref
from cardlaw.rulebooks.magic import state_based
from cardlaw.rulebooks.magic.blockers import may_block_at_all
from cardlaw.rulebooks.magic.board import (
    COMBAT,
    FIELD,
    GONE,
    MARKED,
    NEW,
    PHASED,
    SADDLED,
    SICK,
    TAPPED,
    Board,
)
from cardlaw.rulebooks.magic.combat import (
    combat_damage,
    may_attack_at_all,
    strikes_first,
)
from cardlaw.rulebooks.magic.copiable import settle_copies
from cardlaw.rulebooks.magic.costs import holds_mana, keep, pool_of, put_pool, staying
from cardlaw.rulebooks.magic.drawing import draw
from cardlaw.rulebooks.magic.effects import as_long, stays
from cardlaw.rulebooks.magic.events import PERFORMER, leave_combat
from cardlaw.rulebooks.magic.hand_size import hand_size
from cardlaw.rulebooks.magic.history import forget_spells
from cardlaw.rulebooks.magic.instructions import THIS_TURN
from cardlaw.rulebooks.magic.mana import EMPTY
from cardlaw.rulebooks.magic.numbers import note_numbers
from cardlaw.rulebooks.magic.permission import ONCE
from cardlaw.rulebooks.magic.phases import after_phase, forget_phases
from cardlaw.rulebooks.magic.phasing import phase_in, phase_out, phased_out_under
from cardlaw.rulebooks.magic.relations import is_enchanted
from cardlaw.rulebooks.magic.sagas import CHAPTER, read_on
from cardlaw.rulebooks.magic.snow import keep_snow
from cardlaw.rulebooks.magic.special import lose_restricted, restricted
from cardlaw.rulebooks.magic.steps import (
    ATTACKERS,
    BEGIN,
    BLOCKERS,
    CLEANUP,
    COMBAT_BEGINS,
    COMBAT_ENDS,
    COMBATS,
    DRAW,
    END_STAGE,
    FIRST_DAMAGE,
    MAIN,
    PRIORITY,
    SECOND_MAIN,
    STEP_RULES,
    STEPS,
    UNDECIDED,
    UNTAP,
    active,
    step,
    step_word,
)
from cardlaw.rulebooks.magic.steps import DAMAGE as DAMAGE_STEP
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.triggers import match_step
from cardlaw.rulebooks.magic.uncovering import unseen_tops
from cardlaw.rulebooks.magic.untapping import untaps
from cardlaw.rulebooks.magic.until_it_leaves import anything_due, come_back, next_player

#: the stage of a step in which attackers or blockers are declared
DECLARE = 3


@rules("CR 117.5", "CR 704.3", "CR 117.4", "CR 500.2", "CR 514.3")
def next_procedure(state: State) -> Spec | None:
    """What the position demands next."""
    turn = state.turn
    if "result" in turn:
        return None
    if "number" not in turn:
        return ("mulligans" if state.lists.get(UNDECIDED) else "begin", ())
    stage = turn.get("stage", BEGIN)
    if stage == BEGIN:
        return ("step", ())
    if stage == DECLARE:
        return _declaring(state)
    if stage == END_STAGE and step(state) == UNTAP:
        return ("end step", ())
    if turn.get(pile.PASSES, 0):
        # a pass changes nothing that the checks before priority read
        return _after_pass(state)
    due = _before_priority(state)
    if due is not None:
        return due
    player = pile.holder(state)
    if player is None or stage == END_STAGE:
        return ("end step", ())
    return ("action", (player,))


@rules("CR 117.5", "CR 704.3", "CR 603.3b")
def _before_priority(state: State) -> Spec | None:
    """What has to be done before a player gets priority."""
    board: Board = state.board()
    if board.strays:
        return ("control", ())
    if "allow look at top" in board.parts and unseen_tops(state):
        return ("look", ())
    if _loose_ends(state):
        return ("ends", ())
    if state_based.anything(state):
        return ("sweep", ())
    return ("trigger", ()) if state.waiting else None


@rules("CR 117.4", "CR 117.3d")
def _after_pass(state: State) -> Spec:
    if pile.all_passed(state):
        key = pile.top(state)
        return ("resolve", (key,)) if key is not None else ("end step", ())
    player = pile.holder(state)
    return ("end step", ()) if player is None else ("action", (player,))


def _declaring(state: State) -> Spec:
    player = active(state)
    return ("action", (player if step(state) == ATTACKERS else 1 - player,))


# -- the beginning of a turn ----------------------------------------------------------------------


@rules("CR 500.1", "CR 302.6")
def begin_turn(state: State, player: int, number: int) -> None:
    """A player's turn begins."""
    event = state.event("turn began", "CR 500.1", (), player, number)
    for effect in sorted(state.effects):
        row = state.effects[effect]
        if row.player != player:
            continue
        if row.until == "your next turn":
            drop_effect(state, effect, event)
        elif row.until == "end of your next turn":
            state.put(EFFECTS, effect, row._replace(until="turn"))
    state.put(TURN, "number", number)
    state.put(TURN, "active", player)
    state.put(TURN, "step", UNTAP)
    state.put(TURN, "stage", BEGIN)
    state.put(TURN, "lands", None)
    state.put(TURN, COMBATS, None)
    for who in (0, 1) if holds_mana(state) else ():
        keep(state, who, EMPTY)
    forget_phases(state)
    forget_spells(state)
    for key in sorted((k for k in state.used if k[0] in _THIS_TURN), key=repr):
        state.put(USED, key, None)
    texts: Texts = state.texts
    if texts.numbers:
        note_numbers(state)
    for obj in sorted(state.status):
        bits = state.status[obj] & ~MARKED
        if state.controller[obj] == player:
            new = NEW if texts.newly and bits & SICK else 0
            bits = bits & ~(SICK | NEW) | new
        state.put(STATUS, obj, bits or None)


_THIS_TURN = frozenset(
    ("triggered", "activated", "resolved", "loyalty", "hurt by", ONCE, *THIS_TURN)
)


# -- the beginning of a step ---------------------------------------------------------------------


@rules("CR 500.6", "CR 503.1", "CR 505.1", "CR 507.2", "CR 511.1", "CR 513.1", "CR 703.4")
def begin_step(state: State) -> Procedure:
    """A step begins: its turn-based actions, then the triggers of its beginning."""
    now = step(state)
    number = state.event("step began", STEP_RULES[now], (), step_word(state))
    texts: Texts = state.texts
    if texts.timed:
        # texts such as "during your turn" look at the turn: a new step is a new epoch
        state.set_list("now", (state.turn["number"], now))
    state.put(TURN, "stage", PRIORITY)
    if now == COMBAT_BEGINS:
        state.put(TURN, COMBATS, state.turn.get(COMBATS, 0) + 1)
    if now == UNTAP:
        untap_step(state)
    elif now == DRAW:
        yield from draw_step(state)
    elif now == MAIN and CHAPTER in texts.words:
        yield from PERFORMER.perform(state, read_on(state, active(state)))
    elif now == ATTACKERS:
        _declare(state, may_attack_at_all(state))
    elif now == BLOCKERS:
        _declare(state, may_block_at_all(state))
    elif now in (FIRST_DAMAGE, DAMAGE_STEP):
        yield from combat_damage(state)
    elif now == CLEANUP:
        yield from cleanup(state)
    match_step(state, step_word(state), number)
    if now in (UNTAP, CLEANUP):
        state.put(TURN, "stage", END_STAGE)
    elif state.turn.get("stage") == PRIORITY:
        pile.give_priority(state, active(state))


def _declare(state: State, possible: bool) -> None:
    if possible:
        state.put(TURN, "stage", DECLARE)


@rules("CR 502.1", "CR 502.3", "CR 502.4", "CR 702.26a")
def untap_step(state: State) -> None:
    """Phasing, then untapping."""
    player = active(state)
    board: Board = state.board()
    out = [obj for obj in board.players[player] if board.chars[obj].has("phasing")]
    back = phased_out_under(state, player)
    phase_out(state, out, "CR 502.1", ())
    phase_in(state, back, "CR 502.1", ())
    board = state.board()
    tapped = [
        obj
        for obj in board.players[player]
        if state.status.get(obj, 0) & TAPPED and not board.about("forbid untap", obj)
    ]
    PERFORMER.happen(state, untaps(state, tapped, "CR 502.3", ()))
    let_untap(state, player)


@rules("CR 502.3", "CR 611.2a")
def let_untap(state: State, player: int) -> None:
    """Effects that lasted until the untap step of a permanent's controller are over."""
    over = [
        key
        for key, row in sorted(state.effects.items())
        if row.until == "untap step" and _is_under(state, row, player)
    ]
    if over:
        event = state.event("effects ended", "CR 502.3", ())
        for key in over:
            drop_effect(state, key, event)


def _is_under(state: State, row: Effect, player: int) -> bool:
    ref = Ref(*row.affected[0])
    return not state.is_current(ref) or state.controller[ref.id] == player


@rules("CR 504.1", "CR 103.8a")
def draw_step(state: State) -> Procedure:
    """The active player draws, except in the first turn of the game."""
    if state.turn["number"] > 1:
        yield from draw(state, active(state), "CR 504.1", ())
    else:
        state.event("draw skipped", "CR 103.8a", (), active(state))


@rules("CR 514.1", "CR 514.2", "CR 402.2", "CR 611.2a", "CR 703.4")
def cleanup(state: State) -> Procedure:
    """Discard to hand size; damage and effects of this turn wear off."""
    player = active(state)
    most = hand_size(state, player)
    while most is not None and len(state.zone("hand", player)) > most:
        answer = yield Choice("discard", player, ())
        thrown = Happening("discarded", "CR 514.1", (state.answer,), (answer[0],))
        yield from PERFORMER.perform(state, [thrown])
    event = state.event("effects ended", "CR 514.2", ())
    for obj in sorted(state.damage):
        state.put(DAMAGE, obj, None)
    if state.turn.get("saddled"):
        unsaddle(state)
    end_effects(state, ("turn",), event)


@rules("CR 702.171b")
def unsaddle(state: State) -> None:
    """What was saddled is so until the end of the turn, as part of the event begun last."""
    state.put(TURN, "saddled", None)
    for obj in sorted(state.status):
        state.put(STATUS, obj, state.status[obj] & ~SADDLED or None)


def end_effects(state: State, ends: tuple[str, ...], event: int) -> None:
    """Effects with these ends are over, as part of the event begun last."""
    for key in sorted(state.effects):
        if state.effects[key].until in ends:
            drop_effect(state, key, event)


def drop_effect(state: State, key: int, event: int) -> None:
    """One effect is over; each object that it affected notes by which event."""
    for ref in state.effects[key].affected:
        state.put(USED, ("lost effect", ref[0]), event + 1)
    state.put(EFFECTS, key, None)
    if state.lists.get("copies"):
        settle_copies(state)


# -- between priorities --------------------------------------------------------------------------


@rules("CR 613.1b", "CR 506.4")
def change_control(state: State) -> Procedure:
    """Permanents whose controller has changed know it, and leave combat."""
    board: Board = state.board()
    batch = []
    for obj in board.strays:
        cause = _control_cause(state, obj)
        player = board.chars[obj].controller
        batch.append(Happening("control changed", "CR 613.1b", cause, (obj, player)))
    PERFORMER.happen(state, batch)
    yield from ()


def _control_cause(state: State, obj: int) -> tuple[int, ...]:
    found = [
        (effect.stamp, effect.event)
        for key, effect in sorted(state.effects.items())
        if any(ref[0] == obj for ref in effect.affected)
    ]
    ended = state.used.get(("lost effect", obj))
    if found:
        return (max(found)[1],)
    return (ended - 1,) if ended else (SWEEP,)


def _over(state: State, key: int) -> bool:
    """Whether an effect that lasts as long as something is attached or controlled is over."""
    effect = state.effects[key]
    if effect.until == "controlled":
        board: Board = state.board()
        char = board.chars.get(effect.source)
        return effect.source not in board.field or char is None or char.controller != effect.player
    if effect.until == "source stays":
        return not stays(state, Ref(effect.source, effect.data[2]))
    if effect.until in ("tapped", "stays"):
        return not as_long(state, effect.until, Ref(effect.source, effect.data[1]))
    if effect.until == "yours":
        return not is_yours(state, effect)
    if effect.until == "enchanted":
        return not any(is_enchanted(state.board(), ref[0]) for ref in effect.affected)
    if effect.until != "attached" or not effect.data:
        return False
    return not any(
        state.host.get(effect.data[0]) == ref[0] and state.where[ref[0]] == FIELD
        for ref in effect.affected
    )


def is_yours(state: State, effect: Effect) -> bool:
    """Whether what an effect began with is still controlled by its player."""
    ref = Ref(*effect.affected[0])
    char = state.board().chars.get(ref.id)
    return state.is_current(ref) and char is not None and char.controller == effect.player


def _in_combat_no_more(state: State) -> list[int]:
    board: Board = state.board()
    return [
        obj
        for obj in sorted(state.status)
        if state.status[obj] & COMBAT
        and (obj not in board.chars or "creature" not in board.chars[obj].types)
    ]


def _loose_ends(state: State) -> bool:
    if state.effects and any(_over(state, key) for key in state.effects) or anything_due(state):
        return True
    if not state.lists.get("attackers"):
        return False
    return bool(_in_combat_no_more(state)) or bool(_attacked_no_more(state))


@rules("CR 506.4", "CR 506.4c")
def _attacked_no_more(state: State) -> list[int]:
    """The planeswalkers that were attacked and are none of the defending player any more."""
    board: Board = state.board()
    attacked = sorted({who for _, who in state.lists.get("attackers", ()) if who > 0})
    return [
        who
        for who in attacked
        if who not in board.chars
        or "planeswalker" not in board.chars[who].types
        or board.chars[who].controller == active(state)
    ]


@rules("CR 611.2b", "CR 506.4", "CR 702.26f")
def tie_up(state: State) -> Procedure:
    """Effects whose reason is gone end; what is no creature any more leaves combat."""
    for key in sorted(state.effects):
        if _over(state, key):
            ref = state.effects[key].affected[0]
            gone = state.where[ref[0]] == PHASED
            rule = "CR 702.26f" if gone else "CR 611.2b"
            event = state.event("effect ended", rule, (SWEEP,), ref[0])
            drop_effect(state, key, event)
    for obj in _in_combat_no_more(state):
        state.event("removed from combat", "CR 506.4", (SWEEP,), obj)
        leave_combat(state, obj)
    for walker in _attacked_no_more(state):
        state.event("removed from combat", "CR 506.4", (SWEEP,), walker)
        pairs = state.lists["attackers"]
        state.set_list("attackers", tuple((o, GONE if w == walker else w) for o, w in pairs))
    yield from come_back(state)


# -- the end of a step ---------------------------------------------------------------------------


@rules("CR 500.5", "CR 703.4q", "CR 106.4", "CR 500.2", "CR 508.8", "CR 511.3", "CR 514.3a")
def end_step(state: State) -> Procedure:
    """A step ends: mana is lost, and the next step or turn is up."""
    now = step(state)
    for player in (0, 1) if holds_mana(state) else ():
        pool = pool_of(state, player)
        kept = staying(state, player) if any(pool) and now != CLEANUP else EMPTY
        if pool != kept or restricted(state, player):
            state.event("lost mana", "CR 703.4q", (), player)
            put_pool(state, player, kept)
            keep(state, player, kept)
            keep_snow(state, player, kept, None)
            lose_restricted(state, player)
    again = now == CLEANUP and pile.holder(state) is not None
    if now == COMBAT_ENDS:
        end_combat(state)
    if now == CLEANUP and not again:
        begin_turn(state, next_player(state), state.turn["number"] + 1)
        pile.take_priority(state)
    else:
        rule = "CR 514.3a" if again else "CR 500.2"
        state.event("step ended", rule, (), STEPS[now])
        following = CLEANUP if again else after_phase(state, now, _following(state, now))
        pile.take_priority(state)
        state.put(TURN, "step", following)
        state.put(TURN, "stage", BEGIN)
    yield from ()


@rules("CR 508.8", "CR 510.4")
def _following(state: State, now: int) -> int:
    attackers = state.lists.get("attackers", ())
    if now == ATTACKERS and not attackers:
        return COMBAT_ENDS
    if now == BLOCKERS:
        return FIRST_DAMAGE if strikes_first(state) else DAMAGE_STEP
    if now == COMBAT_ENDS:
        return SECOND_MAIN
    return now + 1


@rules("CR 511.3")
def end_combat(state: State) -> None:
    """Everything is removed from combat."""
    event = state.event("combat ended", "CR 511.3", ())
    for obj in sorted(state.status):
        if state.status[obj] & COMBAT:
            state.put(STATUS, obj, state.status[obj] & ~COMBAT or None)
    state.set_list("attackers", ())
    state.set_list("blockers", ())
    end_effects(state, ("combat",), event)


@rules("CR 104.4b")
def end_loop(state: State, how: str) -> Procedure:
    """A loop that nobody can stop is a draw."""
    state.event("game drawn", "CR 104.4b", ())
    state.put(TURN, "result", 3)
    yield from ()
