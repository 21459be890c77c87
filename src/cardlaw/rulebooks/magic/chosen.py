"""What was chosen as a permanent entered, and texts that say so (CR 614.12a)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from cardlaw.cards.nodes import Gain, Gives, Select, Static
from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.face import printed
from cardlaw.rulebooks.magic.mana import COLORS
from cardlaw.rulebooks.magic.nodes import Become, ChooseAsEnters
from cardlaw.rulebooks.magic.subtypes import subtypes_by_type

#: the word of texts for what was chosen; the list of choices; the word by which games say they do
CHOSEN, CHOICES, CHOOSES = "chosen", "choices", "chooses as it enters"


def possible(gives: ChooseAsEnters) -> tuple[str, ...]:
    """What may be chosen."""
    if gives.options:
        return gives.options
    if gives.what == "color":
        return tuple(COLORS.values())
    if gives.what == "creature type":
        return tuple(subtypes_by_type()["creature"])
    raise ValueError(f"nothing is known of a choice of {gives.what!r}")


@rules("CR 614.12a")
def choose_as_it_enters(state: State, obj: int, player: int) -> Generator[Choice, Option, None]:
    """Before a permanent enters: what its text has its player choose."""
    for skill in printed(state, obj).own_skills:
        node = skill.node
        for gives in node.gives if isinstance(node, Static) else ():
            if isinstance(gives, ChooseAsEnters):
                answer = yield Choice("chosen", player, (gives.what, *possible(gives)))
                word = answer[0]
                state.event("chose", "CR 614.12a", (state.answer,), obj, word)
                born = state.born.get(obj, 0) + 1
                row = (obj, born, gives.what, word)
                state.set_list(CHOICES, (*state.lists.get(CHOICES, ()), row))


@rules("CR 400.7")
def chosen_for(state: State, obj: int, born: int, what: str) -> str:
    """What was chosen for an object as it entered, or the empty word."""
    for who, then, kind, word in state.lists.get(CHOICES, ()):
        if who == obj and then == born and kind == what:
            return str(word)
    return ""


def _filled(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return tuple(word if known == CHOSEN else known for known in words)


@rules("CR 614.12a")
def select_with(
    state: State, select: Select, source: Ref, answers: tuple[Any, ...]
) -> Select | None:
    """A description with the choices in the place of "chosen"; None if one was never made.

    A choice that the text itself had made counts before one that was made as its source entered.
    """
    changes: dict[str, tuple[str, ...]] = {}
    for field, what in (("colors", "color"), ("kinds", "creature type")):
        words: tuple[str, ...] = getattr(select, field)
        if CHOSEN in words:
            told = (answer[1] for answer in answers if answer[0] == what)
            word = next(told, "") or chosen_for(state, source.id, source.born, what)
            if not word:
                return None
            changes[field] = _filled(words, word)
    return msgspec.structs.replace(select, **changes) if changes else None


@rules("CR 614.12a")
def gives_with(state: State, gives: Gives, obj: int, born: int) -> Gives:
    """A part of an effect with the choices in the place of "chosen"."""
    if not isinstance(gives, Gain | Become):
        return gives
    color = chosen_for(state, obj, born, "color")
    kind = chosen_for(state, obj, born, "creature type")
    changes: dict[str, tuple[str, ...]] = {}
    if color and CHOSEN in gives.colors:
        changes["colors"] = _filled(gives.colors, color)
    if kind and CHOSEN in gives.kinds:
        changes["kinds"] = _filled(gives.kinds, kind)
    if color and isinstance(gives, Gain) and any(CHOSEN in word for word in gives.keywords):
        changes["keywords"] = tuple(word.replace(CHOSEN, color) for word in gives.keywords)
    return msgspec.structs.replace(gives, **changes) if changes else gives
