"""What all the texts of a game together look at, and which changes they overlook (CR 613.1)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.cards.nodes import Select, ValueOf
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CONTROLLER,
    COUNTERS,
    HOST,
    LISTS,
    PLACE,
    STAMP,
    STATUS,
    WHERE,
)
from cardlaw.rulebooks.magic.board import STATUS_NAMES
from cardlaw.rulebooks.magic.clauses import ASIDE
from cardlaw.rulebooks.magic.counters import KEYWORD_COUNTERS, counter_sizes
from cardlaw.rulebooks.magic.face import Face, Path, Skill
from cardlaw.rulebooks.magic.keyword_faces import keyword_face
from cardlaw.rulebooks.magic.nodes import CostLess, Later
from cardlaw.rulebooks.magic.replacement_nodes import Would

#: where objects have characteristics that effects change
_COMPUTED = ("battlefield", "stack", "command")
#: the lists that something in play looks at
_SHAPING_LISTS = (
    "now",
    "copies",
    "bestowed",
    "choices",
    "extra phases",
    "spells cast",
    "enchants anew",
    "numbers",
    "monarch",
)


@rules("CR 107.4h")
def asks_for_snow(face: Face) -> bool:
    """Whether a cost on a face has snow symbols."""
    fields = (
        getattr(node, name, "")
        for node in face.compiled.nodes
        for name in ("pay", "cost", "unless")
    )
    return "{S}" in face.cost or any(isinstance(text, str) and "{S}" in text for text in fields)


class Texts:
    """What the texts of a game's faces together watch and read."""

    def __init__(self, faces: Sequence[Face]) -> None:
        #: the words of trigger conditions in any text
        self.words = frozenset(word for face in faces for word in face.compiled.words)
        #: those of them that delayed triggered abilities wait for
        self.delayed = frozenset(
            on.event
            for face in faces
            for node in face.compiled.nodes
            if isinstance(node, Later)
            for on in node.ability.on
        )
        #: whether any text looks at whose turn or which step it is
        self.timed = any(face.compiled.timed for face in faces)
        #: the bits of the table status that no continuous effect reads
        self.light = sum(STATUS_NAMES.values())
        for face in faces:
            for word in face.compiled.states:
                self.light &= ~STATUS_NAMES.get("tapped" if word == "untapped" else word, 0)
        #: what keywords mean: their triggered abilities with their paths, by the word
        self.spelt: dict[str, list[tuple[Skill, Path]]] = {}
        for number, face in enumerate(faces):
            if face.token and not face.types and keyword_face(face.name) == face:
                self.spelt[face.name] = [
                    (skill, (number, skill.number)) for skill in face.own_skills
                ]
        #: what the texts count within a turn
        self.counted = frozenset(word for face in faces for word in face.compiled.counted)
        #: whether a continuous effect reads counters
        self.counters = any(face.compiled.counters for face in faces)
        #: whether one reads zones besides battlefield and stack
        self.zones = any(face.compiled.zones for face in faces)
        #: the numbers of players that continuous effects read, in order
        self.numbers = tuple(sorted({word for face in faces for word in face.compiled.numbers}))
        #: the zones besides the battlefield in which triggered abilities work
        self.listens = frozenset(zone for face in faces for zone in face.compiled.listens)
        #: whether a text asks for the spells cast this turn
        self.recalls = any(_recalls(node) for face in faces for node in face.compiled.nodes)
        #: the zones from which texts let their own cards be cast or used
        self.elsewhere = frozenset(zone for face in faces for zone in face.compiled.elsewhere)
        #: whether a text lets cards be played that aren't in hand
        self.permits = any(face.compiled.permits for face in faces)
        #: whether a text gives mana that may be spent only on some things
        self.restricts = any(face.compiled.restricts for face in faces)
        #: whether a text asks what has come under somebody's control since the last turn
        self.newly = any(_asks_newly(node) for face in faces for node in face.compiled.nodes)
        #: the keywords by which cards are exiled from the hand for later
        self.asides = frozenset(
            skill.keyword for face in faces for skill in face.own_skills if skill.zone == ASIDE
        )
        #: the events that texts replace, besides damage, death and entering
        self.would = frozenset(
            node.event for face in faces for node in face.compiled.nodes if isinstance(node, Would)
        )
        #: whether a text of a card in a graveyard replaces draws
        self.dredges = any(
            isinstance(node, Would) and bool(node.zone)
            for face in faces
            for node in face.compiled.nodes
        )
        #: whether some card can be spliced onto spells
        self.splices = any(
            way.node.name == "splice" for face in faces for way in face.compiled.casting
        )
        #: whether some cost has snow symbols
        self.snow = any(asks_for_snow(face) for face in faces)


def _asks_newly(node: object) -> bool:
    return isinstance(node, Select) and "newly controlled" in node.states


def _recalls(node: object) -> bool:
    """Whether a node asks for the spells cast this turn."""
    if isinstance(node, ValueOf):
        return node.what == "spells cast before it"
    return isinstance(node, CostLess) and node.first


@rules("CR 613.1", "CR 613.7")
def is_light(state: State, table: int, key: object, old: object, new: object) -> bool:
    """Whether a change of a row leaves all characteristics as they were.

    So does what happens to cards outside battlefield and stack, and what no text looks at.
    """
    texts: Texts = state.texts
    if table == STATUS:
        before = old if isinstance(old, int) else 0
        now = new if isinstance(new, int) else 0
        return not (before ^ now) & ~texts.light
    if table == WHERE:
        return not texts.zones and not _is_computed(old) and not _is_computed(new)
    if table == LISTS:
        return _light_list(state, key, old, new)
    if table == COUNTERS and isinstance(key, tuple):
        shapes = key[1] in KEYWORD_COUNTERS or counter_sizes(key[1]) is not None
        if not texts.counters and not shapes:
            return True
        return not texts.zones and not _is_computed(state.where.get(key[0]))
    if table in (STAMP, CONTROLLER, HOST, PLACE) and isinstance(key, int):
        return not texts.zones and not _is_computed(state.where.get(key))
    return False


def _is_computed(zone: object) -> bool:
    return isinstance(zone, tuple) and zone[0] in _COMPUTED


def _light_list(state: State, key: object, old: object, new: object) -> bool:
    """Lists shape nothing, but for spells on the stack and the time where a text looks at it."""
    if key != "pile":
        return key not in _SHAPING_LISTS
    known = old if isinstance(old, tuple) else ()
    now = new if isinstance(new, tuple) else ()
    return all(item in known or state.pile[item].kind != "spell" for item in now)
