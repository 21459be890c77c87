"""A position in plain text: players, zones, what bears what, the pile, who decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from cardlaw.kernel import pile
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import State
from cardlaw.kernel.view import knows
from cardlaw.notation.labels import PLAYERS, Names, player_word
from cardlaw.notation.saying import say_answer

#: a zone that is only counted shows its cards if they are no more than this
FEW = 8
#: if the cards in hand take more than so many letters, each has a line of its own
LONG = 240
#: the player of a zone, and the controller of an object, that nobody has
NOBODYS = -1

_NUMBERED = re.compile(r"(\d+ )?(.*?)( [\d/+-]+)?")

Term = Callable[[str], str]


#: words of the printed position itself, apart from the game's own
BOARD = "board."


def _same(word: str) -> str:
    return word.removeprefix(BOARD)


def laid_out(state: State, zone: str, player: int) -> list[int]:
    """What stands by itself in a player's zone, and what the player controls in a shared one.

    What is attached is shown with its bearer, what waits on the pile with the pile.
    """
    own = state.zone(zone, player) if player >= 0 else ()
    on_pile = {item.source.id for item in state.pile.values()}
    shared = [
        obj
        for obj in state.zone(zone, NOBODYS)
        if state.controller.get(obj, NOBODYS) == player and obj not in on_pile
    ]
    return [obj for obj in (*own, *shared) if state.host.get(obj, 0) <= 0]


class _Board:
    def __init__(self, game: Game, names: Names, term: Term) -> None:
        self.game = game
        self.state: State = game.state
        self.book = game.book
        self.names = names
        self.term = term

    def lines(self) -> list[str]:
        state = self.state
        result = [line for line in (self.turn(),) if line]
        for player, word in enumerate(PLAYERS):
            points = self.points(player)
            result.append(f"{word}: {points}" if points else word)
            result.extend(f"  {line}" for line in self.zones(player))
        result.extend(self.zones(NOBODYS))
        items = [self.item(key) for key in reversed(pile.items(state))]
        if items:
            result.append(f"{self.term(self.book.pile_word)}: {'; '.join(items)}")
        return result

    def turn(self) -> str:
        """Turn, step and who has the turn, as far as the game has these words."""
        words = []
        for name in ("turn", "step", "active"):
            try:
                value = self.book.property_of_game(self.state, name)
            except KeyError:
                continue
            if value not in (None, ""):
                words.append(
                    self.term(str(value))
                    if name == "step"
                    else f"{self.term(BOARD + name)} {value}"
                )
        return ", ".join(words)

    def zones(self, player: int) -> list[str]:
        """The zones of a player, one a line, and what the player controls in shared ones."""
        return [f"{word}: {members}" for word, members in self.rows(player)]

    def shelves(self, player: int, without: frozenset[str]) -> list[tuple[str, str]]:
        """The zones of a player as a face lists them."""
        return self.rows(player, without, self.book.shelf)

    def rows(
        self,
        player: int,
        without: frozenset[str] = frozenset(),
        shelf: Callable[[State, int], str] | None = None,
    ) -> list[tuple[str, str]]:
        """The zones of a player, each with its word and what lies there."""
        result = []
        word_of = shelf or self.book.zone_word
        for zone in self.book.zones:
            if zone in without:
                continue
            free = laid_out(self.state, zone, player)
            groups: dict[str, list[int]] = {}
            for obj in free:
                groups.setdefault(word_of(self.state, obj), []).append(obj)
            for word, members in groups.items():
                result.append((self.term(word), self.members(zone, members)))
        return result

    def points(self, player: int) -> str:
        """The numbers of a player."""
        numbers = sorted(self.state.points.items())
        return ", ".join(f"{self.term(kind)} {n}" for (p, kind), n in numbers if p == player)

    def numbers(self, player: int) -> str:
        """The numbers of a player as the rulebook shows them to people."""
        numbers = self.book.numbers(self.state, player, self.names.viewer)
        return ", ".join(f"{self.term(kind)} {n}" for kind, n in numbers)

    def cell(self, obj: int) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """An object of a grid: its name, what is said of it, what it bears."""
        known = self.names.viewer is None or knows(self.state, self.names.viewer, obj)
        notes = self.book.brief(self.state, obj) if known else []
        borne = [
            (other, *self.cell(other))
            for other, host in sorted(self.state.host.items())
            if host == obj
        ]
        shown = [self._borne(obj, *each) for each in borne]
        return self.names.label(obj), tuple(map(self.detail, notes)), tuple(shown)

    def _borne(
        self, host: int, obj: int, name: str, notes: tuple[str, ...], borne: tuple[str, ...]
    ) -> str:
        """Something borne, with whose it is if that is not its bearer's controller."""
        controller = self.state.controller
        if controller.get(obj) != controller.get(host):
            notes = (player_word(controller.get(obj, NOBODYS)), *notes)
        notes = (*notes, *(f"+ {each}" for each in borne))
        return f"{name} ({'; '.join(notes)})" if notes else name

    def members(self, zone: str, objects: list[int]) -> str:
        """The objects of a zone; only their number if nobody sees them one by one."""
        viewer = self.names.viewer
        unseen = viewer is not None and not all(knows(self.state, viewer, o) for o in objects)
        if not self.book.zones[zone].listed and (unseen or viewer is None and len(objects) > FEW):
            known = [o for o in objects if viewer is not None and knows(self.state, viewer, o)]
            shown = f" ({', '.join(map(self.object, known))})" if known and unseen else ""
            return f"{len(objects)}{shown}"
        if viewer is not None and not self.book.zones[zone].listed:
            held = [self.held(obj) for obj in objects]
            together = ", ".join(held)
            return together if len(together) <= LONG else "\n".join((str(len(held)), *held))
        return ", ".join(self.object(obj) for obj in objects)

    def held(self, obj: int) -> str:
        """A card in one's own hand, with what it costs and is."""
        notes = [self.detail(word) for word in self.book.brief(self.state, obj)]
        label = self.names.label(obj)
        return f"{label} ({'; '.join(notes)})" if notes else label

    def object(self, obj: int) -> str:
        """An object with its states and what it bears."""
        known = self.names.viewer is None or knows(self.state, self.names.viewer, obj)
        known = known or self.book.shows_values(self.state, obj)
        notes = [self.detail(word) for word in self.book.details(self.state, obj)] if known else []
        host = self.state.host.get(obj)
        controller = self.state.controller
        if host is not None and host < 0:
            notes.insert(0, f"→ {player_word(-1 - host)}")
        elif host and controller.get(obj) != controller.get(host):
            notes.insert(0, player_word(controller.get(obj, NOBODYS)))
        borne = [o for o, host in sorted(self.state.host.items()) if host == obj]
        if borne:
            notes.append("+ " + ", ".join(self.object(o) for o in borne))
        label = self.names.label(obj)
        return f"{label} ({'; '.join(notes)})" if notes else label

    def detail(self, text: str) -> str:
        """A state, or a word with its number: "damage 3", "2 shield"."""
        found = _NUMBERED.fullmatch(text)
        if found is None:
            return self.term(text)
        before, word, after = found.groups()
        return f"{before or ''}{self.term(word)}{after or ''}"

    def item(self, key: int) -> str:
        """An item of the pile: its source, and whose it is."""
        item = self.state.pile[key]
        source = item.source.id
        name = self.names.label(source) if source in self.state.where else item.kind
        targets = []
        for answer in item.answers:
            targets += [v[0] if isinstance(v, tuple) and v else v for v in answer[1:]]
        aimed = [self.names.label(v) for v in targets if type(v) is int and v in self.state.where]
        arrow = f" -> {', '.join(aimed)}" if aimed else ""
        return f"{name}{arrow} ({player_word(item.player)})"


