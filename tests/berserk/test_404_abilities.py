"""Abilities: times, tokens, poison and regeneration, blocking, loops, options (311, 404-412)."""

import pytest
from tests.berserk.table import Table, creature


def battle(mine: list[object], theirs: list[object], **words: object) -> dict[str, object]:
    return {"step": "main", **words, "A": {"field": mine}, "B": {"field": theirs}}


@pytest.mark.rule("BE09 311.4")
def test_311_4_poison_and_regeneration_act_at_the_start_of_the_turn() -> None:
    table = Table(
        battle(
            [{"Nomad": {"cell": "C1"}}],
            [{"Stalker": {"cell": "C3'", "wounds": 3}}, {"Sarg": {"cell": "A3'", "poison": 2}}],
        ),
        [
            creature(
                "Stalker",
                abilities=[{"ability": "keyword", "name": "regeneration", "number": 2}],
            )
        ],
    )
    table.do("pass")
    if table.game.choice is not None and table.game.choice.kind == "trigger":
        table.do(f"trigger {next(iter(table.game.space()))[0]}")
    assert table.value("Stalker", "wounds") == 1
    assert table.value("Sarg", "wounds") == 2


@pytest.mark.rule("BE12 123.5")
def test_123_5_tokens_are_spent_exactly() -> None:
    table = Table(
        battle(
            [{"Snigl": {"cell": "C1", "tokens": 2}}, {"Nomad": {"cell": "A3"}}],
            [{"Troll": {"cell": "C3'"}}],
        )
    )
    table.do("use discharge of Snigl targeting Troll")
    assert table.value("Snigl", "tokens") == 1
    assert table.value("Troll", "wounds") == 3


@pytest.mark.rule("BE09 104.5")
def test_104_5_without_a_token_it_is_refused() -> None:
    table = Table(battle([{"Snigl": {"cell": "C1"}}], [{"Troll": {"cell": "C3'"}}]))
    assert table.codes("use discharge of Snigl targeting Troll") == ["too-few-tokens"]


@pytest.mark.rule("BE09 411.4")
@pytest.mark.parametrize("kind", ["discharge", "magic strike", "spell"])
def test_411_4_protection_from_magic_keeps_off_each_kind_of_magic(kind: str) -> None:
    ability = {"ability": "playable", "name": kind, "kind": kind, "strength": [2, 2, 2],
               "targets": [{"select": {}}]}  # fmt: skip
    table = Table(
        battle(
            [{"Wizard": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}],
            [{"Twilight Unicorn": {"cell": "C1'"}}],
        ),
        [creature("Wizard", abilities=[ability])],
    )
    table.do(f"use {kind} of Wizard targeting Twilight Unicorn")
    assert table.value("Twilight Unicorn", "wounds") == 0
    assert table.value("Wizard", "closed") is True


@pytest.mark.rule("BE09 219.2")
def test_219_2_an_open_card_is_not_opened() -> None:
    table = Table(
        battle(
            [{"Watch Captain": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}],
            [{"Troll": {"cell": "C3'"}}],
        )
    )
    assert table.codes("use wake of Watch Captain targeting Nomad") == ["target-does-not-fit"]


@pytest.mark.rule("BE09 219.4")
def test_219_4_a_card_that_is_opened_may_act_again() -> None:
    table = Table(
        battle(
            [
                {"Watch Captain": {"cell": "C1"}},
                {"Nomad": {"cell": "A3", "closed": True, "moved": 2}},
            ],
            [{"Troll": {"cell": "C3'"}}],
        )
    )
    table.do("use wake of Watch Captain targeting Nomad")
    assert table.value("Nomad", "unused movement") == 2
    assert table.codes("move Nomad to A2") == []


@pytest.mark.rule("BE09 412.5")
def test_412_5_a_second_redirection_is_refused() -> None:
    table = Table(
        battle(
            [{"Ranger": {"cell": "C1"}}, {"Nomad": {"cell": "A3"}}],
            [
                {"Troll": {"cell": "C3'", "wounds": 1}},
                {"Watchman": {"cell": "E3'"}},
                {"Mirror Mage": {"cell": "A3'"}},
                {"Mirror Mage": {"cell": "B3'", "as": "Second Mage"}},
            ],
            priority="B",
            stage="target",
            pile=["use shot of Ranger targeting Troll"],
        )
    )
    table.do("use redirection of Mirror Mage targeting Second Mage", "pass", "pass")
    assert table.codes("use redirection of Second Mage targeting Mirror Mage", 1) == [
        "already-redirected"
    ]


