"""Characteristics of all cards in battle, and the indexes beside them (406-408, 422)."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardlaw.cards.nodes import (
    Ability,
    Allow,
    Forbid,
    Gain,
    Get,
    Gives,
    Keyword,
    Lose,
    Select,
    Set,
    Static,
    Triggered,
)
from cardlaw.kernel.law import rules
from cardlaw.kernel.rulebook import Note, Recorder
from cardlaw.kernel.state import State
from cardlaw.rulebooks.berserk.faces import UNKNOWN, Char, Sheet, differences, layered
from cardlaw.rulebooks.berserk.named import (
    FIGHTING,
    NAMED,
    TRIGGERS,
    USABLE,
    greater,
    path,
    path_of,
    text_at,
)
from cardlaw.rulebooks.berserk.nodes import Fighting, Instead
from cardlaw.rulebooks.berserk.recording import record_kinds, record_life, record_zero
from cardlaw.rulebooks.berserk.select import STRIKES, Scene, amount, fits, holds
from cardlaw.rulebooks.berserk.words import (
    BATTLE,
    COMPANIONS,
    CREATURE,
    EQUIPMENT,
    FLIGHT,
    FLYER,
    GRAVEYARD,
    HIDDEN,
    IN_ADDITIONAL,
    ON_FIELD,
    SYMBIOTE,
    TERRAIN,
)

#: where a text stands: the face and the number of the ability on it, or a named ability
Path = tuple[int, ...]
#: what a path to a printed text says; the path to a text that it gives has a number more
PRINTED = ("face", "ability")
#: a trigger in the index: object, path of the text, the ability
Watcher = tuple[int, Path, Triggered]

#: what an attack has that passes over the abilities of the card it hits
IGNORES_ABILITIES = "ignores abilities"


class Board:
    """One epoch's characteristics and indexes."""

    __slots__ = (
        "cell_of",
        "cells",
        "chars",
        "fighting",
        "hidden",
        "ignoring",
        "limited",
        "moments",
        "odd",
        "quick",
        "replacing",
        "shared",
        "squads",
        "watch",
        "worn",
    )

    def __init__(self) -> None:
        self.chars: dict[int, Char] = {}
        #: cell -> the card that occupies it
        self.cells: dict[str, int] = {}
        #: cell -> all cards that occupy it, where an incorporeal creature stands with others
        self.shared: dict[str, tuple[int, ...]] = {}
        self.cell_of: dict[int, str] = {}
        #: bearer or host -> what it bears
        self.worn: dict[int, tuple[int, ...]] = {}
        self.squads: tuple[list[int], list[int]] = ([], [])
        #: player -> whether a face-down card of the squad is known to its player only
        self.hidden = [False, False]
        #: player -> cards with abilities that work outside the main phase
        self.quick: tuple[list[int], list[int]] = ([], [])
        #: player -> the stages to which such abilities are bound
        self.moments: tuple[set[str], set[str]] = (set(), set())
        #: what is different in attacks: object, path of the text, the ability
        self.fighting: list[tuple[int, Path, Fighting]] = []
        #: event kind -> texts that let something else happen instead
        self.replacing: dict[str, list[tuple[int, Path, Instead]]] = {}
        #: whether a text lets attacks ignore abilities, or acts on so many attacks only
        self.ignoring = self.limited = False
        #: event kind -> triggers that watch it
        self.watch: dict[str, list[Watcher]] = {}
        #: cards that are not where cards of their kind are, or that nobody bears
        self.odd: list[int] = []

    def on(self, cell: str) -> tuple[int, ...]:
        """The cards that occupy a cell, without what they bear."""
        if cell in self.shared:
            return self.shared[cell]
        return (self.cells[cell],) if cell in self.cells else ()

    @rules("BE09 407.1")
    def has_lost(self, obj: int, text: Path) -> bool:
        """Whether a card has lost the text at a path; what it has acquired acts."""
        if text[0] == NAMED or len(text) > len(PRINTED):
            return False
        return obj in self.chars and self.chars[obj].blank


class Shaping:
    """One modification of one set of cards: its place in the order, its source and rule."""

    __slots__ = ("affects", "gives", "rule", "scene", "source", "stamp")

    def __init__(
        self,
        gives: tuple[tuple[Any, ...], ...],
        affects: tuple[int, ...] | Static,
        scene: Scene,
        stamp: int,
        rule: str,
    ) -> None:
        self.gives = gives
        self.affects = affects
        self.scene = scene
        self.source = scene.source
        self.stamp = stamp
        self.rule = rule


