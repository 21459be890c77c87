"""Which objects a card's words mean (chapter 5), and every reason why one does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardlaw.cards.nodes import Count, Quantity, Select, ValueOf
from cardlaw.kernel import pile
from cardlaw.kernel.law import Breach, rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.traits import NUMBERS, Traits
from cardlaw.rulebooks.vs.words import CHARACTER, RESOURCES


class Sight(NamedTuple):
    """From where a card's words are read: the object that has them, its controller, names."""

    source: int
    player: int
    #: what earlier words of the sentence named: "target", "chosen", "it"
    named: tuple[tuple[str, tuple[Ref, ...]], ...] = ()
    #: numbers that the sentence fixed: "paid"
    numbers: tuple[tuple[str, int], ...] = ()

    def refs(self, name: str) -> tuple[Ref, ...] | None:
        for known, refs in self.named:
            if known == name:
                return refs
        return None

    def number(self, name: str) -> int | None:
        for known, value in self.numbers:
            if known == name:
                return value
        return None

    def whose(self, word: str) -> int:
        """The player that "you" or "opponent" means."""
        return self.player if word == "you" else 1 - self.player

    def naming(self, name: str, refs: tuple[Ref, ...]) -> Sight:
        return self._replace(named=((name, refs), *self.named))


def traits_of(state: State, obj: int, traits: dict[int, Traits] | None = None) -> Traits:
    """The characteristics of an object; outside play and face down, the printed ones."""
    known: dict[int, Traits] = state.board().traits if traits is None else traits
    found = known.get(obj)
    if found is None:
        printed: Traits = state.faces[state.card[obj]].printed
        if traits is None and state.options.get("team-up") == "everywhere":
            return _teamed_up(state, obj, printed)
        return printed
    return found


def _teamed_up(state: State, obj: int, printed: Traits) -> Traits:
    """By the option "team-up: everywhere", affiliations of team-ups count outside play too."""
    gained = [
        kind
        for player, kinds, more in state.board().teams
        if player == state.owner[obj] and any(kind in printed.kinds for kind in kinds)
        for kind in more
        if kind not in printed.kinds
    ]
    if not gained or printed.type != CHARACTER:
        return printed
    traits = printed.copy()
    traits.kinds = (*traits.kinds, *gained)
    traits.affiliations = (*traits.affiliations, *gained)
    return traits


def type_now(state: State, obj: int, traits: Traits) -> str:
    """The type of an object: a resource is none but a face-up location or plot twist."""
    if state.where[obj][0] == RESOURCES and not words.has(state, obj, words.FACE_UP):
        return "resource"
    return traits.type


def in_state(state: State, obj: int, word: str) -> bool:
    """Whether an object is in a state of the cards' words. ValueError for an unknown word."""
    if word in words.STATES:
        return words.has(state, obj, words.STATES[word])
    if word == "ready":
        return not words.has(state, obj, words.EXHAUSTED | words.STUNNED)
    if word == "visible":
        return state.where[obj][0] == words.VISIBLE
    if word == "hidden":
        return state.where[obj][0] == words.HIDDEN
    if word == "face down":
        return not words.has(state, obj, words.FACE_UP)
    if word == "recruited":
        return (state.controller[obj], state.card[obj]) in state.lists.get("recruited", ())
    if word in ("front row", "support row"):
        row = words.FRONT if word == "front row" else words.SUPPORT
        return words.in_area(state, obj) and bool(state.place[obj][0] == row)
    if word in EFFECT_OF:
        return effect_of(state, obj) == EFFECT_OF[word]
    raise ValueError(f"the cards know no state {word!r}")


#: the cards' words for where something lies -> the zones; the chain has none
ZONES = {
    "": (words.VISIBLE, words.HIDDEN, words.EQUIPMENT, words.RESOURCES),
    "in play": (words.VISIBLE, words.HIDDEN, words.EQUIPMENT, words.RESOURCES),
    "hand": (words.HAND,),
    "deck": (words.DECK,),
    "KO'd pile": (words.KOED,),
    "removed cards": (words.REMOVED,),
    "resource row": (words.RESOURCES,),
}


#: of a selection in play that names one type, the zones where that type lies
_LYING: dict[tuple[str, ...], tuple[str, ...]] = {
    (CHARACTER,): (words.VISIBLE, words.HIDDEN),
    (words.EQUIPMENT,): (words.EQUIPMENT,),
    (words.LOCATION,): (words.RESOURCES,),
}
_SIDES = {"": (0, 1), "you": (0,), "opponent": (1,)}


