"""The judge's desk: loading, editing by hand, asking, trying, expectations, export and links."""

import json

import pytest
from tests.table.seats import VS_EQUIPMENT

from cardlaw.judge import case_from_bytes, judge
from cardlaw.judge.shipped import case_files
from cardlaw.table.desk import linking
from cardlaw.table.desk.bench import Sheet, Wish, blank, shipped, work
from cardlaw.table.desk.editing import BadEdit, Edit, edited, read_data, write_text
from cardlaw.table.desk.judging import judged
from cardlaw.table.desk.touching import Reply, Touch, touched
from cardlaw.table.message import Ask


def at(sheet: Sheet, name: str) -> list[str | int]:
    """The place of a card by its name."""
    found: list[str | int] = next(json.loads(c.place) for c in sheet.cards if c.name == name)
    return found


def change(sheet: Sheet, edit: Edit) -> Sheet:
    """The sheet after an edit by hand."""
    return work(Wish(case=sheet.text, act="edit", edit=edit))


def test_a_card_is_moved_attached_set_and_removed_by_hand() -> None:
    sheet = work(Wish(case=VS_EQUIPMENT))
    assert not sheet.judged.faults
    bearer = at(sheet, "Stone Sentry")
    sheet = change(sheet, Edit("attach", place=at(sheet, "Dual Sidearms"), to=bearer))
    assert not sheet.judged.faults and sheet.judged.game is not None
    game = sheet.judged.game
    assert game.kernel.state.host[game.find("Dual Sidearms")] == game.find("Stone Sentry")
    sheet = change(sheet, Edit("set", at(sheet, "Stone Sentry"), word="stunned", value="yes"))
    assert "stunned: yes" in sheet.text
    sheet = change(sheet, Edit("set", at(sheet, "Stone Sentry"), word="stunned"))
    assert "stunned" not in sheet.text
    sheet = change(
        sheet, Edit("set", at(sheet, "Stone Sentry"), word="counters", value="{+1/+1: 2}")
    )
    assert sheet.judged.game is not None
    assert sheet.judged.game.explain("Stone Sentry", "ATK").value != "?"
    sheet = change(sheet, Edit("move", at(sheet, "Street Brawler"), to=["B", "support row"]))
    sheet = change(sheet, Edit("add", to=["B", "hand"], word="Swift Courier"))
    sheet = change(sheet, Edit("turn", to=["B"], word="endurance", value="12"))
    sheet = change(sheet, Edit("remove", at(sheet, "Dual Sidearms")))
    assert not sheet.judged.faults and not sheet.notices
    position = read_data(sheet.text)["position"]
    assert position["B"] == {
        "front row": [],
        "support row": ["Street Brawler"],
        "hand": ["Swift Courier"],
        "endurance": "12",
    }
    assert position["A"]["front row"] == [{"Stone Sentry": {"counters": {"+1/+1": "2"}}}]


def test_a_card_is_defined_by_its_text_and_added() -> None:
    sheet = work(Wish(act="blank", name="magic"))
    axe = Edit(
        "define",
        word="Ash Axe",
        kind="Legendary Artifact - Equipment",
        cost="{1}",
        value="Equipped creature gets +2/+0.\nEquip {0}",
    )
    sheet = change(sheet, axe)
    vole = Edit("define", word="Vole", kind="Creature", values="power: 1, toughness: 1")
    sheet = change(sheet, vole)
    for name in ("Ash Axe", "Vole"):
        sheet = change(sheet, Edit("add", to=["A", "battlefield"], word=name))
    assert not sheet.judged.faults and not sheet.notices
    sheet = work(Wish(case=sheet.text, act="edit", edit=Edit("turn", word="step", value="main")))
    asked = work(Wish(case=sheet.text, act="may", line="equip Ash Axe to Vole"))
    assert asked.judged.answer is not None and asked.judged.answer.legal
    sung = change(sheet, Edit("define", word="Bard", kind="Creature", value="Sing."))
    assert any("Sing" in fault for fault in sung.judged.faults)
    for bad in (Edit("define", word="x"), Edit("define", word="x", kind="y", values="{")):
        assert change(sheet, bad).notices


def test_an_edit_that_the_game_forbids_has_every_fault_with_its_place() -> None:
    sheet = work(Wish(case=VS_EQUIPMENT))
    sheet = change(sheet, Edit("move", at(sheet, "Dual Sidearms"), to=["A", "front row"]))
    sheet = change(sheet, Edit("set", at(sheet, "Swift Courier"), word="column", value="far"))
    assert len(sheet.judged.faults) == 2
    assert all(fault.startswith("case:") and fault.endswith(".") for fault in sheet.judged.faults)
    assert sheet.judged.game is None and sheet.cards