def compute(state: State, recorder: Recorder | None = None) -> Board:
    """All characteristics, in the order of layers and timestamps, with the indexes."""
    board = Board()
    shapings: list[Shaping] = []
    _list_squads(state, board, shapings)
    for host_of in sorted(state.host.items()):
        worn, host = host_of
        board.worn[host] = (*board.worn.get(host, ()), worn)
        cell = board.cell_of.get(host)
        if cell is not None:
            board.cell_of[worn] = cell
    for key in sorted(state.effects):
        effect = state.effects[key]
        affected = tuple(ref.id for ref in effect.affected if state.is_current(ref))
        affected = tuple(obj for obj in affected if obj in board.chars)
        if affected:
            scene = Scene(effect.player, effect.source)
            gives = layered(gives_of(effect.data))
            shapings.append(Shaping(gives, affected, scene, effect.stamp, "BE09 407.1"))
    _list_graveyards(state, board)
    if recorder is not None:
        record_kinds(board.chars, recorder)
    if shapings:
        _shape(state, board, shapings, recorder)
    _list_named(board)
    _list_quick(state, board)
    if recorder is not None:
        record_life(state, board.chars, recorder)
        record_zero(board.chars, recorder)
    return board


def _list_squads(state: State, board: Board, shapings: list[Shaping]) -> None:
    faces, card, controller = state.faces, state.card, state.controller
    chars, status, place = board.chars, state.status, state.place
    for zone in BATTLE:
        for obj in state.order.get(zone, ()):
            sheet = faces[card[obj]].sheet
            chars[obj] = sheet.char
            player = controller[obj]
            board.squads[player].append(obj)
            here = place.get(obj)
            if here is not None:
                cell = here[0]
                first = board.cells.setdefault(cell, obj)
                if first != obj:
                    board.shared[cell] = (*board.shared.get(cell, (first,)), obj)
                board.cell_of[obj] = cell
            if status.get(obj, 0) & HIDDEN:
                board.hidden[player] = True
                chars[obj] = UNKNOWN
                _watch(board, obj, card[obj], sheet)
                continue
            for number, static, gives in sheet.permanent:
                scene = Scene(player, obj, text=(card[obj], number))
                stamp = state.stamp.get(obj, 0)
                shapings.append(Shaping(gives, static, scene, stamp, "BE09 406.1"))
            for number, instead in sheet.replacing:
                row = (obj, (card[obj], number), instead)
                board.replacing.setdefault(instead.on.event, []).append(row)
            for number, ability in sheet.fighting:
                _list_fighting(board, obj, (card[obj], number), ability)
            _watch(board, obj, card[obj], sheet)


def _list_fighting(board: Board, obj: int, text: Path, ability: Fighting) -> None:
    board.fighting.append((obj, text, ability))
    board.ignoring |= IGNORES_ABILITIES in ability.has
    board.limited |= bool(ability.limit or ability.battle_limit)


def _watch(board: Board, obj: int, card: int, sheet: Sheet) -> None:
    for number, trigger in sheet.triggers:
        for on in trigger.on:
            if on.what.zone != GRAVEYARD:
                board.watch.setdefault(on.event, []).append((obj, (card, number), trigger))


@rules("BE09 414.1")
def _list_named(board: Board) -> None:
    """The triggers and the differences in attacks that named abilities stand for."""
    for obj, char in board.chars.items():
        for word in char.keywords:
            if word in TRIGGERS:
                for on in TRIGGERS[word].on:
                    watcher = (obj, path(word), TRIGGERS[word])
                    board.watch.setdefault(on.event, []).append(watcher)
            elif word in FIGHTING:
                board.fighting.append((obj, path(word), FIGHTING[word]))


def _list_graveyards(state: State, board: Board) -> None:
    for player in (0, 1):
        for obj in state.zone(GRAVEYARD, player):
            for number, trigger in state.faces[state.card[obj]].sheet.triggers:
                for on in trigger.on:
                    if on.what.zone == GRAVEYARD:
                        text = (state.card[obj], number)
                        board.watch.setdefault(on.event, []).append((obj, text, trigger))


def _list_quick(state: State, board: Board) -> None:
    faces, card, host, where, place = state.faces, state.card, state.host, state.where, state.place
    for player in (0, 1):
        quick = board.quick[player]
        for obj in board.squads[player]:
            char = board.chars[obj]
            if faces[card[obj]].sheet.quick and not char.blank:
                quick.append(obj)
                board.moments[player].update(faces[card[obj]].sheet.moments)
            if char.type == CREATURE:
                if not char.subtype:
                    fits_here = obj in place
                elif char.subtype in COMPANIONS:
                    fits_here = obj in host
                else:
                    fits_here = where[obj] == IN_ADDITIONAL
            elif char.type == EQUIPMENT:
                fits_here = obj in host
            else:
                fits_here = where[obj] != ON_FIELD or char.type != TERRAIN
            if not fits_here:
                board.odd.append(obj)