def candidates(state: State, select: Select, player: int) -> Iterator[int]:
    """The objects worth testing against a selection of a player: those of its zones."""
    if select.zone == words.CHAIN:
        yield from sources(state)
        return
    zones = ZONES[select.zone]
    if len(zones) > 1:
        if select.types in _LYING:
            zones = _LYING[select.types]
        sides = [(side + player) % 2 for side in _SIDES[select.controller]]
    else:
        sides = [(side + player) % 2 for side in _SIDES[select.owner]]
    order = state.order
    for side in sorted(sides):
        for zone in zones:
            yield from order.get((zone, side), ())


#: the states of an object on the chain: which kind of effect of it waits there
EFFECT_OF = {
    "plot twist effect": "plot twist",
    "payment power effect": "power",
    "triggered effect": "trigger",
    "recruit effect": "recruit",
}


def effect_of(state: State, obj: int) -> str:
    """The kind of an object's newest effect on the chain; empty without one."""
    for key in reversed(pile.items(state)):
        item = state.pile[key]
        if item.source[0] == obj and state.is_current(Ref(*item.source)):
            return item.kind
    return ""


@rules("VS 504", "VS 505")
def sources(state: State) -> list[int]:
    """The objects whose effects are on the chain, the oldest first, each once."""
    keys = state.lists.get("pile", ())
    found = [state.pile[key].source[0] for key in keys]
    return [obj for obj in dict.fromkeys(found) if effect_of(state, obj)]


def equipment_on(state: State, bearer: int) -> tuple[int, ...]:
    """The equipment attached to an object, in the order of attaching."""
    worn = [obj for obj, host in state.host.items() if host == bearer]
    worn.sort(key=lambda obj: state.stamp[obj])
    return tuple(worn)


def adjacent(state: State, one: int, other: int) -> bool:
    """Whether two characters stand side by side in a row or behind one another."""
    if one == other or state.where[one] != state.where[other] or not words.in_area(state, one):
        return False
    row, column = state.place[one]
    row2, column2 = state.place[other]
    return bool(column == column2 or (row == row2 and abs(column - column2) == 1))


def allied(state: State, one: int, other: int) -> bool:
    """Whether two objects share an affiliation."""
    theirs = traits_of(state, other).affiliations
    return any(kind in theirs for kind in traits_of(state, one).affiliations)


def mismatches(
    state: State,
    select: Select,
    obj: int,
    sight: Sight,
    rule: str,
    traits: dict[int, Traits] | None = None,
) -> Iterator[Breach]:
    """Every reason why an object is not what the words mean."""
    if select.any_of:
        for part in select.any_of:
            if not any(mismatches(state, part, obj, sight, rule, traits)):
                return
        yield Breach("target-unfit", rule, (obj,))
        return
    if select.zone == words.CHAIN:
        if not effect_of(state, obj):
            yield Breach("target-elsewhere", "VS 504", (obj, words.CHAIN))
            return
    elif state.where[obj][0] not in ZONES[select.zone]:
        yield Breach("target-elsewhere", rule, (obj, select.zone or "in play"))
        return
    own = traits_of(state, obj, traits)
    kind = type_now(state, obj, own)
    if select.types and kind not in select.types or kind in select.not_types:
        yield Breach("target-of-another-type", rule, (obj, (select.types or ("other",))[0]))
        return
    yield from identity_breaches(select, obj, own, rule)
    yield from _players(state, select, obj, sight, rule)
    yield from _states(state, select, obj, rule)
    yield from number_breaches(select, obj, own, rule)
    if select.except_self and obj == sight.source:
        yield Breach("target-itself", rule, (obj,))
    if select.adjacent_to and not _beside(state, select.adjacent_to, obj, sight):
        yield Breach("target-not-adjacent", rule, (obj,))


def identity_breaches(select: Select, obj: int, own: Traits, rule: str) -> Iterator[Breach]:
    """Every reason why an object of these characteristics is another one."""
    if select.kinds and not any(kind in own.kinds for kind in select.kinds):
        yield Breach("target-of-another-affiliation", rule, (obj, select.kinds[0]))
    if any(kind in own.kinds for kind in select.not_kinds):
        yield Breach("target-of-another-affiliation", rule, (obj, select.not_kinds[0]))
    if select.named and select.named != own.name:
        yield Breach("target-of-another-name", rule, (obj, select.named))
    if select.identity and select.identity not in own.identities:
        yield Breach("target-of-another-name", rule, (obj, select.identity))
    if select.version and select.version != own.version:
        yield Breach("target-of-another-name", rule, (obj, select.version))
    for word in select.keywords:
        if not getattr(own, word):
            yield Breach("target-without-keyword", rule, (obj, word))
    for word in select.not_keywords:
        if getattr(own, word):
            yield Breach("target-with-keyword", rule, (obj, word))


