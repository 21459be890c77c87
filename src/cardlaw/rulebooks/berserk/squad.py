"""Recruiting and deploying a squad (chapters 202, 211, 304, 305)."""

from __future__ import annotations

from collections.abc import Iterable

from cardlaw.cards.nodes import Allow, Keyword, Static
from cardlaw.kernel.action import Act, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import TURN
from cardlaw.rulebooks.berserk.early import early_moment
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.field import CELLS, DEPLOYMENT
from cardlaw.rulebooks.berserk.happen import PLACED, happen, set_bits
from cardlaw.rulebooks.berserk.shuffling import shuffle
from cardlaw.rulebooks.berserk.words import (
    DEAL,
    DECK,
    DEPLOYING,
    FLYER,
    HIDDEN,
    NEUTRAL,
    RECRUITING,
    RECRUITMENT,
    REVEALING,
    SECOND_TERRAIN,
    SPENT_PERMISSION,
    TERRAIN,
    first_player,
    side,
    step,
)

MOST_CARDS = 15
FLYERS_WORTH = 15
GOLD, SILVER = "gold", "silver"
#: a card with this shares no squad with cards of the elements that it names
HATES = "hates"


def face_of(state: State, obj: int) -> BerserkFace:
    """The printed face of a card."""
    face: BerserkFace = state.faces[state.card[obj]]
    return face


def chooser(state: State) -> int:
    """Who recruits or deploys now."""
    return state.turn.get("chooser", first_player(state) + 1) - 1


@cites("BE09 101.1", "BE09 101.3")
def starting_crystals(options: dict[str, str], second: bool) -> tuple[int, int]:
    """Gold and silver with which a player begins."""
    gold, silver = int(options["gold"]), int(options["silver"])
    if second:
        gold += options["second-player"] in ("one-gold", "one-of-each")
        silver += options["second-player"] in ("one-silver", "one-of-each")
    return gold, silver


@cites("BE09 304.6", "BE09 202.9")
def element_gold(options: dict[str, str], elements: int) -> int:
    """The gold that a squad of so many elements has more (or less) than one of two."""
    if elements == 1:
        return int(options["single-element-gold"])
    return -max(0, elements - 2) * int(options["further-element-gold"])


class Purse:
    """What a player has left, and the elements of the cards that were taken.

    It is counted anew from the cards in recruitment, since only their player may know it.
    """

    __slots__ = ("elements", "gold", "options", "silver")

    def __init__(self, gold: int, silver: int, options: dict[str, str]) -> None:
        self.gold = gold
        self.silver = silver
        self.options = options
        self.elements: tuple[str, ...] = ()

    @cites("BE09 304.6a")
    def of_element(self, face: BerserkFace) -> int:
        """The gold that a card costs, before it is paid for, because of its element."""
        count = len(self.elements)
        if face.element == NEUTRAL or face.element in self.elements or not count:
            return 0
        return element_gold(self.options, count) - element_gold(self.options, count + 1)

    @cites("BE09 304.6", "BE09 202.9")
    def grounds(self, obj: int, face: BerserkFace) -> Findings:
        """What a card changes in the gold of its squad by its element."""
        if face.element == NEUTRAL or face.element in self.elements:
            return
        more = 0 if self.elements else element_gold(self.options, 1)
        if more:
            yield Ground("first-element", "BE09 304.6", (obj, more))
        elif self.of_element(face):
            yield Ground("another-element", "BE09 304.6", (obj, self.of_element(face)))

    @cites("BE09 202.2")
    def price(self, face: BerserkFace) -> tuple[int, int]:
        """Gold and silver that a card costs: silver first, as gold pays for anything."""
        if face.crystal == GOLD:
            return self.of_element(face) + face.cost, 0
        silver = min(face.cost, self.silver)
        return self.of_element(face) + face.cost - silver, silver

    @cites("BE09 304.1", "BE09 304.6")
    def take(self, face: BerserkFace) -> None:
        """Pay for a card."""
        gold, silver = self.price(face)
        self.gold -= gold
        self.silver -= silver
        if face.element != NEUTRAL and face.element not in self.elements:
            self.elements = (*self.elements, face.element)
            if len(self.elements) == 1:
                self.gold += element_gold(self.options, 1)


def purse(state: State, player: int) -> Purse:
    """A player's purse after the cards taken so far."""
    start = state.points
    found = Purse(start.get((player, GOLD), 0), start.get((player, SILVER), 0), state.options)
    for obj in state.zone(RECRUITMENT, player):
        found.take(face_of(state, obj))
    return found


