"""What a player sees, is told and can imagine; when taking back is fair."""

from typing import Any

import pytest
from tests.kernel.games import STARTERS, game, only, table

from cardlaw.kernel.choice import CHANCE, Choice, OneOf, mix
from cardlaw.kernel.fair import undo_is_fair
from cardlaw.kernel.game import Game
from cardlaw.kernel.imagine import imagine
from cardlaw.kernel.rulebook import ChoiceKind
from cardlaw.kernel.state import State, canonical
from cardlaw.kernel.view import knows, log, ruling_seen, see, translate
from cardlaw.rulebooks.toy import BOOK, new_game
from cardlaw.rulebooks.toy.book import Toy
from cardlaw.rulebooks.toy.words import LIBRARY


def zones(found: Game, player: int) -> dict[tuple[str, int], list[str | None]]:
    """The names that a player sees, by zone."""
    result: dict[tuple[str, int], list[str | None]] = {}
    for seen in see(found, player).objects:
        result.setdefault(seen.zone, []).append(seen.name)
    return result


def test_a_player_sees_his_hand_both_boards_and_no_deck() -> None:
    found = table(hand=["Bear", "Spark"], board=["Axe"], other=["Ogre"])
    mine, theirs = zones(found, 0), zones(found, 1)
    assert sorted(mine[("hand", 0)]) == ["Bear", "Spark"]
    assert ("hand", 0) not in theirs
    assert mine[("board", 0)] == theirs[("board", 0)] == ["Axe"]
    assert not any(zone[0] == "deck" for zone in (*mine, *theirs))
    view = see(found, 1)
    assert ("hand", 0, 2) in view.counts
    assert ("deck", 0, 10) in view.counts
    assert view.options is None and view.to_act == 0 and view.asks == "action"


def test_the_options_of_a_view_use_its_own_numbers() -> None:
    found = table(hand=["Bear"])
    bear = only(found, "Bear")
    view = see(found, 0)
    assert view.options is not None
    (number,) = [seen.id for seen in view.objects if seen.name == "Bear"]
    assert ["play", number] in view.options
    assert number == found.state.serial[bear]


def test_a_card_gets_a_new_number_when_somebody_cannot_follow_it() -> None:
    found = table(hand=["Bear", "Bear"])
    bear = found.state.zone("hand", 0)[0]
    before = found.state.serial[bear]
    found.play((("play", bear),))
    assert found.state.serial[bear] != before
    shown = found.state.serial[bear]
    found.push(("pass",))
    found.push(("pass",))
    assert found.state.where[bear] == ("board", 0)
    assert found.state.serial[bear] == shown


def test_a_view_has_no_seed_no_counter_and_no_raw_id() -> None:
    found = game(3, 30)
    for player in (0, 1):
        view = see(found, player)
        assert not {"clock", "serials", "chance", "objects", "numbers"} & view.turn.keys()
        numbers = {seen.id for seen in view.objects}
        assert numbers <= set(found.state.serial.values())
        assert str(found.chance.seed + 10**6) not in view.bytes().decode()


@pytest.mark.parametrize(
    ("fields", "values", "told"),
    [
        (("obj:a", "num:b"), (1, 1), [1001, 1]),
        (("*obj:a",), (1, 2), [1001, 1002]),
        (("term:a", "*obj:b"), ("x", 1, 2), ["x", 1001, 1002]),
        (("objs:a",), ((1, 2),), [[1001, 1002]]),
        (("obj:a",), ((1, 7),), [[1001]]),
        ((), (1,), [1]),
        (("obj:a",), (1, 1), [1001, 1]),
    ],
)
def test_values_are_translated_by_the_types_of_their_fields(
    fields: tuple[str, ...], values: tuple[Any, ...], told: list[Any]
) -> None:
    state = State(BOOK, tuple(LIBRARY.values()), {})
    state.serial.update({1: 1001, 2: 1002})
    assert translate(state, fields, values) == told


def test_a_ruling_is_told_with_the_numbers_of_the_view() -> None:
    found = table(hand=["Bear"])
    bear = only(found, "Bear")
    told = ruling_seen(found, found.why((("zap", bear),)))
    assert told["breaches"][0] == ["wrong-kind", "TOY 2.3", [found.state.serial[bear]]]


def drawn(found: Game, player: int) -> list[Any]:
    """What a player is told of each draw."""
    return [told[4] for told in log(found, player) if told[1] == "drew"]


def test_the_log_names_own_draws_and_hides_the_other_ones() -> None:
    found = new_game(STARTERS, 5)
    for who, told in zip(drawn(found, 0), drawn(found, 1), strict=True):
        player = who[0]
        assert player == told[0]
        seer, blind = (who, told) if player == 0 else (told, who)
        assert seer[1][1] in LIBRARY
        assert blind[1] == [None, None, player]


def test_the_log_tells_answers_to_their_player_only() -> None:
    found = table(hand=["Bear"])
    found.push(("play", only(found, "Bear")))
    mine = [told[1] for told in log(found, 0)]
    theirs = [told[1] for told in log(found, 1)]
    assert mine == ["answer", "played"]
    assert theirs == ["played"]
    assert [told[0] for told in log(found, 1)] == [0]


