"""Each check of the suite raises when its promise is broken: one planted defect each."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.conformance import planted

from cardlaw.conformance import (
    Refusals,
    Subject,
    basic_tests,
    causes,
    chance,
    check_fresh_process,
    check_variety,
    offers,
    records,
    secrets,
    steps,
    words,
)
from cardlaw.conformance.subject import picture, wander
from cardlaw.kernel import view
from cardlaw.kernel.choice import CHANCE, Chance, Number, Option, Space, mix
from cardlaw.kernel.game import Game
from cardlaw.kernel.law import Breach, IllegalAction
from cardlaw.kernel.moment import Step
from cardlaw.kernel.state import Entry, State
from cardlaw.rulebooks.toy import BOOK

SOUND = planted.subject(BOOK)


def moments(subject: Subject, walks: int = 12) -> Iterator[tuple[Game, Option, int]]:
    """Moments of some walks with the option that is taken there."""
    for number in range(walks):
        for step, game in enumerate(wander(subject, number)):
            options = list(game.space())
            yield game, options[mix(step, number) % len(options)], mix(number, step)


def fails(check: Callable[[Game, Option, int], object], subject: Subject = SOUND) -> str:
    """The message with which a check fails somewhere on the walks; the empty string if nowhere."""
    for game, option, number in moments(subject):
        try:
            check(game, option, number)
        except AssertionError as error:
            return str(error)
    return ""


CHECKS: dict[str, Callable[[Game, Option, int], object]] = {
    "copy": lambda game, option, n: steps.check_copy(game, option),
    "undo": lambda game, option, n: steps.check_undo(game, option),
    "board": lambda game, option, n: steps.check_board(game),
    "zones": lambda game, option, n: steps.check_zones(game.state),
    "rows": lambda game, option, n: steps.check_row_order(game, option),
    "concession": lambda game, option, n: steps.check_concession(game, 0),
    "position": lambda game, option, n: records.check_position(game, option),
    "offer": lambda game, option, n: offers.check_offer(game, n),
    "plays": lambda game, option, n: offers.check_plays(game, n),
    "unknown": lambda game, option, n: offers.check_unknown(game),
    "faces": lambda game, option, n: secrets.check_faces(game, n & 1, n),
    "ids": lambda game, option, n: secrets.check_ids(game, n & 1, n),
    "history": lambda game, option, n: n % 8 or secrets.check_history(game, n & 1, n),
    "imagined": lambda game, option, n: n % 4 or secrets.check_imagined(game, n >> 3 & 1, n),
    "refusal": lambda game, option, n: refuse(game, n),
    "abandoned": lambda game, option, n: abandon(game, n),
    "entries": lambda game, option, n: causes.check_entries(
        game, game.step.entries, game.step.base
    ),
    "causes": lambda game, option, n: n % 8 or causes.check_causes(game),
    "words": lambda game, option, n: words.check_words(game, (option,)),
}


def refuse(game: Game, number: int) -> None:
    """Refuse an illegal line and check what it was told."""
    for line in offers.illegal_lines(game, number, 3):
        offers.check_ruling(game.book, steps.check_refusal(game, line))


def abandon(game: Game, number: int) -> None:
    """Begin a line that has a part, and leave it."""
    if game.choice is None or game.choice.kind != "action":
        return
    options = list(game.space())
    line = offers.complete(game, options[number % len(options)], number)
    if len(line) > 1:
        steps.check_abandoned(game, line)


@pytest.mark.parametrize("name", CHECKS)
def test_a_sound_rulebook_passes(name: str) -> None:
    assert fails(CHECKS[name]) == ""


@pytest.mark.parametrize(
    ("name", "book", "message"),
    [
        ("board", planted.ForgetsShaping(), "not in Rulebook.shaping"),
        ("rows", planted.ByRowOrder(), "order of rows"),
        ("offer", planted.OffersTooMuch(), "is offered, but"),
        ("offer", planted.OffersTooLittle(), "legal but not offered"),
        ("plays", planted.OffersTooMuch(), "but why says"),
        ("refusal", planted.breaching(Breach("wrong-kind", "TOY 9.9", (1,))), "not in the index"),
        ("refusal", planted.breaching(Breach("wrong-kind", "TOY 3.1")), "has the fields"),
        ("refusal", planted.breaching(Breach("no-code", "TOY 3.1")), "not in Rulebook.codes"),
        ("faces", planted.ReadsTheHand(), "whys"),
        ("faces", planted.ShowsTheDeck(), "view"),
        ("history", planted.TellsTheTop(), "another log"),
        ("history", planted.ShowsTheDeck(), "another view"),
        ("entries", planted.CausesNothing(), "has no cause and is no root"),
        ("causes", planted.RereadsNothing(), "nobody knows why"),
    ],
)
def test_a_broken_rulebook_is_found(name: str, book: Any, message: str) -> None:
    assert message in fails(CHECKS[name], planted.subject(book))


def test_a_copy_that_shares_a_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = State.copy

    def copy(self: State) -> State:
        other = sound(self)
        other.turn = self.turn
        other._list_tables()
        return other

    monkeypatch.setattr(State, "copy", copy)
    assert "changed the game" in fails(CHECKS["copy"])


def test_an_undo_that_forgets_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = State.revert

    def revert(self: State, entries: list[Entry]) -> None:
        sound(self, entries[:-1])

    monkeypatch.setattr(State, "revert", revert)
    assert "does not restore the position" in fails(CHECKS["undo"])
    assert "taking back a concession" in fails(CHECKS["concession"])


def test_an_undo_that_keeps_the_epoch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Game._pop

    def pop(self: Game) -> None:
        epoch = self.state.epoch
        sound(self)
        self.state.epoch = epoch

    monkeypatch.setattr(Game, "_pop", pop)
    assert "cached characteristics" in fails(CHECKS["undo"])


def test_a_refusal_that_writes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Game._refusal

    def refusal(self: Game, mark: Step, line: Any, player: int) -> Any:
        self.state.damage[1] = 3
        return sound(self, mark, line, player)

    monkeypatch.setattr(Game, "_refusal", refusal)
    assert "changed the game" in fails(CHECKS["refusal"])


def test_a_half_played_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "back_to", lambda self, step: None)
    assert "changed the game" in fails(CHECKS["abandoned"])


def test_a_play_that_refuses_for_other_reasons_than_why_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(self: Game, line: Any) -> None:
        ruling = self.why(line)
        raise IllegalAction(type(ruling)(ruling.rules, ruling.breaches[1:]))

    monkeypatch.setattr(Game, "play", play)
    assert "but why says" in fails(CHECKS["refusal"])


def test_a_play_that_takes_anything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "play", lambda self, line: None)
    assert "was played although" in fails(CHECKS["refusal"])
    assert "nothing was answered" in fails(CHECKS["plays"])


def test_lines_about_nothing_that_are_legal_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Game.why
    legal = sound(planted.begin(BOOK, 0), (("pass",),))
    monkeypatch.setattr(Game, "why", lambda self, line, player=None: legal)
    assert "about nothing" in fails(CHECKS["unknown"])


def test_a_position_without_a_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlaw.kernel import record

    sound = record.rows_of

    def rows_of(state: State) -> dict[str, Any]:
        return {**sound(state), "host": []}

    monkeypatch.setattr(record, "rows_of", rows_of)
    assert "changes it" in fails(CHECKS["position"])


def test_a_record_that_lost_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = records.record

    def record(game: Game) -> Any:
        data = sound(game)
        return {**data, "answers": data["answers"][:-1]}

    game = planted.begin(BOOK, 3)
    game.push(("pass",))
    monkeypatch.setattr(records, "record", record)
    with pytest.raises(AssertionError, match="ends differently"):
        records.check_replay(game, {})


def test_a_past_that_cannot_be_taken_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = planted.begin(BOOK, 3)
    before = picture(game)
    game.push(("pass",))
    number = sum(1 for _ in game.steps())
    records.check_all_undone(game, {number - 1: before})
    with pytest.raises(AssertionError, match="differs before answer"):
        records.check_all_undone(game, {number - 1: picture(game)})
    monkeypatch.setattr(Game, "undo_step", lambda self: False)
    with pytest.raises(AssertionError, match="cannot be taken back"):
        records.check_all_undone(game, {})


def test_an_offer_in_the_order_of_a_set_is_found_in_a_fresh_process() -> None:
    subject = planted.subject(planted.BOOK, "tests.conformance.planted")
    data = []
    for seed in range(8):
        game = subject.start(seed)
        for _ in range(30):
            game.push(game.legal.sample(0))
        data.append(records.record(game))
    with pytest.raises(AssertionError, match="differs in a fresh process"):
        check_fresh_process(subject, data)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda s: s.where.update({1: ("discard", 0)}), "do not agree"),
        (lambda s: s.order.update({("discard", 1): (1,)}), "object 1 is in"),
        (lambda s: s.order.update({("limbo", 0): (99,)}), "does not describe the zone"),
        (lambda s: s.order.update({("discard", 0): ()}), "has a row"),
        (lambda s: s.host.update({1: 2, 2: 1}), "in a circle"),
        (lambda s: s.host.update({1: 99}), "which is nowhere"),
        (lambda s: s.serial.update({1: s.serial[2]}), "the same serial number"),
        (lambda s: s.owner.pop(1), "has other objects"),
    ],
)
def test_cards_in_two_places_and_circles_are_found(
    spoil: Callable[[State], object], message: str
) -> None:
    state = planted.begin(BOOK, 1).state
    steps.check_zones(state)
    spoil(state)
    with pytest.raises(AssertionError, match=message):
        steps.check_zones(state)


def test_a_card_that_becomes_another_is_found() -> None:
    game = planted.begin(BOOK, 1)
    cards = steps.cards_of(game.state)
    steps.check_conserved(game, cards)
    game.state.card[5] += 1
    with pytest.raises(AssertionError, match="object 5 was card"):
        steps.check_conserved(game, cards)


def test_a_question_without_an_option_is_found() -> None:
    with pytest.raises(AssertionError, match=r"walk 7: .* has no option"):
        basic_tests(planted.subject(planted.OffersNothing()), 1, seed=7)


def test_raw_ids_in_a_view_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = view._seen

    def seen(state: State, player: int, obj: int) -> Any:
        import msgspec

        return msgspec.structs.replace(sound(state, player, obj), id=obj)

    monkeypatch.setattr(view, "_seen", seen)
    assert "exchanging the ids" in fails(CHECKS["ids"])


def test_imagining_the_real_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def imagine(game: Game, player: int, seed: int) -> Game:
        other = game.copy()
        other.chance = Chance(seed)
        return other

    monkeypatch.setattr(secrets, "imagine", imagine)
    assert "always the real position" in fails(CHECKS["imagined"])


def test_imagining_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def imagine(game: Game, player: int, seed: int) -> Game:
        return planted.begin(BOOK, seed & 0xFFFF)

    monkeypatch.setattr(secrets, "imagine", imagine)
    assert "looks different" in fails(CHECKS["imagined"])


def test_words_that_mean_something_else_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "read", lambda game, text: (("pass",), ("pass",)))
    assert "which is read as" in fails(CHECKS["words"])


def test_refusals_that_are_all_alike_are_found() -> None:
    alike = Refusals(100, 0, Counter({"wrong-kind": 90, "not-yours": 10}))
    with pytest.raises(AssertionError, match="only 2 codes"):
        check_variety(Subject(BOOK, SOUND.start, codes=3, share=1.0), alike)
    with pytest.raises(AssertionError, match="90% of all"):
        check_variety(Subject(BOOK, SOUND.start, codes=2, share=0.5), alike)


class Loaded(Number):
    """A die that falls on six too often."""

    def weight(self, option: Option) -> float:
        return 0.5 if option == (6,) else 0.2


@pytest.mark.parametrize(
    ("space", "message"), [(Loaded(1, 6), "sum to 1.5"), (Number(2, 1), "has no result")]
)
def test_dice_that_do_not_add_up_are_found(
    monkeypatch: pytest.MonkeyPatch, space: Space, message: str
) -> None:
    for walk in range(12):
        game = planted.begin(BOOK, walk)
        game.auto_chance = False
        for step in range(80):
            if game.to_act == CHANCE or game.over:
                break
            options = list(game.space())
            game.push(options[-1 - mix(walk, step) % min(2, len(options))])
        if game.to_act == CHANCE:
            break
    assert game.to_act == CHANCE
    assert chance.check_chance(game)
    monkeypatch.setattr(Game, "space", lambda self: space)
    with pytest.raises(AssertionError, match=message):
        chance.check_chance(game)
