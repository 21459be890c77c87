"""Checks of knowledge: what a player cannot know changes no byte that leaves for that player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from cardlaw.conformance.offers import Firsts, nameable, well_formed_line
from cardlaw.conformance.subject import demand
from cardlaw.kernel.choice import Line, mix
from cardlaw.kernel.game import OUTSIDE, Game
from cardlaw.kernel.imagine import imagine
from cardlaw.kernel.law import IllegalAction
from cardlaw.kernel.record import Data, load_position, position, record
from cardlaw.kernel.state import canonical, plain
from cardlaw.kernel.tables import KNOWS
from cardlaw.kernel.view import knows, log, ruling_seen, see
from cardlaw.notation import say

#: tables whose keys are objects
_BY_OBJECT = (
    *("where", "card", "owner", "controller", "status", "damage", "place", "born", "stamp"),
    *("knows", "serial"),
)
#: what may name an object in a form that only the rulebook knows
_FREE = ("effects", "pile", "waiting", "used", "lists", "last", "host", "counters")


class Told(NamedTuple):
    """Everything that a player is told at one moment, as bytes."""

    view: bytes
    whys: bytes
    words: bytes
    errors: bytes

    def against(self, other: Told) -> str:
        """The first thing that differs, in words."""
        for name, mine, theirs in zip(self._fields, self, other, strict=True):
            if mine != theirs:
                return f"{name}: {_difference(mine, theirs)}"
        return ""


def _difference(mine: bytes, theirs: bytes) -> str:
    """What stands around the first place where two texts differ."""
    at = next(
        (n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b),
        min(len(mine), len(theirs)),
    )
    here = mine[max(0, at - 80) : at + 60].decode(errors="replace")
    there = theirs[max(0, at - 80) : at + 60].decode(errors="replace")
    return f"...{here}... became ...{there}..."


def told(game: Game, player: int, lines: list[Line]) -> Told:
    """The view, the rulings on lines, the lines in words and the errors of playing them."""
    whys: list[Any] = []
    words: list[str] = []
    errors: list[Any] = []
    for line in lines:
        ruling = game.why(line, player)
        whys.append(ruling_seen(game, ruling))
        words.append(say(game, line, viewer=player))
        if game.to_act == player and not ruling.legal:
            try:
                game.play(line)
            except IllegalAction as error:
                errors.append(ruling_seen(game, error.ruling))
    encode = msgspec.json.encode
    return Told(see(game, player).bytes(), encode(whys), encode(words), encode(errors))


def lines_of(game: Game, player: int, seed: int, most: int) -> list[Line]:
    """Random well-formed lines over objects that a player can speak of."""
    choice = game.choice
    if choice is not None and choice.player == player and choice.kind not in ("action", "part"):
        return []
    listed = nameable(game.state, player)
    faces = {obj for obj in listed if knows(game.state, player, obj)}
    known: Firsts = {}
    found = []
    for n in range(most * 6):
        line = well_formed_line(game, player, mix(seed, n), known)
        if line is not None and _can_say(game, line, listed, faces):
            found.append(line)
            if len(found) == most:
                break
    return found


def _can_say(game: Game, line: Line, listed: set[int], faces: set[int]) -> bool:
    """Whether a line is about objects that one can speak of; of an ability, about known faces."""
    shape = game.book.shape_of(line[0])
    fields = {part.name: part.fields for part in shape.parts}
    for number, option in enumerate(line):
        types = shape.fields if number == 0 else fields[option[0]]
        can = faces if any("ability:" in field for field in types) else listed
        for index, value in enumerate(option[1:]):
            kind = types[min(index, len(types) - 1)].removeprefix("*")
            if kind.startswith("obj"):
                meant = value if kind.startswith("objs") else [_object(value)]
                if not can.issuperset(obj for obj in meant if obj >= 0):
                    return False
    return True


def _object(value: Any) -> int:
    return int(value[0]) if isinstance(value, tuple) else int(-1 if value is None else value)


def check_faces(game: Game, player: int, seed: int, lines: int = 12) -> bool:
    """Exchanging faces that a player does not know changes nothing that the player is told.

    False when nothing can be exchanged, or only by answers that would then have been illegal.
    """
    data = position(game)
    cards = dict(data["tables"]["card"])
    changed = _exchanged(game, player, seed, cards, set(cards))
    if changed == cards:
        return False
    other = _load(game, data, changed)
    if other is None:
        return False
    asked = lines_of(game, player, seed, lines)
    mine, theirs = told(game, player, asked), told(other, player, asked)
    demand(
        mine == theirs,
        f"exchanging the faces of {_changed(cards, changed)}, which {player} does not know, shows: "
        f"{mine.against(theirs)}",
    )
    return True


def _pair(
    game: Game, player: int, seed: int, cards: dict[int, int], among: set[int]
) -> tuple[int, int] | None:
    """Two objects of one owner with different faces that a player could not tell apart."""
    state, book = game.state, game.book
    hidden = [obj for obj in sorted(among) if not knows(state, player, obj)]
    for n in range(24):
        if not hidden:
            break
        one = hidden[mix(seed, 2 * n) % len(hidden)]
        two = hidden[mix(seed, 2 * n + 1) % len(hidden)]
        if cards[one] == cards[two] or state.owner[one] != state.owner[two]:
            continue
        if book.may_be(state, one, cards[two]) and book.may_be(state, two, cards[one]):
            return one, two
    return None


def _exchanged(
    game: Game, player: int, seed: int, cards: dict[int, int], among: set[int]
) -> dict[int, int]:
    """The faces of all objects after some exchanges that a player could not notice."""
    changed = dict(cards)
    for n in range(8):
        pair = _pair(game, player, mix(seed, n), changed, among)
        if pair is not None:
            one, two = pair
            changed[one], changed[two] = changed[two], changed[one]
    return changed


def _changed(cards: dict[int, int], changed: dict[int, int]) -> list[int]:
    return [obj for obj in cards if cards[obj] != changed[obj]]


def _load(game: Game, data: Data, cards: dict[int, int]) -> Game | None:
    tables = {**data["tables"], "card": [[obj, cards[obj]] for obj in sorted(cards)]}
    return _begun(game, {**data, "tables": tables})


def _begun(game: Game, data: Data) -> Game | None:
    try:
        other = load_position(game.book, data)
    except ValueError:
        demand(data["answers"], "the position with other hidden faces cannot be loaded")
        return None
    other.auto_chance = game.auto_chance
    return other


def never_known(game: Game, player: int) -> set[int]:
    """The objects that a player has never known the face of."""
    never = set(game.state.where)
    for step in (game.root(), *game.steps()):
        for table, key, _, new in step.entries:
            if table.__class__ is int and table == KNOWS and (new or 0) >> player & 1:
                never.discard(key)
    return never


def another_start(game: Game, player: int, seed: int) -> Data | None:
    """The start of a game with faces exchanged that a player has never known, and another seed.

    Of shuffles and rolls to come it says something else, too. None when nothing can be exchanged.
    """
    start = record(game)["start"]
    cards = dict(start["tables"]["card"])
    changed = _exchanged(game, player, seed, cards, never_known(game, player) & cards.keys())
    if changed == cards:
        return None
    tables = {**start["tables"], "card": [[obj, changed[obj]] for obj in sorted(changed)]}
    return {**start, "tables": tables, "seed": mix(seed, start["seed"])}


def check_history(game: Game, player: int, seed: int) -> bool:
    """The same with faces exchanged since the start: the log and every view on the way are equal.

    False when nothing can be exchanged, or an answer would then have been illegal.
    """
    data, other = record(game), another_start(game, player, seed)
    if other is None:
        return False
    here, there = _begun(game, data["start"]), _begun(game, other)
    if here is None or there is None:
        return False
    what = f"exchanging faces that {player} has not known since the start shows {player}"
    here.auto_chance = there.auto_chance = False
    for number, (answer, _) in enumerate(data["answers"]):
        option = plain(answer)
        if number % 8 == seed % 8:
            _alike(f"{what} another view", see(here, player).bytes(), see(there, player).bytes())
        if option[:1] and option[0] in OUTSIDE:
            here.end_by(option)
            there.end_by(option)
            continue
        if here.choice != there.choice or option not in there.space():
            return False
        here.push(option)
        there.push(option)
    if here.choice != there.choice:
        return False  # what was announced in the middle of an action is not open yet
    _alike(f"{what} another view", see(here, player).bytes(), see(there, player).bytes())
    encode = msgspec.json.encode
    _alike(f"{what} another log", encode(log(here, player)), encode(log(there, player)))
    return True


def _alike(what: str, mine: bytes, theirs: bytes) -> None:
    if mine != theirs:
        raise AssertionError(f"{what}: {_difference(mine, theirs)}")


def check_ids(game: Game, player: int, seed: int) -> bool:
    """Exchanging the ids of two objects that a player does not know changes nobody's view.

    False when there are no two, or something may name them in a form that only the rulebook knows.
    """
    swapped = another_numbering(game, player, seed)
    if swapped is None:
        return False
    for viewer in (0, 1):
        what = f"exchanging the ids of two objects that {player} does not know shows {viewer}"
        _alike(f"{what} another view", see(game, viewer).bytes(), see(swapped, viewer).bytes())
    return True


def another_numbering(game: Game, player: int, seed: int) -> Game | None:
    """The same position with the ids of two objects exchanged that a player does not know.

    None when there are no two, or something may name them in a form that only the rulebook knows.
    """
    data = position(game)
    tables = data["tables"]
    here = {row[0] for row in tables["where"]}
    taken = set(_numbers([tables[name] for name in _FREE]))
    taken.update(_numbers([data["answers"], data["procedure"]]))
    hidden = [o for o in sorted(here - taken) if not knows(game.state, player, o)]
    if len(hidden) < 2:
        return None
    one = hidden.pop(mix(seed, 0) % len(hidden))
    two = hidden[mix(seed, 1) % len(hidden)]
    other = {one: two, two: one}
    renamed = dict(tables)
    for name in _BY_OBJECT:
        renamed[name] = [[other.get(key, key), value] for key, value in tables[name]]
    renamed["order"] = [[zone, [other.get(o, o) for o in row]] for zone, row in tables["order"]]
    return load_position(game.book, {**data, "tables": renamed})


def _numbers(data: Any) -> Iterator[int]:
    if isinstance(data, list | tuple):
        for item in data:
            yield from _numbers(item)
    elif isinstance(data, dict):
        for key, item in data.items():
            yield from _numbers([key, item])
    elif isinstance(data, int):
        yield data


def check_imagined(game: Game, player: int, seed: int) -> bool:
    """An imagined position looks the same to the player, goes on, and is not always the real one.

    True when it differed from the real position.
    """
    differs = False
    before = canonical(game.state)
    for attempt in range(16):
        other = imagine(game, player, mix(seed, attempt))
        demand(
            see(other, player).bytes() == see(game, player).bytes(),
            f"an imagined position looks different to {player}",
        )
        demand(other.choice is None or other.space().count() > 0, "nobody can answer there")
        demand(other.chance.seed != game.chance.seed, "an imagined game has the real seed")
        differs = differs or other.state.card != game.state.card
        if differs:
            break
    demand(canonical(game.state) == before, "imagining changed the game")
    cards = dict(position(game)["tables"]["card"])
    free = _pair(game, player, seed, cards, set(cards))
    demand(
        differs or free is None or game.in_procedure,
        f"what {player} imagines is always the real position, though {free} could be exchanged",
    )
    return differs
