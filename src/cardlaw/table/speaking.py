"""Saying options in the language of a page, by the phrases of the rulebooks."""

from __future__ import annotations

from typing import Any

from cardlaw.judge.tongue import Tongue, fill
from cardlaw.kernel.action import Act
from cardlaw.kernel.choice import Choice, Line, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import State
from cardlaw.notation.labels import Names
from cardlaw.notation.phrases import (
    Phrase,
    Speaker,
    Wording,
    choice_phrase,
    fits,
    is_empty,
    object_of,
    part_phrase,
    shape_phrase,
)
from cardlaw.notation.saying import automatic, open_part

#: kinds of values that are words of the rulebook
WORDS = frozenset(("term", "name"))


class Voice(Speaker):
    """Says options in a language; what its catalogue lacks is said in English, as lines are."""

    def __init__(self, state: State, names: Names, words: Tongue) -> None:
        super().__init__(state, names)
        self.words = words

    def option(self, phrase: Phrase, option: Option) -> str:
        """An option in words."""
        values = option[len(phrase.lead) :]
        wording = next((each for each in phrase.wordings if fits(phrase, each, values)), ())
        pieces = [
            piece.text if piece.field < 0 else f"{{{_field(phrase, piece.field)}}}"
            for piece in wording
        ]
        template = self._template(pieces, phrase, wording, values) if pieces else None
        if template is None:
            return super().option(phrase, option)
        said = {
            _field(phrase, piece.field): self.value(phrase, option, piece.field)
            for piece in wording
            if piece.field >= 0
        }
        return " ".join(fill(template, said).split())

    def _template(
        self, pieces: list[str], phrase: Phrase, wording: Wording, values: Option
    ) -> str | None:
        """The text for a wording; one for just these words of the rulebook comes first."""
        own = [
            _word(phrase, piece.field, values) or text
            for piece, text in zip(wording, pieces, strict=True)
        ]
        for each in dict.fromkeys((" ".join(own), " ".join(pieces))):
            found = self.words.template(f"say.{each}")
            if found is not None:
                return found
        return None

    def plain(self, kind: str, value: Any) -> str:
        """A value of a type; words of the rulebook are translated, twins in a hand have no number.

        A card that the seat does not know has the number that stands on it.
        """
        if kind == "obj" and not is_empty(value):
            obj = object_of(value)
            if obj in self.state.where:
                if obj in self.names.called:
                    return self.names.called_at(obj)
                return self.words.text("card.called", number=self.state.serial.get(obj, 0))
        if kind in WORDS and not is_empty(value) and isinstance(value, str):
            return self.words.term(value)
        return super().plain(kind, value)

    def ability(self, option: Option, value: Any) -> str:
        """The ability that an option names; one that the rules know is translated."""
        return self.words.term(super().ability(option, value))

    def answer(self, choice: Choice, option: Option) -> str:
        """An answer to a question."""
        if choice.kind == "action":
            return self.option(shape_phrase(self.state.book.shape_of(option)), option)
        if choice.kind == "part":
            return self.part(choice.args[0], option)
        return self.option(choice_phrase(self.state.book, choice, option), option)

    def line(self, game: Game, line: Line) -> str:
        """An action or an answer as a whole, without what goes by itself."""
        state, choice = self.state, game.choice
        assert choice is not None
        if choice.kind not in ("action", "part"):
            return self.answer(choice, line[0])
        asked = open_part(game)
        said = [] if asked else [self.answer(choice, line[0])]
        shape = asked[0] if asked else state.book.shape_of(line[0])
        act = asked[1] if asked else Act(choice.player, line[0])
        for answer in line if asked else line[1:]:
            part = shape.next_part(state, act)
            if part is not None and automatic(state, shape, part, act) != answer:
                said.append(self.option(part_phrase(part), answer))
            act = act.plus(answer)
        return ", ".join(said)

    def part(self, first: Option, answer: Option) -> str:
        """An answer for one of the parts of an action."""
        shape = self.state.book.shape_of(first)
        part = next(part for part in shape.parts if part.name == answer[0])
        return self.option(part_phrase(part), answer)

    def so_far(self, choice: Choice) -> str:
        """The action of which a part is asked, as far as it is known."""
        first, answers, _ = choice.args
        begin = self.option(shape_phrase(self.state.book.shape_of(first)), first)
        return ", ".join((begin, *(self.part(first, answer) for answer in answers)))


def _word(phrase: Phrase, index: int, values: Option) -> str:
    """The word of the rulebook that a piece of a wording says; empty if it says none."""
    if index < 0 or phrase.is_rest(index):
        return ""
    value = phrase.value(values, index)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if phrase.kind(index) in WORDS and isinstance(value, str) else ""


def _field(phrase: Phrase, index: int) -> str:
    return phrase.fields[index].split(":")[-1]
