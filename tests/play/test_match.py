"""A match: who is asked and why, stops and yields, and that a seat is shown nothing hidden."""

from importlib import import_module

import pytest
from tests.conformance.subjects import ALL

from cardlaw import rulebooks
from cardlaw.agents import agent
from cardlaw.front import Game, rules_of
from cardlaw.kernel.imagine import imagine
from cardlaw.match import Command, Match, Yield, match_words, read_command
from cardlaw.match.lookups import card_text
from cardlaw.match.sheet import sheet
from cardlaw.match.stops import step_of, turn_of


def new_game(key: str, seed: int = 3, lang: str = "en") -> Game:
    """A game between the starter decks."""
    module = import_module(f"cardlaw.rulebooks.{key}")
    return Game(module.new_game(rulebooks.find(key).starters(), seed), lang=lang)


def drawn(game: Game, player: int) -> object:
    """All that a face draws of a table."""
    found = sheet(game, player, match_words("en", game.book.key))
    return found.player, found.whose, found.parts[:-1], found.panels


@pytest.mark.parametrize("key", ALL)
def test_a_seat_is_shown_nothing_that_it_does_not_know(key: str) -> None:
    game = new_game(key, 8)
    walker = agent("random", 2)
    changed = 0
    for step in range(80):
        player = game.kernel.to_act
        if player is None:
            break
        for seat in (0, 1):
            other = Game(imagine(game.kernel, seat, step))
            changed += other.kernel.state.card != game.kernel.state.card
            assert drawn(game, seat) == drawn(other, seat)
            if seat == player:
                assert Match(game, (None, None)).asked() == Match(other, (None, None)).asked()
        game.push(walker.answer(game.kernel))
    assert changed > 10


def test_the_story_leaves_out_what_the_seat_could_not_see() -> None:
    game = new_game("vs")
    match = Match(game, (None, agent("random", 1)))
    assert match.advance() == 0
    told = [str(told) for told in match.story(0)]
    assert "B draws a card (VS 101)." in told
    assert any(text.startswith("A draws ") and "a card" not in text for text in told)
    assert match.news(0) and match.news(0) == []


def test_a_card_of_the_other_hand_is_not_told() -> None:
    game = new_game("vs")
    Match(game, (None, agent("random", 1))).advance()
    hidden = game.kernel.state.zone("hand", 1)[0]
    seat = game.for_player(0)
    with pytest.raises(ValueError, match="do not know the face"):
        card_text(seat, seat.label(hidden), match_words("en", "vs"))


def magic() -> tuple[Match, int]:
    """A game of Magic for two at one keyboard, at the first main phase, and who is asked."""
    match = Match(new_game("magic"), (None, None))
    player = match.advance()
    while player is not None and step_of(match.game.kernel) != "precombat main":
        match.play(player, match.asked().options[0])
        player = match.advance()
    assert player is not None
    return match, player


def test_steps_without_a_stop_are_passed_for_the_player() -> None:
    match, player = magic()
    turn = turn_of(match.game.kernel)
    match.play(player, "pass")
    assert match.advance() == player
    assert step_of(match.game.kernel) == "postcombat main"
    assert turn_of(match.game.kernel) == turn
    assert "postcombat main" in match.asked().reason


def test_pass_the_turn_lasts_until_the_turn_is_over() -> None:
    match, player = magic()
    turn = turn_of(match.game.kernel)
    match.rest(player, Yield.TURN)
    asked = match.advance()
    while asked is not None and turn_of(match.game.kernel) == turn:
        assert asked != player or match.game.kernel.choice.kind != "action"  # type: ignore[union-attr]
        match.play(asked, match.asked().options[0])
        asked = match.advance()
    assert turn_of(match.game.kernel) != turn


def test_pass_to_a_step_stops_there() -> None:
    match, _ = magic()
    for player in (0, 1):
        match.rest(player, Yield.STEP, "end")
    assert match.advance() is not None
    assert step_of(match.game.kernel) == "end"


