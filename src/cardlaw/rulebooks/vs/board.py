"""The characteristics of everything in play (chapters 2 and 5), computed for the whole board."""

from __future__ import annotations

import msgspec

from cardlaw.cards import nodes
from cardlaw.kernel.law import rules
from cardlaw.kernel.rulebook import Note, Recorder
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Effect, Ref
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.nodes import Apart, Identify
from cardlaw.rulebooks.vs.noting import note_negative, note_printed
from cardlaw.rulebooks.vs.occasions import TIMES
from cardlaw.rulebooks.vs.powers import Power, copied, face_of, printed_powers
from cardlaw.rulebooks.vs.select import ZONES, Sight, amount, fits, meant
from cardlaw.rulebooks.vs.traits import NUMBERS, Traits

COUNTER = "+1/+1"


class Board:
    """Everything that is computed from the tables, for one epoch."""

    __slots__ = (
        "activated",
        "costs",
        "replacements",
        "teams",
        "traits",
        "triggers",
        "worn",
    )

    def __init__(self) -> None:
        self.traits: dict[int, Traits] = {}
        #: bearer -> its equipment in the order of attaching
        self.worn: dict[int, tuple[int, ...]] = {}
        #: powers that change what cards in hand cost
        self.costs: list[Power] = []
        #: team-ups in force: player, affiliations of which one is enough, what they give
        self.teams: list[tuple[int, tuple[str, ...], tuple[str, ...]]] = []
        #: holder -> its payment powers
        self.activated: dict[int, list[Power]] = {}
        #: kind of event -> triggered powers and replacement effects that watch it
        self.triggers: dict[str, list[Power]] = {}
        self.replacements: dict[str, list[Power]] = {}


@rules("VS 302.5", "VS 701.12", "VS 500.2", "VS 210.1", "VS 303", "VS 304")
def text_active(state: State, obj: int) -> bool:
    """Whether the text of an object in play is active."""
    zone = state.where[obj][0]
    status = state.status.get(obj, 0)
    if zone in words.AREAS:
        return not status & words.STUNNED
    if zone == words.EQUIPMENT:
        return not words.has(state, state.host[obj], words.STUNNED)
    if zone == words.RESOURCES and status & words.FACE_UP and not status & words.ANNOUNCED:
        kind = face_of(state, obj).type
        return kind in (words.LOCATION, words.PLOT_TWIST)
    return False


