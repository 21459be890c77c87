"""Positions in words: zones, permanents with their states, the turn; and what is at fault."""

from __future__ import annotations

import re
from typing import Any

from cardlaw.kernel.because import SETUP
from cardlaw.kernel.law import Breach
from cardlaw.kernel.pile import PASSES, PRIORITY
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.setup import Doc, Fault, Field, Mark, Placement, Vocabulary, truth
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import (
    CONTROLLER,
    COUNTERS,
    DAMAGE,
    HOST,
    PLACE,
    POINTS,
    STATUS,
    TURN,
    USED,
    Zone,
)
from cardlaw.rulebooks.magic import modifiers
from cardlaw.rulebooks.magic.attach import may_attach
from cardlaw.rulebooks.magic.board import (
    ATTACKING,
    BLOCKED,
    BLOCKING,
    DEADLY,
    FIELD,
    PHASED,
    STATUS_NAMES,
)
from cardlaw.rulebooks.magic.face import Face
from cardlaw.rulebooks.magic.face_down import FACES, set_down
from cardlaw.rulebooks.magic.instructions import DOWN_FACES
from cardlaw.rulebooks.magic.library import with_tokens
from cardlaw.rulebooks.magic.mana import TYPES, parse_mana
from cardlaw.rulebooks.magic.relations import COMMANDERS
from cardlaw.rulebooks.magic.steps import (
    ATTACKERS,
    BEGIN,
    BLOCKERS,
    CLEANUP,
    COMBAT_BEGINS,
    COMBAT_ENDS,
    FIRST_DAMAGE,
    STEPS,
    UNTAP,
)
from cardlaw.rulebooks.magic.steps import (
    DAMAGE as DAMAGE_STEP,
)
from cardlaw.rulebooks.magic.steps import PRIORITY as PRIORITY_STAGE

ZONES = ("battlefield", "hand", "library", "graveyard", "exile")
ALIASES = {"main": "precombat main", "combat": "beginning of combat", "end step": "end"}
GAME_WORDS = ("turn", "active", "step", "priority", "passed", "begun", "lands played")
PLAYER_WORDS = ("life", "poison", "experience", "energy", "mana")
PERMANENT_WORDS = (
    *STATUS_NAMES,
    "counters",
    "damage",
    "controller",
    "owner",
    "phased out",
    "blocking",
    "until end of turn",
    "loyalty used",
    "commander",
)
#: the words of states that say more than yes or no
TOLD_MORE = ("attacking", "blocking", "face down")
CARD_WORDS = ("owner", "known to", "commander")
VOCABULARY = Vocabulary(
    ZONES,
    tuple(dict.fromkeys((*PERMANENT_WORDS, *CARD_WORDS))),
    PLAYER_WORDS,
    (*GAME_WORDS, "pile"),
)


