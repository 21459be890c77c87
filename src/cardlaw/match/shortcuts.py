"""Shortcuts at the table: "20: activate Altar; pass; pass", taken if the other player agrees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlaw.front import Game
from cardlaw.judge.telling import Teller
from cardlaw.kernel.game import Game as KernelGame
from cardlaw.kernel.imagine import imagine
from cardlaw.kernel.law import Ruling
from cardlaw.kernel.shortcut import MOST_CHOICES, Reader, Shortcut, Turn, suggest
from cardlaw.notation.labels import Names
from cardlaw.notation.reading import read_line

if TYPE_CHECKING:
    from cardlaw.match.match import Match

#: in so many positions that a seat can imagine its suggestion has to be legal
IMAGINED = 3
_TYPED = re.compile(r"(?:(?P<times>\d{1,6})\s*[:x]\s*)?(?P<lines>.*\S)\s*")
_PLAYER = re.compile(r"(?P<who>[AB])\s*:\s*(?P<line>.*)")


def read_shortcut(match: Match, player: int, typed: str) -> Shortcut:
    """What a player suggests, as far as it can be taken as the cards lie.

    ValueError says in one sentence why it can't be taken, judged by what the player knows.
    """
    words = match.words
    if not match.game.book.shortcut_rule:
        raise ValueError(words.text("shortcut.none"))
    found = _TYPED.fullmatch(typed)
    lines = [line.strip() for line in found["lines"].split(";") if line.strip()] if found else []
    times = int(found["times"] or 1) if found else 0
    if not 0 < len(lines) * times <= MOST_CHOICES:
        raise ValueError(words.text("shortcut.length", most=MOST_CHOICES))
    seat = match.seat_game(player)
    readers = [_reader(seat, line) for line in lines]
    kernel = match.game.kernel
    # Whether it may be taken must not tell what will be drawn: nobody knows that who suggests it.
    for seed in range(IMAGINED):
        _, ruling = suggest(imagine(kernel, player, seed), player, readers, times)
        if not ruling.legal:
            raise ValueError(_refusal(match, player, ruling))
    return _as_far_as(kernel, player, readers, times)


def _as_far_as(kernel: KernelGame, player: int, readers: Sequence[Reader], times: int) -> Shortcut:
    """What of a suggestion can be taken as the cards really lie."""
    read: list[Turn] = []

    def noted(reader: Reader) -> Reader:
        def note(game: KernelGame) -> Turn:
            read.append(reader(game))
            return read[-1]

        return note

    try:
        return suggest(kernel, player, [noted(reader) for reader in readers], times)[0]
    except ValueError:  # what it is about is not there
        return Shortcut(player, tuple(read))


def _reader(seat: Game, line: str) -> Reader:
    """Reads a line as the game then stands, in the words of the seat that suggests it."""
    named = _PLAYER.fullmatch(line)

    def read(game: KernelGame) -> Turn:
        decides = game.to_act if game.to_act is not None else 0
        player = "AB".index(named["who"]) if named else decides
        names = Names(game.state, seat.labels, seat.viewer, seat.lang)
        return player, read_line(game, named["line"] if named else line, player, names)

    return read


def _refusal(match: Match, player: int, ruling: Ruling) -> str:
    seat = match.seat_game(player)
    teller = Teller(seat.kernel.state, seat.names(), match.words)
    reasons = "; ".join(f"{teller.finding(b)} ({b.rule})" for b in ruling.breaches)
    return match.words.text("shortcut.no", reasons=reasons)


def take_with_program(match: Match, shortcut: Shortcut) -> int:
    """Take a shortcut as far as the program in the other seat chooses what was suggested.

    Returns how many choices were taken; the program has then made its own choice instead.
    """
    kernel = match.game.kernel
    for place, (player, line) in enumerate(shortcut.turns):
        program = match.seats[player]
        if program is not None:
            option = program.answer(kernel)
            if option != line[0]:
                kernel.push(option)
                return place
        kernel.play(line)
    return len(shortcut.turns)
