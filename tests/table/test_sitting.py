"""A sitting: what seats send is carried out once, refused with reasons, and can be played again."""

import random
from typing import Any

import pytest

from cardlaw.front import rules_of
from cardlaw.table import message
from cardlaw.table import sitting as sittings
from cardlaw.table.journal import Kind, Line
from cardlaw.table.offers import offered
from cardlaw.table.picture import Look
from cardlaw.table.sitting import Pace, Sitting, begin

PAGE = "page-one"


class Played:
    """A sitting with the lines that a store would hold."""

    def __init__(self, game: str, *seats: str, seed: int = 7, shared: bool = False) -> None:
        first, second = seats
        new = rules_of(game).new_game(seed=seed)
        self.start, self.lines = begin(new, (first, second), b"secret secret 16", seed, shared)
        self.sitting = Sitting(self.start, self.lines)
        self.versions: dict[int, int] = {}
        self.count = 0

    def watch(self, *seats: int) -> None:
        for seat in seats:
            self.versions[seat] = self.sitting.picture(seat, Look()).v

    def do(self, seat: int, kind: Any, **values: Any) -> Any:
        self.count += 1
        sent = kind(n=self.count, v=self.versions[seat], **values)
        return self.noted(self.sitting.do(seat, sent, PAGE))

    def noted(self, outcome: Any) -> Any:
        self.lines = [*self.lines, *outcome.lines]
        self.versions |= {seat: update.v for seat, update in outcome.updates.items()}
        return outcome

    def go_on(self) -> None:
        while self.sitting.more:
            self.noted(self.sitting.go_on())

    def asked(self) -> int:
        seat = self.sitting.waits_for
        assert seat is not None
        return seat


@pytest.fixture
def friends() -> Played:
    """Two people at a game of VS System, who both look."""
    found = Played("vs", "person", "person")
    found.watch(0, 1)
    return found


def play_some(played: Played, number: int, seed: int = 1) -> None:
    luck = random.Random(seed)
    for _ in range(number):
        played.go_on()
        if played.sitting.match.game.over:
            return
        seat = played.asked()
        options = offered(played.sitting.face(Look()), seat)
        assert played.do(seat, message.Take, option=luck.randrange(len(options))).refused == ""


@pytest.mark.parametrize("game", ["vs", "berserk", "magic"])
def test_a_table_built_anew_from_its_lines_shows_the_same(game: str) -> None:
    played = Played(game, "person", "random")
    played.watch(0)
    play_some(played, 25)
    again = Sitting(played.start, played.lines)
    assert again.picture(0, Look()) == played.sitting.picture(0, Look())
    assert again.match.unfair(0) == played.sitting.match.unfair(0)


def test_what_was_taken_back_stays_so_when_the_table_is_built_anew(friends: Played) -> None:
    play_some(friends, 6)
    seat = friends.sitting.match.typed[-1][1]
    number = len(friends.sitting.match.typed)
    if friends.do(seat, message.UndoAnyway).lines[0].kind is Kind.OFFER:
        assert friends.do(1 - seat, message.Agree, what="undo").refused == ""
    assert friends.lines[-1].kind in (Kind.BACK, Kind.ANSWER)
    assert len(friends.sitting.match.typed) < number
    again = Sitting(friends.start, friends.lines)
    for each in (0, 1):
        assert again.picture(each, Look()) == friends.sitting.picture(each, Look())
    assert len(again.match.typed) == len(friends.sitting.match.typed)


def test_a_click_on_an_older_version_is_refused_and_the_new_one_shown(friends: Played) -> None:
    seat = friends.asked()
    old = friends.versions[seat]
    friends.do(seat, message.Take, option=0)
    sent = message.Take(n=50, v=old, option=0)
    outcome = friends.sitting.do(seat, sent, PAGE)
    assert outcome.refused and not outcome.lines
    assert outcome.updates[seat].parts["ask"]


def test_an_option_that_is_not_offered_is_refused(friends: Played) -> None:
    outcome = friends.do(friends.asked(), message.Take, option=10_000)
    assert "no such option" in outcome.refused and not outcome.lines


