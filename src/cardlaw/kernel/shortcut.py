"""Shortcuts: a sequence of choices of all players, suggested by one, then taken at once.

The sequence is followed on a copy first, so that what is suggested is known to be legal. A rulebook
that knows shortcuts names their rule in ``Rulebook.shortcut_rule`` and has the codes
``no-shortcut-now``, ``shortcut-by-chance``, ``shortcut-illegal``, ``shortcut-ends-elsewhere`` and
``choice-as-before``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardlaw.kernel.choice import CHANCE, Line
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, IllegalAction, Ruling

#: who chooses, and what, at one place of a sequence; a reader finds it as the game then stands
Turn = tuple[int, Line]
Reader = Callable[[Game], Turn]
#: how many choices a shortcut may hold in all
MOST_CHOICES = 20_000


class Shortcut(NamedTuple):
    """A sequence of choices that may be taken now, from the first to the last."""

    player: int
    turns: tuple[Turn, ...]


def suggest(
    game: Game, player: int, readers: Sequence[Reader], times: int = 1
) -> tuple[Shortcut, Ruling]:
    """The sequence that a player suggests, repeated, and the ruling on it.

    A ruling with breaches names the place, counted from one, at which the sequence fails. The game
    itself does not change. Errors of the readers pass through. ValueError if the game's rules know
    no shortcuts or the sequence is too long.
    """
    rule = game.book.shortcut_rule
    if not rule:
        raise ValueError("the rules of this game know no shortcuts")
    if not 0 < len(readers) * times <= MOST_CHOICES:
        raise ValueError(f"a shortcut holds at most {MOST_CHOICES} choices")
    turns: list[Turn] = []
    if not _has_priority(game, player):
        return Shortcut(player, ()), Ruling((rule,), (Breach("no-shortcut-now", rule, (player,)),))
    ahead = game.copy()
    ahead.auto_chance = False
    for read in _repeated(readers, times):
        breaches = _follow(ahead, read, turns, rule)
        if breaches:
            return Shortcut(player, tuple(turns)), Ruling((rule,), breaches)
    found: tuple[Breach, ...] = ()
    if ahead.to_act == CHANCE:
        found = (Breach("shortcut-by-chance", rule, (len(turns),)),)
    elif not ahead.over and not _has_priority(ahead, ahead.to_act):
        found = (Breach("shortcut-ends-elsewhere", rule),)
    return Shortcut(player, tuple(turns)), Ruling((rule,), found)


def _repeated(readers: Sequence[Reader], times: int) -> Iterator[Reader]:
    for _ in range(times):
        yield from readers


def _has_priority(game: Game, player: int | None) -> bool:
    choice = game.choice
    return choice is not None and choice.kind == "action" and choice.player == player


def _follow(ahead: Game, read: Reader, turns: list[Turn], rule: str) -> tuple[Breach, ...]:
    """Take one more choice of the sequence; the breaches if that is not possible."""
    place = len(turns) + 1
    if ahead.over:
        return (Breach("shortcut-illegal", rule, (place,)),)
    if ahead.to_act == CHANCE:
        return (Breach("shortcut-by-chance", rule, (place - 1,)),)
    player, line = read(ahead)
    ruling = ahead.why(line, player)
    if ruling.legal and ahead.to_act == player:
        try:
            ahead.play(line)
        except IllegalAction as error:
            ruling = error.ruling
        else:
            turns.append((player, line))
            return ()
    return (Breach("shortcut-illegal", rule, (place,)), *ruling.breaches)


def take(game: Game, shortcut: Shortcut, upto: int | None = None) -> None:
    """Take the choices of a shortcut, or so many of them: whoever shortened it chooses next."""
    for _, line in shortcut.turns[:upto]:
        game.play(line)


def as_before(game: Game, shortcut: Shortcut, place: int, player: int, line: Line) -> Breach | None:
    """The breach of making the very choice for which somebody shortened the sequence.

    ``place`` is the number of choices that were taken.
    """
    if place >= len(shortcut.turns):
        return None
    who, wanted = shortcut.turns[place]
    if who != player or line[:1] != wanted[:1]:
        return None
    return Breach("choice-as-before", f"{game.book.shortcut_rule[:-1]}c", (player,))
