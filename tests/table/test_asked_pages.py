"""Asking, gathering, looking back and the desk through the server, as a browser does it."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from tests.table.guests import Guest, Seat
from tests.table.seats import VS_EQUIPMENT
from tests.table.serving import Server, served

from cardlaw.judge import case_from_bytes, judge

_CARDS = re.compile(r'data-card="(\d+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("asking")) as found:
        yield found


@pytest.fixture
def guest(server: Server) -> Guest:
    return Guest(server.address)


def hand(seat: Seat) -> list[int]:
    """The cards of the seat's hand by their numbers."""
    return [int(number) for number in _CARDS.findall(seat.parts["hand"])]


def test_questions_are_answered_in_their_places(guest: Guest) -> None:
    guest.begin(game="vs", opponent="greedy", seed="7")
    seat = guest.sit()
    seat.wait_to_be_asked()
    card = hand(seat)[0]
    for question in (
        {"what": "why", "clicks": [card]},
        {"what": "why", "line": "pass"},
        {"what": "card", "card": card},
        {"what": "rule", "rule": "VS 302.3a"},
        {"what": "because"},
        {"what": "hint"},
        {"what": "bearers", "clicks": [card]},
        {"what": "explain", "card": card, "value": "cost"},
    ):
        told = seat.send({"do": "ask", **question})
        assert told.get("place") == "hint" and '<div class="answer' in told["answer"], question
    for question in (
        {"what": "why", "clicks": [999999]},
        {"what": "rule", "rule": "VS 99999"},
        {"what": "because", "number": 99999},
        {"what": "explain", "card": card, "value": "beauty"},
        {"what": "card"},
    ):
        told = seat.send({"do": "ask", **question})
        assert told["refused"] and "Traceback" not in told["refused"], question
    seat.leave()


def test_clicks_gather_an_action(guest: Guest) -> None:
    guest.begin(game="vs", opponent="greedy", seed="7")
    seat = guest.sit()
    found: set[str] = set()
    for turn in range(40):
        options = seat.wait_to_be_asked()
        cards = hand(seat)
        told = seat.send({"do": "gather", "clicks": [cards[turn % len(cards)]]})
        assert "refused" not in told
        found.add(told.get("place", "done"))
        if {"hint", "done"} <= found:
            break
        if "place" in told:
            seat.take(options[-1])
    assert {"hint", "done"} <= found
    stale = seat.send_again({"do": "gather", "clicks": [1], "n": 900, "v": 1})
    assert "refused" in stale
    seat.leave()


def test_a_game_is_looked_back_at_and_branched_off(guest: Guest) -> None:
    guest.begin(game="vs", opponent="greedy", seed="7")
    seat = guest.sit()
    seat.wait_to_be_asked()
    seat.take()
    page = guest.request("GET", f"{guest.table}/back?at=3")
    assert page.status_code == 200 and "Moment 4 of" in page.text
    assert "data-do" not in page.text and 'action="/game' in page.text
    last = guest.request("GET", f"{guest.table}/back")
    assert last.status_code == 200
    desk = guest.request("POST", f"{guest.table}/branch", data={"at": "5", "seat": "0"})
    assert desk.status_code == 200
    case = case_of(desk.text)
    assert judge(case_from_bytes(case.encode())).faults == []
    stranger = Guest(guest.base)
    assert stranger.request("GET", f"{guest.table}/back").status_code == 404
    assert stranger.request("POST", f"{guest.table}/branch", data={}).status_code == 404
    seat.leave()


def case_of(page: str) -> str:
    """The case in the text area of a desk."""
    found = re.search(r'<textarea id="case"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def test_a_game_against_a_friend_is_not_branched_off_while_it_goes_on(guest: Guest) -> None:
    guest.begin(game="vs", opponent="friend", seed="7")
    seat = guest.sit()
    page = guest.request("POST", f"{guest.table}/branch", data={"at": "1"})
    assert "when the game is over" in page.text and case_of(page.text).strip() == ""
    seat.send({"do": "concede"})
    page = guest.request("POST", f"{guest.table}/branch", data={"at": "1"})
    assert "game: vs" in case_of(page.text)
    seat.leave()


def test_the_desk_by_forms(guest: Guest) -> None:
    assert guest.request("GET", "/desk").status_code == 200
    line = "recruit Dual Sidearms targeting Swift Courier"
    page = guest.request("POST", "/desk", data={"case": VS_EQUIPMENT, "act": "may", "line": line})
    assert "VS 302.3a" in page.text and "Keep this in the case" in page.text
    edit = {"case": VS_EQUIPMENT, "act": "edit", "op": "move", "place": '["A","hand",0]'}
    page = guest.request("POST", "/desk", data={**edit, "zone": '["A","front row"]'})
    assert "case:" in page.text and "What is wrong with this case" in page.text
    page = guest.request("POST", "/desk", data={**edit, "place": "[[[", "zone": "{"})
    assert "something that is not there" in page.text
    upload = {"file": ("my.yaml", VS_EQUIPMENT.encode(), "application/yaml")}
    page = guest.request("POST", "/desk", data={"act": "show"}, files=upload)
    assert case_of(page.text).strip() == VS_EQUIPMENT.strip()
    file = guest.request("POST", "/desk/file", data={"case": VS_EQUIPMENT.replace("\n", "\r\n")})
    assert file.content == VS_EQUIPMENT.encode()
    assert "attachment" in file.headers["content-disposition"]
    link = re.search(r'value="http[^"]*(/desk\?c=[^"]+)"', unescape(page.text))
    assert link is not None
    assert case_of(guest.request("GET", link[1]).text).strip() == VS_EQUIPMENT.strip()
    assert "damaged" in guest.request("GET", "/desk?c=xxxx").text


@pytest.mark.parametrize("language", ["de", "ru", "es"])
def test_the_desk_speaks_every_language(guest: Guest, language: str) -> None:
    page = guest.request("GET", f"/desk?language={language}")
    assert f'<html lang="{language}"' in page.text
    for key in ("desk.title", "back.title", "ask.may"):
        assert key not in page.text
    assert "The judge's desk" not in unescape(page.text)
