"""A page whose connection is lost at any message finds back, and does nothing twice."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute
from sqlalchemy import create_engine, text
from tests.table.clicking import Person, first_that_acts
from tests.table.serving import Server

#: how the page learns that the connection is gone
GONE = 3999


class Cutter:
    """Stands between a page and the server, and cuts the line at every third action."""

    def __init__(self, moment: str) -> None:
        self.moment = moment
        self.cuts = 0
        #: the options that were clicked, each once, by the numbers of their messages
        self.clicked: set[int] = set()

    def __call__(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        doomed: set[int] = set()

        def cut() -> None:
            self.cuts += 1
            server.close(code=GONE)
            page.close(code=GONE)

        def sent(raw: str | bytes) -> None:
            message = json.loads(raw)
            number = message["n"]
            due = message["do"] == "take" and number not in self.clicked and number % 3 == 0
            if message["do"] == "take":
                self.clicked.add(number)
            if due and self.moment == "before it is sent":
                cut()
                return
            server.send(raw)
            if due and self.moment == "before it is answered":
                cut()
            elif due:
                doomed.add(number)

        def received(raw: str | bytes) -> None:
            if json.loads(raw).get("to") in doomed:
                cut()
            else:
                page.send(raw)

        page.on_message(sent)
        server.on_message(received)


@pytest.mark.parametrize(
    "moment", ["before it is sent", "before it is answered", "instead of its answer"]
)
def test_a_page_finds_back(page: Page, server: Server, moment: str) -> None:
    cutter = Cutter(moment)
    page.route_web_socket("**/socket", cutter)
    person = Person(page, server.address)
    person.begin("vs", 11)
    sight = person.turn()
    for number in range(9):
        person.take(sight, first_that_acts(sight.options, number))
        sight = person.turn(sight.arrivals)
    assert cutter.cuts >= 3 and len(cutter.clicked) == 9
    assert done(server, page.url.partition("/game/")[2]) == sorted(cutter.clicked)
    shown = page.locator("main").inner_text()
    page.reload()
    person.turn()
    assert page.locator("main").inner_text() == shown


def done(server: Server, game: str) -> list[int]:
    """The numbers of the messages of a game's only page that stand in the journal."""
    engine = create_engine(server.database)
    query = text("SELECT n FROM journal WHERE game = :game AND n IS NOT NULL ORDER BY number")
    with engine.connect() as connection:
        found = [row.n for row in connection.execute(query, {"game": game.partition("?")[0]})]
    engine.dispose()
    return found
