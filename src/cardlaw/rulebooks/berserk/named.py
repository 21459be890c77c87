"""Named abilities that stand for others (chapter 414 and the glossary): each as card data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cardlaw.cards.nodes import (
    Ability,
    Cost,
    Count,
    Damage,
    Destroy,
    Exists,
    Keyword,
    Move,
    On,
    PutCounters,
    Select,
    SetState,
    Target,
    Triggered,
    ValueOf,
)
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.nodes import (
    Fighting,
    HasNot,
    Heal,
    Least,
    Nourish,
    OncePerTurn,
    Playable,
    Relocate,
    Swap,
)
from cardlaw.rulebooks.berserk.words import EXILE, EXTRA, INCORPOREAL, LEAPS, POISON, TOKEN

RAGE = "rage"

_SELF = Select(who="self")
_IT = Select(who="it")

#: another creature of one's squad of the element of the card with the text
_OWN_KIND = Select(types=("creature",), controller="you", elements=("own",), except_self=True)


def _number(word: str) -> ValueOf:
    """The number of a named ability of the card that has it."""
    return ValueOf(word, _SELF)


#: what happens because a card has a named ability, printed or acquired
TRIGGERS: dict[str, Triggered] = {
    "vampirism": Triggered(
        on=(
            On(
                "wounded",
                Select(types=("creature",), not_keywords=(INCORPOREAL,)),
                to="simple strike",
                by=_SELF,
            ),
        ),
        do=(Nourish(_SELF, ValueOf("number", _IT)),),
    ),
    "corpse-eating": Triggered(
        on=(On("died", Select(types=("creature",)), by=_SELF),),
        do=(Move(_IT, EXILE), Heal(_SELF), PutCounters(_SELF, POISON, ValueOf(POISON, _SELF, -1))),
    ),
    "fear": Triggered(
        on=(On("attacked", _SELF, to="simple strike", by=Select()),),
        do=(Damage(_number("fear"), Select(who="by")),),
        when=(Exists(Select(who="by", not_keywords=("fear",))),),
    ),
    "gift of life": Triggered(
        on=(On("died", _SELF),),
        do=(PutCounters(Select(who="target"), EXTRA, _number("gift of life")),),
        targets=(Target(_OWN_KIND),),
    ),
    "concentration": Triggered(
        on=(On("turn ended", _SELF, whose="opponent"),),
        do=(PutCounters(_SELF, TOKEN),),
        when=(HasNot("wounded"),),
    ),
    "agility": Triggered(
        on=(On("wounded", _SELF),),
        do=(Relocate(range=1, may=True),),
        when=(OncePerTurn(),),
    ),
    "soulcatcher": Triggered(
        on=(On("died", Select(types=("creature",))),),
        do=(PutCounters(_SELF, TOKEN),),
        when=(Exists(Select(who="self", values={"soulcatcher left": (1, None)})),),
    ),
    RAGE: Triggered(
        on=(On("turn ended", _SELF, whose="you"),),
        do=(PutCounters(_SELF, TOKEN),),
        when=(HasNot("attacked"), Exists(Select(who="self", values={f"{RAGE} left": (1, None)}))),
    ),
}
#: the other half of rage: a token opens its card. Nobody accumulates such tokens by closing
_OPENS_IN_RAGE = Playable(
    name=RAGE,
    cost=Cost(remove_counters=RAGE),
    when=(Exists(Select(who="self", states=("closed",))),),
    do=(SetState(_SELF, "closed", on=False),),
)

#: how attacks differ because a card has a named ability
FIGHTING: dict[str, Fighting] = {
    "wrath": Fighting(
        kinds=("simple strike",), other=Select(states=("hit this turn",)), strength=1
    ),
    "shield of Arhaal": Fighting(
        role="receives",
        kinds=("non-magical attacks",),
        strength=Least(
            Count(Select(types=("creature",), states=("poisoned",), adjacent_to="self")),
            _number("shield of Arhaal"),
            -1,
        ),
    ),
}

#: the face number in the path of a text that a named ability stands for
NAMED = -1
#: those texts in a fixed order: a path names one by its place
_TEXTS: dict[str, Triggered | Fighting] = {**TRIGGERS, **FIGHTING}
_ORDER = tuple(_TEXTS)


def path(word: str) -> tuple[int, int]:
    """The path of the text of a named ability."""
    return (NAMED, _ORDER.index(word))


def text_at(state: State, text: tuple[int, ...]) -> Any:
    """The ability at a path: printed, given by a printed one, or what a named one stands for."""
    if text[0] == NAMED:
        word = word_of(text[1])
        return usable(word, text[2]) if word else _TEXTS[_ORDER[text[1]]]
    sheet = state.faces[text[0]].sheet
    return sheet.abilities[text[1]] if len(text) == 2 else sheet.given[text[1]][text[2]]


#: the named abilities that stand for playable ones, in a fixed order
USABLE = ("jump", "teleport", "maneuver", "finishing blow", RAGE)
#: the option of the first of them when it is acquired, the others below it; -1 stands for nothing
_FIRST = -2


def option_of(word: str) -> int:
    """The number by which an option names a usable ability that a card has acquired."""
    return _FIRST - USABLE.index(word)


def word_of(option: int) -> str:
    """The acquired ability that an option names, or the empty string."""
    place = _FIRST - option
    return USABLE[place] if 0 <= place < len(USABLE) else ""


@lru_cache(maxsize=256)
def usable(word: str, number: int) -> Playable:
    """What a card can use that has acquired a named ability; ``number`` 0 where it has none."""
    found = _in_full(Keyword(word, number=number))[-1]
    assert isinstance(found, Playable)
    return found


@rules("BE09 414.4")
def greater(word: str, one: int, other: int) -> int:
    """Of two numbers of a named ability the greater; a leap without one reaches everywhere."""
    return 0 if word in LEAPS and not (one and other) else max(one, other)


@rules("BE09 201.2")
def path_of(state: State, text: tuple[int, ...], ability: Ability, granter: int) -> tuple[int, ...]:
    """The path of an ability that the text at a path gives to cards; it remembers the giver."""
    place = state.faces[text[0]].sheet.given[text[1]].index(ability)
    return (text[0], text[1], place, granter)


@rules("BE12 506.6", "BE12 506.7", "BE09 6")
def spelled_out(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a face; named ones that stand for playable ones are given in full."""
    found: list[Ability] = []
    for ability in abilities:
        parts = _in_full(ability) if isinstance(ability, Keyword) else (ability,)
        # what was read from an earlier reading is in full already
        found += [part for part in parts if part is ability or part not in abilities]
    return tuple(found)


