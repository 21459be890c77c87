"""Checks of words: what is said about a line is read as that line."""

from __future__ import annotations

from cardlaw.conformance.subject import MANY, demand
from cardlaw.kernel.choice import CHANCE, Line
from cardlaw.kernel.game import Game
from cardlaw.notation import read, say


def check_words(game: Game, line: Line) -> str:
    """Say a line of the player who decides, read it, and get the line. Returns the words."""
    words = say(game, line)
    demand(words.strip() == words and words, f"{line} is said as {words!r}")
    again = read(game, words)
    demand(again == line, f"{line} is said as {words!r}, which is read as {again}")
    return words


def check_answers(game: Game, number: int) -> None:
    """The options of a choice that is no action can be said and read too."""
    choice = game.choice
    if choice is None or choice.kind == "action" or choice.player == CHANCE:
        return
    space = game.space()
    if space.count() <= MANY:
        options = list(space)
        check_words(game, (options[number % len(options)],))
    else:
        check_words(game, (space.sample(number),))
