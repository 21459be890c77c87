"""``cardlaw play``: the table in the browser, or a game at the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from cardlaw import rulebooks
from cardlaw.agents import AGENTS, agent
from cardlaw.cli.output import fail, fail_at, fault_text, language
from cardlaw.cli.seat import Terminal
from cardlaw.cli.serve import serve_command
from cardlaw.collection import CardFault, read_deck
from cardlaw.front import Game, rules_of
from cardlaw.front.decks import UnknownCards, faces_of
from cardlaw.judge.faults import FileFault, sentence
from cardlaw.kernel.choice import mix
from cardlaw.kernel.law import CardNotSupported
from cardlaw.match import BadFile, Match, load_match
from cardlaw.match.match import Seats
from cardlaw.notation.labels import PLAYERS

#: two people at one keyboard
HUMAN = "human"


def play_command(
    game: str = "",
    *,
    terminal: Annotated[bool, Parameter(negative=())] = False,
    against: str = "greedy",
    seat: str = "A",
    deck: str = "",
    other_deck: str = "",
    seed: int | None = None,
    lang: str = "en",
    resume: str = "",
    save: str = "",
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str = "",
    origin: tuple[str, ...] = (),
    browser: Annotated[bool, Parameter(name="--browser")] = True,
) -> int:
    """Play in the browser, or with a game (vs, berserk, magic, toy) in this terminal.

    Without a game the table is served until Ctrl-C. Exit code 0 when the game is over or was left,
    or the server was ended; 2: bad input.

    Parameters
    ----------
    game
        The game's key, for a game in this terminal.
    terminal
        Play in this terminal; a game or --resume says so too.
    against
        Who sits in the other seat: greedy, random, or human for two at one keyboard.
    seat
        The seat of the person: A or B.
    deck
        The person's deck by its name, or a file with a deck list; "list" tells which there are.
    other_deck
        The deck of the other seat.
    seed
        A number for shuffles and dice, for a game that can be repeated.
    lang
        The language: en, de, ru or es.
    resume
        Go on with a saved game.
    save
        Where to keep the game when it is left before its end.
    host
        The address at which the table is served.
    port
        The port; by default 8421 if it is free, else any. 0: any.
    database
        Where the games are kept: sqlite:///FILE or postgresql://HOST/NAME; by default a file in
        the folder of your data.
    origin
        Another origin whose pages may play, such as https://cards.example; for each one again.
    browser
        Open the browser.
    """
    if not (terminal or game or resume):
        return serve_command(host, port, database, origin, browser)
    try:
        language(lang)
        seats = _seats(against, seat, seed)
        if deck == "list" or other_deck == "list":
            return _list_decks(game)
        if resume:
            started = load_match(Path(resume), lang)
            if game and started.book.key != _key(game):
                raise BadFile(f"{resume}: this is a game of {started.book.title}")
        else:
            started = _new_game(game, seat, (deck, other_deck), seed, lang)
    except FileFault as fault:
        return fail(fault_text(fault))
    except (BadFile, CardFault) as error:
        return fail_at(str(error))
    except ValueError as error:
        return fail(str(error))
    match = Match(started, seats, resumed=bool(resume))
    return Terminal(match, save, resumed=bool(resume)).run()


def _seats(against: str, seat: str, seed: int | None) -> Seats:
    if seat not in PLAYERS:
        raise ValueError(f"there is no seat {seat!r}; the seats are A and B")
    if against == HUMAN:
        return None, None
    if against not in AGENTS:
        known = ", ".join((*AGENTS, HUMAN))
        raise ValueError(f"nobody is called {against!r}; the other seat may be {known}")
    program = agent(against, mix(_seed(seed), 77))
    return (None, program) if seat == "A" else (program, None)


def _seed(seed: int | None) -> int:
    return secrets.randbits(48) if seed is None else seed


def _key(game: str) -> str:
    """The key of a game by its key or title. ValueError with the games there are."""
    known = {key: key for key in rulebooks.known()}
    known |= {rulebooks.find(key).title.casefold(): key for key in known}
    found = known.get(game.strip().casefold())
    if found is None:
        games = ", ".join(rulebooks.known())
        said = f"there is no game {game!r}" if game else "name the game to be played"
        raise ValueError(f"{said}; there are {games}")
    return found


def _deck(key: str, name: str, default: str) -> list[Any]:
    decks = rulebooks.find(key).decks()
    if not name:
        return list(decks[default])
    found = {each.casefold(): each for each in decks}.get(name.casefold())
    if found is None and Path(name).is_file():
        return _from_file(key, name)
    if found is None:
        raise ValueError(f"there is no deck {name!r}; there are {', '.join(decks)}")
    return list(decks[found])


def _from_file(key: str, file: str) -> list[Any]:
    """The faces of a deck list. CardFault or BadFile names the file and the line."""
    deck = read_deck(Path(file))
    try:
        return faces_of(rulebooks.find(key), deck)
    except UnknownCards as error:
        first = next(entry for entry in deck.main if entry.name in error.near)
        place = f"{file}:{first.line}" if first.line else file
        check = f"'cardlaw deck check {file} --game {key}' checks every line."
        raise BadFile(f"{place}: {sentence(str(error))} {check}") from None
    except CardNotSupported as error:
        raise BadFile(f"{file}: {sentence(str(error))}") from None


def _new_game(game: str, seat: str, decks: tuple[str, str], seed: int | None, lang: str) -> Game:
    key = _key(game)
    first, second = list(rulebooks.find(key).decks())[:2]
    own, other = _deck(key, decks[0], first), _deck(key, decks[1], second)
    both = (own, other) if seat == "A" else (other, own)
    return rules_of(key).new_game(both, _seed(seed), lang=lang)


def _list_decks(game: str) -> int:
    key = _key(game)
    for name, cards in rulebooks.find(key).decks().items():
        print(f"{name}: {len(cards)} cards, {len(set(cards))} different")
    return 0
