"""The front door: games in words."""

import json
from typing import Any

import pytest

import cardlaw
from cardlaw import (
    AmbiguousAction,
    Game,
    IllegalAction,
    Player,
    StaleAction,
    UnknownAction,
    berserk,
    magic,
    vs,
)

CASE = """
cardlaw: 1
game: toy
title: x
position:
  A: {hand: [Spark], board: [Raven, Axe: {as: old axe}]}
  B: {board: [Ogre]}
"""


@pytest.fixture
def game() -> Game:
    return Game.load(CASE)


@pytest.mark.parametrize("rules", [magic, vs, berserk], ids=lambda rules: rules.key)
def test_a_new_game_of_each_rulebook(rules: cardlaw.front.Rules) -> None:  # type: ignore[name-defined]
    game = rules.new_game(seed=7)
    assert game.to_act in (Player.A, Player.B)
    assert len(game.legal) == game.legal.count() > 0
    assert game.legal.words()
    assert rules.cards
    again = rules.new_game(seed=7)
    assert again.board() == game.board()
    with pytest.raises(ValueError, match="is unknown"):
        rules.new_game(decks=(["No Such Card"], []))


def test_playing_in_words_and_taking_back(game: Game) -> None:
    before = game.position()
    game.play("equip old axe targeting Raven")
    game.play("pass")
    assert game.to_act == Player.B
    game.play("pass")
    assert game.explain("Raven", "power").value == "3"
    while game.undo():
        pass
    assert game.position() == before


def test_what_is_legal_in_words(game: Game) -> None:
    assert "pass" in game.legal
    assert ("pass",) in game.legal
    assert "equip old axe targeting Raven" in game.legal
    assert "equip old axe targeting Ogre" not in game.legal
    assert "jump" not in game.legal
    assert repr(game.legal).endswith("equip old axe; pass>")
    assert game.legal.sample(3) in list(game.legal)


def test_a_refusal_says_everything_and_changes_nothing(game: Game) -> None:
    before = game.position()
    with pytest.raises(IllegalAction) as found:
        game.play("equip old axe targeting Ogre")
    assert [breach.rule for breach in found.value.ruling.breaches] == ["TOY 3.1"]
    text = str(found.value)
    assert text.startswith("Can't equip old axe: ")
    assert "(TOY 3.1)" in text
    assert game.position() == before


def test_only_the_player_who_decides_may_act(game: Game) -> None:
    with pytest.raises(IllegalAction):
        game.play("pass", player="B")
    assert not game.why("pass", player=Player.B).legal


def test_errors_of_reading(game: Game) -> None:
    with pytest.raises(UnknownAction):
        game.play("jump")
    two = Game.load(CASE.replace("board: [Ogre]", "board: [Ogre, Ogre: {shields: 1}]"))
    with pytest.raises(AmbiguousAction) as found:
        two.play("zap Spark targeting Ogre")
    assert len(found.value.candidates) == 2


def test_why_because_and_explain(game: Game) -> None:
    answer = game.why("equip old axe targeting Raven")
    assert answer.legal
    assert answer.rules == ("TOY 3.1",)
    assert str(answer).startswith("Yes. TOY 3.1")
    assert game.why("equip old axe targeting Ogre").codes == ("not-yours",)
    for action in ("equip old axe targeting Raven", "pass", "pass"):
        game.play(action)
    why = game.because("attached")
    assert why.rules[:2] == ("TOY 3.1", "TOY 2.1")
    assert "announced" in str(why)
    explanation = game.explain("Raven", "power")
    assert explanation.rules == ("TOY 3.4",)
    assert "old axe" in str(explanation)
    with pytest.raises(ValueError, match="powre"):
        game.explain("Raven", "powre")
    with pytest.raises(ValueError, match="melted"):
        game.because("melted")


def test_records_and_positions_come_back(game: Game) -> None:
    for action in ("equip old axe targeting Raven", "pass"):
        game.play(action)
    for data in (game.record(), game.position()):
        stored = json.loads(json.dumps(data))
        assert Game.load(stored).position() == game.position()


@pytest.mark.parametrize(
    "data", [{}, {"game": "toy"}, {"format": 1, "game": "chess"}, {"start": 3}, {"start": {}}]
)
def test_broken_data_is_a_value_error(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"record|position|format"):
        Game.load(data)


def test_a_broken_case_is_a_value_error_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"case:6:14: The card 'Sprak' is unknown"):
        Game.load(CASE.replace("Spark", "Sprak"))
    with pytest.raises(ValueError, match=r"none\.yaml"):
        Game.load("none.yaml")


