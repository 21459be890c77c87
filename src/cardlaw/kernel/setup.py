"""Positions in words: what a case file says, and where, before a rulebook reads it.

The judge reads the file and checks its form; a rulebook turns a ``Doc`` into a ``State`` and finds
the faults that only the game's rules know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

#: the value of a property in the game's words
Property = int | str | bool | tuple[str, ...] | None

#: a field's value as it stands in the file: a scalar, a list or a mapping
Field = Any


class Mark:
    """A place in a file."""

    __slots__ = ("column", "line")

    def __init__(self, line: int = 0, column: int = 0) -> None:
        self.line = line
        self.column = column


class Fault(ValueError):
    """A position or file that is at fault: a stable code, named values, the place, the remedy.

    The text is one sentence. Several faults of one position are collected in ``more``.
    """

    def __init__(self, code: str, text: str, mark: Mark | None = None, remedy: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.mark = mark
        self.remedy = remedy
        self.more: list[Fault] = []


class Placement:
    """A card in a zone: its face, its fields, what it bears, where it stands in the file."""

    __slots__ = ("attached", "face", "fields", "label", "mark", "name", "player", "zone")

    def __init__(self, name: str, face: int, zone: str, player: int, mark: Mark) -> None:
        self.name = name
        #: the index of its face in the game's list of faces
        self.face = face
        #: the zone in the file's words, such as "front row"
        self.zone = zone
        #: 0, 1, or -1 for a zone that no player owns
        self.player = player
        self.mark = mark
        #: the label given with ``as:``, or the empty string
        self.label = ""
        #: the rulebook's own fields by name
        self.fields: dict[str, Field] = {}
        self.attached: list[Placement] = []


class Doc:
    """A whole position: words of the turn, words of each player, cards in zones."""

    def __init__(self) -> None:
        #: ``turn``, ``step``, ``active`` ... as in the file, strings
        self.turn: dict[str, Field] = {}
        #: for each player the numbers and words that are no zones
        self.players: tuple[dict[str, Field], dict[str, Field]] = ({}, {})
        self.placements: list[Placement] = []
        #: the place of each word of the turn and of the players, for faults
        self.marks: dict[str, Mark] = {}
        #: filled by the rulebook: the object that each placement became
        self.objects: dict[Placement, int] = {}
        self.seed = 0


class Layout:
    """A position that a program lays out card by card; each face is listed when it first lies."""

    def __init__(self, turn: dict[str, Field]) -> None:
        self.doc = Doc()
        self.doc.turn = turn
        self.faces: list[Any] = []

    def card(self, name: str, face: Any, zone: str, player: int) -> Placement:
        """A card in a zone that is not on the table yet, such as one that another will bear."""
        if face not in self.faces:
            self.faces.append(face)
        return Placement(name, self.faces.index(face), zone, player, Mark())

    def put(self, name: str, face: Any, zone: str, player: int, /, **fields: Field) -> Placement:
        """Put a card into a zone."""
        placement = self.card(name, face, zone, player)
        placement.fields = fields
        self.doc.placements.append(placement)
        return placement


def player_of(word: str) -> int:
    """0 for "A", 1 for "B". KeyError otherwise."""
    return {"A": 0, "B": 1}[word.strip()]


def truth(word: Field) -> bool:
    """A truth value in words. ValueError when it is none."""
    if word in ("yes", "true", "on"):
        return True
    if word in ("no", "false", "off"):
        return False
    raise ValueError(f"{word!r} is neither yes nor no")


class Vocabulary(NamedTuple):
    """The words of a game's positions, as an editor offers them: zones under a player, fields of a
    card, words of a player, words of the turn.
    """

    zones: tuple[str, ...] = ()
    card: tuple[str, ...] = ()
    player: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()


class Called:
    """What the cards of a position are called when it is written in words: the inverse of a Doc.

    ``name`` gives the words by which the judge finds an object's face, ``labels`` the labels of
    those that a name alone does not tell apart.
    """

    def __init__(self, name: Callable[[int], str], labels: dict[int, str]) -> None:
        self.name = name
        self.labels = labels

    def word(self, obj: int) -> str:
        """What the rest of a case calls an object."""
        return self.labels.get(obj) or self.name(obj)

    def entry(self, obj: int, fields: dict[str, Field], attached: Sequence[Field] = ()) -> Field:
        """A card as a case lists it: its name, or the name with its fields and what it bears."""
        label = {"as": self.labels[obj]} if obj in self.labels else {}
        borne = {"attached": list(attached)} if attached else {}
        said = {**label, **fields, **borne}
        return {self.name(obj): said} if said else self.name(obj)


def said_players(bits: int) -> list[str]:
    """Players in words, by their bits."""
    return [word for player, word in enumerate("AB") if bits >> player & 1]