def test_the_log_shows_a_die_to_everybody_and_a_shuffle_to_nobody() -> None:
    found = new_game(STARTERS, 2)
    for player in (0, 1):
        rolled = [told[4] for told in log(found, player) if told[1] == "rolled"]
        assert rolled == [[CHANCE, "shuffle", None]] * 2
    other = table(board=["Bear", "Charm"])
    other.play((("equip", only(other, "Charm")),))
    other.push(("pass",))
    other.push(("pass",))
    for player in (0, 1):
        (die,) = [told[4] for told in log(other, player) if told[1] == "rolled"]
        assert die[:2] == [CHANCE, "die"] and 1 <= die[2][0] <= 6


def test_an_open_answer_of_the_other_player_hides_what_he_alone_knows() -> None:
    class Showing(Toy):
        choices = {
            **Toy.choices,
            "pick": ChoiceKind("TOY 2.1", lambda s, c: OneOf([]), fields=("obj:card", "num:n")),
        }

    found = table(hand=["Bear"], board=["Axe"], book=Showing())
    state = found.state
    bear, axe = only(found, "Bear"), only(found, "Axe")
    for obj in (bear, axe):
        state.note_answer("answer", "TOY 2.1", Choice("pick", 0), (obj, 3))
    mine = [told[4] for told in log(found, 0) if told[1] == "answer"]
    theirs = [told[4] for told in log(found, 1) if told[1] == "answer"]
    assert mine == [
        [0, "pick", [[state.serial[bear], "Bear"], 3]],
        [0, "pick", [[state.serial[axe], "Axe"], 3]],
    ]
    assert theirs == [
        [0, "pick", [[None, None], 3]],
        [0, "pick", [[state.serial[axe], "Axe"], 3]],
    ]


def test_imagined_positions_look_alike_and_differ() -> None:
    found = game(8, 25)
    for player in (0, 1):
        before = canonical(found.state)
        real = see(found, player).bytes()
        others = [imagine(found, player, seed) for seed in range(5)]
        assert all(see(other, player).bytes() == real for other in others)
        assert len({canonical(other.state) for other in others}) > 1
        for other in others:
            assert other.chance.seed != found.chance.seed
            assert sorted(other.state.card.values()) == sorted(found.state.card.values())
            for obj in found.state.where:
                if knows(found.state, player, obj):
                    assert other.state.card[obj] == found.state.card[obj]
            other.push(other.legal.sample(3))
        assert canonical(found.state) == before


def test_imagining_is_a_function_of_its_seed() -> None:
    found = game(8, 25)
    one, two = imagine(found, 0, 7), imagine(found, 0, 7)
    assert canonical(one.state) == canonical(two.state)
    assert one.chance.seed == two.chance.seed


def test_without_decklists_the_other_deck_may_hold_anything() -> None:
    found = new_game((["Bear"] * 12, ["Ogre"] * 12), 1)
    known = imagine(found, 0, 1)
    assert sorted(known.state.card.items()) == sorted(found.state.card.items())
    free = imagine(found, 0, 1, decklists=False)
    theirs = [free.state.card[o] for o in free.state.where if free.state.owner[o] == 1]
    assert len(set(theirs)) > 1
    mine = [free.state.card[o] for o in free.state.where if free.state.owner[o] == 0]
    assert len(set(mine)) == 1


def test_a_fixed_die_is_no_secret_that_imagination_has() -> None:
    found = table(board=["Bear", "Charm"])
    found.chance.fixed[0] = (6,)
    assert imagine(found, 0, 1).chance.fixed == {}


class Constrained(Toy):
    """A game that knows of each hidden card more than the kernel does."""

    def may_be(self, state: State, obj: int, face: int) -> bool:
        return face % 2 == obj % 2


def test_what_everybody_knows_of_a_hidden_card_is_kept() -> None:
    found = table(hand=["Bear"], book=Constrained())
    state = found.state
    for obj in state.where:
        state.card[obj] = obj % 2 + 2 * (mix(1, obj) % 3)
    for seed in range(5):
        other = imagine(found, 1, seed)
        assert other.state.card != state.card
        for obj, face in other.state.card.items():
            assert face % 2 == obj % 2


def test_a_question_in_the_middle_of_the_others_action_is_kept() -> None:
    found = table(hand=["Spark", "Bear"], board=["Bear"], other=["Ogre"])
    spark = only(found, "Spark")
    found.push(("zap", spark))
    assert found.in_procedure
    real = see(found, 1).bytes()
    for seed in range(6):
        other = imagine(found, 1, seed)
        assert see(other, 1).bytes() == real
        assert other.in_procedure
        # The answer that was given must have been an option there too.
        assert other.state.faces[other.state.card[spark]].kind == "spell"


def test_taking_back_is_fair_until_somebody_learnt_something() -> None:
    found = table(hand=["Bear"], board=["Bear", "Charm", "Axe"])
    bear = found.state.zone("board", 0)[0]
    assert not undo_is_fair(found, 0)
    found.play((("equip", only(found, "Axe")), ("target", bear)))
    assert undo_is_fair(found, 0)
    assert not undo_is_fair(found, 1)
    found.undo()
    found.play((("play", found.state.zone("hand", 0)[0]),))
    assert not undo_is_fair(found, 0), "the other player saw the card"
    found.undo()
    found.push(("pass",))
    assert undo_is_fair(found, 0)
    found.push(("pass",))
    assert not undo_is_fair(found, 0)


def test_a_roll_makes_taking_back_unfair() -> None:
    found = table(board=["Bear", "Charm"])
    found.push(("equip", only(found, "Charm")))
    found.push(("pass",))
    found.push(("pass",))
    assert not undo_is_fair(found, 1)