def test_the_seat_that_is_not_asked_cannot_answer(friends: Played) -> None:
    outcome = friends.do(1 - friends.asked(), message.Take, option=0)
    assert "not you" in outcome.refused and not outcome.lines


def test_an_illegal_action_in_words_is_refused_with_its_rule(friends: Played) -> None:
    outcome = friends.do(friends.asked(), message.Say, line="fly to the moon")
    assert outcome.refused and not outcome.lines


def test_markup_in_an_action_is_told_as_text(friends: Played) -> None:
    outcome = friends.do(friends.asked(), message.Say, line="<script>alert(1)</script>")
    assert "<script>" not in outcome.refused and "&lt;script&gt;" in outcome.refused


def test_stops_are_kept_in_the_journal_as_they_are_not_as_they_change(friends: Played) -> None:
    outcome = friends.do(0, message.StopAt, step="combat")
    assert [line.kind for line in outcome.lines] in ([Kind.STOPS], [])
    friends.do(0, message.Hold)
    again = Sitting(friends.start, friends.lines)
    assert again.match.stops[0].hold
    assert again.match.stops[0].own == friends.sitting.match.stops[0].own


def test_setting_a_stop_leaves_clicks_valid(friends: Played) -> None:
    seat = friends.asked()
    before = friends.versions[seat]
    friends.do(seat, message.Hold)
    friends.versions[seat] = before
    assert friends.do(seat, message.Take, option=0).refused == ""


def test_a_draw_needs_the_other_seat(friends: Played) -> None:
    friends.do(0, message.Draw)
    assert "Nothing" in friends.do(0, message.Agree, what="draw").refused
    assert friends.do(1, message.Decline, what="draw").lines[0].kind is Kind.DECLINE
    friends.do(1, message.Draw)
    assert friends.do(0, message.Agree, what="draw").over
    assert Sitting(friends.start, friends.lines).match.game.over


def test_whoever_concedes_has_lost_also_after_a_restart(friends: Played) -> None:
    assert friends.do(1, message.Concede).over
    again = Sitting(friends.start, friends.lines)
    assert again.match.game.over and again.picture(0, Look()) == friends.sitting.picture(0, Look())
    assert friends.do(0, message.Concede).refused


def test_versions_do_not_tell_how_much_has_happened(friends: Played) -> None:
    """They are not ordered, and the seats know the same moment by different ones."""
    seen = []
    for _ in range(12):
        play_some(friends, 1)
        seen.append(friends.sitting.version(0))
        assert friends.sitting.version(0) != friends.sitting.version(1)
    assert len(set(seen)) == 12 and seen != sorted(seen)


def test_what_a_seat_cannot_follow_is_not_told_by_a_version_either() -> None:
    """Neither a frame nor a version nor a refusal says how many hidden answers others give."""
    played = Played("vs", "person", "person", seed=1)
    played.watch(0, 1)
    luck, unseen = random.Random(1), 0
    for _ in range(12):
        seat = played.asked()
        other = 1 - seat
        before = played.sitting.picture(other, Look())
        number = luck.randrange(len(offered(played.sitting.face(Look()), seat)))
        outcome = played.do(seat, message.Take, option=number)
        assert outcome.refused == "" and played.versions[seat] == outcome.updates[seat].v
        after = played.sitting.picture(other, Look())
        assert (before.parts == after.parts) == (before.v == after.v)
        if before.parts == after.parts:
            unseen += 1
            assert other not in outcome.updates
            stale = message.Take(n=1, v=before.v, option=0)
            assert "not you" in played.sitting.do(other, stale, PAGE).refused
        played.versions[other] = after.v
    assert unseen > 2, unseen


def test_stops_of_the_other_seat_are_its_own_affair(friends: Played) -> None:
    asked = friends.asked()
    outcome = friends.do(1 - asked, message.Hold)
    assert list(outcome.updates) == [1 - asked]


def test_one_agrees_to_what_one_was_asked_and_to_nothing_else(friends: Played) -> None:
    friends.do(0, message.Draw)
    assert "gone on" in friends.do(1, message.Agree, what="undo").refused
    assert "gone on" in friends.do(1, message.Decline, what="undo").refused
    assert not friends.sitting.match.game.over
    assert friends.do(1, message.Agree, what="draw").over


