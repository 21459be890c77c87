"""New games with decks that were read, and with cards of the user's own."""

from pathlib import Path

import pytest
from tests.collection.files import SCRYFALL, write

from cardlaw import CardNotSupported, Game, berserk, magic, vs
from cardlaw.collection import Store, import_file, read_deck, read_deck_text
from cardlaw.collection.schema import VARIABLE
from cardlaw.front import Rules


@pytest.fixture(name="own")
def own_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    with Store() as store:
        import_file(store, write(tmp_path / "cards.json", SCRYFALL))


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
def test_cards_of_the_users_own_that_cannot_be_played_are_named_at_once() -> None:
    deck = read_deck_text("56 Forest\n2 Dawn Page\n2 copper hound\n")
    with pytest.raises(CardNotSupported) as refused:
        magic.new_game(decks=(deck, ["Forest"] * 60))
    assert "Dawn Page // Dusk Knight, Copper Hound" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("own")
def test_the_users_store_hides_no_shipped_card() -> None:
    deck = read_deck_text("58 Forest\n2 Bonesplitter\n")
    assert magic.new_game(decks=(deck, deck), seed=1).legal.count() > 0
