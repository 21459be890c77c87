"""Looking at cards of a library shows them to their player alone (CR 701.20e, 400.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlaw import Game
from cardlaw.kernel.because import because, events

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


@pytest.mark.rule("CR 701.22a")
def test_701_22a_what_was_scried_is_known_to_its_player_alone() -> None:
    game = Game.load(Path("cases/magic/701.22a-scry.yaml"))
    game.play("cast Glimpse")
    while game.kernel.choice is not None and game.kernel.choice.kind == "action":
        game.play("pass")
    game.play("put Forest on the bottom")
    game.play("put no more on the bottom")
    mine, theirs = (
        [seen.name for seen in game.seen_by(player).objects if seen.zone == ("library", 0)]
        for player in (0, 1)
    )
    assert "Forest" in mine
    assert "Forest" not in theirs


@pytest.mark.rule("CR 701.20e")
def test_701_20e_a_new_top_card_is_looked_at_because_the_old_one_has_left() -> None:
    game = Game.load(Path("cases/magic/701.20e-the-top-card-is-known.yaml"))
    looked: list[list[str]] = []
    for line in ("cast Ornithopter", "pass", "pass"):
        game.play(line)
        looked = [
            [cause.event.kind for cause in because(game.kernel, event.id).causes]
            for event in events(game.kernel)
            if event.kind == "looked at"
        ]
        if line == "cast Ornithopter":
            # what lay there from the start has no earlier event, the Forest below it has one
            assert looked == [[], ["put on stack"]]
    assert len(looked) == 2
