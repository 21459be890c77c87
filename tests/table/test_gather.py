"""Gathering an action from clicks: any order, what lights up, the bound, nothing hidden."""

from itertools import permutations

import pytest
from tests.conformance.subjects import GAMES
from tests.table.seats import MAGIC_ATTACK, VS_EQUIPMENT, clicks, moments, seated

from cardlaw.front import Game
from cardlaw.kernel.action import Act, lines
from cardlaw.match import Match
from cardlaw.table import gather as gathering
from cardlaw.table.gather import NotOffered, gather, lit
from cardlaw.table.pointing import clicks_of, objects_seen


@pytest.mark.rule("VS 302.3a")
def test_equipment_and_bearer_gather_in_either_order() -> None:
    for order in permutations(("Dual Sidearms", "Swift Courier")):
        match = seated(VS_EQUIPMENT)
        found = gather(match, 0, clicks(match, *order))
        assert found.do is not None and not found.cut
        match.play_line(0, found.do)
        told = match.game.log()[-2:]
        assert any("Dual Sidearms" in line for line in told)
        assert match.game.board().count("Dual Sidearms") == 1
        assert not match.game.kernel.state.zone("hand", 0)


def test_one_click_leaves_several_actions_and_lights_up_what_comes_next() -> None:
    match = seated(VS_EQUIPMENT)
    found = gather(match, 0, clicks(match, "Dual Sidearms"))
    assert found.do is None and found.count == 2
    assert set(found.further) == set(clicks(match, "Stone Sentry", "Swift Courier"))
    assert [way.words for way in found.ways] == [
        "recruit Dual Sidearms targeting Stone Sentry",
        "recruit Dual Sidearms targeting Swift Courier",
    ]


def test_what_the_offer_names_is_lit() -> None:
    match = seated(VS_EQUIPMENT)
    assert lit(match, 0) == tuple(clicks(match, "Dual Sidearms"))
    assert lit(match, 1) == ()


def test_a_list_that_could_take_more_waits_for_more() -> None:
    match = seated(MAGIC_ATTACK)
    one = gather(match, 0, clicks(match, "Older"))
    assert one.do is None and one.further == tuple(clicks(match, "Old"))
    assert [(way.words, way.exact) for way in one.ways] == [("attack with Older", True)]
    for order in permutations(("Old", "Older")):
        both = gather(match, 0, clicks(match, *order))
        assert both.do is not None and not both.further
    assert match.game.say(both.do) == "attack with Old, Older"


@pytest.mark.parametrize(
    "wanted",
    [("Dual Sidearms", "Street Brawler"), ("Street Brawler",), (9999,), (-7,), ("Z9",)],
)
def test_what_belongs_to_no_action_is_refused(wanted: tuple[object, ...]) -> None:
    match = seated(VS_EQUIPMENT)
    clicked = [
        clicks(match, each)[0] if isinstance(each, str) and " " in each else each for each in wanted
    ]
    with pytest.raises(NotOffered) as refused:
        gather(match, 0, clicked)  # type: ignore[arg-type]
    assert list(refused.value.clicks) == clicked
    with pytest.raises(NotOffered):
        gather(match, 1, clicks(match, "Dual Sidearms"))


def test_a_walk_that_is_cut_short_says_so_and_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering._walked, "__defaults__", (1,))
    match = seated(VS_EQUIPMENT)
    found = gather(match, 0, clicks(match, "Dual Sidearms"))
    assert found.cut and found.do is None and found.count == 1


def offered_lines(match: Match, player: int) -> list[tuple[tuple[object, ...], ...]]:
    """Some whole lines of the open question, as the kernel lists them."""
    kernel = match.game.kernel
    if kernel.choice is None or kernel.choice.kind != "action":
        return []
    found = []
    for first in list(kernel.space())[:6]:
        walk = lines(kernel.state, kernel.book.shape_of(first), Act(player, first))
        found.extend(line for line, _ in zip(walk, range(3), strict=False))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_each_line_is_gathered_from_its_own_cards_in_any_order(key: str) -> None:
    gathered = 0
    for match, player in moments(key, 4, 60):
        kernel = match.game.kernel
        for line in offered_lines(match, player):
            shape = kernel.book.shape_of(line[0])
            fields = {part.name: ("term:part", *part.fields) for part in shape.parts}
            clicked = list(clicks_of(kernel.state, ("term:verb", *shape.fields), line[0]))
            for answer in line[1:]:
                clicked += clicks_of(kernel.state, fields[str(answer[0])], answer)
            if clicked and len(set(clicked)) == len(clicked):
                found = gather(match, player, clicked[::-1])
                assert found.cut or line in [way.line for way in found.ways] or found.count > 12
                assert {type(each) for each in found.further} <= {int, str}
                gathered += 1
    assert gathered > 15


@pytest.mark.parametrize("key", GAMES)
def test_gathering_tells_nothing_of_what_the_seat_does_not_know(key: str) -> None:
    compared = 0
    for number, (match, player) in enumerate(moments(key, 6, 40)):
        if number % 5:
            continue
        other = Match(Game(match.game.imagine(player, number).kernel), (None, None))
        assert lit(match, player) == lit(other, player)
        for click in list(objects_seen(match.game.kernel.state, player))[:12]:
            assert answer(match, player, click) == answer(other, player, click)
            compared += 1
    assert compared > 20


def answer(match: Match, player: int, click: int) -> object:
    """What a page would be told about a click."""
    try:
        found = gather(match, player, [click])
    except NotOffered as refused:
        return refused.clicks
    return [way.words for way in found.ways], found.count, found.further, found.do is None


def test_what_nobody_pointed_at_is_shown_before_it_is_done_though_it_be_the_only_one() -> None:
    match = seated(VS_EQUIPMENT)
    found = gather(match, 0, clicks(match, "Swift Courier"))
    assert found.count == 1 and found.do is None
    assert found.further == tuple(clicks(match, "Dual Sidearms"))
