"""What objects are like now: characteristics, and which objects a text means (CR 109, 110, 208)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardlaw.cards.nodes import Forbid, Gives, Quantity, Select
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import Ref
from cardlaw.rulebooks.magic.chosen import CHOICES, select_with
from cardlaw.rulebooks.magic.face import (
    Face,
    Path,
    Skill,
    face_number,
    is_token,
    printed,
)
from cardlaw.rulebooks.magic.known import last_value
from cardlaw.rulebooks.magic.mana import Source
from cardlaw.rulebooks.magic.qualities import qualities, value_of
from cardlaw.rulebooks.magic.relations import (
    COMPUTED_STATES,
    in_common,
    in_computed_state,
    is_related,
    related,
)
from cardlaw.rulebooks.magic.subtypes import BELONGS
from cardlaw.rulebooks.magic.whose import is_whose

TAPPED, SICK, ATTACKING, BLOCKING, BLOCKED, STRUCK, DEADLY, MARKED, RENOWNED, MONSTROUS = (
    1 << n for n in range(10)
)
FACE_DOWN = 1 << 10
NEW = 1 << 11
SADDLED = 1 << 12
STATUS_NAMES = {
    "tapped": TAPPED,
    "summoning sick": SICK,
    "attacking": ATTACKING,
    "blocking": BLOCKING,
    "blocked": BLOCKED,
    "struck first": STRUCK,
    "dealt deathtouch damage": DEADLY,
    "dealt combat damage to a creature": MARKED,
    "renowned": RENOWNED,
    "monstrous": MONSTROUS,
    "face down": FACE_DOWN,
    "newly controlled": NEW,
    "saddled": SADDLED,
}
COMBAT = ATTACKING | BLOCKING | BLOCKED | STRUCK

FIELD = ("battlefield", -1)
PHASED = ("phased out", -1)
STACK = ("stack", -1)
EXILE = ("exile", -1)
COMMAND = ("command", -1)
#: a description that looks at all zones
ANYWHERE = "anywhere"
#: where tokens come from and go to
NOWHERE = ("nowhere", -1)
#: between the names of two objects that something is done to at once
BOTH = " and "
#: the gone bearer: what is attached to it is swept next
GONE = 0


class Held(NamedTuple):
    """An ability that an object has: the ability, its path, the object that grants it."""

    skill: Skill
    path: Path
    source: int


class Char:
    """The characteristics of one object, and its controller."""

    __slots__ = (
        "colors",
        "controller",
        "face",
        "keywords",
        "name",
        "power",
        "skills",
        "subtypes",
        "supertypes",
        "toughness",
        "types",
        "wild",
    )

    def __init__(self, face: Face, index: int, obj: int, controller: int) -> None:
        self.face = face
        self.name = face.own_name
        self.types, self.supertypes, self.subtypes, self.colors = face.traits
        self.power = face.power
        self.toughness = face.toughness
        self.keywords = face.keywords
        own = face.own_skills
        self.skills = held_by(face, index, obj) if own else []
        self.controller = controller
        #: whether it has every creature type
        self.wild = "changeling" in face.keywords

    def copy(self) -> Char:
        """An independent copy."""
        other = Char.__new__(Char)
        other.face, other.name, other.wild = self.face, self.name, self.wild
        other.types, other.supertypes = self.types, self.supertypes
        other.subtypes, other.colors = self.subtypes, self.colors
        other.power, other.toughness = self.power, self.toughness
        other.keywords, other.controller = self.keywords, self.controller
        other.skills = list(self.skills)
        return other

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords

    def is_kind(self, kind: str) -> bool:
        return kind in self.subtypes or self.wild and kind not in BELONGS

    @property
    def is_attachment(self) -> bool:
        kinds = self.subtypes
        return "Equipment" in kinds or "Aura" in kinds or "Fortification" in kinds


def held_by(face: Face, index: int, obj: int) -> list[Held]:
    """A face's own abilities as an object has them; made once for each object."""
    known = face.compiled.held
    found = known.get((index, obj))
    if found is None:
        found = [Held(skill, (index, skill.number), obj) for skill in face.own_skills]
        known[(index, obj)] = found
    return found.copy()


