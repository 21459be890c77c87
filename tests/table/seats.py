"""Matches to point and ask at: from cases, and in the middle of games."""

from collections.abc import Iterator
from importlib import import_module

from cardlaw import rulebooks
from cardlaw.agents import agent
from cardlaw.front import Game
from cardlaw.match import Match
from cardlaw.table.pointing import Click

VS_EQUIPMENT = """
cardlaw: 1
game: vs
title: An equipment, a bearer of one's own and one in the hidden area
position:
  turn: 4
  active: A
  step: recruit
  A:
    resource points: 4
    hand: [Dual Sidearms]
    front row: [Stone Sentry]
    support row: [Swift Courier]
  B: {front row: [Street Brawler]}
"""

MAGIC_ATTACK = """
cardlaw: 1
game: magic
title: Two bears may attack, a third has come this turn
position:
  active: A
  step: declare attackers
  A:
    battlefield:
      - Grizzly Bears: {as: Old}
      - Grizzly Bears: {as: Older}
      - Grizzly Bears: {as: New, summoning sick: yes}
      - Shuko
      - Mountain
"""


def seated(case: str, lang: str = "en") -> Match:
    """A match of two people at a case's position."""
    match = Match(Game.load(case, lang), (None, None))
    match.advance()
    return match


def clicks(match: Match, *names: str) -> list[Click]:
    """The numbers in views of cards by their names."""
    return [match.game.kernel.state.serial[match.game.find(name)] for name in names]


def moments(key: str, seed: int, number: int, lang: str = "en") -> Iterator[tuple[Match, int]]:
    """The questions of a game between two people who answer at random."""
    kernel = import_module(f"cardlaw.rulebooks.{key}").new_game(
        rulebooks.find(key).starters(), seed
    )
    match = Match(Game(kernel, lang=lang), (None, None))
    walker = agent("random", seed)
    for _ in range(number):
        player = match.advance()
        if player is None:
            return
        yield match, player
        match.play(player, walker.answer(kernel))
