"""What a seat cannot know changes no byte that the table sends to that seat."""

from collections.abc import Iterator
from zlib import crc32

import pytest
from tests.conformance.subjects import module_of
from tests.table.twins import (
    Difference,
    Twins,
    gatherings,
    nothing,
    pairs,
    questions,
    seated_at,
)

from cardlaw import rulebooks
from cardlaw.agents import agent
from cardlaw.conformance.secrets import another_numbering
from cardlaw.front import Game as Front
from cardlaw.kernel.choice import mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.imagine import imagine
from cardlaw.kernel.record import load_position, position
from cardlaw.match import Match
from cardlaw.match.shortcuts import read_shortcut
from cardlaw.match.stops import step_of
from cardlaw.table import drawing
from cardlaw.table.message import Decline, Draw, Hold, Say, StopAt, Undo, UndoAnyway
from cardlaw.table.picture import Look
from cardlaw.table.sitting import Sitting

GAMES = ("vs", "berserk", "magic")
LOOKS = (Look("en", "en"), Look("de", "en"), Look("ru", "ru"), Look("es", "en"))


def twins(key: str, viewer: int, length: int, seed: int = 3, most: int = 2) -> Iterator[Twins]:
    """Tables that the viewer cannot tell apart, in several languages."""
    found = 0
    for number, pair in enumerate(pairs(key, viewer, seed, length, most)):
        found += 1
        yield Twins(key, pair, viewer, LOOKS[(viewer + 2 * number) % len(LOOKS)])
    assert found, "nothing could be exchanged"


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("key", GAMES)
def test_a_game_looks_the_same_wherever_unknown_cards_lie(
    key: str, viewer: int, deep: bool
) -> None:
    for both in twins(key, viewer, 300 if deep else 45, most=8 if deep else 2):
        assert both.play(nothing) == len(both.script)
        assert both.compared > 100_000


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("key", GAMES)
def test_every_question_is_answered_the_same(key: str, viewer: int, deep: bool) -> None:
    for both in twins(key, viewer, 120 if deep else 20, seed=5, most=4 if deep else 1):
        before = both.compared
        both.play(questions)
        assert both.asked > 20 and both.compared - before > 20_000


@pytest.mark.parametrize("key", GAMES)
def test_clicks_gather_the_same(key: str) -> None:
    for viewer in (0, 1):
        for both in twins(key, viewer, 25, seed=6, most=1):
            both.play(nothing)
            found = gatherings(both.tables[0], viewer, 0)
            assert len(found) > 3
            for sent in found:
                both.send(viewer, sent)


@pytest.mark.parametrize("key", GAMES)
def test_refusals_stops_and_offers_are_the_same(key: str) -> None:
    for viewer in (0, 1):
        for both in twins(key, viewer, 30, seed=7, most=1):
            both.play(nothing)
            other = 1 - viewer
            step = both.tables[0].match.steps[1]
            for seat in (viewer, other):
                both.send(seat, StopAt(n=1, step=step))
                both.send(seat, Hold(n=2))
                both.send(seat, Say(n=3, line="pass the salt"))
                both.send(seat, Undo(n=4))
            both.send(other, UndoAnyway(n=5))
            both.send(viewer, Decline(n=6, what="undo"))
            both.send(viewer, Draw(n=7))
            both.send(other, Decline(n=8, what="draw"))
            both.send(viewer, UndoAnyway(n=9))
            both.send(other, Decline(n=10, what="undo"))
            both.send(other, Undo(n=11))
            both.send(viewer, Undo(n=12))


@pytest.mark.parametrize("key", GAMES)
def test_a_position_looks_the_same_whatever_numbers_the_kernel_gave(key: str) -> None:
    changed = 0
    for number, game in enumerate(moments(key)):
        for viewer in (0, 1):
            for other in (
                another_numbering(game, viewer, number),
                imagine(game, viewer, number),
            ):
                if other is None or other.over:
                    continue
                changed += 1
                Twins.alike(viewer, LOOKS[number % 4], (seated_at(game), seated_at(other)))
    assert changed > 12


def moments(key: str, steps: int = 40, every: int = 6) -> Iterator[Game]:
    """Moments of a random game at which somebody is asked something, without their past."""
    game = module_of(key).new_game(rulebooks.find(key).starters(), 9)
    match = Match(Front(game), (None, None))
    walker = agent("random", 4)
    for step in range(steps):
        if match.advance() is None:
            return
        if step % every == 0:
            yield load_position(game.book, position(game))
        game.push(walker.answer(game))


