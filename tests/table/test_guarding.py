"""Guards of the server: faults become pages, secrets stay secret, nobody takes too much."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from tests.table.serving import PATIENCE

from cardlaw.table import house as houses
from cardlaw.table.desk.bench import Wish
from cardlaw.table.errands import Desk, Do, Done, Html
from cardlaw.table.gate import Gate
from cardlaw.table.guard import Limits, asked_at
from cardlaw.table.house import House
from cardlaw.table.message import Ask, read_message
from cardlaw.table.server import Settings, application
from cardlaw.table.sockets import Socket, converse
from cardlaw.table.store import Store, StoreFault
from cardlaw.table.workers import THOUGHTS, OverBudget, WorkerLost

HERE, SECURE = "http://table.example", "https://table.example"
FORM = {"game": "vs", "opponent": "friend", "seed": "7"}
Client = TestClient[Any]


@contextmanager
def client(folder: Path, **limits: Any) -> Iterator[Client]:
    """A browser at a server in this process, with its gate."""
    settings = Settings(
        database=f"sqlite:///{folder / 'games.sqlite'}",
        origins=frozenset((HERE, SECURE)),
        workers=1,
        limits=Limits(**limits),
        rehearse=False,
    )
    app = application(settings)
    gate: Any = Gate(app, frozenset(("table.example",)))
    gate.on_startup, gate.on_shutdown = [], []
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as found:
        found.app = gate
        yield found


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with client(tmp_path_factory.mktemp("guard")) as found:
        yield found


@pytest.fixture
def browser(visit: Client) -> Client:
    """A browser without cookies."""
    visit.cookies.clear()
    return visit


def begun(browser: Client, origin: str = HERE) -> str:
    """The path of a new table."""
    found = browser.post("/games", data=FORM, headers={"origin": origin}, follow_redirects=False)
    assert found.status_code == 303, found.text
    return str(found.headers["location"]).removesuffix("/invite")


def link_of(browser: Client, table: str) -> str:
    """A link that gives the other seat away."""
    found = browser.post(f"{table}/invite", headers={"origin": HERE})
    link = re.search(r"/join/[A-Za-z0-9_-]+", found.text)
    assert link is not None
    return link[0]


def store_of(browser: Client) -> Any:
    """The store of the server."""
    app: Any = browser.app
    return app.app.state.front.store


def fails(error: Exception) -> Callable[..., None]:
    def fail(*given: object) -> None:
        raise error

    return fail


def test_what_takes_too_long_is_a_page_that_says_so(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(browser)
    assert browser.get(table).status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr(houses, "BUDGET", 0.0)
        found = browser.get(table)
    assert found.status_code == 503 and "took too long" in found.text
    assert found.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert browser.get(table).status_code == 200


def test_a_store_that_fails_is_a_page_and_a_closed_socket(
    browser: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = begun(browser)
    with monkeypatch.context() as patch:
        patch.setattr(store_of(browser), "seats_of", fails(StoreFault("the disk is gone")))
        found = browser.get(table)
        assert found.status_code == 503 and "the disk" not in found.text
        assert socket_closed(browser, table) == 1011
    with monkeypatch.context() as patch:
        patch.setattr(store_of(browser), "load", fails(StoreFault("the disk is gone")))
        app: Any = browser.app
        app.app.state.front.house.tables.clear()
        assert socket_closed(browser, table) == 1011
    assert "the disk is gone" in caplog.text and "Traceback" not in caplog.text
    assert browser.get(table).status_code == 200


def socket_closed(browser: Client, table: str) -> int:
    """The code with which a socket is closed after a greeting."""
    try:
        with browser.websocket_connect(f"{table}/socket", headers={"origin": HERE}) as socket:
            socket.send_json({"do": "hello", "n": 1, "page": "page-one"})
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return int(closed.code)
    return 0


def test_a_fault_of_the_server_is_a_page_and_a_trace_in_its_log(
    browser: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store_of(browser), "saved", fails(RuntimeError("a secret reason")))
    found = browser.get("/")
    assert found.status_code == 500 and "<main" in found.text
    assert "secret reason" not in found.text and "secret reason" in caplog.text


def test_a_server_that_ends_begins_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        house = House(Store(f"sqlite:///{tmp_path / 'games.sqlite'}"), 1)
        await house.close()
        with pytest.raises(WorkerLost):
            await house.page("any", 0, houses.Look())
        assert house.workers.all[0].life == 0

    asyncio.run(run())


@pytest.mark.parametrize(("origin", "secure"), [(HERE, False), (SECURE, True)])
def test_a_cookie_is_secure_where_pages_are_and_given_with_a_seat_only(
    browser: Client, origin: str, secure: bool
) -> None:
    assert "set-cookie" not in browser.get("/").headers
    found = browser.post("/games", data=FORM, headers={"origin": origin}, follow_redirects=False)
    cookie = found.headers["set-cookie"]
    assert ("secure" in cookie.casefold()) == secure and "HttpOnly" in cookie


def test_nobody_takes_the_seat_opposite_themselves(browser: Client) -> None:
    table = begun(browser)
    link = link_of(browser, table)
    found = browser.post(link, headers={"origin": HERE})
    assert found.status_code == 403 and "sit at this table already" in found.text
    browser.cookies.clear()
    assert browser.post(link, headers={"origin": HERE}).status_code == 200


def test_no_link_stands_in_the_log(browser: Client, caplog: pytest.LogCaptureFixture) -> None:
    table = begun(browser)
    link = link_of(browser, table)
    assert browser.post(link, headers={"origin": "http://evil.example"}).status_code == 403
    assert browser.post(link, headers={"origin": HERE}).status_code == 403
    assert "/join/..." in caplog.text and link not in caplog.text


def test_pages_for_which_the_engine_works_are_limited(tmp_path: Path) -> None:
    with client(tmp_path, pages=0.001, pages_at_once=6) as browser:
        table = begun(browser)
        for path in (table, f"{table}/back", "/desk"):
            assert browser.get(path).status_code == 200
        for path, form in ((f"{table}/branch", {"at": "0"}), ("/desk", {"act": "blank"})):
            assert browser.post(path, data=form, headers={"origin": HERE}).status_code == 200
        assert browser.get(table).status_code == 200
        for path in (table, f"{table}/back", "/desk"):
            found = browser.get(path)
            assert found.status_code == 429 and "too many" in found.text
        assert browser.get("/").status_code == 200


def test_only_so_many_pages_show_a_table(tmp_path: Path) -> None:
    with client(tmp_path, links_of_table=1) as browser:
        table = begun(browser)
        with browser.websocket_connect(f"{table}/socket", headers={"origin": HERE}) as first:
            first.send_json({"do": "hello", "n": 1, "page": "page-one"})
            assert first.receive_json()["to"] == 1
            assert socket_closed(browser, table) == 1008


@pytest.mark.parametrize("language", ["zz", "EN", "en\\n", "../x", ""])
def test_a_language_that_there_is_not_is_no_message(language: str) -> None:
    for text in (
        f'{{"do": "language", "n": 1, "language": "{language}"}}',
        f'{{"do": "hello", "n": 1, "page": "page-one", "cards": "{language}"}}',
    ):
        with pytest.raises(ValueError, match="no message"):
            read_message(text)


def test_the_origin_of_a_page_is_the_safer_one_of_its_name() -> None:
    origins = frozenset((HERE, SECURE, "http://127.0.0.1:8421"))
    assert asked_at(origins, "table.example") == SECURE
    assert asked_at(origins, "127.0.0.1:8421") == "http://127.0.0.1:8421"
    assert asked_at(origins, "evil.example") == ""


def test_a_link_to_the_desk_leads_where_its_page_is(browser: Client) -> None:
    page = browser.get("/desk?blank=vs").text
    assert f'value="{SECURE}/desk?c=' in page


class Deaf:
    """A connection whose other side sends nothing and reads nothing."""

    def __init__(self) -> None:
        self.code = 0

    async def receive_data(self, mode: str) -> str:
        await asyncio.Event().wait()
        return ""

    async def send_data(self, data: str, mode: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, reason: str) -> None:
        self.code = code


def test_a_page_that_reads_nothing_is_disconnected() -> None:
    async def run() -> tuple[int, bool]:
        deaf: Any = Deaf()
        link = Socket(deaf, frozenset((0,)), Limits(waiting=1000))
        house: Any = Quiet()
        talk = asyncio.create_task(converse(house, "table", link))
        await asyncio.sleep(0)
        for _ in range(20):
            link.send(b"x" * 100)
        await asyncio.wait_for(talk, PATIENCE)
        return deaf.code, house.left

    assert asyncio.run(run()) == (1008, True)


class Quiet:
    """A house at which nobody has sat down."""

    left = False

    async def leave(self, name: str, link: Socket) -> None:
        self.left = True


def test_thoughts_leave_room_for_what_people_do(tmp_path: Path) -> None:
    async def run() -> None:
        house = House(Store(f"sqlite:///{tmp_path / 'games.sqlite'}"), 1)
        asked: list[object] = []

        async def ask(table: object, errand: object, expected: object, budget: float) -> Done:
            asked.append(errand)
            await asyncio.sleep(0)
            return Done()

        house._ask = ask  # type: ignore[assignment]
        worker = house.workers.of("any")
        for _ in range(THOUGHTS):
            await worker.thoughts.acquire()
        link: Any = Quiet()
        link.seat, link.page, link.send, link.look = 0, "page-one", asked.append, houses.Look()
        hint = Ask(n=2, what="hint")
        waiting = asyncio.create_task(house.do("any", link, hint))
        await house.do("other", link, Ask(n=1, what="because"))
        assert not waiting.done()
        worker.thoughts.release()
        await asyncio.wait_for(waiting, PATIENCE)
        assert [errand.sent.n for errand in asked if isinstance(errand, Do)] == [1, 2]
        await house.close()

    asyncio.run(run())


def test_work_that_was_lost_for_anothers_sake_is_done_again(tmp_path: Path) -> None:
    async def run() -> None:
        house = House(Store(f"sqlite:///{tmp_path / 'games.sqlite'}"), 1)
        lost = [WorkerLost(), WorkerLost()]

        async def ask(*given: object) -> Html:
            if lost:
                raise lost.pop()
            return Html(html="done")

        async def start() -> None:
            return None

        house.desk.ask, house.desk.start = ask, start  # type: ignore[method-assign, assignment]
        errand = Desk(wish=Wish(), origin=HERE)
        assert await house.work(errand) == "done"
        lost.append(OverBudget())
        with pytest.raises(OverBudget):
            await house.work(errand)
        await house.close()

    asyncio.run(run())