def test_views_boards_and_pictures(game: Game) -> None:
    assert "Spark" in game.board("A")
    assert "Spark" not in game.board("B")
    assert str(game) == game.board()
    assert game._repr_svg_().startswith("<svg")
    assert [seen.name for seen in game.seen_by(1).objects if seen.name] == ["Raven", "Axe", "Ogre"]
    assert game.imagine("B", seed=1).seen_by("B").bytes() == game.seen_by("B").bytes()


def test_copies_are_independent(game: Game) -> None:
    other = game.copy()
    other.play("pass")
    assert game.to_act == Player.A
    assert other.to_act == Player.B


def test_a_log_in_words_and_languages(game: Game) -> None:
    game.play("pass")
    assert any("pass" in line for line in game.log())
    german = Game.load(CASE, lang="de")
    with pytest.raises(IllegalAction, match=r"^Kann old axe nicht"):
        german.play("equip old axe targeting Ogre")
    with pytest.raises(ValueError, match="klingon"):
        Game.load(CASE, lang="klingon")


def test_a_game_that_is_over_takes_no_action() -> None:
    game = Game.load(CASE)
    while not game.over:
        game.play("pass")
    assert game.to_act is None
    with pytest.raises(StaleAction):
        game.play("pass")
    assert "pass" not in game.legal


def words_of(game: Game, player: Player) -> list[str]:
    """Everything that a player is told at a moment."""
    own = game.for_player(player)
    told = [own.board(), repr(own.legal) if game.to_act == player else "", own._repr_svg_()]
    for text in ("pass", "jump", "play Axe", "recruit x", "cast x targeting y"):
        try:
            told.append(own.why(text, player).text)
        except (UnknownAction, AmbiguousAction) as error:
            told.append(str(error))
    if game.to_act == player:
        told += [own.why(option).text for option in list(own.legal)[:8]]
    return told


@pytest.mark.parametrize("rules", [magic, vs, berserk], ids=lambda rules: rules.key)
def test_hidden_cards_change_no_word_that_a_player_is_told(
    rules: cardlaw.front.Rules,  # type: ignore[name-defined]
) -> None:
    for seed in range(3):
        game = rules.new_game(seed=seed)
        for step in range(60):
            if game.over:
                break
            if step % 12 == 0:
                for player in Player:
                    other = game.imagine(player, seed=step)
                    assert words_of(other, player) == words_of(game, player)
            game.push(game.legal.sample(7919 * step + seed))


def test_unknown_names_of_the_package() -> None:
    with pytest.raises(AttributeError, match="chess"):
        cardlaw.chess  # noqa: B018


def _damaged(data: dict[str, Any], path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(data))
    at: Any = copy
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), "chess"),
        (("game",), ["magic"]),
        (("format",), 10**30),
        (("faces",), []),
        (("options",), {"x": "y"}),
        (("tables",), {}),
        (("tables", "where"), []),
        (("tables", "where", 0, 1), "hand"),
        (("tables", "card", 0, 1), 10**30),
        (("tables", "owner", 0, 0), [1, 2]),
        (("tables", "order", 0, 1), True),
        (("seed",), "x"),
    ],
)
def test_a_damaged_position_is_refused_when_it_is_loaded(
    path: tuple[str | int, ...], value: object
) -> None:
    data = magic.new_game(seed=7).position()
    with pytest.raises(ValueError, match=r"\w"):
        Game.load(_damaged(data, path, value))


@pytest.mark.parametrize(
    "source", ["", "/", "a\0b", "x" * 10_000, '{"format":\n' + "[" * 100_000, "\ud800\n"]
)
def test_no_game_is_loaded_from_what_is_none(source: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as found:
        Game.load(source)
    assert len(str(found.value)) < 1000


def test_a_game_is_loaded_from_a_path_a_text_or_data_only() -> None:
    with pytest.raises(TypeError, match="not from int"):
        Game.load(5)  # type: ignore[arg-type]


def test_messages_do_not_repeat_a_long_text_whole() -> None:
    game = magic.new_game(seed=7)
    for ask in (game.read, game.play, game.why, game.find, game.because):
        with pytest.raises(ValueError, match=r"\w") as found:
            ask("x" * 100_000)
        assert len(str(found.value)) < 1000
    with pytest.raises(ValueError, match="is no player"):
        game.seen_by("C")
    with pytest.raises(ValueError, match="is no player"):
        game.seen_by(7)


@pytest.mark.parametrize(
    "value", [5, None, [], {"a": 1}, (), ((5,),), (None,), (("pass",), 7), (("pass",), ())]
)
def test_what_is_no_line_is_refused_in_one_sentence(game: Game, value: object) -> None:
    before = game.position()
    for use in (game.why, game.play, game.read):
        with pytest.raises(UnknownAction):
            use(value)  # type: ignore[arg-type]
    assert game.position() == before
