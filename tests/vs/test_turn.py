"""The turn, the chain and the attack (4, 5, 6): what the rules on equipment lean on."""

import pytest
from tests.vs.table import Table

from cardlaw.kernel.tables import NOBODY
from cardlaw.rulebooks.vs import BOOK, STARTER, new_game

ROW = ["Old Arsenal"] * 4


def attacking(mine: list[object], theirs: list[object], **more: object) -> Table:
    """A's attack step with two front rows."""
    position = {
        "turn": "6",
        "active": "A",
        "step": "attack",
        "A": {"front row": mine, "resource row": ROW},
        "B": {"front row": theirs, "resource row": ROW, **more},
    }
    return Table(position)


def endurance(table: Table) -> tuple[int, int]:
    points = table.game.state.points
    return points.get((0, "endurance"), 0), points.get((1, "endurance"), 0)


@pytest.mark.rule("VS 101")
def test_101_a_game_begins_with_four_cards_and_fifty_endurance() -> None:
    game = new_game((STARTER["harbor"], STARTER["lantern"]), seed=3)
    while game.choice is not None and game.choice.kind != "new hand":
        game.push(next(iter(game.legal)))
    assert [len(game.state.zone("hand", player)) for player in (0, 1)] == [4, 4]
    assert [game.state.points[(player, "endurance")] for player in (0, 1)] == [50, 50]


@pytest.mark.rule("VS 401")
def test_401_each_player_draws_two() -> None:
    game = new_game((STARTER["harbor"], STARTER["lantern"]), seed=3)
    while game.choice is not None and game.choice.kind != "action":
        game.push(next(iter(game.legal)))
    assert game.state.turn["step"] == 1
    assert [len(game.state.zone("hand", player)) for player in (0, 1)] == [6, 6]


@pytest.mark.rule("VS 402")
def test_402_build_steps_come_for_one_player_after_the_other() -> None:
    hand = {"hand": ["Dock Hand"]}
    position = {"turn": "1", "active": "B", "step": "draw", "A": {**hand}, "B": {**hand}}
    table = Table(position)
    seen = []
    for _ in range(40):
        turn = table.game.state.turn
        here = (turn["step"], turn["primary"])
        if not seen or seen[-1] != here:
            seen.append(here)
        if turn["turn"] == 2:
            break
        table.game.push(next(iter(table.game.legal)))
    build = [(2, 1), (3, 1), (4, 1), (2, 0), (3, 0), (4, 0)]
    assert seen[:10] == [(1, 1), *build, (5, 1), (5, 0), (6, 1)]


@pytest.mark.rule("VS 407")
def test_407_the_worked_sample_of_an_attack() -> None:
    table = attacking(["Equal Match"], ["Back Alley Guard"])
    table.do("attack Back Alley Guard with Equal Match")
    table.passes()
    table.passes()
    assert endurance(table) == (50, 47), "2 for the stun, 1 breaks through"
    assert table.value("Equal Match", "stunned") is False


@pytest.mark.rule("VS 407")
def test_407_only_one_attacker_is_stunned_back_and_the_defender_chooses() -> None:
    table = attacking(["Street Brawler", "Equal Match"], ["Harbor Captain"])
    table.do("attack Harbor Captain with Street Brawler and Equal Match")
    table.passes()
    table.passes()
    assert table.game.to_act == 1
    table.do("stun back Equal Match")
    assert table.value("Equal Match", "stunned") is True
    assert table.value("Street Brawler", "stunned") is False


@pytest.mark.rule("VS 6")
def test_6_an_attacker_stunned_before_the_check_fails_the_attack() -> None:
    table = attacking(["Stone Sentry"], ["Street Brawler"], hand=["Sudden Blow"])
    table.do("attack Street Brawler with Stone Sentry", "pass")
    table.do("play Sudden Blow targeting Stone Sentry")
    table.passes()
    table.passes()
    assert "attack failed" in table.events()
    assert table.value("Street Brawler", "exhausted") is False


@pytest.mark.rule("VS 701.12")
def test_701_12_a_stunned_character_cannot_be_readied_by_the_turn_alone() -> None:
    table = attacking([{"Stone Sentry": {"stunned": "yes"}}], [])
    assert table.value("Stone Sentry", "exhausted") is True
    assert table.value("Stone Sentry", "ATK") == 4
    assert table.value("Stone Sentry", "DEF") == 4


@pytest.mark.rule("VS 211")
def test_211_modifiers_in_their_order_count_on_a_stunned_character_too() -> None:
    sentry = {"Stone Sentry": {"stunned": "yes", "until end of turn": ["+2/+0", "-1 DEF"]}}
    table = attacking([sentry], [])
    assert table.value("Stone Sentry", "ATK") == 6
    assert table.value("Stone Sentry", "DEF") == 3


