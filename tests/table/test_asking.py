"""Asking: why not for one card and for a pair, bearers, values, causes, rules; nothing hidden."""

import pytest
from tests.conformance.subjects import GAMES
from tests.table.seats import MAGIC_ATTACK, VS_EQUIPMENT, clicks, moments, seated

from cardlaw.agents import RandomPlayer
from cardlaw.front import Game, rules_of
from cardlaw.judge.tongue import LANGUAGES
from cardlaw.kernel.view import knows
from cardlaw.match import Match
from cardlaw.table import answers, asking
from cardlaw.table.gather import gather
from cardlaw.table.pointing import Click, objects_seen
from cardlaw.table.words import table_words


def rules(answered: asking.Answered) -> list[str]:
    """The rules that an answer names."""
    return [piece.rule for line in answered.lines for piece in line.pieces if piece.rule]


@pytest.mark.rule("VS 302.3a")
def test_a_pair_that_may_not_be_used_has_every_breach_with_its_rule() -> None:
    match = seated(VS_EQUIPMENT)
    for order in (("Dual Sidearms", "Street Brawler"), ("Street Brawler", "Dual Sidearms")):
        told = asking.why_clicked(match, 0, clicks(match, *order))
        assert told.may is False and rules(told)[0] == "VS 302.3a"
        assert str(told.lines[0]).startswith("Can't recruit Dual Sidearms: ")


def test_a_pair_that_may_be_used_has_its_grounds() -> None:
    match = seated(VS_EQUIPMENT)
    told = asking.why_clicked(match, 0, clicks(match, "Swift Courier", "Dual Sidearms"))
    assert told.may is True and "VS 302.3a" in rules(told)


@pytest.mark.rule("CR 302.6")
def test_a_creature_that_came_this_turn_says_why_it_does_not_attack() -> None:
    match = seated(MAGIC_ATTACK)
    told = asking.why_clicked(match, 0, clicks(match, "New"))
    assert told.may is False
    assert any("CR 302.6" in rules(told) for _ in told.lines)
    assert asking.why_clicked(match, 0, clicks(match, "Older")).may is True


def test_who_is_not_asked_is_told_so() -> None:
    match = seated(VS_EQUIPMENT)
    told = asking.why_clicked(match, 1, clicks(match, "Street Brawler"))
    assert told.may is False and rules(told)


def test_every_bearer_is_shown_with_its_reason() -> None:
    match = seated(VS_EQUIPMENT)
    told = asking.bearers(match, 0, clicks(match, "Dual Sidearms"))
    assert [(bearer.name, bearer.may) for bearer in told.bearers] == [
        ("Stone Sentry", True),
        ("Swift Courier", True),
        ("Street Brawler", False),
    ]
    assert all(bearer.reasons for bearer in told.bearers)
    assert any(piece.rule == "VS 302.3a" for piece in told.bearers[2].reasons[0].pieces)


def test_bearers_of_the_open_question() -> None:
    match = seated(VS_EQUIPMENT)
    match.play(0, ("recruit", match.game.find("Dual Sidearms")))
    choice = match.game.kernel.choice
    assert choice is not None and choice.kind == "part"
    told = asking.bearers(match, 0)
    assert [bearer.may for bearer in told.bearers] == [True, True, False]


def test_values_causes_rules_cards_and_hints() -> None:
    match = seated(MAGIC_ATTACK)
    (older,) = clicks(match, "Older")
    seen = asking.card(match, 0, older)
    assert seen.title == "Older" and ("power", "2") in [(v.key, v.shown) for v in seen.values]
    told = asking.explain(match, 0, older, "power")
    assert told.card == older and "2" in told.title
    assert asking.rule(match, "CR 302.6").title.startswith("CR 302.6 ")
    assert asking.rule(match, "302.6").title.startswith("CR 302.6 ")
    match.play(0, "attack with Older")
    last = asking.because(match, 0)
    assert last.title and "508" in " ".join([last.title, *map(str, last.lines)])
    assert match.advance() is not None
    assert asking.why_line(match, 0, "attack with Old").may is False
    assert str(asking.hint(match, match.game.kernel.to_act or 0).lines[0])


