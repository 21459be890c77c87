"""The turn of a position in words (4, 6), and the state that the whole position makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlaw.kernel import pile
from cardlaw.kernel.because import SETUP
from cardlaw.kernel.setup import Doc, Field, Mark, Vocabulary
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import POINTS, TURN
from cardlaw.rulebooks.vs import words
from cardlaw.rulebooks.vs.events import set_status
from cardlaw.rulebooks.vs.placing import FIELDS, ZONES, Setting, items
from cardlaw.rulebooks.vs.watching import note_watched
from cardlaw.rulebooks.vs.words import ROWS, STEPS

if TYPE_CHECKING:
    from cardlaw.kernel.rulebook import Rulebook

_TURN_WORDS = (
    "turn", "active", "step", "primary", "priority", "passed", "begins", "attack", "struck"
)  # fmt: skip
_PLAYER_WORDS = (words.ENDURANCE, words.POINTS, "recruited")
VOCABULARY = Vocabulary((*ROWS, *ZONES), FIELDS, _PLAYER_WORDS, (*_TURN_WORDS, "pile"))
#: the word for a game that has not begun
START = "start"
#: words whose lists hold no cards that lie in a zone
LIST_WORDS = frozenset(("passed", "recruited"))


class WholeSetting(Setting):
    """A position with its turn and its players."""

    def the_turn(self) -> None:
        state, turn = self.state, self.doc.turn
        marks = self.doc.marks
        for word in turn:
            if word not in _TURN_WORDS:
                text = f"The position has the word {word!r}, which this game does not know."
                self.fault(
                    "unknown-word",
                    text,
                    marks.get(word),
                    f"The words are {', '.join(_TURN_WORDS)}.",
                )
        first = self.player(turn.get("active", "A"), "The active player", marks.get("active"))
        step = str(turn.get("step", "recruit"))
        if step == START:
            return
        if step not in STEPS:
            text = f"There is no step {step!r} in this game."
            steps = (START, *STEPS)
            self.fault(
                "unknown-step", text, marks.get("step"), f"The steps are {', '.join(steps)}."
            )
            step = "recruit"
        primary = first
        if "primary" in turn:
            primary = self.player(turn["primary"], "The primary player", marks.get("primary"))
        if primary != first and step in ("draw", "recovery"):
            text = f"In the {step} step the player with the initiative is the primary player."
            self.fault("wrong-primary", text, marks.get("primary"), "Leave the word out.")
        number = self.number(turn.get("turn", "1"), "The turn", marks.get("turn"), 1)
        state.put(TURN, "turn", number)
        state.put(TURN, "initiative", first)
        state.put(TURN, "primary", primary)
        state.put(TURN, "step", STEPS[step])
        begins = "begins" in turn and self.truth(turn["begins"], "begins", marks.get("begins"))
        if begins or step == "resource":
            state.put(TURN, "begin", 1)
        else:
            self.priority(primary)
        self.attack(primary)

    def priority(self, primary: int) -> None:
        turn, marks = self.doc.turn, self.doc.marks
        holder = primary
        if "priority" in turn:
            holder = self.player(
                turn["priority"], "The player with priority", marks.get("priority")
            )
        pile.give_priority(self.state, holder)
        passed = [
            self.player(word, "A player who passed", marks.get("passed"))
            for word in items(turn.get("passed", ()))
        ]
        if holder in passed:
            text = "The player who has priority has not passed in succession."
            self.fault("passed-with-priority", text, marks.get("passed"), "Name the other player.")
        elif passed:
            self.state.put(TURN, pile.PASSES, 1)

    def attack(self, primary: int) -> None:
        """Attackers and defender, which the cards themselves name, and the stage of the attack."""
        state, turn, marks = self.state, self.doc.turn, self.doc.marks
        team = tuple(sorted(self.flagged("attacker")))
        target = self.flagged("defender")
        struck = "struck" in turn
        if not team:
            if target or struck or "attack" in turn:
                text = "There is an attack and no attacker."
                self.fault("no-attacker", text, marks.get("attack"), "Mark an attacker.")
            return
        word = str(turn.get("attack", "going"))
        if word not in ("proposed", "going"):
            text = f"There is no stage of an attack called {word!r}."
            self.fault("unknown-stage", text, marks.get("attack"), "Write proposed or going.")
        self.attack_faults(team, target, primary, struck)
        going = word != "proposed"
        state.put(TURN, "attack", words.GOING if going else words.PROPOSED)
        state.set_list("attackers", team)
        state.set_list("defender", tuple(target[:1]))
        if struck:
            who = self.player(turn["struck"], "The attacked player", marks.get("struck"))
            state.put(TURN, "struck", who + 1)
        if going:
            for obj in team:
                set_status(state, obj, on=words.ATTACKER | words.EXHAUSTED)
            for obj in target[:1]:
                set_status(state, obj, on=words.DEFENDER)

    def attack_faults(
        self, team: tuple[int, ...], target: list[int], primary: int, struck: bool
    ) -> None:
        state = self.state
        mark = self.doc.marks.get("attack")
        if words.step(state) != words.ATTACK:
            self.fault(
                "attack-outside-step",
                "There are attackers outside an attack step.",
                mark,
                "Write step: attack.",
            )
        if any(state.controller[obj] != primary for obj in team):
            self.fault(
                "attackers-of-another-player",
                "An attacker belongs to a player whose attack step it is not.",
                mark,
                "Only the primary player attacks.",
            )
        if any(state.controller[obj] == primary for obj in target):
            self.fault(
                "defender-of-the-attacker",
                "The defender belongs to the attacking player.",
                mark,
                "Mark an opposing character.",
            )
        if any(words.has(state, obj, words.STUNNED) for obj in (*team, *target)):
            text = "A stunned character attacks or defends."
            self.fault("stunned-fighter", text, mark, "A stunned one does neither.")
        if len(target) > 1 or (target and struck):
            text = "An attack has one defender or one attacked player."
            self.fault("two-defenders", text, mark, "Mark one of them.")

    def flagged(self, name: str) -> list[int]:
        result = []
        for placement, obj in self.doc.objects.items():
            if name in placement.fields and self.truth(
                placement.fields[name], f"{name} of {placement.name}", placement.mark
            ):
                if words.in_area(self.state, obj):
                    result.append(obj)
                else:
                    text = f"{placement.name} is no character in play and is {name}."
                    self.fault("stunned-thing", text, placement.mark, "Only characters fight.")
        return result

    def players(self) -> None:
        for player, fields in enumerate(self.doc.players):
            self.state.put(POINTS, (player, words.ENDURANCE), 50)
            for name, value in fields.items():
                mark = self.doc.marks.get(f"{'AB'[player]}.{name}") or self.doc.marks.get(name)
                if name not in _PLAYER_WORDS:
                    text = f"Player {'AB'[player]} has the word {name!r}, which is none here."
                    zones = ", ".join((*_PLAYER_WORDS, *ROWS, *ZONES))
                    self.fault("unknown-zone", text, mark, f"The words are {zones}.")
                elif name == words.ENDURANCE:
                    number = self.number(value, "The endurance", mark, None)
                    self.state.put(POINTS, (player, name), number or None)
                elif name == words.POINTS:
                    number = self.number(value, "The resource points", mark)
                    self.state.put(POINTS, (player, name), number or None)
                else:
                    self.recruited(player, value, mark)

    def recruited(self, player: int, value: Field, mark: Mark | None) -> None:
        """The cards that a player has recruited this turn, by name."""
        names = {face.full_name: n for n, face in enumerate(self.state.faces)}
        names.update({face.name: n for n, face in enumerate(self.state.faces)})
        listed = self.state.lists.get("recruited", ())
        for name in items(value):
            if str(name) not in names:
                text = f"{name!r} was recruited, and no such card is in the game."
                self.fault("unknown-card", text, mark, "Name a card of the position.")
                continue
            listed = (*listed, (player, names[str(name)]))
        self.state.set_list("recruited", listed)


def read_position(
    book: Rulebook, doc: Doc, faces: tuple[Any, ...], options: dict[str, str]
) -> State:
    """A state from a position in words. Raises the first Fault, the others in its ``more``."""
    state = State(book, faces, options)
    state.event(SETUP, "VS 213", ())
    note_watched(state)
    setting = WholeSetting(state, doc)
    setting.players()
    setting.place_all()
    setting.the_turn()
    if not setting.faults:
        setting.limits()
    if setting.faults:
        first, *more = setting.faults
        first.more = more
        raise first
    return state
