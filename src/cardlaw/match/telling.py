"""Telling a player what has happened: only what that player could follow, as the view gives it."""

from __future__ import annotations

from typing import Any

from cardlaw.front import Game
from cardlaw.judge.telling import Teller
from cardlaw.judge.tongue import Tongue
from cardlaw.kernel.because import SETUP, because
from cardlaw.kernel.game import Game as KernelGame
from cardlaw.kernel.state import ANSWER, FORCED, ROLLED
from cardlaw.kernel.view import Followed, followed
from cardlaw.notation.labels import Names, player_word

#: what the pile itself notes about passing; a story of the game leaves it out
QUIET = frozenset(("passed", "priority"))
ANSWERS = (ANSWER, FORCED, ROLLED)


class Told:
    """One thing that happened: its number in this story, the sentence, the rule.

    ``event`` is its number in the journal, which never leaves the process.
    """

    __slots__ = ("event", "kind", "number", "rule", "text")

    def __init__(self, number: int, event: int, kind: str, rule: str, text: str) -> None:
        self.number = number
        self.event = event
        self.kind = kind
        self.rule = rule
        self.text = text

    def __str__(self) -> str:
        return self.text.rstrip(".") + (f" ({self.rule})." if self.rule else ".")


class SeatTeller(Teller):
    """Tells values of the log, where an object is its number in views and its name at that time."""

    def __init__(self, game: KernelGame, names: Names, words: Tongue) -> None:
        super().__init__(game.state, names, words)
        known = set(names.known)
        #: whether the event that is told names a player, so that a hidden card needs no owner
        self.names_player = False
        self.by_serial = {n: obj for obj, n in game.state.serial.items() if obj in known}

    def value(self, kind: str, value: Any) -> str:
        """A value in words; an object that the player did not know is "a card"."""
        if kind == "obj" and isinstance(value, list):
            return self._object(value)
        if kind == "objs" and isinstance(value, list):
            return ", ".join(self.value("obj", item) for item in value)
        if isinstance(value, list):
            value = tuple(value)
        return super().value(kind, value)

    def _object(self, seen: list[Any]) -> str:
        number, name, owner = [*seen, None, None][:3]
        if name is None:
            if owner is None or self.names_player:
                return self.words.text("hidden-card")
            return self.words.text("hidden-card-of", player=player_word(owner))
        obj = self.by_serial.get(number)
        return self.names.called_at(obj) if obj is not None else str(name)

    def happened(self, event: Followed) -> str:
        """The sentence for an event of the log; an open roll tells its result."""
        if event.kind == ROLLED:
            kind, option = event.values[1], event.values[2] or []
            fields = self.book.choices[kind].fields
            said = [
                self.value(fields[min(n, len(fields) - 1)].lstrip("*").split(":")[0], item)
                if fields
                else str(item)
                for n, item in enumerate(option)
            ]
            own = f"rolled.{kind}"
            return self.words.text(own if self.words.has(own) else "rolled", result=" ".join(said))
        code = self.book.codes.get(event.kind)
        fields = code.fields if code is not None else ()
        self.names_player = any(field.lstrip("*").startswith("player:") for field in fields)
        return self.occurrence(event.kind, tuple(event.values))


def story(game: Game, player: int, words: Tongue, start: int = 0) -> list[Told]:
    """What the player could follow of the events from a number of the journal on."""
    kernel = game.kernel
    teller = SeatTeller(kernel, game.names(player), words)
    shown = [event for event in followed(kernel, player, start) if _belongs(kernel, event)]
    return [
        Told(number, event.id, event.kind, event.rule, teller.happened(event))
        for number, event in enumerate(shown, 1)
    ]


def _belongs(kernel: KernelGame, event: Followed) -> bool:
    if event.kind == ROLLED:
        return kernel.book.choices[event.values[1]].open
    return event.kind not in (ANSWER, FORCED, SETUP) and event.kind not in QUIET


def is_routine(kernel: KernelGame, told: Told) -> bool:
    """Whether a face may leave this out while the game goes on; the log has it."""
    return told.kind in kernel.book.routine


def reasons(game: Game, player: int, words: Tongue, what: Told) -> list[str]:
    """Why something happened, a cause a line, as far as the player could follow the causes."""
    kernel = game.kernel
    known = {event.id: event for event in followed(kernel, player)}
    teller = SeatTeller(kernel, game.names(player), words)
    lines: list[str] = []
    todo = [(because(kernel, what.event), 0)]
    told = set()
    while todo:
        cause, depth = todo.pop()
        event = known.get(cause.event.id)
        if event is None or event.kind == SETUP or event.id in told:
            continue
        told.add(event.id)
        text = _cause(teller, event).rstrip(".")
        lines.append("  " * depth + f"{text} ({event.rule})" if event.rule else text)
        todo.extend((deeper, depth + 1) for deeper in reversed(cause.causes))
    return lines


def _cause(teller: SeatTeller, event: Followed) -> str:
    if event.kind == ROLLED:
        return teller.happened(event)
    if event.kind in ANSWERS:
        who = teller.value("player", event.values[0])
        return teller.words.text("decided", player=who)
    return teller.happened(event)
