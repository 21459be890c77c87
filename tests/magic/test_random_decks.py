"""Games between decks of random cards of the library: no exception, and every game goes on."""

import os

import pytest

from cardlaw.conformance.offers import check_offer
from cardlaw.conformance.steps import check_board
from cardlaw.kernel.choice import mix
from cardlaw.kernel.state import State
from cardlaw.rulebooks import magic
from cardlaw.rulebooks.magic import state_based

GAMES = 120 if os.environ.get("CARDLAW_DEEP") == "1" else 8
ANSWERS = 700

LIBRARY = [face for face in magic.BOOK.library().values() if not face.token]
BASICS = [face.name for face in LIBRARY if "basic" in face.supertypes]
SPELLS = [face.name for face in LIBRARY if "land" not in face.types]


def deck(seed: int) -> list[str]:
    """Sixty cards that a seed stands for."""
    spells = [SPELLS[mix(seed, n) % len(SPELLS)] for n in range(36)]
    return spells + [BASICS[mix(seed, 100 + n) % len(BASICS)] for n in range(24)]


def test_games_between_random_decks_go_on() -> None:
    resolved = 0
    for seed in range(GAMES):
        game = magic.new_game((deck(2 * seed), deck(2 * seed + 1)), seed)
        for step in range(ANSWERS):
            if game.over:
                break
            space = game.space()
            options = [o for o in space if o[:1] not in (("tap",), ("pass",))] or list(space)
            game.push(options[mix(seed, step) % len(options)])
        kinds = [entry[0] for step in game.steps() for entry in step.entries]
        resolved += kinds.count("resolved") + kinds.count("spell resolved")
    assert resolved > 10 * GAMES


@pytest.mark.rule("CR 704.3")
def test_what_is_remembered_is_what_is_computed_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that stay through light changes and quick answers agree with the rules asked anew."""
    quick = state_based.anything
    asked: list[bool] = []

    def both(state: State) -> bool:
        slow = next(state_based.found_now(state), None) is not None
        slow = slow or bool(state_based.legends(state)) or "deadly" in state.turn
        assert quick(state) == slow
        asked.append(slow)
        return slow

    monkeypatch.setattr(state_based, "anything", both)
    compared = 0
    for seed in range(GAMES // 2):
        game = magic.new_game((deck(1000 + seed), deck(2000 + seed)), seed)
        for step in range(ANSWERS // 2):
            if game.over:
                break
            check_board(game)
            if mix(seed, step) % 25 == 0:
                compared += check_offer(game, seed=step, nodes=3).refused
            space = game.space()
            options = [o for o in space if o[:1] not in (("tap",), ("pass",))] or list(space)
            game.push(options[mix(seed, step) % len(options)])
    assert any(asked)
    assert compared > 50 * GAMES
