"""The same over HTTP and the socket: a stored game in which unknown cards lie elsewhere.

A game is played at a real server; in a copy of its database the start is another one that the
viewer cannot tell apart. Then every page and every frame is fetched from servers on both.
"""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import create_engine, text
from tests.table.serving import served
from tests.table.wire import Page, Visitor, friends, play

from cardlaw import rulebooks
from cardlaw.conformance.secrets import another_start
from cardlaw.kernel.record import replay
from cardlaw.table.guard import Limits

GAMES = ("vs", "berserk", "magic")


def lay_elsewhere(database: Path, viewer: int) -> None:
    """Let what the viewer never learnt lie elsewhere in every game of a database."""
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        for game in connection.execute(text("SELECT id, book, position FROM games")).all():
            rows = connection.execute(
                text(
                    "SELECT data FROM journal WHERE game = :id AND kind = 'answer' ORDER BY number"
                ),
                {"id": game.id},
            )
            answers = [json.loads(row.data) for row in rows]
            played = replay(
                rulebooks.find(game.book),
                {"start": json.loads(game.position), "answers": answers},
            )
            starts = (another_start(played, viewer, seed) for seed in range(8))
            start = next(found for found in starts if found is not None)
            connection.execute(
                text("UPDATE games SET position = :position, seed = 99 WHERE id = :id"),
                {"position": json.dumps(start).encode(), "id": game.id},
            )
    engine.dispose()


async def played(address: str, game: str) -> tuple[Visitor, str]:
    """The first visitor of a game of two that has gone on for a while."""
    pages = friends(address, game, seed="4")
    for page in pages:
        await page.open()
    await play(pages, 24, 3)
    for page in pages:
        await page.close()
    return pages[0].visitor, pages[0].path


async def everything(visitor: Visitor, path: str) -> list[str]:
    """All that a seat is sent: pages, frames, answers, refusals."""
    found = []
    # A page keeps the language that it was last asked for.
    places = (f"{path}?language=ru", "/?language=en", path, f"{path}/back", f"{path}/no-such-page")
    for place in (*places, *(f"{path}/back?at={at}" for at in (0, 5, 10**6))):
        reply = visitor.get(place)
        found.append(f"{reply.status} {reply.text}")
    for place, form in forms(path):
        reply = visitor.post(place, form)
        found.append(f"{reply.status} {reply.text}")
    page = Page(visitor, path)
    page.name = "the-same-page-each-time"
    await page.open()
    for number, message in enumerate(asked(page)):
        # Never more than the server allows, however fast it answers.
        await asyncio.sleep(1 / Limits().rate if number > Limits().burst // 2 else 0)
        await page.act(message)
    await page.close()
    return [*found, *page.received]


def forms(path: str) -> list[tuple[str, dict[str, str]]]:
    """What the forms of a table send: a moment for the desk, a question about it, another link."""
    question = '{"n": 1, "do": "ask", "what": "because", "number": 3}'
    return [
        *((f"{path}/branch", {"at": at, "seat": "0"}) for at in ("0", "7", "")),
        (f"{path}/back/ask", {"at": "7", "message": question}),
        (f"{path}/invite", {}),
    ]


def asked(page: Page) -> list[dict[str, Any]]:
    """Everything that the buttons of the page ask, and some that no button does."""
    questions = [each for part in page.parts for each in page.questions(part)]
    return [
        *questions[:60],
        {"do": "ask", "what": "hint"},
        {"do": "ask", "what": "why", "line": "pass"},
        {"do": "line", "line": "sing a song"},
        {"do": "take", "option": 99999},
        {"do": "undo"},
    ]


def sent(database: Path, seats: list[tuple[Visitor, str]]) -> list[list[str]]:
    """What a server on a database sends to each of these seats."""
    with served(database) as server:
        found = []
        for visitor, path in seats:
            visitor.address = server.address
            replies = asyncio.run(everything(visitor, path))
            found.append([reply.replace(server.address, "ADDRESS") for reply in replies])
        return found


class Played(NamedTuple):
    """Games that were played at a real server, their first seats, and what these are sent."""

    database: Path
    seats: list[tuple[Visitor, str]]
    sent: list[list[str]]

    def elsewhere(self, unknown_to: int, games: int) -> list[list[str]]:
        """What the first seats are sent where what a player never learnt lies elsewhere."""
        there = self.database.with_name(f"unknown-to-{unknown_to}.db")
        shutil.copy(self.database, there)
        lay_elsewhere(there, unknown_to)
        return sent(there, self.seats[:games])


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Played:
    database = tmp_path_factory.mktemp("hidden") / "games.db"
    with served(database) as server:
        seats = [asyncio.run(played(server.address, game)) for game in GAMES]
    # What is sent may change a game, as taking back does: each server gets a copy of its own.
    here = shutil.copy(database, database.with_name("here.db"))
    return Played(database, seats, sent(here, seats))


def test_every_channel_is_silent_about_what_is_hidden(games: Played) -> None:
    for mine, theirs in zip(games.sent, games.elsewhere(0, len(GAMES)), strict=True):
        assert len(mine) > 20 and sum(map(len, mine)) > 20_000
        for here, there in zip(mine, theirs, strict=True):
            assert here == there
        desks = [reply for reply in mine if "<title>The judge" in reply]
        assert len(desks) == 3
        for desk in desks:
            assert "when the game is over" in desk, "a moment of a game that goes on came to a desk"


def test_what_a_seat_does_know_would_be_seen(games: Played) -> None:
    """The test above can fail: what the other player cannot know lies in this seat's hand."""
    assert games.elsewhere(1, 1)[0] != games.sent[0]
