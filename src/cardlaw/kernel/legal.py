"""The options of the open question, as people and programs look at them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardlaw.kernel.choice import Option

if TYPE_CHECKING:
    from cardlaw.kernel.game import Game


class Legal:
    """The options of the open question, in the rulebook's documented order."""

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    def __iter__(self) -> Iterator[Option]:
        return iter(self._game.space())

    def __contains__(self, option: object) -> bool:
        return option in self._game.space()

    def __len__(self) -> int:
        return len(self._game.space())

    def count(self) -> int:
        """How many options there are."""
        return self._game.space().count()

    def sample(self, number: int) -> Option:
        """The option that a random 64-bit number stands for."""
        return self._game.space().sample(number)

    def __repr__(self) -> str:
        space = self._game.space()
        if space.count() > 12:
            return f"<{space.count()} options>"
        return "<" + ", ".join(" ".join(str(x) for x in option) for option in space) + ">"
