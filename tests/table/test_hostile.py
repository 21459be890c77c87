"""Whoever means ill gets a clear answer or a closed connection; the table goes on."""

import asyncio
import contextlib
import json
import re
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.serving import PATIENCE, Server, served
from tests.table.wire import Page, Reply, Visitor, friends, invitation, new_game
from websockets.exceptions import ConnectionClosed, InvalidStatus

TAG = re.compile(r"<[^>]*>")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which one can still play after all that was done to it."""
    with served(tmp_path_factory.mktemp("table") / "games.db") as running:
        yield running
        assert "refused" not in asyncio.run(one_action(table(running)))


@pytest.fixture(autouse=True)
def unharmed(server: Server) -> Iterator[None]:
    """After each test the server answers, and nothing has broken inside."""
    yield
    assert server.alive, server.log
    assert Visitor(server.address).get("/").status == 200
    assert "Traceback" not in server.log, server.log


async def one_action(page: Page) -> dict[str, Any]:
    """What comes of taking the first option."""
    await page.open()
    try:
        return await page.act(page.options()[0])
    finally:
        await page.close()


def table(server: Server, opponent: str = "both", game: str = "vs") -> Page:
    """A page of a new game."""
    visitor = Visitor(server.address)
    return Page(visitor, new_game(visitor, game, opponent, seed="2"))


async def answered(page: Page, frame: str | bytes) -> str:
    """What a frame leads to: the words of the answer, or "closed" with the reason."""
    assert page.socket is not None
    said: list[str] = []
    page.watch = lambda reply: said.append(reply.get("refused", ""))
    try:
        await page.socket.send(frame)
        await page.until(lambda: any(said))
    except (ConnectionError, ConnectionClosed) as closed:
        return f"closed {closed}"
    return "".join(said)


MALFORMED: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "hello",
    "half of a message": '{"n": 1, "do": "ta',
    "a list": "[1, 2, 3]",
    "a number": "17",
    "no kind": '{"n": 1}',
    "an unknown kind": '{"n": 1, "v": 0, "do": "steal"}',
    "no number": '{"do": "take", "option": 0}',
    "a word for a number": '{"n": "one", "v": 0, "do": "take", "option": 0}',
    "a negative option": '{"n": 1, "v": 0, "do": "take", "option": -1}',
    "a huge number": '{"n": ' + "9" * 400 + ', "v": 0, "do": "take", "option": 0}',
    "not a number": '{"n": NaN, "v": 0, "do": "take", "option": 0}',
    "a fraction": '{"n": 1.5, "v": 0, "do": "take", "option": 0.5}',
    "deep nesting": "[" * 20000,
    "deep nesting inside": '{"n": 1, "v": 0, "do": "take", "option": ' + '{"a":' * 9000,
    "bytes": b"\x00\xff\xfe\x80",
    "bytes of a message": b'{"n": 1, "v": 0, "do": "take", "option": 0}',
    "a surrogate": '{"n": 1, "v": 0, "do": "line", "line": "\\ud800"}',
    "a null": '{"n": 1, "v": 0, "do": "line", "line": null}',
    "markup": '{"n": 1, "v": 0, "do": "<img src=x onerror=alert(1)>"}',
    "a line of a log": '{"n": 1, "v": 0, "do": "x\\nERROR all is lost\\u001b[2J"}',
    "a language that is none": '{"n": 1, "v": 0, "do": "language", "language": "zz"}',
    "a language that is a path": '{"n": 1, "v": 0, "do": "language", "language": "../../etc"}',
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_message_is_answered_or_ends_the_connection(server: Server, name: str) -> None:
    async def play() -> str:
        page = table(server)
        await page.open()
        try:
            return await answered(page, MALFORMED[name])
        finally:
            await page.close()

    before = len(server.lines)
    said = asyncio.run(play())
    assert said, name
    assert "Traceback" not in said and "msgspec" not in said and "Error" not in said, said
    assert "<" not in said, said
    assert not any(line.startswith("ERROR") or "\x1b" in line for line in server.lines)
    assert server.logged("refused" if "closed" not in said else "closed", before)


def test_a_message_before_hello_is_not_carried_out(server: Server) -> None:
    async def play() -> tuple[str, list[str]]:
        page = table(server)
        await page.connect()
        try:
            return await answered(
                page, '{"n": 1, "v": 0, "do": "take", "option": 0}'
            ), page.received
        finally:
            await page.close()

    said, received = asyncio.run(play())
    assert said and not any("parts" in frame for frame in received)


def test_a_message_that_is_too_long_closes_the_connection(server: Server) -> None:
    async def play() -> str:
        page = table(server)
        await page.open()
        return await answered(
            page, json.dumps({"n": 2, "v": 0, "do": "line", "line": "x" * 3_000_000})
        )

    assert asyncio.run(play()).startswith("closed")


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"do": "take", "option": 0, "v": 12345}, "has gone on"),
        ({"do": "take", "option": 100000}, ""),
        ({"do": "line", "line": "sing a song"}, ""),
        ({"do": "line", "line": "' OR 1=1; --"}, ""),
        ({"do": "stops", "step": "<script>alert(1)</script>"}, ""),
        ({"do": "agree"}, ""),
        ({"do": "agree", "what": "draw"}, ""),
        ({"do": "undo"}, ""),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(
    server: Server, message: dict[str, Any], words: str
) -> None:
    async def play() -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
        page = table(server)
        await page.open()
        before = page.options()
        try:
            return await page.act(message), before, page.options()
        finally:
            await page.close()

    reply, before, after = asyncio.run(play())
    assert reply.get("refused"), reply
    assert words in reply["refused"] and "<script" not in reply["refused"]
    assert before == after


def test_who_is_not_asked_cannot_act(server: Server) -> None:
    async def play() -> tuple[dict[str, Any], int]:
        first, second = friends(server.address, "vs")
        await first.open()
        await second.open()
        asked, other = (first, second) if first.options() else (second, first)
        assert asked.options() and not other.options()
        reply = await other.act({"do": "take", "option": 0})
        taken = await asked.act(asked.options()[0])
        await first.close()
        await second.close()
        return reply, len(taken.get("parts", {}))

    reply, parts = asyncio.run(play())
    assert reply.get("refused") and parts


# Tokens


async def refused_handshake(page: Page, **headers: str) -> int:
    """The status with which a handshake is refused."""
    try:
        await page.open(**headers)
    except InvalidStatus as error:
        return error.response.status_code
    except ConnectionError:
        return int(page.closed.split()[0])
    finally:
        await page.close()
    return 200


def test_without_a_token_there_is_no_seat(server: Server) -> None:
    page = table(server)
    stranger = Visitor(server.address)
    assert stranger.get(page.path).status in (401, 403, 404)
    assert asyncio.run(refused_handshake(Page(stranger, page.path))) in (401, 403, 404, 4401, 4403)


def test_the_token_of_another_browser_opens_no_game(server: Server) -> None:
    mine, theirs = table(server), table(server)
    assert mine.visitor.get(theirs.path).status in (401, 403, 404)
    crossed = Page(mine.visitor, theirs.path)
    assert asyncio.run(refused_handshake(crossed)) in (401, 403, 404, 4401, 4403)


@pytest.mark.parametrize("change", ["cut", "turned", "empty", "long", "odd"])
def test_a_wrong_token_opens_no_game(server: Server, change: str) -> None:
    page = table(server)
    cookies = page.visitor.cookies(page.path)
    name, _, token = cookies.partition("=")
    wrong = {
        "cut": token[:-1],
        "turned": token[::-1],
        "empty": "",
        "long": token * 200,
        "odd": "%00%ff'\"",
    }[change]
    stranger = Visitor(server.address)
    reply = stranger.get(page.path, Cookie=f"{name}={wrong}")
    assert reply.status in (400, 401, 403, 404, 431)
    page.visitor = stranger
    status = asyncio.run(refused_handshake(page, Cookie=f"{name}={wrong}"))
    assert status in (400, 401, 403, 404, 431, 4401, 4403)


def test_an_invitation_gives_one_seat_to_one_visitor(server: Server) -> None:
    host, guest, late = (Visitor(server.address) for _ in range(3))
    path = new_game(host, "vs", "friend")
    link = invitation(host, path)
    assert guest.post(link, {}, Origin="http://evil.example").status == 403
    assert guest.post(link, {}).status == 200
    assert late.post(link, {}).status in (403, 404, 410)
    assert late.get(path).status in (401, 403, 404)
    assert late.post("/join/" + "A" * 32, {}).status in (403, 404, 410)
    assert late.post(f"{path}/invite", {}).status in (401, 403, 404)


def test_tokens_are_long_and_closed_to_scripts_and_other_sites(server: Server) -> None:
    visitor = Visitor(server.address)
    new_game(visitor, "vs", "both")
    found = list(visitor.jar)
    assert found
    secret = [cookie for cookie in found if cookie.value and len(cookie.value) >= 22]
    assert secret, [cookie.name for cookie in found]
    for cookie in secret:
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert cookie.get_nonstandard_attr("SameSite", "").casefold() in ("lax", "strict")
        assert cookie.value not in server.log


# Origins


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:1", ""]
)
def test_a_form_of_another_site_is_refused(server: Server, origin: str) -> None:
    visitor = Visitor(server.address)
    form = {"game": "vs", "opponent": "both"}
    reply = visitor.post("/games", form, Origin=origin)
    assert reply.status == 403 and server.logged("another server")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost.evil.example"])
def test_a_socket_of_another_site_is_refused(server: Server, origin: str) -> None:
    async def open_from() -> int:
        return await refused_handshake(table(server), Origin=origin)

    assert asyncio.run(open_from()) == 403


def test_a_name_that_only_leads_here_is_refused(server: Server) -> None:
    """A site that lets its own name lead to this machine gets nothing."""
    assert Visitor(server.address).get("/", Host="evil.example").status in (400, 403, 421)


# Sizes and rates


def test_a_giant_deck_is_refused(server: Server) -> None:
    visitor = Visitor(server.address)
    form = {"game": "vs", "opponent": "random", "deck_text": "1 Stone Sentry\n" * 3_000_000}
    reply = posted(visitor, form)
    assert reply.status in (400, 413)


def posted(visitor: Visitor, form: dict[str, str]) -> Reply:
    """The reply to a form; a connection that is closed in the middle of it counts as 413."""
    try:
        return visitor.post("/games", form)
    except OSError:
        return Reply(413, "", "", {})


@pytest.mark.parametrize(
    "text",
    [
        "1 Stone Sentry\n" * 20_000,
        "x" * 60_000,
        "999999999 Stone Sentry",
        "\x00\x01\x02",
        "1 \u202egnp",
    ],
)
def test_a_senseless_deck_is_refused_with_what_is_wrong(server: Server, text: str) -> None:
    visitor = Visitor(server.address)
    reply = visitor.post("/games", {"game": "vs", "opponent": "random", "deck_text": text})
    assert reply.status in (400, 413, 422), reply.status
    assert len(TAG.sub("", reply.text)) > 20 and len(reply.text) < 200_000


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"game": "chess", "opponent": "random"},
        {"game": "vs", "opponent": "nobody"},
        {"game": "vs", "opponent": "random", "deck": "no such deck"},
        {"game": "../../etc/passwd", "opponent": "random"},
        {"game": "vs", "opponent": "random", "seed": "one"},
    ],
)
def test_a_form_that_makes_no_sense_is_answered(server: Server, form: dict[str, str]) -> None:
    reply = Visitor(server.address).post("/games", form)
    assert 400 <= reply.status < 500, (reply.status, reply.text[:300])
    assert len(TAG.sub("", reply.text).strip()) > 10


def test_a_storm_of_clicks_does_not_stall_others(server: Server) -> None:
    async def play() -> tuple[str, int]:
        clicker, other = table(server), table(server)
        await clicker.open()
        await other.open()
        storm = asyncio.create_task(clicking(clicker))
        answered = 0
        while not storm.done():
            options = other.options()
            reply = await other.act(options[0] if options else {"do": "hold"})
            answered += "refused" not in reply
            # No faster than the server allows.
            await asyncio.sleep(0.1)
        await other.close()
        return await storm, answered

    ended, answered = asyncio.run(play())
    assert ended.startswith("1008 too many messages"), ended
    assert answered > 0
    assert server.logged("too many messages were refused")


async def clicking(page: Page) -> str:
    """Click as fast as the connection takes it; how that ends."""
    assert page.socket is not None
    with contextlib.suppress(ConnectionClosed):
        for number in range(100_000):
            await page.socket.send(f'{{"n": {number + 2}, "v": 1, "do": "take", "option": 0}}')
            if number % 100 == 0:
                await asyncio.sleep(0)
    return page.closed


STORM = (
    '{"n": %d, "v": 1, "do": "take", "option": 0}',
    '{"n": %d, "do": "hold"}',
    '{"n": %d, "do": "line", "line": "sing a song"}',
    '{"n": %d, "do": "ask", "what": "rule", "rule": "VS 302.3a"}',
    '{"n": %d, "do": "take", "opt',
    '{"n": %d, "do": "steal"}',
)
#: bytes by which a server may grow that has been asked for senseless things all the time
GROWTH = 64 << 20


def test_a_hundred_thousand_messages_are_answered_or_end_the_connection(
    tmp_path: Path, deep: bool
) -> None:
    """In the deep tests so many; otherwise enough to be disconnected for it several times."""
    with served(tmp_path / "games.db") as running:
        seat = table(running)
        asyncio.run(flood(Page(seat.visitor, seat.path), 1_000))
        before = memory(running)
        ends = asyncio.run(flood(Page(seat.visitor, seat.path), 100_000 if deep else 2_000))
        assert set(ends) == {"1008 too many messages were refused"}
        assert len(ends) > (200 if deep else 3)
        assert memory(running) - before < GROWTH
        assert "Traceback" not in running.log
        assert "refused" not in asyncio.run(one_action(table(running)))


async def flood(page: Page, messages: int) -> list[str]:
    """Send so many messages as fast as can be, and connect again whenever that was too much.

    How each connection ended. Every frame that comes back answers, or shows what has changed.
    """
    ends: list[str] = []
    sent = 0
    while sent < messages:
        await page.open()
        assert page.socket is not None
        shown = len(page.received)
        with contextlib.suppress(ConnectionClosed, ConnectionError):
            while True:
                for kind in STORM * 10:
                    sent += 1
                    await page.socket.send(kind % (sent + 1))
                # What the server has not read was not sent to it.
                await page.answer(sent + 1)
        ends.append(page.closed)
        told = [json.loads(frame) for frame in page.received[shown:]]
        assert any("refused" in frame for frame in told)
        assert all(frame.keys() & {"to", "v"} for frame in told)
        page.received.clear()
        await page.close()
    return ends


def memory(server: Server) -> int:
    """The bytes that a server and its workers hold."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    held = (
        re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{each}/status").read_text())
        for each in (pid, *children)
    )
    return sum(int(found[1]) << 10 for found in held if found is not None)


