"""Trying a face out: what each of its abilities does in a position made for it (chapter 4).

The position has a crowd that fits almost any description: creatures of every class and element that
the text mentions, wounded and closed ones, equipment on them, such cards in the deck and graveyard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

import msgspec

from cardlaw.cards import nodes
from cardlaw.cards.nodes import Ability, Static, Triggered, walk
from cardlaw.kernel import pile
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.course import carry_through
from cardlaw.kernel.setup import Field, Layout, Placement
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import PileItem
from cardlaw.rulebooks.berserk import words
from cardlaw.rulebooks.berserk.book import BOOK
from cardlaw.rulebooks.berserk.codes import CODES
from cardlaw.rulebooks.berserk.crowd import Crowd
from cardlaw.rulebooks.berserk.doing import do_all
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.fighting import ANSWER, ATTACK, Blow, Bout, acting
from cardlaw.rulebooks.berserk.happen import set_bits
from cardlaw.rulebooks.berserk.meaning import Doing
from cardlaw.rulebooks.berserk.named import FIGHTING, TRIGGERS
from cardlaw.rulebooks.berserk.nodes import Fighting, Playable
from cardlaw.rulebooks.berserk.rule_effects import free_cells
from cardlaw.rulebooks.berserk.select import Scene, chosen, fits, is_meant
from cardlaw.rulebooks.berserk.setup import Faults, Setup
from cardlaw.rulebooks.berserk.stack import STRIKE, TARGET, WITH_DICE, Chain, aimed_at
from cardlaw.rulebooks.berserk.told import KEYWORDS
from cardlaw.rulebooks.berserk.triggering import fits_text, target_candidates

#: named abilities that the rules ask for, besides those with a number and those in full
ASKED = frozenset(
    (
        *KEYWORDS,
        *TRIGGERS,
        *FIGHTING,
        "abilities",
        "accumulates",
        "accuracy",
        "cache",
        "camouflage",
        "diagonal movement",
        "does not close when defending",
        "formation",
        "hates",
        "horde",
        "life maximum",
        "most tokens",
        "not summonable",
        "only for",
        "protection",
        "resilience",
        "stealth",
        "strikes a turn",
        "strikes reduced",
        "thick skin",
        "thirst",
    )
)
_ATTEMPTS = 12
#: so many orders of the crowd are tried
_TURNS = 5
_FAILURES = (ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError)
#: what is told although nothing has changed
_IDLE = frozenset(("deck searched", "left out", "nothing came", "unharmed", "revealed", "shuffled"))
_NUMBER = 2
#: the fields of the crowd's creatures, in turn
_STATES: tuple[dict[str, Field], ...] = (
    {"wounds": "1", "tokens": "1"},
    {"closed": "yes", "extra life": "2"},
    {"poison": "1"},
    {},
)


def trial(face: BerserkFace) -> tuple[str, ...]:
    """Why a face is not fully supported: what of it is missing, which abilities do nothing."""
    reasons = [f"not played yet: {clause}" for clause in face.missing]
    reasons += [reason for n, ability in enumerate(face.abilities) for reason in _try(face, n)]
    return tuple(dict.fromkeys(reasons))


def _try(face: BerserkFace, number: int) -> list[str]:
    ability = face.abilities[number]
    if isinstance(ability, nodes.Keyword):
        known = ability.name in ASKED or ability.name.startswith("ignores ")
        return [] if known else [f"no rule asks for the named ability {ability.name!r}"]
    tried = _TRIALS.get(type(ability))
    if tried is None:
        return [f"nothing tries {type(ability).__name__} out"]
    reasons: list[str] = []
    for turn in range(_TURNS):
        try:
            reasons = tried(Position(face, Crowd(face, turn)), number, ability)
        except _FAILURES as error:
            return [f"doing it fails: {type(error).__name__}: {error}"]
        if not reasons:
            break
    return reasons


# -- the position ----------------------------------------------------------------------------------


class Position:
    """A fresh position with the face in it, on the side of the first player."""

    def __init__(self, face: BerserkFace, crowd: Crowd) -> None:
        # a creature of unknown class may be of those that its text mentions
        face = _of_some_class(face)
        self.face = face
        self.crowd = crowd
        self.layout = Layout({"active": "A", "step": "main"})
        own = self._own(face)
        for player in (0, 1):
            self._side(player)
        self.state = self._set_up()
        self.obj = self.layout.doc.objects[own]

    def _set_up(self) -> State:
        """The position as a state. What the rules would put right at once is left as it is."""
        faces = tuple(self.layout.faces)
        state = State(BOOK, faces, BOOK.read_options({}))
        state.event(SETUP, "BE09 301.1", ())
        faults = Faults()
        reading = Setup(state, self.layout.doc, faces, faults)
        reading.read_turn()
        reading.read_players()
        reading.read_cards()
        faults.raise_any()
        return state

    def _placed(self, card: BerserkFace, zone: str, player: int) -> Placement:
        return self.layout.card(card.name, card, zone, player)

    def _put(self, card: BerserkFace, zone: str, player: int, **fields: Field) -> Placement:
        return self.layout.put(card.name, card, zone, player, **fields)

    def _own(self, face: BerserkFace) -> Placement:
        """The card itself: on a cell, in its zone, or borne by a creature that may bear it."""
        more: dict[str, Field] = {"tokens": "3"}
        if face.life > 1:
            more["wounds"] = "1"
        if face.type == words.TERRAIN:
            return self._put(face, words.AUXILIARY, 0, **more)
        if face.subtype == words.FLYER:
            return self._put(face, words.ADDITIONAL, 0, **more)
        if face.type == words.EQUIPMENT or face.subtype in words.COMPANIONS:
            player = 1 if face.subtype == words.PARASITE else 0
            cell = "C3'" if player else "C1"
            bearer = self._put(self.crowd.bearer, words.FIELD, player, cell=cell, wounds="1")
            placement = self._placed(face, words.FIELD, 0)
            placement.fields = dict(more)
            bearer.attached.append(placement)
            return placement
        own = self._put(face, words.FIELD, 0, cell="C1", **more)
        if self.crowd.wears:
            own.attached += [self._placed(thing, words.FIELD, 0) for thing in self.crowd.things]
        return own

    def _side(self, player: int) -> None:
        sign = "'" if player else ""
        cells = [f"{column}{row}{sign}" for row in "123" for column in "CBDAE"]
        if not player:
            cells.remove("C1")
        for number, (cell, person) in enumerate(zip(cells[:6], self.crowd.people(), strict=False)):
            placement = self._put(person, words.FIELD, player, cell=cell)
            placement.fields.update(_STATES[number % len(_STATES)])
            if number % 2 == 0 and person.classes:
                placement.attached.append(
                    self._placed(self.crowd.things[number % 4], words.FIELD, player)
                )
        self._put(self.crowd.flyer, words.ADDITIONAL, player)
        if player or self.face.type != words.TERRAIN:
            self._put(self.crowd.land, words.AUXILIARY, player)
        stranger = self.crowd.variety[0]
        self._put(stranger, words.FIELD, player, cell="A3" if player else "E3'")
        for card in (*self.crowd.variety, *self.crowd.things, self.crowd.land):
            self._put(card, words.DECK, player)
            self._put(card, words.GRAVEYARD, player)

    def scene(self, number: int, **more: Any) -> Scene:
        """The scene of one of the card's abilities."""
        text = (self.state.card[self.obj], number)
        return Scene(0, self.obj, text=text, number=_NUMBER, **more)

    def struck(self, target: int) -> int:
        """A strike against a card, its defender, lies on the stack. Returns its key."""
        state = self.state
        enemy = next(o for o in state.board().squads[1] if o in state.place and o != target)
        chain = Chain(len(WITH_DICE), TARGET, (aimed_at(state, target),), defender=target)
        item = PileItem(STRIKE, 1, state.ref(enemy), (), (), (), state.base, tuple(chain))
        return pile.put_on(state, item)


