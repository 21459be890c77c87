"""Face-down spells and permanents: what players know of them, and games full of them (CR 708)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlaw import Game
from cardlaw.conformance import Subject, basic_tests
from cardlaw.rulebooks import magic
from cardlaw.rulebooks.magic.face import Face, read_face

CASE = Path("cases/magic/702.37-morph.yaml")

LAND = magic.BOOK.library()["Forest"]
MORPH = {"ability": "keyword", "name": "morph", "cost": "{1}{G}"}
DISGUISE = {"ability": "keyword", "name": "disguise", "cost": "{2}"}
FACES: list[Face] = [
    read_face({"types": ["creature"], "power": 3, "toughness": 3, **data})
    for data in (
        {"name": "Veiled Ox", "cost": "{2}{G}", "abilities": [MORPH]},
        {"name": "Veiled Hare", "cost": "{G}", "abilities": [MORPH], "keywords": ["flash"]},
        {"name": "Hooded Ox", "cost": "{3}{G}", "abilities": [DISGUISE]},
        {"name": "Open Ox", "cost": "{1}{G}"},
        {
            "name": "Mole Caller",
            "cost": "{1}{G}",
            "abilities": [
                {"ability": "triggered", "on": [{"event": "enters"}], "do": [{"do": "manifest"}]}
            ],
        },
        {
            "name": "Moth Caller",
            "cost": "{1}{G}",
            "abilities": [
                {
                    "ability": "triggered",
                    "on": [{"event": "enters"}],
                    "do": [{"do": "manifest", "how": "cloak"}],
                },
                {
                    "ability": "triggered",
                    "on": [{"event": "dies"}],
                    "do": [{"do": "manifest dread"}],
                },
            ],
        },
        {
            "name": "Turncoat",
            "cost": "{1}{G}",
            "abilities": [
                {
                    "ability": "activated",
                    "cost": {"exhaust": True},
                    "targets": [{"select": {"types": ["creature"]}}],
                    "do": [{"do": "turn face down", "what": {"who": "target"}}],
                }
            ],
        },
    )
]
DECK = [*FACES * 4, *[LAND] * 20]


@pytest.mark.rule("CR 708.5")
def test_708_5_only_its_controller_sees_the_card() -> None:
    game = Game.load(CASE)
    game.play("cast Veiled Stag by morph")
    for where in ("stack", "battlefield"):
        mine, theirs = (
            [seen for seen in game.seen_by(player).objects if seen.zone == (where, -1)][-1]
            for player in (0, 1)
        )
        assert mine.name == "Veiled Stag"
        assert theirs.name is None
        assert theirs.values["power"] == 2
        assert theirs.values["face down"] == "morph"
        assert "Veiled" not in str(game.seen_by(1))
        while game.kernel.choice is not None and game.kernel.state.lists.get("pile"):
            game.play("pass")


@pytest.mark.rule("CR 708.2")
def test_708_2_the_view_of_another_player_does_not_depend_on_the_card() -> None:
    views = []
    for name in ("Grizzly Bears", "Hill Giant"):
        text = Path("cases/magic/701.58a-cloak-and-attach.yaml").read_text(encoding="utf-8")
        game = Game.load(text.replace("Hill Giant", name))
        game.play("cast Moth Mantle")
        for _ in range(4):
            game.play("pass")
        views.append(game.seen_by(1))
    assert str(views[0]) == str(views[1])


LAST_TURN = """
cardlaw: 1
game: magic
title: The last point of damage
position:
  active: A
  step: precombat main
  A:
    hand: [Lightning Bolt]
    battlefield: [Mountain, Hill Giant: {face down: manifest}]
  B: {life: 3, battlefield: [Grizzly Bears: {face down: cloak}]}
"""


@pytest.mark.rule("CR 708.9")
def test_708_9_what_is_face_down_is_revealed_when_the_game_ends() -> None:
    game = Game.load(LAST_TURN)
    state = game.kernel.state
    down = [row[0] for row in state.lists["face down"]]
    assert [state.knows[obj] for obj in down] == [1, 2]
    game.play("cast Lightning Bolt targeting B")
    game.play("pass")
    game.play("pass")
    assert game.over
    assert [state.knows[obj] for obj in down] == [3, 3]


@pytest.mark.rule("CR 708.6")
@pytest.mark.parametrize("portion", range(2))
def test_708_games_full_of_face_down_cards_hold_every_promise(portion: int) -> None:
    subject = Subject(magic.BOOK, lambda seed: magic.new_game((DECK, DECK), seed))
    report = basic_tests(subject, 4, seed=100 + portion * 4)
    assert report.counts["walks"] == 4
