"""Ways of casting: additional and alternative costs (CR 118.8, 118.9, 601.2b)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED, PileItem
from cardlaw.rulebooks.magic.face import Face, printed
from cardlaw.rulebooks.magic.mana import ManaCost
from cardlaw.rulebooks.magic.modes import paid_names
from cardlaw.rulebooks.magic.nodes import CastCost
from cardlaw.rulebooks.magic.prices import Way

#: casting without paying the mana cost, where an effect allows it
FREE = "without paying"
FREE_WAY = Way(CastCost(name=FREE, instead=True), ManaCost(), 0, ())
#: the same, where the card is exiled in place of going to the graveyard
FREE_ONCE = "without paying, to be exiled"
#: the rule by which a spell is exiled as it resolves, to be cast again
REBOUND = "CR 702.88a"


def rebounds(face: Face) -> bool:
    """Whether a spell has rebound."""
    return any(skill.keyword == "rebound" for skill in face.own_skills)


@rules("CR 118.8")
def is_mandatory(way: Way) -> bool:
    """Whether a cost is an additional one that has to be paid."""
    return not (way.node.instead or way.node.optional or way.node.called)


@rules("CR 118.9", "CR 118.9a")
def alternatives(face: Face) -> list[Way]:
    """The alternative costs of a spell by its own text."""
    return [way for way in face.compiled.casting if way.node.instead and not way.node.called]


def optional_costs(face: Face) -> list[Way]:
    """The additional costs that a player may leave out."""
    return [way for way in face.compiled.casting if way.node.optional]


@rules("CR 118.8", "CR 118.8a", "CR 118.8b", "CR 118.9", "CR 118.9a", "CR 118.9d")
def chosen_ways(face: Face, answers: Sequence[Option]) -> list[Way]:
    """The alternative cost if one was chosen, then every additional cost as often as it is paid."""
    casting, either = face.compiled.casting, face.compiled.either
    name = next((a[1] for a in answers if a[0] == "way" and len(a) > 1), None)
    if not casting and not either and name is None:
        return []
    found = [way for way in casting if way.node.instead and way.node.name == name]
    if name in (FREE, FREE_ONCE):
        found.insert(0, FREE_WAY)
    found += [way for way in casting if is_mandatory(way)]
    picked = [a[1] for a in answers if a[0] == "either"]
    for group, number in zip(either, picked, strict=False):
        found += group[number - 1 : number] if number > 0 else []
    for answer in answers:
        if answer[0] == "with" and len(answer) > 1:
            found += [w for w in casting if w.node.optional and w.node.name == answer[1]]
    return found


def total_mana(face: Face, ways: Sequence[Way]) -> ManaCost:
    """The mana cost, or the mana of the alternative cost, and that of the additional ones."""
    replaced = any(way.node.instead and not way.node.besides for way in ways)
    cost = ManaCost() if replaced else face.mana
    for way in ways:
        cost = cost.plus(way.mana)
    return cost


@rules("CR 601.2b")
def with_options(face: Face, answers: Sequence[Option]) -> list[Option]:
    """The optional costs that may come next in the order written, and ``("with",)`` to stop."""
    names = [way.node.name for way in optional_costs(face)]
    many = {way.node.name for way in optional_costs(face) if way.node.many}
    given = [a[1] for a in answers if a[0] == "with" and len(a) > 1]
    at = 0
    if given and given[-1] in names:
        at = names.index(given[-1]) + (given[-1] not in many)
    return [*(("with", name) for name in names[at:]), ("with",)]


def with_is_open(face: Face, answers: Sequence[Option]) -> bool:
    """Whether another optional cost may be added."""
    given = [a for a in answers if a[0] == "with"]
    if not given:
        return bool(optional_costs(face))
    return len(given[-1]) > 1


# -- afterwards ----------------------------------------------------------------------------------


@rules("CR 702.33d")
def note_payments(state: State, item: PileItem, obj: int) -> None:
    """Note what was paid for a spell that is about to become a permanent."""
    born = state.born.get(obj, 0) + 1
    for answer in item.answers:
        if answer[0] in ("with", "way") and len(answer) > 1:
            key = ("paid for", obj, born, answer[1])
            state.put(USED, key, state.used.get(key, 0) + 1)


@rules("CR 702.34a", "CR 702.27a", "CR 608.2n", "CR 614.1a", "CR 702.88a", "CR 702.88c")
def after_stack(state: State, item: PileItem, resolved: bool) -> tuple[str, str] | None:
    """Where a card goes instead of to the graveyard: the kind of event, and its rule."""
    if item.kind != "spell":
        return None
    names = paid_names(item.answers)
    if FREE_ONCE in names:
        return "exiled", "CR 614.1a"
    for way in printed(state, item.source.id).compiled.casting if names else ():
        if way.node.name in names and way.node.then == "exile":
            return "exiled", "CR 702.34a"
        if way.node.name in names and way.node.then == "hand" and resolved:
            return "returned to hand", "CR 702.27a"
    if resolved and state.used.get((REBOUND, item.source.id)) == item.source.born:
        return "exiled", REBOUND
    return None