class RulePart(NamedTuple):
    """A part of an effect that changes rules or costs rather than characteristics."""

    gives: Gives
    source: int
    you: int
    #: the objects that it is about; None for a part that is about players or all
    affected: tuple[int, ...]


def who_is_meant(part: RulePart) -> tuple[int, ...]:
    """The players that a prohibition is about: you, or your opponents."""
    gives = part.gives
    assert isinstance(gives, Forbid)
    opponent = gives.select is not None and gives.select.controller == "opponent"
    return (1 - part.you,) if opponent else (part.you,)


def is_forbidden(board: Board, word: str, player: int) -> bool:
    """Whether a text forbids a player to do something: cast spells, lose the game."""
    parts = board.parts.get("forbid " + word) if board.parts else None
    return parts is not None and any(player in who_is_meant(part) for part in parts)


class Watcher(NamedTuple):
    """A triggered ability on the battlefield."""

    obj: int
    held: Held


class Board:
    """All objects on the battlefield (phased in) and on the stack, computed for one epoch."""

    __slots__ = (
        "able",
        "acts",
        "attached",
        "cards",
        "chars",
        "emblems",
        "field",
        "hosts",
        "mana",
        "parts",
        "players",
        "settled",
        "sources",
        "strays",
        "walkers",
        "watch",
    )

    def __init__(self) -> None:
        self.chars: dict[int, Char] = {}
        #: permanents in the order in which they entered
        self.field: tuple[int, ...] = ()
        #: emblems, whose abilities work in the command zone
        self.emblems: tuple[int, ...] = ()
        self.hosts: dict[int, int] = {}
        self.attached: dict[int, list[int]] = {}
        #: parts about rules and costs, by the word of what they forbid, allow or change
        self.parts: dict[str, list[RulePart]] = {}
        #: triggered abilities by the trigger words that they watch
        self.watch: dict[str, list[Watcher]] = {}
        #: permanents whose controller in the table is no longer right
        self.strays: list[int] = []
        self.players: tuple[list[int], list[int]] = ([], [])
        #: planeswalkers
        self.walkers: list[int] = []
        #: activated abilities by object and verb, apart from plain mana abilities
        self.acts: dict[int, dict[str, list[Held]]] = {}
        #: the permanents that have such abilities, by player and verb
        self.able: dict[tuple[int, str], list[int]] = {}
        #: what each object can be tapped for, by plain mana abilities
        self.mana: dict[int, tuple[str, ...]] = {}
        #: objects elsewhere that somebody has asked about
        self.cards: dict[int, Char] = {}
        #: the sources of mana of each player, tapped ones too; None until somebody asks
        self.sources: list[list[Source] | None] = [None, None]
        #: whether characteristics alone bring about no state-based action; None until asked
        self.settled: bool | None = None

    def about(self, word: str, obj: int) -> list[RulePart]:
        """The parts with a word that affect an object."""
        found = self.parts.get(word)
        return [part for part in found if obj in part.affected] if found else []


class Scope:
    """Whom a text speaks about: its source, its player, targets and the objects of its event."""

    __slots__ = (
        "amount",
        "answers",
        "bearer",
        "known_bearer",
        "named",
        "path",
        "player",
        "source",
        "they",
        "you",
    )

    def __init__(self, source: Ref, you: int) -> None:
        self.source = source
        self.you = you
        #: objects by their part in the sentence: target, it, by, created, each
        self.named: dict[str, list[Ref]] = {}
        #: what the source is attached to on the board by which triggers are matched
        self.bearer: Ref | None = None
        #: what the source was attached to when its ability triggered
        self.known_bearer: Ref | None = None
        #: the amount of the event that triggered the ability
        self.amount = 0
        #: the player of the event that triggered the ability
        self.player = -1
        #: the player to whom an instruction is being applied
        self.they = -1
        #: the path of the text itself
        self.path: Path = ()
        self.answers: tuple[Any, ...] = ()


def char_of(state: State, obj: int) -> Char:
    """What an object is like now; cards outside battlefield and stack as printed."""
    return char_on(state, state.board(), obj)


def char_on(state: State, board: Board, obj: int) -> Char:
    """What an object is like on a board, which may still be in the making."""
    found = board.chars.get(obj)
    if found is None:
        found = board.cards.get(obj)
    if found is None:
        found = Char(printed(state, obj), face_number(state, obj), obj, state.owner[obj])
        board.cards[obj] = found
    return found


