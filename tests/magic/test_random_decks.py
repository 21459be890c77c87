"""Games between random decks of Full cards: every promise holds, and every game goes on."""

import os
from collections import Counter

import pytest
from tests.magic.pool import deck, full_faces
from tests.magic.table import Table, main_phase

from cardlaw.conformance import Subject
from cardlaw.conformance.games import check_game
from cardlaw.conformance.offers import check_offer
from cardlaw.conformance.steps import check_board
from cardlaw.conformance.suite import Report, check_written
from cardlaw.kernel.choice import mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.state import State
from cardlaw.rulebooks import magic
from cardlaw.rulebooks.magic import state_based

DEEP = os.environ.get("CARDLAW_DEEP") == "1"
GAMES = 300 if DEEP else 30
#: how many games are one test, so that two cores share the work
PORTION = 5
#: what resolves in one of these games at least, on the average of a test. Random players tap their
#: lands for nothing at times, so that they cast about eleven spells in a game, not twenty; of
#: abilities some decks resolve ten in a game and others a hundred, by equipping for nothing.
SPELLS, ABILITIES = 6, 5
#: a game that is not over then is left; in a plain run most of them are
ANSWERS = 3000 if DEEP else 900
#: two decks, and as many tokens again; then the game is left
OBJECTS = 240
COMPARED = 60 if DEEP else 4


def start(seed: int) -> Game:
    """A game between two random decks."""
    return magic.new_game((deck(2 * seed), deck(2 * seed + 1)), seed)


SUBJECT = Subject(magic.BOOK, start, magic.__name__, answers=ANSWERS, objects=OBJECTS)


def test_the_pool_is_wide() -> None:
    assert len(full_faces()) > 200


@pytest.mark.parametrize("portion", range(GAMES // PORTION))
def test_random_decks_hold_every_promise(portion: int) -> None:
    report = Report()
    resolved: Counter[str] = Counter()
    for number in range(portion * PORTION, (portion + 1) * PORTION):
        game = check_game(SUBJECT, number, report)
        resolved.update(str(entry[0]) for step in game.steps() for entry in step.entries)
    assert resolved["spell resolved"] > SPELLS * PORTION
    assert resolved["resolved"] > ABILITIES * PORTION
    assert report.counts["games"] == PORTION
    assert all(report.counts[name] for name in ("board", "copy", "faces", "lines refused"))


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
    for seed in range(1000, 1000 + COMPARED):
        game = start(seed)
        for step in range(350):
            if game.over:
                break
            check_board(game)
            if mix(seed, step) % 25 == 0:
                compared += check_offer(game, seed=step, nodes=3).refused
            space = game.space()
            options = [o for o in space if o[:1] not in (("tap",), ("pass",))] or list(space)
            game.push(options[mix(seed, step) % len(options)])
    assert any(asked)
    assert compared > 100 * COMPARED


@pytest.mark.rule("CR 704.3")
def test_nothing_is_taken_off_what_left_while_a_spell_resolves() -> None:
    trade = {
        "name": "Sour Trade",
        "cost": "{B}",
        "types": ["instant"],
        "abilities": [
            {
                "ability": "spell",
                "targets": [{"select": {"types": ["creature"]}}],
                "do": [
                    {"do": "move", "what": {"who": "target"}, "to": "graveyard"},
                    {
                        "do": "if done",
                        "first": [{"do": "pay", "life": 2}],
                        "then": [{"do": "draw"}],
                    },
                ],
            }
        ],
    }
    bears = {"Grizzly Bears": {"attached": ["Bonesplitter"]}}
    position = main_phase([bears, "Swamp"], a={"hand": ["Sour Trade"], "library": ["Plains"]})
    table = Table(position, [trade])
    table.do("cast Sour Trade targeting Grizzly Bears", "pass")
    report = Report()
    mark = table.game.step
    table.do("pass")
    assert table.game.choice is not None and table.game.choice.kind == "may"
    assert table.bearer("Bonesplitter") is not None
    check_written(table.game, mark, report)
    mark = table.game.step
    table.do("no")
    check_written(table.game, mark, report)
    assert table.bearer("Bonesplitter") is None
    assert report.counts["settled"] == 1
