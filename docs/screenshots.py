"""Make the pictures of the tables for the documents: each game in light and dark, and the lobby.

    python docs/screenshots.py [FOLDER]

It needs Debian's chromium and Playwright. The same games give the same pictures: programs play
them from fixed seeds to a moment at which much lies on the table.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Route, ViewportSize, sync_playwright

from cardlaw import rulebooks
from cardlaw.agents import agent
from cardlaw.front.rules import rules_of
from cardlaw.match import Match
from cardlaw.table import drawing
from cardlaw.table.picture import Look

HERE = Path(__file__).parent
#: an address that no network knows; every request for it is answered here
PLACE = "http://table.invalid"
SIZE: ViewportSize = {"width": 1200, "height": 780}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


class Scene(NamedTuple):
    """A moment of a game: how many answers after its beginning."""

    key: str
    seed: int
    answers: int


SCENES = (Scene("magic", 5, 262), Scene("vs", 5, 187), Scene("berserk", 5, 120))


def played(scene: Scene) -> Match:
    """The match of a scene, in which seat A is a person's."""
    game = rules_of(scene.key).new_game(seed=scene.seed)
    programs = (agent("greedy", 1), agent("greedy", 2))
    for _ in range(scene.answers):
        player = game.to_act
        if player is None:
            break
        game.push(programs[player].answer(game.kernel))
    match = Match(game, (None, agent("greedy", 3)))
    match.advance()
    return match


class _Offered(NamedTuple):
    key: str
    title: str
    decks: tuple[str, ...]


class _Kept(NamedTuple):
    id: str
    title: str
    seats: str
    when: str
    over: bool


def pages() -> Iterator[tuple[str, str]]:
    """The name of each picture and its page."""
    look = Look()
    for scene in SCENES:
        match = played(scene)
        told = match.story(0)[-80:]
        lines = drawing.log(match, 0, told, look)
        for scheme in ("light", "dark"):
            html = drawing.page(match, 0, look, "", scheme)
            # Nobody serves this page: it has its log already, and no socket to connect to.
            html = html.replace("data-append>", f"data-append>{lines}", 1)
            yield f"table-{scene.key}-{scheme}", html.replace("data-socket", "data-none", 1)
    books = [rulebooks.find(key) for key in rulebooks.known()]
    games = [_Offered(b.key, b.title, tuple(b.decks())) for b in books if not b.example]
    yield "lobby", drawing.lobby(look, games, [])


def shoot(browser: Browser, name: str, html: str, folder: Path) -> Path:
    """One picture."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(PLACE)
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif path.startswith("/static/") and (drawing.STATIC / Path(path).name).is_file():
            route.fulfill(path=drawing.STATIC / Path(path).name)
        else:
            route.abort()

    page = browser.new_page(viewport=SIZE)
    page.route("**/*", answer)
    page.goto(f"{PLACE}/")
    target = folder / f"{name}.png"
    page.screenshot(path=target, animations="disabled")
    page.close()
    return target


def main() -> int:
    """Write all pictures. 2 if there is no browser."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "images"
    program = shutil.which("chromium")
    if program is None:
        print("The pictures need chromium; install Debian's package of that name.", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for name, html in pages():
            target = shoot(browser, name, html, folder)
            print(f"{target.name}: {target.stat().st_size // 1024} KB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
