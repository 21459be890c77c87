"""The powers that work now (500, 701): printed, of boost, of a cosmic counter, copied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Effect, Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.faces import Face
from cardlaw.rulebooks.vs.nodes import Boost, Cosmic, TeamUp

#: the kind of counter on which cosmic powers rest
COSMIC = "cosmic"


class Power(NamedTuple):
    """An ability that works now: who has it, its path in the card data, its node."""

    holder: int
    path: tuple[int, ...]
    node: Ability


def face_of(state: State, obj: int) -> Face:
    """The printed card of an object."""
    face: Face = state.faces[state.card[obj]]
    return face


def node_at(state: State, path: tuple[int, ...]) -> Ability:
    """The ability that a path names.

    Face and ability; for a granted one gift and number; inside boost and cosmic 0 and number.
    """
    face: Face = state.faces[path[0]]
    node = face.text[path[1]]
    rest = path[2:]
    while rest:
        node = _inside(node, rest[0], rest[1])
        rest = rest[2:]
    return node


def _inside(node: Ability, gift: int, number: int) -> Ability:
    if isinstance(node, Boost | Cosmic):
        return node.powers[number]
    assert isinstance(node, nodes.Static)
    given = node.gives[gift]
    assert isinstance(given, nodes.Gain)
    return given.abilities[number]


@rules("VS 500", "VS 701")
def printed_powers(state: State, obj: int, number: int) -> Iterator[Power]:
    """The powers that the text of a face gives an object now."""
    face: Face = state.faces[number]
    for index, ability in face.abilities:
        path = (number, index)
        if isinstance(ability, TeamUp):
            for node in united(chosen_kinds(state, obj, ability)):
                yield Power(obj, path, node)
        elif not isinstance(ability, Boost | Cosmic):
            yield Power(obj, path, ability)
        elif gate_open(state, obj, ability):
            for inner, power in enumerate(ability.powers):
                yield Power(obj, (*path, 0, inner), power)


@rules("VS 701")
def gate_open(state: State, obj: int, ability: Boost | Cosmic) -> bool:
    """Whether the powers of boost or cosmic are there: paid this turn, or with the counter."""
    if isinstance(ability, Boost):
        return words.has(state, obj, words.BOOSTED)
    return (obj, COSMIC) in state.counters


def power_open(state: State, obj: int, path: tuple[int, ...]) -> bool:
    """Whether a power is not shut away behind a boost or a cosmic counter that is not there."""
    ability = state.faces[path[0]].text[path[1]]
    return not isinstance(ability, Boost | Cosmic) or gate_open(state, obj, ability)


@rules("VS 701", "VS 217")
def chosen_kinds(state: State, obj: int, ability: TeamUp) -> tuple[str, ...]:
    """The affiliations of a team-up: printed, or chosen when it was played."""
    if ability.kinds:
        return ability.kinds
    ref = state.ref(obj)
    for _, effect in sorted(state.effects.items()):
        if effect.until == "face up" and Ref(*effect.affected[0]) == ref:
            return tuple(str(kind) for _, kind in effect.data)
    return ()


def united(kinds: tuple[str, ...]) -> list[nodes.Static]:
    """Continuous powers: who has one of the affiliations has the others too."""
    return [
        nodes.Static(
            affects=nodes.Select(types=(words.CHARACTER,), kinds=(kind,), controller="you"),
            gives=(nodes.Gain(kinds=tuple(other for other in kinds if other != kind)),),
        )
        for kind in kinds
        if len(kinds) > 1
    ]


@rules("VS 511")
def copied(effect: Effect) -> list[int]:
    """The faces whose powers an effect gives to the object that it is about."""
    return [int(number) for word, *rest in effect.data if word == "powers" for number in rest]
