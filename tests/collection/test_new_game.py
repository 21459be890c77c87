"""New games with decks that were read, and with cards of the user's own."""

from io import StringIO
from pathlib import Path

import pytest
from tests.collection.files import ONE, SPLIT, other, write

from cardlaw import CardNotSupported, Game, berserk, magic, vs
from cardlaw.cli.main import run
from cardlaw.collection import Deck, Store, import_file, read_deck, read_deck_text
from cardlaw.collection.schema import VARIABLE
from cardlaw.front import Rules
from cardlaw.library.support import Level

BLADE = "Equipped creature gets +2/+0.\nEquip {1}"
CARDS = [
    other(ONE, name="Tin Bear", type_line="Creature — Bear", oracle_text="", power="2"),
    other(ONE, name="Tin Blade", type_line="Artifact — Equipment", oracle_text=BLADE, power=None),
    other(ONE, name="Tin Bird", type_line="Creature — Bird", oracle_text="Flying\nDance a jig."),
    other(ONE, name="Tin Clown", type_line="Creature — Human", oracle_text="Dance a jig."),
    SPLIT,
]


@pytest.fixture(name="own")
def own_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    with Store() as store:
        import_file(store, write(tmp_path / "cards.json", CARDS))


def deck_with(*names: str) -> Deck:
    """A deck with two copies of some cards."""
    return read_deck_text("\n".join(["58 Forest", *(f"2 {name}" for name in names)]))


def library(game: Game, player: int) -> int:
    return len(game.kernel.state.zone("library", player)) + len(
        game.kernel.state.zone("hand", player)
    )


def test_a_game_begins_with_a_list_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bears.dec"
    file.write_text("// NAME : Bears\n24 Forest\n36 grizzly bears\nSB: 4 Plains\n")
    deck = read_deck(file)
    game = magic.new_game(decks=(deck, deck), seed=3)
    assert [library(game, player) for player in (0, 1)] == [60, 60]
    names = {face.name for face in game.kernel.state.faces}
    assert {"Forest", "Grizzly Bears"} <= names and "Plains" not in names


@pytest.mark.parametrize("rules", [magic, vs, berserk], ids=lambda rules: rules.key)
def test_the_starters_as_a_list_give_the_same_game(rules: Rules) -> None:
    lists = tuple(
        read_deck_text("\n".join(f"1 {name}" for name in deck)) for deck in rules.starters()
    )
    first, second = lists
    game = rules.new_game(decks=(first, second), seed=5)
    assert game.position() == rules.new_game(seed=5).position()


def test_a_name_that_nobody_knows_is_refused_early() -> None:
    deck = read_deck_text("59 Forest\n1 Grizly Beers\n")
    with pytest.raises(ValueError, match="'Grizly Beers' is unknown; near: Grizzly Bears"):
        magic.new_game(decks=(deck, deck))


@pytest.mark.usefixtures("own")
def test_a_users_card_is_read_from_its_text_and_played() -> None:
    deck = deck_with("tin bear", "Tin Blade")
    game = magic.new_game(decks=(deck, deck), seed=3)
    faces = {face.name: face for face in game.kernel.state.faces}
    assert (faces["Tin Bear"].power, faces["Tin Bear"].toughness) == (2, 1)
    assert faces["Tin Blade"].subtypes == ("Equipment",) and len(faces["Tin Blade"].abilities) == 2


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Tin Bird", "Tin Bird is partial (Dance a jig"),
        ("Tin Clown", "Tin Clown is unread (Dance a jig"),
        ("Lift", "Lift // Drop is outside"),
    ],
)
def test_a_card_that_is_not_full_is_refused_at_once(name: str, said: str) -> None:
    with pytest.raises(CardNotSupported) as refused:
        magic.new_game(decks=(deck_with(name), ["Forest"] * 60))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("own")
def test_less_than_full_is_played_when_asked_for() -> None:
    deck = deck_with("Tin Bird")
    game = magic.new_game(decks=(deck, deck), least=Level.PARTIAL)
    bird = next(face for face in game.kernel.state.faces if face.name == "Tin Bird")
    assert "flying" in bird.keywords and bird.source == "read without 1 of 2 lines"
    for name, level in (("Tin Clown", Level.PARTIAL), ("Lift", Level.OUTSIDE)):
        with pytest.raises(CardNotSupported, match="fully supported"):
            magic.new_game(decks=(deck_with(name), deck), least=level)
    clown = deck_with("Tin Clown")
    assert magic.new_game(decks=(clown, clown), least=Level.UNREAD).legal.count() > 0


@pytest.mark.usefixtures("own")
def test_the_users_store_hides_no_shipped_card() -> None:
    deck = read_deck_text("58 Forest\n2 Bonesplitter\n")
    assert magic.new_game(decks=(deck, deck), seed=1).legal.count() > 0


def test_the_terminal_takes_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bears.dec"
    file.write_text("24 Forest\n36 Grizzly Bears\n")
    monkeypatch.setattr("sys.stdin", StringIO("concede\n"))
    arguments = ["play", "magic", "--other-deck", str(file), "--seed", "3", "--deck"]
    assert run([*arguments, str(file)]) == 0
    shown = capsys.readouterr().out
    assert "Grizzly Bears" in shown and "Iron and Oak" not in shown
    file.write_text("56 Forest\n4 Nobody\n")
    assert run([*arguments, str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"cardlaw: {file}:2: The card 'Nobody' is unknown. ")
    assert f"cardlaw deck check {file} --game magic" in said


@pytest.mark.usefixtures("own")
def test_every_unknown_card_is_named() -> None:
    deck = read_deck_text("56 Forest\n4 Nobody\n2 Nothing Either\n")
    with pytest.raises(ValueError, match=r"'Nobody' is unknown.*'Nothing Either' is unknown"):
        magic.new_game(decks=(deck, deck))
