"""Wounds of attacks, and attacks inside other texts (chapters 216, 401, 420)."""

from __future__ import annotations

from collections.abc import Generator

from cardlaw.kernel.choice import CHANCE, Choice, Option
from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import breached, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import EFFECTS, USED
from cardlaw.rulebooks.berserk.attacks import (
    CAMOUFLAGE,
    EXPERIENCE,
    dealt,
    final_strength,
    hides,
    is_kept_off,
)
from cardlaw.rulebooks.berserk.fighting import (
    GRADES,
    Blow,
    Bout,
    ignores_all,
    limited,
    natural_roll,
    roll_change,
    strength_changes,
)
from cardlaw.rulebooks.berserk.happen import (
    ATTACKED,
    ENDED,
    HITS,
    MISSED,
    STRUCK,
    WOUNDED,
    happen,
)
from cardlaw.rulebooks.berserk.meaning import Doing, Work, can_be_wounded, meant
from cardlaw.rulebooks.berserk.nodes import Attack
from cardlaw.rulebooks.berserk.replacing import Carry, perform
from cardlaw.rulebooks.berserk.select import amount, char_of
from cardlaw.rulebooks.berserk.stack import STRIKE
from cardlaw.rulebooks.berserk.strike import STRONG, grade, may_be_attacked
from cardlaw.rulebooks.berserk.words import ATTACKS, in_battle


class Hit:
    """One side of an attack as it is worked out: who hits whom, how hard, with what strength."""

    __slots__ = ("blow", "bout", "fixed", "strength")

    def __init__(
        self, bout: Bout, grade: int, printed: int, strength: int, fixed: int = -1
    ) -> None:
        self.bout = bout
        self.blow = Blow(grade, printed)
        self.strength = strength
        #: the strength that another action has given it, or -1
        self.fixed = fixed


@rules("BE09 408", "BE09 420.5", "BE12 211.2", "BE12 212.9")
def wound_all(state: State, hits: list[Hit], causes: tuple[int, ...], carry: Carry) -> Work:
    """Deal wounds to cards at the same moment, as far as nothing prevents them."""
    batch = []
    for hit in hits:
        bout, obj = hit.bout, hit.bout.target
        if not can_be_wounded(state, obj, causes[0]):
            continue
        if hides(state, bout):
            state.event("unharmed", "BE09 414.1", causes[:1], obj)
            state.add_to(USED, (CAMOUFLAGE, obj), 1)
            continue
        if is_kept_off(state, bout, hit.blow, causes[0]):
            continue
        if state.board().ignoring and ignores_all(state, bout):
            state.event("ignores abilities", "BE09 408", causes[:1], bout.source, obj)
        number, told = yield from _wounds_of(state, hit, causes[0])
        if number:
            values = (obj, number, bout.source, bout.kind)
            batch.append(Happening(WOUNDED, "BE09 216.11", (*causes, *told), values))
    yield from perform(state, batch, carry)


@rules("BE09 205.1a", "BE09 103.7b", "BE09 104.2", "BE09 422.4")
def _wounds_of(
    state: State, hit: Hit, cause: int
) -> Generator[Choice, Option, tuple[int, tuple[int, ...]]]:
    """The wounds of a hit after everything that changes them, and the events that tell this."""
    bout, obj = hit.bout, hit.bout.target
    if bout.kind not in ATTACKS:
        return max(0, hit.strength), ()
    if not hit.blow.grade:
        return 0, ()
    changes = strength_changes(state, bout, hit.blow)
    number = hit.strength + sum(change for _, change, _ in changes)
    if hit.strength != hit.blow.strength:
        own = hit.strength - hit.blow.strength
        changes.insert(0, (bout.source, own, "BE09 205.1a"))
    told = tuple(
        state.event("strength changed", rule, (cause,), source, obj, change)
        for source, change, rule in changes
    )
    number = yield from final_strength(state, bout, hit.blow, number, hit.fixed)
    number, stopped = dealt(state, bout, number)
    if stopped:
        state.add_to(USED, ("armor", obj), stopped)
    elif not number:
        state.event("unharmed", "BE09 103.7b", (cause,), obj)
    return number, told


@rules("BE09 216.11", "BE09 422.4")
def end_attack(state: State, bouts: list[Bout], event: int) -> None:
    """What holds for so many attacks, or until the next one, has held for one attack more."""
    if state.board().limited:
        for bout in bouts:
            for key in limited(state, bout):
                state.event("use counted", "BE09 422.4", (event,), bout.source)
                state.add_to(USED, key, 1)
    if state.effects:
        spend(state, bouts[0].source, (f"next {bouts[0].kind}", "next attack"), event)


@rules("BE09 418.2")
def spend(state: State, obj: int, ends: tuple[str, ...], event: int) -> None:
    """End what lasts until a card does something."""
    for key in sorted(state.effects):
        effect = state.effects[key]
        if effect.until in ends and any(ref.id == obj for ref in effect.affected):
            state.event(ENDED, "BE09 418.2", (event,), effect.source)
            state.put(EFFECTS, key, None)


@rules("BE09 401.5", "BE09 207.9", "BE09 216.11")
def attack(state: State, do: Attack, doing: Doing, carry: Carry) -> Work:
    """An attack inside another text: nobody defends or redirects it."""
    source = doing.scene.source
    inner = Doing(doing.scene, do.kind, doing.event, doing.about)
    for obj in meant(state, do.what, inner):
        if not in_battle(state, obj):
            continue
        bout = Bout(source, obj, do.kind)
        if do.kind in ATTACKS:
            if breached(may_be_attacked(state, obj)):
                continue
            behind = do.what.adjacent_to.startswith("behind ")
            rule = "BE09 207.9" if behind else "BE09 401.5"
            happen(state, ATTACKED, rule, (doing.event,), obj, source, do.kind)
        force, told = 1, doing.event
        if isinstance(do.strength, tuple):
            if len(set(do.strength)) > 1:
                force, told = yield from _rolled(state, bout, doing.event)
            number = do.strength[force - 1]
        else:
            number = amount(state, do.strength, doing.scene)
        yield from wound_all(state, [Hit(bout, force, number, number)], (told,), carry)
        if do.kind in ATTACKS:
            tell_outcome(state, bout, Blow(force, number), (told,))
            end_attack(state, [bout], told)


def tell_outcome(state: State, bout: Bout, blow: Blow, causes: tuple[int, ...]) -> None:
    """An attack has hit, or a simple strike missed: texts wait for this."""
    kind = HITS
    if bout.kind == STRIKE:
        kind = STRUCK if blow.grade else MISSED
    manner = (bout.kind, GRADES[blow.grade], blow.strength)
    happen(state, kind, "BE09 216.11", causes, bout.target, bout.source, *manner)


@rules("BE09 205.4", "BE09 216.5", "BE09 104.2a")
def _rolled(state: State, bout: Bout, event: int) -> Generator[Choice, Option, tuple[int, int]]:
    """One roll, with the experience of the card. Returns the grade and the event that tells it."""
    source = bout.source
    answer = yield Choice("die", CHANCE, (source,))
    told = state.event("dice rolled", "BE09 216.5", (event, state.answer), source, answer[0])
    words = char_of(state, source).keywords
    total = natural_roll(state, bout, answer[0])
    total += words.get("blessing", 0) - words.get("curse", 0)
    total += words.get(EXPERIENCE.get(bout.kind, ""), 0) + roll_change(state, bout)
    total = max(1, min(6, total))
    force = min(STRONG, grade(total))
    rule = "BE09 205.4"
    return force, state.event("calculated", rule, (told,), source, GRADES[force])