@pytest.mark.rule("VS 408")
def test_408_modifiers_of_the_turn_end_and_the_initiative_passes() -> None:
    position = {
        "turn": "6",
        "active": "A",
        "step": "recovery",
        "A": {
            "front row": [{"Stone Sentry": {"until end of turn": ["+2/+0"], "exhausted": "yes"}}]
        },
        "B": {},
    }
    table = Table(position)
    assert table.value("Stone Sentry", "ATK") == 6
    table.passes()
    assert table.value("Stone Sentry", "ATK") == 4
    assert table.value("Stone Sentry", "exhausted") is False
    assert BOOK.property_of_game(table.game.state, "active") == "B"


@pytest.mark.rule("VS 102")
def test_102_with_both_below_zero_the_one_with_more_stays() -> None:
    position = {
        "turn": "6",
        "active": "A",
        "step": "recovery",
        "A": {"endurance": "-3"},
        "B": {"endurance": "-5"},
    }
    table = Table(position)
    table.passes()
    assert table.game.over
    assert BOOK.result(table.game.state) == 0


@pytest.mark.rule("VS 510")
def test_510_a_flip_keeps_priority_and_asks_for_the_threshold() -> None:
    table = attacking([], [])
    table.do("pass")
    assert table.game.to_act == 1
    assert table.codes("flip B's Old Arsenal #5", player=1) == []


@pytest.mark.rule("VS 407")
def test_407_a_team_is_a_set_and_may_be_named_in_any_order() -> None:
    table = attacking(["Stone Sentry", "Swift Courier"], ["Street Brawler"])
    for team in ("Swift Courier and Stone Sentry", "Stone Sentry, Swift Courier"):
        assert table.codes(f"attack Street Brawler with {team}") == []
    first = table.object("Stone Sentry")
    twice = ("with", first, first)
    attack = ("attack", table.object("Street Brawler"))
    assert table.game.why((attack, twice), 0).codes == ("attacker-twice",)


@pytest.mark.rule("VS 508")
def test_508_a_power_whose_object_has_left_finds_no_self() -> None:
    keeper = {"Lighthouse Keeper": {}}
    table = attacking([keeper], [], hand=["Called Away"])
    table.do("use Lighthouse Keeper", "pass", "play Called Away targeting Lighthouse Keeper")
    table.passes()
    table.passes()
    assert table.zone("Lighthouse Keeper") == ("hand", 0)
    assert table.game.state.effects == {}


@pytest.mark.rule("VS 501")
def test_501_activating_a_bearer_needs_control_of_it() -> None:
    bearer = {"Street Brawler": {"attached": [{"Advanced Hardware": {"controller": "A"}}]}}
    table = attacking([], [bearer])
    assert table.codes("use Advanced Hardware") == ["not-yours"]


@pytest.mark.rule("VS 407")
def test_407_an_attack_without_attackers_stuns_nobody() -> None:
    position = {
        "turn": "6",
        "active": "A",
        "step": "attack",
        "A": {"front row": [{"Stone Sentry": {"attacker": "yes"}}]},
        "B": {
            "resource row": ROW,
            "hand": ["Sudden Blow"],
            "front row": [{"Lamp Lighter": {"defender": "yes", "until end of turn": ["-2 DEF"]}}],
        },
    }
    table = Table(position)
    table.do("pass", "play Sudden Blow targeting Stone Sentry")
    table.passes()
    table.passes()
    assert table.value("Lamp Lighter", "stunned") is False
    assert table.game.state.turn.get("attack") is None


@pytest.mark.rule("VS 408")
def test_408_a_game_in_which_nobody_can_do_anything_ends_without_a_winner() -> None:
    table = Table({"turn": "5", "active": "A", "step": "attack", "A": {}, "B": {}})
    for _ in range(5000):
        if table.game.over:
            break
        table.game.push(next(iter(table.game.legal)))
    assert table.game.over
    assert BOOK.result(table.game.state) == NOBODY
    assert "stalled" in table.events()


@pytest.mark.rule("VS 701")
def test_701_press_helps_in_the_turn_of_the_recruiting_only() -> None:
    press = {"ability": "keyword", "name": "press"}
    card = {"name": "Runner", "type": "character", "version": "Army", "cost": 2, "text": [press]}
    mine = {"hand": ["Runner"], "resource row": ["Old Arsenal"], "recruited": ["Runner"]}
    position = {"turn": "6", "active": "B", "A": {**mine, "resource points": "1"}, "B": {}}
    assert (
        Table({**position, "step": "recruit", "primary": "A"}, [card]).codes("recruit Runner") == []
    )
    table = Table({**position, "step": "recovery"}, [card])
    table.passes()
    table.passes()
    table.do("put nothing into the resource row")
    assert table.codes("recruit Runner") == ["not-enough-resource-points"]
