"""What a program that plays has to answer, and one that answers at random."""

from __future__ import annotations

from cardlaw.kernel.choice import Option, Space, mix
from cardlaw.kernel.game import Game

#: how many options are looked at one by one; a larger space is sampled
MOST = 5000


class AgentPlayer:
    """A program that plays one seat.

    It is given the real game and may use only what its player knows: the options, the view,
    ``imagine``. What it does is a function of that, of its seed and of how often it was asked.
    """

    #: the name under which faces offer it
    name = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.asked = 0

    def answer(self, game: Game) -> Option:
        """An option of the open question, which is this player's."""
        raise NotImplementedError

    def accepts_draw(self, game: Game, player: int) -> bool:
        """Whether the player agrees when the other one offers a draw."""
        return False

    def number(self) -> int:
        """The next random number of this player."""
        self.asked += 1
        return mix(self.seed, self.asked)


class RandomPlayer(AgentPlayer):
    """Takes any option; actions that are no decision by themselves (mana) are left out."""

    name = "random"

    def answer(self, game: Game) -> Option:
        options = decisions(game)
        number = self.number()
        return game.space().sample(number) if options is None else options[number % len(options)]

    def accepts_draw(self, game: Game, player: int) -> bool:
        return self.number() % 2 == 0


def decisions(game: Game) -> list[Option] | None:
    """The options without minor ones, unless there are only such; None if they are too many."""
    space: Space = game.space()
    if space.count() > MOST:
        return None
    options = list(space)
    return [option for option in options if not game.book.minor(option)] or options