class BoardParts(NamedTuple):
    """A position in pieces, for faces that lay it out themselves; words are translated."""

    turn: str
    points: tuple[str, str]
    #: for each player the zones that hold something: word, what lies there
    zones: tuple[list[tuple[str, str]], list[tuple[str, str]]]
    shared: list[tuple[str, str]]
    pile_word: str
    #: the items on the pile, the last one first
    pile: list[str]
    #: an object of a grid: name, notes, what it bears
    draw: Callable[[int], tuple[str, tuple[str, ...], tuple[str, ...]]]


def board_parts(game: Game, names: Names, term: Term, without: frozenset[str]) -> BoardParts:
    """A position in pieces, as ``names`` knows it, without the zones that are drawn as grids."""
    board = _Board(game, names, term)
    return BoardParts(
        board.turn(),
        (board.numbers(0), board.numbers(1)),
        (board.shelves(0, without), board.shelves(1, without)),
        board.shelves(NOBODYS, without),
        term(game.book.pile_word),
        [board.item(key) for key in reversed(pile.items(game.state))],
        board.cell,
    )


def board_lines(game: Game, names: Names, term: Term = _same) -> list[str]:
    """A position in lines of plain text, with the names that ``names`` knows.

    ``term`` translates the game's words.
    """
    return _Board(game, names, term).lines()


def options_text(game: Game, names: Names, most: int = 20) -> str:
    """The options of the open question in words, one a line."""
    choice = game.choice
    if choice is None:
        return "the game is over"
    space = game.space()
    shown: list[str] = []
    for option in space:
        if len(shown) == most:
            shown.append(f"... and {space.count() - most} more")
            break
        shown.append(say_answer(game.state, choice, option, names))
    return "\n".join(shown)
