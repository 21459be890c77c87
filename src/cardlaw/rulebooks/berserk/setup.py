"""Positions in words: zones, cells, states, effects, and what a position may not be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cardlaw.kernel.because import SETUP
from cardlaw.kernel.pile import PASSES, PRIORITY
from cardlaw.kernel.setup import Doc, Fault, Mark, Placement, Vocabulary, player_of, truth
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CONTROLLER,
    COUNTERS,
    DAMAGE,
    EFFECTS,
    HOST,
    PLACE,
    POINTS,
    TURN,
    USED,
    Effect,
)
from cardlaw.rulebooks.berserk.checks import check_position
from cardlaw.rulebooks.berserk.faces import BerserkFace
from cardlaw.rulebooks.berserk.field import CELLS
from cardlaw.rulebooks.berserk.happen import set_bits
from cardlaw.rulebooks.berserk.nodes import Playable
from cardlaw.rulebooks.berserk.squad import starting_crystals
from cardlaw.rulebooks.berserk.stack import WITH_DICE
from cardlaw.rulebooks.berserk.told import KEYWORDS
from cardlaw.rulebooks.berserk.words import (
    ADDITIONAL,
    AIMED,
    AIMING,
    AUXILIARY,
    AWAKE,
    BATTLE,
    CLOSED,
    DECIDED,
    EXTRA,
    FIELD,
    FLIGHT,
    FLYER,
    HIDDEN,
    INCARNATED,
    MAIN,
    MOVED,
    POISON,
    REVEALING,
    SECOND_TERRAIN,
    STARTING,
    STEPS,
    STUNNED,
    SYMBIOTE,
    TOKEN,
    ZONES,
)

SHARED = frozenset((FIELD, ADDITIONAL, AUXILIARY))
BITS = {
    "closed": CLOSED,
    "hidden": HIDDEN,
    "aiming": AIMING,
    "aimed": AIMED,
    "awake": AWAKE,
    "stunned": STUNNED,
    "incarnated": INCARNATED,
    "decided": DECIDED,
}
#: numbers that a temporary effect may change, besides those of keywords
NUMBERS = ("strike", "movement", "life", "cost", "most tokens", "strikes reduced", "horde")
COUNTS = {"tokens": TOKEN, "poison": POISON, "extra life": EXTRA, "moved": MOVED}
DURATIONS = {
    "until end of turn": "end {turn}",
    "until end of next turn": "end {next}",
    "until start of next turn": "start {next}",
    "until end of battle": "",
}
TURN_WORDS = frozenset(("turn", "step", "active", "first", "priority", "passed", "stage"))
CARD_WORDS = frozenset(("cell", "wounds", "controller", "owner", "used", "armor used", "known to"))

VOCABULARY = Vocabulary(
    tuple(ZONES),
    (*sorted(CARD_WORDS), *BITS, *COUNTS, *DURATIONS),
    ("gold", "silver", SECOND_TERRAIN),
    (*sorted(TURN_WORDS), "pile"),
)

_VALUE = re.compile(r"^([+-]\d+) ([a-z ]+)$")
_SET = re.compile(r"^([a-z ]+) (\d+)$")


class Faults:
    """Collects the faults of a position; the first is raised with the others in ``more``."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, code: str, text: str, mark: Mark | None = None, remedy: str = "") -> None:
        """Note a fault."""
        self.found.append(Fault(code, text, mark, remedy))

    def raise_any(self) -> None:
        """Raise the first fault, if there is one."""
        if self.found:
            first = self.found[0]
            first.more = self.found[1:]
            raise first


