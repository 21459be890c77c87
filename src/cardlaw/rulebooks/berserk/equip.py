"""Equipment (212, 214): who may bear it, and giving it to its bearers in the reveal (306)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardlaw.kernel.action import Act, Procedure, Shape
from cardlaw.kernel.choice import Option
from cardlaw.kernel.law import Breach, Findings, Ground, breached
from cardlaw.kernel.law import rules as cites
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.field import half, row
from cardlaw.rulebooks.berserk.happen import EQUIPPED, happen
from cardlaw.rulebooks.berserk.select import Scene, char_of, fits
from cardlaw.rulebooks.berserk.words import (
    COMPANIONS,
    CREATURE,
    EQUIPMENT,
    EQUIPMENT_CLASSES,
    EQUIPPING,
    FLYER,
    ON_FIELD,
    PARASITE,
    REVEALING,
    SYMBIOTE,
    in_battle,
    is_hidden,
    side,
    step,
)


@cites("BE12 212.1", "BE12 212.2", "BE12 212.3", "BE12 212.4", "BE09 214.11", "BE09 415.1")
def may_bear(state: State, equipment: int, bearer: int, enemy: bool = False) -> Findings:
    """Every breach of putting an equipment on a card. ``enemy``: its text allows an enemy one."""
    flies = in_battle(state, bearer) and char_of(state, bearer).subtype == FLYER
    if state.where[bearer] != ON_FIELD and not flies:
        yield Breach("not-on-field", "BE12 212.1", (bearer,))
        return
    if not enemy and state.controller[bearer] != state.controller[equipment]:
        rule = "BE12 212.1" if step(state) == REVEALING else "BE09 214.11"
        yield Breach("not-own-squad", rule, (bearer,))
    if is_hidden(state, bearer):
        yield Breach("bearer-hidden", "BE09 415.1", (bearer,))
        return
    char = char_of(state, bearer)
    if char.type != CREATURE:
        yield Breach("not-a-creature", "BE12 212.1", (bearer,))
        return
    yield from _of_a_kind_to_bear(state, bearer)
    yield from _by_text(state, equipment, bearer)
    yield from _room(state, equipment, bearer)


@cites("BE12 212.2", "BE12 212.3")
def _of_a_kind_to_bear(state: State, bearer: int) -> Findings:
    char = char_of(state, bearer)
    if not char.classes:
        yield Breach("no-class", "BE12 212.2", (bearer,))
    if char.subtype == FLYER:
        yield Breach("flyer-bears-nothing", "BE12 212.3", (bearer,))
    if char.subtype in COMPANIONS:
        yield Breach("symbiote-bears-nothing", "BE12 212.3", (bearer,))
    if char.incorporeal:
        yield Breach("incorporeal-bears-nothing", "BE12 212.3", (bearer,))


@cites("BE09 103.1")
def _by_text(state: State, equipment: int, bearer: int) -> Findings:
    """What the texts of both cards say about wearing."""
    sheet = state.faces[state.card[equipment]].sheet
    for ability in sheet.abilities:
        if getattr(ability, "name", "") == "only for":
            scene = Scene(state.controller[equipment], equipment)
            if ability.select is not None and not fits(state, ability.select, bearer, scene):
                yield Breach("bearer-restricted", "BE09 103.1", (bearer, equipment))
    for ban in char_of(state, bearer).forbids:
        if ban.what == "bear":
            scene = Scene(state.controller[bearer], bearer)
            if ban.select is None or fits(state, ban.select, equipment, scene):
                yield Breach("bears-no-such-thing", "BE09 103.1", (bearer, equipment))


def equipment_classes(state: State, equipment: int) -> tuple[str, ...]:
    """The equipment classes of an equipment: weapon, armor, shield, potion."""
    return tuple(c for c in char_of(state, equipment).classes if c in EQUIPMENT_CLASSES)


@cites("BE12 212.4")
def _room(state: State, equipment: int, bearer: int) -> Findings:
    """An equipment of the same class that the bearer has already."""
    mine = equipment_classes(state, equipment)
    for other in state.board().worn.get(bearer, ()):
        if other != equipment and char_of(state, other).type == EQUIPMENT:
            shared = [c for c in equipment_classes(state, other) if c in mine]
            if shared:
                yield Breach("class-taken", "BE12 212.4", (bearer, other, shared[0]))
            else:
                yield Ground("other-class", "BE12 212.4", (bearer, other))


@cites("BE09 210.2", "BE09 210.3", "BE09 210.4", "BE09 210.5", "BE09 415.1")
def may_host(state: State, symbiote: int, host: int) -> Findings:
    """Every breach of giving a symbiote a host."""
    if state.where[host] != ON_FIELD:
        yield Breach("not-on-field", "BE09 210.3", (host,))
        return
    if state.controller[host] != state.controller[symbiote]:
        yield Breach("not-own-squad", "BE09 210.2", (host,))
    if is_hidden(state, host):
        yield Breach("bearer-hidden", "BE09 415.1", (host,))
        return
    char = char_of(state, host)
    if char.type != CREATURE or char.subtype:
        yield Breach("no-plain-creature", "BE09 210.3", (host,))
    elif char.incorporeal and not char_of(state, symbiote).incorporeal:
        yield Breach("incorporeal-host", "BE09 210.5", (host,))
    for other in state.board().worn.get(host, ()):
        if other != symbiote and char_of(state, other).subtype == SYMBIOTE:
            yield Breach("host-taken", "BE09 210.4", (host, other))


@cites("BE09 210.13", "BE09 210.14", "BE09 210.3", "BE09 210.5", "BE09 415.1")
def may_infest(state: State, parasite: int, host: int) -> Findings:
    """Every breach of giving a parasite a host: a creature of the enemy's first row."""
    if state.where[host] != ON_FIELD:
        yield Breach("not-on-field", "BE09 210.3", (host,))
        return
    if state.controller[host] == state.controller[parasite]:
        yield Breach("not-enemy", "BE09 210.13", (host,))
    cell = state.board().cell_of.get(host)
    enemy = 1 - side(state, state.controller[parasite])
    if cell is None or row(cell) != 1 or half(cell) != enemy:
        yield Breach("not-in-first-row", "BE09 210.14", (host,))
    if is_hidden(state, host):
        yield Breach("bearer-hidden", "BE09 415.1", (host,))
        return
    char = char_of(state, host)
    if char.type != CREATURE or char.subtype:
        yield Breach("no-plain-creature", "BE09 210.3", (host,))
    elif char.incorporeal and not char_of(state, parasite).incorporeal:
        yield Breach("incorporeal-host", "BE09 210.5", (host,))


