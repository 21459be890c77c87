"""Notation: lines, positions and objects in words, for any rulebook, by its phrases."""

from __future__ import annotations

from collections.abc import Mapping

from cardlaw.kernel.choice import Line
from cardlaw.kernel.game import Game
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import NotUnderstood, SeveralMeanings, read_line
from cardlaw.notation.saying import say_line, say_option

__all__ = ["Names", "NotUnderstood", "SeveralMeanings", "read", "say", "say_option"]


def say(
    game: Game,
    line: Line,
    labels: Mapping[int, str] | None = None,
    viewer: int | None = None,
) -> str:
    """A line in words, at the moment where it is played.

    ``viewer`` limits the names known; the line is then that player's.
    """
    return say_line(game, line, Names(game.state, labels, viewer), viewer)


def read(
    game: Game,
    text: str,
    player: int | None = None,
    labels: Mapping[int, str] | None = None,
    viewer: int | None = None,
) -> Line:
    """The line that words mean for a player (who decides now, by default).

    UnknownAction when there is none, AmbiguousAction with candidates when there are several.
    """
    if player is None:
        player = game.to_act if game.to_act is not None and game.to_act >= 0 else 0
    return read_line(game, text, player, Names(game.state, labels, viewer))