class Setup:
    """Reads one position."""

    def __init__(
        self, state: State, doc: Doc, faces: tuple[BerserkFace, ...], faults: Faults
    ) -> None:
        self.state = state
        self.doc = doc
        self.faces = faces
        self.faults = faults

    def number(self, word: Any, what: str, mark: Mark | None, most: int = 10_000) -> int:
        """A number of a position; 0 and a fault when it is none."""
        try:
            value = int(word)
        except (TypeError, ValueError):
            self.faults.add("not-a-number", f"{what} must be a number, not {word!r}.", mark)
            return 0
        if not 0 <= value <= most:
            code = "negative" if value < 0 else "too-large"
            text = f"{what} must be from 0 to {most}, not {value}."
            self.faults.add(code, text, mark)
            return 0
        return value

    def player(self, word: Any, what: str, mark: Mark | None) -> int:
        """A player of a position."""
        try:
            return player_of(str(word))
        except KeyError:
            self.faults.add("unknown-player", f"{what} must be A or B, not {word!r}.", mark)
            return 0

    def yes(self, word: Any, what: str, mark: Mark | None) -> bool:
        """A truth value of a position."""
        try:
            return truth(word)
        except ValueError:
            self.faults.add("not-yes-or-no", f"{what} must be yes or no, not {word!r}.", mark)
            return False

    # -- the turn --------------------------------------------------------------------------------

    def read_turn(self) -> None:
        """Step, turn, players' words and priority."""
        doc, state = self.doc, self.state
        for word in doc.turn:
            if word not in TURN_WORDS:
                known = ", ".join(sorted(TURN_WORDS))
                text = f"A position of Berserk has no word {word!r}; known are {known}."
                self.faults.add("unknown-word", text, doc.marks.get(word))
        step = self._word("step", STEPS, MAIN)
        active = self.player(doc.turn.get("active", "A"), "active", doc.marks.get("active"))
        first = self.player(doc.turn.get("first", "A"), "first", doc.marks.get("first"))
        state.put(TURN, "step", step)
        state.put(TURN, "active", active)
        state.put(TURN, "first", first)
        default = 3 if active == first else 4
        turn = self.number(doc.turn.get("turn", default), "turn", doc.marks.get("turn"))
        if step >= STARTING:
            state.put(TURN, "turn", turn)
            self._priority(active)
        elif step < REVEALING:
            state.put(TURN, "chooser", active + 1)
        if "stage" in doc.turn:
            state.put(TURN, "stage", self._word("stage", WITH_DICE, 0) + 1)

    def _word(self, key: str, words: tuple[str, ...], default: int) -> int:
        word = self.doc.turn.get(key)
        if word is None:
            return default
        if word not in words:
            known = ", ".join(words)
            text = f"Berserk has no {key} {word!r}; known are {known}."
            self.faults.add(f"unknown-{key}", text, self.doc.marks.get(key))
            return default
        return words.index(word)

    def _priority(self, active: int) -> None:
        doc, state = self.doc, self.state
        passed = doc.turn.get("passed", [])
        passed = passed if isinstance(passed, list) else [passed]
        who = [self.player(word, "passed", doc.marks.get("passed")) for word in passed]
        if len(set(who)) > 1:
            text = "Both players cannot have passed: then the step would be over."
            self.faults.add("all-passed", text, doc.marks.get("passed"))
        holder = doc.turn.get("priority")
        player = (
            active if holder is None else self.player(holder, "priority", doc.marks.get("priority"))
        )
        if holder is None and who:
            player = 1 - who[0]
        if player in who:
            text = "The player who has priority cannot have passed."
            self.faults.add("passed-and-priority", text, doc.marks.get("priority"))
        state.put(TURN, PRIORITY, player + 1)
        state.put(TURN, PASSES, len(who) or None)

    def read_players(self) -> None:
        """Crystals and the permission for a second terrain."""
        state = self.state
        first = state.turn.get("first", 0)
        for player, words in enumerate(self.doc.players):
            gold, silver = starting_crystals(state.options, second=player != first)
            name = "AB"[player]
            for word, value in words.items():
                mark = self.doc.marks.get(f"{name}.{word}")
                if word == "gold":
                    gold = self.number(value, "gold", mark)
                elif word == "silver":
                    silver = self.number(value, "silver", mark)
                elif word == SECOND_TERRAIN:
                    if self.yes(value, word, mark):
                        state.put(POINTS, (player, SECOND_TERRAIN), 1)
                else:
                    text = f"A player of Berserk has no {word!r}; known are gold, silver, "
                    self.faults.add("unknown-field", text + f"{SECOND_TERRAIN} and zones.", mark)
            if state.turn.get("step", 0) < STARTING:
                state.put(POINTS, (player, "gold"), gold or None)
                state.put(POINTS, (player, "silver"), silver or None)

    # -- cards -------------------------------------------------------------------------------------

    def read_cards(self) -> None:
        """Every card in its zone, and what it bears."""
        for placement in self.doc.placements:
            obj = self.read_card(placement, -1)
            if obj is not None:
                for worn in placement.attached:
                    self.read_card(worn, obj)

    def read_card(self, placement: Placement, host: int) -> int | None:
        """One card; None when its zone is unknown."""
        if placement.zone not in ZONES:
            text = f"Berserk has no zone {placement.zone!r}; known are {', '.join(ZONES)}."
            self.faults.add("unknown-zone", text, placement.mark)
            return None
        if placement.player < 0:
            text = f"The zone {placement.zone!r} belongs under a player, A or B."
            self.faults.add("zone-without-player", text, placement.mark)
            return None
        state = self.state
        owner = placement.player
        if "owner" in placement.fields:
            owner = self.player(placement.fields["owner"], "owner", placement.mark)
        shared = placement.zone in SHARED
        zone = (placement.zone, -1 if shared else owner)
        obj = state.create(placement.face, owner, zone)
        self.doc.objects[placement] = obj
        state.put(CONTROLLER, obj, placement.player if shared else owner)
        if host >= 0:
            state.put(HOST, obj, host)
        if placement.attached and placement.zone != FIELD:
            text = f"{placement.name} is not on the field and bears nothing."
            self.faults.add("bears-outside-the-field", text, placement.mark)
        self.read_fields(placement, obj)
        if (zone in BATTLE and not state.status.get(obj, 0) & HIDDEN) or not shared:
            if shared:
                state.reveal(obj)
        else:
            state.reveal(obj, 1 << state.controller[obj])
        return obj

    def read_fields(self, placement: Placement, obj: int) -> None:
        """The fields of a card."""
        state, mark = self.state, placement.mark
        for word, value in placement.fields.items():
            what = f"{word} of {placement.name}"
            if word in BITS:
                if self.yes(value, what, mark):
                    set_bits(state, obj, BITS[word])
            elif word in COUNTS:
                state.put(COUNTERS, (obj, COUNTS[word]), self.number(value, what, mark) or None)
            elif word in DURATIONS:
                self._effects(placement, obj, value, DURATIONS[word])
            elif word in CARD_WORDS:
                self._own_word(placement, obj, word, value)
            else:
                self._unknown_field(word, mark)
        revealing = state.turn.get("step", 0) == REVEALING
        on_its_own = state.where[obj][0] == FIELD and obj not in state.host
        turned = placement.attached or placement.fields.get("hidden") == "no"
        if revealing and on_its_own and not turned:
            set_bits(state, obj, HIDDEN)

    def _own_word(self, placement: Placement, obj: int, word: str, value: Any) -> None:
        state, mark = self.state, placement.mark
        what = f"{word} of {placement.name}"
        if word == "cell":
            self._cell(placement, obj, str(value))
        elif word == "wounds":
            state.put(DAMAGE, obj, self.number(value, what, mark) or None)
        elif word == "controller":
            state.put(CONTROLLER, obj, self.player(value, what, mark))
        elif word == "used":
            self._used(placement, obj, value)
        elif word == "armor used":
            state.put(USED, ("armor", obj), self.number(value, what, mark) or None)
        elif word == "known to":
            state.reveal(obj, 1 << self.player(value, what, mark))

    def _unknown_field(self, word: str, mark: Mark) -> None:
        known = ", ".join(sorted({*CARD_WORDS, *BITS, *COUNTS, *DURATIONS}))
        text = f"A card of Berserk has no {word!r}; known are {known}."
        self.faults.add("unknown-field", text, mark)

    def _cell(self, placement: Placement, obj: int, cell: str) -> None:
        cell = cell.upper().replace("’", "'").replace("′", "'")
        if cell not in CELLS:
            text = f"The field has no cell {cell!r}; its cells go from A1 to E3 and A1' to E3'."
            self.faults.add("unknown-cell", text, placement.mark)
        elif placement.zone != FIELD:
            text = f"{placement.name} is in the {placement.zone} and stands on no cell."
            self.faults.add("cell-outside-the-field", text, placement.mark)
        elif obj in self.state.host:
            text = f"{placement.name} stands on the cell of its bearer; it has none of its own."
            self.faults.add("cell-of-its-own", text, placement.mark)
        else:
            here = sum(place[0] == cell for place in self.state.place.values())
            self.state.put(PLACE, obj, (cell, here) if here else (cell,))

    def _effects(self, placement: Placement, obj: int, value: Any, until: str) -> None:
        state = self.state
        turn = state.turn.get("turn", 1)
        end = until.format(turn=turn, next=turn + 1)
        for text in value if isinstance(value, list) else [value]:
            row = read_modifier(str(text))
            if row is None or not self._is_known(row):
                known = "+2 strike, armor 2, flight, incorporeal, no class, class Orc"
                sentence = f"{text!r} is no temporary effect; write for example {known}."
                self.faults.add("unknown-effect", sentence, placement.mark)
                continue
            effect = Effect(
                (), obj, state.controller[obj], (state.ref(obj),), end, state.tick(), -1, (row,)
            )
            state.put(EFFECTS, state.number(), effect)

    def _is_known(self, row: tuple[Any, ...]) -> bool:
        """Whether the words of a temporary effect mean something in this game."""
        named = row[1] if row[0] in ("gain", "lose") else (row[1],)
        if row[0] == "forbid":
            return True
        printed = {word for face in self.faces for word in face.sheet.char.keywords}
        known = {*KEYWORDS, *printed, *NUMBERS, FLIGHT, FLYER, SYMBIOTE}
        return all(word in known or word.startswith("protection from ") for word in named)

    def _used(self, placement: Placement, obj: int, value: Any) -> None:
        state = self.state
        names = value if isinstance(value, list) else [value]
        abilities = self.faces[placement.face].sheet.abilities
        for name in names:
            numbers = [
                n for n, a in enumerate(abilities) if isinstance(a, Playable) and a.name == name
            ]
            if not numbers:
                text = f"{placement.name} has no ability {name!r}."
                self.faults.add("unknown-ability", text, placement.mark)
                continue
            key = ("ability", obj, state.born.get(obj, 0), (state.card[obj], numbers[0]))
            state.add_to(USED, key, 1)