def permits_second_terrain(face: BerserkFace) -> bool:
    """Whether a card lets its player take a second terrain into the squad."""
    return any(
        isinstance(give, Allow) and give.what == SECOND_TERRAIN
        for ability in face.abilities
        if isinstance(ability, Static)
        for give in ability.gives
    )


@cites("BE12 211.3", "BE12 211.4", "BE09 103.1")
def may_take_terrain(state: State, player: int, obj: int, squad: Iterable[int]) -> Findings:
    """The breaches of a terrain coming into a squad."""
    squad = [other for other in squad if other != obj]
    terrains = [other for other in squad if face_of(state, other).type == TERRAIN]
    permitted = any(permits_second_terrain(face_of(state, other)) for other in squad)
    permitted = permitted and not state.points.get((player, SPENT_PERMISSION))
    if len(terrains) > (1 if permitted else 0):
        yield Breach("second-terrain", "BE12 211.3", (obj, terrains[0]))
    elif not terrains:
        yield Ground("first-terrain", "BE12 211.3", (obj,))
    else:
        yield Ground("second-terrain-permitted", "BE12 211.4", (obj, terrains[0]))
    if terrains and face_of(state, terrains[0]).printed == face_of(state, obj).printed:
        yield Breach("same-terrain", "BE12 211.4", (obj,))


@cites("BE09 414.1")
def may_be_taken_once(state: State, obj: int, squad: Iterable[int]) -> Findings:
    """The breach of taking a unique card beside a card of the same name."""
    face = face_of(state, obj)
    if face.unique and any(
        face_of(state, other).printed == face.printed for other in squad if other != obj
    ):
        yield Breach("unique", "BE09 414.1", (obj,))


@cites("BE09 304.3", "BE09 103.1")
def may_stand_together(state: State, obj: int, squad: Iterable[int]) -> Findings:
    """The breaches of taking a card into a squad with an element that one of the two hates."""
    for other in squad:
        for hater, hated in ((obj, other), (other, obj)):
            if face_of(state, hated).element in _hated_by(face_of(state, hater)):
                yield Breach("hated-element", "BE09 304.3", (hater, hated))


def _hated_by(face: BerserkFace) -> list[str]:
    """The elements with which a card shares no squad."""
    hates = [a for a in face.abilities if isinstance(a, Keyword) and a.name == HATES]
    return [word for ability in hates for word in ability.words]


class Take(Shape):
    """Taking a card from the deal into the squad."""

    verb = "take"
    phrase = "take {card}"
    rules: tuple[str, ...] = ("BE09 304.1", "BE09 304.3")
    fields: tuple[str, ...] = ("obj:card",)

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("take", obj) for obj in state.where]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        return [("take", obj) for obj in state.zone(DEAL, player)]

    @cites("BE09 206.6", "BE09 301.1", "BE09 304.1", "BE09 304.3")
    @cites("BE09 304.5", "BE09 304.6", "BE09 211.7")
    def findings(self, state: State, act: Act) -> Findings:
        obj, player = act.first[1], act.player
        if step(state) != RECRUITING:
            yield Breach("not-recruiting", "BE09 301.1")
        elif early_moment(state):
            yield Breach("early-abilities-first", "BE09 303")
        if state.where[obj] != (DEAL, player):
            hidden = state.where[obj] in ((DEAL, 1 - player), (RECRUITMENT, 1 - player))
            yield Breach("not-in-deal", "BE09 206.6" if hidden else "BE09 304.1", (obj,))
            return
        squad = state.zone(RECRUITMENT, player)
        if len(squad) >= MOST_CARDS:
            yield Breach("squad-full", "BE09 304.5", (MOST_CARDS,))
        face = face_of(state, obj)
        if face.type == TERRAIN:
            yield from may_take_terrain(state, player, obj, squad)
        yield from may_be_taken_once(state, obj, squad)
        yield from may_stand_together(state, obj, squad)
        if face.subtype == FLYER:
            worth = sum(face_of(state, o).cost for o in squad if face_of(state, o).subtype == FLYER)
            if worth + face.cost > FLYERS_WORTH:
                yield Breach("flyers-too-dear", "BE09 211.7", (obj, worth + face.cost))
        left = purse(state, player)
        gold, _ = left.price(face)
        if gold > left.gold:
            rule = "BE09 304.6a" if left.of_element(face) else "BE09 202.2"
            code = "too-little-gold" if face.crystal == GOLD else "too-few-crystals"
            yield Breach(code, rule, (obj, gold, left.gold))
        yield from left.grounds(obj, face)

    @cites("BE09 304.1", "BE09 304.6")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        state.event("taken", "BE09 304.1", (cause,), act.player, act.first[1])
        state.shift(act.first[1], (RECRUITMENT, act.player))
        yield from ()