class _Computation:
    """One run over the board in the game's order: qualities, permissions, numbers."""

    def __init__(self, state: State, recorder: Recorder | None) -> None:
        self.state = state
        self.recorder = recorder
        self.board = Board()
        self.fresh: set[int] = set()
        #: the continuous powers by the sort of what they give
        self.phases: tuple[list[Power], ...] = ([], [], [], [])

    def own(self, obj: int) -> Traits:
        """The object's own copy of its characteristics, to be changed."""
        traits = self.board.traits[obj]
        if obj not in self.fresh:
            traits = traits.copy()
            self.board.traits[obj] = traits
            self.fresh.add(obj)
        return traits

    def run(self) -> Board:
        state = self.state
        for player in (0, 1):
            for zone in (words.VISIBLE, words.HIDDEN, words.EQUIPMENT):
                for obj in state.zone(zone, player):
                    self.enter(obj)
            for obj in state.zone(words.RESOURCES, player):
                if state.status.get(obj, 0) & words.FACE_UP:
                    self.enter(obj)
        worn: dict[int, list[int]] = {}
        for equipment, host in state.host.items():
            worn.setdefault(host, []).append(equipment)
        for host, items in worn.items():
            items.sort(key=lambda obj: state.stamp[obj])
            self.board.worn[host] = tuple(items)
        effects = [row for _, row in sorted(state.effects.items())]
        for effect in effects:
            self.copy(effect)
        for phase, kinds in enumerate(_PHASES):
            self.apply(phase, kinds, effects)
            if phase == 0 and len(self.board.teams) > 2:
                self.spread()
        self.counters()
        if self.recorder is not None:
            note_negative(self.recorder, self.board.traits)
        return self.board

    def enter(self, obj: int) -> None:
        face = face_of(self.state, obj)
        active = text_active(self.state, obj)
        self.board.traits[obj] = face.printed if active else face.without_text
        number = self.state.card[obj]
        if self.recorder is not None:
            note_printed(self.recorder, self.state, obj, active)
        if active:
            for power in printed_powers(self.state, obj, number):
                self.add(power)

    def copy(self, effect: Effect) -> None:
        """Copied powers: what they say of themselves they say of who has them now."""
        for number in copied(effect):
            for value in effect.affected:
                ref = Ref(*value)
                if self.state.is_current(ref) and text_active(self.state, ref.id):
                    for power in printed_powers(self.state, ref.id, number):
                        self.add(power)
                    if self.state.faces[number].printed.invulnerable:
                        self.own(ref.id).invulnerable = True

    def spread(self) -> None:
        """Team-ups reach what other team-ups gave, until nobody gains anything more."""
        before = None
        while before != (now := [traits.kinds for traits in self.board.traits.values()]):
            before = now
            for power in self.phases[0]:
                node = power.node
                assert isinstance(node, nodes.Static)
                sight = Sight(power.holder, self.state.controller[power.holder])
                for give in node.gives:
                    if isinstance(give, nodes.Gain) and give.kinds and not node.when:
                        for obj in meant(self.state, node.affects, sight, self.board.traits):
                            if obj in self.board.traits:
                                self.gain(obj, self.own(obj), give.kinds, ())

    def add(self, power: Power) -> None:
        node = power.node
        board = self.board
        if isinstance(node, nodes.Keyword) and node.name == "invulnerability":
            self.own(power.holder).invulnerable = True
        if isinstance(node, nodes.Static) and node.affects.zone == words.HAND:
            board.costs.append(power)
        elif isinstance(node, nodes.Static):
            for give in node.gives:
                phase = _PHASE_OF[type(give)]
                powers = self.phases[phase]
                if not powers or powers[-1] is not power:
                    powers.append(power)
                if phase == 0 and isinstance(give, nodes.Gain) and give.kinds:
                    player = self.state.controller[power.holder]
                    board.teams.append((player, node.affects.kinds, give.kinds))
        elif isinstance(node, nodes.Activated):
            board.activated.setdefault(power.holder, []).append(power)
        elif isinstance(node, nodes.Triggered):
            for on in node.on:
                board.triggers.setdefault(on.event, []).append(power)
        elif isinstance(node, nodes.Replacement):
            board.replacements.setdefault(node.on.event, []).append(power)

    def apply(self, phase: int, kinds: tuple[type, ...], effects: list[Effect]) -> None:
        """Apply the modifiers of one sort: of powers first, then of effects by their age."""
        state = self.state
        for power in self.phases[phase]:
            node = power.node
            assert isinstance(node, nodes.Static)
            sight = Sight(power.holder, state.controller[power.holder])
            if not all(holds(state, when, sight, self.board) for when in node.when):
                continue
            for number, give in enumerate(node.gives):
                if isinstance(give, kinds):
                    for obj in meant(state, node.affects, sight, self.board.traits):
                        if obj in self.board.traits:
                            self.give(obj, give, power, sight, number)
        for effect in effects:
            self.apply_effect(effect, kinds)

    def give(self, obj: int, give: nodes.Gives, power: Power, sight: Sight, number: int) -> None:
        traits = self.own(obj)
        if isinstance(give, nodes.Get | nodes.Set):
            value = amount(self.state, give.amount, sight, self.board.traits)
            self.number(obj, give.value, value, isinstance(give, nodes.Set), power.holder)
        elif isinstance(give, nodes.Gain):
            self.gain(obj, traits, give.kinds, give.keywords)
            for index, ability in enumerate(give.abilities):
                if traits.text:
                    self.add(Power(obj, (*power.path, number, index), ability))
        elif isinstance(give, nodes.Lose):
            self.lose(traits, give)
        elif isinstance(give, nodes.Allow):
            self.allow(obj, traits, give, power.holder)
        elif isinstance(give, nodes.Forbid):
            traits.forbidden = (*traits.forbidden, give.what)
        elif isinstance(give, Apart):
            traits.apart = True
        elif isinstance(give, Identify):
            self.identify(obj, traits, give.identity, power.holder)

    @rules("VS 201")
    def identify(self, obj: int, traits: Traits, identity: str, source: int) -> None:
        """A character has a further identity, but no other name."""
        if identity in traits.identities:
            return
        before = ", ".join(traits.identities)
        traits.identities = (*traits.identities, identity)
        if self.recorder is not None:
            after = ", ".join(traits.identities)
            self.recorder.add(Note(obj, "identities", before, after, "VS 201", source))

    def gain(
        self, obj: int, traits: Traits, kinds: tuple[str, ...], keywords: tuple[str, ...]
    ) -> None:
        for kind in kinds:
            if kind not in traits.kinds:
                traits.kinds = (*traits.kinds, kind)
                traits.affiliations = (*traits.affiliations, kind)
        for word in keywords:
            if word == "invulnerability":
                traits.invulnerable = True
            else:
                setattr(traits, word, True)

    def lose(self, traits: Traits, give: nodes.Lose) -> None:
        for word in give.keywords:
            setattr(traits, "invulnerable" if word == "invulnerability" else word, False)
        if give.all_kinds:
            traits.kinds = tuple(k for k in traits.kinds if k not in traits.affiliations)
            traits.affiliations = ()
        traits.kinds = tuple(k for k in traits.kinds if k not in give.kinds)
        traits.affiliations = tuple(k for k in traits.affiliations if k not in give.kinds)

    def allow(self, obj: int, traits: Traits, give: nodes.Allow, source: int) -> None:
        if give.what == "equipment":
            if give.select is None:
                before = traits.room
                traits.room = max(traits.room, give.amount)
                if self.recorder is not None:
                    note = Note(obj, "room", before, traits.room, "VS 503", source)
                    self.recorder.add(note)
            else:
                traits.room_for = (*traits.room_for, give.select)

    def number(
        self,
        obj: int,
        word: str,
        value: int,
        sets: bool,
        source: int,
        effect: Effect | None = None,
    ) -> None:
        """Change a value, by a power or by an effect; a stunned character has no willpower."""
        slot = NUMBERS[word]
        traits = self.own(obj)
        before = getattr(traits, slot)
        after = value if sets else before + value
        if word == "willpower" and words.has(self.state, obj, words.STUNNED):
            after = 0
        setattr(traits, slot, after)
        if self.recorder is not None:
            rule = "VS 503" if effect is None else "VS 511"
            rule = "VS 513" if sets else rule
            stamp = 0 if effect is None else effect.stamp
            self.recorder.add(Note(obj, word, before, after, rule, source, stamp))

    def apply_effect(self, effect: Effect, kinds: tuple[type, ...]) -> None:
        """A modifier with an end: its numbers were fixed when it came about."""
        for word, *rest in effect.data:
            if not issubclass(_WORDS.get(word, Effect), kinds):
                continue
            for value in effect.affected:
                ref = Ref(*value)
                if not self.state.is_current(ref) or ref.id not in self.board.traits:
                    continue
                self.changed(ref.id, word, rest, effect)

    def changed(self, obj: int, word: str, rest: list[str | int], effect: Effect) -> None:
        traits = self.own(obj)
        if word in ("get", "set"):
            value, number = str(rest[0]), int(rest[1])
            self.number(obj, value, number, word == "set", effect.source, effect)
        elif word == "gain":
            self.gain(obj, traits, (), (str(rest[0]),))
        elif word == "kind":
            self.gain(obj, traits, (str(rest[0]),), ())
        elif word == "no longer":
            self.lose(traits, nodes.Lose(kinds=(str(rest[0]),)))
        elif word == "lose":
            self.lose(traits, nodes.Lose(keywords=(str(rest[0]),)))
        elif word == "forbid":
            traits.forbidden = (*traits.forbidden, str(rest[0]))
        elif word == "apart":
            traits.apart = True

    @rules("VS 215")
    def counters(self) -> None:
        """Each +1/+1 counter adds to both values; counters lie on stunned characters too."""
        for (obj, kind), number in sorted(self.state.counters.items()):
            if kind == COUNTER and obj in self.board.traits:
                for word in ("ATK", "DEF"):
                    slot = NUMBERS[word]
                    before = getattr(self.own(obj), slot)
                    setattr(self.own(obj), slot, before + number)
                    if self.recorder is not None:
                        self.recorder.add(Note(obj, word, before, before + number, "VS 215", -1))


