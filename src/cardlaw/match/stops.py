"""When a player is asked and when the face passes for them: stops and yields.

Passing for a player is an answer like any other; that it was not typed is known here only. What
decides is known to everybody, unless nobody else sits at the same screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cardlaw.kernel import pile
from cardlaw.kernel.choice import Option
from cardlaw.kernel.game import Game
from cardlaw.notation.labels import player_word


class Yield(Enum):
    """How long a player passes without being asked."""

    NONE = "none"
    #: until the other player does something, a step with a stop comes, or a question is asked
    EVENT = "event"
    #: until the turn is over, whatever the other player does
    TURN = "turn"
    #: until a step begins
    STEP = "step"


@dataclass
class Stops:
    """The stops of one player: in which steps to ask although nothing is pending."""

    own: frozenset[str]
    other: frozenset[str]
    #: whether a player is asked again while their own action waits on top of the pile
    hold: bool = False
    until: Yield = Yield.NONE
    step: str = ""
    #: the turn and the pile when the yield began
    turn: object = None
    seen: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Game) -> Stops:
        """The stops with which a rulebook begins: those that it names, or all steps."""
        book = game.book
        named = bool(book.own_stops or book.other_stops)
        own, other = (book.own_stops, book.other_stops) if named else (book.steps, book.steps)
        return cls(frozenset(own), frozenset(other))

    def begin(self, game: Game, until: Yield, step: str = "") -> None:
        """Pass from now on."""
        self.until, self.step = until, step
        self.turn = turn_of(game)
        self.seen = pile.items(game.state)

    def end(self) -> None:
        """Ask again."""
        self.until = Yield.NONE

    def toggle(self, step: str) -> bool:
        """Set the stop at a step in both players' turns, or remove it. Whether it is set now."""
        if step in self.own and step in self.other:
            self.own, self.other = self.own - {step}, self.other - {step}
            return False
        self.own, self.other = self.own | {step}, self.other | {step}
        return True


def turn_of(game: Game) -> object:
    """What tells one turn from another."""
    return _word(game, "turn"), _word(game, "active")


def step_of(game: Game) -> str:
    """The step that is going on, if the game has steps."""
    return str(_word(game, "step") or "")


def _word(game: Game, name: str) -> object:
    try:
        return game.book.property_of_game(game.state, name)
    except KeyError:
        return None


def idle_option(game: Game) -> Option | None:
    """The option that only passes, when passing is possible."""
    choice = game.choice
    if choice is None or choice.kind != "action":
        return None
    return next((option for option in game.space() if game.book.idle(option)), None)


def wakes(game: Game, stops: Stops, player: int, alone: bool) -> str:
    """Why this player is asked now, as the key of a text; empty: the face passes for them.

    ``alone``: nobody else looks at the screen, so that passing may depend on the player's options.
    """
    idle = idle_option(game)
    if idle is None:
        stops.end()
        return "wait.question"
    top = pile.top(game.state)
    theirs = top is not None and game.state.pile[top].player != player
    if stops.until is not Yield.NONE:
        if _yields(game, stops, theirs):
            return ""
        stops.end()
    if alone and _nothing_else(game, idle):
        return ""
    if theirs:
        return "wait.respond"
    if top is not None:
        return "wait.own" if stops.hold else ""
    return _step_stop(game, stops, player)


def _yields(game: Game, stops: Stops, theirs: bool) -> bool:
    """Whether the player still wants to pass."""
    if stops.until is Yield.TURN:
        return turn_of(game) == stops.turn
    new = theirs and pile.items(game.state) != stops.seen
    if new:
        return False
    if stops.until is Yield.STEP:
        return step_of(game) != stops.step
    return turn_of(game) == stops.turn


def _nothing_else(game: Game, idle: Option) -> bool:
    """Whether passing is all that can be done, minor actions such as mana aside."""
    return all(option == idle or game.book.minor(option) for option in game.space())


def _step_stop(game: Game, stops: Stops, player: int) -> str:
    step = step_of(game)
    mine = _word(game, "active") == player_word(player)
    named = stops.own if mine else stops.other
    if game.book.settled(game.state):
        return "wait.priority" if not step or step in named else ""
    fights = game.book.fight_stops
    return "wait.pending" if not fights or step in fights or step in named else ""
