"""Events as the conditions of triggered abilities see them (CR 603.2, 603.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardlaw.kernel.happen import Happening
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.rulebooks.magic.board import EXILE, GONE, Board
from cardlaw.rulebooks.magic.keywords.casting import DISCARDED_INTO_EXILE
from cardlaw.rulebooks.magic.keywords.lasting import LAST_COUNTER
from cardlaw.rulebooks.magic.sagas import CHAPTER, reached
from cardlaw.rulebooks.magic.ways import FREE

#: the word of triggers for a permanent that is tapped for mana
TAPPED_FOR_MANA = "tapped for mana"
#: what an event may trigger: its kind -> the words of trigger conditions
WORDS = {
    "entered": ("enters", "plays", CHAPTER),
    "destroyed": ("dies", "leaves", "becomes unattached", "put into graveyard"),
    "put into graveyard": ("dies", "leaves", "becomes unattached", "put into graveyard"),
    "sacrificed": ("dies", "leaves", "sacrificed", "becomes unattached", "put into graveyard"),
    "exiled": ("leaves", "becomes unattached"),
    "returned to hand": ("leaves", "becomes unattached"),
    "put into library": ("leaves", "becomes unattached"),
    "put on top of library": ("leaves", "becomes unattached"),
    "became so": ("becomes renowned", "becomes monstrous"),
    "explored": ("explores",),
    "exploited": ("exploits",),
    "attached": ("becomes attached",),
    "enchanted": ("becomes attached",),
    "equipped": ("becomes attached",),
    "unattached": ("becomes unattached",),
    "attacked": ("attacks",),
    "blocked": ("blocks", "becomes blocked"),
    "dealt damage": ("deals damage", "deals combat damage", "is dealt damage", "loses life"),
    "became target": ("becomes target",),
    "tapped": ("becomes tapped",),
    "drew": ("draws",),
    "cast": ("casts", "plays"),
    "gained life": ("gains life",),
    "lost life": ("loses life",),
    "paid life": ("loses life",),
    "discarded": ("discards", DISCARDED_INTO_EXILE),
    "scried": ("scries",),
    "surveiled": ("surveils",),
    "milled": ("is milled",),
    "proliferated": ("proliferates",),
    "became monarch": ("becomes the monarch",),
    "untapped": ("becomes untapped",),
    "put counters": ("gets counters", CHAPTER, LAST_COUNTER),
    "control changed": ("control changes",),
    "turned face up": ("is turned face up",),
    "ability activated": ("is activated",),
    "tapped for mana": (TAPPED_FOR_MANA,),
    "manifested dread": ("manifests dread",),
}
#: trigger words that look at the position before the event
BACK = frozenset(("dies", "leaves", "sacrificed", "becomes unattached", "put into graveyard"))
#: events whose first value is a player
ABOUT_PLAYERS = frozenset(
    (
        "gained life",
        "lost life",
        "paid life",
        "scried",
        "surveiled",
        "proliferated",
        "became monarch",
        "manifested dread",
    )
)
#: events about a card that its owner does
OF_OWNERS = frozenset(("drew", "discarded", "milled"))
#: trigger words that count an event once, however many objects or players it is done to or by
ONCE = frozenset(
    ("blocks", "becomes blocked", "deals damage", "deals combat damage", "is dealt damage")
)


class Occurrence:
    """One event as trigger conditions see it."""

    __slots__ = (
        "amount",
        "first",
        "number",
        "other",
        "player",
        "subject",
        "total",
        "values",
        "word",
    )

    def __init__(self, word: str, number: int, values: tuple[int, ...]) -> None:
        self.word = word
        self.number = number
        self.values = values
        self.subject = 0
        self.other = 0
        self.amount = 0
        #: whether nothing before it in the batch is done by, or to, the same object
        self.first = True
        #: the amounts of all that is done by, or to, the same object in the batch
        self.total = 0
        self.player = -1


@rules("CR 701.3d", "CR 603.10c")
def occurrences(
    state: State, word: str, number: int, event: Happening, board: Board
) -> Iterator[Occurrence]:
    """What happens in an event, for one word: what leaves takes leave of what is attached to it."""
    if word == CHAPTER:
        for chapter in reached(state, event.kind, event.values):
            read = Occurrence(word, number, event.values)
            read.subject, read.amount = event.values[0], chapter
            yield read
        return
    if word == "plays" and not is_played(state, event):
        return
    if event.kind == "put counters" and not _counts(state, word, event):
        return
    seen = _occurrence(state, word, number, event, board)
    if seen is not None:
        yield seen
    if word != "becomes unattached" or event.kind == "unattached":
        return
    host = event.values[0]
    for obj in board.attached.get(host, ()) if host in board.field else ():
        if state.host.get(obj) == GONE:
            loose = Occurrence(word, number, event.values)
            loose.subject, loose.other = obj, host
            yield loose


@rules("CR 603.2c", "CR 509.3a", "CR 509.3c")
def sum_up(
    state: State, seen: Occurrence, written: Sequence[tuple[int, Happening]], board: Board
) -> None:
    """Note whether an occurrence is the first of its object in a batch, and their sum."""
    for number, event in written:
        if seen.word not in WORDS.get(event.kind, ()):
            continue
        other = _occurrence(state, seen.word, number, event, board)
        if other is not None and other.subject == seen.subject:
            seen.total += other.amount
            seen.first = seen.first and number >= seen.number


def _occurrence(
    state: State, word: str, number: int, event: Happening, board: Board
) -> Occurrence | None:
    seen = Occurrence(word, number, event.values)
    seen.subject = event.values[0]
    if event.kind == "dealt damage":
        return _hurt(seen)
    if word == DISCARDED_INTO_EXILE:
        return seen if state.where[seen.subject] == EXILE else None
    if event.kind in ABOUT_PLAYERS or event.kind in OF_OWNERS:
        return _of_player(state, seen, event.kind)
    if event.kind == "unattached" and event.values[1] == GONE:
        return None
    if event.kind == "became so" and word != f"becomes {event.values[1]}":
        return None
    if event.kind in ("attached", "enchanted", "equipped", "unattached", "attacked"):
        seen.other = event.values[1]
    elif event.kind == "blocked":
        seen.other = event.values[1]
        if word == "becomes blocked":
            seen.subject, seen.other = seen.other, seen.subject
    elif event.kind == "ability activated":
        seen.amount = event.values[1]
    elif event.kind == "became target":
        seen.other, seen.amount = event.values[1:3]
    elif word in BACK:
        return _left(seen, board)
    return seen


@rules("CR 116.2a", "CR 601.1a")
def is_played(state: State, event: Happening) -> bool:
    """Whether a card is played by a permission: a land, or a spell cast by no text of its own."""
    if event.kind == "entered":
        return event.rule == "CR 305.1"
    items = (state.pile[key] for key in state.lists.get("pile", ()))
    mine = (item for item in items if item.kind == "spell" and item.source.id == event.values[0])
    return not any(a[0] == "way" and len(a) > 1 and a[1] != FREE for i in mine for a in i.answers)


@rules("CR 702.63a")
def _counts(state: State, word: str, event: Happening) -> bool:
    """Whether a word is about a change of counters: some were put on, or the last one went."""
    if word == LAST_COUNTER:
        return event.values[2] < 0 and not state.counters.get(event.values[:2])
    return bool(event.values[2] > 0)


def _hurt(seen: Occurrence) -> Occurrence | None:
    """Damage, as what deals it, what it is dealt to, or life that a player loses by it."""
    source, who, amount, combat = seen.values[:4]
    if seen.word == "deals combat damage" and not combat:
        return None
    seen.other, seen.amount = who, amount
    if seen.word == "loses life":
        if who >= 0:
            return None
        seen.subject, seen.player, seen.other = 0, -1 - who, 0
    elif seen.word == "is dealt damage":
        seen.subject, seen.other = who, source
    return seen


def _of_player(state: State, seen: Occurrence, kind: str) -> Occurrence:
    """What a player does, or what happens to a card of a player's."""
    if kind in OF_OWNERS:
        seen.player = state.owner[seen.subject]
    else:
        seen.subject, seen.player = 0, seen.values[0]
        seen.amount = seen.values[1] if len(seen.values) > 1 else 0
    return seen


def _left(seen: Occurrence, board: Board) -> Occurrence | None:
    """A permanent that left the battlefield; None for other moves."""
    char = board.chars.get(seen.subject)
    if char is None or seen.subject not in board.field:
        return None
    if seen.word == "dies" and "creature" not in char.types:
        return None
    if seen.word == "becomes unattached":
        if board.hosts.get(seen.subject, GONE) == GONE:
            return None
        seen.other = board.hosts[seen.subject]
    return seen