class Finish(Shape):
    """Saying that the squad is complete."""

    verb = "finish"
    phrase = "finish recruiting"
    rules: tuple[str, ...] = ("BE09 304.7",)
    fields: tuple[str, ...] = ()

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("finish",)]

    @cites("BE09 301.1", "BE09 304.7")
    def findings(self, state: State, act: Act) -> Findings:
        if step(state) != RECRUITING:
            yield Breach("not-recruiting", "BE09 301.1")
        elif early_moment(state):
            yield Breach("early-abilities-first", "BE09 303")

    @cites("BE09 304.7", "BE09 206.10")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        player = act.player
        event = state.event("finished recruiting", "BE09 304.7", (cause,), player)
        for obj in state.zone(DEAL, player):
            state.move(obj, (DECK, player))
        second = player != first_player(state)
        state.put(TURN, "chooser", first_player(state) + 1 if second else 2 - player)
        if second:
            state.put(TURN, "step", DEPLOYING)
        yield from shuffle(state, player, event)


@cites("BE09 207.4a", "BE09 305.2", "BE09 305.3", "BE09 305.4")
def may_deploy_on(state: State, player: int, cell: str) -> Findings:
    """The breaches of a player placing the next card on a cell."""
    cells = state.board().cells
    layers = DEPLOYMENT[side(state, player)]
    depth = next((n for n, layer in enumerate(layers) if cell in layer), None)
    if depth is None:
        yield Breach("outside-deployment-zone", "BE09 207.4a", (cell,))
        return
    if cell in cells:
        yield Breach("cell-occupied", "BE09 305.2", (cell, cells[cell]))
    free = sum(other not in cells for layer in layers[:depth] for other in layer)
    if free > len(state.zone(RECRUITMENT, player)) - 1:
        rule = "BE09 305.3" if depth == 1 else "BE09 305.4"
        yield Breach("zone-not-full", rule, (cell,))


class Deploy(Shape):
    """Placing a card of the squad face down; the cards are placed in the order of recruiting."""

    verb = "place"
    phrase = "place {card} at {cell}"
    rules: tuple[str, ...] = ("BE09 305.1", "BE09 305.2", "BE09 207.4a")
    fields: tuple[str, ...] = ("obj:card", "name:cell")

    def every(self, state: State, player: int) -> Iterable[Option]:
        return [("place", obj, cell) for obj in state.where for cell in CELLS]

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        layers = DEPLOYMENT[side(state, player)]
        cells = [cell for layer in layers for cell in layer]
        return [("place", o, c) for o in state.zone(RECRUITMENT, player)[:1] for c in cells]

    @cites("BE09 301.1", "BE09 305.1")
    def findings(self, state: State, act: Act) -> Findings:
        if step(state) != DEPLOYING:
            yield Breach("not-deploying", "BE09 301.1")
        waiting = state.zone(RECRUITMENT, act.player)
        if act.first[1] not in waiting:
            yield Breach("not-in-recruitment", "BE09 305.1", (act.first[1],))
            return
        if act.first[1] != waiting[0]:
            yield Breach("another-is-placed-first", "BE09 305.1", (act.first[1],))
        yield from may_deploy_on(state, act.player, act.first[2])

    @cites("BE09 305.1", "BE09 305.2", "BE12 211.1", "BE12 212.1")
    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        obj, player = act.first[1], act.player
        happen(state, PLACED, "BE09 305.2", (cause,), obj, act.first[2])
        set_bits(state, obj, HIDDEN)
        if not state.zone(RECRUITMENT, player):
            deploy_next(state, player)
        yield from ()


def deploy_next(state: State, player: int) -> None:
    """The next player deploys, or the reveal begins."""
    if player == first_player(state) and state.zone(RECRUITMENT, 1 - player):
        state.put(TURN, "chooser", 2 - player)
        return
    state.put(TURN, "chooser", None)
    state.put(TURN, "step", REVEALING)


@cites("BE09 305.1", "BE09 306.1")
def nothing_to_deploy(state: State) -> Procedure:
    """Who has recruited nothing places nothing: the next player deploys, or the reveal begins."""
    deploy_next(state, chooser(state))
    yield from ()