# Paths


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../../../../../etc/passwd",
        "/static/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/static/%2e%2e/%2e%2e/server.py",
        "/static/%2e%2e%2ftable.html.j2",
        "/static//etc/passwd",
        "/static/..\\..\\server.py",
        "/static/table.js%00.css",
        "/game/..%2f..%2fetc%2fpasswd",
        "/join/../../etc/passwd",
        "/" + "a" * 9000,
        "/no/such/page",
    ],
)
def test_a_path_that_leads_elsewhere_leads_nowhere(server: Server, path: str) -> None:
    reply = raw(server, f"GET {path} HTTP/1.1\r\nHost: {host(server)}\r\nConnection: close\r\n\r\n")
    status = int(reply.split(b" ", 2)[1])
    assert status in (400, 403, 404, 405, 414), reply[:200]
    assert b"root:" not in reply and b"import" not in reply


def host(server: Server) -> str:
    """The address without the scheme."""
    return server.address.partition("//")[2]


def raw(server: Server, text: str | bytes) -> bytes:
    """What comes back for bytes that are sent just so."""
    name, _, port = host(server).partition(":")
    with socket.create_connection((name, int(port)), PATIENCE) as connection:
        connection.sendall(text if isinstance(text, bytes) else text.encode())
        found = b""
        with contextlib.suppress(ConnectionResetError):
            while piece := connection.recv(65536):
                found += piece
        return found


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"\x00" * 5000, b"GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_request_is_answered_or_dropped(server: Server, sent: bytes) -> None:
    reply = raw(server, sent)
    assert reply == b"" or reply.split(b" ", 2)[1] in (b"400", b"431", b"505"), reply[:100]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "GET"])
def test_other_methods_are_not_allowed(server: Server, method: str) -> None:
    request = urllib.request.Request(f"{server.address}/games", method=method)
    request.add_header("Origin", server.address)
    assert Visitor(server.address).send(request).status in (404, 405)


# Headers


@pytest.mark.parametrize("path", ["/", "game", "/no/such/page", "/static/table.js"])
def test_every_answer_forbids_scripts_of_others(server: Server, path: str) -> None:
    page = table(server)
    reply = page.visitor.get(page.path if path == "game" else path)
    headers = {name.casefold(): value for name, value in reply.headers.items()}
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers
    if path == "game":
        assert "no-store" in headers["cache-control"]
    assert not re.search(r"""(?:src|href|action)=["']?(?:https?:)?//""", reply.text)