#: the greatest number that is looked for when a named ability is found again
_MOST = 20


def in_short(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a face as its text names them: the opposite of ``spelled_out``."""
    found: list[Ability] = []
    stood: list[Ability] = []
    for ability in abilities:
        name = getattr(ability, "name", "")
        if ability in stood:
            continue
        short = ability
        if isinstance(ability, Playable | Keyword):
            numbers = (ability.number,) if isinstance(ability, Keyword) else range(_MOST + 1)
            for number in numbers:
                word = Keyword(name, number=number)
                parts = _in_full(word)
                if parts != (word,) and ability in parts:
                    short = word
                    stood += parts
                    break
        found.append(short)
    return tuple(found)


def _in_full(ability: Keyword) -> tuple[Ability, ...]:
    """What a named ability stands for; itself if for nothing playable."""
    if ability.name == "maneuver":
        beside = Select(
            types=("creature",),
            controller="you",
            not_keywords=("subtype",),
            adjacent_to="orthogonally self",
        )
        swap = Playable(
            name=ability.name,
            kind=ability.name,
            cost=Cost(),
            targets=(Target(beside),),
            do=(Swap(),),
        )
        return (swap,)
    if ability.name in LEAPS:
        leap = Playable(
            name=ability.name,
            kind=ability.name,
            cost=Cost(),
            cell="free",
            cell_range=ability.number,
            do=(Relocate(),),
        )
        return (leap,)
    if ability.name == RAGE:
        return (ability, _OPENS_IN_RAGE)
    if ability.name == "finishing blow":
        weak = Select(
            types=("creature",),
            adjacent_to="self",
            not_keywords=(INCORPOREAL,),
            values={"life": (None, ability.number)},
        )
        blow = Playable(
            name=ability.name, targets=(Target(weak),), do=(Destroy(Select(who="target")),)
        )
        return (blow,)
    return (ability,)