def has_states(state: State, board: Board, obj: int, words: tuple[str, ...]) -> bool:
    """Whether an object is in all these states."""
    bits = state.status.get(obj, 0)
    for word in words:
        if word == "untapped":
            if bits & TAPPED:
                return False
        elif word in COMPUTED_STATES:
            if not in_computed_state(state, board, obj, word):
                return False
        elif word == "token":
            if not is_token(state, obj):
                return False
        elif not bits & STATUS_NAMES[word]:
            return False
    return True


def fits(state: State, board: Board, select: Select, obj: int, scope: Scope) -> bool:
    """Whether an object is one of those that a description means, apart from ``who``."""
    char = char_on(state, board, obj)
    if not qualities(char, select) and not fits_choice(state, char, select, scope):
        return False
    if select.controller and not is_whose(state, select.controller, char.controller, scope):
        return False
    if select.owner and not is_whose(state, select.owner, state.owner[obj], scope):
        return False
    if select.zone not in ("", ANYWHERE) and state.where[obj][0] != select.zone:
        return False
    if excepted(state, select, obj, scope):
        return False
    return is_so(state, board, select, obj, scope) and relates(state, board, select, obj, scope)


def is_so(state: State, board: Board, select: Select, obj: int, scope: Scope) -> bool:
    """Whether an object is in the states that a description asks for, equipped, attached."""
    if select.states and not has_states(state, board, obj, select.states):
        return False
    missing = select.not_states
    if missing and any(has_states(state, board, obj, (word,)) for word in missing):
        return False
    if select.equipped is not None and is_equipped(board, obj) != select.equipped:
        return False
    return not select.adjacent_to or is_on(state, board, obj, select.adjacent_to, scope)


def relates(state: State, board: Board, select: Select, obj: int, scope: Scope) -> bool:
    """Whether an object compares with others, and stands to them, as a description says."""
    char = char_on(state, board, obj)
    if select.at_most and not within(state, board, select, char, scope):
        return False
    if is_related(select) and not opposed(state, board, select, obj, scope):
        return False
    if select.than_self and not compared(state, board, select.than_self, char, scope):
        return False
    return not select.any_of or any(fits(state, board, s, obj, scope) for s in select.any_of)


def excepted(state: State, select: Select, obj: int, scope: Scope) -> bool:
    """Whether an object is the one that a description leaves out."""
    if select.except_self and obj == scope.source.id:
        return True
    return bool(select.except_who) and is_named(state, select.except_who, obj, scope)


def opposed(state: State, board: Board, select: Select, obj: int, scope: Scope) -> bool:
    """Whether an object blocks, is on, or has in common what a description says."""
    if select.on is not None:
        host = board.hosts.get(obj, GONE)
        if host not in board.chars or not fits(state, board, select.on, host, scope):
            return False
    called = {"self": [scope.source.id]}
    for who in (select.blocks, select.blocked_by):
        if who not in ("", "self"):
            refs = named_refs(state, Select(who=who), scope)
            called[who] = [ref.id for ref in refs if state.is_current(ref)]
    if select.shares:
        char, others = (
            char_on(state, board, obj),
            named_refs(state, Select(who=select.with_whom), scope),
        )
        if not any(in_common(select.shares, char, char_on(state, board, o.id)) for o in others):
            return False
    return related(state, select, obj, called)


def fits_choice(state: State, char: Char, select: Select, scope: Scope) -> bool:
    """Whether an object has the qualities that were chosen as the source entered, or for a text."""
    if not state.lists.get(CHOICES) and not scope.answers:
        return False
    filled = select_with(state, select, scope.source, scope.answers)
    return filled is not None and qualities(char, filled)


#: what counts the numbers in descriptions: the module of quantities puts itself here
COUNTING: list[Callable[[State, Board, Quantity, Scope], int]] = []


def within(state: State, board: Board, select: Select, char: Char, scope: Scope) -> bool:
    """Whether values of an object are at most what the text counts."""
    values = [(value_of(char, word), amount) for word, amount in select.at_most.items()]
    return all(v is not None and v <= COUNTING[0](state, board, n, scope) for v, n in values)


