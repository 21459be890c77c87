"""Characteristics, layer by layer, with timestamps and dependencies (CR 613)."""

from __future__ import annotations

from cardlaw.cards.nodes import (
    Gain,
    Get,
    Gives,
    Lose,
    Select,
    Set,
    Static,
    Triggered,
)
from cardlaw.kernel.law import rules
from cardlaw.kernel.rulebook import Note, Recorder
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.bestow import AURA, BESTOWED
from cardlaw.rulebooks.magic.board import (
    COMMAND,
    FIELD,
    Board,
    Char,
    Held,
    RulePart,
    Scope,
    bearer_of,
    fits,
    meant,
)
from cardlaw.rulebooks.magic.chosen import CHOICES, gives_with
from cardlaw.rulebooks.magic.copiable import copy_rows, down_numbers, exceptions
from cardlaw.rulebooks.magic.copy_nodes import COPYING
from cardlaw.rulebooks.magic.counters import KEYWORD_COUNTERS, counter_sizes
from cardlaw.rulebooks.magic.dependency import (
    RULES_LAYER,
    Origin,
    Part,
    can_lose,
    layers_of,
    may_depend,
    part_word,
    reads,
    silences,
)
from cardlaw.rulebooks.magic.face import (
    LAND_TYPE,
    Face,
    land_indexes,
    land_skill,
    node_at,
)
from cardlaw.rulebooks.magic.indexing import index, note_bearers, note_printed
from cardlaw.rulebooks.magic.nodes import (
    Become,
    Enters,
    YouControl,
)
from cardlaw.rulebooks.magic.quantities import quantity
from cardlaw.rulebooks.magic.shown import shown
from cardlaw.rulebooks.magic.steps import all_hold
from cardlaw.rulebooks.magic.texts import Texts
from cardlaw.rulebooks.magic.types import change_types

#: the layers, and the rule of each
LAYERS = {
    1: "CR 613.2a",
    2: "CR 613.1b",
    4: "CR 613.1d",
    5: "CR 613.1e",
    6: "CR 613.1f",
    70: "CR 613.4a",
    71: "CR 613.4b",
    72: "CR 613.4c",
    73: "CR 613.4d",
}


_NO_CREATURE = Lose(types=("creature",))


