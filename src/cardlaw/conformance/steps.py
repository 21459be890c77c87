"""Checks of one step: copy, undo, refusal, the cached board, the zones, the order of rows."""

from __future__ import annotations

from typing import Any

from cardlaw.conformance.subject import Picture, demand, picture, same, take_back
from cardlaw.kernel.choice import Line, Option
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import IllegalAction, Ruling
from cardlaw.kernel.state import Entry, State
from cardlaw.kernel.tables import TABLES


def check_copy(game: Game, option: Option, before: Picture | None = None) -> Picture:
    """A copy equals its game and goes its own way. Returns the picture after the option.

    ``before`` is the picture of the game, if it is known.
    """
    before = before or picture(game)
    copy = game.copy()
    same(before, picture(copy), "a copy is not equal to its game")
    copy.push(option)
    after = picture(copy)
    game._space = None
    same(before, picture(game), f"{option} on a copy changed the game")
    return after


def check_undo(game: Game, option: Option, before: Picture | None = None) -> Picture:
    """Push, undo and push again: before equals before, after equals after. Ends before."""
    before = before or picture(game)
    values = characteristics(game.state)
    game.push(option)
    after = picture(game)
    later = characteristics(game.state)
    entries = list(game.state.entries)
    take_back(game)
    same(before, picture(game), f"taking back {option} does not restore the position")
    demand(
        characteristics(game.state) == values,
        f"taking back {option} does not restore the cached characteristics",
    )
    game.push(option)
    same(after, picture(game), f"{option} after an undo has another result")
    demand(
        characteristics(game.state) == later,
        f"{option} after an undo gives other characteristics",
    )
    demand(
        game.state.entries == entries,
        f"{option} after an undo writes another journal: does the order of rows decide?",
    )
    take_back(game)
    return after


def check_refusal(game: Game, line: Line) -> Ruling:
    """Playing an illegal line raises with the breaches that ``why`` gives, and changes nothing."""
    before = picture(game)
    ruling = game.why(line)
    demand(not ruling.legal, f"{line} is legal")
    same(before, picture(game), f"asking why not {line} changed the game")
    try:
        game.play(line)
    except IllegalAction as refusal:
        demand(
            refusal.ruling == ruling,
            f"{line} is refused for {refusal.ruling.codes}, but why says {ruling.codes}",
        )
    else:
        raise AssertionError(f"{line} was played although {ruling.codes}")
    game._space = None
    same(before, picture(game), f"refusing {line} changed the game")
    return ruling


def check_abandoned(game: Game, line: Line) -> None:
    """A line whose last answer is none is refused as a whole, whatever was played of it."""
    before = picture(game)
    wrong = (*line, ("no such answer",))
    try:
        game.play(wrong)
    except IllegalAction as refusal:
        demand(refusal.ruling.breaches, f"{wrong} is refused without a breach")
    else:
        raise AssertionError(f"{wrong} was played")
    game._space = None
    same(before, picture(game), f"refusing {wrong} changed the game")


def check_concession(game: Game, player: int) -> None:
    """Giving up ends the game at any moment, and can be taken back."""
    before = picture(game)
    game.concede(player)
    demand(game.over and game.to_act is None, "the game goes on after a player gave up")
    take_back(game)
    same(before, picture(game), "taking back a concession changes the position")


def characteristics(state: State) -> dict[int, dict[str, Any]]:
    """The characteristics of all objects in the game's words."""
    return {obj: state.book.values_of(state, obj) for obj in sorted(state.where)}


def check_board(game: Game) -> None:
    """The cached characteristics are those that are computed anew."""
    cached = characteristics(game.state)
    anew = game.state.copy()
    anew.boards = {}
    fresh = characteristics(anew)
    for obj, values in cached.items():
        demand(
            values == fresh[obj],
            f"object {obj} has {values} on the cached board and {fresh[obj]} computed anew: "
            "a table that shapes characteristics is not in Rulebook.shaping",
        )


def check_zones(state: State, *, settled: bool = True) -> None:
    """Every card is in exactly one place, and attachments make no circle.

    ``settled``: the rules have taken off what was attached to something that left. They have not
    after a procedure did something, nor where the game ended first.
    """
    players = (-1, -2) if settled else (-1, -2, 0)
    placed: dict[int, object] = {}
    for zone, objects in state.order.items():
        demand(objects, f"the empty zone {zone} has a row")
        demand(zone[0] in state.book.zones, f"the rulebook does not describe the zone {zone}")
        for obj in objects:
            demand(obj not in placed, f"object {obj} is in {placed.get(obj)} and in {zone}")
            placed[obj] = zone
    demand(placed == state.where, "the tables where and order do not agree")
    for name in ("card", "owner", "controller", "serial"):
        rows = getattr(state, name)
        demand(rows.keys() == placed.keys(), f"the table {name} has other objects than where")
    numbers = list(state.serial.values())
    demand(len(set(numbers)) == len(numbers), "two objects have the same serial number")
    for obj in state.host:
        above, steps = obj, 0
        while above in state.host:
            above = state.host[above]
            steps += 1
            demand(
                above in placed or above in players,
                f"object {obj} is attached to {above}, which is nowhere",
            )
            demand(steps <= len(state.host), f"object {obj} is attached to itself in a circle")


def check_conserved(game: Game, cards: dict[int, tuple[int, int]]) -> None:
    """Cards of the start keep their face and owner, and none is lost."""
    state = game.state
    for obj, (face, owner) in cards.items():
        now = (state.card.get(obj), state.owner.get(obj))
        demand(now == (face, owner), f"object {obj} was card {face} of {owner} and is {now}")


def cards_of(state: State) -> dict[int, tuple[int, int]]:
    """The face and owner of every object, for ``check_conserved``."""
    return {obj: (state.card[obj], state.owner[obj]) for obj in state.where}


def check_row_order(game: Game, option: Option) -> None:
    """The order in which rows lie in a table means nothing: undo and loading change it."""
    other = game.copy()
    state = other.state
    for name, _ in TABLES:
        rows = getattr(state, name)
        if rows.keys() == state.where.keys():
            continue  # objects are created in the order of their numbers, and stay
        setattr(state, name, dict(reversed(rows.items())))
    state._list_tables()
    state.boards = {}
    other._space = None
    before = picture(game)
    why = "the order of rows in a table decides; sort what you iterate over"
    same(before, picture(other), why)
    straight = game.copy()
    straight.push(option)
    other.push(option)
    same(picture(straight), picture(other), f"after {option} {why}")
    demand(_later(straight, game) == _later(other, game), f"the events of {option}: {why}")


def _later(game: Game, before: Game) -> list[Entry]:
    result: list[Entry] = []
    for step in game.steps():
        if step.base >= before.state.base + len(before.state.entries):
            result.extend(step.entries)
    return result
