"""Neutral scenarios: played in the listed order, each assertion looked up, nothing passed over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardlaw.cli.main import run
from cardlaw.rulebooks.magic.book import BOOK
from cardlaw.rulebooks.magic.face import Face, read_face
from cardlaw.scenarios.cards import Cards
from cardlaw.scenarios.disputes import disputes
from cardlaw.scenarios.records import BrokenScenarios, Entry, read_scenarios
from cardlaw.scenarios.run import run_entry

OWN = Path(__file__).with_name("equipment.json")


class OneCard:
    """A source of one face."""

    def __init__(self, face: Face) -> None:
        self.one = face

    def face(self, name: str) -> Face | None:
        return self.one if name == self.one.name else None


def changed(tmp_path: Path, change: Any) -> Path:
    """The own scenarios with a change."""
    data = json.loads(OWN.read_text(encoding="utf-8"))
    change(data)
    file = tmp_path / "scenarios.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def results(file: Path) -> list[Any]:
    read = read_scenarios(file)
    cards = Cards(read.format.name_aliases.map)
    return [run_entry(entry, cards) for entry in read.tests]


@pytest.mark.rule("CR 702.6a")
def test_an_equipped_creature_fights_and_its_equipment_stays() -> None:
    result = results(OWN)[0]
    # The attacker that dies with its blocker, and an attack in a turn that is never played.
    assert result.outcome == "passed", result.failures
    assert result.held == 7


def test_what_is_never_legal_is_a_failure() -> None:
    result = results(OWN)[1]
    assert result.outcome == "failed"
    assert [failure.what for failure in result.failures] == [
        "turn 3 declare_attackers: A attack Grizzly Bears"
    ]
    assert result.held == 4


def test_what_does_not_hold_is_reported_with_what_was_found() -> None:
    result = results(OWN)[2]
    assert result.outcome == "failed"
    (failure,) = result.failures
    assert (failure.expected, failure.found) == ("3/3", "2/2")


@pytest.mark.parametrize(("number", "word"), [(3, "Nobody Knows This"), (4, "two players")])
def test_what_cannot_be_run_says_why(number: int, word: str) -> None:
    result = results(OWN)[number]
    assert result.outcome == "unsupported"
    assert word in result.lacking[0]


@pytest.mark.parametrize(
    ("assertion", "holds"),
    [
        ({"kind": "permanent_total", "player": "A", "value": 3}, True),
        ({"kind": "permanent_total", "player": "A", "value": 4}, False),
        ({"kind": "type", "card": "Bonesplitter", "type": "artifact", "value": True}, True),
        (
            {"kind": "subtype", "card": "Bonesplitter", "subtype": "equipment", "value": False},
            False,
        ),
        ({"kind": "graveyard_size", "player": "B", "value": 1}, True),
        ({"kind": "library_size", "player": "A", "value": 39}, False),
        ({"kind": "exile_count", "card": "Grizzly Bears", "value": 0}, True),
        ({"kind": "tapped_count", "card": "Mountain", "tapped": False, "value": 0}, False),
        ({"kind": "won", "player": "A", "value": True}, False),
        ({"kind": "game_drawn", "value": False}, True),
        ({"kind": "nonsense", "value": 1}, False),
    ],
)
def test_an_assertion_is_looked_up(
    tmp_path: Path, assertion: dict[str, object], holds: bool
) -> None:
    def only(data: Any) -> None:
        data["tests"] = data["tests"][1:2]
        scenario = data["tests"][0]["scenario"]
        scenario["actions"] = scenario["actions"][:3]
        scenario["assertions"] = [assertion]

    (result,) = results(changed(tmp_path, only))
    assert (result.outcome == "passed") == holds, result


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conform", str(OWN)]) == 1
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "1 passed, 2 failed, 2 unsupported"
    assert "expected 3/3, found 2/2" in out


def test_the_command_runs_cases_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    tour = Path("cases/tour")
    assert run(["conform", str(tour), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] == len(list(tour.glob("*.yaml")))
    assert data["failed"] == data["unsupported"] == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"tests": 3}',
        '{"tests": [{"id": "x"}]}',
        '{"tests": [{"id": "x", "scenario": {"format": "duel", "surprise": 1}}]}',
        '{"tests": [{"id": 1}]}',
        "[" * 100000,
        "\ud800",
    ],
)
def test_a_broken_file_is_one_sentence(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    assert run(["conform", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.strip().splitlines()) == 1
    with pytest.raises(BrokenScenarios):
        read_scenarios(file)


@pytest.mark.parametrize("name", ["nowhere.json", "text.txt", ""])
def test_a_wrong_path_is_one_sentence(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.txt").write_text("x")
    assert run(["conform", str(tmp_path / name) if name else str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_step_that_does_not_exist_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(data: Any) -> None:
        data["tests"][0]["scenario"]["stop"]["step"] = "tea"

    assert run(["conform", str(changed(tmp_path, wrong))]) == 2
    assert "tea" in capsys.readouterr().err


def test_cards_of_a_file_are_read_from_their_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def own_blade(data: Any) -> None:
        data["tests"] = data["tests"][:1]
        text = json.dumps(data).replace("Bonesplitter", "Own Blade")
        data.clear()
        data.update(json.loads(text))
        check = data["tests"][0]["scenario"]["actions"][3]
        check["power"], check["toughness"] = 5, 3

    file = changed(tmp_path, own_blade)
    cards = ["--cards", str(OWN.with_name("cards.json"))]
    assert run(["conform", str(file), *cards]) == 0, capsys.readouterr().out
    assert run(["conform", str(file), "--data", str(tmp_path / "nothing")]) == 0
    assert "Own Blade" in capsys.readouterr().out


def test_a_card_that_is_not_full_is_named_with_its_clause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def riddle(data: Any) -> None:
        data["tests"] = data["tests"][3:4]
        data["tests"][0]["scenario"]["players"]["A"]["hand"] = [{"card": "Own Riddle"}]

    cards = ["--cards", str(OWN.with_name("cards.json"))]
    assert run(["conform", str(changed(tmp_path, riddle)), *cards]) == 0
    out = capsys.readouterr().out
    assert "Whistle twice" in out
    assert out.splitlines()[-1] == "0 passed, 0 failed, 1 unsupported"


@pytest.mark.rule("CR 705.2")
@pytest.mark.parametrize(("won", "life"), [(True, 23), (False, 18)])
def test_a_coin_falls_as_it_is_kept_ready(won: bool, life: int) -> None:
    flip = {
        "name": "Own Coin",
        "cost": "{0}",
        "types": ["instant"],
        "abilities": [
            {
                "ability": "spell",
                "do": [
                    {
                        "do": "flip a coin",
                        "won": [{"do": "points", "kind": "life", "amount": 3}],
                        "lost": [{"do": "points", "kind": "life", "amount": -2}],
                    }
                ],
            }
        ],
    }
    entry = msgspec.convert(
        {
            "id": "own: a coin",
            "scenario": {
                "format": "duel",
                "players": {"A": {"hand": [{"card": "Own Coin"}]}, "B": {}},
                "actions": [
                    {"do": "cast", "turn": 1, "step": "upkeep", "player": "A", "card": "Own Coin"},
                    {"do": "coin", "player": "A", "value": won},
                ],
                "stop": {"turn": 1, "step": "precombat_main"},
                "assertions": [{"kind": "life", "player": "A", "value": life}],
            },
        },
        Entry,
    )
    result = run_entry(entry, Cards({}, OneCard(read_face(flip))))
    assert result.outcome == "passed", result.failures


def test_what_waits_for_an_object_to_leave_the_stack_waits_for_it_to_be_there_first(
    tmp_path: Path,
) -> None:
    def clause(data: Any) -> None:
        data["tests"] = data["tests"][1:2]
        scenario = data["tests"][0]["scenario"]
        scenario["actions"] = [
            scenario["actions"][0] | {"step": "precombat_main"},
            scenario["actions"][1]
            | {"player": "A", "stack_clause": "WHILE_NOT_ON_STACK", "step": "precombat_main"},
        ]
        scenario["players"]["A"]["hand"] = [{"card": "Lightning Bolt"}]
        scenario["actions"].reverse()
        scenario["assertions"] = [
            {"kind": "graveyard_count", "player": "A", "card": "Grizzly Bears", "value": 1},
            {"kind": "stack_size", "value": 0},
        ]

    # The spell stands first in the list, yet the equip ability is activated and resolves before it.
    (result,) = results(changed(tmp_path, clause))
    assert result.outcome == "passed", result.failures


def test_words_of_other_engines_find_ways_of_casting_granted_abilities_and_triggers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = {"turn": 1, "step": "precombat_main", "player": "A"}
    bell = {"do": "cast", "card": "Lightning Bolt", "target": "player:B"}
    actions: list[dict[str, object]] = [
        {"do": "cast", "card": "Own Herald"},
        {**bell, "while_on_stack": "When {this} enters"},
        {"do": "resolve_stack"},
        {"do": "cast", "card": "Own Film with surge", "target": "Own Herald"},
        {"do": "resolve_stack"},
        {"do": "activate", "source": "Own Film", "ability": "{1}: {this} gets"},
    ]
    lands = [{"card": "Mountain"}, {"card": "Island", "count": 2}]
    hand = [{"card": "Own Herald"}, {"card": "Lightning Bolt"}, {"card": "Own Film"}]

    def films(data: Any) -> None:
        data["tests"] = data["tests"][:1]
        data["tests"][0]["cards"] = ["Island", "Own Film", "Forest"]
        data["tests"][0]["scenario"] = {
            "format": "duel",
            "players": {"A": {"battlefield": lands, "hand": hand}, "B": {}},
            "actions": [{**deed, **at} for deed in actions],
            "stop": {"turn": 1, "step": "begin_combat"},
            "assertions": [
                {"kind": "pt", "card": "Own Herald", "power": 3, "toughness": 3},
                {"kind": "life", "player": "A", "value": 23},
                {"kind": "life", "player": "B", "value": 17},
                {"kind": "library_count", "player": "A", "card": "Forest", "value": 40},
            ],
        }

    cards = ["--cards", str(OWN.with_name("cards.json"))]
    assert run(["conform", str(changed(tmp_path, films)), *cards]) == 0, capsys.readouterr().out


def test_a_disputed_expectation_counts_as_failed_and_names_its_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = list(disputes().values())
    assert all(dispute.rule in BOOK.index for dispute in found)

    def disputed(data: Any) -> None:
        data["tests"] = data["tests"][2:3]
        data["tests"][0]["id"] = found[0].id

    assert run(["conform", str(changed(tmp_path, disputed))]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1].strip().startswith(f"disputed by {found[0].rule}: ")
    assert out[-1] == "0 passed, 1 failed, 0 unsupported"