class Layers:
    """One computation of the board."""

    def __init__(self, state: State, recorder: Recorder | None) -> None:
        self.state = state
        self.recorder = recorder
        self.board = Board()
        self.texts: Texts = state.texts
        self.pieces: dict[int, list[Part]] = {}

    @rules("CR 613.1", "CR 613.5", "CR 611.3b")
    def compute(self) -> Board:
        """All layers in order."""
        self._place()
        if self.recorder is not None:
            note_printed(self.board, self.recorder)
        self._gather()
        for layer in LAYERS:
            if layer == 72:
                self._counters()
            pieces = self.pieces.get(layer)
            if pieces:
                self._layer(layer, pieces)
            if layer == 4:
                self._land_abilities()
        self._rule_parts()
        index(self.state, self.board)
        if self.recorder is not None:
            note_bearers(self.board, self.recorder)
        return self.board

    # -- the objects --------------------------------------------------------------------------

    def _place(self) -> None:
        state, board = self.state, self.board
        faces = state.faces
        copies = dict(state.lists.get("copies", ()))
        board.field = state.zone(*FIELD)
        board.emblems = state.zone(*COMMAND)
        for obj in (*board.field, *state.zone("stack", -1), *board.emblems):
            index = copies.get(obj, state.card[obj]) if copies else state.card[obj]
            place = state.place.get(obj)
            owner = place[0] if place else state.owner[obj]
            face: Face = faces[index]
            board.chars[obj] = Char(face, index, obj, owner)
        for key in state.lists.get("pile", ()):
            item = state.pile[key]
            if item.kind == "spell":
                board.chars[item.source.id].controller = item.player
        for obj in sorted(state.host):
            if obj in board.chars:
                host = state.host[obj]
                board.hosts[obj] = host
                board.attached.setdefault(host, []).append(obj)

    @rules("CR 113.6p", "CR 114.4")
    def _gather(self) -> None:
        state, board = self.state, self.board
        for obj in (*board.field, *board.emblems):
            for held in board.chars[obj].skills:
                if held.skill.node.__class__ is Static:
                    self._static(obj, held, state.stamp[obj])
                elif held.skill.keyword == "reconfigure" and obj in board.hosts:
                    origin = Origin(obj, state.stamp[obj], Select(who="self"))
                    origin.rule = "CR 702.151b"
                    self._add(4, origin, _NO_CREATURE, 0)
        if state.counters:
            self._keyword_counters()
        if state.lists.get(BESTOWED):
            self._bestowed()
        for key in sorted(state.effects):
            effect = state.effects[key]
            node = node_at(state, effect.text)
            origin = Origin(effect.source, effect.stamp, Select())
            origin.effect = effect
            origin.you = effect.player
            if isinstance(node, (*COPYING, Triggered)):
                continue
            gives: tuple[Gives, ...] = getattr(node, "gives", (YouControl(),))
            for number, part in enumerate(gives):
                for layer in layers_of(part, defining=False):
                    self._add(layer, origin, part, number)
        if state.lists.get("copies"):
            self._copies()

    @rules("CR 613.2a", "CR 707.9a", "CR 707.9b")
    def _copies(self) -> None:
        """The exceptions of copy effects; with a recorder, what the copies have copied."""
        state = self.state
        down = down_numbers(state)
        for obj in down if self.recorder is not None else ():
            self._note_down(obj)
        for obj, row in copy_rows(state).items():
            char = self.board.chars.get(obj)
            if char is None or obj in down:
                continue
            if self.recorder is not None:
                card: Face = state.faces[state.card[obj]]
                before = shown(Char(card, state.card[obj], obj, char.controller))
                for what, value in shown(char).items():
                    if value != before[what]:
                        source, stamp = row.source, row.stamp
                        self.recorder.add(
                            Note(obj, what, before[what], value, "CR 613.2a", source, stamp)
                        )
            for text in row.data[3]:
                for number, part in enumerate(exceptions(state, text)):
                    enters = isinstance(part, Enters)
                    if enters and text != row.text:
                        continue  # how the original entered is no value of it
                    origin = Origin(obj, row.stamp, Select())
                    origin.effect = row._replace(text=text)
                    origin.you = row.player
                    gains = isinstance(part, Gain) and (part.keywords or part.abilities)
                    origin.rule = "CR 707.9a" if gains else "CR 707.9b"
                    self._add(RULES_LAYER if enters else 1, origin, part, number)

    @rules("CR 613.2b", "CR 708.2")
    def _note_down(self, obj: int) -> None:
        """Note what a face-down object is; its card is nobody else's business."""
        char = self.board.chars.get(obj)
        for what, value in shown(char).items() if char is not None else ():
            if value:
                assert self.recorder is not None
                self.recorder.add(Note(obj, what, None, value, "CR 613.2b", obj))

    @rules("CR 702.103b", "CR 205.1a")
    def _bestowed(self) -> None:
        for obj in self.state.lists[BESTOWED]:
            if obj in self.board.chars:
                origin = Origin(obj, self.state.stamp[obj], Select(who="self"))
                origin.rule = "CR 702.103b"
                self._add(4, origin, AURA, 0)

    @rules("CR 122.1b", "CR 613.7c")
    def _keyword_counters(self) -> None:
        for obj, kind in sorted(self.state.counters):
            if kind in KEYWORD_COUNTERS and obj in self.board.chars:
                stamp = self.state.used.get(("counter", obj, kind), self.state.stamp[obj])
                origin = Origin(obj, stamp, Select(who="self"))
                origin.rule = "CR 122.1b"
                self._add(6, origin, Gain(keywords=(kind,)), 0)

    def _static(self, obj: int, held: Held, stamp: int) -> None:
        node = held.skill.node
        assert isinstance(node, Static)
        origin = Origin(obj, stamp, node.affects)
        origin.held = held
        origin.when = node.when
        origin.defining = node.text == "defining"
        choices = self.state.lists.get(CHOICES)
        for number, given in enumerate(node.gives):
            part = gives_with(self.state, given, obj, self.state.born[obj]) if choices else given
            for layer in layers_of(part, origin.defining):
                self._add(layer, origin, part, number)

    def _add(self, layer: int, origin: Origin, gives: Gives, number: int) -> None:
        self.pieces.setdefault(layer, []).append(Part(layer, origin, gives, number))

    # -- one layer ------------------------------------------------------------------------------

    @rules("CR 613.3", "CR 613.7", "CR 613.7a", "CR 613.7b", "CR 613.8")
    def _layer(self, layer: int, pieces: list[Part]) -> None:
        pending = sorted(pieces, key=Part.order)
        self.pieces[layer] = pending
        by_stamp = len(pending) == 1 or not any(may_depend(p, layer) for p in pending)
        while pending:
            at = 0
            if not by_stamp and len(pending) > 1:
                at = next((n for n, p in enumerate(pending) if not self._waits(p, pending)), 0)
            self._apply(pending.pop(at))

    def _waits(self, piece: Part, pending: list[Part]) -> bool:
        """Whether a piece depends on another one of its layer that is still to come."""
        return any(
            other.origin is not piece.origin
            and self._depends(piece, other)
            and not self._depends(other, piece)
            for other in pending
        )

    def _depends(self, piece: Part, on: Part) -> bool:
        if piece.origin.defining != on.origin.defining:
            return False
        if silences(on) and piece.origin.held is not None and piece.origin.affected is None:
            held = piece.origin.held
            if piece.origin.source in self._affected(on.origin) and can_lose(held, on):
                return True
        if piece.layer // 10 * 10 not in reads(piece) and piece.layer not in reads(piece):
            return False
        before = self._result(piece)
        board = self.board
        self.board = _clone(board)
        recorder, self.recorder = self.recorder, None
        kept = on.origin.affected
        self._apply(on)
        after = self._result(piece)
        on.origin.affected = kept
        self.board = board
        self.recorder = recorder
        return before != after

    def _result(self, piece: Part) -> tuple[object, ...]:
        affected = piece.origin.affected
        if affected is None:
            affected = self._affected(piece.origin)
        you = self._scope(piece.origin).you
        return (you, affected, tuple(self._amount(piece, obj) for obj in affected))

    def _scope(self, origin: Origin) -> Scope:
        if origin.effect is not None:
            return Scope(Ref(origin.source, self.state.born.get(origin.source, 0)), origin.you)
        you = self.board.chars[origin.source].controller
        return Scope(self.state.ref(origin.source), you)

    @rules("CR 611.2c", "CR 611.3a", "CR 301.5f", "CR 604.4")
    def _affected(self, origin: Origin) -> tuple[int, ...]:
        state, board = self.state, self.board
        if origin.effect is not None:
            refs = origin.effect.affected
            return tuple(r.id for r in refs if r.id in board.chars and state.is_current(r))
        if origin.held is not None and origin.held not in board.chars[origin.source].skills:
            return ()
        scope = self._scope(origin)
        if origin.when and not all_hold(state, board, origin.when, scope):
            return ()
        who = origin.select.who
        if who == "self":
            return (origin.source,)
        if who == "bearer":
            bearer = bearer_of(state, scope)
            if bearer is None or bearer.id not in board.chars:
                return ()
            found = fits(state, board, origin.select, bearer.id, scope)
            return (bearer.id,) if found else ()
        return tuple(meant(state, board, origin.select, scope))

    @rules("CR 613.6")
    def _apply(self, piece: Part) -> None:
        origin = piece.origin
        if origin.affected is None:
            origin.affected = self._affected(origin)
        for obj in origin.affected:
            char = self.board.chars.get(obj)
            if char is None:
                continue
            if self.recorder is None:
                self._change(piece, obj, char)
            else:
                before = shown(char)
                self._change(piece, obj, char)
                self._note(piece, obj, before, shown(char))

    def _note(
        self, piece: Part, obj: int, before: dict[str, object], after: dict[str, object]
    ) -> None:
        assert self.recorder is not None
        origin = piece.origin
        for what, value in after.items():
            if value != before[what]:
                rule = origin.rule or LAYERS[piece.layer]
                self.recorder.add(
                    Note(obj, what, before[what], value, rule, origin.source, origin.stamp)
                )

    @rules("CR 107.1b")
    def _amount(self, piece: Part, obj: int) -> int:
        gives = piece.gives
        if not isinstance(gives, Get | Set):
            return 0
        effect = piece.origin.effect
        if effect is not None and effect.data and effect.data[0]:
            return int(effect.data[0][piece.number])
        if isinstance(gives.amount, int):
            return gives.amount
        scope = self._scope(piece.origin)
        scope.named["each"] = [self.state.ref(obj)]
        found = quantity(self.state, self.board, gives.amount, scope)
        if isinstance(gives, Set):
            return found
        return max(0, found) if gives.amount.times >= 0 else min(0, found)

    def _change(self, piece: Part, obj: int, char: Char) -> None:
        gives = piece.gives
        layer = piece.layer
        if layer == 1:
            self._copied(piece, obj, char)
        elif layer == 72 and isinstance(gives, Get):
            self._get(piece, gives.value, obj, char)
        elif layer in (70, 71) and isinstance(gives, Set):
            amount = self._amount(piece, obj)
            if gives.value in ("power", "both"):
                char.power = amount
            if gives.value in ("toughness", "both"):
                char.toughness = amount
        elif layer == 6:
            self._abilities(piece, obj, char)
        elif layer == 4:
            change_types(gives, obj, char)
        elif layer == 5 and isinstance(gives, Become | Gain):
            added = isinstance(gives, Gain) or gives.add
            char.colors = frozenset(gives.colors) | (char.colors if added else frozenset())
        elif layer == 2:
            char.controller = self._scope(piece.origin).you
        elif layer == 73:
            char.power, char.toughness = char.toughness, char.power

    @rules("CR 707.9b")
    def _copied(self, piece: Part, obj: int, char: Char) -> None:
        """One exception of a copy effect, whatever it is about."""
        for layer in layers_of(piece.gives, defining=False):
            self._change(Part(layer, piece.origin, piece.gives, piece.number), obj, char)

    @rules("CR 613.4c")
    def _get(self, piece: Part, value: str, obj: int, char: Char) -> None:
        amount = self._amount(piece, obj)
        if value in ("power", "both"):
            char.power = (char.power or 0) + amount
        if value in ("toughness", "both"):
            char.toughness = (char.toughness or 0) + amount

    @rules("CR 613.1f", "CR 113.10")
    def _abilities(self, piece: Part, obj: int, char: Char) -> None:
        gives = piece.gives
        if isinstance(gives, Lose):
            if gives.all_abilities:
                char.keywords = ()
                char.skills = []
            char.keywords = tuple(k for k in char.keywords if not _lost(k, gives.keywords))
            return
        assert isinstance(gives, Gain)
        words = self._chosen(piece, gives.keywords)
        spelt = self.texts.spelt
        new = [k for k in words if k not in char.keywords or k in spelt or k[:10] == "protection"]
        char.keywords = (*char.keywords, *new)
        if gives.abilities:
            self._grant(piece, gives, obj, char)

    def _chosen(self, piece: Part, words: tuple[str, ...]) -> tuple[str, ...]:
        effect = piece.origin.effect
        if effect is None or len(effect.data) < 2 or not effect.data[1]:
            return words
        return tuple(word.replace("chosen", effect.data[1]) for word in words)

    @rules("CR 301.5d", "CR 613.7a")
    def _grant(self, piece: Part, gives: Gain, obj: int, char: Char) -> None:
        origin = piece.origin
        path = origin.held.path if origin.held is not None else origin.effect.text  # type: ignore[union-attr]
        face: Face = self.state.faces[path[0]]
        for ability in gives.abilities:
            number = face.compiled.number(ability)
            skill = face.compiled.skills[number]
            held = Held(skill, (path[0], number), origin.source)
            char.skills.append(held)
            if isinstance(skill.node, Static):
                stamp = max(origin.stamp, self.state.stamp[obj])
                self._static(obj, held, stamp)

    # -- what the rules add -----------------------------------------------------------------------

    @rules("CR 305.6")
    def _land_abilities(self) -> None:
        for obj in self.board.field:
            char = self.board.chars[obj]
            if "land" in char.types:
                for index in land_indexes(char.subtypes):
                    char.skills.append(Held(land_skill(index), (LAND_TYPE, index), obj))

    @rules("CR 613.4c", "CR 122.1a")
    def _counters(self) -> None:
        for key in sorted(self.state.counters):
            obj, kind = key
            char = self.board.chars.get(obj)
            sizes = counter_sizes(kind)
            if char is None or sizes is None:
                continue
            number = self.state.counters[key]
            before = shown(char) if self.recorder is not None else {}
            char.power = (char.power or 0) + sizes[0] * number
            char.toughness = (char.toughness or 0) + sizes[1] * number
            if self.recorder is not None:
                for what in ("power", "toughness"):
                    new = shown(char)[what]
                    self.recorder.add(Note(obj, what, before[what], new, "CR 613.4c", obj))

    @rules("CR 613.11")
    def _rule_parts(self) -> None:
        for piece in sorted(self.pieces.get(RULES_LAYER, ()), key=Part.order):
            origin = piece.origin
            if origin.affected is None:
                origin.affected = self._affected(origin)
            about_player = origin.effect is not None and not origin.effect.affected
            if not origin.affected and not about_player:
                continue
            part = RulePart(piece.gives, origin.source, self._scope(origin).you, origin.affected)
            self.board.parts.setdefault(part_word(piece.gives), []).append(part)


def _lost(keyword: str, words: tuple[str, ...]) -> bool:
    return any(keyword == word or keyword.startswith(word + " ") for word in words)


def _clone(board: Board) -> Board:
    other = Board()
    other.chars = {obj: char.copy() for obj, char in board.chars.items()}
    other.field = board.field
    other.hosts = board.hosts
    other.attached = board.attached
    return other


def compute(state: State, recorder: Recorder | None) -> Board:
    """The board of a state. With a recorder, every step of every value is noted."""
    layers = Layers(state, recorder)
    return layers.compute()