class Setting:
    """One position being set up; faults are collected, not raised one by one."""

    def __init__(self, book: Rulebook, doc: Doc, faces: tuple[Face, ...], options: dict[str, str]):
        self.doc = doc
        self.faults: list[Fault] = []
        self.modified: list[tuple[int, str, Placement]] = []
        extra, self.numbers = modifiers.face_of(self._all_modifiers(doc), self._bad_modifier)
        self.extra = len(faces)
        if extra is not None:
            faces = with_tokens((*faces, extra))
        if any("face down" in placement.fields for placement in _all_of(doc)):
            faces = with_tokens((*faces, *(f for f in FACES.values() if f not in faces)))
        self.state = State(book, faces, options)
        self.blocks: list[tuple[int, str, Placement]] = []

    # -- faults ----------------------------------------------------------------------------------

    def fault(self, code: str, text: str, mark: Mark | None, remedy: str = "") -> None:
        self.faults.append(Fault(code, text, mark, remedy))

    def _all_modifiers(self, doc: Doc) -> list[tuple[str, Placement]]:
        found: list[tuple[str, Placement]] = []
        for placement in _all_of(doc):
            words = placement.fields.get("until end of turn", [])
            found.extend((str(word), placement) for word in as_list(words))
        return found

    def _bad_modifier(self, word: str, placement: Placement) -> None:
        self.fault(
            "unknown-modifier",
            f"'{word}' on {placement.name} is no change that lasts until end of turn.",
            placement.mark,
            "Write it as +2/+0, base 1/1, gains flying, becomes a 2/2 creature.",
        )

    def number(self, word: Field, what: str, mark: Mark | None, least: int = 0) -> int:
        if not re.fullmatch(r"[+-]?\d{1,6}", str(word).strip()):
            self.fault("no-number", f"{what} is {word!r}, which is no number.", mark)
            return least
        value = int(str(word))
        if value < least:
            self.fault("too-small", f"{what} is {value}, but can't be less than {least}.", mark)
            return least
        return value

    def player(self, word: Field, what: str, mark: Mark | None) -> int:
        if str(word).strip() not in ("A", "B"):
            self.fault("no-player", f"{what} is {word!r}, but must be A or B.", mark)
            return 0
        return 0 if str(word).strip() == "A" else 1

    def yes(self, word: Field, what: str, mark: Mark | None) -> bool:
        try:
            return truth(word)
        except ValueError:
            self.fault("no-truth", f"{what} is {word!r}, but must be yes or no.", mark)
            return False

    # -- the turn --------------------------------------------------------------------------------

    def turn(self) -> None:
        state, words, marks = self.state, self.doc.turn, self.doc.marks
        for word in words:
            if word not in GAME_WORDS:
                known = ", ".join((*GAME_WORDS, "pile"))
                self.fault(
                    "unknown-word",
                    f"'{word}' is no word of a position.",
                    marks.get(word),
                    f"Known are {known}.",
                )
        number = self.number(words.get("turn", "3"), "the turn", marks.get("turn"), 1)
        active = self.player(words.get("active", "A"), "active", marks.get("active"))
        step = self.step(str(words.get("step", "precombat main")))
        state.put(TURN, "number", number)
        state.put(TURN, "active", active)
        state.put(TURN, "step", step)
        played = self.number(
            words.get("lands played", "0"), "lands played", marks.get("lands played")
        )
        state.put(TURN, "lands", played or None)

    def step(self, word: str) -> int:
        name = ALIASES.get(word, word)
        if name not in STEPS:
            self.fault(
                "unknown-step",
                f"'{word}' is no step or phase.",
                self.doc.marks.get("step"),
                f"Steps are {', '.join(STEPS)}.",
            )
            return STEPS.index("precombat main")
        return STEPS.index(name)

    def stage(self) -> None:
        """Whether the step's own actions are done, and who has priority."""
        state, words, marks = self.state, self.doc.turn, self.doc.marks
        step = state.turn["step"]
        pending = step in (UNTAP, CLEANUP, FIRST_DAMAGE, DAMAGE_STEP)
        pending = pending or step == ATTACKERS and not state.lists.get("attackers")
        pending = pending or step == BLOCKERS and not state.lists.get("blockers")
        if "begun" in words:
            pending = not self.yes(words["begun"], "begun", marks.get("begun"))
        state.put(TURN, "stage", BEGIN if pending else PRIORITY_STAGE)
        holder = state.turn["active"]
        if "priority" in words:
            holder = self.player(words["priority"], "priority", marks.get("priority"))
        passed = as_list(words.get("passed", []))
        for who in passed:
            if self.player(who, "passed", marks.get("passed")) == holder:
                self.fault(
                    "passed-and-priority",
                    f"{'AB'[holder]} has passed, and yet has priority.",
                    marks.get("passed"),
                    "Give priority to the other player.",
                )
        if not pending:
            state.put(TURN, PRIORITY, holder + 1)
            state.put(TURN, PASSES, len(passed) or None)

    def players(self) -> None:
        for player, words in enumerate(self.doc.players):
            name = "AB"[player]
            self.state.put(POINTS, (player, "life"), 20)
            for word, value in words.items():
                mark = self.doc.marks.get(f"{name}.{word}")
                if word == "mana":
                    self.mana(player, str(value), mark)
                elif word in PLAYER_WORDS:
                    least = -999 if word == "life" else 0
                    number = self.number(value, f"{name}'s {word}", mark, least)
                    self.state.put(POINTS, (player, word), number)
                elif word in ZONES and not value:
                    continue
                else:
                    known = ", ".join((*PLAYER_WORDS, *ZONES))
                    self.fault(
                        "unknown-player-word",
                        f"'{word}' is no word of a player.",
                        mark,
                        f"Known are {known}.",
                    )

    def mana(self, player: int, text: str, mark: Mark | None) -> None:
        if not re.fullmatch(r"(\{[WUBRGC]\})*", text.strip()):
            self.fault("no-mana", f"'{text}' is no mana in a pool.", mark, "Write it as {G}{G}{C}.")
            return
        for symbol, number in zip(TYPES, parse_mana(text).typed, strict=True):
            if number:
                self.state.put(POINTS, (player, symbol), number)

    # -- cards -----------------------------------------------------------------------------------

    def place_all(self) -> None:
        for placement in self.doc.placements:
            self.place(placement, None)

    def place(self, placement: Placement, host: int | None) -> None:
        face: Face = self.state.faces[placement.face]
        zone = self.zone(placement, face)
        known = PERMANENT_WORDS if zone == FIELD else CARD_WORDS
        for word in placement.fields:
            if word not in known:
                self.fault(
                    "unknown-field",
                    f"'{word}' is no field of {placement.name} in the {placement.zone}.",
                    placement.mark,
                    f"Known are as, attached, {', '.join(known)}.",
                )
        owner = max(placement.player, 0)
        if "owner" in placement.fields:
            owner = self.player(placement.fields["owner"], "owner", placement.mark)
        at = zone if zone[1] < 0 else (zone[0], owner)
        obj = self.state.create(placement.face, owner, at)
        self.doc.objects[placement] = obj
        if "commander" in placement.fields and self.yes(
            placement.fields["commander"], "commander", placement.mark
        ):
            self.state.set_list(COMMANDERS, (*self.state.lists.get(COMMANDERS, ()), obj))
        if zone == FIELD:
            self.permanent(placement, face, obj, host)
        elif placement.attached:
            self.fault(
                "attached-elsewhere",
                f"Nothing is attached to {placement.name} in the {placement.zone}.",
                placement.mark,
                "Only permanents bear something.",
            )
        for who in as_list(placement.fields.get("known to", [])):
            player = self.player(who, "known to", placement.mark)
            self.state.reveal(obj, 1 << player)
        for other in placement.attached:
            self.place(other, obj)

    def zone(self, placement: Placement, face: Face) -> Zone:
        name = placement.zone
        if name not in ZONES:
            self.fault(
                "unknown-zone",
                f"'{name}' is no zone.",
                placement.mark,
                f"Zones are {', '.join(ZONES)}.",
            )
            return ("graveyard", max(placement.player, 0))
        if name == "battlefield":
            if not face.is_permanent and "face down" not in placement.fields:
                self.fault(
                    "no-permanent",
                    f"{placement.name} is an instant or sorcery and can't be on the battlefield.",
                    placement.mark,
                )
            if placement.player < 0:
                self.fault(
                    "whose-permanent",
                    f"{placement.name} stands under no player.",
                    placement.mark,
                    "List it under A or B.",
                )
            return FIELD
        if face.token:
            self.fault(
                "token-elsewhere",
                f"{placement.name} is a token and can only be on the battlefield.",
                placement.mark,
            )
        return (name, -1) if name == "exile" else (name, max(placement.player, 0))

    def permanent(self, placement: Placement, face: Face, obj: int, host: int | None) -> None:
        state, fields, mark = self.state, placement.fields, placement.mark
        controller = max(placement.player, 0)
        if "controller" in fields:
            controller = self.player(fields["controller"], "controller", mark)
        state.put(CONTROLLER, obj, controller)
        state.put(PLACE, obj, (controller,) if controller != state.owner[obj] else None)
        bits = 0
        for word, bit in STATUS_NAMES.items():
            if word in fields and word not in TOLD_MORE:
                bits |= bit if self.yes(fields[word], word, mark) else 0
        state.put(STATUS, obj, bits or None)
        if bits & DEADLY:
            state.put(TURN, "deadly", 1)
        if "face down" in fields:
            self.face_down(placement, obj, controller)
        self.numbers_of(placement, face, obj)
        if host is not None:
            state.put(HOST, obj, host)
        if "loyalty used" in fields and self.yes(fields["loyalty used"], "loyalty used", mark):
            state.put(USED, ("loyalty", obj), 1)
        if "attacking" in fields:
            self.attacker(placement, obj, controller)
        if "blocking" in fields:
            self.blocks.append((obj, str(fields["blocking"]), placement))
        for word in as_list(fields.get("until end of turn", [])):
            self.modified.append((obj, str(word), placement))

    def face_down(self, placement: Placement, obj: int, controller: int) -> None:
        how = str(placement.fields["face down"]).strip()
        if how not in DOWN_FACES:
            self.fault(
                "unknown-way-face-down",
                f"'{how}' says nothing of how {placement.name} came to be face down.",
                placement.mark,
                f"Known are {', '.join(DOWN_FACES)}.",
            )
            return
        set_down(self.state, obj, how, controller)

    def numbers_of(self, placement: Placement, face: Face, obj: int) -> None:
        state, fields, mark = self.state, placement.fields, placement.mark
        damage = self.number(fields.get("damage", "0"), "damage", mark)
        state.put(DAMAGE, obj, damage or None)
        counters = fields.get("counters", {})
        if not isinstance(counters, dict):
            self.fault(
                "no-counters",
                f"The counters of {placement.name} are no mapping.",
                mark,
                "Write counters: {+1/+1: 2}.",
            )
            counters = {}
        if face.loyalty and "loyalty" not in counters:
            state.put(COUNTERS, (obj, "loyalty"), face.loyalty)
        for kind, value in counters.items():
            number = self.number(value, f"the number of {kind} counters", mark)
            state.put(COUNTERS, (obj, str(kind)), number or None)

    def attacker(self, placement: Placement, obj: int, controller: int) -> None:
        state = self.state
        if not self.yes(placement.fields["attacking"], "attacking", placement.mark):
            return
        if not COMBAT_BEGINS < state.turn["step"] <= COMBAT_ENDS:
            self.fault(
                "attacking-outside-combat",
                f"{placement.name} can't be attacking in this step.",
                placement.mark,
                "Choose a step of combat.",
            )
        if controller != state.turn["active"]:
            self.fault(
                "attacker-not-active",
                f"{placement.name} attacks in another player's turn.",
                placement.mark,
            )
        state.put(STATUS, obj, state.status.get(obj, 0) | ATTACKING)
        pairs = (*state.lists.get("attackers", ()), (obj, controller - 2))
        state.set_list("attackers", pairs)

    # -- what needs all objects ------------------------------------------------------------------

    def finish(self) -> None:
        for obj, word, placement in self.blocks:
            self.block(obj, word, placement)
        for number, (obj, word, _) in enumerate(self.modified):
            if number in self.numbers:
                modifiers.begin(self.state, obj, (self.extra, self.numbers[number]), word)
        for placement, obj in list(self.doc.objects.items()):
            if placement.fields.get("phased out"):
                self.phase(placement, obj)
        if not self.faults:
            self.attachments()

    def block(self, obj: int, word: str, placement: Placement) -> None:
        state = self.state
        named = [
            other
            for p, other in self.doc.objects.items()
            if word in (p.label, p.name) and state.status.get(other, 0) & ATTACKING
        ]
        if not named:
            self.fault(
                "blocks-nobody",
                f"{placement.name} blocks '{word}', which is no attacker.",
                placement.mark,
            )
            return
        state.put(STATUS, obj, state.status.get(obj, 0) | BLOCKING)
        state.put(STATUS, named[0], state.status.get(named[0], 0) | BLOCKED)
        state.set_list("blockers", (*state.lists.get("blockers", ()), (obj, named[0])))

    def phase(self, placement: Placement, obj: int) -> None:
        state = self.state
        if not self.yes(placement.fields["phased out"], "phased out", placement.mark):
            return
        host = state.host.get(obj)
        along = host is not None and state.where[host] == PHASED
        state.put(USED, ("phased", obj), 3 if along else state.controller[obj] + 1)
        state.shift(obj, PHASED)
        for other in sorted(o for o, h in state.host.items() if h == obj):
            if state.where[other] == FIELD:
                state.put(USED, ("phased", other), 3)
                state.shift(other, PHASED)

    def attachments(self) -> None:
        state = self.state
        marks = {obj: placement for placement, obj in self.doc.objects.items()}
        for obj, host in sorted(state.host.items()):
            if state.where[obj] != FIELD:
                continue
            for breach in may_attach(state, obj, host):
                if isinstance(breach, Breach):
                    self.fault(
                        f"attached-{breach.code}",
                        f"{marks[obj].name} can't be attached to {marks[host].name} "
                        f"({breach.code}, {breach.rule}).",
                        marks[obj].mark,
                        "Attach it to something that it can be attached to.",
                    )


def _all_of(doc: Doc) -> list[Placement]:
    """Everything that a position names, each thing before what it bears."""
    found: list[Placement] = []
    queue = list(doc.placements)
    while queue:
        found.append(queue.pop(0))
        queue[:0] = found[-1].attached
    return found


def as_list(value: Field) -> list[Any]:
    """A list, or one word as a list."""
    return list(value) if isinstance(value, list | tuple) else [value]


def set_up(book: Rulebook, doc: Doc, faces: tuple[Face, ...], options: dict[str, str]) -> State:
    """A state from a position in words. Raises Fault with all others in ``more``."""
    setting = Setting(book, doc, faces, options)
    setting.state.event(SETUP, "CR 103.1", ())
    setting.turn()
    setting.players()
    setting.place_all()
    setting.finish()
    setting.stage()
    if setting.faults:
        first = setting.faults[0]
        first.more = setting.faults[1:]
        raise first
    return setting.state