def _of_some_class(face: BerserkFace) -> BerserkFace:
    if face.classes or face.type != words.CREATURE:
        return face
    return msgspec.structs.replace(face, classes=Crowd(face).classes)


# -- abilities -------------------------------------------------------------------------------------


def _try_playable(position: Position, number: int, ability: Playable) -> list[str]:
    """Something can be aimed at, and what is done to it is told."""
    state = position.state
    cell = next(iter(free_cells(state)), "") if ability.cell else ""
    about = -1
    if ability.moment:
        about = position.struck(state.host.get(position.obj, position.obj))
    scene = position.scene(number, cell=cell)
    if ability.strength is not None and not ability.do:
        aimed = next(_aimed(position, ability, scene), None)
        return [] if aimed is not None else ["nothing can be attacked"]
    return _try_doing(position, ability, scene, (ability.kind, about))


def _try_triggered(position: Position, number: int, ability: Triggered) -> list[str]:
    """The event happens to some card by some other, and what is done then is told."""
    state = position.state
    unknown = [on.event for on in ability.on if on.event not in CODES]
    if unknown:
        return [f"no event is called {unknown[0]!r}"]
    on = ability.on[0]
    plain = position.scene(number)
    by = next(_subjects(position, on.by, plain), None) if on.by is not None else None
    if on.by is not None and by is None:
        return [f"nothing that could do it: {_described(on.by)}"]
    reasons = [f"nothing that the event could be about: {_described(on.what)}"]
    for it in islice(_subjects(position, on.what, plain), _ATTEMPTS):
        others = (obj for obj in state.board().squads[1] if obj != it)
        scene = position.scene(number, it=it, by=by if by is not None else next(others, it))
        reasons = _try_doing(position, ability, scene, ("influence", -1))
        if not reasons:
            break
    return reasons


def _subjects(position: Position, select: nodes.Select, scene: Scene) -> Iterator[int]:
    """The cards that a part of an event may be, the card with the text last."""
    state = position.state
    if select.who in ("self", "bearer") and select.zone == words.GRAVEYARD:
        state.move(position.obj, (words.GRAVEYARD, 0))
        yield position.obj
        return
    found = [obj for obj in state.board().chars if is_meant(state, select, obj, scene)]
    yield from sorted(found, key=lambda obj: (obj == position.obj, obj))


