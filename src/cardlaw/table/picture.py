"""What a seat sees, ready to be drawn: plain structs with words in the seat's language."""

from __future__ import annotations

import msgspec

from cardlaw.table.pointing import Click


class Look(msgspec.Struct, frozen=True):
    """The languages of a browser: of the interface, and of the cards."""

    language: str = "en"
    cards: str = "en"


class Number(msgspec.Struct, frozen=True):
    """A value that a card shows: the rulebook's word, its name, and how it differs from print."""

    word: str
    name: str
    shown: str
    #: 1: more than is printed, -1: less
    change: int = 0


class Card(msgspec.Struct, frozen=True):
    """A card or another object of the game, as the seat knows it."""

    #: its number in the view
    id: int
    #: empty if the seat does not know it
    name: str
    #: how lines call it, if that is not its name
    label: str
    kind: str
    frame: str
    cost: tuple[str, ...]
    cost_kind: str
    line: str
    stats: tuple[tuple[str, tuple[Number, ...]], ...]
    marks: tuple[str, ...]
    text: tuple[str, ...]
    #: the rulebook's words and their names
    states: tuple[tuple[str, str], ...]
    counters: tuple[tuple[str, int], ...]
    damage: int
    borne: tuple[Card, ...]
    #: who controls it, and whether that is somebody else than its bearer's controller
    player: int
    strange: bool
    down: bool
    turned: bool
    #: whether its text does nothing now
    blank: bool
    lit: bool
    #: whether the action that is being gathered names it
    held: bool
    #: the whole state in words, for those who listen
    said: str


class Row(msgspec.Struct, frozen=True):
    """Cards that lie side by side: the word of the row and its name."""

    word: str
    name: str
    cards: tuple[Card, ...]
    small: bool = False


class Heap(msgspec.Struct, frozen=True):
    """A pile: its name, how many cards there are, and those that the seat knows, top first."""

    word: str
    name: str
    count: int
    cards: tuple[Card, ...]


class Cell(msgspec.Struct, frozen=True):
    """A place of a grid: what a click on it means, its name, what is there."""

    click: str
    name: str
    cards: tuple[Card, ...]
    lit: bool


class Panel(msgspec.Struct, frozen=True):
    """A grid of places."""

    word: str
    name: str
    columns: tuple[str, ...]
    #: the word of each row, its name, its cells
    rows: tuple[tuple[str, str, tuple[Cell, ...]], ...]


class Side(msgspec.Struct, frozen=True):
    """One player's part of the table; rows from the middle of the table outwards."""

    player: int
    letter: str
    mine: bool
    #: whether this player is to decide, and whether the turn or step is theirs
    decides: bool
    active: bool
    lit: bool
    numbers: tuple[Number, ...]
    panels: tuple[Panel, ...]
    rows: tuple[Row, ...]
    heaps: tuple[Heap, ...]
    #: cards that only their player sees one by one
    hands: tuple[Heap, ...]


class Item(msgspec.Struct, frozen=True):
    """Something on the pile: its source, whose it is, at what it aims, what dice have said."""

    card: int
    name: str
    letter: str
    mine: bool
    targets: tuple[tuple[int, str], ...]
    dice: tuple[int, ...]


class Answer(msgspec.Struct, frozen=True):
    """An answer that may be given: its number among the offers, in words, what can be clicked."""

    number: int
    words: str
    clicks: tuple[Click, ...]
    #: whether it only passes
    idle: bool


class Question(msgspec.Struct, frozen=True):
    """Why the game waits, and for what."""

    mine: bool
    letter: str
    reason: str
    text: str
    rule: str
    title: str
    so_far: str
    #: what the action that is being gathered names already
    held: tuple[Click, ...]
    answers: tuple[Answer, ...]
    #: the number of the answer that only passes; -1: there is none
    idle: int
    #: how many options there are, also when they are too many to list
    count: int


class Picture(msgspec.Struct, frozen=True):
    """The whole table as a seat sees it."""

    seat: int
    #: whether a judge looks, who sits at neither seat and to whom everything is open
    judging: bool
    book: str
    title: str
    turn: str
    step: str
    #: the steps of a turn: word, name, whether it is going on, whether the seat stops there
    steps: tuple[tuple[str, str, bool, bool], ...]
    whose: str
    far: Side
    near: Side
    panels: tuple[Panel, ...]
    shared: tuple[Row, ...]
    pile_name: str
    pile: tuple[Item, ...]
    question: Question | None
    #: how the game has ended, and the rules by which
    ending: tuple[str, ...]
    lit: frozenset[Click]
    #: whether the rules know shortcuts, which are written in words
    shortcuts: bool = False
