"""Positions that a player cannot tell from the real one: the hidden faces drawn anew."""

from __future__ import annotations

from cardlaw.kernel.choice import mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.record import Data, load_position, position
from cardlaw.kernel.state import State
from cardlaw.kernel.view import knows, see

#: how many whole deals are tried before single exchanges
DEALS = 12
#: how many exchanges of two faces are tried then
EXCHANGES = 48


def imagine(game: Game, player: int, seed: int, decklists: bool = True) -> Game:
    """A full game in a position consistent with all that a player knows, drawn by ``seed``.

    With ``decklists`` each owner's unseen cards are the real ones in another distribution; without,
    the opponent's unseen cards are drawn from all faces of the game. Its view and options for the
    player equal the real ones. It has no past, and rolls and shuffles of its own.
    """
    real = see(game, player).bytes()
    data = position(game)
    # The seed and the fixed results are hidden: whoever has them knows every shuffle to come.
    data["seed"], data["fixed"] = mix(seed, -1), []
    cards = dict(data["tables"]["card"])
    for attempt in range(DEALS):
        drawn = _deal(game.state, player, cards, mix(seed, attempt), decklists)
        other = _with_cards(game, data, drawn)
        if other is not None and see(other, player).bytes() == real:
            return other
    return _exchanged(game, player, seed, data, cards, real)


def _with_cards(game: Game, data: Data, cards: dict[int, int]) -> Game | None:
    """The same position with other faces, or None when the rules forbid it."""
    tables = {**data["tables"], "card": [[obj, cards[obj]] for obj, _ in data["tables"]["card"]]}
    try:
        other = load_position(game.book, {**data, "tables": tables})
    except (ValueError, AssertionError):
        return None
    return other if other.over or other.space().count() else None


def _hidden(state: State, player: int, owner: int, cards: dict[int, int]) -> list[int]:
    """The objects of an owner whose faces a player does not know."""
    return [
        obj
        for obj in sorted(state.where)
        if state.owner[obj] == owner and obj in cards and not knows(state, player, obj)
    ]


def _deal(
    state: State, player: int, cards: dict[int, int], seed: int, decklists: bool
) -> dict[int, int]:
    """Give hidden objects faces in a random order, as far as the rules allow each to be there."""
    drawn = dict(cards)
    for owner in (0, 1):
        hidden = _hidden(state, player, owner, cards)
        # Sorted, so that a deal says nothing about where the real faces lie.
        rest = sorted(cards[obj] for obj in hidden)
        if not decklists and owner != player:
            rest = [mix(seed, 7 * n) % len(state.faces) for n, _ in enumerate(rest)]
        # Whoever may be little chooses first.
        hidden.sort(key=lambda obj: sum(state.book.may_be(state, obj, f) for f in set(rest)))
        for index, obj in enumerate(hidden):
            fitting = [n for n, face in enumerate(rest) if state.book.may_be(state, obj, face)]
            if not fitting:
                fitting = list(range(len(rest)))
            pick = fitting[mix(mix(seed, owner), index) % len(fitting)]
            drawn[obj] = rest.pop(pick)
    return drawn


def _exchanged(
    game: Game, player: int, seed: int, data: Data, cards: dict[int, int], real: bytes
) -> Game:
    """Walk away from the real faces by exchanges that the player cannot notice."""
    state = game.state
    cards = dict(cards)
    best = _with_cards(game, data, cards)
    assert best is not None
    for attempt in range(EXCHANGES):
        number = mix(seed, DEALS + attempt)
        hidden = _hidden(state, player, number & 1, cards)
        if not hidden:
            continue
        one = hidden[(number >> 1) % len(hidden)]
        others = [
            obj
            for obj in hidden
            if cards[obj] != cards[one]
            and state.book.may_be(state, obj, cards[one])
            and state.book.may_be(state, one, cards[obj])
        ]
        if not others:
            continue
        two = others[(number >> 20) % len(others)]
        drawn = {**cards, one: cards[two], two: cards[one]}
        other = _with_cards(game, data, drawn)
        if other is not None and see(other, player).bytes() == real:
            best, cards = other, drawn
    return best