# Proofs that these tests can fail


def top_of_deck(match: Match, seat: int) -> str:
    """What a seat never knows: a card that lies on top of the other player's deck."""
    state = match.game.kernel.state
    zone = next(zone for zone in state.order if zone[1] == 1 - seat and len(state.order[zone]) > 20)
    return str([state.card[obj] for obj in state.order[zone]])


def found(viewer: int = 0) -> str:
    """The first difference that a game of VS System shows; empty if there is none."""
    try:
        for both in twins("vs", viewer, 12):
            both.play(nothing)
    except Difference as difference:
        return str(difference)
    return ""


def test_a_part_that_shows_the_deck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = drawing.parts

    def parts(match: Match, seat: int, look: Look) -> dict[str, str]:
        return {**sound(match, seat, look), "near": f"<!-- {top_of_deck(match, seat)} -->"}

    assert found() == ""
    monkeypatch.setattr(drawing, "parts", parts)
    assert "the page differs" in found()


def test_a_refusal_that_depends_on_the_deck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Sitting._refused

    def refused(self: Sitting, *given: object) -> object:
        outcome = sound(self, *given)  # type: ignore[arg-type]
        leak = mix(crc32(top_of_deck(self.match, 0).encode()), 0)
        return type(outcome)(refused=f"{outcome.refused} ({leak})")

    monkeypatch.setattr(Sitting, "_refused", refused)
    pair = next(iter(twins("vs", 0, 12)))
    with pytest.raises(Difference, match="what follows Undo"):
        pair.send(0, Undo(n=1))


def test_an_update_that_comes_at_another_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Sitting._outcome

    def outcome(self: Sitting, lines: list[object]) -> object:
        found = sound(self, lines)  # type: ignore[arg-type]
        if mix(crc32(top_of_deck(self.match, 0).encode()), 1) % 2:
            found.updates.pop(0, None)
        return found

    monkeypatch.setattr(Sitting, "_outcome", outcome)
    assert "what follows" in found()


def test_a_shortcut_that_is_suggested_tells_nothing_of_cards_to_come() -> None:
    """What a seat will draw is not found out by suggesting to play it then."""
    game = at_priority(1)
    line = "; ".join(passing(game.copy(), 1))
    faces = {game.state.card[obj] for obj, who in game.state.owner.items() if who == 1}
    lines = [
        f"{line}; B: {verb} {game.book.name_of(game.state.faces[face])}"
        for face in sorted(faces)
        for verb in ("play", "cast")
    ]
    here = suggested(game, lines)
    assert len(here) > 20 and any("(CR " in told for told in here)
    for number in range(3):
        assert suggested(imagine(game, 1, number), lines) == here


def suggested(game: Game, lines: list[str]) -> list[str]:
    """What a seat is told of each shortcut that it suggests."""
    match, told = Match(Front(game), (None, None)), []
    for line in lines:
        try:
            read_shortcut(match, 1, line)
        except ValueError as error:
            told.append(str(error))
        else:
            told.append("it may be taken")
    return told


def at_priority(viewer: int) -> Game:
    """The first moment of a game of Magic at which a seat may act in the turn of the other one."""
    game = module_of("magic").new_game(rulebooks.find("magic").starters(), 5)
    while not may_act(game, viewer):
        options = iter(game.space())
        acts = game.choice is not None and game.choice.kind == "action"
        game.push(next(o for o in options if game.book.idle(o)) if acts else next(options))
    return load_position(game.book, position(game))


def may_act(game: Game, viewer: int) -> bool:
    """Whether the viewer is asked for an action."""
    return game.to_act == viewer and game.choice is not None and game.choice.kind == "action"


def passing(game: Game, viewer: int) -> Iterator[str]:
    """All pass until the viewer may play a land that it has drawn."""
    held = len(game.state.order[("hand", viewer)])
    while (
        game.to_act != viewer
        or len(game.state.order[("hand", viewer)]) == held
        or "main" not in step_of(game)
    ):
        assert game.choice is not None and game.choice.kind == "action"
        game.push(next(option for option in game.space() if game.book.idle(option)))
        yield "pass"
