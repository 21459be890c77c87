"""Games and small rulebooks that the tests of the kernel share."""

from collections.abc import Sequence

from cardlaw.kernel.because import SETUP
from cardlaw.kernel.choice import Chance, Option, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import State
from cardlaw.rulebooks.toy import BOOK, ToyFace, new_game
from cardlaw.rulebooks.toy.book import Toy
from cardlaw.rulebooks.toy.words import LIBRARY

STARTERS = BOOK.starters()


def game(seed: int = 0, answers: int = 0, auto_chance: bool = True) -> Game:
    """A toy game after some random answers."""
    found = new_game(STARTERS, seed)
    found.auto_chance = auto_chance
    for step in range(answers):
        if found.over:
            break
        found.push(option(found, mix(seed, step)))
    return found


def option(found: Game, number: int) -> Option:
    """A random option; to pass is less likely than in the offer."""
    options = list(found.space())
    busy = [o for o in options if o != ("pass",)]
    if busy and number % 3:
        options = busy
    return options[mix(number, 0) % len(options)]


def table(
    hand: Sequence[str] = (),
    board: Sequence[str] = (),
    other: Sequence[str] = (),
    book: Toy = BOOK,
    faces: Sequence[ToyFace] = (),
) -> Game:
    """A toy game in the first player's turn: a hand, a board, the other player's board."""
    every = (*LIBRARY.values(), *faces)
    numbers = {face.name: number for number, face in enumerate(every)}
    state = State(book, every, {})
    state.event(SETUP, "TOY 1.1", ())
    for zone, names in (("hand", hand), ("board", board)):
        for name in names:
            state.create(numbers[name], 0, (zone, 0))
    for name in other:
        state.create(numbers[name], 1, ("board", 1))
    for player in (0, 1):
        for number in range(10):
            state.create(number % len(LIBRARY), player, ("deck", player))
    state.turn.update({"turn": 1, "priority": 1})
    return Game(state, Chance(1)).start()


def only(found: Game, name: str) -> int:
    """The one object with this name outside the decks."""
    state = found.state
    (obj,) = (
        o
        for o, zone in state.where.items()
        if zone[0] != "deck" and state.faces[state.card[o]].name == name
    )
    return obj