def _players(state: State, select: Select, obj: int, sight: Sight, rule: str) -> Iterator[Breach]:
    if select.controller and (state.controller[obj] == sight.player) != (
        select.controller == "you"
    ):
        yield Breach("target-of-another-player", rule, (obj, select.controller))
    if select.owner and (state.owner[obj] == sight.player) != (select.owner == "you"):
        yield Breach("target-of-another-player", rule, (obj, select.owner))


def _states(state: State, select: Select, obj: int, rule: str) -> Iterator[Breach]:
    for word in select.states:
        if not in_state(state, obj, word):
            yield Breach("target-not-in-state", rule, (obj, word))
    for word in select.not_states:
        if in_state(state, obj, word):
            yield Breach("target-in-state", rule, (obj, word))
    if select.equipped is not None and bool(equipment_on(state, obj)) != select.equipped:
        code = "target-unequipped" if select.equipped else "target-equipped"
        yield Breach(code, rule, (obj,))


def number_breaches(select: Select, obj: int, own: Traits, rule: str) -> Iterator[Breach]:
    """Every value that lies outside the limits of the words."""
    for word, (least, most) in select.values.items():
        value = max(0, getattr(own, NUMBERS[word]))
        if (least is not None and value < least) or (most is not None and value > most):
            yield Breach("target-of-another-value", rule, (obj, word, value))


def _beside(state: State, word: str, obj: int, sight: Sight) -> bool:
    where = state.host.get(sight.source) if word == "bearer" else sight.source
    refs = sight.refs(word)
    if refs:
        where = refs[0].id
    return where is not None and adjacent(state, where, obj)


def fits(
    state: State, select: Select, obj: int, sight: Sight, traits: dict[int, Traits] | None = None
) -> bool:
    """Whether an object is what the words mean."""
    return not any(mismatches(state, select, obj, sight, "", traits))


def meant(
    state: State, select: Select, sight: Sight, traits: dict[int, Traits] | None = None
) -> list[int]:
    """The objects that the words mean now; those that are named and gone are left out."""
    if select.who == "self":
        return [sight.source] if sight.refs("self") is None else []
    if select.who == "bearer":
        host = state.host.get(sight.source)
        return [] if host is None else [host]
    if select.who and select.who not in ("each", "other"):
        refs = sight.refs(select.who) or ()
        return [ref.id for ref in refs if state.is_current(ref)]
    found = candidates(state, select, sight.player)
    rest = [obj for obj in found if fits(state, select, obj, sight, traits)]
    return [obj for obj in rest if obj != sight.source] if select.who == "other" else rest


def recruited(state: State, select: Select, player: int) -> int:
    """How many cards that fit a player has recruited this turn."""
    count = 0
    for who, face in state.lists.get("recruited", ()):
        printed: Traits = state.faces[face].printed
        right = not select.types or printed.type in select.types
        if (
            who == player
            and right
            and (not select.kinds or any(kind in printed.kinds for kind in select.kinds))
        ):
            count += 1
    return count


@rules("VS 503", "VS 511", "VS 211", "VS 104")
def amount(
    state: State, quantity: Quantity, sight: Sight, traits: dict[int, Traits] | None = None
) -> int:
    """The value of a number in a card's words, now."""
    if isinstance(quantity, int):
        return quantity
    if isinstance(quantity, Count):
        if "recruited" in quantity.of.states:
            return quantity.times * recruited(state, quantity.of, sight.player)
        return quantity.times * len(meant(state, quantity.of, sight, traits))
    assert isinstance(quantity, ValueOf)
    fixed = sight.number(quantity.what)
    if fixed is not None:
        return quantity.times * fixed
    return quantity.times * sum(_values(state, quantity, sight, traits))


def _values(
    state: State, quantity: ValueOf, sight: Sight, traits: dict[int, Traits] | None
) -> Iterable[int]:
    for ref in sight.refs(quantity.of.who) or ():
        gone = None if state.is_current(ref) else state.last.get(ref)
        if gone is not None and quantity.what in ("ATK", "DEF", "cost"):
            yield max(0, gone[("ATK", "DEF", "cost").index(quantity.what)])
    for obj in meant(state, quantity.of, sight, traits):
        if quantity.what in NUMBERS:
            yield max(0, getattr(traits_of(state, obj, traits), NUMBERS[quantity.what]))
        else:
            yield state.counters.get((obj, quantity.what), 0)
