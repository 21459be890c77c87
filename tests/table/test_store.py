"""The store: SQLite and PostgreSQL keep the same things, whole or not at all."""

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from cardlaw.table.journal import Kind, Line
from cardlaw.table.sitting import Start
from cardlaw.table.store import Store, StoreFault
from cardlaw.table.store.schema import metadata

ANN, BOB = b"a" * 32, b"b" * 32
START = Start(b"{}", ("person", "person"), b"s" * 16, 7)
FIRST = [Line(Kind.ANSWER, [["deal", 1], False])]


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql_url")
    found = Store(url)
    yield found
    found.close()


@pytest.fixture
def game(store: Store) -> str:
    name = secrets.token_hex(6)
    store.begin(name, "vs", START, FIRST, ANN)
    return name


def test_a_game_is_read_as_it_was_written(store: Store, game: str) -> None:
    lines = [Line(Kind.ANSWER, [["pass"], True], 0, "page-one", 3), Line(Kind.BACK, 1, 1)]
    store.append(game, 1, lines)
    stored = store.load(game)
    assert stored is not None
    assert stored.start == START and stored.lines == FIRST + lines
    assert stored.pages == {"page-one": 3}


def test_a_number_of_the_journal_is_given_once(store: Store, game: str) -> None:
    with pytest.raises(StoreFault):
        store.append(game, 0, [Line(Kind.DRAW)])
    stored = store.load(game)
    assert stored is not None and stored.lines == FIRST


def test_a_message_leads_to_lines_once(store: Store, game: str) -> None:
    store.append(game, 1, [Line(Kind.DRAW, None, 0, "page-one", 3)])
    with pytest.raises(StoreFault):
        store.append(game, 2, [Line(Kind.DECLINE), Line(Kind.DRAW, None, 0, "page-one", 3)])
    stored = store.load(game)
    assert stored is not None and len(stored.lines) == 2


def test_who_fails_takes_nobody_along(store: Store, game: str) -> None:
    """Writes that share a transaction succeed and fail each for itself."""
    other = secrets.token_hex(6)
    store.begin(other, "vs", START, FIRST, ANN)
    with ThreadPoolExecutor(20) as pool:
        good = [pool.submit(store.append, game, 1 + n, [Line(Kind.DRAW)]) for n in range(10)]
        bad = [pool.submit(store.append, other, 0, [Line(Kind.DRAW)]) for _ in range(10)]
    assert [each.exception() for each in good] == [None] * 10
    assert all(isinstance(each.exception(), StoreFault) for each in bad)
    stored, untouched = store.load(game), store.load(other)
    assert stored is not None and len(stored.lines) == 11
    assert untouched is not None and untouched.lines == FIRST


def test_an_invitation_gives_the_free_seat_once(store: Store, game: str) -> None:
    assert store.seats_of(game, ANN) == {0} and store.free_seats(game) == [1]
    assert not store.invite(game, 0, b"x" * 32)
    assert store.invite(game, 1, b"x" * 32) and store.invite(game, 1, b"y" * 32)
    assert store.join(b"x" * 32, BOB) is None
    assert store.join(b"y" * 32, BOB) == (game, 1)
    assert store.join(b"y" * 32, ANN) is None
    assert store.seats_of(game, BOB) == {1} and store.free_seats(game) == []


def test_the_lobby_lists_the_games_of_a_browser(store: Store, game: str) -> None:
    assert [saved.id for saved in store.saved(ANN)] == [game]
    assert store.saved(BOB) == [] and store.saved(b"") == []
    store.append(game, 1, [Line(Kind.CONCEDE, 0, 0)], over=True)
    assert store.saved(ANN)[0].over


def test_at_one_screen_both_seats_belong_to_the_browser(store: Store) -> None:
    name = secrets.token_hex(6)
    store.begin(name, "vs", Start(b"{}", START.seats, START.secret, 7, True), FIRST, ANN)
    assert store.seats_of(name, ANN) == {0, 1}
    assert [(saved.id, saved.seat) for saved in store.saved(ANN)] == [(name, 0)]


def test_the_migrations_make_the_tables_that_the_code_means(store: Store) -> None:
    with store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
    assert found == []


def test_a_database_that_is_opened_again_is_the_same(store: Store, game: str) -> None:
    again = Store(store.engine.url.render_as_string(hide_password=False))
    try:
        assert again.name == store.name and again.load(game) == store.load(game)
    finally:
        again.close()


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.sqlite'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "no address of a database"),
        ("mysql://localhost/x", "SQLite or in PostgreSQL"),
        ("sqlite://", "SQLite or in PostgreSQL"),
        ("sqlite:////nowhere/at/all/x.sqlite", "cannot be opened"),
        ("postgresql://nobody:secret-word@127.0.0.1:1/x", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(url: str, said: str) -> None:
    with pytest.raises(StoreFault, match=said) as fault:
        Store(url)
    assert "secret-word" not in str(fault.value) and "\n" not in str(fault.value)


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes, longer than a page of a database" * 200, encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(StoreFault, match="cannot be opened"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before
