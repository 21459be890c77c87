"""The parts of a page: what a seat sees of each game, in words that a screen reader can say."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import islice

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.table.seats import MAGIC_ATTACK, VS_EQUIPMENT, moments, seated

from cardlaw.front import Game, rules_of
from cardlaw.match import Match
from cardlaw.table import printed
from cardlaw.table.drawing import lobby, log, page, parts
from cardlaw.table.offers import offered
from cardlaw.table.painting import looked_at
from cardlaw.table.picture import Look

BOOKS = ("magic", "vs", "berserk", "toy")
LOOK = Look()
#: elements that have no end tag
VOID = frozenset(("meta", "link", "input", "br"))


class Elements(HTMLParser):
    """The elements of a piece of HTML; a tag that is closed wrongly is an error."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def with_(self, attribute: str) -> Iterator[dict[str, str]]:
        """The attributes of the elements that have one."""
        return (attrs for _, attrs in self.found if attribute in attrs)


def labels(match: Match, seat: int, look: Look = LOOK) -> list[str]:
    """What is said of each card of the table."""
    html = "".join(parts(match, seat, look).values())
    return [attrs["aria-label"] for attrs in Elements(html).with_("data-card")]


def some(key: str, number: int = 45, every: int = 11) -> Iterator[tuple[Match, int]]:
    """Some questions of a game, not each."""
    return islice(moments(key, 3, number), 0, None, every)


@pytest.mark.parametrize("key", BOOKS)
def test_a_page_closes_its_tags_and_has_no_style_or_script_of_its_own(key: str) -> None:
    for match, _ in some(key):
        for seat in (0, 1):
            found = Elements(page(match, seat, LOOK, "abc"))
            for tag, attrs in found.found:
                assert "style" not in attrs
                assert not any(name.startswith("on") for name in attrs)
                assert tag != "style"
                assert tag != "script" or attrs.get("src")


@pytest.mark.parametrize("key", BOOKS)
def test_what_a_page_sends_is_data(key: str) -> None:
    for match, seat in some(key):
        found = Elements("".join(parts(match, seat, LOOK).values()))
        told = [json.loads(attrs["data-do"])["do"] for attrs in found.with_("data-do")]
        told += [json.loads(attrs["data-ask"])["do"] for attrs in found.with_("data-ask")]
        assert "take" in told or match.asked().count > len(match.asked().options)
        assert {*told} <= {"take", "rest", "undo", "undo-anyway", "draw", "concede", "ask"} | {
            "stops",
            "hold",
        }


@pytest.mark.parametrize("key", BOOKS)
def test_each_card_that_a_seat_sees_stands_on_the_page_once(key: str) -> None:
    for match, _ in some(key):
        for seat in (0, 1):
            drawn = parts(match, seat, LOOK)
            shown = [a["data-card"] for a in Elements("".join(drawn.values())).with_("data-card")]
            assert len(shown) == len(set(shown))
            view = match.game.seen_by(seat)
            waiting = {item[2] for item in view.pile}
            seen = {str(each.id) for each in view.objects if each.id not in waiting}
            assert seen <= set(shown)


@pytest.mark.parametrize("key", BOOKS)
def test_exchanging_what_a_seat_cannot_know_changes_no_byte(key: str) -> None:
    for number, (match, _) in enumerate(some(key, 60, 19)):
        for seat in (0, 1):
            other = Match(match.game.imagine(seat, number), (None, None))
            other._why = match._why
            assert parts(other, seat, LOOK) == parts(match, seat, LOOK)


@pytest.mark.parametrize("key", BOOKS)
def test_the_offers_hold_every_option_once_and_only_for_who_is_asked(key: str) -> None:
    for match, seat in some(key):
        offers = offered(match, seat)
        assert not offered(match, 1 - seat)
        assert {offer.option for offer in offers} == set(match.game.legal)
        firsts = [n for n, offer in enumerate(offers) if offer.first == n]
        assert len(firsts) == len(match.asked().options)


def test_a_card_is_said_with_its_whole_state() -> None:
    match = seated(VS_EQUIPMENT)
    said = [each for each in labels(match, 0) if each.startswith("Stone Sentry")]
    assert said == ["Stone Sentry, front row, column 1, character · Harbor Watch, ATK/DEF 4/4"]


def test_what_may_be_done_is_lit_and_said() -> None:
    match = seated(VS_EQUIPMENT)
    said = [each for each in labels(match, 0) if each.startswith("Dual Sidearms")]
    assert len(said) == 1
    assert said[0].endswith("can be used now")
    assert not any(each.endswith("can be used now") for each in labels(match, 1))


def test_a_state_is_said_in_the_language_of_the_page() -> None:
    match = seated(MAGIC_ATTACK)
    german = labels(match, 0, Look("de", "en"))
    assert any("Einsatzverzögerung" in each for each in german)
    assert not any("summoning sick" in each for each in german)


def test_the_hand_of_the_other_is_only_counted() -> None:
    for match, _ in some("magic"):
        for seat in (0, 1):
            state = match.game.kernel.state
            other = [state.serial[obj] for obj in state.zone("hand", 1 - seat)]
            html = "".join(parts(match, seat, LOOK).values())
            shown = {a["data-card"] for a in Elements(html).with_("data-card")}
            known = {each.id for each in match.game.seen_by(seat).objects}
            assert not {str(n) for n in other if n not in known} & shown