@pytest.mark.rule("BE09 404.4")
def test_404_4_an_attacker_that_is_closed_in_response_does_not_strike() -> None:
    close = {"ability": "playable", "name": "bind", "fast": True,
             "targets": [{"select": {"types": ["creature"], "controller": "opponent"}}],
             "do": [{"do": "state", "what": {"who": "target"}, "state": "closed"}]}  # fmt: skip
    table = Table(
        battle(
            [{"Nomad": {"cell": "C1"}}, {"Kheshir": {"cell": "A3"}}],
            [{"Troll": {"cell": "C1'"}}, {"Binder": {"cell": "A3'"}}],
        ),
        [creature("Binder", abilities=[close])],
    )
    table.do("strike with Nomad against Troll", "use bind of Binder targeting Nomad")
    assert table.value("Troll", "wounds") == 0
    assert table.told("cancelled")[-1][0] == "BE09 404.4"


@pytest.mark.rule("BE09 216.12")
def test_216_12_by_option_an_action_is_paid_when_it_is_announced() -> None:
    position = battle(
        [{"Ranger": {"cell": "C1'"}}, {"Nomad": {"cell": "A3"}}],
        [{"Troll": {"cell": "C3'", "wounds": 1}}, {"Watchman": {"cell": "A3'"}}],
    )
    late = Table(position)
    late.do("use shot of Ranger targeting Troll")
    assert late.value("Ranger", "closed") is False
    early = Table(position, options={"payment": "on-announcing"})
    early.do("use shot of Ranger targeting Troll")
    assert early.value("Ranger", "closed") is True


@pytest.mark.rule("BE09 6")
def test_range_by_option_without_diagonals() -> None:
    position = battle([{"Short Bow": {"cell": "A2"}}], [{"Troll": {"cell": "C1'"}}])
    line = "use shot of Short Bow targeting Troll"
    assert Table(position).codes(line) == []
    assert Table(position, options={"distance": "orthogonal"}).codes(line) == ["out-of-range"]


@pytest.mark.rule("BE09 401.3")
def test_shots_at_neighbours_by_option() -> None:
    position = battle([{"Ranger": {"cell": "C1"}}], [{"Troll": {"cell": "C1'"}}])
    line = "use shot of Ranger targeting Troll"
    assert Table(position).codes(line) == []
    assert Table(position, options={"shots-at-neighbours": "forbidden"}).codes(line) == ["too-near"]


@pytest.mark.rule("BE09 103.4")
def test_103_4_the_chain_of_tokens_names_its_rule() -> None:
    table = Table(
        battle(
            [{"Bell of Echoes": {"cell": "C1"}}, {"Echo Monk": {"cell": "B1", "as": "Mine"}}],
            [{"Echo Monk": {"cell": "C3'", "as": "Theirs"}}],
        )
    )
    table.do("accumulate with Bell of Echoes")
    tokens = [table.value(name, "tokens") for name in ("Bell of Echoes", "Mine", "Theirs")]
    assert tokens == [1, 1, 2]
    assert [rule for rule, _ in table.told("chain stopped")] == ["BE09 103.4"]


@pytest.mark.rule("BE09 216.3")
def test_216_3_everybody_sees_which_object_of_an_action_lies_on_top() -> None:
    from cardlaw.kernel.view import see

    table = Table(
        battle(
            [{"Nomad": {"cell": "C1"}}, {"Kheshir": {"cell": "A3"}}],
            [{"Troll": {"cell": "C1'"}}, {"Remover": {"cell": "B1'"}}],
        )
    )
    table.do("strike with Nomad against Troll")
    assert table.game.book.property_of_game(table.game.state, "stage") == "target"
    assert [see(table.game, player).pile[0][5][0] for player in (0, 1)] == ["target", "target"]