def test_a_second_click_takes_nothing_more_back() -> None:
    played = Played("vs", "person", "random")
    played.watch(0)
    play_some(played, 8)
    old = played.versions[0]
    assert played.do(0, message.UndoAnyway).refused == ""
    left = len(played.sitting.match.typed)
    played.versions[0] = old
    assert "gone on" in played.do(0, message.UndoAnyway).refused
    assert len(played.sitting.match.typed) == left


def test_only_parts_that_changed_are_sent_and_the_log_is_appended_to(friends: Played) -> None:
    play_some(friends, 8)
    outcome = friends.do(friends.asked(), message.Hold)
    assert all("log" not in update.parts for update in outcome.updates.values())
    whole = friends.sitting.picture(0, Look()).parts
    numbers = [int(piece.partition('"')[0]) for piece in whole["log"].split('data-number="')[1:]]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_program_that_takes_too_long_answers_at_random() -> None:
    played = Played("vs", "greedy", "greedy")
    assert played.sitting.go_on(Pace.HASTY).lines[0].kind is Kind.ANSWER


def test_lines_that_do_not_follow_from_the_start_are_refused(friends: Played) -> None:
    with pytest.raises((ValueError, LookupError)):
        Sitting(friends.start, [*friends.lines, Line(Kind.ANSWER, [["fly", 1], True])])
    with pytest.raises((ValueError, LookupError)):
        Sitting(friends.start, [*friends.lines, Line(Kind.BACK, 10_000)])


def at_priority(played: Played) -> int:
    """Keep the hands, until somebody may act."""
    played.watch(0, 1)
    while played.sitting.match.game.kernel.choice.kind != "action":  # type: ignore[union-attr]
        played.do(played.asked(), message.Take, option=0)
    return played.asked()


@pytest.mark.rule("CR 732.2a", "CR 732.2c")
def test_a_shortcut_is_taken_when_the_other_person_agrees() -> None:
    played = Played("magic", "person", "person")
    seat = at_priority(played)
    before = len(played.sitting.match.game.log())
    offered = played.do(seat, message.Say, line="shortcut 2: pass; pass")
    assert "2: pass; pass" in offered.updates[1 - seat].parts["notice"]
    assert len(played.sitting.match.game.log()) == before
    agreed = played.do(1 - seat, message.Agree, what="shortcut")
    assert not agreed.refused and agreed.updates[seat].parts["notice"] == ""
    assert len(played.sitting.match.game.log()) > before
    again = Sitting(played.start, played.lines)
    assert again.match.game.log() == played.sitting.match.game.log()


def test_a_shortcut_that_cannot_be_taken_is_refused_with_its_reason() -> None:
    played = Played("vs", "person", "person")
    played.watch(0, 1)
    assert "no shortcuts" in played.do(played.asked(), message.Say, line="shortcut pass").refused


@pytest.mark.rule("CR 732.2b")
def test_a_program_goes_along_with_a_shortcut_as_far_as_it_would() -> None:
    played = Played("magic", "person", "random", seed=3)
    played.watch(0)
    played.go_on()
    while played.sitting.match.game.kernel.choice.kind != "action":  # type: ignore[union-attr]
        played.do(0, message.Take, option=0)
        played.go_on()
    done = played.do(0, message.Say, line="shortcut pass; pass")
    assert not done.refused and len(done.lines) >= 2


def test_a_journal_does_not_grow_for_ever(friends: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "MOST_WORDS", 2)
    for _ in range(2):
        assert friends.do(0, message.Hold).refused == ""
    assert "too often" in friends.do(0, message.Hold).refused
    assert "too often" in friends.do(0, message.Draw).refused
    again = Sitting(friends.start, friends.lines)
    assert "too often" in again.do(0, message.Hold(n=99), PAGE).refused
    assert friends.do(1, message.Hold).refused == ""
    asked = friends.asked()
    assert friends.do(asked, message.Take, option=0).refused == ""
    monkeypatch.setattr(sittings, "MOST_LINES", friends.sitting.count)
    assert "too long" in friends.do(friends.asked(), message.Take, option=0).refused
    assert friends.do(0, message.Concede).over
