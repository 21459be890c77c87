"""What the lasting texts of a battle look at, and which changes they overlook (BE09 406, 407)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlaw.cards.nodes import Node, Select, Static, ValueOf, walk
from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import COUNTERS, DAMAGE, STATUS
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.words import CLOSED, EARLY, HIDDEN, MOVED, POISON, STATUS_NAMES

#: the values of a card that wounds, tokens or extra life decide
_OF_WOUNDS = frozenset(("life", "wounds"))
_OF_COUNTERS = frozenset(("life", "extra life", "tokens", MOVED, POISON))


class Texts:
    """What lasting modifications read of the cards, beside what they are and where they stand."""

    def __init__(self, faces: Sequence[BerserkFace]) -> None:
        #: the states that shape characteristics, as bits: a hidden card is unknown
        self.states = HIDDEN
        #: whether wounds, tokens and other counters shape any
        self.wounds = False
        self.counters = False
        #: the moments before the battle for which a card has an ability
        self.early = frozenset(m for face in faces for m in face.sheet.moments if m in EARLY)
        #: whether a card has stealth, so that any card may stay face down at the reveal
        self.stealth = any("stealth" in face.sheet.char.keywords for face in faces)
        for face in faces:
            for ability in face.abilities:
                for node in walk(ability):
                    if isinstance(node, Static):
                        for inner in walk(node):
                            self._note(inner)

    def _note(self, node: Node) -> None:
        if isinstance(node, Select):
            for word in (*node.states, *node.not_states):
                self._note_state(word)
            for word in (*node.values, *node.at_most):
                self._note_value(word)
            for quantity in node.at_most.values():
                for inner in walk(quantity):
                    self._note(inner)
        elif isinstance(node, ValueOf):
            self._note_value(node.what)

    def _note_state(self, word: str) -> None:
        if word == "wounded":
            self.wounds = True
        elif word in ("poisoned", MOVED):
            self.counters = True
        else:
            self.states |= CLOSED if word == "open" else STATUS_NAMES.get(word, 0)

    def _note_value(self, word: str) -> None:
        self.wounds = self.wounds or word in _OF_WOUNDS
        self.counters = self.counters or word in _OF_COUNTERS or word.endswith(" left")


@rules("BE09 406.1", "BE09 407.1")
def is_light(state: State, table: int, old: object, new: object) -> bool:
    """Whether a change of a row leaves all characteristics as they were."""
    texts: Texts = state.texts
    if table == STATUS:
        before = old if isinstance(old, int) else 0
        now = new if isinstance(new, int) else 0
        return not (before ^ now) & texts.states
    if table == DAMAGE:
        return not texts.wounds
    return table == COUNTERS and not texts.counters
