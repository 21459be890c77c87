"""Games between decks of random cards of the library: no exception, and every game goes on."""

import os

from cardlaw.kernel.choice import mix
from cardlaw.rulebooks import magic

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