_QUALITIES: tuple[type, ...] = (nodes.Gain, nodes.Lose, Identify)
_PERMISSIONS: tuple[type, ...] = (nodes.Allow, nodes.Forbid, Apart)
_SETTING: tuple[type, ...] = (nodes.Set,)
_ADDING: tuple[type, ...] = (nodes.Get,)
_PHASES = (_QUALITIES, _PERMISSIONS, _SETTING, _ADDING)
_PHASE_OF: dict[type, int] = {kind: phase for phase, kinds in enumerate(_PHASES) for kind in kinds}
_WORDS: dict[str, type] = {
    "get": nodes.Get,
    "set": nodes.Set,
    "gain": nodes.Gain,
    "kind": nodes.Gain,
    "lose": nodes.Lose,
    "no longer": nodes.Lose,
    "forbid": nodes.Forbid,
    "apart": Apart,
}


#: words of a selection that name nobody
_ANYBODY = ("", "each", "other")


@rules("VS 513.3c")
def during(state: State, when: nodes.During, player: int) -> bool:
    """Whether it is the time that a card's words name, of the player that they name."""
    steps, own = TIMES[when.step]
    if words.step(state) not in steps:
        return False
    whose = when.whose or ("you" if own else "")
    return not whose or (words.primary(state) == player) == (whose == "you")


