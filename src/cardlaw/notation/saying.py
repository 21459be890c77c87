"""Saying a line: the words that ``read`` gives back as the same line."""

from __future__ import annotations

from cardlaw.kernel.action import Act, Part, Shape, part_options
from cardlaw.kernel.choice import Choice, Line, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import State
from cardlaw.notation.labels import Names
from cardlaw.notation.phrases import (
    Speaker,
    choice_phrase,
    literal_lead,
    part_phrase,
    shape_phrase,
)

Piece = list[tuple[str, bool]]

#: ends the words of a line whose open parts are left open instead of being filled in
OPEN_END = "..."


def open_part(game: Game) -> tuple[Shape, Act, Part] | None:
    """The shape, the action so far and the part asked, when the open question asks a part."""
    choice = game.choice
    if choice is None or choice.kind != "part":
        return None
    first, answers, _ = choice.args
    shape = game.book.shape_of(first)
    act = Act(choice.player, first, answers)
    part = shape.next_part(game.state, act)
    return None if part is None else (shape, act, part)


def automatic(state: State, shape: Shape, part: Part, act: Act) -> Option | None:
    """What a line means that does not mention a part; None: the player is asked."""
    if not part.automatic:
        return None
    options = part_options(state, shape, part, act)
    if part.automatic == "done":
        done = (part.name,)
        return done if done in options else None
    return options[0] if options else None


def say_line(game: Game, line: Line, names: Names, player: int | None = None) -> str:
    """A line in words, at the moment where it is played."""
    choice = game.choice
    speaker = Speaker(game.state, names)
    mine = choice is not None and player in (None, choice.player)
    if choice is not None and mine and choice.kind not in ("action", "part") and len(line) == 1:
        return speaker.option(choice_phrase(game.book, choice, line[0]), line[0])
    asked = open_part(game)
    if asked is not None and line and line[0][:1] == (asked[2].name,):
        shape, act, part = asked
        said = _join(_parts(game.state, shape, act, line, speaker))
        said = said or speaker.option(part_phrase(part), line[0])
        return said + _end(game.state, shape, _after(act, line))
    first = line[0]
    shape = game.book.shape_of(first)
    who = player if player is not None else (choice.player if choice is not None else 0)
    begin = speaker.pieces(shape_phrase(shape), first)
    rest = _parts(game.state, shape, Act(who, first), line[1:], speaker)
    return _join([("", begin), *rest]) + _end(game.state, shape, Act(who, first, line[1:]))


def _after(act: Act, answers: Line) -> Act:
    return Act(act.player, act.first, (*act.answers, *answers))


def _end(state: State, shape: Shape, act: Act) -> str:
    """What marks that a line stops before a part that would else be filled in."""
    part = shape.next_part(state, act)
    if part is None or automatic(state, shape, part, act) is None:
        return ""
    return f" {OPEN_END}"


def _parts(
    state: State, shape: Shape, act: Act, answers: Line, speaker: Speaker
) -> list[tuple[str, Piece]]:
    """The answers that are said, each with its part's name and its words."""
    result = []
    for answer in answers:
        part = shape.next_part(state, act)
        if part is None or answer[:1] != (part.name,):
            # a part that is not asked here is said all the same: the line will be refused
            part = next((p for p in shape.parts if answer[:1] == (p.name,)), None)
            if part is None:
                raise ValueError(f"{answer!r} answers no part of {act.first!r}")
            result.append((part.name, speaker.pieces(part_phrase(part), answer)))
        elif automatic(state, shape, part, act) != answer:
            result.append((part.name, speaker.pieces(part_phrase(part), answer)))
        act = act.plus(answer)
    return result


def _join(pieces: list[tuple[str, Piece]]) -> str:
    text = ""
    before = ("", "")
    for name, words in pieces:
        lead = literal_lead(words)
        said = [word for word, _ in words if word]
        if name and (name, lead) == before and lead:
            skipped = sum(1 for _ in lead.split("\0"))
            text += ", " + " ".join(said[skipped:])
        else:
            text += (" " if text else "") + " ".join(said)
        before = (name, lead)
    return text


def say_option(game: Game, option: Option, names: Names) -> str:
    """One option of the open question in words."""
    choice = game.choice
    if choice is None:
        return " ".join(str(value) for value in option)
    return say_answer(game.state, choice, option, names)


def say_answer(state: State, choice: Choice, option: Option, names: Names) -> str:
    """An answer to a question in words."""
    speaker = Speaker(state, names)
    if choice.kind == "action":
        return speaker.option(shape_phrase(state.book.shape_of(option)), option)
    if choice.kind == "part":
        shape = state.book.shape_of(choice.args[0])
        for part in shape.parts:
            if part.name == option[0]:
                return speaker.option(part_phrase(part), option)
    return speaker.option(choice_phrase(state.book, choice, option), option)