def _try_doing(
    position: Position,
    ability: Playable | Triggered,
    scene: Scene,
    how: tuple[str, int],
) -> list[str]:
    """What an ability does is done to some targets: something has to be told."""
    state = position.state
    kind, about = how
    tried = False
    for aimed in islice(_aimed(position, ability, scene), _ATTEMPTS):
        tried = True
        _prepare(state, ability, aimed)
        before = len(state.entries)
        doing = Doing(aimed, kind, state.base, about)
        carry_through(BOOK, state, do_all(state, ability.do, doing), number=1)
        if any(entry[0] not in _IDLE for entry in state.entries[before:]):
            return []
    if not tried:
        selects = "; ".join(_described(target.select) for target in ability.targets)
        return [f"nothing to target: {selects or 'any card'}"]
    what = ", ".join(type(part).__name__ for part in ability.do)
    return [] if _may_do_nothing(ability) else [f"doing it ({what}) changes nothing"]


def _prepare(state: State, ability: Playable | Triggered, scene: Scene) -> None:
    """What the text itself names is not yet open or closed as the text makes it."""
    for node in walk(ability.do):
        if isinstance(node, nodes.SetState) and node.what.who in ("self", "bearer", "it", "by"):
            closing = (node.state == "closed") == node.on
            for obj in chosen(state, node.what, scene):
                on, off = (0, words.CLOSED) if closing else (words.CLOSED, 0)
                set_bits(state, obj, on, off)


def _aimed(position: Position, ability: Playable | Triggered, scene: Scene) -> Iterator[Scene]:
    """The scene with each choice of targets that the text allows."""
    state = position.state
    selects = [target.select for target in ability.targets]
    pools = [target_candidates(state, select, scene, select.zone) for select in selects]
    for picked in product(*pools):
        if len(set(picked)) < len(picked):
            continue
        named = scene
        for target, obj in zip(ability.targets, picked, strict=True):
            named = named._replace(names=(*named.names, (target.name, obj)))
            if not fits(state, target.select, obj, named) or not fits_text(state, ability, named):
                break
        else:
            yield named


def _described(select: nodes.Select) -> str:
    """A selector in the words of card data."""
    fields = msgspec.to_builtins(select).items()
    return ", ".join(f"{key} {value}" for key, value in fields) or "any card"


def _may_do_nothing(ability: Ability) -> bool:
    """Whether nothing happening may be right: conditions and amounts that are nothing here."""
    return any(
        isinstance(inner, nodes.If) or not isinstance(getattr(inner, "amount", 1), int)
        for inner in walk(ability)
    )


def _try_static(position: Position, number: int, ability: Static) -> list[str]:
    """A permanent ability makes the board another one than it is without it."""
    if ability.when:
        return []
    face = position.face
    rest = tuple(a for n, a in enumerate(face.abilities) if n != number)
    without = Position(_with(face, rest), position.crowd)
    if _told(position.state) != _told(without.state) or _may_do_nothing(ability):
        return []
    gives = ", ".join(type(part).__name__ for part in ability.gives)
    return [f"the permanent ability ({gives}) changes nothing"]


def _with(face: BerserkFace, abilities: tuple[Ability, ...]) -> BerserkFace:
    return msgspec.structs.replace(face, abilities=abilities)


def _told(state: State) -> list[object]:
    """What the board of a position says about each card."""
    return [
        (obj, [getattr(char, slot) for slot in char.__slots__])
        for obj, char in sorted(state.board().chars.items())
    ]


def _try_fighting(position: Position, number: int, ability: Fighting) -> list[str]:
    """Some attack is different because of it."""
    if ability.when:
        return []
    state = position.state
    board = state.board()
    every = list(board.chars)
    if any("defending" in select.states for select in position.crowd.selects):
        position.struck(next(o for o in board.squads[1] if o in state.place))
    kinds = sorted(words.ATTACKS)
    blows = [Blow(grade, force or 0) for grade in (1, 2, 3) for force in ability.force]
    for source, target in product(every, every):
        if source == target or position.obj not in _near(state, source, target, ability):
            continue
        for kind, part in product(kinds, (ATTACK, ANSWER)):
            bout = Bout(source, target, kind, part)
            for blow in blows:
                if any(found == ability for found, _ in acting(state, bout, blow)):
                    return []
    return ["no attack is different because of it"]


def _near(state: State, source: int, target: int, ability: Fighting) -> tuple[int, ...]:
    """The cards whose texts may be about an attack: those that fight and what they bear."""
    if ability.who.who not in ("self", "bearer"):
        return tuple(state.board().chars)
    worn = state.board().worn
    return (source, target, *worn.get(source, ()), *worn.get(target, ()))


_TRIALS: dict[type, Callable[[Position, int, Any], list[str]]] = {
    Playable: _try_playable,
    Triggered: _try_triggered,
    Static: _try_static,
    Fighting: _try_fighting,
}