def test_a_line_of_the_log_opens_its_rule_and_its_reasons() -> None:
    match = seated(VS_EQUIPMENT)
    match.play(0, "recruit Dual Sidearms targeting Stone Sentry")
    told = match.story(0)
    found = [
        json.loads(a["data-ask"]) for a in Elements(log(match, 0, told, LOOK)).with_("data-ask")
    ]
    rules = [ask["rule"] for ask in found if ask["what"] == "rule"]
    numbers = [ask["number"] for ask in found if ask["what"] == "because"]
    assert numbers == [each.number for each in told]
    assert rules == [each.rule for each in told if each.rule]


@pytest.mark.parametrize("key", BOOKS)
def test_offers_have_the_same_numbers_in_every_language(key: str) -> None:
    for match, seat in some(key):
        numbers = [offer.option for offer in offered(match, seat)]
        for language in ("de", "ru", "es"):
            other = looked_at(match, Look(language, language))
            assert [offer.option for offer in offered(other, seat)] == numbers


def test_answers_are_said_in_the_language_of_the_page() -> None:
    match = seated(VS_EQUIPMENT)
    assert "Dual Sidearms rekrutieren" in parts(match, 0, Look("de", "en"))["ask"]
    assert "Recruit Dual Sidearms" in parts(match, 0, LOOK)["ask"]
    sidearms = match.game.find("Dual Sidearms")
    match.play(0, ("recruit", sidearms))
    asked = parts(match, 0, Look("ru", "en"))["ask"]
    assert "Нанять: Dual Sidearms …" in asked
    assert "Цель: Stone Sentry" in asked


@pytest.mark.parametrize("key", ["vs", "berserk"])
def test_each_place_that_may_be_chosen_is_a_button_on_ones_own_side(key: str) -> None:
    found = 0
    for match, seat in moments(key, 3, 150):
        places = {c for o in offered(match, seat) for c in o.clicks if isinstance(c, str)}
        if not places:
            continue
        found += 1
        drawn = parts(match, seat, LOOK)
        own = Elements(drawn["near"] + drawn["middle"])
        assert {a["data-click"] for a in own.with_("data-click")} >= places
        assert not [
            a for a in Elements(drawn["far"]).with_("data-click") if a["data-click"] in places
        ]
    assert found > 3


def test_what_an_action_names_already_is_marked() -> None:
    match = seated(VS_EQUIPMENT)
    match.play(0, ("recruit", match.game.find("Dual Sidearms")))
    said = [each for each in labels(match, 0) if "chosen" in each.split(", ")]
    assert [each.split(",")[0] for each in said] == ["Dual Sidearms"]


def test_after_the_page_no_picture_waits_for_a_card_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    walk = moments("berserk", 3, 40)
    match, seat = next(walk)
    page(match, seat, Look("ru", "ru"), "abc")

    def late(*_: object) -> list[str]:
        raise AssertionError("a text was made while somebody played")

    monkeypatch.setattr(printed, "written", late)
    for other, player in walk:
        assert parts(other, player, Look("ru", "ru"))["ask"]


def test_names_are_escaped() -> None:
    case = VS_EQUIPMENT.replace("- Stone", "Stone").replace(
        "hand: [Dual Sidearms]", "hand: [Dual Sidearms: {as: '<b>x</b>'}]"
    )
    html = "".join(parts(seated(case), 0, LOOK).values())
    assert "<b>x" not in html
    assert "&lt;b&gt;x" in html


def test_the_lobby_names_each_game_with_its_decks() -> None:
    class Kept:
        id, title, seats, when, over = "abc", "Berserk", "A", "today", False

    class Offered:
        key, title, decks = "vs", "VS System", ("harbor", "lantern")

    html = lobby(Look("ru", "ru"), [Offered()], [Kept()])
    found = Elements(html)
    assert [a["value"] for a in found.with_("value") if a.get("name") == "game"] == ["vs"]
    assert "harbor" in html
    assert any(a.get("href") == "/game/abc" for a in found.with_("href"))
    assert any(a.get("lang") == "ru" for a in found.with_("lang"))


@pytest.mark.parametrize("key", ["magic", "vs", "berserk"])
def test_drawing_a_seat_is_fast(key: str, benchmark: BenchmarkFixture) -> None:
    match, seat = list(moments(key, 3, 120))[-1]
    drawn = benchmark(parts, match, seat, LOOK)
    assert drawn["ask"]


def test_a_loaded_game_is_drawn() -> None:
    game = Game.load(MAGIC_ATTACK)
    drawn = parts(Match(game, (None, None)), 1, LOOK)
    assert "Shuko" in drawn["far"]


def test_an_answer_that_is_a_word_of_the_rules_is_said_as_people_say_it() -> None:
    match = Match(rules_of("vs").new_game(seed=7), (None, None))
    match.play(0, next(iter(match.game.kernel.space())))
    seat = match.game.to_act
    assert seat is not None
    asked = parts(match, seat, LOOK)["ask"]
    assert "Take a new hand" in asked and "Keep this hand" in asked


def test_what_names_no_card_stands_below_what_names_one() -> None:
    match = seated(MAGIC_ATTACK)
    match.play(0, ("attack",))
    asked = parts(match, 0, LOOK)["ask"]
    assert asked.index("With Old") < asked.index("With nobody else")