def _shape(state: State, board: Board, shapings: list[Shaping], recorder: Recorder | None) -> None:
    # selectors ask the board for characteristics, so it must already be the state's own
    state.boards[state.epoch] = board
    shapings.sort(key=lambda shaping: shaping.stamp)
    own: set[int] = set()
    for place in range(4):
        for shaping in shapings:
            gives = shaping.gives[place]
            if not gives or not _works(state, board, shaping):
                continue
            for obj in _affected(state, shaping):
                if obj not in own:
                    board.chars[obj] = board.chars[obj].copy()
                    own.add(obj)
                for give in gives:
                    _apply(state, board, obj, give, shaping, recorder)


@rules("BE09 407.1", "BE09 422.5")
def _works(state: State, board: Board, shaping: Shaping) -> bool:
    """Whether a modification acts: its source has not lost its abilities, its conditions hold."""
    if not isinstance(shaping.affects, Static):
        return True
    if board.chars[shaping.source].blank:
        return False
    when = shaping.affects.when
    return not when or holds(state, when, shaping.scene)


def _affected(state: State, shaping: Shaping) -> tuple[int, ...]:
    if not isinstance(shaping.affects, Static):
        return shaping.affects
    select = shaping.affects.affects
    if select.who == "self":
        return (shaping.source,)
    chars = state.board().chars
    if select.who == "bearer":
        host = state.host.get(shaping.source)
        candidates = [] if host is None or host not in chars else [host]
    else:
        candidates = list(chars)
    found = [obj for obj in candidates if not state.status.get(obj, 0) & HIDDEN]
    return tuple(obj for obj in found if fits(state, select, obj, shaping.scene))


@rules("BE09 406.1", "BE09 407.1", "BE09 422.4", "BE09 208.4", "BE09 208.5")
def _apply(
    state: State,
    board: Board,
    obj: int,
    give: Gives | Granted,
    shaping: Shaping,
    recorder: Recorder | None,
) -> None:
    """Let one modification act on one card."""
    char = board.chars[obj]
    before = char.copy() if recorder is not None else char
    if isinstance(give, Get | Set):
        _value(char, give, amount(state, give.amount, shaping.scene))
    elif isinstance(give, Gain):
        _gain(char, give)
        if give.abilities:
            _grant(state, board, obj, give, shaping.scene)
    elif isinstance(give, Granted):
        _list_text(board, obj, give.path, text_at(state, give.path))
    elif isinstance(give, Lose):
        _lose(char, give)
    elif isinstance(give, Forbid):
        char.forbids = (*char.forbids, give)
    elif isinstance(give, Allow):
        char.allows[give.what] = give.amount
    else:
        raise TypeError(f"the modification {give!r} has no executor")
    if recorder is not None:
        rule = _noted(give, char, shaping)
        for what, old, new in differences(before, char):
            instead = what in ("type", "subtype") and old and new
            cited = "BE09 208.5" if instead else rule
            recorder.add(Note(obj, what, old, new, cited, shaping.source, shaping.stamp))


@rules("BE09 407.4", "BE09 422.5")
def _noted(give: Gives | Granted, char: Char, shaping: Shaping) -> str:
    """The rule of a modification: what a card without abilities has acquired, what has an if."""
    if char.blank and isinstance(give, Gain):
        return "BE09 407.4"
    depends = isinstance(shaping.affects, Static) and bool(shaping.affects.when)
    return "BE09 422.5" if depends and isinstance(give, Get | Set) else shaping.rule


def _value(char: Char, give: Get | Set, number: int) -> None:
    what = give.value
    fixed = isinstance(give, Set)
    if what == "strike":
        weak, medium, strong = (number if fixed else number + x for x in char.strike)
        char.strike = (weak, medium, strong)
    elif what in STRIKES:
        parts = list(char.strike)
        place = STRIKES.index(what)
        parts[place] = number if fixed else parts[place] + number
        char.strike = (parts[0], parts[1], parts[2])
    elif what in ("movement", "life", "cost"):
        setattr(char, what, number if fixed else getattr(char, what) + number)
    else:
        char.keywords[what] = number if fixed else char.keywords.get(what, 0) + number