def test_a_response_is_asked_for_although_no_step_stops() -> None:
    match = Match(new_game("toy"), (None, None))
    player = match.advance()
    assert player is not None
    match.play(player, next(o for o in match.asked().options if o != ("pass",)))
    while match.advance() == player and match.game.kernel.choice.kind == "part":  # type: ignore[union-attr]
        match.play(player, match.asked().options[0])
    assert match.advance() == 1 - player
    assert "waits to take effect" in match.asked().reason


def test_hold_asks_again_while_the_own_action_waits() -> None:
    match = Match(new_game("toy"), (None, None))
    player = match.advance()
    assert player is not None
    match.stops[player].hold = True
    asked = match.asked()
    match.play(player, next(o for o in asked.options if o != ("pass",)))
    while match.advance() == player and match.game.kernel.choice.kind == "part":  # type: ignore[union-attr]
        match.play(player, match.asked().options[0])
    if match.game.kernel.state.lists.get("pile"):
        assert match.advance() == player
        assert "you hold on" in match.asked().reason


def test_passing_for_a_player_is_an_answer_like_any_other() -> None:
    match, player = magic()
    match.play(player, "pass")
    match.advance()
    again = Game.load(match.game.record())
    assert again.position() == match.game.position()


def test_undo_takes_back_what_was_typed_and_what_followed() -> None:
    match, player = magic()
    before = match.game.position()
    match.play(player, "pass")
    match.advance()
    assert match.unfair(player) == "answered"
    match.undo(player)
    assert match.game.position() == before


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("12", Command("number", "12")),
        ("pass", Command("action", "pass")),
        ("pass the turn", Command("pass turn")),
        ("pass until something happens", Command("pass until")),
        ("PASS TO end", Command("pass to", "end")),
        ("why not recruit Blob", Command("why not", "recruit Blob")),
        ("why recruit Blob", Command("why not", "recruit Blob")),
        ("?", Command("help")),
        ("rule CR 702.6a", Command("rule", "CR 702.6a")),
        ("undo", Command("undo")),
        ("undo anyway", Command("undo anyway")),
        ("draw a card", Command("action", "draw a card")),
        ("  save   my game.json ", Command("save", "my game.json")),
        ("", Command("action", "")),
    ],
)
def test_what_is_typed(typed: str, meant: Command) -> None:
    assert read_command(typed, match_words("en", "magic")) == meant


def test_commands_may_be_typed_in_the_language_of_the_match() -> None:
    assert read_command("hilfe", match_words("de", "vs")) == Command("help")
    assert read_command("почему нельзя pass", match_words("ru", "vs")) == Command("why not", "pass")
    assert read_command("help", match_words("es", "vs")) == Command("help")


def test_the_battlefield_is_listed_by_kinds() -> None:
    game = Game.load("cases/tour/3-magic-1-who-may-bear-it.yaml")
    shelves = dict(sheet(game, 0, match_words("en", "magic")).parts.zones[0])
    assert "Grizzly Bears" in shelves["creatures"]
    assert "Bonesplitter" in shelves["other permanents"]
    assert "battlefield" not in shelves


def test_steps_are_named_in_both_languages() -> None:
    match = Match(new_game("vs", lang="de"), (None, None))
    assert match.step_named("attack") == "attack"
    assert match.step_named("Angriffsschritt") == "attack"
    assert match.step_named("nonsense") is None
    assert match.step_named("") is None


def test_a_hidden_card_is_told_by_its_owner_and_twins_in_a_hand_without_a_number() -> None:
    match = Match(rules_of("magic").new_game(seed=7), (None, None))
    kernel = match.game.kernel
    kernel.push(next(iter(kernel.space())))
    told = [each.text for each in match.story(0)]
    assert told.count("a card of B is drawn.") == 7
    assert not any("#" in text for text in told if text.endswith("is drawn."))