@pytest.mark.parametrize(
    "edit",
    [
        Edit("move", ["A", "front row", 9], ["A", "hand"]),
        Edit("move", ["A", "nowhere", 0], ["A", "hand"]),
        Edit("move", ["A", "front row", -1], ["A", "hand"]),
        Edit("move", [], []),
        Edit("attach", ["A", "hand", 0], ["A", "hand", 0]),
        Edit("attach", ["A", "front row", 0], ["A", "front row", 0, "attached", 0]),
        Edit("add", to=["A", "hand"]),
        Edit("add", to=["turn"], word="Blob"),
        Edit("set", ["A", "front row", 0], word="counters", value="{"),
        Edit("turn", word="A"),
        Edit("turn", to=["A"], word="front row", value="3"),
        Edit("remove", ["A", "front row", "0"]),
        Edit("unstep"),
        Edit("burn"),
    ],
)
def test_an_edit_of_what_is_not_there_changes_nothing(edit: Edit) -> None:
    data = read_data(VS_EQUIPMENT)
    before = write_text(data)
    if edit == Edit("turn", word="A"):
        assert "A" not in edited(data, edit)["position"]
        return
    with pytest.raises(BadEdit):
        edited(data, edit)
    assert write_text(data) == before


def test_may_why_what_if_and_do() -> None:
    line = "recruit Dual Sidearms targeting Swift Courier"
    asked = work(Wish(case=VS_EQUIPMENT, act="may", line=line))
    assert asked.judged.answer is not None and asked.judged.answer.legal
    assert asked.text == VS_EQUIPMENT and "answer: yes" in asked.keep
    tried = work(Wish(case=VS_EQUIPMENT, act="what-if", line=line, who="A"))
    assert tried.judged.answer is not None and tried.judged.answer.steps[0].events
    assert tried.text == VS_EQUIPMENT
    done = work(Wish(case=VS_EQUIPMENT, act="do", line=line))
    assert done.judged.steps[-1].legal and done.judged.answer is None
    assert read_data(done.text)["script"] == [{"A": line}]
    passed = work(Wish(case=done.text, act="pass"))
    because = work(Wish(case=passed.text, act="because", line="attached, Dual Sidearms"))
    assert because.judged.answer is not None and "VS 302.4" in because.judged.answer.rules
    taken = work(Wish(case=passed.text, act="unstep"))
    assert read_data(taken.text) == read_data(done.text)


def test_stepping_through_a_case_keeps_its_steps() -> None:
    line = "recruit Dual Sidearms targeting Swift Courier"
    text = work(Wish(case=VS_EQUIPMENT, act="do", line=line)).text
    text = work(Wish(case=text, act="pass")).text
    back = work(Wish(case=text, act="back"))
    assert back.text == text and (back.judged.at, back.judged.last) == (1, 2)
    assert back.later == ["{pass: all}"] and len(back.judged.steps) == 1
    first = work(Wish(case=text, act="back", at=back.at))
    assert first.at == 0 and first.judged.game is not None
    assert work(Wish(case=text, act="back", at=0)).notices == ["desk.no-step"]
    assert work(Wish(case=text, act="forward", at=1)).at == -1
    assert work(Wish(case=text, act="forward")).notices == ["desk.no-later-step"]
    assert work(Wish(case=text, act="go", name="1")).at == 1
    # what is done at an earlier moment takes the place of what followed; what is asked does not
    other = work(Wish(case=text, act="do", line="pass", at=0))
    assert read_data(other.text)["script"] == [{"A": "pass"}]
    asked = work(Wish(case=text, act="may", line=line, at=0))
    kept = work(Wish(case=text, act="keep", value=asked.keep, at=0))
    assert [next(iter(step)) for step in read_data(kept.text)["script"]] == ["may", "A", "pass"]
    assert kept.judged.at == 1 and kept.holding == (1, 1)


def test_the_position_that_is_shown_becomes_the_start() -> None:
    line = "recruit Dual Sidearms targeting Swift Courier"
    text = work(Wish(case=VS_EQUIPMENT, act="do", line=line)).text
    text = work(Wish(case=text, act="pass")).text
    begun = work(Wish(case=text, act="begin"))
    data = read_data(begun.text)
    assert "script" not in data and not begun.judged.faults
    assert data["title"] == read_data(VS_EQUIPMENT)["title"]
    assert begun.judged.game is not None
    sidearms = begun.judged.game.find("Dual Sidearms")
    assert begun.judged.game.kernel.state.host[sidearms] >= 0
    assert work(Wish(case="a: [", act="begin")).notices == ["desk.no-game"]


def test_a_card_goes_to_the_place_that_was_chosen() -> None:
    sheet = work(Wish(case=VS_EQUIPMENT))
    sheet = change(sheet, Edit("add", to=["A", "front row"], word="Swift Courier", spot="3"))
    assert {"Swift Courier": {"column": "3"}} in read_data(sheet.text)["position"]["A"]["front row"]
    assert not sheet.judged.faults
    field = work(Wish(act="blank", name="berserk"))
    field = change(field, Edit("add", to=["A", "field"], word="Nomad", spot="C2"))
    assert not field.judged.faults and field.judged.game is not None
    assert field.judged.game.find("Nomad") == field.cards[0].obj
    moved = change(field, Edit("move", at(field, "Nomad"), to=["A", "field"], spot="D1"))
    assert read_data(moved.text)["position"]["A"]["field"] == [{"Nomad": {"cell": "D1"}}]


