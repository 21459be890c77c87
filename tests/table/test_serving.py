"""The server as a process: a game is played over its socket and outlives it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.guests import Guest
from tests.table.serving import Server, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def guest(server: Server) -> Guest:
    return Guest(server.address)


def test_from_the_lobby_a_game_against_the_computer_is_one_form_away(guest: Guest) -> None:
    lobby = guest.request("GET", "/")
    assert lobby.status_code == 200 and "<script" not in lobby.text.replace('<script type="mod', "")
    guest.begin(game="vs", opponent="greedy", seed="7")
    page = guest.request("GET", guest.table)
    assert page.status_code == 200 and f'data-socket="{guest.table}/socket"' in page.text
    seat = guest.sit()
    assert seat.wait_to_be_asked()
    assert "refused" not in seat.take()
    seat.leave()


def test_a_message_that_is_sent_again_is_done_once(guest: Guest) -> None:
    guest.begin(game="vs", opponent="friend", seed="7")
    seat = guest.sit("page-same")
    message = {"do": "draw", "n": 5, "v": seat.version}
    first = seat.send_again(message)
    again = seat.send_again(message)
    assert "refused" not in first and "refused" not in again and "ask" in again["parts"]
    seat.leave()
    back = guest.sit("page-same")
    assert "refused" not in back.send_again(message)
    assert "refused" in back.send_again({**message, "n": 6})
    back.leave()


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        guest = Guest(server.address)
        guest.begin(game="magic", opponent="random", seed="3")
        seat = guest.sit()
        for _ in range(3):
            seat.wait_to_be_asked()
            seat.take()
        seat.wait_to_be_asked()
        shown = dict(seat.parts)
        server.kill()
        server.start()
        again = Guest(server.address, guest.cookies)
        again.table = guest.table
        assert guest.table in again.request("GET", "/").text
        seat = again.sit("page-two")
        seat.wait_to_be_asked()
        assert seat.parts == shown
        assert server.stop() == 0


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_a_form_of_another_origin_is_refused(guest: Guest, server: Server, origin: str) -> None:
    headers = {"origin": origin}
    found = guest.request("POST", "/games", data={"game": "vs"}, headers=headers)
    assert found.status_code == 403


def test_a_link_gives_the_other_seat_away_once(guest: Guest, server: Server) -> None:
    table = guest.begin(game="vs", opponent="friend", seed="7")
    old, link = guest.invite(), guest.invite()
    friend, late = Guest(server.address), Guest(server.address)
    assert friend.request("GET", table).status_code == 404
    assert friend.join(old) == 404
    assert friend.request("GET", link).status_code == 200
    assert friend.join(link) == 303 and friend.table == f"{table}?seat=1"
    assert late.join(link) == 404
    assert late.request("GET", table).status_code == 404
    assert guest.request("POST", f"{table}/invite").status_code == 404
    own, other = guest.sit(), friend.sit("page-two")
    assert bool(own.options()) != bool(other.options())
    asked = own if own.options() else other
    asked.take()
    own.leave()
    other.leave()


def test_one_screen_shows_both_seats_in_turn(guest: Guest) -> None:
    guest.begin(game="vs", opponent="both", seed="7")
    seat = guest.sit()
    mine = bool(seat.options())
    seat.send({"do": "seat", "seat": 1})
    assert bool(seat.options()) != mine
    assert ("hand-over" in seat.parts["notice"] or "data-do" in seat.parts["notice"]) == mine
    seat.leave()


def test_a_deck_that_breaks_rules_is_refused_with_every_breach(guest: Guest) -> None:
    form = {"game": "magic", "deck_text": "5 Grizzly Bears\n3 Griizly Bears\n10 Forest\n"}
    found = guest.request("POST", "/games", data=form)
    assert found.status_code == 422
    assert "Grizzly Bears" in found.text and "Griizly Bears" in found.text
    assert found.text.count("<li>") >= 3 and "CR 100" in found.text


def test_an_uploaded_deck_is_played(guest: Guest) -> None:
    listed = "24 Forest\n24 Plains\n4 Grizzly Bears\n4 Elite Vanguard\n4 Serra Angel\n"
    files = {"deck_file": ("mine.txt", listed.encode())}
    found = guest.request("POST", "/games", data={"game": "magic"}, files=files)
    assert found.status_code == 303, found.text


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"game": "chess"}, "no game chess"),
        ({}, "no game"),
        ({"game": "vs", "opponent": "kasparov"}, "kasparov"),
        ({"game": "vs", "seat": "C"}, "no seat C"),
        ({"game": "vs", "seed": "-1"}, "whole number"),
        ({"game": "vs", "deck": "<b>zoo</b>"}, "&lt;b&gt;zoo"),
        ({"game": "vs", "deck_text": "\x00\x01"}, "<li>"),
    ],
)
def test_a_form_that_means_nothing_is_refused(
    guest: Guest, form: dict[str, str], said: str
) -> None:
    found = guest.request("POST", "/games", data=form)
    assert found.status_code in (400, 422) and said in found.text


def test_a_giant_deck_is_refused(guest: Guest) -> None:
    form = {"game": "vs", "deck_text": "1 Card\n" * 400_000}
    assert guest.request("POST", "/games", data=form).status_code == 413


def test_every_answer_has_its_headers(guest: Guest) -> None:
    for path in ("/", "/nowhere", "/static/table.js", "/static/nothing.js", "/game/none"):
        headers = guest.request("GET", path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff"


def test_a_name_that_is_not_the_servers_is_refused(guest: Guest) -> None:
    assert guest.request("GET", "/", headers={"host": "evil.example"}).status_code == 400
    assert guest.request("GET", "/static/table.js%00.css").status_code == 400


def test_cookies_are_out_of_reach_of_scripts_and_only_hashes_are_stored(
    server: Server, guest: Guest
) -> None:
    assert "set-cookie" not in guest.request("GET", "/").headers
    found = guest.request("POST", "/games", data={"game": "vs"})
    cookie = found.headers["set-cookie"]
    assert "HttpOnly" in cookie and "samesite=lax" in cookie.casefold()
    token = next(iter(guest.cookies.values()))
    assert len(token) >= 32
    for file in Path(server.database.removeprefix("sqlite:///")).parent.glob("table.sqlite*"):
        assert token.encode() not in file.read_bytes()