def _gain(char: Char, give: Gain) -> None:
    char.classes = (*char.classes, *(kind for kind in give.kinds if kind not in char.classes))
    if give.types:
        char.type, char.subtype = give.types[0], ""
    for word in give.keywords:
        if word in (FLIGHT, FLYER):
            char.subtype = FLYER
        elif word == SYMBIOTE:
            char.subtype = SYMBIOTE
        elif word.startswith("protection from "):
            char.protections = (*char.protections, word.removeprefix("protection from "))
        else:
            char.keywords.setdefault(word, 1)
            _acquire(char, word, 0)
    for ability in give.abilities:
        if isinstance(ability, Keyword):
            number = max(1, ability.number)
            char.keywords[ability.name] = max(number, char.keywords.get(ability.name, 0))
            _acquire(char, ability.name, ability.number)


@rules("BE09 404.1", "BE09 414.1")
def _acquire(char: Char, word: str, number: int) -> None:
    """A card can use a named ability that it has acquired as if it were printed."""
    if word in USABLE:
        number = greater(word, number, char.acquired.get(word, number))
        char.acquired = {**char.acquired, word: number}


class Granted(NamedTuple):
    """An ability that a card has acquired, by the path of its text."""

    path: Path


def _grant(state: State, board: Board, obj: int, give: Gain, scene: Scene) -> None:
    """List the abilities that a permanent text gives to a card."""
    for ability in give.abilities:
        if not isinstance(ability, Keyword):
            _list_text(board, obj, path_of(state, scene.text, ability, scene.source), ability)


@rules("BE09 407.1", "BE09 201.2")
def _list_text(board: Board, obj: int, text: Path, ability: Ability) -> None:
    """A card acts by a text that another one has given to it."""
    if isinstance(ability, Fighting):
        _list_fighting(board, obj, text, ability)
    elif isinstance(ability, Triggered):
        for on in ability.on:
            board.watch.setdefault(on.event, []).append((obj, text, ability))


@rules("BE09 407.1", "BE09 208.6")
def _lose(char: Char, give: Lose) -> None:
    """A class is an ability, so whoever loses all abilities has none."""
    if give.all_kinds or give.all_abilities:
        char.classes = ()
    char.classes = tuple(kind for kind in char.classes if kind not in give.kinds)
    if give.all_abilities:
        char.blank, char.keywords, char.protections = True, {}, ()
        char.acquired = {}
        char.kinds = frozenset()
    for word in give.keywords:
        if word in (FLIGHT, FLYER) and char.subtype == FLYER:
            # a creature that loses flight becomes an ordinary one with one step
            char.subtype, char.movement = "", 1
        elif word.startswith("protection from "):
            gone = word.removeprefix("protection from ")
            char.protections = tuple(p for p in char.protections if p != gone)
        else:
            char.keywords.pop(word, None)
            char.acquired = {k: number for k, number in char.acquired.items() if k != word}


# -- modifications as plain rows, for continuous effects


def plain_gives(state: State, gives: tuple[Gives, ...], scene: Scene) -> tuple[Any, ...]:
    """Modifications as plain rows, their quantities counted now."""
    rows: list[Any] = []
    for give in gives:
        if isinstance(give, Get | Set):
            word = "set" if isinstance(give, Set) else "get"
            rows.append((word, give.value, amount(state, give.amount, scene)))
        elif isinstance(give, Gain):
            rows.append(("gain", give.keywords, give.kinds, give.types))
            rows.extend(
                ("keyword", ability.name, ability.number)
                if isinstance(ability, Keyword)
                else ("ability", path_of(state, scene.text, ability, scene.source))
                for ability in give.abilities
            )
        elif isinstance(give, Lose):
            rows.append(("lose", give.keywords, give.kinds, give.all_kinds, give.all_abilities))
        elif isinstance(give, Forbid):
            rows.append(("forbid", give.what))
            if give.select is not None or give.but is not None:
                raise TypeError(f"the ban {give!r} cannot be given for a time")
        else:
            raise TypeError(f"the modification {give!r} cannot be given for a time")
    return tuple(rows)


def gives_of(rows: tuple[Any, ...]) -> tuple[Gives | Granted, ...]:
    """The modifications that plain rows stand for."""
    found: list[Gives | Granted] = []
    for row in rows:
        word = row[0]
        if word == "get":
            found.append(Get(row[1], row[2]))
        elif word == "set":
            found.append(Set(row[1], row[2]))
        elif word == "gain":
            found.append(Gain(tuple(row[1]), tuple(row[2]), tuple(row[3])))
        elif word == "keyword":
            found.append(Gain(abilities=(Keyword(row[1], number=row[2]),)))
        elif word == "ability":
            found.append(Granted(tuple(row[1])))
        elif word == "lose":
            found.append(Lose(tuple(row[1]), tuple(row[2]), (), row[3], row[4]))
        elif word == "forbid":
            found.append(Forbid(row[1], Select()))
    return tuple(found)