def test_what_is_refused_is_not_done_and_may_be_kept_as_an_expectation() -> None:
    line = "recruit Dual Sidearms targeting Street Brawler"
    sheet = work(Wish(case=VS_EQUIPMENT, act="do", line=line))
    assert sheet.judged.answer is not None and sheet.judged.answer.breaches
    assert sheet.text == VS_EQUIPMENT and not sheet.judged.steps
    kept = work(Wish(case=sheet.text, act="keep", value=sheet.keep))
    assert kept.holding == (1, 1)
    wrong = work(
        Wish(case=kept.text, act="expect", name="Stone Sentry", word="stunned", value="yes")
    )
    assert wrong.holding == (1, 2)


def test_words_that_mean_nothing_are_one_sentence() -> None:
    sheet = work(Wish(case=VS_EQUIPMENT, act="do", line="fly to the moon"))
    (fault,) = sheet.judged.question_faults
    assert "fly" in fault and sheet.text == VS_EQUIPMENT
    assert work(Wish(case=VS_EQUIPMENT, act="may")).notices == ["desk.no-line"]


@pytest.mark.parametrize("text", ["", "a: [", "- 1", "cardlaw: 2", "\x00", "x" * 1000, "game: vs"])
def test_bad_cases_are_what_judge_says(text: str) -> None:
    found = judged(text)
    assert found.faults and found.game is None
    for act in ("", "do", "back", "pass", "keep", "expect", "edit"):
        sheet = work(Wish(case=text, act=act, line="pass", edit=Edit("unstep")))
        assert sheet.judged.faults or sheet.notices


def test_an_exported_case_is_judged_the_same() -> None:
    paths = case_files()
    for path in paths[:: len(paths) // 12]:
        sheet = work(Wish(case=path.read_text(encoding="utf-8")))
        again = judge(case_from_bytes(write_text(sheet.data).encode()))
        assert again.faults == [] and again.holding == again.total == sheet.holding[0]


@pytest.mark.parametrize("name", [name for name in shipped() if name.startswith("tour/")])
def test_every_case_of_the_tour_holds_at_the_desk(name: str) -> None:
    sheet = work(Wish(act="shipped", name=name))
    assert sheet.holding[0] == sheet.holding[1] > 0
    assert len(sheet.judged.objects) == len(sheet.cards) > 0
    assert all(card.obj >= 0 for card in sheet.cards)


def test_a_link_opens_the_same_desk() -> None:
    sheet = work(Wish(case=VS_EQUIPMENT))
    again = work(Wish(act="link", line=sheet.link))
    assert again.text == VS_EQUIPMENT and sheet.link
    assert len(sheet.link) < 600


@pytest.mark.parametrize("line", ["", "!!", "AAAA", "é", "x" * 7000])
def test_a_broken_link_is_told(line: str) -> None:
    (notice,) = work(Wish(act="link", line=line)).notices
    assert notice.startswith("desk.link-")


def test_a_link_that_unfolds_too_far_is_refused() -> None:
    bomb = linking.pack(b" " * 2_000_000)
    sheet = work(Wish(act="link", line=bomb))
    assert sheet.notices == ["desk.too-big"] and not sheet.text


@pytest.mark.parametrize("zone", ["hand", "library", "deck", "field"])
def test_what_would_take_long_to_set_up_is_refused_at_once(zone: str) -> None:
    cards = "      - Blob\n" * 10_000
    text = f"cardlaw: 1\ngame: vs\ntitle: x\nposition:\n  A:\n    {zone}:\n{cards}"
    sheet = work(Wish(case=text))
    assert sheet.notices == ["desk.too-many"] and sheet.judged.game is None and sheet.text == text
    found = touched(Touch(text, Ask(n=1, what="why", clicks=[1])))
    assert isinstance(found, Reply) and "1000" in found.refused
    steps = "  - pass: all\n" * 2000
    text = f"cardlaw: 1\ngame: vs\ntitle: x\nposition: {{A: {{}}}}\nscript:\n{steps}"
    assert work(Wish(case=text)).notices == ["desk.too-many"]


def test_a_game_that_is_not_there_is_told() -> None:
    sheet = work(Wish(act="blank", name="chess"))
    assert sheet.notices == ["desk.no-game-called"] and not sheet.text


def test_only_shipped_cases_are_read() -> None:
    names = shipped()
    assert len(names) > 100
    assert work(Wish(act="shipped", name=names[0])).judged.game is not None
    for name in ("../pyproject.toml", "/etc/passwd", ""):
        assert work(Wish(act="shipped", name=name)).notices == ["desk.no-case"]


@pytest.mark.parametrize("key", ["vs", "berserk", "magic"])
def test_a_blank_case_is_a_position(key: str) -> None:
    found = judged(blank(key))
    assert found.case is not None and found.case.book.key == key