def test_what_is_asked_of_nothing_is_one_sentence() -> None:
    match = seated(VS_EQUIPMENT)
    for ask in (
        lambda: asking.why_clicked(match, 0, [999]),
        lambda: asking.bearers(match, 0, [999]),
        lambda: asking.explain(match, 0, clicks(match, "Stone Sentry")[0], "beauty"),
        lambda: asking.card(match, 0, "A1"),
        lambda: asking.because(match, 0, 999),
        lambda: asking.rule(match, "VS 9999"),
        lambda: asking.hint(match, 1),
    ):
        with pytest.raises(ValueError, match=r"\S") as fault:
            ask()
        assert "\n" not in str(fault.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_of_asking_stand_in_every_language(language: str) -> None:
    words = table_words(language)
    for key in ("ask.may", "ask.may-not", "ask.no-card", "ask.bearers", "gather.several"):
        text = words.template(key)
        assert text
        assert language == "en" or text != table_words("en").template(key)


def test_answers_and_gathered_actions_as_html() -> None:
    match = seated(VS_EQUIPMENT)
    clicked = clicks(match, "Dual Sidearms")
    page = answers.gathered(match, 0, clicked, gather(match, 0, clicked))
    assert page.count("data-do=") == 2 and "Street Brawler" in page
    assert '"rule":"VS 302.3a"' in page
    told = answers.why_not(match, 0, clicks(match, "Street Brawler", "Dual Sidearms"))
    assert 'class="answer a-why no"' in told and '"rule":"VS 302.3a"' in told


def everything(match: Match, seat: int, click: Click) -> list[object]:
    """All that can be asked about one card; what is refused is told in words."""
    found: list[object] = []
    for ask in (
        lambda: asking.why_clicked(match, seat, [click]),
        lambda: asking.bearers(match, seat, [click]),
        lambda: asking.card(match, seat, click),
    ):
        try:
            found.append(ask())
        except ValueError as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_asking_tells_nothing_of_what_the_seat_does_not_know(key: str) -> None:
    hidden = 0
    for number, (match, _) in enumerate(moments(key, 9, 130)):
        if number % 32:
            continue
        for seat in (0, 1):
            state = match.game.kernel.state
            other = Match(Game(match.game.imagine(seat, number + 1).kernel), (None, None))
            seen = objects_seen(state, seat)
            unknown = [click for click, obj in seen.items() if not knows(state, seat, obj)]
            hidden += len(unknown)
            for click in [*unknown[:2], *list(seen)[:4]]:
                assert everything(match, seat, click) == everything(other, seat, click)
    assert key == "magic" or hidden


@pytest.mark.rule("BE09 306.4", "BE12 212.1", "BE12 212.2")
def test_where_berserk_equips_at_the_reveal_each_bearer_and_each_refusal_is_told() -> None:
    game = rules_of("berserk").new_game(seed=2)
    kernel, program = game.kernel, RandomPlayer(2)
    while not any(option[0] == "equip" for option in kernel.space()):
        kernel.push(program.answer(kernel))
    match, player = Match(game, (None, None)), kernel.to_act
    assert player is not None
    first = next(option for option in kernel.space() if option[0] == "equip")
    names = game.names(player)
    bearers = asking.bearers(match, player, [kernel.state.serial[first[1]]]).bearers
    legal = [o for o in kernel.space() if o[0] == "equip" and o[1] == first[1]]
    assert {b.name for b in bearers if b.may} == {names.label(o[2]) for o in legal}
    refused = [str(reason) for b in bearers if not b.may for reason in b.reasons]
    assert any("has no class" in reason for reason in refused)
    assert all("(BE" in reason for reason in refused)


@pytest.mark.rule("CR 702.6a", "CR 702.18a")
def test_where_magic_equips_only_equipping_is_told() -> None:
    match = Match(Game.load("cases/tour/3-magic-1-who-may-bear-it.yaml"), (None, None))
    click = match.game.kernel.state.serial[match.game.find("Bonesplitter")]
    found = {b.name: b for b in asking.bearers(match, 0, [click]).bearers}
    assert found["Wind Drake"].may
    assert not found["Grizzly Bears"].may and "702.18a" in str(found["Grizzly Bears"].reasons[0])
    assert not any("tapped for" in str(reason) for b in found.values() for reason in b.reasons)