@rules("CR 608.2h")
def compared(state: State, board: Board, words: tuple[str, ...], char: Char, scope: Scope) -> bool:
    """Whether a value of an object is less or greater than that of the source of a text."""
    for word in words:
        what, _, how = word.rpartition(" ")
        value = value_of(char, what)
        own = source_value(state, board, scope.source, what)
        if value is not None and (value > own if how == "greater" else value < own):
            return True
    return False


def source_value(state: State, board: Board, source: Ref, word: str) -> int:
    """A value of the source of a text, now or as it last existed."""
    if state.is_current(source) and source.id in board.chars:
        return value_of(board.chars[source.id], word) or 0
    return last_value(state, source, word)


@rules("CR 301.5a")
def is_equipped(board: Board, obj: int) -> bool:
    """Whether an Equipment is attached to an object."""
    return any("Equipment" in board.chars[a].subtypes for a in board.attached.get(obj, ()))


@rules("CR 301.5", "CR 303.4b")
def is_on(state: State, board: Board, obj: int, word: str, scope: Scope) -> bool:
    """Whether an object is attached to what a text calls so: self, bearer, target, a player."""
    host = board.hosts.get(obj, GONE)
    if host < 0:
        named = any(ref.id == host for ref in scope.named.get(word, ()))
        return named or is_whose(state, word, -1 - host, scope)
    refs = named_refs(state, Select(who=word), scope)
    if any(ref.id == host and state.is_current(ref) for ref in refs):
        return host != GONE
    return any(obj in state.last[ref][10] for ref in refs if ref in state.last)


@rules("CR 301.5f", "CR 604.4", "CR 608.2h")
def bearer_of(state: State, scope: Scope) -> Ref | None:
    """What the source of a text is attached to, or was when the source or the bearer left."""
    if scope.bearer is not None:
        return scope.bearer
    known = scope.known_bearer
    if state.is_current(scope.source):
        host = state.host.get(scope.source.id, GONE)
        if host > 0:
            return state.ref(host)
        return None if known is None or state.is_current(known) else known
    last = state.last.get(scope.source)
    if last is not None and last[9] > 0:
        return Ref(last[9], last[11])
    return known


def meant(state: State, board: Board, select: Select, scope: Scope) -> list[int]:
    """The objects that a description means: by their part in the sentence, or all that fit."""
    who = select.who
    if who in ("", "each", "other", "not by"):
        pool = zone_pool(state, board, select, scope)
        chosen = [obj for obj in pool if fits(state, board, select, obj, scope)]
        if who == "not by":
            return [obj for obj in chosen if all(obj != r.id for r in scope.named.get("by", ()))]
        return [obj for obj in chosen if who != "other" or obj != scope.source.id]
    refs = named_refs(state, select, scope)
    bare = select.who == who and select == Select(who=who)
    return [
        ref.id
        for ref in refs
        if state.is_current(ref) and (bare or fits(state, board, select, ref.id, scope))
    ]


def named_refs(state: State, select: Select, scope: Scope) -> list[Ref]:
    """The objects behind "self", "bearer", "target", "it", or behind two such words."""
    if BOTH in select.who:
        words = select.who.split(BOTH)
        return [r for word in words for r in named_refs(state, Select(who=word), scope)]
    if select.who == "self":
        return [scope.source]
    if select.who == "bearer":
        bearer = bearer_of(state, scope)
        return [] if bearer is None else [bearer]
    return scope.named.get(select.who, [])


def is_named(state: State, word: str, obj: int, scope: Scope) -> bool:
    """Whether an object is what a word names in the sentence."""
    return any(ref.id == obj for ref in named_refs(state, Select(who=word), scope))


def zone_pool(state: State, board: Board, select: Select, scope: Scope) -> tuple[int, ...]:
    """Where a description looks: the battlefield, or the zone that it names."""
    if not select.zone or select.zone == "battlefield":
        return board.field
    if select.zone == ANYWHERE:
        return tuple(sorted(state.where))
    if select.zone in ("stack", "exile"):
        return state.zone(select.zone, -1)
    if select.owner == "you":
        return state.zone(select.zone, scope.you)
    return (*state.zone(select.zone, 0), *state.zone(select.zone, 1))
