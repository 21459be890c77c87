"""Clicks at the judge's desk: what may be done with a card, why not, what it is; both sides."""

import json
import re

import pytest
from tests.table.seats import VS_EQUIPMENT

from cardlaw.table.desk import drawing
from cardlaw.table.desk.bench import Wish, work
from cardlaw.table.desk.touching import Play, Reply, Touch, decides, open_match, touched
from cardlaw.table.message import Ask, Draw, Gather, Say, Take
from cardlaw.table.offers import offered
from cardlaw.table.picture import Look

COLOSSUS = "{name: Colossus of Brass, type: character, cost: 9, atk: 9, def: 9}"
TAG = re.compile(r"<[^>]*>")


def number(name: str, text: str = VS_EQUIPMENT) -> int:
    """The number of a card in views of the desk."""
    game = work(Wish(case=text)).judged.game
    assert game is not None
    return game.kernel.state.serial[game.find(name)]


def said(found: Reply | Play) -> str:
    """An answer without its marks."""
    assert isinstance(found, Reply)
    return TAG.sub("", found.answer or found.refused)


def test_a_card_that_may_be_used_offers_every_way_and_does_nothing_by_itself() -> None:
    found = touched(Touch(VS_EQUIPMENT, Gather(n=1, clicks=[number("Dual Sidearms")])))
    assert isinstance(found, Reply) and found.place == "gathered"
    assert "Recruit Dual Sidearms targeting Swift Courier" in said(found)
    assert "VS 302.3" in said(found)


def test_a_card_that_may_not_be_used_says_why_also_that_of_the_other_player() -> None:
    found = touched(Touch(VS_EQUIPMENT, Gather(n=1, clicks=[number("Street Brawler")])))
    assert isinstance(found, Reply) and found.place == "hint"
    assert "VS 405" in said(found) and 'class="rule"' in found.answer
    case = work(Wish(act="shipped", name="tour/1-vs-1-who-may-bear-it.yaml"))
    game = case.judged.game
    assert game is not None
    spoiler = game.kernel.state.serial[game.find("Spoiler")]
    found = touched(Touch(case.text, Ask(n=2, what="why", clicks=[spoiler])))
    assert "B does not have priority" in said(found)


def test_of_all_that_a_card_could_be_for_the_nearest_is_told() -> None:
    """A card in hand is refused for time and cost, not for all that only other cards could do."""
    line = "hand: [Dual Sidearms"
    assert line in VS_EQUIPMENT
    text = VS_EQUIPMENT.replace(line, "hand: [Colossus of Brass, Dual Sidearms")
    text = text.replace("game: vs", "game: vs\ncards: [" + COLOSSUS + "]")
    answer = said(touched(Touch(text, Gather(n=1, clicks=[number("Colossus of Brass", text)]))))
    assert "recruit Colossus of Brass" in answer and "9 resource points" in answer
    assert "power up" not in answer and "substitute" not in answer
    here = said(touched(Touch(text, Gather(n=2, clicks=[number("Stone Sentry", text)]))))
    assert "not in hand" not in here


def test_what_a_card_is_how_a_value_comes_about_and_a_rule() -> None:
    card = touched(Touch(VS_EQUIPMENT, Ask(n=1, what="card", card=number("Dual Sidearms"))))
    assert "Dual Sidearms" in said(card)
    value = Ask(n=2, what="explain", card=number("Stone Sentry"), value="ATK")
    assert "4" in said(touched(Touch(VS_EQUIPMENT, value)))
    rule = Ask(n=3, what="rule", rule="VS 302.3a")
    assert "VS 302.3a" in said(touched(Touch(VS_EQUIPMENT, rule)))
    broken = VS_EQUIPMENT.replace("Street Brawler", "Nobody Known")
    assert "VS 302.3a" in said(touched(Touch(broken, rule)))
    assert "no position" in said(touched(Touch(broken, Ask(n=4, what="why", clicks=[1]))))
    assert "no position" in said(touched(Touch("a: [", rule)))


def test_an_option_and_a_line_are_played() -> None:
    match = open_match(work(Wish(case=VS_EQUIPMENT)).judged, Look())
    assert match is not None
    options = offered(match, decides(match))
    for index, offer in enumerate(options):
        found = touched(Touch(VS_EQUIPMENT, Take(n=1, option=index)))
        assert isinstance(found, Play) and found.who == "A"
        assert found.line == match.seat_game(0).say(offer.option)
        done = work(Wish(case=VS_EQUIPMENT, act="do", who=found.who, line=found.line))
        assert done.judged.steps[-1].legal
    assert touched(Touch(VS_EQUIPMENT, Say(n=1, line="pass"))) == Play("A", "pass")
    page = json.loads(drawing.touched(Touch(VS_EQUIPMENT, Say(n=7, line="pass")), "http://x/"))
    assert page["to"] == 7 and page["page"].startswith("<!doctype html>")


@pytest.mark.parametrize(
    "sent",
    [
        Take(n=1, option=9999),
        Draw(n=1),
        Ask(n=1, what="why", clicks=[987654]),
        Ask(n=1, what="because", number=987654),
        Ask(n=1, what="explain", card=1, value="beauty"),
    ],
)
def test_what_means_nothing_is_refused_in_words(sent: Take | Draw | Ask) -> None:
    found = touched(Touch(VS_EQUIPMENT, sent))
    assert isinstance(found, Reply) and found.refused and not found.answer


def test_what_the_game_waits_for_is_said_of_a_card_that_it_does_not_ask_about() -> None:
    case = work(Wish(act="shipped", name="tour/2-berserk-2-a-strike-and-a-defender.yaml"))
    game = case.judged.game
    assert game is not None
    kheshir = game.kernel.state.serial[game.find("Kheshir")]
    found = touched(Touch(case.text, Gather(n=1, clicks=[kheshir]), at=4))
    assert "must first answer" in said(found) and "BE09 216.7" in said(found)


def test_the_desk_names_both_players_and_every_event_has_its_causes() -> None:
    wish = Wish(act="shipped", name="tour/1-vs-3-an-attack-and-what-it-costs.yaml")
    html = drawing.desk(wish, "")
    assert "Opponent" not in html and ">You<" not in html
    assert "An attack" in html or "an attack" in html
    numbers = [int(n) for n in re.findall(r'"what":"because","number":(\d+)', html)]
    assert numbers and numbers == sorted(set(numbers))
    sheet = work(wish)
    last = [event.text for step in sheet.judged.steps for event in step.events][-1]
    answer = said(touched(Touch(sheet.text, Ask(n=1, what="because", number=numbers[-1]))))
    assert last.rstrip(".")[:12] in answer