def may_live_on(state: State, companion: int, host: int) -> Findings:
    """Every breach of giving a symbiote or a parasite a host."""
    if state.faces[state.card[companion]].subtype == PARASITE:
        return may_infest(state, companion, host)
    return may_host(state, companion, host)


def unassigned(state: State, player: int, what: str) -> list[int]:
    """A player's equipment, symbiotes or parasites on the field that nobody bears yet."""
    found = []
    for obj in state.board().squads[player]:
        if state.where[obj] == ON_FIELD and obj not in state.host and not is_hidden(state, obj):
            char = char_of(state, obj)
            if what in (char.type, char.subtype):
                found.append(obj)
    return found


def hosts_of(state: State, player: int, what: str) -> list[int]:
    """The cards among which a player's equipment, symbiotes or parasites find their bearers."""
    squad = state.board().squads[1 - player if what == PARASITE else player]
    return [obj for obj in squad if state.where[obj] == ON_FIELD]


def assignable(state: State, player: int, what: str) -> bool:
    """Whether any of them can be assigned to somebody."""
    ask = ASKS[what]
    bearers = hosts_of(state, player, what)
    return any(
        not breached(ask(state, obj, bearer))
        for obj in unassigned(state, player, what)
        for bearer in bearers
    )


#: what is assigned in the reveal, in this order, and what may bear each
ASSIGNED = (EQUIPMENT, SYMBIOTE, PARASITE)
ASKS: dict[str, Callable[[State, int, int], Findings]] = {
    EQUIPMENT: may_bear,
    SYMBIOTE: may_host,
    PARASITE: may_infest,
}


class Assign(Shape):
    """Giving an equipment a bearer, or a symbiote or parasite a host, in the reveal subphase."""

    fields: tuple[str, ...] = ("obj:card", "obj:bearer")

    def __init__(self, verb: str, what: str, rule: str, when: str) -> None:
        self.verb = verb
        link = "on" if what == PARASITE else "to"
        self.phrase = f"{verb} {{card}} {link} {{bearer}}"
        self.rules = (rule, when)
        self.what = what
        self.stage = ASSIGNED.index(what) + EQUIPPING
        self.ask = ASKS[what]

    def every(self, state: State, player: int) -> Iterable[Option]:
        for obj in state.where:
            for bearer in state.where:
                yield (self.verb, obj, bearer)

    def subjects(self, state: State, player: int) -> Iterable[Option]:
        hosts = hosts_of(state, player, self.what)
        for obj in unassigned(state, player, self.what):
            for bearer in hosts:
                yield (self.verb, obj, bearer)

    @cites("BE09 306.2a", "BE09 306.4", "BE09 306.5")
    def findings(self, state: State, act: Act) -> Findings:
        obj = act.first[1]
        if step(state) != REVEALING or state.turn.get("revealed", 0) != self.stage:
            yield Breach("not-being-assigned", self.rules[1])
        if state.where[obj] != ON_FIELD:
            yield Breach("not-on-field", self.rules[0], (obj,))
            return
        if state.controller[obj] != act.player:
            yield Breach("not-yours", "BE09 200.2b", (obj,))
            return
        if is_hidden(state, obj):
            yield Breach("lies-face-down", "BE09 306.2a", (obj,))
            return
        char = char_of(state, obj)
        if self.what not in (char.type, char.subtype):
            yield Breach(f"no-{self.what}", self.rules[0], (obj,))
        elif obj in state.host:
            yield Breach("has-a-bearer", self.rules[0], (obj, state.host[obj]))
        else:
            yield from self.ask(state, obj, act.first[2])

    def perform(self, state: State, act: Act, cause: int) -> Procedure:
        happen(state, EQUIPPED, self.rules[0], (cause,), act.first[1], act.first[2])
        yield from ()


EQUIP = Assign("equip", EQUIPMENT, "BE12 212.1", "BE09 306.4")
JOIN = Assign("join", SYMBIOTE, "BE09 210.2", "BE09 306.5")
INFEST = Assign("infest with", PARASITE, "BE09 210.13", "BE09 306.6")
