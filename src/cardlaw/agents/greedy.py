"""A program that looks one action ahead in positions that it imagines."""

from __future__ import annotations

from hashlib import blake2b

from cardlaw.agents.player import AgentPlayer, decisions
from cardlaw.kernel.choice import Chance, Option, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.imagine import imagine
from cardlaw.kernel.view import see

#: how many first options, and how many answers of each later question, are tried
BREADTH, WIDTH = 24, 4
#: how many answers deep the questions of one's own action are searched
DEPTH = 3
#: how many answers are given while an action takes its course
COURSE = 60
#: how many runs of luck are tried where Chance answers
RUNS = 2
#: what winning is worth; no position on the way is
WON = 1_000_000


class GreedyPlayer(AgentPlayer):
    """Takes the option after which its position is worth most, when nobody responds.

    Worth is ``Rulebook.worth``; the position is one that agrees with all that the player knows.
    In a position that it has seen before it does not do again what led back to it.
    """

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        #: what was done in each position, by a digest of what the player saw
        self.done: dict[bytes, list[Option]] = {}

    def answer(self, game: Game) -> Option:
        number = self.number()
        player = game.to_act
        assert player is not None
        options = decisions(game)
        if options is None:
            return game.space().sample(number)
        if len(options) == 1:
            return options[0]
        done = self.done.setdefault(blake2b(see(game, player).bytes(), digest_size=8).digest(), [])
        options = [option for option in options if option not in done] or options
        option = self.best(game, player, options, number)
        if not game.book.idle(option):
            done.append(option)
        return option

    def best(self, game: Game, player: int, options: list[Option], number: int) -> Option:
        """The option of most worth; of equals one that passes, else any."""
        dream = imagine(game, player, number)
        tried = _some(options, BREADTH, number, dream)
        best: list[Option] = []
        top = -2 * WON
        for option in tried:
            value = self.value(dream, option, player, number)
            if value > top:
                best, top = [option], value
            elif value == top:
                best.append(option)
        idle = [option for option in best if game.book.idle(option)]
        return idle[0] if idle else best[number % len(best)]

    def accepts_draw(self, game: Game, player: int) -> bool:
        dream = imagine(game, player, self.number())
        return dream.book.worth(dream.state, player) < 0

    def value(self, dream: Game, option: Option, player: int, number: int) -> int:
        """What an option is worth; where luck decides, the mean of some runs."""
        values: list[int] = []
        mark = dream.step
        for run in range(RUNS):
            dream.chance = Chance(mix(number, run))
            rolls = dream.state.turn.get("chance", 0)
            value, lucky = _value(dream, option, player, DEPTH, rolls)
            dream.back_to(mark)
            values.append(value)
            if not lucky:
                break
        return sum(values) // len(values)


def _some(options: list[Option], most: int, number: int, game: Game) -> list[Option]:
    """All options, or so many of them, taken at even distances; passing is never left out."""
    if len(options) <= most:
        return options
    start = number % len(options)
    taken = sorted({(start + k * len(options) // most) % len(options) for k in range(most)})
    idle = [option for option in options if game.book.idle(option)]
    return list(dict.fromkeys([*idle, *(options[k] for k in taken)]))


def _value(dream: Game, option: Option, player: int, depth: int, rolls: int) -> tuple[int, bool]:
    """What the position is worth after an option and the best answers to what it asks."""
    mark = dream.step
    dream.push(option)
    choice = dream.choice
    own = choice is not None and choice.player == player and choice.kind != "action"
    if own and depth:
        options = decisions(dream)
        if options is not None and len(options) > 1:
            best, lucky = -2 * WON, False
            for deeper in _some(options, WIDTH, dream.state.turn.get("chance", 0), dream):
                value, rolled = _value(dream, deeper, player, depth - 1, rolls)
                best, lucky = max(best, value), lucky or rolled
            dream.back_to(mark)
            return best, lucky
    _take_course(dream)
    value = _worth(dream, player)
    lucky = dream.state.turn.get("chance", 0) != rolls
    dream.back_to(mark)
    return value, lucky


def _take_course(dream: Game) -> None:
    """Let the action take its course: everybody passes until nothing is pending."""
    book = dream.book
    for _ in range(COURSE):
        choice = dream.choice
        if choice is None or (choice.kind == "action" and book.settled(dream.state)):
            return
        options = decisions(dream)
        if options is None:
            dream.push(dream.space().sample(0))
            continue
        idle = [option for option in options if book.idle(option)]
        dream.push(idle[0] if idle else options[0])


def _worth(dream: Game, player: int) -> int:
    result = dream.book.result(dream.state)
    if dream.over and result is not None:
        return 0 if result < 0 else WON if result == player else -WON
    return dream.book.worth(dream.state, player)
