"""What the front door answers: rulings, causes and explanations, as data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from cardlaw.kernel.because import SETUP, Cause
from cardlaw.kernel.law import Breach, Ground, Ruling
from cardlaw.kernel.rulebook import Note


class Player(IntEnum):
    """A player by letter and number: ``Player.A == 0``."""

    A = 0
    B = 1

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


class Answer:
    """A ruling in words: legal with its grounds, or illegal with every breach."""

    def __init__(self, ruling: Ruling, text: str) -> None:
        self.ruling = ruling
        self.text = text

    @property
    def legal(self) -> bool:
        """Whether it may be done."""
        return self.ruling.legal

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that permit this kind of action."""
        return self.ruling.rules

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """Every reason against it."""
        return self.ruling.breaches

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """Reasons for it beyond the rules of its kind."""
        return self.ruling.grounds

    @property
    def codes(self) -> tuple[str, ...]:
        """The stable codes of the breaches."""
        return self.ruling.codes

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{'legal' if self.legal else 'illegal'}: {self.text}>"


class Why:
    """Why an event happened: the causes up to players' answers and turn-based rules."""

    def __init__(self, cause: Cause, text: str) -> None:
        self.cause = cause
        self.text = text

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the whole chain; a player's answer has the rule that asked for it."""
        return tuple(event.rule for event in self.cause.chain() if event.kind != SETUP)

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


class Explanation:
    """How a value came about, step by step."""

    def __init__(self, value: str, notes: Sequence[Note], text: str) -> None:
        self.value = value
        self.notes = tuple(notes)
        self.text = text

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that gave the value, in the order of application."""
        return tuple(dict.fromkeys(note.rule for note in self.notes))

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__
