"""What players decide while a text is carried out (chapters 400, 412)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PILE
from cardlaw.rulebooks.berserk.fighting import GRADES
from cardlaw.rulebooks.berserk.happen import GAINED_TOKEN, HEALED, SPENT_TOKENS, WOUNDED, happen
from cardlaw.rulebooks.berserk.meaning import Doing, Work, can_be_wounded, is_protected, meant
from cardlaw.rulebooks.berserk.nodes import Adjust, Choose, May, Repeat, Transfer
from cardlaw.rulebooks.berserk.replacing import Carry
from cardlaw.rulebooks.berserk.select import amount, char_of
from cardlaw.rulebooks.berserk.stack import chain_of
from cardlaw.rulebooks.berserk.triggering import target_candidates
from cardlaw.rulebooks.berserk.words import TOKEN

#: how the cards are called that a text has called otherwise before it repeats itself
EARLIER = "earlier "
WOUNDS, TOKENS = "wounds", "tokens"


@rules("BE09 412.1", "BE09 411.1", "BE09 415.3")
def choose(state: State, do: Choose, doing: Doing) -> Work:
    """A player chooses a card for what follows; with none to choose it does nothing."""
    scene = doing.scene
    called = () if do.again else (*scene.named(do.name), *scene.named(EARLIER + do.name))
    names = tuple((EARLIER + w if w == do.name else w, obj) for w, obj in scene.names)
    doing.scene = scene = scene._replace(names=names)
    found = [
        obj
        for obj in target_candidates(state, do.what, scene, do.what.zone)
        if obj not in called and not is_protected(state, obj, doing)
    ]
    if not found:
        return
    player = scene.player if do.by == "you" else 1 - scene.player
    answer = yield Choice("pick" if do.may else "target", player, tuple(found))
    if answer[0] >= 0:
        doing.event = state.event("chosen", "BE09 412.1", (doing.event, state.answer), answer[0])
        doing.scene = scene._replace(names=(*names, (do.name, answer[0])))


@rules("BE09 405.3")
def may(state: State, do: May, doing: Doing, carry: Carry) -> Work:
    """A player decides whether something happens."""
    scene = doing.scene
    player = scene.player if do.by == "you" else 1 - scene.player
    answer = yield Choice("may", player, (scene.source, scene.text[1] if scene.text else 0))
    yield from carry(state, do.then if answer == ("yes",) else do.otherwise, doing)


@rules("BE09 216.11")
def repeat(state: State, do: Repeat, doing: Doing, carry: Carry) -> Work:
    """Something happens several times."""
    times = amount(state, do.times, doing.scene)
    for _ in range(min(times, do.most) if do.most else times):
        yield from carry(state, do.then, doing)


@rules("BE09 416.2", "BE12 123.2")
def transfer(state: State, do: Transfer, doing: Doing) -> Work:
    """Wounds or tokens go from one card to another."""
    for giver in meant(state, do.of, doing):
        for taker in meant(state, do.to, doing):
            here = _there(state, do.kind, giver)
            most = min(here, do.most) if do.most else here
            number = most if do.exactly else (yield from _how_many(doing, most))
            if number:
                _carry_over(state, do.kind, (giver, taker), number, doing.event)


def _there(state: State, kind: str, obj: int) -> int:
    """How many wounds or tokens can leave a card; nothing heals the incorporeal."""
    if kind == TOKENS:
        return state.counters.get((obj, TOKEN), 0)
    return 0 if char_of(state, obj).incorporeal else state.damage.get(obj, 0)


def _how_many(doing: Doing, most: int) -> Generator[Choice, Option, int]:
    if not most:
        return 0
    answer = yield Choice("number", doing.scene.player, (doing.scene.source, most))
    return int(answer[0])


def _carry_over(state: State, kind: str, cards: tuple[int, int], number: int, event: int) -> None:
    giver, taker = cards
    if kind == TOKENS:
        happen(state, SPENT_TOKENS, "BE12 123.2", (event,), giver, number)
        happen(state, GAINED_TOKEN, "BE12 123.2", (event,), taker, number)
    elif can_be_wounded(state, taker, event):
        happen(state, HEALED, "BE09 416.2", (event,), giver, number)
        happen(state, WOUNDED, "BE09 216.11", (event,), taker, number)


@rules("BE09 216.9", "BE09 422.4")
def adjust(state: State, do: Adjust, doing: Doing) -> Work:
    """The action on the stack becomes of another grade, or gets a strength in the end."""
    if doing.about in state.pile:
        item = state.pile[doing.about]
        chain = chain_of(item)
        if do.grade and chain.grade:
            chain = chain._replace(grade=GRADES.index(do.grade))
        if do.strength is not None:
            chain = chain._replace(fixed=do.strength)
        state.event("adjusted", "BE09 216.9", (doing.event,), item.source[0])
        state.put(PILE, doing.about, item._replace(data=tuple(chain)))
    yield from ()


def carried(
    executor: Callable[[State, Any, Doing, Carry], Work], carry: Carry
) -> Callable[[State, Any, Doing], Work]:
    """An executor of effects inside an effect as one like all others."""
    return lambda state, do, doing: executor(state, do, doing, carry)
