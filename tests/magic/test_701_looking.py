"""Looking at cards of a library shows them to their player alone (CR 701.20e, 400.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlaw import Game

CASE = Path("cases/magic/603.12-gear-from-the-top.yaml")


@pytest.mark.rule("CR 701.20e")
def test_701_20e_what_one_player_looks_at_is_no_option_that_the_other_sees() -> None:
    game = Game.load(CASE)
    game.play("attack with Master of Arms")
    while game.kernel.choice is not None and game.kernel.choice.kind == "action":
        game.play("pass")
    assert game.to_act == 0
    options = list(game.legal)
    assert len(options) == 3
    assert len(game.seen_by(0).options) == 3
    assert not game.seen_by(1).options
    assert "Bonesplitter" not in str(game.seen_by(1))