def read_modifier(text: str) -> tuple[Any, ...] | None:
    """A temporary effect in words as a plain row, or None."""
    text = text.strip()
    lower = text.lower()
    if lower == "no class":
        return ("lose", (), (), True, False)
    if lower == "no abilities":
        return ("lose", (), (), False, True)
    if lower.startswith("class "):
        return ("gain", (), (text[6:].strip(),), ())
    if lower.startswith("loses "):
        return ("lose", (lower[6:],), (), False, False)
    if lower.startswith("cannot "):
        return ("forbid", lower[7:])
    found = _VALUE.match(lower)
    if found:
        return ("get", found[2], int(found[1]))
    found = _SET.match(lower)
    if found:
        return ("keyword", found[1], int(found[2]))
    if re.fullmatch(r"[a-z ]+", lower):
        return ("gain", (lower,), (), ())
    return None


def setup(new_state: Callable[[], State], doc: Doc, faces: tuple[BerserkFace, ...]) -> State:
    """A state from a position in words. Raises Fault with all that the game forbids in ``more``."""
    state = new_state()
    faults = Faults()
    state.event(SETUP, "BE09 301.1", ())
    reading = Setup(state, doc, faces, faults)
    reading.read_turn()
    reading.read_players()
    reading.read_cards()
    check_position(state, doc, faults.add)
    faults.raise_any()
    return state