def _is_so(
    state: State,
    select: nodes.Select,
    obj: int,
    sight: Sight,
    traits: dict[int, Traits] | None,
) -> bool:
    """Whether an object that is named already is as the words say, wherever it lies."""
    lies = state.where[obj][0]
    zone = select.zone or (lies if lies in ZONES else "")
    return fits(state, msgspec.structs.replace(select, who="", zone=zone), obj, sight, traits)


def holds(state: State, when: nodes.Condition, sight: Sight, board: Board | None = None) -> bool:
    """Whether a condition in a card's words holds now."""
    if isinstance(when, nodes.During):
        return during(state, when, sight.player)
    assert isinstance(when, nodes.Exists)
    traits = None if board is None else board.traits
    found = meant(state, when.what, sight, traits)
    if when.what.who not in _ANYBODY and when.what != nodes.Select(who=when.what.who):
        found = [obj for obj in found if _is_so(state, when.what, obj, sight, traits)]
    return len(found) >= when.least and (when.most is None or len(found) <= when.most)


@rules("VS 211", "VS 302.5", "VS 503", "VS 511", "VS 513")
def compute(state: State, recorder: Recorder | None = None) -> Board:
    """All characteristics of everything in play. With a recorder, say how each came about."""
    return _Computation(state, recorder).run()


def board_of(state: State) -> Board:
    """The board of this epoch."""
    board: Board = state.board()
    return board


@rules("VS 302.7", "VS 701.22b", "VS 701.22")
def equipment_stays(state: State, equipment: int) -> bool:
    """Whether an equipment stays on a bearer that changes area: an icon, not text, decides."""
    return face_of(state, equipment).concealed == "optional"
