"""The rulebooks that there are, as subjects of the suite: new games and the positions of cases."""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

from cardlaw.conformance import Subject
from cardlaw.kernel.game import Game
from cardlaw.kernel.record import from_json, load_position, position, to_json
from cardlaw.kernel.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[2]
#: the three games, and the example
GAMES = ("vs", "berserk", "magic")
ALL = ("toy", *GAMES)

#: how long a walk is, so that 100 walks take less than 40 seconds
ANSWERS = {"toy": 45, "vs": 50, "berserk": 45, "magic": 40}
#: what the example cannot give: it has a dozen kinds of breach
FEWER_CODES = {"toy": (7, 0.4)}


def built(key: str) -> bool:
    """Whether the package of a rulebook is there at all; what it exports is for the tests."""
    return (ROOT / "src" / "cardlaw" / "rulebooks" / key / "__init__.py").is_file()


def module_of(key: str) -> ModuleType:
    """The package of a rulebook."""
    return import_module(f"cardlaw.rulebooks.{key}")


@cache
def subject(key: str) -> Subject:
    """A rulebook with games between its starter decks and, if there are cases, their positions."""
    module = module_of(key)
    book: Rulebook = module.BOOK
    decks = book.starters()

    def start(seed: int) -> Game:
        game = module.new_game(decks, seed)
        assert isinstance(game, Game)
        return game

    codes, share = FEWER_CODES.get(key, (20, 0.25))
    return Subject(
        book,
        start,
        module.__name__,
        positions=positions(book),
        answers=ANSWERS[key],
        codes=codes,
        share=share,
    )


def positions(book: Rulebook) -> list[Callable[[], Game]]:
    """The openings of all cases of a rulebook, each loaded anew when it is called."""
    return [partial(opening, book, path) for path in sorted(ROOT.glob(f"cases/{book.key}/*.yaml"))]


def opening(book: Rulebook, path: Path) -> Game:
    """The position at which a case begins, with chance left to a seed."""
    from cardlaw.judge.cases import read_case
    from cardlaw.judge.opening import Opening

    game = Opening(read_case(path)).game
    stored = from_json(to_json(position(game)))
    return load_position(book, {**stored, "fixed": []})
